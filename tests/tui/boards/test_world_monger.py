"""The board of World Monger: every civilization in sight, in every size and language."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hako.content import load
from hako.content.world_monger.actions import BuyShare
from hako.content.world_monger.heuristics import expected_price, net_worth
from hako.content.world_monger.state import quote
from hako.engine.i18n.lazy_text import LANGUAGES, Language
from hako.engine.transcript.sentences import texts_of
from hako.tui.theme.symbols import FULL
from tests.tui.boards.drawn import LARGE, LOW, NARROW, SMALL, at_place, drawn, lines, moments, put

WORLD_MONGER = load("world_monger")


@pytest.mark.parametrize("size", [LOW, SMALL, LARGE])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 6])
def test_all_civilizations_are_in_sight_with_whole_names(
    size: tuple[int, int], language: Language, seats: int
) -> None:
    for table in moments(WORLD_MONGER, seats, 30):
        board = drawn(table, size, language)
        text, texts = "\n".join(lines(board)), texts_of(table, language)
        for its in table.state.civilizations:
            assert texts.term("civilization", its.id) in text
            assert ("civilization", its.id) in board.places
            holders = [seat for seat in range(seats) if its.shares[seat] or size == LARGE]
            assert all(("held", its.id, seat) in board.places for seat in holders)


@pytest.mark.parametrize("ledger", ["off", "on"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_eighty_columns_cut_nothing(language: Language, ledger: str) -> None:
    for seats in (2, 4, 6):
        for table in moments(WORLD_MONGER, seats, 90, {"ledger": ledger}):
            assert FULL.ellipsis not in "".join(lines(drawn(table, LOW, language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_supply_and_its_counts_stand_in_one_line(language: Language) -> None:
    for table in moments(WORLD_MONGER, 6, 60):
        texts = texts_of(table, language)
        label = texts.text("board.supply")
        (supply,) = [line for line in lines(drawn(table, LOW, language)) if f" {label} " in line]
        for pile in table.state.supply:
            assert f"{texts.term('short_card', pile.card)}{pile.left}" in supply


@pytest.mark.parametrize("size", [LOW, LARGE])
def test_price_coins_and_net_worth_are_those_of_the_table(size: tuple[int, int]) -> None:
    for table in moments(WORLD_MONGER, 3, 30):
        text = "\n".join(lines(drawn(table, size)))
        shown = [line.split() for line in text.splitlines()]
        worth = next(words for words in shown if words[:2] == ["Net", "worth"])
        figures = [word for word in worth[2:] if word.isdecimal()]
        assert figures == [str(net_worth(table.state, seat)) for seat in range(3)]
        for place, its in enumerate(table.state.civilizations):
            board = drawn(table, size)
            y = board.places["civilization", its.id].y + (size == LARGE)
            price = quote(table.state, place)
            assert f" {price}{'' if size == LARGE else '$'} " in lines(board)[y]


@pytest.mark.parametrize("size", [LOW, LARGE])
def test_end_values_stand_in_the_place_of_prices(size: tuple[int, int]) -> None:
    """world_monger.end.4: Shares are cashed at these."""
    *_, table = moments(WORLD_MONGER, 3, 30)
    values = (41, 42, 43, 44)

    text = "\n".join(lines(drawn(put(table, replace(table.state, end_values=values)), size)))

    assert all(f" {value}{'' if size == LARGE else '$'} " in text for value in values)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [LOW, LARGE])
@pytest.mark.parametrize("seats", [3, 6])
def test_a_ledger_tells_the_expected_price_beside_each_civilization(
    size: tuple[int, int], language: Language, seats: int
) -> None:
    *_, table = moments(WORLD_MONGER, seats, 30, {"ledger": "on"})
    board = drawn(table, size, language)
    for its in table.state.civilizations:
        expected = f"{expected_price(table.state, its.owned()):.1f}"
        y = board.places["civilization", its.id].y + (size == LOW)
        assert expected in lines(board)[y]
        assert expected in board.describe(("civilization", its.id))


@pytest.mark.parametrize("size", [LOW, LARGE])
def test_without_a_ledger_one_keeps_count_oneself(size: tuple[int, int]) -> None:
    *_, table = moments(WORLD_MONGER, 3, 30)
    assert "~" not in "".join(lines(drawn(table, size)))
    assert "expected" not in "".join(lines(drawn(table, size)))


def test_a_bought_share_is_told_at_its_holder() -> None:
    for table in moments(WORLD_MONGER, 4, 60):
        seat = table.waiting()[0]
        buys = [a for a in table.legal_actions(seat) if isinstance(a, BuyShare)]
        if buys:
            break
    name = buys[0].civilization
    before = table.state.civilization(name).shares[seat]

    table.play(seat, buys[0])

    told = drawn(table).describe(("held", name, seat))
    assert f"has {before + 1} of" in told


@pytest.mark.parametrize("size", [NARROW, SMALL, (120, 28)])
def test_prices_are_a_ladder_and_shares_lie_before_their_holders(size: tuple[int, int]) -> None:
    """On one scale for all: half the price is half as high. As many signs as Shares."""
    *_, table = moments(WORLD_MONGER, 4, 80)
    world = replace(table.state, prices=((8, 6, 4, 2), (2, 4, 6, 8)))
    board = drawn(put(table, world), size)
    for its, ladder in zip(world.civilizations, ("█▂", "▆▄", "▄▆", "▂█"), strict=True):
        assert ladder in lines(board)[board.places["civilization", its.id].y]
        for seat in filter(its.shares.__getitem__, world.seats):
            assert at_place(board, "held", its.id, seat) == FULL.owner(seat) * its.shares[seat]


@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_have_heads_and_cards_their_whole_names(language: Language) -> None:
    """At 80x24 in the supply and where they lie; in wider terminals everywhere."""
    *_, table = moments(WORLD_MONGER, 3, 40)
    texts = texts_of(table, language)
    board = drawn(table, SMALL, language)
    cards = {place[1] for place in board.places if isinstance(place, tuple) and place[0] == "pile"}
    wide = "\n".join(lines(drawn(table, (120, 28), language)))

    for head in ("price", "rounds", "shares", "deck", "grows"):
        assert texts.text(f"board.head.{head}") in lines(board)[1]
    assert f"{texts.text('board.dividend')}¢" in lines(board)[1], (
        "a sign is explained where it stands"
    )
    assert texts.text("board.head.top") in wide
    assert len(cards) == 9
    for card in cards:
        assert texts.term("card", card) in "".join(lines(board))
    for civilization in table.content.civilization:
        if texts.term("civilization", civilization) in wide:
            grows = table.content.civilization[civilization].feature_culture
            assert f"⚘{texts.term('card', grows)}" in wide
