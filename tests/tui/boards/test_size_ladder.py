"""Ladders: the larger the room, the larger the step, and no step shows less than the one before."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

import pytest

from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.rules.game import Game
from hako.tui.boards import board_of
from hako.tui.boards.size_ladder import BoardStep, step_for, with_facts
from hako.tui.boards.window_regions import FrameNeeds, frame
from hako.tui.theme.symbols import FULL
from tests.tui.boards.drawn import NAMES, drawn, lines, moments
from tests.tui.boards.test_every_board import GAMES

LADDERS = [game for game in GAMES if board_of(game).ladder]

every_ladder = pytest.mark.parametrize("game", LADDERS, ids=lambda game: game.id)


def test_the_largest_step_that_fits_is_chosen() -> None:
    ladder = [
        BoardStep(name="S", columns=80, rows=13),
        BoardStep(name="M", columns=65, rows=28),
        BoardStep(name="L", columns=106, rows=48),
    ]
    regions = [(80, 13), (65, 28), (64, 28), (105, 48), (106, 47), (106, 48), (300, 99), (10, 5)]
    assert [step_for(ladder, *region).name for region in regions] == [
        "S", "M", "S", "M", "M", "L", "L", "S",
    ]  # fmt: skip


def test_facts_of_a_step_are_those_of_all_steps_before_and_its_own() -> None:
    assert with_facts("price, deck", "", "who decides") == [
        {"price", "deck"},
        {"price", "deck"},
        {"price", "deck", "who decides"},
    ]


@every_ladder
def test_more_room_never_gives_a_smaller_step(game: Game[Any]) -> None:
    ladder = board_of(game).ladder
    for columns in range(60, 261):
        for rows in range(10, 76):
            at = ladder.index(step_for(ladder, columns, rows))
            assert ladder.index(step_for(ladder, columns + 1, rows)) >= at
            assert ladder.index(step_for(ladder, columns, rows + 1)) >= at


@every_ladder
def test_a_larger_window_never_has_a_smaller_step(game: Game[Any]) -> None:
    """Windows from 80x24 to 260x75, with the fewest and the most seats; all of them by `make windows`."""
    board_class = board_of(game)
    ladder = board_class.ladder

    def step(width: int, height: int, seats: int) -> int:
        needs = FrameNeeds(ladder, board_class.shape, seats, board_class.has_own_seats)
        region = frame(width, height, needs).board
        return ladder.index(step_for(ladder, region.width, region.height))

    for seats in (game.seats[0], game.seats[-1]):
        for width, height in windows():
            at = step(width, height, seats)
            assert step(width + 1, height, seats) >= at, (width, height)
            assert step(width, height + 1, seats) >= at, (width, height)


def windows(stride: int = 3) -> Iterator[tuple[int, int]]:
    """Sizes of windows from 80x24 on: some of them, or all, where HAKO_WINDOWS is set."""
    stride = 1 if "HAKO_WINDOWS" in os.environ else stride
    return product(range(80, 261, stride), range(24, 76, stride))


@every_ladder
def test_a_larger_step_shows_all_facts_of_the_smaller_one(game: Game[Any]) -> None:
    ladder = board_of(game).ladder
    assert len(ladder) >= 5
    assert ladder[0].facts
    for smaller, larger in pairwise(ladder):
        assert smaller.facts <= larger.facts
        assert smaller.rows <= larger.rows


@every_ladder
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_step_cuts_a_word_or_hides_a_row(game: Game[Any], language: Language) -> None:
    """With the fewest and the most seats, at some moments of a game; names of players set aside."""
    for seats in (game.seats[0], game.seats[-1]):
        for number, table in enumerate(moments(game, seats, 70)):
            for step in board_of(game).ladder if number % 7 == 0 else ():
                board = drawn(table, (step.columns, step.rows), language)
                text = lines(board)
                assert len(text) == step.rows, (step.name, number)
                assert FULL.ellipsis not in NAMED.sub("", "\n".join(text)), (step.name, number)


@every_ladder
@pytest.mark.parametrize("language", LANGUAGES)
def test_in_no_window_is_a_word_cut_or_a_quarter_empty_while_a_larger_step_fits(
    game: Game[Any], language: Language
) -> None:
    """Windows from 80x24 to 260x75, with the fewest and the most seats; names of players set aside."""
    board_class = board_of(game)
    for seats in (game.seats[0], game.seats[-1]):
        *_, table = moments(game, seats, 45)
        needs = FrameNeeds(board_class.ladder, board_class.shape, seats, board_class.has_own_seats)
        for width, height in windows(stride=17):
            region = frame(width, height, needs).board
            board = drawn(table, (region.width, region.height), language)
            shown = NAMED.sub("", "\n".join(lines(board)))
            assert FULL.ellipsis not in shown, (width, height)
            step = step_for(board_class.ladder, region.width, region.height)
            larger = board_class.ladder[board_class.ladder.index(step) + 1 :]
            assert not any(one.fits(region.width, region.height) for one in larger)


NAMED = re.compile("|".join(f"{name[:3]}\\w*(-\\w*)?…\\w*" for name in NAMES if len(name) > 3))
"""A shortened name of a player."""
