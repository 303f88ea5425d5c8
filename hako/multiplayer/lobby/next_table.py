"""The next table of a user: of those that wait for them, the one with the least time."""

from __future__ import annotations

import time
from collections.abc import Sequence

from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.tables.summary import TableSummary

UNTIMED_EVERY = 5
"""Every so many tables the next one is one without a clock."""


class NextTable:
    """Choice of a user's next table. Tables that the user left come last."""

    def __init__(self, lobby: Lobby, user: User) -> None:
        self._lobby = lobby
        self._user = user
        self._seen: dict[str, float] = {}
        """Time of the user's last look at each table, by its name."""
        self._times_chosen = 0

    def note_seen(self, name: str) -> None:
        """Note that the user looks at a table."""
        self._seen[name] = time.time()

    def choose(self, tables: Sequence[TableSummary]) -> TableSummary | None:
        """The one of these tables to open; None if none waits for the user.

        Where no clock runs, it is the one that has waited longest; now and then it is anyway, or
        tables without a clock would never come.
        """
        waiting = [table for table in tables if self._lobby.awaits(table, self._user)]
        if not waiting:
            return None
        fresh = [table for table in waiting if self._seen.get(table.name, 0) <= self._since(table)]
        timed = [table for table in fresh if self._left(table) is not None]
        untimed = [table for table in fresh if table not in timed]
        self._times_chosen += 1
        if timed and not (untimed and self._times_chosen % UNTIMED_EVERY == 0):
            return min(timed, key=lambda table: self._left(table) or 0)
        return min(untimed or waiting, key=self._unseen_since)

    def _left(self, table: TableSummary) -> int | None:
        """Seconds that the user has left at a table whose clock runs."""
        seat = table.seat_of(self._user)
        return None if seat is None else table.left(seat, self._lobby.time)

    def _since(self, table: TableSummary) -> float:
        return table.awaits_since(self._user) or 0

    def _unseen_since(self, table: TableSummary) -> float:
        """Time since which a table waits for the user unseen."""
        return max(self._since(table), self._seen.get(table.name, 0))
