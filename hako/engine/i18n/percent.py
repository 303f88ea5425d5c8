"""Probabilities in percent."""

from __future__ import annotations

CERTAIN = 1e-9
"""Distance from 0 or 1 within which a probability differs from it only by rounding errors."""


def percent(chance: float) -> int:
    """A probability in whole percent: 0 and 100 only for impossible and certain events."""
    if min(chance, 1 - chance) < CERTAIN:
        return 100 * round(chance)
    return min(99, max(1, round(100 * chance)))
