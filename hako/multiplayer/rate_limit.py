"""Allowances: how much somebody may do at once, and how fast it comes back."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Protocol

from hako.engine.i18n.failure import Failure

_MANY = 1024

KEYS_A_NETWORK = 4
"""So many people behind one address are not in each other's way."""


class RateLimit:
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


class RateLimits:
    """The same allowance for each key, or network."""

    def __init__(self, per_second: float, at_once: float) -> None:
        self._new = partial(RateLimit, per_second, at_once)
        self._limits: dict[str, RateLimit] = {}

    def may(self, key: str) -> bool:
        """Whether they may once more; that is counted."""
        if not self.has(key):
            return False
        self._limits[key].spend(1)
        return True

    def has(self, key: str) -> bool:
        """Whether they may once more; that is not counted."""
        if len(self._limits) > _MANY:
            # of those that have it all again, nothing need be known
            known = self._limits.items()
            self._limits = {name: limit for name, limit in known if not limit.untouched}
        return not self._limits.setdefault(key, self._new()).seconds_to_wait


class RateLimited(Failure):
    """They did so much in so short a time that it is to be held back."""

    def __init__(self) -> None:
        super().__init__("too_often")


class Writer(Protocol):
    """Whoever writes: known by a key, and come from a network."""

    @property
    def key(self) -> str: ...

    @property
    def origin(self) -> str: ...

    @property
    def network(self) -> str: ...


class WriteLimits:
    """All that people write for good, counted by their key and by their network.

    There is one for a house, whatever is written and whichever way it is asked for: whoever has
    used it up by chatting can open no table, either. What nobody asked for is not counted.
    """

    def __init__(self, per_second: float, at_once: float) -> None:
        """So many lines for each key; for each network as many as for several keys."""
        self._keys = RateLimits(per_second, at_once)
        self._networks = RateLimits(KEYS_A_NETWORK * per_second, KEYS_A_NETWORK * at_once)
        self.elsewhere: Callable[[str, str], bool] = lambda _key, _network: True
        """Whether all processes of the house together allow it, which counts it."""

    def may(self, key: str, network: str) -> bool:
        """Whether one more line may be written; that is counted. Without a network it is not asked."""
        if not (self._keys.has(key) and (not network or self._networks.has(network))):
            return False
        self._keys.may(key)
        if network:
            self._networks.may(network)
        return self.elsewhere(key, network)

    def count(self, writer: Writer) -> None:
        """One more line of theirs, or one more document. Raises RateLimited."""
        if not self.may(writer.origin or writer.key, writer.network):
            raise RateLimited
