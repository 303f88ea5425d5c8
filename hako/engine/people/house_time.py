"""The time of a house: what of it counts for nobody, since the house was shut or somebody away."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.log.home import Store
from hako.engine.log.lists import EntryList
from hako.engine.log.store import StoreFailed
from hako.engine.words.failure import Failure

OUTAGES, ALIVE, AWAY = "outages.jsonl", "alive", "away.jsonl"
"""When the house was shut, when it was open last, and when its people said that they are away."""

AWAY_DAYS = 21
"""So many days a year one may be away."""

_DAY = 24 * 3600

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


class Away(Struct, frozen=True):
    """Somebody said that they are away; what they say later ends it. In seconds since 1970."""

    key: str
    since: float
    until: float


class HouseTime:
    """The clock of a house that several processes may keep."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.time,
        beat_seconds: float = BEAT_SECONDS,
    ) -> None:
        """Read what is known of the house. Raises StoreFailed."""
        self._clock = clock
        self._beat_seconds = beat_seconds
        self._alive = store.sheet(ALIVE)
        self._list: EntryList[Outage] = EntryList(store.sheet(OUTAGES), Outage)
        self._outages: list[Outage] = self._list.read_new()
        self._absences: EntryList[Away] = EntryList(store.sheet(AWAY), Away)
        self._away: dict[str, list[Away]] = {}
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
            with suppress(StoreFailed):  # the next look is another chance
                self._come_back()
        return self._latest

    def lost(self, key: str | None, since: float, until: float) -> float:
        """How much of that time the house was shut, or they had said that they are away."""
        total, at = 0.0, since
        spans = [(each.since, each.until) for each in self._outages + self._away.get(key or "", [])]
        if self._missed is not None:  # nobody can move yet
            spans.append((self._missed, until))
        for first, last in sorted(spans):
            begin, end = max(at, first), min(until, last)
            if end > begin:
                total, at = total + end - begin, end
        return total

    def away_until(self, key: str | None) -> float | None:
        """When somebody comes back who said that they are away; None where nobody did."""
        last = self._away.get(key or "", [])[-1:]
        return last[0].until if last and last[0].until > self.now() else None

    def days_left(self, key: str) -> float:
        """How many days somebody may still be away, of those of a year; what is planned counts."""
        limit = self.now() - 365 * _DAY
        taken = [each.until - max(limit, each.since) for each in self._away.get(key, [])]
        return AWAY_DAYS - sum(each for each in taken if each > 0) / _DAY

    def go_away(self, key: str, days: float) -> None:
        """Somebody is away from now on, so long; with 0 they are back.

        Raises Failure where a year has not so many days for it, StoreFailed.
        """
        self._learn_of_absences()
        now, left = self.now(), self.days_left(key)
        if until := self.away_until(key):
            left += (until - now) / _DAY  # what they say now is instead
        if days > left:
            raise Failure("too_many_away_days", left=int(left), days=AWAY_DAYS)
        while not self._absences.add(absence := Away(key, now, now + days * _DAY)):
            self._learn_of_absences()
        self._learn_of(absence)

    def _learn_of_absences(self) -> None:
        for absence in self._absences.read_new():
            self._learn_of(absence)

    def _learn_of(self, absence: Away) -> None:
        *before, last = self._away.get(absence.key, []) or [absence]
        if last is not absence:
            before.append(replace(last, until=min(last.until, absence.since)))
        self._away[absence.key] = [*before, absence]

    def open(self) -> None:
        """The first process of the house begins: until now it was shut. Raises StoreFailed."""
        if (last := self._last_beat()) is not None:
            self._note(Outage(last, self.now() + CREDIT_SECONDS))

    def look(self, *, is_timed: bool) -> None:
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
            except StoreFailed:
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
        self._outages += outages
