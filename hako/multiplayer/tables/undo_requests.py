"""Undo requests of players at a shared table, and the waits between them."""

from __future__ import annotations

import time
from math import ceil

from msgspec.structs import replace

from hako.engine.log.line_base import LogLine
from hako.engine.log.undo import CannotUndo, UndoAnswered, UndoRequested
from hako.engine.rules.model import Seat
from hako.multiplayer.accounts.users import User
from hako.multiplayer.tables.errors import NotAllowed
from hako.multiplayer.tables.table_users import TableUsers

MOST_REFUSALS = 10
"""Number of refusals after which the wait for another request no longer grows."""


class UndoRequests:
    """Undo requests of a table: after k refusals a seat waits k * k times as long."""

    def __init__(self, users: TableUsers) -> None:
        self._users = users
        self._table = users.table
        self._asker = users.table.request.by if users.table.request else None
        self._refused_at: dict[Seat | None, float] = {}
        """Time of each seat's last refused undo request, by the monotonic clock."""

    def receive(self, line: LogLine) -> None:
        """Note who asks, and when they are refused."""
        if isinstance(line, UndoRequested):
            self._asker = line.by
        if isinstance(line, UndoAnswered) and not line.yes:
            self._refused_at[self._asker] = time.monotonic()

    def ask(self, by: User) -> None:
        """Request an undo for a user.

        Raises NotAllowed, CannotUndo, StaleTable, RateLimited, StorageError.
        """
        seat = self._users.seat_of(by)
        if seat is None:
            raise NotAllowed
        refusals = min(len(self._table.consent.refused.get(seat, ())), MOST_REFUSALS)
        pause = self._users.limits.refusal_seconds * refusals**2
        left = pause - (time.monotonic() - self._refused_at.get(seat, -pause))
        if left > 0:
            raise CannotUndo("wait", count=ceil(left))
        self._users.count_command(by)
        self._table.ask(seat)

    def let_ask(self, user: User, *, willing: bool) -> None:
        """Set whether a user receives undo requests. Raises StaleTable, RateLimited."""
        seat = self._users.seat_of(user)
        if seat is not None:
            self._users.count_command(user)
            self._table.seat(seat, replace(self._table.players[seat], unasked=not willing))

    def refuse(self) -> None:
        """Refuse the open request, as a withdrawal by the one who asked."""
        if (request := self._table.request) is not None:
            self._table.answer(request.by, False)
