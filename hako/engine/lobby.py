"""The lobby: shared tables over one folder, who sits at them, who watches, what is said.

The log of a table is the only thing kept. Who is here, who watches and the chat live
and die with the process; seats, bots and undo requests are lines of the log, so several
processes over one folder agree about them.
"""

from __future__ import annotations

import secrets
import time
import unicodedata
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.game import Game
from hako.engine.host import Host
from hako.engine.log import OPEN, BadLog, Header, Player, read_log
from hako.engine.rules import Seat
from hako.engine.store import FolderStore, Save
from hako.engine.table import Table
from hako.engine.thinker import Thinker

CODE_LETTERS = "BCDFGHJKMNPQRSTVWXYZ23456789"
"""No vowels, so that no code is a word; nothing that reads like something else."""

CODE_LENGTH = 5
CHAT_LENGTH = 200
"""Characters of a chat line that are kept."""
CHAT_LINES = 50
CHAT_EVERY = 0.5
"""Seconds between two lines of one visitor; what comes faster is dropped."""


class NoSuchTable(LookupError):
    """No table has that code."""


class NotYours(PermissionError):
    """Only the one who opened the table, or whose seat it is, may do that."""


class Visitor(Struct, frozen=True):
    """Somebody who came in: a name, and the key that seats belong to."""

    name: str
    key: str


class Said(Struct, frozen=True):
    """A line of chat."""

    name: str
    text: str


class Room:
    """A shared table and the people around it."""

    def __init__(self, table: Table[Any], save: Save, host: Host) -> None:
        self.table = table
        self.name = save.name
        self.host = host
        self.chat: deque[Said] = deque(maxlen=CHAT_LINES)
        self.present: list[Visitor] = []
        """Who is here, once for each of their terminals."""
        self._last_said: dict[str, float] = {}
        self._listeners: list[Callable[[Room], None]] = []

    @property
    def code(self) -> str:
        """What friends type to come here."""
        return self.table.header.code

    def seat_of(self, visitor: Visitor) -> Seat | None:
        """The seat that belongs to a visitor's key."""
        keys = [player.key for player in self.table.players]
        return keys.index(visitor.key) if visitor.key in keys else None

    def is_here(self, seat: Seat) -> bool:
        """Whether the one whose seat it is has come."""
        key = self.table.players[seat].key
        return any(visitor.key == key for visitor in self.present)

    def watchers(self) -> list[Visitor]:
        """Who is here without a seat."""
        return [visitor for visitor in self.present if self.seat_of(visitor) is None]

    def enter(self, visitor: Visitor) -> None:
        """Come to the table, to one's seat or to watch."""
        self.present.append(visitor)
        self._tell()

    def leave(self, visitor: Visitor) -> None:
        """Go; the seat stays one's own."""
        self.present.remove(visitor)
        self._tell()

    def sit(self, visitor: Visitor) -> Seat | None:
        """One's own seat, or the first open one; None where all are taken. Raises MovedOn."""
        seat = self.seat_of(visitor)
        if seat is None and (free := self.table.open_seats()):
            seat = free[0]
            self.table.seat(seat, Player(visitor.name, key=visitor.key))
        return seat

    def give_to_bot(self, seat: Seat, level: str, by: Visitor) -> None:
        """Let a bot play for somebody who is away; the seat stays theirs."""
        self._check_owner(by)
        self.table.seat(seat, replace(self.table.players[seat], name=self._name(seat), bot=level))

    def give_back(self, seat: Seat, by: Visitor) -> None:
        """Let the one whose seat it is play again; asked by the owner or by themselves."""
        player = self.table.players[seat]
        if player.key != by.key:
            self._check_owner(by)
        self.table.seat(seat, replace(player, bot=None) if player.key else OPEN)

    def say(self, visitor: Visitor, text: str) -> bool:
        """Say something to all who are here; False where nothing is left of it to say."""
        now = time.monotonic()
        words = clean(text)
        if not words or now - self._last_said.get(visitor.key, -CHAT_EVERY) < CHAT_EVERY:
            return False
        self._last_said[visitor.key] = now
        self.chat.append(Said(visitor.name, words))
        self._tell()
        return True

    def subscribe(self, listener: Callable[[Room], None]) -> Callable[[], None]:
        """Call the listener when people come, go or speak; returns what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _name(self, seat: Seat) -> str:
        return self.table.players[seat].name or f"Bot {seat + 1}"

    def _check_owner(self, by: Visitor) -> None:
        if by.key != self.table.header.owner:
            raise NotYours

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener(self)


class Lobby:
    """All shared tables of a folder. Make it inside the running event loop."""

    def __init__(
        self,
        store: FolderStore,
        load_game: Callable[[str], Game[Any]],
        thinker: Thinker,
        pace: Callable[[], float] = lambda: 0.0,
        watch: float | None = None,
    ) -> None:
        """Open the lobby; `pace` and `watch` are those of each table's Host."""
        self.store = store
        self.damaged: dict[str, BadLog] = {}
        """Logs that could not be opened, with the reason."""
        self._load_game = load_game
        self._thinker = thinker
        self._pace = pace
        self._watch = watch
        self._rooms: dict[str, Room] = {}
        self._elsewhere: set[str] = set()
        """Logs that need no room: played alone on this machine, or over."""

    def rooms(self) -> Iterator[Room]:
        """The shared tables still played, the one played last first."""
        for name in self.store.names():
            room = self._room(name)
            if room is not None and room.table.outcome is None:
                yield room

    def tables_of(self, visitor: Visitor) -> list[Room]:
        """Where a visitor has a seat."""
        return [room for room in self.rooms() if room.seat_of(visitor) is not None]

    def open_tables(self, visitor: Visitor) -> list[Room]:
        """Public tables that one could join or watch."""
        return [
            room
            for room in self.rooms()
            if not room.table.header.private and room.seat_of(visitor) is None
        ]

    def find(self, code: str) -> Room:
        """The table of that code, typed as one likes. Raises NoSuchTable."""
        wanted = code.strip().upper()
        for room in self.rooms():
            if room.code == wanted:
                return room
        raise NoSuchTable(wanted)

    def create(
        self,
        header: Header,
        visitor: Visitor,
        seats: Sequence[str | None],
        *,
        private: bool = False,
    ) -> Room:
        """A new table for a visitor.

        `header` as of engine.setup; `seats` says for each seat the level of a bot, or
        None for people: the first of these is the visitor's, the others are open.
        """
        mine = seats.index(None) if None in seats else None
        players = tuple(
            Player(f"Bot {seat + 1}", bot=level)
            if level is not None
            else (Player(visitor.name, key=visitor.key) if seat == mine else OPEN)
            for seat, level in enumerate(seats)
        )
        header = replace(
            header, seats=players, code=self._new_code(), owner=visitor.key, private=private
        )
        table = Table.new(self._load_game(header.game), header, self.store.create)
        assert table.save is not None, "it was created by the store"
        return self._keep(table, table.save)

    async def sweep(self) -> None:
        """Put away the tables that are over and that everybody has left."""
        for name, room in tuple(self._rooms.items()):
            if room.table.outcome is not None and not room.present:
                del self._rooms[name]
                self._elsewhere.add(name)
                await room.host.stop()

    async def close(self) -> None:
        """End all hosts; the tables are in their logs."""
        for room in self._rooms.values():
            await room.host.stop()
        self._rooms.clear()

    def _room(self, name: str) -> Room | None:
        if name not in self._rooms and name not in self.damaged and name not in self._elsewhere:
            try:
                self._open(name)
            except BadLog as error:
                self.damaged[name] = error
        return self._rooms.get(name)

    def _open(self, name: str) -> None:
        header = self.store.header(name)
        if not header.code:
            self._elsewhere.add(name)
            return
        save, data = self.store.open(name)
        game = self._load_game(header.game)
        self._keep(Table.of(game, read_log(game, data, name), name, save), save)

    def _keep(self, table: Table[Any], save: Save) -> Room:
        host = Host(table, self._thinker, self._pace, self._watch)
        room = self._rooms[save.name] = Room(table, save, host)
        host.start()
        return room

    def _new_code(self) -> str:
        taken = {room.code for room in self._rooms.values()}
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if code not in taken:
                return code


def clean(text: str) -> str:
    """Words that are safe on everybody's screen: one line, no control characters, not too long."""
    shown = (" " if character.isspace() else character for character in text)
    kept = (
        character
        for character in shown
        if character == " " or unicodedata.category(character)[0] not in "CZ"
    )
    return " ".join("".join(kept).split())[:CHAT_LENGTH]
