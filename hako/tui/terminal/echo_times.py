"""Echo times: how long keys take until something of them is sent back."""

from __future__ import annotations

from collections import deque
from statistics import median

KEYS = 20
"""Keys whose times count."""
LATE_SECONDS = 0.15
"""The echo from which on a line is slow, as the median of its last keys."""
FORGOTTEN_SECONDS = 2.0
"""Seconds after which nothing that is sent is the answer to a key."""


class EchoTimes:
    """The times of the last keys, in seconds of any clock."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=KEYS)
        self._typed: float | None = None
        """The time of the oldest key that has no answer yet."""

    def typed(self, now: float) -> None:
        """Note a key."""
        if self._typed is None or now - self._typed > FORGOTTEN_SECONDS:
            self._typed = now

    def sent(self, now: float) -> None:
        """Note that something was sent."""
        if self._typed is not None and now - self._typed <= FORGOTTEN_SECONDS:
            self._times.append(now - self._typed)
        self._typed = None

    @property
    def is_late(self) -> bool:
        """True if keys are echoed late."""
        return bool(self._times) and median(self._times) > LATE_SECONDS
