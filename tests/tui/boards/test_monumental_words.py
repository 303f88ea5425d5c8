"""The words on the board of Monumental where room is short: names, effects, leads and signs."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from hako.content import load
from hako.content.monumental.actions import Pass
from hako.content.monumental.scoring import CATEGORIES, leaders, scores
from hako.content.monumental.state import World
from hako.engine.content.icons import icons_in
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.log.history import History
from hako.engine.transcript.sentences import texts_of
from hako.tui.theme.symbols import FULL
from tests.tui.boards.drawn import drawn, in_window, lines, moments, put, text, whole_place
from tests.tui.tables import new_table

MONUMENTAL = load("monumental")


def later(seats: int, plies: int = 60) -> History[Any]:
    *_, table = moments(MONUMENTAL, seats, plies)
    return table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("window", [(140, 45), (160, 50), (220, 60), (250, 70)])
def test_every_wonder_has_a_name_on_its_tile_that_nothing_cuts(
    window: tuple[int, int], language: Language
) -> None:
    """From four lines on a tile has a line for the Wonder's name, 11 cells wide at least."""
    table = later(3)
    state: World = table.state
    wonders = [card.id for card in table.content.card.values() if card.is_wonder]
    lands = [place for place in state.land.terrain if state.land.terrain[place] != "water"]
    for number in range(0, len(wonders), len(lands)):
        shown = dict(zip(lands, wonders[number : number + len(lands)], strict=False))
        laid = state
        for place, wonder in shown.items():
            laid = laid.with_tile(place, replace(laid.tile(place), wonder=wonder, owner=0))
        board = in_window(put(table, laid), window, language, page="map")
        for place in shown:
            on_tile = whole_place(board, "tile", place)
            assert FULL.ellipsis not in on_tile, shown[place]
            names = on_tile.partition("Π")[2].splitlines()[0].strip(" │┃┊")
            assert len(names) > 1, shown[place]


def test_the_names_of_policies_in_a_row_are_whole_words() -> None:
    """At 160x50 the five of a civilization share a row, with a key where one can be used."""
    table = next(
        table
        for table in moments(MONUMENTAL, 2)
        if any(isinstance(action, Pass) for action in table.legal_actions(table.waiting()[0]))
    )
    state: World = table.state
    (seat,) = table.waiting()
    for civilization in table.content.civilization.values():
        for policy in civilization.policies:
            realm = replace(
                state.realms[seat], civilization=civilization.id, policies=(policy,), marked=()
            )
            realms = (*state.realms[:seat], realm, *state.realms[seat + 1 :])
            board = in_window(put(table, replace(state, realms=realms)), (160, 50))
            assert FULL.ellipsis not in text(board), (civilization.id, policy)


@pytest.mark.parametrize("window", [(160, 50), (220, 60)])
def test_with_room_the_race_tells_how_far_the_next_ones_are_behind(
    window: tuple[int, int],
) -> None:
    """monumental.score.5: who leads has 3 more; the nearest rival is who may take it."""
    table = later(3, 220)
    shown, contested = text(in_window(table, window)), 0
    for number, category in enumerate(CATEGORIES):
        points = [score.categories()[number] for score in scores(table.state)]
        behind = [count for count in points if count < max(points)]
        if not behind:
            continue
        signs = "".join(
            FULL.owner(seat) for seat, count in enumerate(points) if count == max(behind)
        )
        contested += 1
        assert f"{signs} {max(points) - max(behind)} behind" in shown, category
    assert contested >= 2


def test_an_effect_stands_in_short_on_a_card_on_offer_where_its_text_has_no_room() -> None:
    """Engineering at 80x24: "complete a Wonder section at half cost (rounded up)" takes 3 lines of 18."""
    table = later(2, 5)
    state: World = table.state
    laid = replace(state, display=(("engineering", "currency", *state.display[0][2:]),))
    board = drawn(put(table, laid), (80, 17), page="offer")

    assert "half" in whole_place(board, "card", "engineering")
    assert "→" in whole_place(board, "card", "currency")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_lands_are_told_below_a_low_map_at_80x24(language: Language) -> None:
    """A Volcano counts 3, the most of all lands (monumental.score.1)."""
    table = new_table(MONUMENTAL, "Ann", "Ben", seed=1)
    texts = texts_of(table, language)
    board = drawn(table, (80, 15), language, page="map")

    for sign, points in (("meadow", 1), ("forest", 1), ("mountain", 2), ("volcano", 3)):
        assert f"★{points}" in text(board), sign
    assert texts.text("board.legend.tile") in text(board)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3])
def test_beside_a_map_at_80x24_stand_capital_volcano_and_what_is_on_it(
    seats: int, language: Language
) -> None:
    """In a high map the pieces give way that nobody has placed: no Outpost was built (outpost.1)."""
    table = new_table(MONUMENTAL, *("Ann", "Ben", "Cat")[:seats], seed=1)
    shown = text(drawn(table, (80, 17), language, page="map"))

    for key in ("capital", "volcano"):
        sign = icons_in(table.game.folder).sign[key]
        assert re.search(rf" {sign.full * 2} +{sign.name.text(language)}", shown), key
    for piece in ("warlord", "explorer"):
        assert texts_of(table, language).text(f"board.legend.{piece}") in shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seats", "plies"), [(2, 5), (3, 60)])
def test_without_room_for_the_race_a_row_tells_who_leads_what(
    seats: int, plies: int, language: Language
) -> None:
    """In lessons at 80x24 the board has 12 rows: the City takes 9, supply and offers stand beside it."""
    table = later(seats, plies)
    state: World = table.state
    texts = texts_of(table, language)
    *_, row = lines(drawn(table, (80, 12), language, page="city"))

    for category, lead in leaders(state).items():
        signs = "".join(FULL.owner(seat) for seat in lead.seats) or "--"
        assert f"{texts.text(f'board.category.{category}')} {signs}" in row


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_policies_tells_what_the_next_one_costs(language: Language) -> None:
    """policy.1: the next Policy costs 1 Culture more than there are developed ones."""
    table = later(2, 5)
    (seat,) = table.waiting()
    cost = 1 + len(table.state.realms[seat].policies)
    price = texts_of(table, language).text("board.next_policy", cost=cost)

    assert price in text(drawn(table, (80, 17), language, page="cards"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("window", [(100, 30), (120, 40), (160, 50)])
def test_what_a_pass_keeps_is_told_beside_it(window: tuple[int, int], language: Language) -> None:
    """monumental.pay.2: Gold, Culture and tokens stay from round to round."""
    table = later(3, 5)
    texts = texts_of(table, language)
    gold = texts.text("board.chip.gold")

    (row,) = (row for row in lines(in_window(table, window, language)) if f"▌ {gold} " in row)
    assert texts.text("board.kept") in row


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_signs_of_pieces_are_told_below_the_map_at_100x30(language: Language) -> None:
    """The row below it holds four of the five; Barbarians are told where they are pointed at, too."""
    table = later(3, 5)
    texts = texts_of(table, language)
    shown = text(in_window(table, (100, 30), language, page="map"))

    for name in ("warlord", "outpost", "wonder", "explorer"):
        assert texts.text(f"board.legend.{name}") in shown, name
