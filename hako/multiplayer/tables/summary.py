"""Summaries of shared tables, for lists, without opening their logs.

They are kept in an index beside the logs that only their owner can read. A summary has nothing
that a seat may not know, nor what the deal follows from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from hako.engine.log.header import Player, UndoPolicy
from hako.engine.rules.model import Seat
from hako.engine.rules.play import waiting
from hako.multiplayer.tables.clock import ClockSnapshot
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tables.time_source import TimeSource

FILE = "glances.jsonl"


class HasKey(Protocol):
    """Protocol of an owner of seats, such as a user."""

    @property
    def key(self) -> str:
        """Key that proves the identity."""


class TableSummary(Struct, frozen=True, omit_defaults=True, tag=4, tag_field="format"):
    """Summary of a table. Raise the tag when the fields change."""

    name: str
    """Name of its log."""
    code: str
    game: str
    players: tuple[Player, ...]
    played: float
    """Time of the last line of its log, in seconds since 1970."""
    waits: Mapping[Seat, float]
    """Seats that have to choose, or to be ready, with the time since when."""
    turns: Mapping[Seat, int]
    """Record after which the table began to wait for each of these seats; -1 before the deal."""
    opened_by: str
    """Key of its owner; empty for a table of the server."""
    private: bool
    undo: UndoPolicy
    is_committed: bool
    """True if its deal follows from secrets that are disclosed at the end."""
    is_dealt: bool
    is_over: bool
    is_restless: bool
    """True if it has something to do without anybody present."""
    commitments: tuple[str, ...] = ()
    """Commitments to the secrets of its deal, unless another table had them."""
    clock: str = ""
    """See Header.clock."""
    times: ClockSnapshot | None = None
    """State of its clocks after the deal."""
    is_told: bool = False
    """True if these secrets are disclosed."""
    rated: bool = False
    """See Header.rated."""
    event: str = ""
    """See Header.event."""
    cup: str = ""
    """See Header.cup."""

    def seat_of(self, user: HasKey) -> Seat | None:
        """Seat of a user's key, or None."""
        return seat_of(self.players, user)

    def awaits_since(self, user: HasKey) -> float | None:
        """Time since when the table waits for a user, in seconds since 1970; None if it does not."""
        seat = self.seat_of(user)
        return None if seat is None or self.players[seat].bot else self.waits.get(seat)

    def awaits(self, user: HasKey) -> bool:
        """True if the table waits for a user: to choose, or to be ready."""
        return self.awaits_since(user) is not None

    def left(self, seat: Seat, time: TimeSource) -> int | None:
        """Seconds that a seat has left; None if its clock does not run."""
        key = self.players[seat].key
        return None if self.times is None else self.times.left_now(seat, key, time)

    @property
    def open_seats(self) -> int:
        """Number of open seats."""
        return sum(player.is_open for player in self.players)


def seat_of(players: Sequence[Player], user: HasKey) -> Seat | None:
    """Seat of a user's key among these players, or None."""
    keys = [player.key for player in players]
    return keys.index(user.key) if user.key in keys else None


def awaited(table: SharedTable[Any]) -> Sequence[Seat]:
    """Seats that a table waits for: to choose, or before the deal."""
    return table.waiting() if table.has_begun else table.waiting_seats()


def summary_of(
    table: SharedTable[Any], name: str, played: float, since: Mapping[Seat, float] | None = None
) -> TableSummary:
    """Summary of a table; `since` has the known times since when seats are waited for."""
    header, deal, since = table.header, table.deal, since or {}
    return TableSummary(
        name=name,
        code=header.code,
        game=table.game.id,
        players=table.players,
        played=played,
        waits={seat: since.get(seat, played) for seat in awaited(table)},
        turns={seat: _turn_of(table, seat) for seat in awaited(table)},
        opened_by=table.owner if header.origin else header.owner,
        private=header.private,
        undo=header.undo,
        is_committed=header.committed,
        is_dealt=table.is_dealt,
        is_over=table.outcome is not None,
        is_restless=_changes_by_itself(table),
        commitments=()
        if header.origin
        else tuple(commitment.commitment for commitment in deal.commitments),
        clock=header.clock,
        times=table.clocks.times,
        is_told=deal.is_open,
        rated=header.rated,
        event=header.event,
        cup=header.cup,
    )


def _turn_of(table: SharedTable[Any], seat: Seat) -> int:
    """Record after which a table began to wait for a seat; -1 before the deal."""
    since, moment = -1, table.head if table.is_dealt else None
    while moment is not None and seat in waiting(table.positions[moment].state):
        since, moment = moment, table.positions[moment].parent
    return since


def _changes_by_itself(table: SharedTable[Any]) -> bool:
    """True if a bot has to choose, time runs, a request is open, or a line is to be written."""
    deal, is_committed = table.deal, table.header.committed
    if not table.is_dealt:
        is_to_commit = is_committed and deal.committed is None and not table.open_seats()
        return bool(deal.ready) or is_to_commit or not table.waiting_seats()
    if table.outcome is not None:
        return is_committed and not deal.is_open and not table.header.event
    if table.request is not None or table.due is not None or table.is_left_to_bots:
        return True
    return any(table.players[seat].bot for seat in table.waiting())


class SummaryCache:
    """Summaries of all shared tables in the order of play. Reading the latest does not cost for the others."""

    def __init__(self) -> None:
        self._all: dict[str, TableSummary] = {}
        """Summaries by the name of the log, most recently played last."""
        self._of_key: dict[str, set[str]] = {}
        """Names of the tables where each key has a seat."""

    def __iter__(self) -> Iterator[TableSummary]:
        """Iterate from the most recently played."""
        return reversed(self._all.values())

    def __contains__(self, name: str) -> bool:
        return name in self._all

    def get(self, name: str) -> TableSummary | None:
        """Summary of the table with this log name, or None."""
        return self._all.get(name)

    def of(self, user: HasKey) -> list[TableSummary]:
        """Tables where a user has a seat, most recently played first."""
        tables = (self._all[name] for name in self._of_key.get(user.key, ()))
        return sorted(tables, key=_played, reverse=True)

    def by_code(self, code: str) -> TableSummary | None:
        """Summary of the table with this code, or None."""
        return next((table for table in self if table.code == code), None)

    def note(self, *summaries: TableSummary) -> None:
        """Replace the summaries of these tables."""
        for table in summaries:
            newest = next(iter(self), table).played
            self.drop(table.name)
            self._all[table.name] = table
            for key in _keys(table):
                self._of_key.setdefault(key, set()).add(table.name)
        if len(summaries) > 1 or any(table.played < newest for table in summaries):
            self._all = {table.name: table for table in sorted(self._all.values(), key=_played)}

    def drop(self, name: str) -> None:
        """Remove a table."""
        if (before := self._all.pop(name, None)) is not None:
            for key in _keys(before):
                self._of_key[key].discard(name)
                if not self._of_key[key]:
                    del self._of_key[key]


def _played(summary: TableSummary) -> float:
    return summary.played


def _keys(summary: TableSummary) -> set[str]:
    return {player.key for player in summary.players if player.key}
