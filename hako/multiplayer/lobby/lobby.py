"""Lobby: the shared tables over one store, and the users who are connected.

Several processes may keep a lobby over one store. Each of them polls the store for what the others
wrote.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.bots.levels import HINTS
from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.i18n.failure import Failure
from hako.engine.log.clock import WALL_TIME, TimeSource
from hako.engine.log.records import (
    OPEN,
    BadLog,
    Header,
    LogLine,
    Origin,
    Player,
    SecretCommitted,
    SeedDisclosed,
    bad_log_errors,
    encode,
    read_header,
    read_log,
)
from hako.engine.log.redeal import lines_up_to
from hako.engine.log.save import StorageError
from hako.engine.log.setup import now
from hako.engine.log.table import Table
from hako.engine.rules.chance import new_seed
from hako.engine.rules.game import Game
from hako.engine.rules.model import Seat
from hako.engine.storage.protocols import ANYTHING, SaveVersion, Store, topic_hash
from hako.engine.storage.save_index import ABANDONED_SECONDS, IndexEntry, SaveIndex
from hako.engine.storage.waiting import KeyedMutex, aside
from hako.multiplayer.accounts.sanctions import Sanctions
from hako.multiplayer.accounts.users import GUEST, User, check_known
from hako.multiplayer.lobby.presence import Presence, PresenceNotice, owning_process
from hako.multiplayer.ratings.archive import Archive
from hako.multiplayer.ratings.commitment_log import CommitmentLog
from hako.multiplayer.ratings.results import Results
from hako.multiplayer.tables.chat import Chat
from hako.multiplayer.tables.premoves import PremoveStore
from hako.multiplayer.tables.room import DEFAULT_LIMITS, Room, TableLimits, bot_name
from hako.multiplayer.tables.summary import FILE, SummaryCache, TableSummary, seat_of, summary_of

logger = logging.getLogger(__name__)

CODE_LETTERS = "BCDFGHJKMNPQRSTVWXYZ23456789"
"""Letters of codes. Without vowels no code is a word; no letter looks like another sign."""

CODE_LENGTH = 5

FINISHED_SECONDS = 24 * 3600
"""Time for which a finished table can still be viewed by those who had a seat."""

UNOWNED_SECONDS = 24 * 3600
"""Time for which a table is offered that nobody plays at and only guests, or nobody, sit at."""

RECENT_SECONDS = 7 * 24 * 3600
"""Limit of idle time after which a table no longer counts against its owner."""

FULL_POLL_EVERY = 8
"""Number of polls after which all logs are compared, also those of tables without local users."""

REST_SECONDS = 300.0
"""Time for which an idle table stays in memory after the last user left it."""

PREMOVE_POLL_SECONDS = 1.0
"""Interval at which premoves of other processes are read; none is carried out sooner."""

LINES_AT_ONCE = 200
"""Number of index lines written in one batch. A larger batch would block the database for players."""


class NoSuchTable(LookupError):
    """Error: no table has this code."""


class TooManyTables(Exception):
    """Error: the user owns the maximum number of tables that are being played."""


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
        pace: Callable[[], float] = lambda: 0.0,
        watch: float | None = None,
        *,
        keeps_all: bool = True,
        limits: TableLimits = DEFAULT_LIMITS,
        sanctions: Sanctions | None = None,
        commitment_log: CommitmentLog | None = None,
        results: Results | None = None,
        premoves: PremoveStore | None = None,
        timekeeper: TimeSource = WALL_TIME,
    ) -> None:
        """Open the lobby.

        `pace` gives the delay of each table's BotRunner. `watch` is the interval in seconds at which
        changes of other processes are polled; None where there are none. Processes with `keeps_all`
        share the bots of all tables: each table has one owning process. Other processes play only
        bots of tables where their own users have a seat or are connected. `timekeeper` is the clock.

        Raises StorageError.
        """
        self.store = store
        self.time = timekeeper
        self.damaged: dict[str, Exception] = {}
        """Logs that could not be opened, by name, with the error."""
        self._load_game = load_game
        self.worker_pool = worker_pool
        self._pace = pace
        self._keeps_all = keeps_all
        self._process_name = secrets.token_hex(8) if keeps_all else ""
        self._limits = limits
        self.writes = limits.writes()
        """Limits of stored writes, shared by all ways of writing on this server."""
        self.sanctions = sanctions or Sanctions()
        self.commitment_log = commitment_log
        """Public log of the commitments to deals."""
        self.results = results
        """Results of rated games and of events."""
        self._archives: list[Archive[Any]] = [
            archive for archive in (commitment_log, results) if archive is not None
        ]
        self.notifies_offline = False
        """True if a notification command tells users of their turns while they are offline."""
        self.announced: Announcement | None = None
        """Last announcement to all users."""
        self._rooms: dict[str, Room] = {}
        """Rooms of the tables whose logs were read, by the name of the log."""
        self._summaries = SummaryCache()
        """Summaries of all shared tables."""
        document = store.document(FILE, 0o600)  # codes of private tables are in it
        self._index: SaveIndex[TableSummary | None] = SaveIndex(
            document, TableSummary | None, self._describe, LINES_AT_ONCE
        )
        self.premoves = premoves or PremoveStore()
        """Premoves of all tables. A premove is shown to nobody but its author."""
        self._premoves_polled_at = 0.0
        """Time of the last poll for premoves of other processes, by the monotonic clock."""
        self._unneeded: set[str] = set()
        """Logs of games that are played alone on this machine and need no room."""
        self._versions: dict[str, SaveVersion] = {}
        """Versions of all logs as they were last read."""
        self._new_tables: dict[str, str] = {}
        """Tables that are being created, by their code, with the key of their owner."""
        self._rematches = KeyedMutex()
        """Held by the task that creates the rematch of a table, by the name of its log."""
        self._gone: set[str] = set()
        """Logs that another process archived and whose rooms are still open."""
        self._own: list[User] = []
        self._listeners: list[Callable[[Room | None], None]] = []
        self._notices: list[PresenceNotice] = []
        self._presence: Presence | None = None
        self._watching: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        self._changed_topics: set[int] = set()
        """Topics of changes since the last poll; ANYTHING where users came or went."""
        self.is_joined = False
        """True if other processes of the server were running when this one started."""
        self.polls: list[Callable[[], Awaitable[None]]] = []
        """Further coroutines that run with each poll. Each may raise OSError."""
        self._load_summaries()
        if watch is not None:
            self._presence = Presence(store.presence())
            others = self._presence.others()
            self.is_joined = bool(_process_names(others))
            if not others:
                self.time.open()
            store.subscribe(partial(_notify_loop, asyncio.get_running_loop(), self._note_change))
            self._watching = asyncio.create_task(self._watch(watch))

    # ------------------------------------------------------------------ users

    @property
    def present(self) -> list[User]:
        """All connected users, once for each of their terminals."""
        return [*self._own, *self.remote_users]

    @property
    def remote_users(self) -> list[User]:
        """Users who are connected to other processes."""
        return [user for notice in self._notices for user in notice.users]

    def enter(self, user: User) -> None:
        """Add a user who connected to this process."""
        self._own.append(user)
        for table in self._summaries.of(user):
            self._open_if_busy(table)
            if (room := self._rooms.get(table.name)) is not None:
                room.start()
        self._receive_presence()

    def leave(self, user: User) -> None:
        """Remove a user who disconnected."""
        self._own.remove(user)
        self._receive_presence()

    def subscribe(self, listener: Callable[[Room | None], None]) -> Callable[[], None]:
        """Call the listener with each room that changed, or with None for a change of the lobby.

        Returns a function that ends the subscription.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

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
            if not (table.private or _is_abandoned(table, self.people_at(table)))
            and table.seat_of(user) is None
        )
        return list(islice(offered, most))

    def summary(self, name: str) -> TableSummary | None:
        """Summary of the table with this log name; None once it is archived."""
        return self._summaries.get(name)

    def awaits(self, table: TableSummary, user: User) -> bool:
        """True if a table waits for a user who has not premoved the answer."""
        room = self._rooms.get(table.name)
        return table.awaits(user) and (room is None or not room.premoves.has_answered(user))

    def people_at(self, table: TableSummary) -> Sequence[User]:
        """Users at a table, once for each of their terminals."""
        room = self._rooms.get(table.name)
        return () if room is None else room.present

    def is_shut_to(self, table: TableSummary, user: User) -> bool:
        """True if a user may not enter a table; see Room.is_shut_to."""
        held = self.sanctions.against("remove", user.key, table.code, origin=user.origin)
        is_kept_back = bool(table.event) and not table.is_told
        return held is not None or (is_kept_back and table.seat_of(user) is None)

    def may_sit(self, table: TableSummary, user: User) -> bool:
        """True if a user may take an open seat, as far as the summary of a closed table tells."""
        if (room := self._rooms.get(table.name)) is not None:
            return room.may_sit(user)
        return bool(table.open_seats) and not (table.rated and user.is_guest)

    def seen_at(self, table: TableSummary, user: User) -> Table[Any] | None:
        """The table as a user may see it, where somebody is present; otherwise None."""
        room = self._rooms.get(table.name)
        if room is None or not room.present or not table.is_dealt or room.is_shut_to(user):
            return None
        with suppress(StorageError):
            return room.shown_to(user)
        return None

    def codes_by_user(self) -> dict[User, list[str]]:
        """Users who are at tables, each with the codes of these tables."""
        codes: dict[User, list[str]] = {}
        for room in self._rooms.values():
            for user in dict.fromkeys(room.present):
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
        if table is None or (room := self._open(table.name)) is None:
            raise NoSuchTable(wanted)
        return room

    def create(
        self,
        header: Header,
        user: User | None,
        seats: Sequence[str | None],
        *,
        private: bool = False,
    ) -> Room:
        """Create a table, owned by a user or by the server.

        `header` comes from engine.log.setup. `seats` has for each seat the level of a bot, or None
        for a person; the user takes the first of the latter, the others are open.
        Raises TooManyTables, GuestNotRated, RateLimited.
        """
        if header.rated and user is not None:
            check_known(user.key)
        if user is not None:
            self._check_tables_of(user)
            self.writes.count(user)
            self._check_tables_of(user)  # another session of theirs may have been faster
        players = [
            OPEN if level is None else Player(bot_name(n), bot=level)
            for n, level in enumerate(seats)
        ]
        if user is not None and None in seats:
            players[seats.index(None)] = Player(user.name, key=user.key)
        owner = "" if user is None else user.key
        room = self._open_new(replace(header, owner=owner, private=private), tuple(players))
        awaited = () if header.event else room.table.waiting_seats()
        if user is not None and len(awaited) == 1 and room.awaits(user):
            room.table.declare(awaited[0], ready=True)  # nobody else has to be ready
        return room

    def rematch(self, room: Room, header: Header, user: User) -> Room:
        """Create one table for a rematch of the same players, however many of them ask for it.

        `header` comes from engine.log.setup, for the same game. The user is ready there.
        Raises RateLimited.
        """
        self.writes.count(user)
        with self._rematches.held(room.name):
            if room.next is None:
                table = room.table
                header = replace(header, owner=table.owner, private=table.header.private)
                room.next = self._open_new(header, tuple(map(room.rematch_player, table.players)))
                room.notify()
        seat = room.next.seat_of(user)
        if seat is not None and seat in room.next.table.waiting_seats():
            room.next.table.declare(seat, ready=True)
        return room.next

    def retry(self, room: Room, user: User, moment: int, *, redeal: bool) -> Room:
        """Create a private table of the user that replays a finished game from one of their choices.

        Bots play for the others. With `redeal`, what the user could not know is dealt again.
        Raises TooManyTables, RateLimited, BadLog, StorageError; see `retry_seat`.
        """
        self._check_tables_of(user)
        self.writes.count(user)
        self._check_tables_of(user)
        game, seat = room.table.game, retry_seat(room.table, user)
        assert seat is not None, "it was offered"
        _, data = self.store.open(room.name)
        log = read_log(game, data, room.name)
        first = log.header.origin
        origin = Origin(
            room.name,
            moment,
            seat,
            code=first.code if first else room.code,
            private=first.private if first else log.header.private,
        )
        header = replace(
            log.header, created=now(), code=self._new_code(), private=True, origin=origin
        )
        lines = lines_up_to(log, data, moment)
        retried = Table.load(game, encode(header) + lines, room.name)
        more: list[LogLine] = []
        retried.subscribe(lambda _, line: more.append(line))
        for at, player in enumerate(retried.players):
            seated = player if player.is_bots_own else Player(bot_name(at), bot=HINTS)
            if at == seat:
                seated = Player(user.name, key=user.key)
            if seated != player:
                retried.seat(at, seated)
        if retried.owner != user.key:
            retried.hand_over(seat)
        if redeal:
            retried.redeal(seat, new_seed())
        with self._creating(header):
            save = self.store.create(header)
            save.append(lines + b"".join(map(encode, more)))
            opened = self._add_room(self.read(save.name))
        opened.start()
        self._notify(opened)
        return opened

    def schedule(self, header: Header, players: Sequence[Player], *, private: bool) -> Room:
        """Create a table of the server for these players; `header` as in `create`."""
        return self._open_new(replace(header, private=private), tuple(players))

    def is_responsible_for(self, task: str) -> bool:
        """True if this process is the one that does this task of the server."""
        everybody = {self._process_name, *_process_names(self._notices)} - {""}
        return self._keeps_all and owning_process(task, everybody) == self._process_name

    def commitments_going_on(self) -> set[str]:
        """Commitments of tables that are not over, whose secrets are not disclosed yet."""
        going_on = (table for table in self._summaries if not table.is_told)
        return {commitment for table in going_on for commitment in table.commitments}

    async def sweep(self) -> None:
        """Archive tables that were over or given up for long and that all users have left.

        Idle tables without users are dropped from memory; their logs are read again on demand.
        """
        for table in tuple(self._summaries):
            is_left = not self.people_at(table) and _is_expired(table, time.time())
            if is_left or table.name in self._gone:
                with suppress(StorageError):  # tried again at the next sweep
                    if (room := self._open(table.name)) is not None:
                        await self.archive(room)
                await asyncio.sleep(0)  # reading many logs would block the event loop
        for name, room in tuple(self._rooms.items()):
            if self._may_rest(name, room):
                del self._rooms[name]
                room.is_at_rest = True
                await room.stop()

    def _may_rest(self, name: str, room: Room) -> bool:
        """True if a room can be closed because the summary of its table is enough."""
        table = self._summaries.get(name)
        is_wanted = bool(room.present) or time.monotonic() - room.wanted < REST_SECONDS
        if is_wanted or table is None or self._is_busy(table):
            return False
        return table.is_over or not table.clock

    async def archive(self, room: Room) -> None:
        """Close a table, even with users at it, and move its log to the finished ones.

        Raises StorageError; then no secret is disclosed and the table is still open. Raises Failure
        where others still play the same deal.
        """
        check_may_end(room)
        try:
            self._move_away(room)
        except StorageError:
            if self.store.holds(room.name):  # else another process was faster
                raise
        self._rooms.pop(room.name, None)
        self._summaries.drop(room.name)
        self.premoves.forget(room.name)
        room.is_closed = True
        room.chat.forget()
        room.notify()
        await room.stop()

    def _move_away(self, room: Room) -> None:
        if self.store.holds(room.name):
            room.table.disclose()
            for archive in self._archives:
                archive.enter(room.table)
            self.store.archive(room.name)

    def announce(self, announcement: Announcement) -> None:
        """Show an announcement to all users."""
        self.announced = announcement
        self._notify()

    async def close(self) -> None:
        """Stop all rooms; the tables are kept in their logs."""
        if self._watching is not None:
            self._watching.cancel()
        for room in self._rooms.values():
            await room.stop()
        self._rooms.clear()
        if self._presence is not None:
            self._presence.close()
            self._presence = None

    def schedule_clocks(self) -> None:
        """Poll the clock and claim seats whose time is over. Raises StorageError."""
        timed = [room for room in self._rooms.values() if room.table.header.clock]
        self.time.poll(is_timed=bool(timed))
        now = self.time.now()
        for room in timed:
            due = room.table.due
            if room.table.is_left_to_bots or (due is not None and due <= now):
                room.claim()

    # ------------------------------------------------------------------ other processes

    def poll(self) -> None:
        """Read the changes of other processes. Raises StorageError."""
        known = {*self._versions}
        self._index.keep(*self._read_changes(self.store.versions(), known))

    def refresh(self, room: Room) -> None:
        """Read the changes of other processes to one table."""
        try:
            room.table.refresh()
        except (BadLog, StorageError) as error:
            self.damaged[room.name] = error

    def _load_summaries(self) -> None:
        """Load all summaries, and read the logs of tables that have something to do."""
        versions = self.store.versions()
        # a log without a header is just being created: it is read again later
        whole = {name: (version, None) for name, version in versions.items() if version[0]}
        tables = []
        for name, summary in self._index.entries(whole):
            if isinstance(summary, Failure):
                self.damaged[name] = summary
            elif summary is None:
                self._unneeded.add(name)
            else:
                tables.append(summary)
        self._summaries.note(*tables)
        self._versions = self._readable_versions(versions)
        for table in tables:
            self._open_if_busy(table)

    def _describe(self, name: str) -> TableSummary | None:
        """Summary of a table; None for a log that is not shared. Raises BadLog, StorageError."""
        if not self.store.header(name).is_shared:
            return None
        with bad_log_errors(name):
            table = self.read(name)
            summary = summary_of(table, name, self.store.played(name))
        if self._is_busy(summary):
            self._add_room(table)  # it need not be read again
        return summary

    def _read_changes(
        self, versions: dict[str, SaveVersion], known: set[str]
    ) -> tuple[list[IndexEntry[TableSummary | None]], set[str]]:
        """Read the logs whose versions changed; the number of other logs does not matter.

        `known` has the names of all logs before the versions were read. Returns the new index entries and the names of logs that are gone. Where lines are written
        meanwhile, an entry is newer than its version, and is renewed at the next poll.
        """
        gone = known - versions.keys()
        self._gone = (self._gone | gone) & self._rooms.keys()
        for name in gone - self._rooms.keys():
            self._summaries.drop(name)
        changed = [
            name for name, version in versions.items() if self._versions.get(name) != version
        ]
        for name in changed:
            if isinstance(self.damaged.get(name), StorageError):
                del self.damaged[name]  # the store may work again
            if (room := self._rooms.get(name)) is not None:
                self.refresh(room)
            elif name not in self.damaged and name not in self._unneeded and versions[name][0]:
                self._open_changed(name)
        self._versions = self._readable_versions(versions)
        sound = [
            name
            for name in changed
            if name in self._unneeded or self._summaries.get(name) is not None
        ]
        return [
            IndexEntry(name, (versions[name], None), self._summaries.get(name)) for name in sound
        ], gone

    def _readable_versions(self, versions: dict[str, SaveVersion]) -> dict[str, SaveVersion]:
        """Versions without those of logs that could not be read; these are tried again."""
        unread = {name for name, why in self.damaged.items() if isinstance(why, StorageError)}
        return {name: version for name, version in versions.items() if name not in unread}

    def _refresh_own(self) -> None:
        """Read the changes of tables where users of this process are."""
        for room in tuple(self._rooms.values()):
            if room.own:
                self.refresh(room)

    async def _watch(self, seconds: float) -> None:
        polls, due = 0, time.monotonic() + seconds
        while True:
            topics = await self._wait_for_changes(due)
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
                    # in a thread, as thousands of logs would block the event loop
                    known = {*self._versions}
                    versions = await asyncio.to_thread(self.store.versions)
                    changes = self._read_changes(versions, known)
                    await asyncio.to_thread(self._index.keep, *changes)
                    self._retry_rooms()
                    await self.sweep()
            except OSError:
                pass  # the store may work again later
            except Exception:
                # other polls go on, and this one is repeated
                logger.exception("could not look around")
            if is_due:
                due = time.monotonic() + seconds

    async def _wait_for_changes(self, due: float) -> set[int]:
        """Topics that other processes changed, as soon as one is known; empty at time `due`."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), max(0.0, due - time.monotonic()))
        self._woken.clear()
        topics, self._changed_topics = self._changed_topics, set()
        return topics

    def _note_change(self, topic: int) -> None:
        self._changed_topics.add(topic)
        self._woken.set()

    def _refresh_changed(self, topics: set[int]) -> bool:
        """Read these tables only; returns False if anything else changed."""
        rooms = {topic_hash(name): room for name, room in self._rooms.items()}
        if not topics <= rooms.keys():
            return False
        for room in map(rooms.__getitem__, topics):
            if room.own:
                self.refresh(room)
        return True

    def _retry_rooms(self) -> None:
        """Repeat at all tables the writes that failed."""
        for room in tuple(self._rooms.values()):
            room.retry()

    def _exchange_notices(self) -> None:
        assert self._presence is not None, "there are others to tell"
        self._presence.publish(self._notice())
        notices = self._presence.others()
        if notices == self._notices:
            return
        has_other_processes = _process_names(notices) != _process_names(self._notices)
        self._notices = notices
        for name in {name for notice in notices for name in (*notice.at, *notice.messages)}:
            if (table := self._summaries.get(name)) is not None:
                self._open_if_busy(table)
        for name, room in tuple(self._rooms.items()):
            self._share_presence(name, room)
            if has_other_processes:
                room.refresh()
        self._notify()

    def _poll_premoves(self) -> None:
        """Read premoves that were given through other processes, if there are any."""
        now = time.monotonic()
        if not self._notices or now - self._premoves_polled_at < PREMOVE_POLL_SECONDS:
            return
        self._premoves_polled_at = now
        for name in self.premoves.poll():
            if (room := self._rooms.get(name)) is not None:
                room.refresh()
                room.notify()

    def _is_ours(self, name: str) -> bool:
        """True if this process plays the bots of a table.

        A process with users at the table is preferred, since it polls the table all the time.
        """
        if not self._keeps_all:
            return True
        owners = _process_names(notice for notice in self._notices if name in notice.at)
        if (room := self._rooms.get(name)) is not None and room.own:
            owners.add(self._process_name)
        everybody = {self._process_name, *_process_names(self._notices)}
        return owning_process(name, owners or everybody) == self._process_name

    def _share_presence(self, name: str, room: Room) -> None:
        """Give a room the users and chat messages of other processes at its table."""
        notices = self._notices
        room.receive(
            [user for notice in notices for user in notice.at.get(name, ())],
            [message for notice in notices for message in notice.messages.get(name, ())],
        )

    def _notice(self) -> PresenceNotice:
        rooms = self._rooms.items()
        return PresenceNotice(
            tuple(self._own),
            {name: tuple(room.own) for name, room in rooms if room.own},
            {name: tuple(room.chat.own) for name, room in rooms if room.chat.own},
            self._process_name,
        )

    # ------------------------------------------------------------------ internals

    def _check_tables_of(self, user: User) -> None:
        """Raise TooManyTables if a user may open no further table."""
        if self._count_of(user) >= self._limits.tables_per_player:
            raise TooManyTables

    def _count_of(self, user: User) -> int:
        """Number of recently played tables that a user opened."""
        limit = time.time() - RECENT_SECONDS
        opened = (table.opened_by == user.key and table.played > limit for table in self.tables())
        return sum(opened) + [*self._new_tables.values()].count(user.key)

    def _is_busy(self, table: TableSummary) -> bool:
        """True if a table has something to do although no local user is there."""
        if any(table.name in (*notice.at, *notice.messages) for notice in self._notices):
            return True
        if any(archive.lacks(table) for archive in self._archives):
            return True
        is_answered = any(premove.seat in table.waits for premove in self.premoves.at(table.name))
        return (table.is_restless or is_answered) and (
            self._keeps_all or any(table.seat_of(user) is not None for user in self._own)
        )

    def _open_if_busy(self, table: TableSummary) -> None:
        """Open the room of a table that has something to do."""
        if table.name not in self._rooms and self._is_busy(table):
            try:
                self._open(table.name)
            except StorageError as error:
                self.damaged[table.name] = error

    def _open(self, name: str) -> Room | None:
        """Room of a table; None if its log can no longer be read. Raises StorageError."""
        if (room := self._rooms.get(name)) is not None:
            room.wanted = time.monotonic()
            return room
        try:
            table = self.read(name)
        except BadLog as error:
            self.damaged[name] = error
            self._summaries.drop(name)
            return None
        return self._add_room(table)

    def _open_changed(self, name: str) -> None:
        """Open a table that another process created or changed."""
        self._summaries.drop(name)
        try:
            header = self.store.header(name)
            if not header.is_shared:
                self._unneeded.add(name)
            elif header.code in self._new_tables:
                pass  # another task of this process is creating it
            elif (room := self._open(name)) is not None:
                self._notify(room)
        except (BadLog, StorageError) as error:
            self.damaged[name] = error

    def read(self, name: str) -> Table[Any]:
        """Read the table of a log. Raises BadLog, StorageError."""
        save, data = self.store.open(name)
        with bad_log_errors(name):
            game = self._load_game(read_header(data, name).game)
            table = Table.of(game, read_log(game, data, name), name, save)
            _ = table.outcome  # cached, since it is used often
        return table

    def _open_new(self, header: Header, players: tuple[Player, ...]) -> Room:
        header = replace(header, seats=players, code=self._new_code(), by_ready=True)
        with self._creating(header):
            table = Table.new(self._load_game(header.game), header, self.store.create)
            room = self._add_room(table)
        room.start()
        self._notify(room)
        return room

    @contextmanager
    def _creating(self, header: Header) -> Iterator[None]:
        """Within, a table is created: it counts for its owner, and no poll opens it."""
        self._new_tables[header.code] = header.owner
        try:
            yield
        finally:
            del self._new_tables[header.code]

    def _add_room(self, table: Table[Any]) -> Room:
        """Open the room of a table that was just read or created."""
        assert table.save is not None, "it came from the store"
        name = table.save.name
        table.clocks.time = self.time
        played, chat = (
            self.store.played(name),
            Chat(self.store.document(f"chat/{name}.jsonl", 0o600)),
        )
        if (room := self._rooms.get(name)) is not None:  # another task has read it meanwhile
            return room
        known = self._summaries.get(name)
        room = self._rooms[name] = Room(
            table,
            table.save,
            self.worker_pool,
            self.premoves,
            self._pace,
            played,
            self._limits,
            self.sanctions,
            chat,
            self.writes,
            since=None if known is None else known.waits,
            is_ours=partial(self._is_ours, name),
            read=lambda: self.store.open(name)[1],
        )
        self._share_presence(name, room)
        self._summaries.note(room.summary)
        aside(partial(self._update_archives, room))
        room.add_cleanup(table.subscribe(lambda _table, line: self._receive_line(room, line)))
        room.add_cleanup(room.subscribe(self._receive_presence))
        if self._keeps_all or any(room.seat_of(user) is not None for user in self._own):
            room.start()
        return room

    def _receive_line(self, room: Room, line: LogLine) -> None:
        self._summaries.note(room.summary)
        if isinstance(line, SecretCommitted | SeedDisclosed) or room.table.header.event:
            aside(partial(self._update_archives, room))
        self._notify(room)

    def _receive_presence(self, room: Room | None = None) -> None:
        self._note_change(ANYTHING)  # other processes get it at once
        self._notify(room)

    def _update_archives(self, room: Room) -> None:
        for archive in self._archives:
            with suppress(StorageError):  # tried again with the next line or start
                archive.enter(room.table)

    def _notify(self, room: Room | None = None) -> None:
        for listener in tuple(self._listeners):
            listener(room)

    def _new_code(self) -> str:
        taken = {table.code for table in self._summaries} | self._new_tables.keys()
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if code not in taken:
                return code


def retry_seat(table: Table[Any], user: User) -> Seat | None:
    """Seat from which a user may retry a finished game; None if not allowed.

    Not allowed where the end could be undone, since the retry would reveal what comes next; nor in
    games with a clock, rated games, and games whose deal others have too.
    """
    header, is_told = table.header, table.deal.is_open
    counts = header.rated or header.event or header.cup
    if table.outcome is None or not is_told or header.clock or counts:
        return None
    return seat_of(table.players, user)


def check_may_end(room: Room) -> None:
    """Raise Failure where others still play the same deal, or the game counts for a tournament."""
    table = room.table
    if table.header.cup and table.is_dealt and table.outcome is None and not table.deal.is_open:
        raise Failure("cup_goes_on")
    if table.is_embargoed and table.deal.committed is not None:
        raise Failure("event_goes_on")


def _notify_loop(loop: asyncio.AbstractEventLoop, note: Callable[[int], None], topic: int) -> None:
    with suppress(RuntimeError):  # the loop was closed meanwhile
        loop.call_soon_threadsafe(note, topic)


def _process_names(notices: Iterable[PresenceNotice]) -> set[str]:
    return {notice.keeper for notice in notices} - {""}


def _is_expired(table: TableSummary, now: float) -> bool:
    """True if a table has been over, or idle, for long enough to be archived."""
    rests, is_over = now - table.played, table.is_over or table.is_told
    longest = FINISHED_SECONDS if is_over else ABANDONED_SECONDS
    if table.event or table.cup:  # the best game can be watched on the next day
        return table.is_told and rests > 2 * FINISHED_SECONDS
    return rests > longest and (is_over or table.is_committed)


def _is_abandoned(table: TableSummary, people: Sequence[User]) -> bool:
    """True if no player with a key could return and nobody has played for long."""
    is_old = time.time() - table.played > UNOWNED_SECONDS
    keys = [player.key for player in table.players]
    return is_old and not people and all(not key or key.startswith(GUEST) for key in keys)
