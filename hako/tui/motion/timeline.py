"""Timelines: motions side by side and one after the other, within limits of time and bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from hako.tui.motion.motions import FRAME, Gained, Motion, Payment, Walk
from hako.tui.motion.picture import PictureChange, Place, frame_bytes
from hako.tui.widgets.overlay import Patch

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


class TimedMotion(Struct, frozen=True):
    """A motion in a timeline."""

    motion: Motion
    change: PictureChange
    start: int
    """Milliseconds after the beginning of the timeline."""
    frames: Sequence[int]
    """The milliseconds after its start at which it has another frame; 0 is the first."""
    is_sum: bool = False
    """True if only the last frame is shown."""

    @property
    def end(self) -> int:
        """Milliseconds after the beginning at which its last frame is taken away."""
        return self.start + (SHORT if self.is_sum else self.motion.length + FRAME)

    def patches(self, ms: int) -> list[Patch]:
        """The cells that it paints; before its start the board as it was."""
        if ms >= self.end:
            return []
        if ms < self.start:
            return [] if self.is_sum else self.motion.waiting(self.change)
        if self.is_sum:
            return self.motion.patches(self.change, self.motion.length)
        frame = max((frame for frame in self.frames if frame <= ms - self.start), default=0)
        return self.motion.patches(self.change, frame)


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
        joined = [*_joined(motions)]
        is_many = sum(isinstance(motion, Payment) for motion in joined) > MOST_PAYMENTS
        begin = max((timed.end for timed in left), default=now)
        free: dict[Place, int] = {}
        timed_motions: list[TimedMotion] = []
        for motion in joined:
            start = max((free.get(place, begin) for place in motion.places), default=begin)
            timed = _timed(motion, change, start)
            if is_short or (is_many and isinstance(motion, Payment)):
                timed = replace(timed, is_sum=True)
            free |= dict.fromkeys(motion.places, timed.end)
            timed_motions.append(timed)
        longer = MotionTimeline((*left, *_affordable(timed_motions)))
        return longer._cut(now) if longer.end - now > LONGEST else longer

    def patches(self, ms: int) -> list[Patch]:
        """The cells that all motions paint; those that begin later lie below."""
        return [patch for timed in reversed(self.motions) for patch in timed.patches(ms)]

    def _cut(self, now: int) -> MotionTimeline:
        return MotionTimeline(
            tuple(replace(timed, start=now, is_sum=True) for timed in self.motions[-MOST_SUMS:])
        )


MOST_SUMS = 8
"""Sums that are shown at once; of a longer queue the last ones."""


def _timed(motion: Motion, change: PictureChange, start: int) -> TimedMotion:
    return TimedMotion(motion, change, start, range(0, motion.length + 1, FRAME))


def _affordable(motions: Sequence[TimedMotion]) -> Sequence[TimedMotion]:
    """The motions within the budget of bytes.

    First without frames in the middle, then as sums, then with fewer of these.
    """
    thinned = [
        replace(timed, frames=[*timed.frames[:-1:2], timed.motion.length]) for timed in motions
    ]
    sums = [replace(timed, is_sum=True) for timed in motions]
    for fewer in (motions, thinned, *(sums[:count] for count in range(len(sums), 0, -1))):
        costs = _costs(fewer)
        if max(costs, default=0) <= FRAME_BYTES and sum(costs) <= ANIMATION_BYTES:
            return fewer
    return ()


def _costs(motions: Sequence[TimedMotion]) -> list[int]:
    """The bytes of each frame after the first, which is sent with the board."""
    timeline, costs = MotionTimeline((*motions,)), list[int]()
    start = min((timed.start for timed in motions), default=0)
    before = timeline.patches(start)
    for ms in range(start + FRAME, timeline.end + FRAME, FRAME):
        now = timeline.patches(ms)
        costs.append(frame_bytes(motions[0].change, before, now))
        before = now
    return costs


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
