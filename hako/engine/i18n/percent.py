"""Chances in percent."""

from __future__ import annotations

CERTAIN = 1e-9
"""Nearer to 0 or 1 a chance differs from it by nothing but how it was summed up."""


def percent(chance: float) -> int:
    """A chance in whole percent: 0 and 100 only where it is certain."""
    if min(chance, 1 - chance) < CERTAIN:
        return 100 * round(chance)
    return min(99, max(1, round(100 * chance)))
