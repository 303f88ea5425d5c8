"""Allowances: how much somebody may do at once, and how fast it comes back."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

_MANY = 1024


class Allowance:
    """So much at once, and then so much a second; what was overdrawn is waited for."""

    def __init__(
        self, per_second: float, at_once: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._clock = clock
        self._left = at_once
        self._at = clock()

    def spend(self, amount: float) -> None:
        """Take so much, more than there is if need be."""
        self._refill()
        self._left -= amount

    @property
    def seconds_to_wait(self) -> float:
        """Until there is one more to spend; 0 if there is."""
        self._refill()
        return max(0.0, (1 - self._left) / self._per_second)

    @property
    def untouched(self) -> bool:
        """All of it is there."""
        self._refill()
        return self._left >= self._at_once

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._at) * self._per_second)
        self._at = now


class Allowances:
    """The same allowance for each key, or network."""

    def __init__(self, per_second: float, at_once: float) -> None:
        self._new = partial(Allowance, per_second, at_once)
        self._allowances: dict[str, Allowance] = {}

    def may(self, who: str) -> bool:
        """Whether they may once more; that is counted."""
        if len(self._allowances) > _MANY:
            # of those that have it all again, nothing need be known
            known = self._allowances.items()
            self._allowances = {each: its for each, its in known if not its.untouched}
        allowance = self._allowances.setdefault(who, self._new())
        if allowance.seconds_to_wait:
            return False
        allowance.spend(1)
        return True
