"""While one visitor's line is on its way to the disk, nobody else waits, and nobody sees it yet."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace

from hako.engine.log.header import Player
from hako.engine.log.history import StaleTable
from hako.engine.storage.disk_threads import Disk
from hako.engine.storage.waiting import wait_for
from hako.multiplayer.lobby.new_tables import TooManyTables
from hako.multiplayer.storage.postgres.connection import Database
from hako.multiplayer.storage.postgres.store import PostgresStore
from hako.multiplayer.tables.room import Room
from tests.postgres_server import Server
from tests.server.ssh.tables import OpenServer, open_lobby, player
from tests.toys.tic_tac_toe import Place
from tests.waiting import PATIENCE_SECONDS, until


class HeldDisk:
    """A disk that syncs some files only when it is let go."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._held: set[int] = set()
        self._released = Event()
        self.waiting = 0
        """Number of syncs that wait."""
        sync = Disk.sync

        def held_sync(disk: Disk, descriptor: int) -> None:
            if os.fstat(descriptor).st_ino in self._held:
                self.waiting += 1
                self._released.wait(PATIENCE_SECONDS)
                self.waiting -= 1
            sync(disk, descriptor)

        patch.setattr(Disk, "sync", held_sync)

    @contextmanager
    def holding(self, *files: Path) -> Iterator[None]:
        """Within, what is written to these files is not on the disk."""
        self._released.clear()
        self._held = {file.stat().st_ino for file in files}
        try:
            yield
        finally:
            self._held = set()
            self._released.set()


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> HeldDisk:
    return HeldDisk(monkeypatch)


def log_of(folder: Path, room: Room) -> Path:
    return folder / "tables" / f"{room.name}.hako"


async def a_table(at: OpenServer, *names: str) -> Room:
    """A table of two who sit there and see it; the first one begins."""
    room = at.table(names[0], None, None)
    await at.at_table(room, *names)
    return room


async def test_while_one_table_waits_for_the_disk_another_is_played(
    tmp_path: Path, disk: HeldDisk
) -> None:
    """Its players see nothing of the move before it is on the disk, and then at once."""
    async with open_lobby(tmp_path) as at:
        slow, quick = at.table("ada", None, None), at.table("cid", None, None)
        ada, ben = await at.at_table(slow, "ada", "ben")
        cid, dan = await at.at_table(quick, "cid", "dan")
        before, shown = slow.table.line, ben.text
        with disk.holding(log_of(tmp_path, slow)):
            ada.press("1")
            await until(lambda: disk.waiting == 1)
            for number in range(3):
                line = quick.table.line
                (cid, dan)[number % 2].press("1")
                await until(lambda line=line: quick.table.line > line)  # type: ignore[misc]  # this one
                for name in ("cid", "dan"):
                    await at.shows_now(name, quick)
            assert disk.waiting == 1
            assert (slow.table.line, ben.text) == (before, shown)
        await until(lambda: slow.table.line == before + 1)
        for name in ("ada", "ben"):
            await at.shows_now(name, slow)


async def test_who_waits_for_the_disk_waits_alone_at_the_table(
    tmp_path: Path, disk: HeldDisk
) -> None:
    """The other player's keys are painted meanwhile."""
    async with open_lobby(tmp_path) as at:
        room = at.table("ada", None, None)
        ada, ben = await at.at_table(room, "ada", "ben")
        with disk.holding(log_of(tmp_path, room)):
            ada.press("1")
            await until(lambda: disk.waiting == 1)
            ben.press("?")
            await ben.sees("Keys")
            assert disk.waiting == 1
        await until(lambda: room.table.head == 1)


async def test_two_sessions_of_one_seat_that_press_at_once_make_one_move(
    tmp_path: Path, disk: HeldDisk
) -> None:
    """The second one is told that the table has moved on, as if it had come from another process."""
    async with open_lobby(tmp_path) as at:
        room = at.table("ada", None, None)
        one, _ = await at.at_table(room, "ada", "ben")
        [other] = await at.at_table(room, "ada")
        with disk.holding(log_of(tmp_path, room)):
            one.press("1")
            await until(lambda: disk.waiting == 1)
            other.press("2")
            await other.stops_typing()
        await until(lambda: room.table.head == 1)
        await other.sees("The position has changed")
        assert [moment.record.action for moment in room.table.positions[1:]] == [Place(0)]
        assert room.table.state == at.lobby.rooms.read(room.name).state


async def test_who_hangs_up_while_a_move_is_written_has_made_it(
    tmp_path: Path, disk: HeldDisk
) -> None:
    """A line in the log is at the table, too, although nobody waits for it any more."""
    async with open_lobby(tmp_path) as at:
        room = at.table("ada", None, None)
        ada, _ = await at.at_table(room, "ada", "ben")
        with disk.holding(log_of(tmp_path, room)):
            ada.press("1")
            await until(lambda: disk.waiting == 1)
            await ada.go()
            for _ in range(20):
                await asyncio.sleep(0)
            assert room.table.head == 0
        await until(lambda: room.table.head == 1)
        await at.shows_now("ben", room)
        assert room.table.state == at.lobby.rooms.read(room.name).state
        await until(lambda: [user.name for user in room.users.present] == ["ben"])


async def test_two_who_ask_for_a_rematch_at_once_get_one_table(
    tmp_path: Path, disk: HeldDisk
) -> None:
    async with open_lobby(tmp_path) as at:
        room = await a_table(at, "ada", "ben")
        with disk.holding(tmp_path / "tables"):
            tasks = [asyncio.create_task(rematch(at, room, name)) for name in ("ada", "ben", "ada")]
            await until(lambda: disk.waiting == 1)
            for _ in range(20):
                await asyncio.sleep(0)
        rooms = await asyncio.gather(*tasks)
        assert rooms[0] is rooms[1] is rooms[2]
        assert len([*at.lobby.tables()]) == 2


async def test_a_table_that_is_being_created_is_one_table_and_counts_for_its_owner(
    tmp_path: Path, disk: HeldDisk
) -> None:
    """A poll meanwhile finds its log, and neither opens nor hides it."""
    async with open_lobby(tmp_path) as at:
        await a_table(at, "ada", "ben")
        tables = at.lobby.new_tables
        tables._limits = replace(tables._limits, tables_per_player=2)
        with disk.holding(tmp_path / "tables"):
            tasks = [asyncio.create_task(new_table(at, "ada")) for _ in range(2)]
            await until(lambda: disk.waiting == 1)
            at.lobby.poll()
            assert len(at.lobby.rooms) == 1
        rooms = await asyncio.gather(*tasks)
        room = next(filter(None, rooms))
        assert rooms == [room, None]
        at.lobby.poll()
        assert at.lobby.find(room.code) is room
        assert len(at.lobby.rooms) == 2


async def new_table(at: OpenServer, owner: str) -> Room | None:
    """A table; None if its owner has too many."""
    try:
        return at.table(owner, None, None)
    except TooManyTables:
        return None


async def rematch(at: OpenServer, room: Room, name: str) -> Room:
    return at.lobby.new_tables.rematch(room, room.table.header, player(name))


@pytest.mark.parametrize("command", ["stand up", "move", "be ready"])
async def test_what_changed_while_a_command_was_counted_elsewhere_is_not_overlooked(
    tmp_path: Path, command: str
) -> None:
    """The game was dealt, or its options changed, while the supervisor was asked."""
    async with open_lobby(tmp_path, asks=True) as at:
        ben, counted = player("ben"), Future[bool]()
        room = at.table("ada", None, None, None, game="sealed_bids")
        room.seating.sit(ben)
        at.lobby.writes.elsewhere = lambda *_: wait_for(counted)

        async def commands() -> None:
            if command == "stand up":
                room.seating.stand_up(ben)
            elif command == "move":
                room.seating.move(ben, 2)
            else:
                room.preparation.declare(ben, ready=True)

        task = asyncio.create_task(commands())
        for _ in range(5):
            await asyncio.sleep(0)
        room.table.seat(2, Player("cid", key="cid"))
        if command == "stand up":
            for seat in range(3):
                room.table.declare(seat, ready=True)
            assert room.table.is_dealt
        counted.set_result(True)
        with pytest.raises(StaleTable):
            await task
        assert [seat.name for seat in room.table.players] == ["ada", "ben", "cid"]
        assert room.table.is_dealt == (command == "stand up")


async def test_a_database_that_stops_holds_nobody_but_who_asked_it(
    tmp_path: Path, postgres: Server
) -> None:
    """A player who moves meanwhile waits; all others go through their screens."""
    store = PostgresStore(Database(postgres.url(), 60))
    async with open_lobby(tmp_path, store=store) as at:
        slow, other = at.table("ada", None, None), at.table("cid", None, None)
        ada, _ = await at.at_table(slow, "ada", "ben")
        [cid] = await at.at_table(other, "cid")
        before = slow.table.line
        with postgres.away(frozen=True):
            ada.press("1")
            for _ in range(3):
                cid.press("?")
                await cid.sees("Keys")
                cid.press("\x1b")
                await cid.sees("Waiting for one more player")
            assert slow.table.line == before
        await until(lambda: slow.table.line > before)
        await at.shows_now("ben", slow)
    store.close()
