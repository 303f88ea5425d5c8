"""New tables of a lobby: opened by users or the server, rematches, and retries of finished games."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from hako.engine.bots.levels import HINTS
from hako.engine.log.header import OPEN, Header, Origin, Player
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import encode, lines_up_to
from hako.engine.log.setup import now
from hako.engine.rules.chance import new_seed
from hako.engine.rules.model import Seat
from hako.engine.storage.task_mutex import KeyedTaskMutex
from hako.multiplayer.accounts.users import User, check_known
from hako.multiplayer.lobby.rooms import Rooms
from hako.multiplayer.tables.open_log import read_log
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.seating import bot_name
from hako.multiplayer.tables.summary import seat_of
from hako.multiplayer.tables.table import SharedTable

CODE_LETTERS = "BCDFGHJKMNPQRSTVWXYZ23456789"
"""Letters of codes. Without vowels no code is a word; no letter looks like another sign."""

CODE_LENGTH = 5

RECENT_SECONDS = 7 * 24 * 3600
"""Limit of idle time after which a table no longer counts against its owner."""


class TooManyTables(Exception):
    """Error: the user owns the maximum number of tables that are being played."""


class NewTables:
    """Ways in which tables come into a lobby, each counted against the user who asks for it."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._limits, self._writes = rooms.services.limits, rooms.services.writes
        self._rematches = KeyedTaskMutex()
        """Held by the task that creates the rematch of a table, by the name of its log."""

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
            self._writes.count(user)
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
        self._writes.count(user)
        with self._rematches.held(room.name):
            if room.next is None:
                table = room.table
                header = replace(header, owner=table.owner, private=table.header.private)
                players = tuple(map(room.seating.rematch_player, table.players))
                room.next = self._open_new(header, players)
                room.users.notify()
        seat = room.next.users.seat_of(user)
        if seat is not None and seat in room.next.table.waiting_seats():
            room.next.table.declare(seat, ready=True)
        return room.next

    def retry(self, room: Room, user: User, moment: int, *, redeal: bool) -> Room:
        """Create a private table of the user that replays a finished game from one of their choices.

        Bots play for the others. With `redeal`, what the user could not know is dealt again.
        Raises TooManyTables, RateLimited, BadLog, StorageError; see `retry_seat`.
        """
        self._check_tables_of(user)
        self._writes.count(user)
        self._check_tables_of(user)
        game, seat = room.table.game, retry_seat(room.table, user)
        assert seat is not None, "it was offered"
        _, data = self._rooms.store.open(room.name)
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
            log.header, created=now(), code=self.new_code(), private=True, origin=origin
        )
        lines = lines_up_to(log, data, moment)
        retried = SharedTable.load(game, encode(header) + lines, room.name)
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
        with self._rooms.creating(header):
            save = self._rooms.store.create(header)
            save.append(lines + b"".join(map(encode, more)))
            opened = self._rooms.add(self._rooms.read(save.name))
        opened.start()
        self._rooms.notify(opened)
        return opened

    def schedule(self, header: Header, players: Sequence[Player], *, private: bool) -> Room:
        """Create a table of the server for these players; `header` as in `create`."""
        return self._open_new(replace(header, private=private), tuple(players))

    def _check_tables_of(self, user: User) -> None:
        """Raise TooManyTables if a user may open no further table."""
        if self._count_of(user) >= self._limits.tables_per_player:
            raise TooManyTables

    def _count_of(self, user: User) -> int:
        """Number of recently played tables that a user opened."""
        limit = time.time() - RECENT_SECONDS
        opened = sum(
            table.opened_by == user.key and table.played > limit
            for table in self._rooms.summaries
            if not table.is_over
        )
        return opened + [*self._rooms.created.values()].count(user.key)

    def _open_new(self, header: Header, players: tuple[Player, ...]) -> Room:
        header = replace(header, seats=players, code=self.new_code(), by_ready=True)
        with self._rooms.creating(header):
            game = self._rooms.load_game(header.game)
            room = self._rooms.add(SharedTable.new(game, header, self._rooms.store.create))
        room.start()
        self._rooms.notify(room)
        return room

    def new_code(self) -> str:
        """A code that no table has."""
        taken = {table.code for table in self._rooms.summaries} | self._rooms.created.keys()
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if code not in taken:
                return code


def retry_seat(table: SharedTable[Any], user: User) -> Seat | None:
    """Seat from which a user may retry a finished game; None if not allowed.

    Not allowed where the end could be undone, since the retry would reveal what comes next; nor in
    games with a clock, rated games, and games whose deal others have too.
    """
    header, is_told = table.header, table.deal.is_open
    counts = header.rated or header.event or header.cup
    if table.outcome is None or not is_told or header.clock or counts:
        return None
    return seat_of(table.players, user)
