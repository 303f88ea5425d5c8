"""What every board keeps to, whatever its game: whole lines, places with words, ways to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from rich.cells import cell_len

from hako.content import THE_SHELF
from hako.engine.log.table import Table
from hako.engine.rules.game import Game
from hako.engine.words.note import LANGUAGES, Language
from hako.tui.boards import board_of
from hako.tui.boards.plain import PlainBoard
from hako.tui.looks.symbols import SymbolSet
from tests.tui.boards.drawn import LARGE, LOW, SMALL, drawn, lines, moments, pages, reached

GAMES: tuple[Game[Any], ...] = tuple(
    THE_SHELF.load(box.id)
    for box in THE_SHELF.boxes
    if THE_SHELF.is_playable(box) and board_of(box.id) is not PlainBoard
)

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def tables(game: Game[Any], plies: int, every: int = 1) -> Iterator[Table[Any]]:
    """The smallest and the largest table, plain and with all options, at some of their moments."""
    for seats in (game.seats[0], game.seats[-1]):
        others = {
            option.key: option.allowed(seats)[-1]
            for option in game.options
            if len(option.allowed(seats)) > 1
        }
        for options in ({}, others):
            for number, table in enumerate(moments(game, seats, plies, options)):
                if number % every == 0:
                    yield table


@every_game
@every_language
@pytest.mark.parametrize("size", [LOW, SMALL, LARGE, (100, 42), (131, 60)])
@pytest.mark.parametrize("symbols", ["full", "narrow", "ascii"])
def test_every_line_is_exactly_as_wide_as_the_board(
    game: Game[Any], size: tuple[int, int], language: Language, symbols: SymbolSet
) -> None:
    for table in tables(game, 25, every=6):
        for page in pages(table, size, language):
            board = drawn(table, size, language, symbols, page)
            assert {cell_len(line) for line in lines(board)} == {size[0]}


@every_game
@pytest.mark.parametrize("size", [LOW, LARGE])
def test_every_action_has_a_place_on_a_part_of_the_board(
    game: Game[Any], size: tuple[int, int]
) -> None:
    for table in tables(game, 90, every=9):
        board = drawn(table, size)
        for action in table.legal_actions(table.waiting()[0]):
            board.point_at(action)
            assert board.cursor == board.place_of(action) in board.places, action


@every_game
@every_language
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_every_place_is_told_in_words(
    game: Game[Any], size: tuple[int, int], language: Language
) -> None:
    for table in tables(game, 40, every=8):
        for page in pages(table, size, language):
            board = drawn(table, size, language, page=page)
            untold = [place for place in board.places if not board.describe(place)]
            assert not [place for place in untold if not board.actions_at(place)]


@every_game
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_arrows_lead_to_every_place(game: Game[Any], size: tuple[int, int]) -> None:
    for table in tables(game, 31, every=15):
        for page in pages(table, size):
            board = drawn(table, size, page=page)
            assert reached(board) == board.places.keys()
