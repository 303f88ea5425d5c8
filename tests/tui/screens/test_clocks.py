"""Clocks on screen: chosen before the deal, told while they run, and what is done when one is over."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from hako.engine import ENGINE
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.i18n.failure import Failure
from hako.engine.log.header import OPEN
from hako.engine.storage.folder import FolderStore
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.lobby_text import table_rows, vacation_text
from hako.multiplayer.tables.paused_time import PausedTime
from hako.multiplayer.tables.table_setup import shared_header
from hako.tui import TUI
from hako.tui.screens.table.room import RoomScreen
from tests.simulated import SimulatedTime
from tests.toys import TOYS
from tests.tui.lobbies import ANN, BEN, Person, local_lobby, until
from tests.willing import all_ready

HOUR = 3600


async def test_the_owner_chooses_a_clock_in_the_waiting_room_and_all_are_asked_again(
    tmp_path: Path,
) -> None:
    async with local_lobby(tmp_path, asks=True) as at:
        room = at.table(ANN, None, None)
        room.seating.sit(BEN)
        room.preparation.declare(BEN, ready=True)
        ann = await at.come(ANN, request=f"join {room.code}")
        await ann.sees("Choose the options", after="o")
        while ann.field("clock").value != "3d":
            await ann.press("right")
        await ann.press("escape")
        await ann.sees("Clock: 3 days a turn.")

        assert room.table.header.clock == "3d"
        assert not room.table.ready
        await ann.sees("Choose the options", after="o")
        ann.field("away").focus()
        await ann.press("right")
        await ann.press("escape")
        await ann.sees("Clock: 3 days a turn, time runs on vacation.")
        assert room.table.header.clock == "3d-away"
        await ann.sees("Choose the options", after="o")
        assert ann.field("away").value == "no", "as it is now"
        while ann.field("clock").value != "2m":
            await ann.press("left")
        assert not ann.field("away").region, "so quick a table spares nobody"
        await ann.press("escape")
        await ann.sees("Clock: 2 minutes a turn.")


async def test_the_time_left_is_told_and_when_it_is_over_the_others_choose(tmp_path: Path) -> None:
    time = SimulatedTime()
    async with local_lobby(tmp_path) as at:
        at.lobby.rooms.time = time
        header = shared_header(TOYS.load("tic_tac_toe"), (OPEN,) * 2, undo="ask", clock="24h+8h")
        room = at.lobby.new_tables.create(header, ANN, (None, None))
        room.seating.sit(BEN)
        all_ready(room)
        time.seconds += 4 * HOUR
        ben = await at.come(BEN, request=f"join {room.code}")
        await ben.sees("20h")
        assert "Ann's turn, 20 hours left" in table_rows(at.lobby, BEN, TOYS, "en")
        assert "あなたの番（残り20時間）" in table_rows(at.lobby, ANN, TOYS, "ja")

        time.seconds += 28 * HOUR
        at.lobby.schedule_clocks()
        await ben.sees("Ann is out of time. p: choose what to do")
        await ben.sees(f"At table {room.code}", after="p")
        await ben.press("enter")  # what comes first is to wait

        await ben.sees("8h", after="escape")
        assert room.table.left(0) == 8 * HOUR


async def test_next_is_where_least_time_is_left_and_every_fifth_a_table_without_a_clock(
    tmp_path: Path,
) -> None:
    """Ann leaves each without a move, so none of them comes twice; where Ben is waited for, never."""
    async with local_lobby(tmp_path) as at:
        header = shared_header(TOYS.load("tic_tac_toe"), (OPEN,) * 2, undo="ask", clock="2m")
        quickest = at.lobby.new_tables.create(header, ANN, (None, None))
        quickest.seating.sit(BEN)
        all_ready(quickest)
        quickest.table.play(0, quickest.table.legal_actions(0)[0])
        clocks = ("", "7d", "1d", "3d", "2d", "5d")
        for clock in clocks:
            header = shared_header(TOYS.load("tic_tac_toe"), (OPEN,) * 2, undo="ask", clock=clock)
            room = at.lobby.new_tables.create(header, ANN, (None, None))
            room.seating.sit(BEN)
            all_ready(room)
        ann = await at.come(ANN)
        for clock in ("1d", "2d", "3d", "5d", "", "7d"):
            await ann.press("x")
            await until(partial(is_at, ann, clock), partial("the table of {!r}".format, clock))


def is_at(person: Person, clock: str) -> bool:
    """True if the open screen is the table with that clock."""
    screen = person.app.screen
    return isinstance(screen, RoomScreen) and screen.room.table.header.clock == clock


async def test_who_is_away_says_so_and_the_others_read_until_when(tmp_path: Path) -> None:
    time = PausedTime(FolderStore(tmp_path), lambda: 1_800_000_000)
    english = load_catalogue("en", ENGINE, MULTIPLAYER, TUI)
    async with local_lobby(tmp_path) as at:
        at.lobby.rooms.time = time
        rooms = []
        for clock in ("3d", "3d-away"):
            header = shared_header(TOYS.load("tic_tac_toe"), (OPEN,) * 2, undo="ask", clock=clock)
            rooms.append(room := at.lobby.new_tables.create(header, ANN, (None, None)))
            room.seating.sit(BEN)
            all_ready(room)

        text = vacation_text(at.lobby, ANN, "5", english)

        assert "on vacation until 2027-01-20 08:00 UTC" in text
        assert "16 of 21 days" in text
        assert text.endswith(f"so your time runs: {rooms[1].code}\n")
        tables = table_rows(at.lobby, BEN, TOYS, "en")
        assert "Ann's turn, on vacation until 2027-01-20" in tables
        assert "Ann's turn, 3 days left" in tables
        ann = await at.come(ANN, request=f"join {rooms[1].code}")
        await ann.sees("3 days left  time runs on vacation")
        assert "You are not on vacation. 21 of 21" in vacation_text(at.lobby, ANN, "0", english)
        with pytest.raises(Failure):
            vacation_text(at.lobby, ANN, "five", english)
