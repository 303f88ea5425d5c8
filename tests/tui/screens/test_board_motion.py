"""Motion on the board of a table: what ends it, where it is not painted, and when nothing moves."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot

from hako.content import load
from hako.content.flip_city.actions import PlayTop
from hako.engine.log.history import History
from hako.multiplayer.accounts.settings import MotionChoice, Settings
from hako.tui.apps.game_app import GameApp
from hako.tui.motion.player import MotionPlayer
from hako.tui.screens.table.features.board_motion import BoardMotion
from hako.tui.screens.table.replay import ReplayScreen
from hako.tui.terminal.capabilities import TerminalCapabilities
from hako.tui.theme.appearance import motion_of
from tests.tui.tables import OneTable, lines, new_table, painted, press, screen_of, settled


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of all frames, in one place that a test can set."""
    values = [100.0]
    monkeypatch.setattr(MotionPlayer, "clock", lambda: values[0])
    return values


@asynccontextmanager
async def moving(
    motion: MotionChoice = "full",
    *,
    terminal: TerminalCapabilities | None = None,
    seats: tuple[int, ...] = (1,),
) -> AsyncIterator[tuple[Pilot[None], History[Any], MotionPlayer]]:
    """Ben looks on while Ann plays her cards; nothing opens by itself."""
    table = new_table(load("flip_city"), "Ann", "Ben", seed=2)
    settings = Settings(bot_speed="at_once", motion=motion, recap="never")
    async with OneTable(table, seats, settings, terminal).run_test(size=(100, 40)) as pilot:
        await settled(pilot)
        yield pilot, table, screen_of(pilot).features.of(BoardMotion).player


async def play(pilot: Pilot[None], table: History[Any]) -> None:
    table.play(0, PlayTop())
    await settled(pilot)


def is_moving(player: MotionPlayer) -> bool:
    """True while the player shows frames."""
    return player.is_moving


def heavy(pilot: Pilot[None]) -> int:
    """The number of heavy corners on the board."""
    return "".join(lines(screen_of(pilot).view.board)).count("┏")


async def test_a_card_that_is_played_moves_over_the_board_that_shows_it_already(
    now: list[float],
) -> None:
    async with moving() as (pilot, table, player):
        await play(pilot, table)
        assert is_moving(player)
        before = lines(screen_of(pilot).view.board)
        now[0] += 0.24
        player.show()
        assert heavy(pilot) == 1
        now[0] += 0.32
        player.show()  # the card, 240 ms, and the money that it brings, 480 ms
        after = lines(screen_of(pilot).view.board)
        assert not is_moving(player)
        assert heavy(pilot) == 0
        assert before != after


@pytest.mark.parametrize("key", ["f2", "w", "down", "tab"])
async def test_any_key_ends_it_and_does_what_it_does(now: list[float], key: str) -> None:
    async with moving() as (pilot, table, player):
        await play(pilot, table)
        now[0] += 0.16
        player.show()
        assert heavy(pilot) == 1
        await pilot.press(key)
        await settled(pilot)
        assert not is_moving(player)
        assert heavy(pilot) == 0
        if key == "f2":
            assert "町" in "".join(painted(pilot)) or "カード" in "".join(painted(pilot))


async def test_a_play_in_the_middle_of_it_is_not_lost(now: list[float]) -> None:
    """Ann plays her first card, and the next one while it moves."""
    async with moving(seats=(0,)) as (pilot, table, player):
        await press(pilot, "1")
        assert is_moving(player)
        await press(pilot, "1")
        assert len(table.state.boards[0].city) == 2


async def test_a_click_and_another_size_end_it(now: list[float]) -> None:
    async with moving() as (pilot, table, player):
        await play(pilot, table)
        await pilot.click("Prompt")
        assert not is_moving(player)
        await play(pilot, table)
        assert is_moving(player)
        await pilot.resize_terminal(90, 34)
        await settled(pilot)
        assert not is_moving(player)


async def test_a_timer_that_ran_out_before_the_end_shows_no_further_frame(
    now: list[float],
) -> None:
    async with moving() as (pilot, table, player):
        await play(pilot, table)
        now[0] += 0.24
        player.end()
        player.show()
        assert heavy(pilot) == 0
        assert not is_moving(player)


async def test_the_place_at_the_cursor_is_never_painted_over(now: list[float]) -> None:
    async with moving() as (pilot, table, player):
        board = screen_of(pilot).view.board
        board.focus()
        await play(pilot, table)
        board.cursor = ("city", 0)
        region = board.places[board.cursor]
        player.show()
        for y in region.line_range:
            over = board._over.get(y, ())
            assert all(patch.right <= region.x or patch.x >= region.right for patch in over)
        assert board._over, "the rest of it is still there"


async def test_only_the_board_is_painted_on(now: list[float]) -> None:
    """Title row, list, log and keys stay as they are from the first frame to the last."""
    async with moving() as (pilot, table, player):
        await play(pilot, table)
        region = screen_of(pilot).view.board.region
        frames = list[list[str]]()
        for _ in range(4):
            frames.append(painted(pilot))
            now[0] += 0.08
            player.show()
            await pilot.pause()
        for frame in frames:
            for y, line in enumerate(frame):
                if not region.y <= y < region.bottom:
                    assert line == frames[0][y]
                else:
                    assert line[region.right :] == frames[0][y][region.right :]


async def test_short_is_the_last_frame_and_none_is_nothing(now: list[float]) -> None:
    async with moving("short") as (pilot, table, player):
        await play(pilot, table)
        assert heavy(pilot) == 1
        now[0] += 0.16
        player.show()
        assert not is_moving(player)
    async with moving("none") as (pilot, table, player):
        await play(pilot, table)
        assert not is_moving(player)


def terminals() -> Iterator[TerminalCapabilities]:
    yield TerminalCapabilities(env={"NO_MOTION": "1"})
    yield TerminalCapabilities(term="linux")


@pytest.mark.parametrize("terminal", terminals())
async def test_nothing_moves_where_the_terminal_says_so_or_has_few_glyphs(
    now: list[float], terminal: TerminalCapabilities
) -> None:
    assert motion_of(Settings(), terminal) == "none"
    async with moving(terminal=terminal) as (pilot, table, player):
        await play(pilot, table)
        assert not is_moving(player)


def test_an_empty_variable_says_nothing() -> None:
    """As with NO_COLOR (no-color.org)."""
    assert motion_of(Settings(), TerminalCapabilities(env={"NO_MOTION": ""})) == "full"
    assert motion_of(Settings(motion="short"), TerminalCapabilities()) == "short"


async def test_on_a_slow_line_the_board_is_shown_at_once_and_motion_is_short_for_a_minute(
    now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with moving() as (pilot, table, player):
        await play(pilot, table)
        monkeypatch.setattr(GameApp, "line_is_slow", True)
        now[0] += 0.08
        player.show()
        assert not is_moving(player)
        monkeypatch.setattr(GameApp, "line_is_slow", False)
        await play(pilot, table)
        assert heavy(pilot) == 1, "the last frame alone"
        player.end()
        now[0] += 60
        table.undo(0)
        await settled(pilot)
        await play(pilot, table)
        assert heavy(pilot) == 0, "the first frame again"


async def test_what_was_taken_back_does_not_move(now: list[float]) -> None:
    async with moving() as (pilot, table, player):
        await play(pilot, table)
        table.undo(0)
        await settled(pilot)
        assert not is_moving(player)


async def test_a_replay_moves_from_position_to_position_up_to_two_a_second(
    now: list[float],
) -> None:
    table = new_table(load("flip_city"), "Ann", "Ben", seed=2)
    for _ in range(3):
        table.play(0, PlayTop())
    async with OneTable(table, (), Settings(recap="never")).run_test(size=(100, 40)) as pilot:
        await settled(pilot)
        screen = ReplayScreen(table, (0,))
        await pilot.app.push_screen(screen)
        player = screen.features.of(BoardMotion).player
        await press(pilot, "home", "right")
        moves = [is_moving(player)]
        await press(pilot, "left")
        moves.append(is_moving(player))
        screen.features.run("autoplay")
        for faster in (False, True):
            if faster:
                screen.features.run("speed", 1)
            screen.playback.go(0)
            screen.playback.go(1)
            moves.append(is_moving(player))
        assert moves == [True, False, True, False], "back is no way that was gone"
