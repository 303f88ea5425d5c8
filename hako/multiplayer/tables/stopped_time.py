"""The time of a house: what of it counts for nobody, since the house was shut or somebody away."""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from math import inf

from msgspec import Struct

from hako.engine.i18n.failure import Failure
from hako.engine.log.save import StorageError
from hako.engine.storage.protocols import Store
from hako.engine.storage.registry import Registry

OUTAGES, ALIVE, AWAY = "outages.jsonl", "alive", "away.jsonl"
"""When the house was shut, when it was open last, and when its people said that they are away."""

AWAY_DAYS = 21
"""So many days a year one may be away."""

_DAY = 24 * 3600

YEAR_SECONDS = 365 * _DAY

_KEPT_SECONDS = 2 * YEAR_SECONDS
"""So long it is kept when nobody's time ran: no turn lasts longer."""

BEAT_SECONDS = 10.0
"""So often it is written down that the house is open."""

GAP_SECONDS = 60.0
"""Whoever did not look at the clock for so long was asleep, or the clock was set."""

CREDIT_SECONDS = 20.0
"""So long after an outage nobody's time runs, to come back in."""


class Outage(Struct, frozen=True):
    """The house was shut; both in seconds since 1970."""

    since: float
    until: float


class Vacation(Struct, frozen=True):
    """Somebody said that they are away; what they say later ends it. In seconds since 1970."""

    key: str
    since: float
    until: float


class Spans:
    """Spans of time that do not touch, the earliest first; in seconds since 1970."""

    def __init__(self) -> None:
        self._since: list[float] = []
        self._until: list[float] = []

    def __iter__(self) -> Iterator[tuple[float, float]]:
        return zip(self._since, self._until, strict=True)

    @property
    def end(self) -> float | None:
        """The end of the last one."""
        return self._until[-1] if self._until else None

    def add(self, since: float, until: float) -> None:
        """Add a span, joined with those that it touches."""
        if until <= since:
            return
        first, last = bisect_left(self._until, since), bisect_right(self._since, until)
        if first < last:
            since, until = min(since, self._since[first]), max(until, self._until[last - 1])
        self._since[first:last], self._until[first:last] = [since], [until]

    def cut(self, at: float) -> None:
        """Take away all that comes after."""
        while self._since and self._since[-1] >= at:
            self._since.pop()
            self._until.pop()
        if self._until:
            self._until[-1] = min(self._until[-1], at)

    def within(self, since: float, until: float) -> Iterator[tuple[float, float]]:
        """The spans of which something lies between two times."""
        first, last = bisect_right(self._until, since), bisect_left(self._since, until)
        return zip(self._since[first:last], self._until[first:last], strict=True)


_NEVER = Spans()
"""Of whoever never said that they are away."""


def kept_absences(absences: Iterable[Vacation], now: float) -> Iterator[Vacation]:
    """Entries that come to the same as these, for all that counts yet."""
    spans: dict[str, Spans] = {}
    for absence in absences:
        spans.setdefault(absence.key, Spans()).cut(absence.since)
        spans[absence.key].add(absence.since, absence.until)
    for key, away in spans.items():
        yield from (Vacation(key, *span) for span in away.within(now - _KEPT_SECONDS, inf))


def kept_outages(outages: Iterable[Outage], now: float) -> Iterator[Outage]:
    """Entries that come to the same as these, for all that counts yet."""
    spans = Spans()
    for outage in outages:
        spans.add(outage.since, outage.until)
    return (Outage(*span) for span in spans.within(now - _KEPT_SECONDS, inf))


class PausedTime:
    """The clock of a house that several processes may keep."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.time,
        beat_seconds: float = BEAT_SECONDS,
        mode: int | None = None,
    ) -> None:
        """Read what is known of the house; `mode` is that of new files. Raises StoreFailed."""
        self._clock = clock
        self._beat_seconds = beat_seconds
        self._alive = store.document(ALIVE, mode)
        self._list: Registry[Outage] = Registry(store.document(OUTAGES, mode), Outage)
        self._outages = Spans()
        self._learn(self._list.read_new())
        self._absences: Registry[Vacation] = Registry(store.document(AWAY, mode), Vacation)
        self._away: dict[str, Spans] = {}
        """By key, when somebody was or will be away."""
        self._learn_of_absences()
        self._latest = 0.0
        self._beaten = 0.0
        self._missed: float | None = None
        """Since when we slept, or the store did not answer; until it is known what that was."""

    def now(self) -> float:
        """Seconds since 1970; where the clock is set back, time stands still."""
        before, self._latest = self._latest, max(self._latest, self._clock())
        if before and self._latest - before > GAP_SECONDS:
            self._miss(before)
            with suppress(StorageError):  # the next look is another chance
                self._come_back()
        return self._latest

    def lost(self, key: str | None, since: float, until: float) -> float:
        """How much of that time the house was shut, or they had said that they are away."""
        total, at = 0.0, since
        away = self._away.get(key or "", _NEVER)
        spans = [*self._outages.within(since, until), *away.within(since, until)]
        if self._missed is not None:  # nobody can move yet
            spans.append((self._missed, until))
        for first, last in sorted(spans):
            begin, end = max(at, first), min(until, last)
            if end > begin:
                total, at = total + end - begin, end
        return total

    def vacation_until(self, key: str | None) -> float | None:
        """When somebody comes back who said that they are away; None where nobody did."""
        last = self._away.get(key or "", _NEVER).end
        return last if last is not None and last > self.now() else None

    def days_left(self, key: str) -> float:
        """How many days somebody may still be away, of those of a year; what is planned counts."""
        limit = self.now() - YEAR_SECONDS
        spans = self._away.get(key, _NEVER).within(limit, inf)
        return AWAY_DAYS - sum(until - max(limit, since) for since, until in spans) / _DAY

    def start_vacation(self, key: str, days: float) -> None:
        """Somebody is away from now on, so long; with 0 they are back.

        Raises Failure where a year has not so many days for it, StoreFailed.
        """
        self._learn_of_absences()
        now, left = self.now(), self.days_left(key)
        if until := self.vacation_until(key):
            left += (until - now) / _DAY  # what they say now is instead
        if days > left:
            raise Failure("too_many_away_days", left=int(left), days=AWAY_DAYS)
        if not days and not until:
            return
        while not self._absences.add(absence := Vacation(key, now, now + days * _DAY)):
            self._learn_of_absences()
        self._learn_of(absence)

    def _learn_of_absences(self) -> None:
        for absence in self._absences.read_new():
            self._learn_of(absence)

    def _learn_of(self, absence: Vacation) -> None:
        spans = self._away.setdefault(absence.key, Spans())
        spans.cut(absence.since)
        spans.add(absence.since, absence.until)

    def open(self) -> None:
        """The first process of the house begins: until now it was shut. Raises StoreFailed."""
        if (last := self._last_beat()) is not None:
            self._note(Outage(last, self.now() + CREDIT_SECONDS))

    def poll(self, *, is_timed: bool) -> None:
        """Look at the clock, several times a minute; `is_timed` where somebody's time may run.

        Raises StoreFailed. While it does not answer nobody can move, and nobody's time runs.
        """
        now = self.now()
        if self._missed is not None:
            self._come_back()
        if now - self._beaten >= self._beat_seconds and is_timed:
            before, self._beaten = max(self._beaten, now - self._beat_seconds), now
            try:
                self._learn(self._list.read_new())
                self._learn_of_absences()
                self._alive.write(f"{now:.0f}".encode())
            except StorageError:
                self._miss(before)
                raise

    def _miss(self, since: float) -> None:
        self._missed = since if self._missed is None else min(self._missed, since)

    def _come_back(self) -> None:
        """If no other process was awake and heard by the store, the house was shut. Raises StoreFailed."""
        assert self._missed is not None, "there is something to come back from"
        self._learn(self._list.read_new())
        since = max(self._missed, self._last_beat() or 0)
        if self._latest - since > 2 * self._beat_seconds:
            self._note(Outage(since, self._latest + CREDIT_SECONDS))
        self._missed = None

    def _last_beat(self) -> float | None:
        with suppress(ValueError):
            return float(self._alive.read() or b"")
        return None

    def _note(self, outage: Outage) -> None:
        while not self._list.add(outage):
            self._learn(self._list.read_new())
        self._learn([outage])

    def _learn(self, outages: Iterable[Outage]) -> None:
        for outage in outages:
            self._outages.add(outage.since, outage.until)
