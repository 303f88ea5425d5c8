"""Clocks: how long a seat may take; folded from the lines of a table, and so verified like them.

A clock is a bank of time, what is added after each turn, and how much there can be at most:

    3d          three days a turn: what is not used is not kept
    24h+8h      24 hours at first, 8 more after each turn, never more than 24
    12h+8h/2d   the same with two days at most
    3d-away     three days a turn, also for those who said that they are away

Where a table has one, a line with the server's time stands before all that changes whose time
runs. It runs for the people who have to choose; not while consent is asked, nor before the deal.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from functools import cache
from math import ceil
from typing import Protocol

from msgspec import Struct, field

from hako.engine.i18n.failure import Failure
from hako.engine.log.records import Player, TimeClaimed, TimeNoted, TimeoutResolved
from hako.engine.rules.model import Seat

CLOCKS = ("", "2m", "30m+1m", "24h+8h", "1d", "3d", "7d")
"""Those that forms offer; none is the first."""

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 24 * 3600}
_TIME = r"([1-9]\d{0,2})([smhd])"
_NO_AWAY = "-away"
_SPEC = re.compile(rf"{_TIME}(?:\+{_TIME}(?:/{_TIME})?)?({_NO_AWAY})?")
_LEAST, _MOST = 10, 99 * 24 * 3600


class Clock(Struct, frozen=True):
    """What a seat is given, in seconds."""

    bank: int
    """At first."""
    increment: int
    """After each turn; also how long one waits for whoever has no time left."""
    most: int
    """So much it can be."""
    is_strict: bool = False
    """Whether it runs also for those who are away."""

    @property
    def is_slow(self) -> bool:
        """Whether there can be a day or more: else people sit together."""
        return self.most >= _UNITS["d"]

    @property
    def spares_away(self) -> bool:
        """Whether it stands still for those who are away."""
        return self.is_slow and not self.is_strict

    @property
    def is_a_turn(self) -> bool:
        """Whether each turn has the same time, whatever the last one took."""
        return self.bank == self.increment == self.most


@cache
def clock_of(spec: str) -> Clock | None:
    """The clock that is written so; None for none. Raises Failure where that is none."""
    if not spec:
        return None
    if (match := _SPEC.fullmatch(spec)) is None:
        raise Failure("no_clock", clock=spec)
    *groups, is_strict = match.groups()
    times = [int(n) * _UNITS[unit] for n, unit in zip(groups[::2], groups[1::2], strict=True) if n]
    bank, increment, most = (*times, *(times[0] for _ in range(3)))[:3]
    clock = Clock(bank, increment, most, bool(is_strict))
    is_sound = _LEAST <= bank <= most <= _MOST and increment <= most
    if not is_sound or (clock.is_strict and not clock.is_slow):
        raise Failure("no_clock", clock=spec)
    return clock


def parted(spec: str) -> tuple[str, bool]:
    """The clock as it is written but for that, and whether it spares those who are away."""
    return spec.removesuffix(_NO_AWAY), not spec.endswith(_NO_AWAY)


def joined(spec: str, *, spares_away: bool) -> str:
    """That clock, sparing those who are away or not, where that can be chosen."""
    clock = clock_of(spec)
    return spec if spares_away or clock is None or not clock.is_slow else f"{spec}{_NO_AWAY}"


class TimeSource(Protocol):
    """Tells the time, and which of it counts for nobody."""

    def now(self) -> float:
        """Seconds since 1970."""

    def lost(self, key: str | None, since: float, until: float) -> float:
        """How many seconds between the two do not count for the one with that key."""

    def vacation_until(self, key: str | None) -> float | None:
        """When somebody comes back who said that they are away; None where nobody did."""

    def open(self) -> None:
        """The first process of a house begins. Raises StoreFailed."""

    def poll(self, *, is_timed: bool) -> None:
        """Look, several times a minute; `is_timed` where time may run. Raises StoreFailed."""


class SystemTime:
    """The clock of this machine; all of it counts."""

    def now(self) -> float:
        return time.time()

    def lost(self, key: str | None, since: float, until: float) -> float:  # noqa: ARG002  none is
        return 0

    def vacation_until(self, key: str | None) -> float | None:  # noqa: ARG002  nobody says so
        return None

    def open(self) -> None:
        """Nothing is known of when it was shut."""

    def poll(self, *, is_timed: bool) -> None:
        """Nothing is written down."""


WALL_TIME = SystemTime()


class ClockSnapshot(Struct, frozen=True, omit_defaults=True):
    """What the clocks of a table say, also where its log is not read; in seconds."""

    at: int
    """Since 1970; from then on time runs."""
    left: Mapping[Seat, int]
    """What each seat whose time runs had then."""
    bank: int
    grace: int
    spares_away: bool = field(name="is_slow")  # as older indices call it
    """See Clock.spares_away."""
    claimed: tuple[Seat, ...] = ()
    rests: bool = False

    def left_now(self, seat: Seat, key: str | None, time: TimeSource) -> int | None:
        """How much a seat has left, which belongs to that key; None where no time of it runs."""
        if seat not in self.left:
            return None
        now = int(time.now())
        lost = ceil(time.lost(key if self.spares_away else None, self.at, now))
        return self.left[seat] - max(0, now - self.at - lost)


class Clocks:
    """Whose time runs at a table, and how much each seat has left."""

    def __init__(self, spec: str, seats: int, time: TimeSource = WALL_TIME) -> None:
        self.time = time
        self.clock = clock_of(spec)
        self.at: int | None = None
        """When the last line was, in seconds since 1970; None before the deal."""
        self.running: tuple[Seat, ...] = ()
        """Whose time runs from there on."""
        self.claimed: set[Seat] = set()
        """For whom others choose: their time and their grace are over."""
        self.is_adjourned = False
        """Whether it was adjourned: nobody's time runs until somebody goes on."""
        self.left = [self.clock.bank if self.clock else 0] * seats
        """Of each seat at that moment, in seconds; less than 0 in its grace."""
        self._credited = [-1] * seats
        """The last ply for which each seat was given its increment."""

    # ------------------------------------------------------------------ looking

    @property
    def grace(self) -> int:
        """How long one waits for whoever has no time left."""
        return self.clock.increment if self.clock else 0

    @property
    def times(self) -> ClockSnapshot | None:
        """What they say; None without a clock, or before the deal."""
        if self.clock is None or self.at is None:
            return None
        return ClockSnapshot(
            at=self.at,
            left={seat: self.left[seat] for seat in self.running},
            bank=self.clock.bank,
            grace=self.grace,
            spares_away=self.clock.spares_away,
            claimed=tuple(sorted(self.claimed)),
            rests=self.is_adjourned,
        )

    @property
    def due(self) -> int | None:
        """When somebody's grace ends at the earliest; None where no time runs."""
        if self.at is None or not self.running:
            return None
        return self.at + min(self.left[seat] for seat in self.running) + self.grace

    def left_now(self, seat: Seat, key: str | None) -> int:
        """How much a seat has left, which belongs to that key; less than 0 in its grace."""
        left = self.times.left_now(seat, key, self.time) if self.times else None
        return self.left[seat] if left is None else left

    def late(self, players: Sequence[Player]) -> list[Seat]:
        """For whom the others may choose, since time and grace are over."""
        keys = ((seat, players[seat].key) for seat in self.running)
        return [seat for seat, key in keys if self.left_now(seat, key) + self.grace <= 0]

    def reading(self, players: Sequence[Player]) -> TimeNoted | None:
        """How late it is, where that is not known yet."""
        if self.clock is None or (now := int(self.time.now())) <= (self.at or 0):
            return None
        lost = tuple(self._lost(seat, player.key, now) for seat, player in enumerate(players))
        return TimeNoted(now, lost if any(lost) else ())

    def _lost(self, seat: Seat, key: str | None, now: int) -> int:
        """How many seconds since the last line do not count for a seat."""
        if self.clock is None or self.at is None or seat not in self.running:
            return 0
        return ceil(self.time.lost(key if self.clock.spares_away else None, self.at, now))

    def _left_at(self, seat: Seat, now: int, lost: int) -> int:
        if self.at is None or seat not in self.running:
            return self.left[seat]
        return self.left[seat] - max(0, now - self.at - lost)

    # ------------------------------------------------------------------ following the log

    def run(self, seats: Sequence[Seat]) -> None:
        """From here on the table waits for these people."""
        is_paused = self.clock is None or self.is_adjourned
        self.running = () if is_paused else tuple(s for s in seats if s not in self.claimed)

    def tick(self, line: TimeNoted) -> None:
        """So late it is."""
        for seat in self.running:
            lost = line.lost[seat] if line.lost else 0
            self.left[seat] = self._left_at(seat, line.at, lost)
        self.at = max(line.at, self.at or 0)

    def acted(self, seat: Seat, ply: int, *, is_over: bool) -> None:
        """A seat chose; where its turn `is_over` it is given more, once for each ply."""
        self.claimed.discard(seat)
        self.is_adjourned = False
        if self.clock is None or not is_over or ply <= self._credited[seat]:
            return
        self._credited[seat] = ply
        more = max(0, self.left[seat] + self.clock.increment)
        self.left[seat] = self.clock.most if self.clock.is_a_turn else min(self.clock.most, more)

    def sat(self, seat: Seat, *, is_another: bool) -> None:
        """Somebody else plays there now, or the one whose seat it is does again."""
        if self.clock is not None:
            self.claimed.discard(seat)
            self.left[seat] = self.clock.bank if is_another else max(self.left[seat], self.grace)

    def claim(self, line: TimeClaimed) -> None:
        """It was waited long enough for a seat."""
        self.claimed.add(line.seat)

    def settle(self, line: TimeoutResolved) -> None:
        """The others chose what is to be done about it; who plays there is told to `sat`."""
        self.is_adjourned = line.how == "adjourn"
        if not self.is_adjourned:
            self.claimed.discard(line.seat)
        if line.how == "wait":
            self.left[line.seat] = self.grace
