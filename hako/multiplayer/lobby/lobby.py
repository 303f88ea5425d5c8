"""The lobby: shared tables over one store, and everybody who came to it.

Several processes may keep a lobby over one store: each looks now and then at what
the others did.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
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
    encode,
    read_header,
    read_log,
    reading,
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
from hako.multiplayer.accounts.sanctions import Sanctions
from hako.multiplayer.accounts.users import GUEST, User, check_known
from hako.multiplayer.lobby.presence import Presence, PresenceNotice, owning_process
from hako.multiplayer.ratings.archive import Archive
from hako.multiplayer.ratings.commitment_log import CommitmentLog
from hako.multiplayer.ratings.results import Results
from hako.multiplayer.tables.chat import Chat
from hako.multiplayer.tables.premoves import PremoveStore
from hako.multiplayer.tables.room import USUAL_MANNERS, Room, TableLimits, bot_name
from hako.multiplayer.tables.summary import FILE, SummaryCache, TableSummary, seat_of, summary_of

logger = logging.getLogger(__name__)

CODE_LETTERS = "BCDFGHJKMNPQRSTVWXYZ23456789"
"""No vowels, so that no code is a word; nothing that reads like something else."""

CODE_LENGTH = 5

FINISHED_SECONDS = 24 * 3600
"""How long a table that is over can still be looked at by those who sat there."""

FORSAKEN_SECONDS = 24 * 3600
"""How long a table is offered where nobody has a seat, or guests alone, and nobody plays."""

RECENT_SECONDS = 7 * 24 * 3600
"""Tables that were not played for so long do not count against their owner."""

THOROUGH = 8
"""Every so many looks around, all tables are looked at, also where nobody of ours is."""

REST_SECONDS = 300.0
"""How long after the last one left a table where nothing goes on is still held in memory."""

ANSWERS_SECONDS = 1.0
"""So often it is looked for what was said in advance elsewhere: none is carried out sooner."""

LINES_AT_ONCE = 200
"""Of the index: to write more would keep a database from what people do."""


class NoSuchTable(LookupError):
    """No table has that code."""


class TooManyTables(Exception):
    """So many tables of the visitor's are being played already."""


class Announcement(Struct, eq=False):
    """What the host says to everybody."""

    name: str
    words: str
    closes_in: int | None = None
    """So many seconds later the house is closed."""


class Lobby:
    """All shared tables of a store. Make it inside the running event loop.

    A table's log is read when somebody comes there, when it goes on by itself, or when another
    process wrote in it; till then it is known at a glance.
    """

    def __init__(
        self,
        store: Store,
        load_game: Callable[[str], Game[Any]],
        thinker: WorkerPool,
        pace: Callable[[], float] = lambda: 0.0,
        watch: float | None = None,
        *,
        keeps_all: bool = True,
        manners: TableLimits = USUAL_MANNERS,
        sanctions: Sanctions | None = None,
        ledger: CommitmentLog | None = None,
        results: Results | None = None,
        answers: PremoveStore | None = None,
        timekeeper: TimeSource = WALL_TIME,
    ) -> None:
        """Open the lobby.

        `pace` is that of each table's Host; `watch` how often, in seconds, to look at what
        other processes over the store did, None where there are none. Those that `keeps_all`
        play between them the bots' moves of every table, each table's by one of them; another
        process those alone where its visitors have a seat or are. `timekeeper` tells how late
        it is.

        Raises StoreFailed.
        """
        self.store = store
        self.time = timekeeper
        self.damaged: dict[str, Exception] = {}
        """Logs that could not be opened, with the reason."""
        self._load_game = load_game
        self.thinker = thinker
        self._pace = pace
        self._keeps_all = keeps_all
        self._keeper = secrets.token_hex(8) if keeps_all else ""
        self._manners = manners
        self.writes = manners.writes()
        """Counts all that people write for good, here and wherever else in the house."""
        self.sanctions = sanctions or Sanctions()
        self.commitment_log = ledger
        """Where secrets of deals are written down for all."""
        self.results = results
        """Where it is written down how rated games ended."""
        self._books: list[Archive[Any]] = [book for book in (ledger, results) if book is not None]
        self.tells_outside = False
        """Whether a command of the host's tells people of their turns while they are away."""
        self.announced: Announcement | None = None
        """What the host said last to everybody."""
        self._rooms: dict[str, Room] = {}
        """Of the tables whose logs were read."""
        self._glances = SummaryCache()
        """Of all tables."""
        sheet = store.document(FILE, 0o600)  # codes of private tables are in it
        self._index: SaveIndex[TableSummary | None] = SaveIndex(
            sheet, TableSummary | None, self._describe, LINES_AT_ONCE
        )
        self.answers = answers or PremoveStore()
        """What people said in advance; nobody else is told of it."""
        self._answers_seen = 0.0
        """When we looked last for those given through other processes, by the monotonic clock."""
        self._unneeded: set[str] = set()
        """Logs that need no room: played alone on this machine."""
        self._marks: dict[str, SaveVersion] = {}
        """Of each log, how it was when it was looked at last."""
        self._gone: set[str] = set()
        """Logs that another process put away, and whose rooms are still there."""
        self._own: list[User] = []
        self._listeners: list[Callable[[Room | None], None]] = []
        self._neighbours: list[PresenceNotice] = []
        self._presence: Presence | None = None
        self._watching: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        self._heard: set[int] = set()
        """The tones of what others wrote since it was looked at; ANYTHING where people came or went."""
        self.is_joined = False
        """Whether others kept the house when this process came."""
        self.polls: list[Callable[[], Awaitable[None]]] = []
        """What else is done when it is looked what other processes did. Each may raise OSError."""
        self._begin()
        if watch is not None:
            self._presence = Presence(store.board())
            others = self._presence.others()
            self.is_joined = bool(_keepers(others))
            if not others:
                self.time.open()
            store.subscribe(partial(_wake, asyncio.get_running_loop(), self._note_news))
            self._watching = asyncio.create_task(self._watch(watch))

    # ------------------------------------------------------------------ people

    @property
    def present(self) -> list[User]:
        """Everybody who is in, once for each of their terminals."""
        return [*self._own, *self.neighbours]

    @property
    def neighbours(self) -> list[User]:
        """Those of them who came through other processes."""
        return [visitor for notice in self._neighbours for visitor in notice.here]

    def enter(self, visitor: User) -> None:
        """Come in."""
        self._own.append(visitor)
        for table in self._glances.of(visitor):
            self._attend(table)
            if (room := self._rooms.get(table.name)) is not None:
                room.start()
        self._hear_of_people()

    def leave(self, visitor: User) -> None:
        """Go home."""
        self._own.remove(visitor)
        self._hear_of_people()

    def subscribe(self, listener: Callable[[Room | None], None]) -> Callable[[], None]:
        """Call the listener with a room where something happened, or with None for the house.

        Returns what ends that.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    # ------------------------------------------------------------------ tables

    def tables(self) -> Iterator[TableSummary]:
        """The shared tables still played, the one played last first."""
        return (table for table in self._glances if not table.is_over)

    def tables_of(self, visitor: User) -> list[TableSummary]:
        """Where a visitor has a seat, the games that were over a short while ago last."""
        return sorted(self._glances.of(visitor), key=lambda table: table.is_over)

    def tables_of_events(self) -> Iterator[TableSummary]:
        """Those whose deal is that of others, and those of cups."""
        return (table for table in self._glances if table.event or table.cup)

    def open_tables(self, visitor: User, most: int) -> list[TableSummary]:
        """Public tables that one could join or watch, of so many the ones played last."""
        offered = (
            table
            for table in self.tables()
            if not (table.private or _is_forsaken(table, self.people_at(table)))
            and table.seat_of(visitor) is None
        )
        return list(islice(offered, most))

    def summary(self, name: str) -> TableSummary | None:
        """The table whose log is called so; None where it is put away."""
        return self._glances.get(name)

    def awaits(self, table: TableSummary, visitor: User) -> bool:
        """Whether a table waits for a visitor, and they have not answered in advance."""
        room = self._rooms.get(table.name)
        return table.awaits(visitor) and (room is None or not room.premoves.has_answered(visitor))

    def people_at(self, table: TableSummary) -> Sequence[User]:
        """Who is at a table, once for each of their terminals."""
        room = self._rooms.get(table.name)
        return () if room is None else room.present

    def is_shut_to(self, table: TableSummary, visitor: User) -> bool:
        """Whether a visitor cannot be at a table, see Room.is_shut_to."""
        held = self.sanctions.against("remove", visitor.key, table.code, whence=visitor.origin)
        is_kept_back = bool(table.event) and not table.is_told
        return held is not None or (is_kept_back and table.seat_of(visitor) is None)

    def may_sit(self, table: TableSummary, visitor: User) -> bool:
        """Whether a visitor may take an open seat, as far as is known of a table not opened."""
        if (room := self._rooms.get(table.name)) is not None:
            return room.may_sit(visitor)
        return bool(table.open_seats) and not (table.rated and visitor.is_guest)

    def seen_at(self, table: TableSummary, visitor: User) -> Table[Any] | None:
        """What goes on at a table where somebody is, as a visitor may see it; else None."""
        room = self._rooms.get(table.name)
        if room is None or not room.present or not table.is_dealt or room.is_shut_to(visitor):
            return None
        with suppress(StorageError):
            return room.shown_to(visitor)
        return None

    def whereabouts(self) -> dict[User, list[str]]:
        """Whoever is at a table, with the codes of those where they are."""
        where: dict[User, list[str]] = {}
        for room in self._rooms.values():
            for visitor in dict.fromkeys(room.present):
                where.setdefault(visitor, []).append(room.code)
        return where

    def find(self, code: str) -> Room:
        """The table of that code, typed as one likes. Raises NoSuchTable, StoreFailed."""
        wanted = code.strip().upper()
        table = self._glances.coded(wanted)
        if table is None:
            self.poll()  # another process may have opened it a moment ago
            table = self._glances.coded(wanted)
        if table is None or (room := self._open(table.name)) is None:
            raise NoSuchTable(wanted)
        return room

    def create(
        self,
        header: Header,
        visitor: User | None,
        seats: Sequence[str | None],
        *,
        private: bool = False,
    ) -> Room:
        """A new table, of a visitor or of the house.

        `header` as of engine.log.setup; `seats` says for each seat the level of a bot, or
        None for people: the first of these is the visitor's, the others are open.
        Raises TooManyTables, GuestUnrated, TooOften.
        """
        if header.rated and visitor is not None:
            check_known(visitor.key)
        if visitor is not None and self._count_of(visitor) >= self._manners.tables_per_player:
            raise TooManyTables
        if visitor is not None:
            self.writes.count(visitor)
        players = [
            OPEN if level is None else Player(bot_name(n), bot=level)
            for n, level in enumerate(seats)
        ]
        if visitor is not None and None in seats:
            players[seats.index(None)] = Player(visitor.name, key=visitor.key)
        owner = "" if visitor is None else visitor.key
        room = self._open_new(replace(header, owner=owner, private=private), tuple(players))
        awaited = () if header.event else room.table.waiting_seats()
        if visitor is not None and len(awaited) == 1 and room.awaits(visitor):
            room.table.declare(awaited[0], ready=True)  # whom should they wait for?
        return room

    def rematch(self, room: Room, header: Header, visitor: User) -> Room:
        """The same people once more, at one new table however many of them ask for it.

        `header` as of engine.log.setup, for the same game; the visitor is ready. Raises TooOften.
        """
        self.writes.count(visitor)
        if room.next is None:
            table = room.table
            header = replace(header, owner=table.owner, private=table.header.private)
            room.next = self._open_new(header, tuple(map(room.rematch_player, table.players)))
            room.notify()
        seat = room.next.seat_of(visitor)
        if seat is not None and seat in room.next.table.waiting_seats():
            room.next.table.declare(seat, ready=True)
        return room.next

    def retry(self, room: Room, visitor: User, moment: int, *, anew: bool) -> Room:
        """A game that is over, played on from a choice of the visitor's at a table of their own.

        Bots play for the others. What the visitor did not know there is as it was, or dealt anew.
        Raises TooManyTables, TooOften, BadLog, StorageError; see `seat_to_try`.
        """
        if self._count_of(visitor) >= self._manners.tables_per_player:
            raise TooManyTables
        self.writes.count(visitor)
        game, seat = room.table.game, seat_to_try(room.table, visitor)
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
        again = Table.load(game, encode(header) + lines, room.name)
        more: list[LogLine] = []
        again.subscribe(lambda _, line: more.append(line))
        for at, player in enumerate(again.players):
            sits = player if player.is_bots_own else Player(bot_name(at), bot=HINTS)
            if at == seat:
                sits = Player(visitor.name, key=visitor.key)
            if sits != player:
                again.seat(at, sits)
        if again.owner != visitor.key:
            again.hand_over(seat)
        if anew:
            again.redeal(seat, new_seed())
        save = self.store.create(header)
        save.append(lines + b"".join(map(encode, more)))
        opened = self._keep(self.read(save.name))
        opened.start()
        self._tell(opened)
        return opened

    def lay(self, header: Header, players: Sequence[Player], *, private: bool) -> Room:
        """A table of the house for these people, who come when they like; `header` as above."""
        return self._open_new(replace(header, private=private), tuple(players))

    def sees_to(self, task: str) -> bool:
        """Whether something of the house is for this process to do, of those that keep all."""
        everybody = {self._keeper, *_keepers(self._neighbours)} - {""}
        return self._keeps_all and owning_process(task, everybody) == self._keeper

    def commitments_going_on(self) -> set[str]:
        """What is fixed at tables that are not over, and so not told yet."""
        going_on = (table for table in self._glances if not table.is_told)
        return {commitment for table in going_on for commitment in table.commitments}

    async def sweep(self) -> None:
        """Put away the tables that have been over, or given up, for long, and that all have left.

        Those where nothing goes on, and nobody was for a while, are let go: their logs are read
        again where somebody comes.
        """
        for table in tuple(self._glances):
            is_left = not self.people_at(table) and _is_left(table, time.time())
            if is_left or table.name in self._gone:
                with suppress(StorageError):  # then it is tried again
                    if (room := self._open(table.name)) is not None:
                        await self.archive(room)
                await asyncio.sleep(0)  # to read many logs would hold everybody
        for name, room in tuple(self._rooms.items()):
            if self._may_rest(name, room):
                del self._rooms[name]
                room.is_at_rest = True
                await room.stop()

    def _may_rest(self, name: str, room: Room) -> bool:
        """Whether what is known of a table at a glance is enough."""
        table = self._glances.get(name)
        is_wanted = bool(room.present) or time.monotonic() - room.wanted < REST_SECONDS
        if is_wanted or table is None or self._is_busy(table):
            return False
        return table.is_over or not table.clock

    async def archive(self, room: Room) -> None:
        """Close a table, whoever is at it; its log lies among the finished.

        Raises StorageError; then its secrets are not told yet, and it is still there. Raises Failure
        where others still play the same deal.
        """
        check_may_end(room)
        try:
            self._move_away(room)
        except StorageError:
            if self.store.holds(room.name):  # else another process was faster
                raise
        self._rooms.pop(room.name, None)
        self._glances.drop(room.name)
        self.answers.forget(room.name)
        room.is_closed = True
        room.chat.forget()
        room.notify()
        await room.stop()

    def _move_away(self, room: Room) -> None:
        if self.store.holds(room.name):
            room.table.disclose()
            for book in self._books:
                book.enter(room.table)
            self.store.archive(room.name)

    def announce(self, announcement: Announcement) -> None:
        """Say something to everybody who is in, wherever they are."""
        self.announced = announcement
        self._tell()

    async def close(self) -> None:
        """End all hosts; the tables are in their logs."""
        if self._watching is not None:
            self._watching.cancel()
        for room in self._rooms.values():
            await room.stop()
        self._rooms.clear()
        if self._presence is not None:
            self._presence.close()
            self._presence = None

    def schedule_clocks(self) -> None:
        """Look how late it is, and where somebody's time is over. Raises StoreFailed."""
        timed = [room for room in self._rooms.values() if room.table.header.clock]
        self.time.poll(is_timed=bool(timed))
        now = self.time.now()
        for room in timed:
            due = room.table.due
            if room.table.is_left_to_bots or (due is not None and due <= now):
                room.claim()

    # ------------------------------------------------------------------ other processes

    def poll(self) -> None:
        """Take in what other processes did. Raises StoreFailed."""
        self._index.keep(*self._take_in(self.store.versions()))

    def look_at(self, room: Room) -> None:
        """Take in what other processes did at a table."""
        try:
            room.table.refresh()
        except (BadLog, StorageError) as error:
            self.damaged[room.name] = error

    def _begin(self) -> None:
        """Know all tables at a glance, and read the logs of those that go on by themselves."""
        marks = self.store.versions()
        # without a header it is being made this very moment: it is looked at again
        whole = {name: (mark, None) for name, mark in marks.items() if mark[0]}
        tables = []
        for name, summary in self._index.entries(whole):
            if isinstance(summary, Failure):
                self.damaged[name] = summary
            elif summary is None:
                self._unneeded.add(name)
            else:
                tables.append(summary)
        self._glances.note(*tables)
        self._marks = self._read_of(marks)
        for table in tables:
            self._attend(table)

    def _describe(self, name: str) -> TableSummary | None:
        """A table at a glance; None for a log that is of no shared one. Raises BadLog, StoreFailed."""
        if not self.store.header(name).is_shared:
            return None
        with reading(name):
            table = self.read(name)
            glance = summary_of(table, name, self.store.played(name))
        if self._is_busy(glance):
            self._keep(table)  # it need not be read again
        return glance

    def _take_in(
        self, marks: dict[str, SaveVersion]
    ) -> tuple[list[IndexEntry[TableSummary | None]], set[str]]:
        """Look at the logs that changed; it costs nothing that there are others.

        What is new for the index, and which logs are gone. Where lines are written meanwhile, it
        tells of more than its mark says, and so is made anew.
        """
        gone = self._marks.keys() - marks.keys()
        self._gone = (self._gone | gone) & self._rooms.keys()
        for name in gone - self._rooms.keys():
            self._glances.drop(name)
        changed = [name for name, mark in marks.items() if self._marks.get(name) != mark]
        for name in changed:
            if isinstance(self.damaged.get(name), StorageError):
                del self.damaged[name]  # what did not answer then may do so now
            if (room := self._rooms.get(name)) is not None:
                self.look_at(room)
            elif name not in self.damaged and name not in self._unneeded and marks[name][0]:
                self._open_changed(name)
        self._marks = self._read_of(marks)
        sound = [name for name in changed if name not in self.damaged and marks[name][0]]
        return [
            IndexEntry(name, (marks[name], None), self._glances.get(name)) for name in sound
        ], gone

    def _read_of(self, marks: dict[str, SaveVersion]) -> dict[str, SaveVersion]:
        """The marks without those of logs whose store did not answer: these are read again."""
        unread = {name for name, why in self.damaged.items() if isinstance(why, StorageError)}
        return {name: mark for name, mark in marks.items() if name not in unread}

    def _look_at_own(self) -> None:
        """Take in what happened where somebody of ours is."""
        for room in tuple(self._rooms.values()):
            if room.own:
                self.look_at(room)

    async def _watch(self, seconds: float) -> None:
        looks, due = 0, time.monotonic() + seconds
        while True:
            heard = await self._hear_until(due)
            is_due = time.monotonic() >= due
            try:
                if not is_due and self._look_where_heard(heard):
                    continue  # it costs nothing that there are other tables
                self._look_at_own()
                self.schedule_clocks()
                self._exchange_notices()
                self._look_at_answers()
                for look in self.polls:
                    await look()
                looks += is_due
                if is_due and looks % THOROUGH == 0:
                    # with thousands of logs that holds nobody's table
                    news = self._take_in(await asyncio.to_thread(self.store.versions))
                    await asyncio.to_thread(self._index.keep, *news)
                    self._try_again()
                    await self.sweep()
            except OSError:
                pass  # a disk that does not answer now may do so later
            except Exception:
                # the others go on; whatever it is, we look again
                logger.exception("could not look around")
            if is_due:
                due = time.monotonic() + seconds

    async def _hear_until(self, due: float) -> set[int]:
        """The tones of what others wrote, as soon as it is told; empty when it is due to look."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), max(0.0, due - time.monotonic()))
        self._woken.clear()
        heard, self._heard = self._heard, set()
        return heard

    def _note_news(self, topic: int) -> None:
        self._heard.add(topic)
        self._woken.set()

    def _look_where_heard(self, heard: set[int]) -> bool:
        """Look at these tables alone; False where something else was written."""
        rooms = {topic_hash(name): room for name, room in self._rooms.items()}
        if not heard <= rooms.keys():
            return False
        for room in map(rooms.__getitem__, heard):
            if room.own:
                self.look_at(room)
        return True

    def _try_again(self) -> None:
        """Do at all tables what could not be written down."""
        for room in self._rooms.values():
            room.retry()

    def _exchange_notices(self) -> None:
        assert self._presence is not None, "there are others to tell"
        self._presence.publish(self._notice())
        notices = self._presence.others()
        if notices == self._neighbours:
            return
        is_shared_anew = _keepers(notices) != _keepers(self._neighbours)
        self._neighbours = notices
        for name in {name for notice in notices for name in (*notice.at, *notice.said)}:
            if (table := self._glances.get(name)) is not None:
                self._attend(table)
        for name, room in self._rooms.items():
            self._introduce(name, room)
            if is_shared_anew:
                room.refresh()
        self._tell()

    def _look_at_answers(self) -> None:
        """Take in what people said in advance through other processes, where there are some."""
        now = time.monotonic()
        if not self._neighbours or now - self._answers_seen < ANSWERS_SECONDS:
            return
        self._answers_seen = now
        for name in self.answers.poll():
            if (room := self._rooms.get(name)) is not None:
                room.refresh()
                room.notify()

    def _is_ours(self, name: str) -> bool:
        """Whether it is for this process to think for the bots of a table.

        Where people of a table are it is looked at all the time, elsewhere now and then.
        """
        if not self._keeps_all:
            return True
        owners = _keepers(notice for notice in self._neighbours if name in notice.at)
        if (room := self._rooms.get(name)) is not None and room.own:
            owners.add(self._keeper)
        everybody = {self._keeper, *_keepers(self._neighbours)}
        return owning_process(name, owners or everybody) == self._keeper

    def _introduce(self, name: str, room: Room) -> None:
        """Tell a room who of other processes is at its table, and what they said."""
        notices = self._neighbours
        room.receive(
            [visitor for notice in notices for visitor in notice.at.get(name, ())],
            [message for notice in notices for message in notice.said.get(name, ())],
        )

    def _notice(self) -> PresenceNotice:
        rooms = self._rooms.items()
        return PresenceNotice(
            tuple(self._own),
            {name: tuple(room.own) for name, room in rooms if room.own},
            {name: tuple(room.chat.here) for name, room in rooms if room.chat.here},
            self._keeper,
        )

    # ------------------------------------------------------------------ within

    def _count_of(self, visitor: User) -> int:
        """How many tables that a visitor opened are being played."""
        limit = time.time() - RECENT_SECONDS
        return sum(
            table.opened_by == visitor.key and table.played > limit for table in self.tables()
        )

    def _is_busy(self, table: TableSummary) -> bool:
        """Whether something goes on at a table that nobody of ours comes to."""
        if any(table.name in (*notice.at, *notice.said) for notice in self._neighbours):
            return True
        if any(book.lacks(table) for book in self._books):
            return True
        is_answered = any(premove.seat in table.waits for premove in self.answers.at(table.name))
        return (table.is_restless or is_answered) and (
            self._keeps_all or any(table.seat_of(visitor) is not None for visitor in self._own)
        )

    def _attend(self, table: TableSummary) -> None:
        """Read the log of a table where something goes on."""
        if table.name not in self._rooms and self._is_busy(table):
            try:
                self._open(table.name)
            except StorageError as error:
                self.damaged[table.name] = error

    def _open(self, name: str) -> Room | None:
        """The room of a table; None where its log cannot be read any more. Raises StoreFailed."""
        if (room := self._rooms.get(name)) is not None:
            room.wanted = time.monotonic()
            return room
        try:
            table = self.read(name)
        except BadLog as error:
            self.damaged[name] = error
            self._glances.drop(name)
            return None
        return self._keep(table)

    def _open_changed(self, name: str) -> None:
        """Go to a table that another process laid, or where it plays."""
        self._glances.drop(name)
        try:
            if not self.store.header(name).is_shared:
                self._unneeded.add(name)
            elif (room := self._open(name)) is not None:
                self._tell(room)
        except (BadLog, StorageError) as error:
            self.damaged[name] = error

    def read(self, name: str) -> Table[Any]:
        """The table of a log. Raises BadLog, StoreFailed."""
        save, data = self.store.open(name)
        with reading(name):
            game = self._load_game(read_header(data, name).game)
            table = Table.of(game, read_log(game, data, name), name, save)
            _ = table.outcome  # asked of every table again and again
        return table

    def _open_new(self, header: Header, players: tuple[Player, ...]) -> Room:
        header = replace(header, seats=players, code=self._new_code(), by_ready=True)
        room = self._keep(Table.new(self._load_game(header.game), header, self.store.create))
        room.start()
        self._tell(room)
        return room

    def _keep(self, table: Table[Any]) -> Room:
        assert table.save is not None, "it came from the store"
        name = table.save.name
        table.clocks.time = self.time
        played, known = self.store.played(name), self._glances.get(name)
        room = self._rooms[name] = Room(
            table,
            table.save,
            self.thinker,
            self.answers,
            self._pace,
            played,
            self._manners,
            self.sanctions,
            Chat(self.store.document(f"chat/{name}.jsonl", 0o600)),
            self.writes,
            since=None if known is None else known.waits,
            is_ours=partial(self._is_ours, name),
            read=lambda: self.store.open(name)[1],
        )
        self._introduce(name, room)
        self._glances.note(room.summary)
        self._enter(room)
        room.until_it_ends(table.subscribe(lambda _table, line: self._hear(room, line)))
        room.until_it_ends(room.subscribe(self._hear_of_people))
        if self._keeps_all or any(room.seat_of(visitor) is not None for visitor in self._own):
            room.start()
        return room

    def _hear(self, room: Room, line: LogLine) -> None:
        self._glances.note(room.summary)
        if isinstance(line, SecretCommitted | SeedDisclosed) or room.table.header.event:
            self._enter(room)
        self._tell(room)

    def _hear_of_people(self, room: Room | None = None) -> None:
        self._note_news(ANYTHING)  # others are to hear of it at once
        self._tell(room)

    def _enter(self, room: Room) -> None:
        for book in self._books:
            with suppress(StorageError):  # the next line, or the next start, is another chance
                book.enter(room.table)

    def _tell(self, room: Room | None = None) -> None:
        for listener in tuple(self._listeners):
            listener(room)

    def _new_code(self) -> str:
        taken = {table.code for table in self._glances}
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if code not in taken:
                return code


def seat_to_try(table: Table[Any], visitor: User) -> Seat | None:
    """Whose game a visitor may try again from a table that is over; None where they may not.

    Not where the end could be taken back, and what came next would be known; nor where a clock
    ran, where it counted, or where others have the same deal.
    """
    header, is_told = table.header, table.deal.is_open
    counts = header.rated or header.event or header.cup
    if table.outcome is None or not is_told or header.clock or counts:
        return None
    return seat_of(table.players, visitor)


def check_may_end(room: Room) -> None:
    """Raises Failure where others still play the same deal, or the table counts for a cup."""
    table = room.table
    if table.header.cup and table.is_dealt and table.outcome is None and not table.deal.is_open:
        raise Failure("cup_goes_on")
    if table.is_embargoed and table.deal.committed is not None:
        raise Failure("event_goes_on")


def _wake(loop: asyncio.AbstractEventLoop, note: Callable[[int], None], topic: int) -> None:
    with suppress(RuntimeError):  # the loop was closed meanwhile
        loop.call_soon_threadsafe(note, topic)


def _keepers(notices: Iterable[PresenceNotice]) -> set[str]:
    return {notice.keeper for notice in notices} - {""}


def _is_left(table: TableSummary, now: float) -> bool:
    """Whether a table is over, or nobody came back to it, for so long that it can be put away."""
    rests, is_over = now - table.played, table.is_over or table.is_told
    longest = FINISHED_SECONDS if is_over else ABANDONED_SECONDS
    if table.event or table.cup:  # the best game is watched on the day after
        return table.is_told and rests > 2 * FINISHED_SECONDS
    return rests > longest and (is_over or table.is_committed)


def _is_forsaken(table: TableSummary, people: Sequence[User]) -> bool:
    """Whether its seats belong to nobody who could come back, and nobody has played for long."""
    is_old = time.time() - table.played > FORSAKEN_SECONDS
    keys = [player.key for player in table.players]
    return is_old and not people and all(not key or key.startswith(GUEST) for key in keys)
