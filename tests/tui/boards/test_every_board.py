"""Every board, whatever its game: whole lines, places with words, ways to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle, groupby, product
from typing import Any

import pytest

from hako.content import THE_SHELF
from hako.engine.i18n.languages import LANGUAGES
from hako.engine.i18n.width import cell_width
from hako.engine.log.history import History
from hako.engine.rules.game import Game
from hako.engine.rules.model import Choice
from hako.engine.transcript.glossary import Glossary
from hako.tui.boards import board_of
from hako.tui.boards.board import Board
from hako.tui.boards.plain_board import PlainBoard
from hako.tui.theme.symbols import SYMBOLS
from tests.tui.boards.drawn import (
    HUGE,
    LARGE,
    LOW,
    NARROW,
    SMALL,
    drawn,
    lines,
    moments,
    parts,
    reached,
)

GAMES: tuple[Game[Any], ...] = tuple(
    game
    for game in (THE_SHELF.load(box.id) for box in THE_SHELF.boxes if THE_SHELF.is_playable(box))
    if board_of(game) is not PlainBoard
)

ID = {"en": r"\w+_\w+", "ja": "[a-z_]{3,}"}
"""Text that looks like the id of something, and not like a word of the language."""

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def tables(game: Game[Any], plies: int, every: int = 1) -> Iterator[History[Any]]:
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
@pytest.mark.parametrize("size", [NARROW, LOW, SMALL, LARGE, (100, 42), (131, 60)])
def test_every_line_is_exactly_as_wide_as_the_board(game: Game[Any], size: tuple[int, int]) -> None:
    """In each language with each set of symbols, taken in turn from moment to moment."""
    ways = cycle(product(LANGUAGES, SYMBOLS))
    for table, (language, symbols) in zip(tables(game, 25, every=4), ways, strict=False):
        for board in parts(table, size, language, symbols):
            widths = {cell_width(line) for line in lines(board)}
            assert widths == {size[0]}, (language, symbols, board.page)


@every_game
def test_a_board_grows_with_a_large_terminal(game: Game[Any]) -> None:
    """Once a game is set up, nowhere are fifteen lines left empty at 250x70."""
    for seats in (game.seats[0], game.seats[-1]):
        *_, table = moments(game, seats, 60)
        blanks = [not line.strip() for line in lines(drawn(table, HUGE))]
        assert max((len([*run]) for blank, run in groupby(blanks) if blank), default=0) < 15


@every_game
def test_every_action_has_a_place_on_a_part_of_the_board(game: Game[Any]) -> None:
    """In each size, taken in turn from moment to moment."""
    for table, size in zip(tables(game, 90, every=7), cycle((NARROW, LOW, LARGE)), strict=False):
        board = drawn(table, size)
        for action in table.legal_actions(table.waiting()[0]):
            board.point_at(action)
            assert board.cursor == board.place_of(action) in board.places, action


@every_game
def test_nothing_is_foreseen_of_an_action_that_is_refused(game: Game[Any]) -> None:
    """The cursor is where the refused action lies, or nowhere.

    Whatever was pointed at before, one that may be chosen or another that is refused.
    In a small and a large size, taken in turn from moment to moment.
    """
    refused = 0
    for table, size in zip(tables(game, 60, every=5), cycle((NARROW, LARGE)), strict=False):
        board = drawn(table, size)
        assert board.scene is not None
        step = board.scene.step
        board.point_at(table.legal_actions(table.waiting()[0])[0])
        for action, _ in step.refused(board.scene.view) if isinstance(step, Choice) else ():
            board.point_at(action)
            assert board.meant is None, action
            place = board.place_of(action)
            assert board.cursor == (place if place in board.places else None), action
            refused += 1
    assert refused


@every_game
def test_every_place_is_told_in_words(game: Game[Any]) -> None:
    """In each size and language, taken in turn from moment to moment; names of players set aside, no ids."""
    ways = cycle(product((NARROW, SMALL, LARGE), LANGUAGES))
    for table, (size, language) in zip(tables(game, 40, every=5), ways, strict=False):
        names = re.compile("|".join(re.escape(player.name) for player in table.players))
        for board in parts(table, size, language):
            untold = [place for place in board.places if not board.describe(place)]
            assert not [place for place in untold if not board.actions_at(place)]
            sub = names.sub("", " ".join(map(board.describe, board.places)))
            assert not re.findall(ID[language], sub)


@every_game
def test_a_card_on_the_board_is_told_with_its_text(game: Game[Any]) -> None:
    """Also where nothing may be chosen; a place of a card begins with its name."""
    number = 0
    for table in tables(game, 40, every=13):
        board = drawn(table)
        assert board.scene is not None
        glossary = Glossary(game, table.content, board.scene.texts)
        for line in map(board.describe, board.places):
            for name, texts in named(glossary, line):
                assert any(text in line for text in texts), (name, line)
                number += 1
    assert number


def named(glossary: Glossary, line: str) -> Iterator[tuple[str, list[str]]]:
    """The names with which a sentence begins as a card's does, and the texts of each."""
    for name in {thing.name for thing in glossary.things if thing.text}:
        if line.startswith((f"{name}:", f"{name} (")):
            entries = [thing for thing in glossary.things if thing.name == name]
            yield name, [text for thing in entries for text in thing.text.split(" / ") if text]


@every_game
def test_arrows_lead_to_every_place(game: Game[Any]) -> None:
    """In each size, taken in turn from moment to moment."""
    for table, size in zip(tables(game, 31, every=10), cycle((NARROW, SMALL, LARGE)), strict=False):
        for board in parts(table, size):
            assert reached(board) == board.places.keys()


@every_game
def test_arrows_lead_on_from_what_is_no_longer_there(game: Game[Any]) -> None:
    """Such as a card that was just played."""
    for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        board = drawn(next(tables(game, 1)))
        board.set_reactive(Board.cursor, ("no", "such", "place"))
        board.action_move(right, down)
        assert board.cursor in board.places
