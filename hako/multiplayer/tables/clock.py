"""Clocks: time limits for seats, folded from the lines of a table and verified like them.

A clock is a bank of time, an increment after each turn, and a maximum:

    3d          three days per turn; unused time is not kept
    24h+8h      24 hours at first, 8 more after each turn, never more than 24
    12h+8h/2d   12 hours at first, 8 more after each turn, never more than two days
    3d-away     three days per turn, also for players on vacation

At a table with a clock, a line with the server's time precedes each line that changes whose clock
runs. The clock runs for people who have to choose; not during a request for an undo, nor before
the deal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from math import ceil
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import Failure
from hako.engine.log.header import OPEN, Header, Player
from hako.engine.log.line_base import LogLineBase
from hako.engine.log.transcript_facts import TableChange
from hako.engine.rules.model import Seat, letter
from hako.multiplayer.tables.time_source import WALL_TIME, TimeSource

CLOCKS = ("", "2m", "30m+1m", "24h+8h", "1d", "3d", "7d")
"""Clocks offered by forms. The first one means no clock."""

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 24 * 3600}
_TIME = r"([1-9]\d{0,2})([smhd])"
_NO_AWAY = "-away"
_SPEC = re.compile(rf"{_TIME}(?:\+{_TIME}(?:/{_TIME})?)?({_NO_AWAY})?")
_LEAST, _MOST = 10, 99 * 24 * 3600


class Clock(Struct, frozen=True):
    """A time control, in seconds."""

    bank: int
    """Time of each seat at the start."""
    increment: int
    """Time added after each turn; also the grace of a seat that has no time left."""
    most: int
    """Maximum time of a seat."""
    is_strict: bool = False
    """True if it also runs for players on vacation."""

    @property
    def is_slow(self) -> bool:
        """True if a seat can have a day or more: people need not be online at the same time."""
        return self.most >= _UNITS["d"]

    @property
    def spares_away(self) -> bool:
        """True if it stops for players on vacation."""
        return self.is_slow and not self.is_strict

    @property
    def is_a_turn(self) -> bool:
        """True if each turn has the same time, however much the last one took."""
        return self.bank == self.increment == self.most


@cache
def clock_of(spec: str) -> Clock | None:
    """Parse a clock; None for the empty string. Raises Failure if it is not a valid clock."""
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


def split_spec(spec: str) -> tuple[str, bool]:
    """Split a clock into its spec without `-away`, and whether it stops during vacations."""
    return spec.removesuffix(_NO_AWAY), not spec.endswith(_NO_AWAY)


def join_spec(spec: str, *, spares_away: bool) -> str:
    """The spec of that clock with `-away` added unless it stops during vacations, if that applies."""
    clock = clock_of(spec)
    return spec if spares_away or clock is None or not clock.is_slow else f"{spec}{_NO_AWAY}"


class ClockSnapshot(Struct, frozen=True, omit_defaults=True):
    """The state of a table's clocks in seconds, for lists that do not read the log."""

    at: int
    """Time from which `left` counts down, in seconds since 1970."""
    left: Mapping[Seat, int]
    """Remaining time at `at` of each seat whose clock runs."""
    bank: int
    grace: int
    spares_away: bool = field(name="is_slow")  # name in older indices
    """See Clock.spares_away."""
    claimed: tuple[Seat, ...] = ()
    rests: bool = False

    def left_now(self, seat: Seat, key: str | None, time: TimeSource) -> int | None:
        """Seconds that a seat with that key has left; None if its clock does not run."""
        if seat not in self.left:
            return None
        now = int(time.now())
        lost = ceil(time.lost(key if self.spares_away else None, self.at, now))
        return self.left[seat] - max(0, now - self.at - lost)


class Clocks:
    """The clocks of a table: which seats' clocks run, and the time that each seat has left."""

    def __init__(self, spec: str, seats: int, time: TimeSource = WALL_TIME) -> None:
        self.time = time
        self.clock = clock_of(spec)
        self.at: int | None = None
        """Time of the last line, in seconds since 1970; None before the deal."""
        self.running: tuple[Seat, ...] = ()
        """Seats whose clocks run from then on."""
        self.claimed: set[Seat] = set()
        """Seats whose time and grace are over, so that others choose for them."""
        self.is_adjourned = False
        """True if the game was adjourned: no clock runs until somebody plays on."""
        self.left = [self.clock.bank if self.clock else 0] * seats
        """Time that each seat has left at `at`, in seconds; less than 0 in its grace."""
        self._credited = [-1] * seats
        """The last ply for which each seat got its increment."""

    # ------------------------------------------------------------------ queries

    @property
    def grace(self) -> int:
        """Seconds to wait for a seat that has no time left."""
        return self.clock.increment if self.clock else 0

    @property
    def times(self) -> ClockSnapshot | None:
        """A snapshot of the clocks; None without a clock, or before the deal."""
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
        """Earliest end of a seat's grace, in seconds since 1970; None if no clock runs."""
        if self.at is None or not self.running:
            return None
        return self.at + min(self.left[seat] for seat in self.running) + self.grace

    def left_now(self, seat: Seat, key: str | None) -> int:
        """Seconds that a seat with that key has left; less than 0 in its grace."""
        left = self.times.left_now(seat, key, self.time) if self.times else None
        return self.left[seat] if left is None else left

    def overdue_seats(self, players: Sequence[Player]) -> list[Seat]:
        """The seats whose time and grace are over, so that the others may choose for them."""
        keys = ((seat, players[seat].key) for seat in self.running)
        return [seat for seat, key in keys if self.left_now(seat, key) + self.grace <= 0]

    def time_line(self, players: Sequence[Player]) -> TimeNoted | None:
        """The line that notes the current time; None if it would repeat the last one."""
        if self.clock is None or (now := int(self.time.now())) <= (self.at or 0):
            return None
        lost = tuple(self._lost(seat, player.key, now) for seat, player in enumerate(players))
        return TimeNoted(now, lost if any(lost) else ())

    def _lost(self, seat: Seat, key: str | None, now: int) -> int:
        """Seconds since the last line that do not count for a seat."""
        if self.clock is None or self.at is None or seat not in self.running:
            return 0
        return ceil(self.time.lost(key if self.clock.spares_away else None, self.at, now))

    def _left_at(self, seat: Seat, now: int, lost: int) -> int:
        if self.at is None or seat not in self.running:
            return self.left[seat]
        return self.left[seat] - max(0, now - self.at - lost)

    # ------------------------------------------------------------------ applying lines

    def run(self, seats: Sequence[Seat]) -> None:
        """Let the clocks of these seats run: the table waits for them."""
        is_paused = self.clock is None or self.is_adjourned
        self.running = () if is_paused else tuple(s for s in seats if s not in self.claimed)

    def tick(self, line: TimeNoted) -> None:
        """Take the time of a line: subtract what went by from all running clocks."""
        for seat in self.running:
            lost = line.lost[seat] if line.lost else 0
            self.left[seat] = self._left_at(seat, line.at, lost)
        self.at = max(line.at, self.at or 0)

    def note_choice(self, seat: Seat, ply: int, *, is_over: bool) -> None:
        """Note that a seat chose. If its turn `is_over`, add the increment, once for each ply."""
        self.claimed.discard(seat)
        self.is_adjourned = False
        if self.clock is None or not is_over or ply <= self._credited[seat]:
            return
        self._credited[seat] = ply
        more = max(0, self.left[seat] + self.clock.increment)
        self.left[seat] = self.clock.most if self.clock.is_a_turn else min(self.clock.most, more)

    def change_player(self, seat: Seat, *, is_another: bool) -> None:
        """Note that another player takes the seat, or that its owner returns from a substitute."""
        if self.clock is not None:
            self.claimed.discard(seat)
            self.left[seat] = self.clock.bank if is_another else max(self.left[seat], self.grace)

    def resolve_timeout(self, line: TimeoutResolved) -> None:
        """Apply the choice about a seat without time. A new player is set by `change_player` instead."""
        self.is_adjourned = line.how == "adjourn"
        if not self.is_adjourned:
            self.claimed.discard(line.seat)
        if line.how == "wait":
            self.left[line.seat] = self.grace


class ClockTarget(Protocol):
    """Members that the lines about time need of a shared table."""

    header: Header
    players: tuple[Player, ...]
    clocks: Clocks

    def change_player(self, seat: Seat, player: Player, /) -> None: ...
    def note_change(self, change: TableChange, /) -> None: ...


class TimeNoted(LogLineBase[ClockTarget], frozen=True, tag="clock", omit_defaults=True):
    """The server's time before the next line."""

    at: int
    """Seconds since 1970."""
    lost: tuple[int, ...] = ()
    """Seconds since the last TimeNoted that do not count, for each seat; empty for none."""

    is_announced = False

    def misplacement(self, records: int, seats: int) -> Failure | None:  # noqa: ARG002  a signature
        return Failure("other_seats") if self.lost and len(self.lost) != seats else None

    def check(self, table: ClockTarget, /) -> Failure | None:
        """The time does not go back, and no more time is discounted than went by.

        Time discounted for a single seat is a vacation, which must be allowed by the clock.
        """
        clocks = table.clocks
        if not table.header.clock:
            return Failure("no_clock_here")
        if clocks.at is not None and self.at < clocks.at:
            return Failure("clock_set_back", seconds=clocks.at - self.at)
        most = 0 if clocks.at is None else self.at - clocks.at
        if any(not 0 <= lost <= most for lost in self.lost):
            return Failure("more_time_lost", seconds=most)
        lost = {self.lost[seat] for seat in clocks.running} if self.lost else set()
        if len(lost) > 1 and clocks.clock is not None and not clocks.clock.spares_away:
            return Failure("away_counted", seconds=max(lost) - min(lost))
        return None

    def apply(self, table: ClockTarget, /) -> None:
        table.clocks.tick(self)


class TimeClaimed(LogLineBase[ClockTarget], frozen=True, tag="claim"):
    """A seat's time and its grace are over: the others may choose what to do."""

    seat: Seat

    effect = "seats"
    entry = "out_of_time"

    def check(self, table: ClockTarget, /) -> Failure | None:
        clocks, seat = table.clocks, self.seat
        if seat not in clocks.running:
            return Failure("no_time_runs", seat=seat)
        left = clocks.left[seat] + clocks.grace
        return Failure("claimed_too_early", seat=seat, seconds=left) if left > 0 else None

    def apply(self, table: ClockTarget, /) -> None:
        table.clocks.claimed.add(self.seat)
        table.note_change(self)

    def transcript_sentence(self, texts: Catalogue) -> str:
        """The sentence for those who read the game."""
        return texts.text("handover.out_of_time", seat=self.seat)


TimeoutChoice: TypeAlias = Literal["wait", "bot", "replace", "adjourn"]
"""Wait for another increment, let a bot substitute, open the seat, or stop all clocks."""


class TimeoutResolved(LogLineBase[ClockTarget], frozen=True, tag="settle", omit_defaults=True):
    """The choice of another seat about a seat that has no time left."""

    by: Seat
    seat: Seat
    how: TimeoutChoice
    level: str = ""
    """Level of the substitute bot; empty for none."""

    effect = "seats"

    def check(self, table: ClockTarget, /) -> Failure | None:
        """Only others may choose, after time and grace."""
        by = table.players[self.by]
        if self.seat not in table.clocks.claimed:
            return Failure("nothing_claimed", seat=self.seat)
        if self.how == "replace" and table.header.cup:
            return Failure("seat_of_cup", seat=self.seat)
        if self.by == self.seat or by.is_open or by.is_bots_own:
            return Failure("not_to_choose", by=self.by, seat=self.seat)
        return None

    def apply(self, table: ClockTarget, /) -> None:
        table.clocks.resolve_timeout(self)
        match self.how:
            case "bot":
                player = replace(table.players[self.seat], bot=self.level)
                table.change_player(self.seat, player)
            case "replace":
                table.change_player(self.seat, OPEN)
            case "wait" | "adjourn":
                table.note_change(self)

    def sentence(self, texts: Catalogue) -> str:
        return self.spell(texts, f"settle_{self.how}", other=letter(self.seat))

    def transcript_sentence(self, texts: Catalogue) -> str:
        """The sentence for those who read the game."""
        return texts.text(f"handover.{self.how}", by=self.by, seat=self.seat)
