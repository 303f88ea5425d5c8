"""Shared tables at a glance: what lists tell of them, also where nobody has opened the log.

It is kept in an index beside the logs, for their owner alone; what a seat may not know is no
part of it, nor what the deal follows from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from hako.engine.log.clock import ClockSnapshot, TimeSource
from hako.engine.log.records import Player, UndoPolicy
from hako.engine.log.table import Table
from hako.engine.rules.model import Seat
from hako.engine.rules.play import waiting

FILE = "glances.jsonl"


class HasKey(Protocol):
    """Whom seats belong to, such as a visitor."""

    @property
    def key(self) -> str:
        """The one that proves who it is."""


class TableSummary(Struct, frozen=True, omit_defaults=True, tag=4, tag_field="format"):
    """What is told of a table. The format is raised when something else is."""

    name: str
    """Of its log."""
    code: str
    game: str
    players: tuple[Player, ...]
    played: float
    """When its log was last added to, in seconds since 1970."""
    waits: Mapping[Seat, float]
    """The seats that have to choose, or to be ready, each with since when."""
    turns: Mapping[Seat, int]
    """After which record it began to wait for each of them, -1 before the deal."""
    opened_by: str
    """Key of whoever opened it; the house has none."""
    private: bool
    undo: UndoPolicy
    is_committed: bool
    """Whether its deal follows from secrets that are told in the end."""
    is_dealt: bool
    is_over: bool
    is_restless: bool
    """Whether it goes on by itself: nobody has to come for that."""
    commitments: tuple[str, ...] = ()
    """Those of the secrets that were fixed for its deal, where no other table told them."""
    clock: str = ""
    """See Header.clock."""
    times: ClockSnapshot | None = None
    """What its clocks say, once it is dealt."""
    is_told: bool = False
    """Whether these secrets may be known."""
    rated: bool = False
    """See Header.rated."""
    event: str = ""
    """See Header.event."""
    cup: str = ""
    """See Header.cup."""

    def seat_of(self, visitor: HasKey) -> Seat | None:
        """The seat that belongs to a visitor's key."""
        return seat_of(self.players, visitor)

    def awaits_since(self, visitor: HasKey) -> float | None:
        """Since when the table waits for the visitor, in seconds since 1970; None where not."""
        seat = self.seat_of(visitor)
        return None if seat is None or self.players[seat].bot else self.waits.get(seat)

    def awaits(self, visitor: HasKey) -> bool:
        """Whether the table waits for the visitor: to choose, or to be ready."""
        return self.awaits_since(visitor) is not None

    def left(self, seat: Seat, time: TimeSource) -> int | None:
        """How many seconds a seat has left; None where no time of it runs."""
        key = self.players[seat].key
        return None if self.times is None else self.times.left_now(seat, key, time)

    @property
    def open_seats(self) -> int:
        """How many seats anybody may take."""
        return sum(player.is_open for player in self.players)


def seat_of(players: Sequence[Player], visitor: HasKey) -> Seat | None:
    """The one among these that belongs to a visitor's key."""
    keys = [player.key for player in players]
    return keys.index(visitor.key) if visitor.key in keys else None


def awaited(table: Table[Any]) -> Sequence[Seat]:
    """The seats that a table waits for: to choose, or before the deal."""
    return table.waiting() if table.has_begun else table.waiting_seats()


def summary_of(
    table: Table[Any], name: str, played: float, since: Mapping[Seat, float] | None = None
) -> TableSummary:
    """A table as it is; `since` is when each seat began to be waited for, if that is known."""
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
        is_restless=_is_restless(table),
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


def _turn_of(table: Table[Any], seat: Seat) -> int:
    """After which record a table began to wait for a seat, as it does now; -1 before the deal."""
    since, moment = -1, table.head if table.is_dealt else None
    while moment is not None and seat in waiting(table.positions[moment].state):
        since, moment = moment, table.positions[moment].parent
    return since


def _is_restless(table: Table[Any]) -> bool:
    """Whether a bot has to choose, time runs, a request is open, or something is to be written."""
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
    """All shared tables of a house; looking at those played last costs nothing for the others."""

    def __init__(self) -> None:
        self._all: dict[str, TableSummary] = {}
        """By the names of the logs, the one played last at the end."""
        self._of_key: dict[str, set[str]] = {}
        """For each key the tables where it has a seat."""

    def __iter__(self) -> Iterator[TableSummary]:
        """Begins with the one played last."""
        return reversed(self._all.values())

    def __contains__(self, name: str) -> bool:
        return name in self._all

    def get(self, name: str) -> TableSummary | None:
        """The table whose log is called so."""
        return self._all.get(name)

    def of(self, visitor: HasKey) -> list[TableSummary]:
        """The tables where a visitor has a seat, the one played last first."""
        tables = (self._all[name] for name in self._of_key.get(visitor.key, ()))
        return sorted(tables, key=_played, reverse=True)

    def coded(self, code: str) -> TableSummary | None:
        """The table of that code."""
        return next((table for table in self if table.code == code), None)

    def note(self, *news: TableSummary) -> None:
        """Have these tables look so from now on."""
        for table in news:
            newest = next(iter(self), table).played
            self.drop(table.name)
            self._all[table.name] = table
            for key in _keys(table):
                self._of_key.setdefault(key, set()).add(table.name)
        if len(news) > 1 or any(table.played < newest for table in news):
            self._all = {table.name: table for table in sorted(self._all.values(), key=_played)}

    def drop(self, name: str) -> None:
        """Forget a table."""
        if (before := self._all.pop(name, None)) is not None:
            for key in _keys(before):
                self._of_key[key].discard(name)
                if not self._of_key[key]:
                    del self._of_key[key]


def _played(glance: TableSummary) -> float:
    return glance.played


def _keys(glance: TableSummary) -> set[str]:
    return {player.key for player in glance.players if player.key}
