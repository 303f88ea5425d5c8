"""Lobby: the shared tables over one store, and the users who are connected.

Several processes may keep a lobby over one store. Each of them polls the store for what the others
wrote.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from msgspec import Struct

from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.game import Game
from hako.engine.storage.protocols import Store, topic_hash
from hako.multiplayer.accounts.sanctions import Sanctions
from hako.multiplayer.accounts.users import GUEST, User
from hako.multiplayer.lobby.archiving import Archiving
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.lobby.log_changes import LogChanges
from hako.multiplayer.lobby.new_tables import NewTables
from hako.multiplayer.lobby.processes import Processes
from hako.multiplayer.lobby.rooms import Rooms
from hako.multiplayer.tables.premoves import PremoveStore
from hako.multiplayer.tables.room import Room, TableServices
from hako.multiplayer.tables.summary import TableSummary
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tables.time_source import TimeSource

logger = logging.getLogger(__name__)

UNOWNED_SECONDS = 24 * 3600
"""Time for which a table is offered that nobody plays at and only guests, or nobody, sit at."""

FULL_POLL_EVERY = 8
"""Number of polls after which all logs are compared, also those of tables without local users."""

PREMOVE_POLL_SECONDS = 1.0
"""Interval at which premoves of other processes are read; none is carried out sooner."""


class NoSuchTable(LookupError):
    """Error: no table has this code."""


class Announcement(Struct, eq=False):
    """Announcement of an administrator to all users."""

    name: str
    words: str
    closes_in: int | None = None
    """Seconds until the server shuts down; None if it stays open."""


class Lobby:
    """Shared tables of a store. Create it inside the running event loop.

    The log of a table is read when a user opens it, when the table has something to do by itself, or
    when another process wrote to it. Until then only its summary is known.
    """

    def __init__(
        self,
        store: Store,
        load_game: Callable[[str], Game[Any]],
        worker_pool: WorkerPool,
        options: LobbyOptions = LobbyOptions(),  # noqa: B008 - it is frozen
    ) -> None:
        """Open the lobby. Raises StorageError."""
        self.store = store
        self.worker_pool = worker_pool
        self.writes = options.limits.writes()
        """Limits of stored writes, shared by all ways of writing on this server."""
        self.sanctions = options.sanctions or Sanctions()
        self.commitment_log, self.results = options.commitment_log, options.results
        self.premoves = options.premoves or PremoveStore()
        """Premoves of all tables. A premove is shown to nobody but its author."""
        self.notifies_offline = False
        """True if a notification command tells users of their turns while they are offline."""
        self.announced: Announcement | None = None
        """Last announcement to all users."""
        self.polls: list[Callable[[], Awaitable[None]]] = []
        """Further coroutines that run with each poll. Each may raise OSError."""
        self.processes = Processes(keeps_all=options.keeps_all)
        self.rooms = Rooms(
            store,
            load_game,
            TableServices(
                worker_pool,
                self.premoves,
                options.pace,
                options.limits,
                self.sanctions,
                self.writes,
            ),
            self.processes,
            [archive for archive in (self.commitment_log, self.results) if archive is not None],
            options.time,
        )
        self.new_tables = NewTables(self.rooms)
        self.archiving = Archiving(self.rooms)
        self._summaries = self.rooms.summaries
        self._logs = LogChanges(self.rooms)
        self._premoves_polled_at = 0.0
        """Time of the last poll for premoves of other processes, by the monotonic clock."""
        self._watching: asyncio.Task[None] | None = None
        self._logs.load()
        if options.watch is not None:
            if self.processes.join(store):
                self.time.open()
            self._watching = asyncio.create_task(self._watch(options.watch))

    @property
    def time(self) -> TimeSource:
        """Clock of all tables."""
        return self.rooms.time

    # ------------------------------------------------------------------ users

    @property
    def present(self) -> list[User]:
        """All connected users, once for each of their terminals."""
        return [*self.processes.own, *self.processes.remote_users]

    def enter(self, user: User) -> None:
        """Add a user who connected to this process."""
        self.processes.own.append(user)
        for table in self._summaries.of(user):
            self.rooms.open_if_busy(table)
            if (room := self.rooms.get(table.name)) is not None:
                room.start()
        self.rooms.receive_presence()

    def leave(self, user: User) -> None:
        """Remove a user who disconnected."""
        self.processes.own.remove(user)
        self.rooms.receive_presence()

    # ------------------------------------------------------------------ tables

    def tables(self) -> Iterator[TableSummary]:
        """Shared tables that are not over, most recently played first."""
        return (table for table in self._summaries if not table.is_over)

    def tables_of(self, user: User) -> list[TableSummary]:
        """Tables where a user has a seat; recently finished games come last."""
        return sorted(self._summaries.of(user), key=lambda table: table.is_over)

    def tables_of_events(self) -> Iterator[TableSummary]:
        """Tables of events, whose deal others have too, and tables of tournaments."""
        return (table for table in self._summaries if table.event or table.cup)

    def open_tables(self, user: User, most: int) -> list[TableSummary]:
        """At most `most` public tables that a user could join or watch, most recently played first."""
        offered = (
            table
            for table in self.tables()
            if not (table.private or _is_abandoned(table, self.rooms.people_at(table)))
            and table.seat_of(user) is None
        )
        return list(islice(offered, most))

    def summary(self, name: str) -> TableSummary | None:
        """Summary of the table with this log name; None once it is archived."""
        return self._summaries.get(name)

    def awaits(self, table: TableSummary, user: User) -> bool:
        """True if a table waits for a user who has not premoved the answer."""
        room = self.rooms.get(table.name)
        return table.awaits(user) and (room is None or not room.premoves.has_answered(user))

    def is_shut_to(self, table: TableSummary, user: User) -> bool:
        """True if a user may not enter a table; see Room.is_shut_to."""
        held = self.sanctions.against("remove", user.key, table.code, origin=user.origin)
        is_kept_back = bool(table.event) and not table.is_told
        return held is not None or (is_kept_back and table.seat_of(user) is None)

    def may_sit(self, table: TableSummary, user: User) -> bool:
        """True if a user may take an open seat, as far as the summary of a closed table tells."""
        if (room := self.rooms.get(table.name)) is not None:
            return room.seating.may_sit(user)
        return bool(table.open_seats) and not (table.rated and user.is_guest)

    def seen_at(self, table: TableSummary, user: User) -> SharedTable[Any] | None:
        """The table as a user may see it, where somebody is present; otherwise None."""
        room = self.rooms.get(table.name)
        if (
            room is None
            or not room.users.present
            or not table.is_dealt
            or room.users.is_shut_to(user)
        ):
            return None
        with suppress(StorageError):
            return room.shown_to(user)
        return None

    def codes_by_user(self) -> dict[User, list[str]]:
        """Users who are at tables, each with the codes of these tables."""
        codes: dict[User, list[str]] = {}
        for room in self.rooms.values():
            for user in dict.fromkeys(room.users.present):
                codes.setdefault(user, []).append(room.code)
        return codes

    def find(self, code: str) -> Room:
        """Room of the table with this code, in any case and spacing.

        Raises NoSuchTable, StorageError.
        """
        wanted = code.strip().upper()
        table = self._summaries.by_code(wanted)
        if table is None:
            self.poll()  # another process may have opened it a moment ago
            table = self._summaries.by_code(wanted)
        if table is None or (room := self.rooms.open(table.name)) is None:
            raise NoSuchTable(wanted)
        return room

    def commitments_going_on(self) -> set[str]:
        """Commitments of tables that are not over, whose secrets are not disclosed yet."""
        going_on = (table for table in self._summaries if not table.is_told)
        return {commitment for table in going_on for commitment in table.commitments}

    def announce(self, announcement: Announcement) -> None:
        """Show an announcement to all users."""
        self.announced = announcement
        self.rooms.notify()

    async def close(self) -> None:
        """Stop all rooms; the tables are kept in their logs."""
        if self._watching is not None:
            self._watching.cancel()
        for room in self.rooms.values():
            await room.stop()
        self.rooms.clear()
        self.processes.close()

    def schedule_clocks(self) -> None:
        """Poll the clock and claim seats whose time is over. Raises StorageError."""
        timed = [room for room in self.rooms.values() if room.table.header.clock]
        self.time.poll(is_timed=bool(timed))
        now = self.time.now()
        for room in timed:
            due = room.table.due
            if room.table.is_left_to_bots or (due is not None and due <= now):
                room.claim()

    # ------------------------------------------------------------------ other processes

    def poll(self) -> None:
        """Read the changes of other processes. Raises StorageError."""
        self._logs.read()

    def _refresh_own(self) -> None:
        """Read the changes of tables where users of this process are."""
        for room in tuple(self.rooms.values()):
            if room.users.own:
                self.rooms.refresh(room)

    async def _watch(self, seconds: float) -> None:
        polls, due = 0, time.monotonic() + seconds
        while True:
            topics = await self.processes.wait_for_changes(due)
            is_due = time.monotonic() >= due
            try:
                if not is_due and self._refresh_changed(topics):
                    continue  # the other tables cost nothing
                self._refresh_own()
                self.schedule_clocks()
                self._exchange_notices()
                self._poll_premoves()
                for poll in self.polls:
                    await poll()
                polls += is_due
                if is_due and polls % FULL_POLL_EVERY == 0:
                    await self._logs.read_in_thread()
                    self._retry_rooms()
                    await self.archiving.sweep()
            except OSError:
                pass  # the store may work again later
            except Exception:
                # other polls go on, and this one is repeated
                logger.exception("a poll of the other processes failed")
            if is_due:
                due = time.monotonic() + seconds

    def _refresh_changed(self, topics: set[int]) -> bool:
        """Read these tables only; returns False if anything else changed."""
        rooms = {topic_hash(name): room for name, room in self.rooms.items()}
        if not topics <= rooms.keys():
            return False
        for room in map(rooms.__getitem__, topics):
            if room.users.own:
                self.rooms.refresh(room)
        return True

    def _retry_rooms(self) -> None:
        """Repeat at all tables the writes that failed."""
        for room in tuple(self.rooms.values()):
            room.retry()

    def _exchange_notices(self) -> None:
        self.processes.publish(self.rooms.values())
        if (before := self.processes.receive()) is None:
            return
        for name in self.processes.mentioned():
            if (table := self._summaries.get(name)) is not None:
                self.rooms.open_if_busy(table)
        has_other_processes = self.processes.have_changed(before)
        for room in tuple(self.rooms.values()):
            self.processes.share(room)
            if has_other_processes:
                room.refresh()
        self.rooms.notify()

    def _poll_premoves(self) -> None:
        """Read premoves that were given through other processes, if there are any."""
        now = time.monotonic()
        if not self.processes.notices or now - self._premoves_polled_at < PREMOVE_POLL_SECONDS:
            return
        self._premoves_polled_at = now
        for name in self.premoves.poll():
            if (room := self.rooms.get(name)) is not None:
                room.refresh()
                room.users.notify()


def _is_abandoned(table: TableSummary, people: Sequence[User]) -> bool:
    """True if no player with a key could return and nobody has played for long."""
    is_old = time.time() - table.played > UNOWNED_SECONDS
    keys = [player.key for player in table.players]
    return is_old and not people and all(not key or key.startswith(GUEST) for key in keys)
