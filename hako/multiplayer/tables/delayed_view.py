"""Watching with a delay: a table as it was some moves or minutes ago, for those who do not play.

Whoever watches looks at a table of its own, which only follows: what is kept back is nowhere in it, so no screen
can show it. When the game is over, or was given up, all of it is there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple

from hako.engine.log.clock import Clocks, TimeSource
from hako.engine.log.delay import SpectatorDelay
from hako.engine.log.records import Log, LogLine, encode, read_log
from hako.engine.log.table import Table
from hako.engine.rules.model import S


class ReplicaTable(Table[S]):
    """A table that does nothing by itself, and runs no clocks: they tell how late it really is."""

    def write_own_lines(self) -> None:
        """Others do."""

    def do(self, line: LogLine, state: S | None = None) -> None:
        super().do(line, state)
        if self.clocks.clock is not None:
            self.clocks = Clocks("", len(self.players))


class HeldLine(NamedTuple):
    """A line that is kept back."""

    line: LogLine
    at: float
    """When it came, in seconds since 1970."""
    is_early: bool
    """Whether nothing had been chosen: the deal, too, is seen at once."""


class DelayedView:
    """What is kept back of a table, and the table that watchers see."""

    name = "behind"

    def __init__(
        self,
        table: Table[Any],
        delay: SpectatorDelay,
        data: bytes,
        written: float,
        time: TimeSource,
    ) -> None:
        """Begin with a log as it is; of its lines only the last one's time is known.

        So none of them is taken to be older than that.
        """
        self._real = table
        self._delay = delay
        self._time = time
        self._kept: deque[HeldLine] = deque()
        """The lines that nobody sees yet."""
        self._records = 0
        """How many of them are records."""
        self._has_begun = False
        """Whether something was chosen."""
        self._seen: list[LogLine] = []
        # others may have written more, which the table hears of later
        known = b"".join(data.splitlines(keepends=True)[: table.line])
        log = read_log(table.game, known, self.name)
        self._take(log.lines, written)
        lines = self._now_seen()
        self.table: Table[Any] = ReplicaTable.of(
            table.game, Log(log.header, tuple(lines), 0, torn=False), self.name
        )
        self.table.save = self

    def receive(self, line: LogLine) -> None:
        """The table has one line more."""
        self._take([line], self._time.now())
        self.poll()

    def poll(self) -> None:
        """Let be seen what may be by now."""
        self._seen += self._now_seen()
        if self._seen:
            self.table.refresh()

    @property
    def due(self) -> float | None:
        """In how many seconds there is more to see, if nobody chooses; None where nothing is."""
        if not self._kept or not self._delay.seconds:
            return None
        return max(0.0, self._kept[0].at + self._delay.seconds - self._time.now())

    def _take(self, lines: Iterable[LogLine], at: float) -> None:
        for line in lines:
            if line.is_record:
                self._records += 1
                self._has_begun |= line.seat is not None
            self._kept.append(HeldLine(line, at, is_early=not self._has_begun))

    def _now_seen(self) -> list[LogLine]:
        """The lines that are kept back no more."""
        seen = []
        while self._kept and self._may_be_seen(self._kept[0]):
            line = self._kept.popleft().line
            self._records -= line.is_record
            seen.append(line)
        return seen

    def _may_be_seen(self, kept: HeldLine) -> bool:
        if kept.is_early or self._real.outcome is not None or self._real.deal.is_open:
            return True
        if self._delay.seconds:
            return kept.at + self._delay.seconds <= self._time.now()
        return self._records - kept.line.is_record >= self._delay.choices

    # ------------------------------------------------------------------ as a log of the follower

    def append(self, line: bytes) -> None:  # noqa: ARG002  none is taken
        """Nobody plays at such a table."""
        raise AssertionError("a follower does nothing by itself")

    def read_new(self) -> bytes:
        """What is seen since it was read last."""
        lines, self._seen = self._seen, []
        return b"".join(map(encode, lines))

    def beside(self, ending: str) -> None:  # noqa: ARG002  nothing is kept of it
        return None
