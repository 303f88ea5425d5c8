"""Timelines: motions side by side and one after the other, within limits of time and bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.tui.motion.board_snapshot import PictureChange, Place
from hako.tui.motion.frame_bytes import frame_bytes
from hako.tui.motion.motions import FRAME, CardMoved, Gained, Motion, Payment, Walk
from hako.tui.widgets.line_overlays import LineOverlay

LONGEST = 1200
"""Milliseconds of motion that may be in the queue; what is longer is cut to sums."""
SHORT = 2 * FRAME
"""Milliseconds of a motion that is only its last frame."""
MOST_PAYMENTS = 3
"""Payments that are shown at a time; of more there are only the sums."""
FRAME_BYTES = 1200
"""Bytes of a frame, at most."""
ANIMATION_BYTES = 4000
"""Bytes of the motion of a record, at most."""


MOST_CARDS = 3
"""Cards that move at a time; of more only the places light up."""
MOST_MOTIONS = 12
"""Motions of a record, at most; of more the last ones are shown."""

Frames: TypeAlias = Sequence[tuple[int, Sequence[LineOverlay]]]
"""Patches by the time from which they are painted, in milliseconds after the start of a motion."""


class TimedMotion(Struct, frozen=True):
    """A motion in a timeline, with all its frames."""

    motion: Motion
    start: int
    """Milliseconds after the beginning of the timeline."""
    frames: Frames
    length: int
    """Milliseconds after its start at which its last frame is taken away."""
    waiting: Sequence[LineOverlay] = ()
    """The cells that it paints before its start: the board as it was."""

    @property
    def is_sum(self) -> bool:
        """True if only the last frame is shown."""
        return len(self.frames) == 1

    @property
    def end(self) -> int:
        """Milliseconds after the beginning at which its last frame is taken away."""
        return self.start + self.length

    def patches(self, ms: int) -> Sequence[LineOverlay]:
        """The cells that it paints at a time."""
        if ms >= self.end:
            return ()
        shown = self.waiting
        for frame, painted in self.frames:
            if frame > ms - self.start:
                break
            shown = painted
        return shown

    def summed(self, start: int) -> TimedMotion:
        """Only its last frame, for a short time."""
        return TimedMotion(self.motion, start, [(0, self.frames[-1][1])], SHORT)

    def thinned(self) -> TimedMotion:
        """The motion without every second one of the frames between the first and the last."""
        return replace(self, frames=[*self.frames[:-1:2], self.frames[-1]])

    def in_a_line(self) -> TimedMotion:
        """Only the first line of what it paints."""
        frames = [
            (ms, [patch for patch in painted if patch.y == min(one.y for one in painted)])
            for ms, painted in self.frames
        ]
        return replace(self, frames=frames)

    def costs(self, change: PictureChange) -> Mapping[int, int]:
        """The bytes of each frame after its first, by the time at which it is sent."""
        shown = [*self.frames, (self.length, ())]
        return {
            self.start + ms: frame_bytes(change, before, now)
            for (_, before), (ms, now) in pairwise(shown)
        }


class MotionTimeline(Struct, frozen=True):
    """Motions in time; a later record is added behind those that still move."""

    motions: tuple[TimedMotion, ...] = ()

    @property
    def end(self) -> int:
        """Milliseconds up to the end of all motions."""
        return max((timed.end for timed in self.motions), default=0)

    def added(
        self, motions: Iterable[Motion], change: PictureChange, now: int, *, is_short: bool = False
    ) -> MotionTimeline:
        """The timeline with the motions of one more record, from `now` on; cut where it is too long."""
        left = tuple(timed for timed in self.motions if timed.end > now)
        begin = max((timed.end for timed in left), default=now)
        joined = [*_joined(motions)][-MOST_MOTIONS:]
        is_many = sum(isinstance(motion, Payment) for motion in joined) > MOST_PAYMENTS
        is_short = is_short or sum(isinstance(motion, CardMoved) for motion in joined) > MOST_CARDS
        free: dict[Place, int] = {}
        timed_motions: list[TimedMotion] = []
        for motion in joined:
            start = max((free.get(place, begin) for place in motion.places), default=begin)
            is_sum = is_short or (is_many and isinstance(motion, Payment))
            timed = _sum(motion, change, start) if is_sum else _timed(motion, change, start)
            if timed.frames[-1][1]:
                free |= dict.fromkeys(motion.places, timed.end)
                timed_motions.append(timed)
        longer = MotionTimeline((*left, *_affordable(timed_motions, change)))
        return longer._cut(now) if longer.end - now > LONGEST else longer

    def patches(self, ms: int) -> list[LineOverlay]:
        """The cells that all motions paint; those that begin later lie below."""
        return [patch for timed in reversed(self.motions) for patch in timed.patches(ms)]

    def _cut(self, now: int) -> MotionTimeline:
        return MotionTimeline(tuple(timed.summed(now) for timed in self.motions[-MOST_SUMS:]))


MOST_SUMS = 8
"""Sums that are shown at once; of a longer queue the last ones."""


def _sum(motion: Motion, change: PictureChange, start: int) -> TimedMotion:
    return TimedMotion(motion, start, [(0, motion.patches(change, motion.length))], SHORT)


def _timed(motion: Motion, change: PictureChange, start: int) -> TimedMotion:
    times = range(0, motion.length + 1, FRAME)
    frames = [(ms, motion.patches(change, ms)) for ms in times]
    return TimedMotion(motion, start, frames, motion.length + FRAME, motion.waiting(change))


def _affordable(motions: Sequence[TimedMotion], change: PictureChange) -> Sequence[TimedMotion]:
    """The motions within the budget of bytes.

    First without frames in the middle, then as sums, then with a line of each sum, then with fewer of
    these.
    """
    sums = [timed.summed(timed.start) for timed in motions]
    lines = [timed.in_a_line() for timed in sums]
    ways: Iterable[Sequence[TimedMotion]] = (
        motions,
        [timed.thinned() for timed in motions],
        sums,
        lines,
    )
    for fewer in ways:
        if _fits(_added([timed.costs(change) for timed in fewer])):
            return fewer
    shown: list[TimedMotion] = []
    costs: list[Mapping[int, int]] = []
    for timed in lines:
        if _fits(_added([*costs, alone := timed.costs(change)])):
            shown.append(timed)
            costs.append(alone)
    return shown


def _added(costs: Iterable[Mapping[int, int]]) -> Mapping[int, int]:
    """The bytes of all motions, by time."""
    added = Counter[int]()
    for of_one in costs:
        added.update(of_one)
    return added


def _fits(costs: Mapping[int, int]) -> bool:
    return max(costs.values(), default=0) <= FRAME_BYTES and sum(costs.values()) <= ANIMATION_BYTES


def _joined(motions: Iterable[Motion]) -> Iterator[Motion]:
    """The motions; gains at a place, payments of a figure and steps of a piece are one each."""
    joined: list[Motion] = []
    for motion in motions:
        for at, earlier in enumerate(joined):
            if (both := _as_one(earlier, motion)) is not None:
                joined[at] = both
                break
        else:
            joined.append(motion)
    yield from joined


def _as_one(earlier: Motion, later: Motion) -> Motion | None:
    match earlier, later:
        case Gained(place=place), Gained(place=same) if place == same:
            both = earlier.is_good and later.is_good
            return replace(earlier, text=f"{earlier.text} {later.text}", is_good=both)
        case Payment(figure=figure), Payment(figure=same) if figure == same:
            return replace(earlier, others=(*earlier.others, *later.others), after=later.after)
        case Walk(mark=mark, path=path), Walk(mark=same, path=more) if (
            mark == same and path[-1] == more[0]
        ):
            return replace(earlier, path=(*path, *more[1:]))
    return None
