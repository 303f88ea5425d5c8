"""The board of Flip City: everything a good player counts is on it, in every size and language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from hako.content import load
from hako.content.flip_city.actions import PlayTop
from hako.engine.chance import Chance
from hako.engine.table import Table
from hako.engine.telling import texts_of
from hako.engine.text import Language
from hako.tui.boards import board_of
from hako.tui.boards.board import Board
from hako.tui.scene import scene_of
from hako.tui.styles import styles_of
from hako.tui.symbols import FULL, SYMBOLS, SymbolSet
from tests.rules.flip_city.table import at
from tests.tui.tables import new_table

SMALL, LARGE = (80, 13), (104, 45)
FLIP_CITY = load("flip_city")


def drawn(
    table: Table[Any],
    size: tuple[int, int] = SMALL,
    language: Language = "en",
    symbols: SymbolSet = "full",
) -> Board:
    """The board as the seat sees it that has to choose, without an app around it."""
    seat = table.waiting()[0]
    board = board_of("flip_city")()
    board.columns, board.rows = size
    board.dress(styles_of("hako-dark"), SYMBOLS[symbols])
    scene = scene_of(table, table.moments[table.head], seat, texts_of(table, language), seat)
    board.set_reactive(Board.scene, scene)
    board.redraw()
    return board


def turned(table: Table[Any], line: str, *, build: bool = False) -> Table[Any]:
    """The table with the first seat's turn as in that line; see tests.rules.flip_city.table."""
    moment = table.moments[table.head]
    table.moments[table.head] = replace(moment, state=at(line, build=build).city)
    return table


def lines(board: Board) -> list[str]:
    return [board.paint(index).text for index in range(board.count())]


def moments(
    seats: int, plies: int = 60, options: dict[str, str] | None = None
) -> Iterator[Table[Any]]:
    """A table at every choice of a game in which anything is chosen."""
    names = ("Ann", "葉子", "Catherine-Elisabeth", "Dan")[:seats]
    table = new_table(FLIP_CITY, *names, seed=seats, options=options)
    for ply in range(plies):
        if not table.waiting():
            return
        yield table
        seat = table.waiting()[0]
        table.play(seat, Chance(seats, ply).cards.choice(table.legal_actions(seat)))


@pytest.mark.parametrize("size", [(80, 12), SMALL, LARGE, (100, 42), (131, 60)])
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("symbols", ["full", "ascii"])
def test_every_line_is_exactly_as_wide_as_the_board(
    size: tuple[int, int], language: Language, symbols: SymbolSet
) -> None:
    for seats in (1, 2, 4):
        for table in moments(seats, 30):
            board = drawn(table, size, language, symbols)
            assert {cell_len(line) for line in lines(board)} == {size[0]}


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("options", [{}, {"office": "on"}])
def test_every_action_has_a_place_on_the_board(
    size: tuple[int, int], options: dict[str, str]
) -> None:
    for seats in (2, 4):
        for table in moments(seats, options=options):
            board = drawn(table, size)
            for action in table.legal_actions(table.waiting()[0]):
                assert board.place_of(action) in board.places, action


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_place_is_told_in_words(language: Language) -> None:
    for table in moments(3, 40):
        for size in (SMALL, LARGE):
            board = drawn(table, size, language)
            assert all(board.describe(place) for place in board.places)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_what_the_turn_has_brought_stands_on_top(size: tuple[int, int]) -> None:
    for table in moments(2, 30):
        turn = table.state.turn
        text = " ".join(lines(drawn(table, size))[:3])
        assert f"${turn.money}" in text
        assert f"{turn.points}/8" in text
        assert f"{turn.unhappy}/{turn.limit}" in text


@pytest.mark.parametrize("language", ["en", "ja"])
def test_eighty_columns_show_the_whole_supply_with_prices_uncut(language: Language) -> None:
    for seats in (2, 3, 4):
        for table in moments(seats, 60, {"office": "on"}):
            board = drawn(table, SMALL, language)
            label = board.scene.texts.say("board.supply") if board.scene else ""
            (supply,) = [line for line in lines(board) if line.startswith(f" {label}")]
            assert supply.count(FULL.times) == 5
            assert supply.count(FULL.upgrade) == 5
            assert FULL.ellipsis not in supply


def test_what_the_money_pays_for_stands_out_and_is_named() -> None:
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), "C | - | K K | $6 0 0/3 1", build=True)

    assert "Buys  Mal $6  Fac $5  Par $5  Hos $4" in " ".join(lines(drawn(table)))


def test_the_chances_of_a_bust_are_those_of_the_cards_that_may_come() -> None:
    """After C at 2/3 the next card is R, forced, in 1 of 3 cases."""
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), "C R F F | U | A A | $2 0 2/3 1")

    text = " ".join(lines(drawn(table)))
    assert "this card 0%  two cards 33%" in text
    assert "until a stop 33%  recycling first 0%" in text


def test_a_bust_is_told_on_the_board_of_the_next_turn() -> None:
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), "R C | - | A A | $2 0 2/3 1")

    table.play(0, PlayTop())

    assert "Ann busts: unhappy 3/3." in " ".join(lines(drawn(table)))


def test_eighteen_cards_of_a_city_are_all_in_sight() -> None:
    played = "C U U H U F F K M H A R F F C M K"
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), f"R F | - | {played} | $29 5 4/6 5")

    for size in (SMALL, LARGE):
        board = drawn(table, size)
        assert {("city", number) for number in range(17)} <= board.places.keys()


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_arrows_lead_to_every_place(size: tuple[int, int]) -> None:
    table = new_table(FLIP_CITY, "Ann", "Ben", "Cleo")
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
