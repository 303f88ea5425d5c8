"""A guard against an Enter that was meant for what the screen showed before."""

from __future__ import annotations

from collections.abc import Callable

UNMEANT = 0.3
"""Seconds within which a key was meant for the list of before."""


class EnterGuard:
    """The time from which on Enter counts."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` returns the time in seconds."""
        self._clock = clock
        self._heeds_from = 0.0
        self._pause = 0.0

    def settle(self, seconds: float = UNMEANT, pause: float = 0.0) -> None:
        """Ignore Enter for a moment.

        Where it is pressed again and again, it is ignored until nobody pressed it for `pause` seconds.
        """
        self._heeds_from, self._pause = self._clock() + seconds, pause

    def release(self) -> None:
        """Let the next Enter count."""
        self._heeds_from = 0.0

    def takes(self) -> bool:
        """True if an Enter that is pressed now counts."""
        now = self._clock()
        if now >= self._heeds_from:
            return True
        self._heeds_from = max(self._heeds_from, now + self._pause)
        return False
