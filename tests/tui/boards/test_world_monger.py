"""The board of World Monger: every civilization in sight, in every size and language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from hako.content import load
from hako.content.world_monger.actions import BuyShare
from hako.content.world_monger.state import net_worth, quote
from hako.engine.chance import Chance
from hako.engine.table import Table
from hako.engine.telling import texts_of
from hako.engine.text import LANGUAGES, Language
from hako.tui.boards import board_of
from hako.tui.boards.board import Board
from hako.tui.scene import scene_of
from hako.tui.styles import styles_of
from hako.tui.symbols import FULL, SYMBOLS, SymbolSet
from tests.tui.tables import new_table

LOW, SMALL, LARGE = (80, 12), (80, 13), (104, 45)
WORLD_MONGER = load("world_monger")
NAMES = ("Ann", "葉子", "Catherine-Elisabeth", "Dan", "Eve", "Fay")


def drawn(
    table: Table[Any],
    size: tuple[int, int] = SMALL,
    language: Language = "en",
    symbols: SymbolSet = "full",
) -> Board:
    """The board as the seat sees it that has to choose, without an app around it."""
    seat = table.waiting()[0]
    board = board_of("world_monger")()
    board.columns, board.rows = size
    board.dress(styles_of("hako-dark"), SYMBOLS[symbols])
    scene = scene_of(table, table.moments[table.head], seat, texts_of(table, language), seat)
    board.set_reactive(Board.scene, scene)
    board.redraw()
    return board


def lines(board: Board) -> list[str]:
    return [board.paint(index).text for index in range(board.count())]


def moments(
    seats: int, plies: int = 40, options: dict[str, str] | None = None
) -> Iterator[Table[Any]]:
    """A table at every choice of a game in which anything is chosen."""
    table = new_table(WORLD_MONGER, *NAMES[:seats], seed=seats, options=options)
    for ply in range(plies):
        if not table.waiting():
            return
        yield table
        seat = table.waiting()[0]
        table.play(seat, Chance(seats, ply).cards.choice(table.legal_actions(seat)))


@pytest.mark.parametrize("size", [LOW, SMALL, LARGE, (100, 42), (131, 60)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("symbols", ["full", "narrow", "ascii"])
def test_every_line_is_exactly_as_wide_as_the_board(
    size: tuple[int, int], language: Language, symbols: SymbolSet
) -> None:
    for seats in (2, 4, 6):
        for table in moments(seats, 15):
            board = drawn(table, size, language, symbols)
            assert {cell_len(line) for line in lines(board)} == {size[0]}


@pytest.mark.parametrize("size", [LOW, LARGE])
@pytest.mark.parametrize("options", [{}, {"civilizations": "chosen"}])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_has_a_place_on_the_board(
    size: tuple[int, int], options: dict[str, str], language: Language
) -> None:
    for seats in (3, 6):
        for table in moments(seats, 90, options):
            board = drawn(table, size, language)
            for action in table.legal_actions(table.waiting()[0]):
                assert board.place_of(action) in board.places, action


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_is_told_in_words(language: Language) -> None:
    for table in moments(5, 40, {"civilizations": "chosen"}):
        for size in (SMALL, LARGE):
            board = drawn(table, size, language)
            assert all(board.describe(place) for place in board.places)


@pytest.mark.parametrize("size", [LOW, SMALL, LARGE])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 6])
def test_all_civilizations_are_in_sight_with_whole_names(
    size: tuple[int, int], language: Language, seats: int
) -> None:
    for table in moments(seats, 30):
        board = drawn(table, size, language)
        text, texts = "\n".join(lines(board)), texts_of(table, language)
        for its in table.state.civilizations:
            assert texts.term("civilization", its.id) in text
            assert ("civilization", its.id) in board.places
            assert all(("held", its.id, seat) in board.places for seat in range(seats))


@pytest.mark.parametrize("language", LANGUAGES)
def test_eighty_columns_cut_nothing(language: Language) -> None:
    for seats in (2, 4, 6):
        for table in moments(seats, 90):
            assert FULL.ellipsis not in "".join(lines(drawn(table, LOW, language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_supply_and_its_counts_stand_in_one_line(language: Language) -> None:
    for table in moments(6, 60):
        texts = texts_of(table, language)
        label = texts.say("board.supply")
        (supply,) = [line for line in lines(drawn(table, LOW, language)) if f" {label} " in line]
        for pile in table.state.supply:
            assert f"{texts.term('short_card', pile.card)}{pile.left}" in supply


@pytest.mark.parametrize("size", [LOW, LARGE])
def test_price_coins_and_net_worth_are_those_of_the_table(size: tuple[int, int]) -> None:
    for table in moments(3, 30):
        text = "\n".join(lines(drawn(table, size)))
        shown = [line.split() for line in text.splitlines()]
        worth = next(words for words in shown if words[:2] == ["Net", "worth"])
        assert worth[2:5] == [str(net_worth(table.state, seat)) for seat in range(3)]
        for place, its in enumerate(table.state.civilizations):
            board = drawn(table, size)
            y = board.places["civilization", its.id].y + (size == LARGE)
            assert f" {quote(table.state, place)} " in lines(board)[y]


@pytest.mark.parametrize("size", [LOW, LARGE])
def test_end_values_stand_in_the_place_of_prices(size: tuple[int, int]) -> None:
    """world_monger.end.4: Shares are cashed at these."""
    *_, table = moments(3, 30)
    moment, values = table.moments[table.head], (41, 42, 43, 44)
    table.moments[table.head] = replace(moment, state=replace(table.state, end_values=values))

    text = "\n".join(lines(drawn(table, size)))

    assert all(f" {value} " in text for value in values)


def test_a_bought_share_is_told_at_its_holder() -> None:
    for table in moments(4, 60):
        seat = table.waiting()[0]
        buys = [a for a in table.legal_actions(seat) if isinstance(a, BuyShare)]
        if buys:
            break
    name = buys[0].civilization
    before = table.state.civilization(name).shares[seat]

    table.play(seat, buys[0])

    told = drawn(table).describe(("held", name, seat))
    assert f"holds {before + 1} of" in told


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_arrows_lead_to_every_place(size: tuple[int, int]) -> None:
    *_, table = moments(4, 20)
    board = drawn(table, size)
    reached, new = set(), {board.cursor}
    while new:
        reached |= new
        before, new = new, set()
        for place in before:
            for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                board.set_reactive(Board.cursor, place)
                ahead = board.ahead(*step)
                new |= {ahead} - reached - {None}

    assert reached == board.places.keys()
