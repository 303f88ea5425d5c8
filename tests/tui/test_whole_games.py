"""Whole games on screen, from the first choice to the end, by keys alone and by mouse alone."""

from __future__ import annotations

from typing import Any

from textual.geometry import Offset
from textual.pilot import Pilot

from hako.content.flip_city import GAME as FLIP_CITY
from hako.content.quo_vadis import GAME as QUO_VADIS
from hako.engine.log.history import History
from hako.engine.rules.chance import Chance
from hako.tui.boards import Board
from hako.tui.screens.game_over import GameOverScreen
from hako.tui.widgets.action_list import ActionList
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.tui.tables import assert_aligned, at, new_table, press, screen_of, settled

MOST_CHOICES = 400


async def take_hints(pilot: Pilot[None], table: History[Any]) -> None:
    """Play what is suggested, with two keys a move, until the game is over."""
    for _ in range(MOST_CHOICES):
        if table.outcome is not None:
            return
        await press(pilot, "h", "enter")


async def click_twice(pilot: Pilot[None], offset: Offset, on: type[ActionList | Board]) -> None:
    for _ in range(2):
        await pilot.click(on, offset=offset)
        await settled(pilot)


async def test_flip_city_against_a_bot_by_keys_alone() -> None:
    table = new_table(FLIP_CITY, "Ann", "bot:greedy", seed=5)
    async with at(table) as pilot:
        await take_hints(pilot, table)

        assert table.outcome is not None
        assert isinstance(pilot.app.screen, GameOverScreen)


async def test_flip_city_alone_by_keys_in_japanese() -> None:
    table = new_table(FLIP_CITY, "葉子", seed=4)
    async with at(table, language="ja") as pilot:
        await take_hints(pilot, table)

        assert table.outcome is not None


async def test_flip_city_around_one_keyboard_with_digits() -> None:
    """Each plays the first action that there is: so nobody ever wins soon, but all is legal."""
    table = new_table(FLIP_CITY, "Ann", "Ben", seed=2)
    async with at(table, size=(160, 50)) as pilot:
        for _ in range(30):
            before = table.line
            await press(pilot, "1")
            assert table.line > before
        assert_aligned(pilot)


async def test_flip_city_by_mouse_alone_in_the_list() -> None:
    table = new_table(FLIP_CITY, "Ann", "bot:random", seed=3)
    async with at(table) as pilot:
        for _ in range(20):
            before = table.line
            await pilot.click(ActionList, offset=(10, 1))
            await settled(pilot)
            if table.line == before:
                await pilot.click(ActionList, offset=(10, 1))
                await settled(pilot)
            assert table.line > before


async def test_flip_city_by_mouse_alone_on_the_board() -> None:
    table = new_table(FLIP_CITY, "Ann", "Ben", seed=3)
    async with at(table) as pilot:
        for _ in range(20):
            board = screen_of(pilot).view.board
            before = table.line
            action = table.legal_actions(table.waiting()[0])[0]
            place = board.places[board.place_of(action)]
            for _ in range(2):
                if table.line == before:
                    await pilot.click("#board", offset=place.offset)
                    await settled(pilot)
            assert table.line > before


async def test_quo_vadis_by_mouse_alone_on_the_map() -> None:
    """A click points at a place, the right button turns to what is meant, another click plays it."""
    table = new_table(QUO_VADIS, "Ann", "bot:random", "bot:random", seed=3)
    async with at(table, [0]) as pilot:
        board = screen_of(pilot).view.board
        for number in range(18):
            action = Chance(9, number).cards.choice(table.legal_actions(0))
            place, before = board.place_of(action), table.line
            await pilot.click("#board", offset=board.places[place].offset)
            assert board.cursor == place
            while board.meant != action:
                await pilot.click("#board", offset=board.places[place].offset, button=3)
            await pilot.click("#board", offset=board.places[place].offset)
            await settled(pilot)
            assert table.line > before
        assert_aligned(pilot)


async def test_tic_tac_toe_by_mouse_alone_to_the_end() -> None:
    table = new_table(TIC_TAC_TOE, "Ann", "bot:random", seed=2)
    async with at(table) as pilot:
        while table.outcome is None:
            before = table.line
            for _ in range(2):
                if table.line == before:
                    await pilot.click(ActionList, offset=(6, 1))
                    await settled(pilot)

        assert isinstance(pilot.app.screen, GameOverScreen)
