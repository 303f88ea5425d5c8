"""Tallies: what points came from, beside scores that have them all already."""

from __future__ import annotations

from msgspec import Struct

from hako.engine.rules.model import Seat


class ScoreBreakdown(Struct, frozen=True, gc=False):
    """Points by seat and part. The log tells them anyway: no digest counts them."""

    entries: tuple[tuple[Seat, str, int], ...] = ()
    """Each seat's part once."""

    def of(self, seat: Seat, part: str) -> int:
        """Points that a seat has of a part."""
        return sum(points for *of, points in self.entries if of == [seat, part])

    def total(self, seat: Seat) -> int:
        """All points of a seat."""
        return sum(points for owner, _, points in self.entries if owner == seat)

    def plus(self, seat: Seat, part: str, points: int) -> ScoreBreakdown:
        """With more points of a part."""
        others = (entry for entry in self.entries if entry[:2] != (seat, part))
        return ScoreBreakdown((*others, (seat, part, self.of(seat, part) + points)))
