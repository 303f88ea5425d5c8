"""Several processes over one store: each has a lobby of its own, and they are one house."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hako.engine.bots.observation import Observation
from hako.engine.bots.worker_pool import WorkerPool, think
from hako.engine.log.header import OPEN
from hako.engine.log.setup import new_header
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.chance import Chance
from hako.engine.storage.file_save import FileSave
from hako.engine.storage.folder import FolderStore
from hako.engine.storage.process_notices import SUFFIX, ProcessNotices
from hako.engine.storage.protocols import topic_hash
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.lobby.presence_exchange import (
    PresenceExchange,
    PresenceNotice,
    owning_process,
)
from hako.multiplayer.lobby.rooms import Rooms
from hako.multiplayer.tables.limits import TableLimits
from hako.multiplayer.tables.paused_time import PausedTime
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table_setup import shared_header
from tests.stores import Home
from tests.toys.tic_tac_toe import GAME, Place
from tests.waiting import until
from tests.willing import all_ready

ANN = User("Ann", "SHA256:ann")
BEN = User("Ben", "SHA256:ben")


@asynccontextmanager
async def neighbours(home: Home, number: int = 2) -> AsyncIterator[list[Lobby]]:
    """Number of lobbies over one store that poll all the time."""
    async with AsyncExitStack() as stack:
        worker_pool = WorkerPool()
        stack.callback(worker_pool.close)
        lobbies = []
        for count in range(number):
            at = Lobby(
                home.store(),
                lambda _: GAME,
                worker_pool,
                LobbyOptions(watch=0.01, keeps_all=not count),
            )
            stack.push_async_callback(at.close)
            lobbies.append(at)
        yield lobbies


def opened(at: Lobby, *seats: str | None) -> Room:
    return at.new_tables.create(new_header(GAME, (OPEN,) * len(seats), seed=1), ANN, seats)


async def test_a_table_opened_in_one_is_found_and_played_in_the_other(home: Home) -> None:
    async with neighbours(home) as (one, other):
        own_room = opened(one, None, None)
        other_room = other.find(own_room.code)
        other_room.enter(BEN)

        assert other_room.seating.sit(BEN) == 1
        await until(lambda: not own_room.table.open_seats())
        all_ready(own_room)
        own_room.table.play(0, Place(4))
        await until(lambda: other_room.table.waiting() == (1,))

        assert other_room.table.state == own_room.table.state


async def test_the_other_lobby_is_told_of_a_new_table(home: Home) -> None:
    async with neighbours(home) as (one, other):
        rooms: list[Room | None] = []
        other.rooms.subscribe(rooms.append)

        own_room = opened(one, None, None)

        await until(lambda: any(room is not None and room.code == own_room.code for room in rooms))


async def test_a_table_is_read_when_a_store_that_did_not_answer_does_so_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At its first line, and at a later one."""
    one, other = (Lobby(FolderStore(tmp_path), lambda _: GAME, WorkerPool()) for _ in range(2))
    own_room = opened(one, None, None)
    for has_come in (False, True):
        if has_come:
            own_room.seating.sit(BEN)
        with monkeypatch.context() as away:
            away.setattr(FolderStore, "open", _no_room)
            away.setattr(FileSave, "read_new", _no_room)
            other.poll()
            assert own_room.name in other.rooms.damaged

        other.poll()

        assert other.rooms.damaged == {}
        assert other.find(own_room.code).table.players == own_room.table.players


async def test_a_server_was_not_shut_where_another_process_keeps_it(home: Home) -> None:
    """The second process first checks if somebody is there."""
    home.store().create(new_header(GAME, (OPEN, OPEN), seed=1))
    async with AsyncExitStack() as stack:
        for now in (began := 1_800_000_000.0, began + 5):
            server = home.server_store()
            time, tables = PausedTime(server, partial(float, now)), server.within("tables")
            at = Lobby(tables, lambda _: GAME, WorkerPool(), LobbyOptions(watch=60, time=time))
            stack.push_async_callback(at.close)
            time.poll(is_timed=True)

    assert time.lost("ann", began - 60, began + 60) == 0


async def test_people_are_seen_and_heard_in_both(home: Home) -> None:
    async with neighbours(home) as (one, other):
        one.enter(ANN)
        other.enter(BEN)
        own_room = opened(one, None, None)
        other_room = other.find(own_room.code)
        own_room.enter(ANN)
        other_room.enter(BEN)
        await until(lambda: one.present == [ANN, BEN] and other.present == [BEN, ANN])
        await until(lambda: own_room.users.watchers() == [BEN] and other_room.users.is_here(0))

        own_room.send_chat(ANN, "hello")
        other_room.send_chat(BEN, "hi")
        await until(lambda: len(own_room.chat) == len(other_room.chat) == 2)

        assert sorted(line.text for line in other_room.chat) == ["hello", "hi"]
        other_room.leave(BEN)
        await until(lambda: own_room.users.watchers() == [])


async def test_who_sat_there_before_the_table_was_found_is_seen_at_it(home: Home) -> None:
    """Other tables are looked for less often than people."""
    async with neighbours(home) as (one, other):
        one.enter(ANN)
        opened(one, None, None).enter(ANN)
        await until(lambda: [*other.tables()] != [] and other.present == [ANN])

        [table] = other.tables()
        other_room = other.find(table.code)

        await until(lambda: other_room.users.is_here(0))


async def test_bots_go_on_where_one_process_keeps_all_tables(home: Home) -> None:
    async with neighbours(home) as (keeper, other):
        room = opened(other, None, "random")
        room.table.play(0, Place(4))

        await until(lambda: [[*table.waits] for table in keeper.tables()] == [[0]])


class Wire:
    """A bell that rings at the other end."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[int], object]] = []
        self.other = self

    def notify(self, number: int) -> None:
        for listener in self.other.listeners:
            listener(number)

    def subscribe(self, listener: Callable[[int], object]) -> None:
        self.listeners.append(listener)


async def test_who_hears_a_bell_sees_what_others_did_without_looking(tmp_path: Path) -> None:
    """They look around once a day only: a move, and who came."""
    wires = first_wire, second_wire = Wire(), Wire()
    first_wire.other, second_wire.other = second_wire, first_wire
    async with AsyncExitStack() as stack:
        lobbies = []
        for wire in wires:
            store = FolderStore(tmp_path, notifier=wire)
            lobbies.append(
                Lobby(store, lambda _: GAME, WorkerPool(), LobbyOptions(watch=24 * 3600))
            )
            stack.push_async_callback(lobbies[-1].close)
        one, other = lobbies
        own_room = opened(one, None, None)
        other_room = other.find(own_room.code)
        other_room.enter(BEN)
        other_room.seating.sit(BEN)
        own_room.enter(ANN)
        await until(lambda: other_room.users.is_here(0) and own_room.users.is_here(1))

        all_ready(own_room)
        own_room.table.play(0, Place(4))

        await until(lambda: other_room.table.waiting() == (1,))


class Looker(Lobby):
    """A lobby that records which tables it refreshed, while it is notified by the others."""

    def __init__(self, folder: Path, wire: Wire, watch: float) -> None:
        self.looked_at: set[str] = set()
        super().__init__(
            FolderStore(folder, notifier=wire),
            lambda _: GAME,
            WorkerPool(),
            LobbyOptions(watch=watch),
        )
        vars(self.rooms)["refresh"] = self._refresh

    def _refresh(self, room: Room) -> None:
        self.looked_at.add(room.name)
        Rooms.refresh(self.rooms, room)


async def test_who_hears_of_a_move_looks_at_no_other_table(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        wires = first_wire, second_wire = Wire(), Wire()
        first_wire.other, second_wire.other = second_wire, first_wire
        one, other = (Looker(tmp_path, wire, watch=24 * 3600) for wire in wires)
        for at in (one, other):
            stack.push_async_callback(at.close)
        own_rooms = [opened(one, None, None) for _ in range(3)]
        other_rooms = [other.find(room.code) for room in own_rooms]
        for own_room, room in zip(own_rooms, other_rooms, strict=True):
            own_room.enter(ANN)
            room.enter(BEN)
            room.seating.sit(BEN)
        await until(lambda: all(room.users.is_here(1) for room in own_rooms))
        for room in own_rooms:
            all_ready(room)
        await until(lambda: all(room.table.has_begun for room in other_rooms))
        other.looked_at.clear()

        own_rooms[1].table.play(0, Place(4))

        await until(lambda: other_rooms[1].table.waiting() == (1,))
        assert other.looked_at == {other_rooms[1].name}


async def test_who_hears_of_moves_all_the_time_still_looks_around(tmp_path: Path) -> None:
    """Lines of a process without notifications are found, however many notifications come of others."""
    async with AsyncExitStack() as stack:
        wire = Wire()
        at = Looker(tmp_path, wire, watch=0.02)
        stack.push_async_callback(at.close)
        busy = opened(at, None, None)

        async def ring() -> None:
            while True:
                wire.notify(topic_hash(busy.name))
                await asyncio.sleep(0.001)

        stack.callback(asyncio.create_task(ring()).cancel)
        quiet = Lobby(
            FolderStore(tmp_path), lambda _: GAME, WorkerPool(), LobbyOptions(keeps_all=False)
        )
        stack.push_async_callback(quiet.close)

        laid = opened(quiet, None, None)

        await until(lambda: at.summary(laid.name) is not None)


class Thoughts(WorkerPool):
    """Bots that think here, one thought a table, which is counted."""

    def __init__(self, stack: AsyncExitStack, home: Home) -> None:
        super().__init__()
        self.count = 0
        self.is_stuck = False
        self.at = Lobby(home.store(), lambda _: GAME, self, LobbyOptions(watch=0.01))
        stack.push_async_callback(self.at.close)

    async def choose(self, level: str, observation: Observation, chance: Chance) -> Any:
        self.count += 1
        if self.is_stuck:
            await asyncio.Event().wait()
        return think(level, observation, chance)

    def knows(self, number: int) -> bool:
        """True if it knows of so many other processes."""
        return len(self.at.processes.notices) == number and all(
            n.keeper for n in self.at.processes.notices
        )

    @property
    def process_name(self) -> str:
        """Name of the process."""
        return self.at.processes.name

    @property
    def process_names(self) -> list[str]:
        """Names of all processes."""
        return [self.process_name, *(notice.keeper for notice in self.at.processes.notices)]


async def test_each_tables_bots_are_thought_for_by_one_process_while_it_lives(home: Home) -> None:
    """By the one where somebody is; of a table where nobody is, by one that all agree about."""
    async with AsyncExitStack() as stack:
        all_three = one, _, third = [Thoughts(stack, home) for _ in range(3)]
        await until(lambda: all(item.knows(2) for item in all_three))
        rooms = [opened(one.at, None, "random") for _ in range(12)]
        entered = next(
            room
            for room in rooms
            if owning_process(room.name, one.process_names) != one.process_name
        )
        entered.enter(ANN)
        await until(
            lambda: all(
                thoughts_2.at.find(entered.code).users.is_here(0) for thoughts_2 in all_three
            )
        )
        for room in sorted(rooms, key=lambda room: room is not entered):
            room.table.play(0, Place(4))
            await until(lambda room=room: room.table.waiting() == (0,))  # type: ignore[misc]  # this one
            assert one.count >= 1
        assert sum(thoughts.count for thoughts in all_three) == 12

        third.is_stuck = True
        for room in rooms:
            room.table.play(0, room.table.legal_actions(0)[0])
        others = [
            room
            for room in rooms
            if owning_process(room.name, one.process_names) != third.process_name
        ]
        await until(lambda: all(room.table.waiting() == (0,) for room in others))
        await third.at.close()
        await until(lambda: all(room.table.waiting() == (0,) for room in rooms))


def test_processes_share_the_tables_and_one_that_goes_gives_only_its_own_away() -> None:
    """Each of four processes has at least 200 of 1000 tables; 250 are expected, with a deviation of 14."""
    tables = [f"2026-11-23_{number}" for number in range(1000)]
    before = {table: owning_process(table, "abcd") for table in tables}
    after = {table: owning_process(table, "abd") for table in tables}

    assert all([*before.values()].count(text) >= 200 for text in "abcd")
    assert all(after[table] == keeper for table, keeper in before.items() if keeper != "c")


async def test_a_bots_move_that_had_no_room_is_made_when_there_is(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has to do anything for that."""
    async with neighbours(home, 1) as (one,):
        room = opened(one, None, "random")
        room.table.play(0, Place(4))
        with monkeypatch.context() as full:
            full.setattr(type(room.table.save), "append", _no_room)
            await until(lambda: room.users.trouble is not None)

        await until(lambda: room.table.waiting() == (0,))


async def test_what_was_due_while_the_store_was_away_is_done_when_it_is_back(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann went, so she is ready no more; then both are, and the table is dealt."""
    async with neighbours(home, 1) as (one,):
        header = shared_header(GAME, (OPEN, OPEN), committed=True)
        room = one.new_tables.create(header, ANN, (None, None))
        room.users.limits = TableLimits(ready_seconds=0.01)
        room.seating.sit(BEN)
        room.enter(ANN)
        room.preparation.declare(ANN, ready=True)
        with monkeypatch.context() as full:
            full.setattr(type(room.table.save), "append", _no_room)
            room.leave(ANN)
            await until(lambda: room._timers.is_late)
        await until(lambda: not room.table.ready)

        room.enter(ANN)
        room.preparation.declare(ANN, ready=True)
        room.enter(BEN)
        room.preparation.declare(BEN, ready=True, part="the words of Ben")
        with monkeypatch.context() as full:
            full.setattr(type(room.table), "mix", _no_room)
            await until(lambda: room.users.trouble is not None)
        await until(lambda: room.table.is_dealt)


def _no_room(*_: object) -> None:
    raise StorageError("disk_full")


def test_a_notice_is_read_by_the_others_until_its_process_ends(tmp_path: Path) -> None:
    first_path = tmp_path / "lobby" / "here"  # nobody was in this house before
    own_presence, other = (
        PresenceExchange(ProcessNotices(first_path)),
        PresenceExchange(ProcessNotices(first_path)),
    )
    assert own_presence.others() == [PresenceNotice()]

    other.publish(PresenceNotice(users=(ANN, BEN)))
    assert own_presence.others() == [PresenceNotice(users=(ANN, BEN))]
    other.publish(PresenceNotice(users=(BEN,)))
    assert own_presence.others() == [PresenceNotice(users=(BEN,))]
    assert other.others() == [PresenceNotice()]

    other.close()
    assert own_presence.others() == []
    own_presence.close()
    assert list(first_path.iterdir()) == []


def test_a_notice_is_for_the_group_where_the_umask_says_so(tmp_path: Path) -> None:
    """Accounts of their own, over a folder that belongs to a group."""
    before = os.umask(0o002)
    try:
        notice = PresenceExchange(ProcessNotices(tmp_path))
    finally:
        os.umask(before)

    assert [path.stat().st_mode & 0o777 for path in tmp_path.iterdir()] == [0o660]
    notice.close()


def test_the_notice_of_a_process_that_was_killed_is_tidied_away(tmp_path: Path) -> None:
    program = (
        "import os, pathlib, signal, sys\n"
        "from hako.engine.storage.process_notices import ProcessNotices\n"
        "board = ProcessNotices(pathlib.Path(sys.argv[1]))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False)
    assert len(list(tmp_path.glob(f"*{SUFFIX}"))) == 1

    own_presence = PresenceExchange(ProcessNotices(tmp_path))

    assert own_presence.others() == []
    own_presence.close()
    assert list(tmp_path.iterdir()) == []
