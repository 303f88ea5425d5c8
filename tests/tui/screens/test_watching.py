"""Watching on screen: which tables there are to watch, what goes on there, how far behind, who talks."""

from __future__ import annotations

from pathlib import Path

import pytest

from hako.engine.i18n.languages import Language
from hako.engine.log.header import OPEN
from hako.multiplayer.lobby_text import table_rows
from hako.multiplayer.tables.limits import TableLimits
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table_setup import shared_header
from hako.tui.screens.game_over import GameOverScreen
from hako.tui.screens.table.room import RoomScreen
from tests.simulated import SimulatedTime
from tests.toys import TOYS
from tests.toys.tic_tac_toe import Place
from tests.tui.lobbies import ANN, BEN, CAT, TestLobby, local_lobby, until
from tests.willing import all_ready

QUICK = TableLimits(chat_seconds=0.0)


def behind(at: TestLobby, delay: str) -> Room:
    """Ann's and Ben's table, where both are."""
    header = shared_header(TOYS.load("tic_tac_toe"), (OPEN,) * 2, committed=True, delay=delay)
    room = at.lobby.new_tables.create(header, ANN, (None, None))
    room.seating.sit(BEN)
    all_ready(room)
    room.enter(ANN)
    room.enter(BEN)
    return room


def play(room: Room, *cells: int) -> None:
    for cell in cells:
        room.table.play(room.table.waiting()[0], Place(cell))


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_the_list_tells_which_tables_there_are_to_watch_and_what_goes_on(
    tmp_path: Path, language: Language
) -> None:
    """Three choices were made, of which those who watch know none yet."""
    async with local_lobby(tmp_path) as at:
        room = behind(at, "3")
        play(room, 0, 3, 1)
        at.table(BEN, None, None)
        words = table_rows(at.lobby, CAT, TOYS, language)
        heads = [line for line in words.splitlines() if not line.startswith(" ")]
        cat = await at.come(CAT, language=language)

        if language == "en":
            assert heads == ["Open tables", "To watch"]
            await cat.sees("Ann 0, Ben 0 (turn 1).", after="down")
            await cat.sees("Watchers see it 3 choices later.")
        else:
            assert heads == ["開いている卓", "観戦できる卓"]
            await cat.sees("観戦する人には3手遅れて見えます。", after="down")


async def test_what_is_kept_back_is_on_no_screen_of_a_watcher(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        room = behind(at, "2")
        play(room, 0)
        cat = await at.come(CAT, request=f"join {room.code}")
        await cat.sees("2 choices behind")
        assert "Ann marks" not in cat.text
        play(room, 3, 1)
        await cat.sees("Ann marks a1.")
        assert "Ben marks" not in cat.text
        assert "Ann marks b1." not in cat.text
        await cat.press("p")
        assert "marks" not in cat.text
        ann = await at.come(ANN, request=f"join {room.code}")
        await ann.sees("Ann marks b1.")
        assert "choices behind" not in ann.text
        play(room, 4, 2)
        screen = next(item for item in cat.app.screen_stack if isinstance(item, RoomScreen))
        await until(lambda: screen.table.outcome is not None, lambda: cat.text)
        for person in (ann, cat):
            await until(
                lambda: isinstance(person.app.screen, GameOverScreen),  # noqa: B023
                lambda: person.text,  # noqa: B023
            )
            await person.press()


async def test_who_takes_a_seat_sees_the_table_as_it_is(tmp_path: Path) -> None:
    """Ben is out of time, and Cat takes his seat."""
    async with local_lobby(tmp_path) as at:
        at.lobby.rooms.time = time = SimulatedTime()
        header = shared_header(
            TOYS.load("tic_tac_toe"), (OPEN,) * 2, committed=True, clock="1d", delay="3"
        )
        room = at.lobby.new_tables.create(header, ANN, (None, None))
        room.seating.sit(BEN)
        all_ready(room)
        play(room, 4)
        cat = await at.come(CAT, request=f"join {room.code}")
        time.seconds += 3 * 24 * 3600
        at.lobby.schedule_clocks()
        room.settle(ANN, 1, "replace")
        screen = cat.app.screen
        assert isinstance(screen, RoomScreen)
        screen.action_command("sit_down")
        await until(
            lambda: isinstance(cat.app.screen, RoomScreen) and cat.app.screen.table is room.table,
            lambda: cat.text,
        )
        await cat.sees("Cat, mark a cell.")
        assert "cross" in cat.text


async def test_who_watches_is_told_apart_in_what_is_said(tmp_path: Path) -> None:
    """A player reads none of it before the end."""
    async with local_lobby(tmp_path, QUICK) as at:
        room = behind(at, "")
        cat = await at.come(CAT, request=f"join {room.code}")
        room.send_chat(ANN, "good luck")
        room.send_chat(CAT, "what a move")
        await cat.press("t")
        await cat.sees("Cat (watching): what a move")
        assert "Ann: good luck" in cat.text
        ann = await at.come(ANN, request=f"join {room.code}")
        await ann.press("t")
        await ann.sees("Ann: good luck")
        assert "what a move" not in ann.text


async def test_the_delay_is_chosen_in_the_waiting_room(tmp_path: Path) -> None:
    async with local_lobby(tmp_path, asks=True) as at:
        room = at.table(ANN, None, None)
        ann = await at.come(ANN, request=f"join {room.code}")
        await ann.sees("Choose the options", after="o")
        ann.field("delay").value = "10m"
        await ann.press("escape")
        await ann.sees("Watchers see it 10 minutes later.")
        assert room.table.header.delay == "10m"
