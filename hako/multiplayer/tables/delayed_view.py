"""Delayed spectating: the table as it was some moves or minutes ago, for those who do not play.

A spectator sees a replica table that only follows lines. The held lines are nowhere in it, so no
screen can show them. When the game is over, or was given up, the replica gets all of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple

from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import Log, Record, encode
from hako.engine.rules.model import S
from hako.multiplayer.tables.clock import Clocks
from hako.multiplayer.tables.delay import SpectatorDelay
from hako.multiplayer.tables.open_log import read_log
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tables.time_source import TimeSource


class ReplicaTable(SharedTable[S]):
    """Table that only follows a log and writes nothing. It runs no clocks: they tell the present time."""

    def write_own_lines(self) -> None:
        """Do nothing: the original table writes them."""

    def do(self, line: LogLine, state: S | None = None) -> None:
        super().do(line, state)
        if self.clocks.clock is not None:
            self.clocks = Clocks("", len(self.players))


class HeldLine(NamedTuple):
    """Log line that spectators do not see yet."""

    line: LogLine
    at: float
    """Time of its arrival, in seconds since 1970."""
    is_early: bool
    """True if no player had chosen yet: the deal is not delayed."""


class DelayedView:
    """Held lines of a table, and the replica table for spectators. It also is the replica's save."""

    name = "behind"

    def __init__(
        self,
        table: SharedTable[Any],
        delay: SpectatorDelay,
        data: bytes,
        written: float,
        time: TimeSource,
    ) -> None:
        """Read a log with all its lines.

        Only the time of the last line is known, and it is taken as the time of all lines.
        """
        self._real = table
        self._delay = delay
        self._time = time
        self._kept: deque[HeldLine] = deque()
        """Lines that spectators do not see yet."""
        self._records = 0
        """Number of records among them."""
        self._has_begun = False
        """True if a player has chosen."""
        self._seen: list[LogLine] = []
        # other processes may have written more, which the table reads later
        known = b"".join(data.splitlines(keepends=True)[: table.line])
        log = read_log(table.game, known, self.name)
        self._take(log.lines, written)
        lines = self._now_seen()
        self.table: SharedTable[Any] = ReplicaTable.of(
            table.game, Log(log.header, tuple(lines), 0, torn=False), self.name
        )
        self.table.log.save = self

    def receive(self, line: LogLine) -> None:
        """Receive a new line of the table."""
        self._take([line], self._time.now())
        self.poll()

    def poll(self) -> None:
        """Release the lines whose delay is over."""
        self._seen += self._now_seen()
        if self._seen:
            self.table.refresh()

    @property
    def due(self) -> float | None:
        """Seconds until the next line is released if nobody chooses; None if time releases none."""
        if not self._kept or not self._delay.seconds:
            return None
        return max(0.0, self._kept[0].at + self._delay.seconds - self._time.now())

    def _take(self, lines: Iterable[LogLine], at: float) -> None:
        for line in lines:
            if isinstance(line, Record):
                self._records += 1
                self._has_begun |= line.seat is not None
            self._kept.append(HeldLine(line, at, is_early=not self._has_begun))

    def _now_seen(self) -> list[LogLine]:
        """Lines whose delay is over."""
        released = []
        while self._kept and self._may_be_seen(self._kept[0]):
            line = self._kept.popleft().line
            self._records -= isinstance(line, Record)
            released.append(line)
        return released

    def _may_be_seen(self, kept: HeldLine) -> bool:
        if kept.is_early or self._real.outcome is not None or self._real.deal.is_open:
            return True
        if self._delay.seconds:
            return kept.at + self._delay.seconds <= self._time.now()
        return self._records - isinstance(kept.line, Record) >= self._delay.choices

    # ------------------------------------------------------------------ save of the replica table

    def append(self, line: bytes) -> None:  # noqa: ARG002  writes nothing
        """Raise AssertionError: nobody plays at a replica table."""
        raise AssertionError("a follower does nothing by itself")

    def read_new(self) -> bytes:
        """Lines that were released since the last read."""
        lines, self._seen = self._seen, []
        return b"".join(map(encode, lines))

    def beside(self, ending: str) -> None:  # noqa: ARG002  stores nothing
        return None
