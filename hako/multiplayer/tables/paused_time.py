"""Paused time: outages of the server and vacations of players, which count for nobody's clock."""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from math import inf

from msgspec import Struct

from hako.engine.i18n.failure import Failure
from hako.engine.log.storage_errors import StorageError
from hako.engine.storage.json_lines_list import JsonLinesList
from hako.engine.storage.protocols import Store
from hako.engine.storage.task_mutex import TaskMutex
from hako.engine.storage.waiting import aside

OUTAGES, ALIVE, VACATIONS = "outages.jsonl", "alive", "away.jsonl"
"""Files of the outages, of the last heartbeat, and of the vacations."""

VACATION_DAYS = 21
"""Number of vacation days in a year."""

_DAY = 24 * 3600

YEAR_SECONDS = 365 * _DAY

_KEPT_SECONDS = 2 * YEAR_SECONDS
"""Time for which outages and vacations are kept: no turn lasts longer."""

BEAT_SECONDS = 10.0
"""Interval of the heartbeat, the stored time at which the server last ran."""

GAP_SECONDS = 60.0
"""Gap between two polls that means that the process was suspended or the clock was set."""

CREDIT_SECONDS = 20.0
"""Time after an outage for which no clock runs, so that players can reconnect."""


class Outage(Struct, frozen=True):
    """Outage of the server; times in seconds since 1970."""

    since: float
    until: float


class Vacation(Struct, frozen=True):
    """Vacation of a player; a later one replaces the rest of it. Times in seconds since 1970."""

    key: str
    since: float
    until: float


class Spans:
    """Disjoint spans of time, earliest first; in seconds since 1970."""

    def __init__(self) -> None:
        self._since: list[float] = []
        self._until: list[float] = []

    def __iter__(self) -> Iterator[tuple[float, float]]:
        return zip(self._since, self._until, strict=True)

    @property
    def end(self) -> float | None:
        """End of the last span, or None."""
        return self._until[-1] if self._until else None

    def add(self, since: float, until: float) -> None:
        """Add a span and join it with those that it touches."""
        if until <= since:
            return
        first, last = bisect_left(self._until, since), bisect_right(self._since, until)
        if first < last:
            since, until = min(since, self._since[first]), max(until, self._until[last - 1])
        self._since[first:last], self._until[first:last] = [since], [until]

    def cut(self, at: float) -> None:
        """Remove everything after a time."""
        while self._since and self._since[-1] >= at:
            self._since.pop()
            self._until.pop()
        if self._until:
            self._until[-1] = min(self._until[-1], at)

    def within(self, since: float, until: float) -> Iterator[tuple[float, float]]:
        """Spans that overlap the time between two moments."""
        first, last = bisect_right(self._until, since), bisect_left(self._since, until)
        return zip(self._since[first:last], self._until[first:last], strict=True)


_NEVER = Spans()
"""Spans of a player without vacations."""


def kept_vacations(absences: Iterable[Vacation], now: float) -> Iterator[Vacation]:
    """Fewer entries with the same meaning, without those too old to count."""
    spans: dict[str, Spans] = {}
    for absence in absences:
        spans.setdefault(absence.key, Spans()).cut(absence.since)
        spans[absence.key].add(absence.since, absence.until)
    for key, away in spans.items():
        yield from (Vacation(key, *span) for span in away.within(now - _KEPT_SECONDS, inf))


def kept_outages(outages: Iterable[Outage], now: float) -> Iterator[Outage]:
    """Fewer entries with the same meaning, without those too old to count."""
    spans = Spans()
    for outage in outages:
        spans.add(outage.since, outage.until)
    return (Outage(*span) for span in spans.within(now - _KEPT_SECONDS, inf))


class PausedTime:
    """Clock of a server, which several processes may keep."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.time,
        beat_seconds: float = BEAT_SECONDS,
        mode: int | None = None,
    ) -> None:
        """Read outages and vacations; `mode` is that of new files. Raises StorageError."""
        self._clock = clock
        self._beat_seconds = beat_seconds
        self._alive = store.document(ALIVE, mode)
        self._list: JsonLinesList[Outage] = JsonLinesList(store.document(OUTAGES, mode), Outage)
        self._outages = Spans()
        self._add_outages(self._list.read_new())
        self._vacation_list: JsonLinesList[Vacation] = JsonLinesList(
            store.document(VACATIONS, mode), Vacation
        )
        self._vacations: dict[str, Spans] = {}
        """Vacations by the key of the player."""
        self._read_vacations()
        self._latest = 0.0
        self._beaten = 0.0
        self._resuming = TaskMutex()
        self._missed: float | None = None
        """Start of a suspension or of a failing store whose cause is not known yet; else None."""

    def now(self) -> float:
        """Seconds since 1970; if the clock is set back, time stands still."""
        before, self._latest = self._latest, max(self._latest, self._clock())
        if before and self._latest - before > GAP_SECONDS:
            self._miss(before)
            aside(self._try_to_resume)
        return self._latest

    def _try_to_resume(self) -> None:
        with suppress(StorageError):  # tried again at the next poll
            self._resume()

    def lost(self, key: str | None, since: float, until: float) -> float:
        """Seconds of outages and of the player's vacation between two times."""
        total, at = 0.0, since
        away = self._vacations.get(key or "", _NEVER)
        spans = [*self._outages.within(since, until), *away.within(since, until)]
        if self._missed is not None:  # nobody can move meanwhile
            spans.append((self._missed, until))
        for first, last in sorted(spans):
            begin, end = max(at, first), min(until, last)
            if end > begin:
                total, at = total + end - begin, end
        return total

    def vacation_until(self, key: str | None) -> float | None:
        """End of a player's present vacation; None if there is none."""
        last = self._vacations.get(key or "", _NEVER).end
        return last if last is not None and last > self.now() else None

    def days_left(self, key: str) -> float:
        """Vacation days that a player still has in a year; a planned vacation counts."""
        limit = self.now() - YEAR_SECONDS
        spans = self._vacations.get(key, _NEVER).within(limit, inf)
        return VACATION_DAYS - sum(until - max(limit, since) for since, until in spans) / _DAY

    def start_vacation(self, key: str, days: float) -> None:
        """Start a vacation of so many days, in place of the present one; 0 ends it.

        Raises Failure if fewer days are left in the year, StorageError.
        """
        self._read_vacations()
        now, left = self.now(), self.days_left(key)
        if until := self.vacation_until(key):
            left += (until - now) / _DAY  # the new vacation replaces it
        if days > left:
            raise Failure("too_many_away_days", left=int(left), days=VACATION_DAYS)
        if not days and not until:
            return
        while not self._vacation_list.add(absence := Vacation(key, now, now + days * _DAY)):
            self._read_vacations()
        self._add_vacation(absence)

    def _read_vacations(self) -> None:
        for absence in self._vacation_list.read_new():
            self._add_vacation(absence)

    def _add_vacation(self, absence: Vacation) -> None:
        spans = self._vacations.setdefault(absence.key, Spans())
        spans.cut(absence.since)
        spans.add(absence.since, absence.until)

    def open(self) -> None:
        """Record the outage until now, as the first process of the server. Raises StorageError."""
        if (last := self._last_beat()) is not None:
            self._write_outage(Outage(last, self.now() + CREDIT_SECONDS))

    def poll(self, *, is_timed: bool) -> None:
        """Poll the clock, several times a minute; `is_timed` if somebody's clock may run.

        Raises StorageError. While the store fails nobody can move, and no clock runs.
        """
        now = self.now()
        if self._missed is not None:
            self._resume()
        if now - self._beaten >= self._beat_seconds and is_timed:
            before, self._beaten = max(self._beaten, now - self._beat_seconds), now
            try:
                self._add_outages(self._list.read_new())
                self._read_vacations()
                self._alive.write(f"{now:.0f}".encode())
            except StorageError:
                self._miss(before)
                raise

    def _miss(self, since: float) -> None:
        self._missed = since if self._missed is None else min(self._missed, since)

    def _resume(self) -> None:
        """Record an outage if no other process wrote a heartbeat meanwhile. Raises StorageError."""
        with self._resuming:
            if self._missed is None:
                return  # another task has done it
            self._add_outages(self._list.read_new())
            since = max(self._missed, self._last_beat() or 0)
            if self._latest - since > 2 * self._beat_seconds:
                self._write_outage(Outage(since, self._latest + CREDIT_SECONDS))
            self._missed = None

    def _last_beat(self) -> float | None:
        with suppress(ValueError):
            return float(self._alive.read() or b"")
        return None

    def _write_outage(self, outage: Outage) -> None:
        while not self._list.add(outage):
            self._add_outages(self._list.read_new())
        self._add_outages([outage])

    def _add_outages(self, outages: Iterable[Outage]) -> None:
        for outage in outages:
            self._outages.add(outage.since, outage.until)
