"""Watching with a delay: what is kept back is nowhere in what watchers look at, till the game is over."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.log.header import OPEN
from hako.engine.log.setup import rematch_header
from hako.engine.log.setup_checks import BadSetup
from hako.engine.storage.folder import FolderStore
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.tables.delayed_view import DelayedView
from hako.multiplayer.tables.limits import TableLimits
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table_setup import OptionsChanged, shared_header
from tests.simulated import SimulatedTime
from tests.stores import Home
from tests.toys import TOYS
from tests.toys.tic_tac_toe import GAME, Place
from tests.waiting import until
from tests.willing import all_ready

ANN, BEN, CAT = [User(name, f"SHA256:{name}") for name in ("Ann", "Ben", "Cat")]
ANN_WINS = (0, 3, 1, 4, 2)
MINUTE = 60


class DelayedServer:
    """A process of a house, whose time the test moves."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.time = SimulatedTime()
        self.open()

    def open(self) -> None:
        self.lobby = Lobby(self.home.store(), TOYS.load, WorkerPool(), LobbyOptions(time=self.time))

    def table(self, delay: str, clock: str = "") -> Room:
        header = shared_header(
            GAME, (OPEN,) * 2, committed=True, undo="ask", delay=delay, clock=clock
        )
        room = self.lobby.new_tables.create(header, ANN, (None, None))
        room.seating.sit(BEN)
        all_ready(room)
        return room


@pytest.fixture
def server(home: Home) -> DelayedServer:
    return DelayedServer(home)


def play(room: Room, *cells: int) -> None:
    for cell in cells:
        room.table.play(room.table.waiting()[0], Place(cell))


def seen(room: Room, user: User = CAT) -> int:
    """Number of choices that a user sees."""
    table = room.shown_to(user)
    assert table.view(None) == room.table.view_at(room.table.positions[table.head], None)
    return len(table.positions) - 1


async def test_so_many_choices_later_and_all_at_the_end(server: DelayedServer) -> None:
    room = server.table("3")
    numbers = [seen(room)]
    for cell in ANN_WINS:
        play(room, cell)
        numbers.append(seen(room))

    assert numbers == [0, 0, 0, 0, 1, 5]
    assert room.shown_to(CAT).outcome is not None
    assert room.shown_to(CAT).deal.is_open


async def test_who_sits_there_sees_it_as_it_is(server: DelayedServer) -> None:
    room = server.table("3")
    play(room, 0)

    assert room.shown_to(ANN) is room.table
    assert room.shown_to(BEN) is room.table
    assert seen(room) == 0


async def test_without_a_delay_there_is_one_table_for_all(server: DelayedServer) -> None:
    room = server.table("")

    assert room.shown_to(CAT) is room.table


async def test_ten_minutes_later(server: DelayedServer) -> None:
    room = server.table("10m")
    assert seen(room) == 0
    play(room, 0)
    server.time.seconds += 6 * MINUTE
    play(room, 3)
    server.time.seconds += 5 * MINUTE
    room._poll_delayed_view()
    assert seen(room) == 1
    server.time.seconds += 6 * MINUTE
    room._poll_delayed_view()
    assert seen(room) == 2


async def test_time_alone_shows_more(server: DelayedServer) -> None:
    """Nobody chooses: a timer does, when the first line is old enough."""
    room = server.table("10m")
    room.start()
    play(room, 0)
    assert seen(room) == 0
    server.time.seconds += 10 * MINUTE - 0.05
    assert room._delayed_view is not None
    assert room._delayed_view.due == pytest.approx(0.05, abs=1e-3)
    room._timers.cancel(DelayedView)
    room._schedule_timers()
    server.time.seconds += 1
    await until(lambda: seen(room) == 1)
    await room.stop()


async def test_after_a_start_nothing_counts_as_older_than_the_last_line(
    server: DelayedServer,
) -> None:
    """Times of the other lines are not known any more."""
    room = server.table("10m")
    play(room, 0, 3)
    await server.lobby.close()
    server.time.seconds = room.played
    server.open()
    room = server.lobby.find(room.code)
    server.time.seconds = room.played + 9 * MINUTE
    assert seen(room) == 0
    server.time.seconds = room.played + 11 * MINUTE
    room._poll_delayed_view()
    assert seen(room) == 2


async def test_what_another_process_wrote_is_there_once(server: DelayedServer) -> None:
    room = server.table("1")
    other = DelayedServer(server.home)
    second_room = other.lobby.find(room.code)
    play(second_room, 0, 3)
    assert len(room.table.positions) == 1
    assert seen(room) == 0, "this process has not heard of it"
    server.lobby.poll()
    assert seen(room) == 1
    assert [moment.number for moment in room.shown_to(CAT).positions] == [0, 1]


async def test_what_was_taken_back_is_taken_back_later_too(server: DelayedServer) -> None:
    room = server.table("2")
    play(room, 0)
    seen(room)
    room.table.undo(0)
    play(room, 8)
    assert seen(room) == 0
    play(room, 3, 1)
    shown = room.shown_to(CAT)
    assert shown.head == 2, "of the two that began it, the second one"
    assert shown.view(None) == room.table.view_at(room.table.positions[2], None)


async def test_a_table_with_a_clock_runs_none_for_those_behind(server: DelayedServer) -> None:
    room = server.table("2", clock="1d")
    play(room, 0)
    seen(room)
    server.time.seconds += 3600
    play(room, 3, 1, 4)
    shown = room.shown_to(CAT)
    assert seen(room) == 2
    assert shown.clocks.times is None
    assert shown.left(0) is None


async def test_nothing_is_done_by_a_table_that_is_behind(server: DelayedServer) -> None:
    room = server.table("2")
    _, before = server.lobby.store.open(room.name)
    shown = room.shown_to(CAT)
    shown.write_own_lines()
    shown.refresh()
    assert server.lobby.store.open(room.name)[1] == before
    with pytest.raises(AssertionError):
        shown.play(0, Place(0))


async def test_it_is_chosen_before_the_deal_and_holds_for_the_next_game(
    server: DelayedServer,
) -> None:
    header = shared_header(GAME, (OPEN,) * 2, committed=True)
    room = server.lobby.new_tables.create(header, ANN, (None, None))
    room.preparation.alter(ANN, OptionsChanged({}, delay="5"))
    assert room.table.header.delay == "5"
    assert rematch_header(GAME, room.table.header, room.table.players).delay == "5"
    with pytest.raises(BadSetup, match="not '5 days'"):
        room.preparation.alter(ANN, OptionsChanged({}, delay="5 days"))
    with pytest.raises(BadSetup):
        shared_header(GAME, (OPEN,) * 2, committed=True, delay="0")


async def test_what_goes_on_is_told_of_tables_where_somebody_is(tmp_path: Path) -> None:
    time = SimulatedTime()
    lobby = Lobby(
        FolderStore(tmp_path),
        TOYS.load,
        WorkerPool(),
        LobbyOptions(time=time, limits=TableLimits()),
    )
    header = shared_header(GAME, (OPEN,) * 2, committed=True, delay="3")
    room = lobby.new_tables.create(header, ANN, (None, None))
    room.seating.sit(BEN)
    all_ready(room)
    assert lobby.seen_at(room.summary, CAT) is None
    room.enter(ANN)
    play(room, 0, 3, 1)

    table = lobby.seen_at(room.summary, CAT)
    assert table is not None
    assert len(table.positions) == 1
    assert lobby.seen_at(replace(room.summary, is_dealt=False), CAT) is None
    await lobby.close()
