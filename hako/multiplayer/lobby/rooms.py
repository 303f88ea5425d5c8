"""Rooms of a lobby: the tables whose logs were read, and the summaries of all."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from hako.engine.log.header import Header
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import BadLog, bad_log_errors, read_header
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.game import Game
from hako.engine.storage.protocols import ANYTHING, Store
from hako.engine.storage.waiting import aside
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.processes import Processes
from hako.multiplayer.ratings.table_reports import TableReports
from hako.multiplayer.tables.chat import Chat
from hako.multiplayer.tables.deal import SecretCommitted, SeedDisclosed
from hako.multiplayer.tables.open_log import read_log
from hako.multiplayer.tables.room import Room, TableServices
from hako.multiplayer.tables.summary import SummaryCache, TableSummary
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tables.table_users import TableUsers
from hako.multiplayer.tables.time_source import TimeSource


class Rooms(dict[str, Room]):
    """Rooms by the name of the log. Another one is opened when its table has something to do."""

    def __init__(
        self,
        store: Store,
        load_game: Callable[[str], Game[Any]],
        services: TableServices,
        processes: Processes,
        archives: Sequence[TableReports[Any]],
        time: TimeSource,
    ) -> None:
        """Begin without rooms. `archives` get what they lack of each table."""
        super().__init__()
        self.store = store
        self.load_game = load_game
        self.services = services
        self.processes = processes
        self.archives = [*archives]
        self.summaries = SummaryCache()
        """Summaries of all shared tables."""
        self.damaged: dict[str, Exception] = {}
        """Logs that could not be opened, by name, with the error."""
        self.gone: set[str] = set()
        """Logs that another process archived and whose rooms are still open."""
        self.created: dict[str, str] = {}
        """Tables that are being created, by their code, with the key of their owner."""
        self.time = time
        self._listeners: list[Callable[[Room | None], None]] = []

    def subscribe(self, listener: Callable[[Room | None], None]) -> Callable[[], None]:
        """Call the listener with each room that changed, or with None for a change of the lobby.

        Returns a function that ends the subscription.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def notify(self, room: Room | None = None) -> None:
        """Call the listeners."""
        for listener in tuple(self._listeners):
            listener(room)

    def read(self, name: str) -> SharedTable[Any]:
        """Read the table of a log. Raises BadLog, StorageError."""
        save, data = self.store.open(name)
        with bad_log_errors(name):
            game = self.load_game(read_header(data, name).game)
            table = SharedTable.of(game, read_log(game, data, name), name, save)
            _ = table.outcome  # cached, since it is used often
        return table

    def open(self, name: str) -> Room | None:
        """Room of a table; None if its log can no longer be read. Raises StorageError."""
        if (room := self.get(name)) is not None:
            room.wanted = time.monotonic()
            return room
        try:
            table = self.read(name)
        except BadLog as error:
            self.damaged[name] = error
            self.summaries.drop(name)
            return None
        return self.add(table)

    def open_if_busy(self, table: TableSummary) -> None:
        """Open the room of a table that has something to do."""
        if table.name not in self and self.is_busy(table):
            try:
                self.open(table.name)
            except StorageError as error:
                self.damaged[table.name] = error

    def is_busy(self, table: TableSummary) -> bool:
        """True if a table has something to do although no local user is there."""
        if self.processes.mentions(table.name):
            return True
        if any(archive.lacks(table) for archive in self.archives):
            return True
        premoves = self.services.premoves.at(table.name)
        is_answered = any(premove.seat in table.waits for premove in premoves)
        return (table.is_restless or is_answered) and (
            self.processes.keeps_all or self._is_own(table)
        )

    def _is_own(self, table: TableSummary | TableUsers) -> bool:
        """True if a user of this process has a seat at a table."""
        return any(table.seat_of(user) is not None for user in self.processes.own)

    def add(self, table: SharedTable[Any]) -> Room:
        """Open the room of a table that was read or created."""
        assert table.save is not None, "it came from the store"
        name = table.save.name
        table.clocks.time = self.time
        played, chat = (
            self.store.played(name),
            Chat(self.store.document(f"chat/{name}.jsonl", 0o600)),
        )
        if (opened := self.get(name)) is not None:  # another task has read it meanwhile
            return opened
        known = self.summaries.get(name)
        room = self[name] = Room(
            table,
            table.save,
            self.services,
            chat,
            played=played,
            since=None if known is None else known.waits,
            is_ours=lambda: self.processes.plays(name, self.get(name)),
            read=lambda: self.store.open(name)[1],
        )
        self.processes.share(room)
        self.summaries.note(room.summary)
        aside(partial(self._update_archives, room))
        room.add_cleanup(table.subscribe(lambda _table, line: self._receive_line(room, line)))
        room.add_cleanup(room.users.subscribe(partial(self.receive_presence, room)))
        if self.processes.keeps_all or self._is_own(room.users):
            room.start()
        return room

    @contextmanager
    def creating(self, header: Header) -> Iterator[None]:
        """Within, a table is created: it counts for its owner, and no poll opens it."""
        self.created[header.code] = header.owner
        try:
            yield
        finally:
            del self.created[header.code]

    def people_at(self, table: TableSummary) -> Sequence[User]:
        """Users at a table, once for each of their terminals."""
        room = self.get(table.name)
        return () if room is None else room.users.present

    def refresh(self, room: Room) -> None:
        """Read the changes of other processes to one table."""
        try:
            room.table.refresh()
        except (BadLog, StorageError) as error:
            self.damaged[room.name] = error

    def receive_presence(self, room: Room | None = None) -> None:
        """Tell other processes, and the listeners, that users came, went or chatted."""
        self.processes.note_change(ANYTHING)  # other processes get it at once
        self.notify(room)

    def _receive_line(self, room: Room, line: LogLine) -> None:
        self.summaries.note(room.summary)
        if isinstance(line, SecretCommitted | SeedDisclosed) or room.table.header.event:
            aside(partial(self._update_archives, room))
        self.notify(room)

    def _update_archives(self, room: Room) -> None:
        for archive in self.archives:
            with suppress(StorageError):  # tried again with the next line or start
                archive.enter(room.table)
