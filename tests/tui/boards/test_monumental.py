"""The board of Monumental: Cities, prices, the map, and what leaves the display."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from hako.content import load
from hako.content.monumental.actions import AcquireCard, ActivateCity, Conquer, DevelopPolicy
from hako.content.monumental.map_queries import defence
from hako.content.monumental.realm import Construction, Explorer, Supply
from hako.content.monumental.state import World
from hako.content.monumental.steps.city import cards_at
from hako.content.monumental.steps.display import leaving
from hako.content.monumental.steps.draw_and_activate import yields
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.width import cell_width
from hako.engine.log.history import History
from hako.engine.rules.action_groups import SHORT, group_actions
from hako.engine.rules.model import letter
from hako.engine.transcript.sentences import texts_of
from hako.tui.boards.board import Board
from hako.tui.boards.monumental.draw_context import MonumentalContext
from hako.tui.theme.symbols import FULL
from tests.tui.boards.drawn import (
    LARGE,
    SMALL,
    at_place,
    drawn,
    in_window,
    lines,
    moments,
    parts,
    put,
    text,
    whole_place,
)
from tests.tui.tables import new_table

MONUMENTAL = load("monumental")

CARD = 20
"""Cells of a name on a card of the own City at 220x60."""


def world(table: History[Any]) -> World:
    state: World = table.state
    return state


def offering(kind: type[Any], seats: int = 3, plies: int = 200) -> tuple[History[Any], Any]:
    """A table at which such an action may be chosen, and the action."""
    for table in moments(MONUMENTAL, seats, plies):
        for action in table.legal_actions(table.waiting()[0]):
            if isinstance(action, kind):
                return table, action
    raise AssertionError(f"no {kind.__name__} in {plies} choices")


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_own_city_stands_there_with_what_each_slot_brings(
    size: tuple[int, int], language: Language
) -> None:
    for table in moments(MONUMENTAL, 2, 12):
        board, seat = drawn(table, size, language), table.waiting()[0]
        text, cards = "\n".join(lines(board)), table.content.card
        for number, slot in enumerate(world(table).realms[seat].city):
            assert ("slot", seat, number) in board.places
            if slot.card is not None:
                card = cards[slot.card]
                assert any(name.text(language) in text for name in (card.name, card.brief))


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_room_cards_go_by_their_whole_names(language: Language) -> None:
    """Cards of the own City and on offer, at 220x60."""
    for table in [*moments(MONUMENTAL, 3, 90)][::9]:
        board, cards = in_window(table, (220, 60), language), table.content.card
        shown = text(board)
        for slot in world(table).realms[table.waiting()[0]].city:
            for card in slot.cards():
                name = cards[card].name.text(language)
                assert name in shown or cell_width(name) > CARD
        for card in world(table).displayed():
            assert cards[card].name.text(language) in shown or cards[card].short is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_policy_has_its_whole_name_beside_the_city(language: Language) -> None:
    table = next(moments(MONUMENTAL, 2, 1))
    state = world(table)
    for name, item in table.content.civilization.items():
        realm = replace(state.realms[0], civilization=name)
        put(table, state.with_realm(0, realm))
        for window, page in (((220, 60), None), ((80, 24), "cards"), ((120, 40), "cards")):
            board = in_window(table, window, language, page=page)
            assert board.scene is not None
            for policy in item.policies:
                assert board.scene.texts.term("policy", policy) in text(board)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_active_policy_has_its_whole_name_at_80x24(language: Language) -> None:
    """Also where another is active than the first."""
    table = next(moments(MONUMENTAL, 2, 1))
    state, texts = world(table), texts_of(table, language)
    for civilization, item in table.content.civilization.items():
        for policy in item.policies:
            owned = (*item.policies[:2], policy)
            realm = replace(state.realms[0], civilization=civilization, policies=owned)
            board = in_window(put(table, state.with_realm(0, realm)), (80, 24), language)
            assert texts.term("policy", policy) in text(board)


def test_what_is_within_a_row_of_the_list_has_two_digits_on_the_board() -> None:
    """The key of the row that opens, and then the one within it, on a card with its price."""
    table = next(
        table
        for table in moments(MONUMENTAL, 3, 200)
        if sum(
            isinstance(action, AcquireCard) for action in table.legal_actions(table.waiting()[0])
        )
        > 1
        and len(table.legal_actions(table.waiting()[0])) > SHORT
    )
    board, groups = (
        in_window(table, (120, 40)),
        group_actions(table.legal_actions(table.waiting()[0])),
    )
    number, group = next(
        (number, group)
        for number, group in enumerate(groups, 1)
        if isinstance(group.actions[0], AcquireCard)
    )

    for part, action in enumerate(group.actions[:9], 1):
        assert f"‹{number}{part}›" in whole_place(board, "card", action.card)
    wide = in_window(table, (250, 70))
    for card in world(table).displayed():
        assert FULL.ellipsis not in whole_place(wide, "card", card), "the price beside its key"


def test_pointing_at_a_slot_lights_the_row_and_the_column_that_it_is_in() -> None:
    table, _ = offering(ActivateCity)
    board, seat = drawn(table), table.waiting()[0]
    board.point_at(ActivateCity(2, 3))
    assert board.cursor == ("slot", seat, 5)
    solid = {style.bgcolor for style in board.ink.backs.values()}
    lit = set()
    for place, region in board.places.items():
        strip = board.paint(region.y).crop(region.x, region.x + 1)
        if any(segment.style and segment.style.bgcolor in solid for segment in strip):
            lit.add(place)
    wanted = {("slot", seat, number) for number in (2, 3, 4, 5, 8)}
    assert lit & {("slot", seat, number) for number in range(9)} >= wanted - {board.cursor}


@pytest.mark.parametrize(
    "window", [(80, 24), (100, 30), (120, 40), (140, 45), (160, 50), (220, 60)]
)
def test_what_the_refill_discards_is_marked(window: tuple[int, int]) -> None:
    """monumental.seq.11: as many cards leave as there are players, those taken counted.

    A card that is acquired spares one of them, so they leave next, and not surely. The price keeps
    its resource, for Science buys Knowledge and Production all else.
    """
    for number, table in enumerate(moments(MONUMENTAL, 4, 151)):
        if number % 30 or not world(table).display:
            continue
        board, going = in_window(table, window), leaving(world(table))
        assert len(going) == 4 - sum(world(table).taken)
        for card in world(table).displayed():
            shown = whole_place(board, "card", card)
            assert ("leaves next" in shown) == (card in going), card
            word = table.content.card[card].paid_in.title()
            assert re.search(
                rf"\d ?({word}\b|{word[0]}\b)", shown.splitlines()[-1 - ("─" in shown)]
            ), card


def test_the_part_is_turned_to_on_which_an_action_lies() -> None:
    table, conquest = offering(Conquer)
    board = drawn(table)
    board.point_at(conquest)
    assert board.page == "map"
    assert board.cursor == ("tile", conquest.place)
    assert f"Defence {defence(world(table), conquest.place)}" in board.describe(board.cursor)

    table, policy = offering(DevelopPolicy)
    board = drawn(table)
    board.point_at(policy)
    assert board.page == "cards"


def test_everybody_has_a_page_in_small_and_a_city_in_large() -> None:
    for table in moments(MONUMENTAL, 5, 3):
        seat = table.waiting()[0]
        others = [other for other in range(5) if other != seat]
        pages = {board.page for board in parts(table, SMALL)}
        assert pages == {"city", "map", "offer", "cards"} | {f"seat.{o}" for o in others}
        board = drawn(table, LARGE)
        assert {("slot", other, 0) for other in others} <= board.places.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "window", [(80, 24), (100, 30), (120, 40), (140, 45), (160, 50), (220, 60)]
)
def test_everybody_has_points_on_the_board(window: tuple[int, int], language: Language) -> None:
    """Five players at a table with Heroes, and with Market tokens in the own supply; the leader first."""
    table = new_table(MONUMENTAL, *"ABCDE", seed=1, options={"heroes": "on", "monsters": "on"})
    seat = table.waiting()[0]
    realm = world(table).realms[seat]
    rich = replace(realm, supply=replace(realm.supply, market=("silk", "arms", "arms")))
    state = world(table).with_realm(seat, replace(rich, wonders=("petra",)))

    board = in_window(put(table, state), window, language)

    shown = text(board)
    # a Knowledge counts 1, Petra 5, and who leads a category, alone or level, has 3 more (score.2-5)
    points = {other: 12 if other == seat else 4 for other in range(5)}
    for other, count in points.items():
        assert re.search(rf"{FULL.owner(other)}{letter(other)} ?★{count}\b", shown)
    assert ("market", "silk") in board.places


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("window", [(100, 30), (120, 40), (160, 50), (220, 60)])
def test_six_kinds_of_things_that_a_rival_has_fit(
    window: tuple[int, int], language: Language
) -> None:
    table = next(moments(MONUMENTAL, 2, 1))
    rival = 1 - table.waiting()[0]
    realm = world(table).realms[rival]
    rich = replace(realm, supply=Supply(33, 33, 33, 0, 33, 33, 33))

    board = in_window(put(table, world(table).with_realm(rival, rich)), window, language)

    assert whole_place(board, "seat", rival).count("33") == 6


@pytest.mark.parametrize(
    "window", [(80, 24), (100, 30), (120, 40), (140, 45), (160, 50), (220, 60)]
)
def test_a_track_a_category_has_each_seat_at_its_points(window: tuple[int, int]) -> None:
    """A Knowledge at the start counts 1 point, Petra 5; leaders, alone or level, have 3 more."""
    table = next(moments(MONUMENTAL, 2, 1))
    seat = table.waiting()[0]
    realm = replace(world(table).realms[seat], wonders=("petra",))

    board = in_window(put(table, world(table).with_realm(seat, realm)), window)

    own, other = FULL.owner(seat), FULL.owner(1 - seat)
    shown = text(board)
    assert re.search(rf"Wonders +{other}····{own}·+ +{own} ", shown)
    assert re.search(r"Knowledge +·(●=■|■=●)·+ +(●■|■●) ", shown)
    assert re.search(r"Policies +(●=■|■=●)·+", shown)
    assert "+3" in shown
    assert "Knowledge 1+3  Wonders 5+3  Policies 0  = 12" in board.describe(("seat", seat))


def test_a_tile_in_one_line_shows_the_token_to_turn_up_and_the_one_to_take() -> None:
    table = next(moments(MONUMENTAL, 5, 1))
    board = drawn(table, SMALL, page="map")
    state = world(table)
    place = next(
        place
        for place, tile in zip(state.land.places, state.tiles, strict=True)
        if tile.site == "barbarian" and tile.resource == "books"
    )

    assert "?◦" in at_place(board, "tile", place)


def test_a_tile_in_one_line_shows_explorers_and_the_defence_to_overcome() -> None:
    """explorer.1, conquer.2: on a neutral Province where nothing else lies."""
    table = next(moments(MONUMENTAL, 5, 1))
    state = world(table)
    count = next(
        number
        for number, (place, tile) in enumerate(zip(state.land.places, state.tiles, strict=True))
        if tile.owner is None and state.land.terrain.get(place, "water") != "water"
    )
    place, tiles = state.land.places[count], list(state.tiles)
    tiles[count] = replace(tiles[count], site=None, resource=None)
    realm = replace(state.realms[0], explorers=(Explorer(place),))
    bare = replace(state.with_realm(0, realm), tiles=tuple(tiles))
    board = drawn(put(table, bare), page="map")

    assert board.scene is not None
    assert str(defence(bare, place)) in at_place(board, "tile", place)
    assert MonumentalContext(board, board.scene).symbol("explorer") in at_place(
        board, "tile", place
    )


def test_the_best_rows_and_columns_are_told_on_demand() -> None:
    table, _ = offering(ActivateCity)
    state, seat = world(table), table.waiting()[0]
    sums = sorted(
        (
            sum(yields(table.content, cards_at(state.realms[seat], action)).values())
            for action in table.legal_actions(seat)
        ),
        reverse=True,
    )

    describe = drawn(table).describe(("turn",))

    assert [int(number) for number in re.findall(r"\((\d+)\)", describe)] == sums[:3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_pointed_at_keeps_its_whole_price(language: Language) -> None:
    table, _ = offering(AcquireCard)
    board = drawn(table, SMALL, language)
    for name in (name for row in world(table).display for name in row):
        texts = lines(board)
        board.cursor = ("card", name)
        assert lines(board) == texts


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_every_tile_is_on_the_map(size: tuple[int, int]) -> None:
    for seats in range(2, 6):
        table = next(moments(MONUMENTAL, seats, 1))
        board = drawn(table, size, page="map")
        assert {("tile", place) for place in world(table).land.places} <= board.places.keys()


def test_rounds_left_are_told_where_players_alone_use_up_the_deck() -> None:
    """end.1, end.2: of 35 cards 6 lie open; three of the other 29 stay, or none in classic mode."""
    two, alone = (next(moments(MONUMENTAL, seats, 1)) for seats in (2, 1))

    assert "Round 1, at most 13 more · last round in 26 cards" in text(drawn(two))
    assert "Round 1 · last round in 29 cards" in text(drawn(alone))
    assert "Science for Knowledge, Military for conquests" in drawn(two).describe(("supply",))


@pytest.mark.parametrize("window", [(80, 24), (120, 40), (160, 50)])
def test_the_last_round_is_announced(window: tuple[int, int]) -> None:
    table = next(moments(MONUMENTAL, 3, 1))
    last = replace(world(table), last_round=world(table).round)
    for page in ("city", "map"):
        shown = text(in_window(put(table, last), window, page=page))
        assert "LAST ROUND" in shown


def test_civilizations_to_pick_tell_of_their_warlords() -> None:
    table = new_table(MONUMENTAL, "Ann", "Ben", seed=1, options={"civilizations": "chosen"})
    board: Board = drawn(table)
    text = "\n".join(lines(board))
    for civilization in table.content.civilizations:
        assert civilization.name.en in text
        assert ("civilization", civilization.id) in board.places


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_wonder_whose_completion_is_being_carried_out_has_no_price_left(
    size: tuple[int, int],
) -> None:
    """monumental.wonder.4: its effect comes before the card goes on top of the deck."""
    table = next(moments(MONUMENTAL, 2, 1))
    seat = table.waiting()[0]
    realm = world(table).realms[seat]
    wonder = next(card for card in table.content.cards if card.is_wonder)
    done = replace(realm, construction=Construction(wonder.id, len(wonder.sections)))

    page = "cards" if size == SMALL else None
    board = drawn(put(table, world(table).with_realm(seat, done)), size, page=page)

    assert at_place(board, "construction").rstrip().endswith(FULL.yes)


@pytest.mark.parametrize("size", [SMALL, LARGE, (80, 17)])
def test_the_map_names_its_tiles_and_shows_owners_by_their_signs(size: tuple[int, int]) -> None:
    """A letter and a number, such as B6, is a tile and never an army.

    It stands in the tile, or in the line above it; at the left is the letter of the row. A key is left
    out where it would take the place of the name.
    """
    for table in (next(moments(MONUMENTAL, 2, 1)), offering(Conquer, 2)[0]):
        board = drawn(table, size, page="map")
        for place in world(table).land.places:
            region = board.places["tile", place]
            assert board.paint(region.y).crop(0, region.x).text.split()[0] == place[0]
            above = board.paint(region.y - 1).crop(region.x, region.right).text if region.y else ""
            assert (at_place(board, "tile", place) + above).count(place) == 1
            owner = world(table).tile(place).owner
            if owner is not None:
                assert FULL.owner(owner) in whole_place(board, "tile", place)


def test_the_own_warlord_is_told_in_full() -> None:
    table = next(moments(MONUMENTAL, 2, 1))
    text = " ".join("\n".join(lines(drawn(table, page="cards"))).split())
    seat = table.waiting()[0]
    item = table.content.civilization[world(table).realms[seat].civilization].warlord
    assert table.content.warlord[item].text.en in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_knowledge_under_cards_of_others_has_whole_names(language: Language) -> None:
    """At 220x60 below their Cities, and on their pages."""
    table = new_table(MONUMENTAL, *"AB", seed=1)
    other = next(number for number in range(2) if number not in table.waiting())
    realm, both = world(table).realms[other], ("irrigation", "writing")
    city = realm.city_with(0, replace(realm.city[0], knowledge=both))
    put(table, world(table).with_realm(other, replace(realm, city=city)))
    names = [table.content.card[card].name.text(language) for card in both]

    for board in (
        in_window(table, (220, 60), language),
        drawn(table, LARGE, language, page=f"seat.{other}"),
    ):
        assert all(name in text(board) for name in names)


def test_knowledge_that_shares_a_line_is_told_by_name_or_by_its_number() -> None:
    """At 80x24, in a line of its own: 1 Production, 2 Production of Irrigation, 1 Science."""
    table = new_table(MONUMENTAL, "Ann", "Ben", seed=1)
    state = world(table)
    seat = table.waiting()[0]
    realm = state.realms[seat]
    slot = replace(realm.city[0], knowledge=("irrigation", "mathematics"))
    put(table, state.with_realm(seat, replace(realm, city=realm.city_with(0, slot))))

    shown = whole_place(in_window(table, (80, 24)), "slot", seat, 0)
    assert "3P 1S" in shown
    assert "+ 2 Knowledge" in shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "window", [(80, 24), (100, 30), (120, 40), (140, 45), (160, 50), (220, 60)]
)
def test_each_resource_stands_on_city_and_map_by_its_name(
    window: tuple[int, int], language: Language
) -> None:
    for number, table in enumerate(moments(MONUMENTAL, 3, 60)):
        if number % 9 or not world(table).display:
            continue
        texts = texts_of(table, language)
        for page in ("city", "map"):
            board = in_window(table, window, language, page=page)
            supply = whole_place(board, "supply")
            for resource in ("production", "science", "military", "gold", "culture"):
                assert texts.text(f"board.chip.{resource}") in supply


@pytest.mark.parametrize("language", LANGUAGES)
def test_slots_of_a_city_are_cards_with_their_yields_in_words(language: Language) -> None:
    """Double edges around a slot that was activated."""
    seen = set()
    for table in moments(MONUMENTAL, 2, 60):
        state = world(table)
        if not state.display:
            continue
        board, texts = drawn(table, LARGE, language), texts_of(table, language)
        home = table.waiting()[0]
        for number, slot in enumerate(state.realms[home].city):
            region = board.places["slot", home, number]
            rows = [board.paint(y).crop(region.x, region.right).text for y in region.line_range]
            if slot.card is None:
                continue
            seen.add(slot.activated)
            assert rows[0][0] == ("╔" if slot.activated else "┌")
            words = {texts.term("resource", name) for name in yields(state.content, slot.cards())}
            if len(words) == 1:
                assert words.pop() in rows[1]
    assert seen == {True, False}


def test_a_cursor_that_lights_nothing_draws_nothing_again() -> None:
    """A key costs a row or two; a row and column to activate are lit, so that they are drawn."""
    table, conquest = offering(Conquer)
    board = in_window(table, (160, 50))
    before = board.places
    board.point_at(conquest)
    assert board.places is before

    table, _ = offering(ActivateCity)
    board = in_window(table, (160, 50))
    before = board.places
    board.point_at(ActivateCity(2, 3))
    assert board.places is not before
