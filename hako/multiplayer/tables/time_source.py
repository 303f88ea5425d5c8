"""Time sources: the current time, and the periods of it that do not count."""

from __future__ import annotations

import time
from typing import Protocol


class TimeSource(Protocol):
    """The current time, and the periods of it that do not count."""

    def now(self) -> float:
        """Seconds since 1970."""

    def lost(self, key: str | None, since: float, until: float) -> float:
        """Number of seconds between the two times that do not count for the player with that key."""

    def vacation_until(self, key: str | None) -> float | None:
        """Time at which the player's vacation ends, in seconds since 1970; None for no vacation."""

    def open(self) -> None:
        """Start up with the first process of a server. Raises StorageError."""

    def poll(self, *, is_timed: bool) -> None:
        """Note that the server runs; called several times a minute.

        `is_timed` is true if any clock may run. Raises StorageError.
        """


class SystemTime:
    """The time of this machine, without periods that do not count."""

    def now(self) -> float:
        return time.time()

    def lost(self, key: str | None, since: float, until: float) -> float:  # noqa: ARG002  all time counts
        return 0

    def vacation_until(self, key: str | None) -> float | None:  # noqa: ARG002  there are no vacations
        return None

    def open(self) -> None:
        """Do nothing: no outages are recorded."""

    def poll(self, *, is_timed: bool) -> None:
        """Do nothing: no outages are recorded."""


WALL_TIME = SystemTime()
