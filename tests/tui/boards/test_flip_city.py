"""The board of Flip City: everything a good player counts is on it, in every size and language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from rich.cells import cell_len

from hako.content import load
from hako.engine.chance import Chance
from hako.engine.table import Table
from hako.engine.telling import texts_of
from hako.engine.text import Language
from hako.tui.boards import board_of
from hako.tui.boards.board import Board
from hako.tui.scene import scene_of
from hako.tui.styles import styles_of
from hako.tui.symbols import SYMBOLS, SymbolSet
from tests.tui.tables import new_table

SMALL, LARGE = (80, 12), (104, 45)
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


@pytest.mark.parametrize("size", [SMALL, LARGE, (100, 40), (131, 60)])
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
        text = " ".join(lines(drawn(table, size))[:2])
        assert f"${turn.money}" in text
        assert f"{turn.points}/8" in text
        assert f"{turn.unhappy}/{turn.limit}" in text


def test_eighty_columns_show_all_cards_of_a_pile_of_names_without_cutting() -> None:
    for seats in (2, 3, 4):
        for table in moments(seats, 60, {"office": "on"}):
            assert not any("…" in line for line in lines(drawn(table)) if "Supply" in line)
