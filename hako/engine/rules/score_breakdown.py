"""Score breakdowns: the sources of points, kept beside scores that include them already."""

from __future__ import annotations

from msgspec import Struct

from hako.engine.rules.model import Seat


class ScoreBreakdown(Struct, frozen=True, gc=False):
    """Points by seat and part. They follow from the events, so no digest counts them."""

    entries: tuple[tuple[Seat, str, int], ...] = ()
    """Triples of seat, part and points; one for each seat and part."""

    def of(self, seat: Seat, part: str) -> int:
        """Points of a seat from a part."""
        return sum(points for *of, points in self.entries if of == [seat, part])

    def total(self, seat: Seat) -> int:
        """All points of a seat."""
        return sum(points for owner, _, points in self.entries if owner == seat)

    def plus(self, seat: Seat, part: str, points: int) -> ScoreBreakdown:
        """The breakdown with more points from a part."""
        others = (entry for entry in self.entries if entry[:2] != (seat, part))
        return ScoreBreakdown((*others, (seat, part, self.of(seat, part) + points)))
