"""Rate limits: token buckets for each key and network."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Protocol

from hako.engine.i18n.failure import Failure

_MANY = 1024

KEYS_A_NETWORK = 4
"""Number of users behind one address who do not limit each other."""


class RateLimit:
    """Token bucket: a burst, then so much a second. An overdraft has to be refilled first."""

    def __init__(
        self, per_second: float, at_once: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._clock = clock
        self._left = at_once
        self._at = clock()

    def spend(self, amount: float) -> None:
        """Spend an amount, even more than there is."""
        self._refill()
        self._left -= amount

    @property
    def seconds_to_wait(self) -> float:
        """Seconds until one token is available; 0 if there is one."""
        self._refill()
        return max(0.0, (1 - self._left) / self._per_second)

    @property
    def untouched(self) -> bool:
        """True if the bucket is full."""
        self._refill()
        return self._left >= self._at_once

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._at) * self._per_second)
        self._at = now


class RateLimits:
    """Equal rate limits for each key or network."""

    def __init__(self, per_second: float, at_once: float) -> None:
        self._new = partial(RateLimit, per_second, at_once)
        self._limits: dict[str, RateLimit] = {}

    def may(self, key: str) -> bool:
        """Spend a token of a key; returns False if there is none."""
        if not self.has(key):
            return False
        self._limits[key].spend(1)
        return True

    def has(self, key: str) -> bool:
        """True if a key has a token; spends none."""
        if len(self._limits) > _MANY:
            # full buckets need not be kept
            known = self._limits.items()
            self._limits = {name: limit for name, limit in known if not limit.untouched}
        return not self._limits.setdefault(key, self._new()).seconds_to_wait


class RateLimited(Failure):
    """Error: the rate limit is reached."""

    def __init__(self) -> None:
        super().__init__("too_often")


class Writer(Protocol):
    """Protocol of a user who writes, known by key and network."""

    @property
    def key(self) -> str: ...

    @property
    def origin(self) -> str: ...

    @property
    def network(self) -> str: ...


class WriteLimits:
    """Limits of all stored writes, by the key and by the network of the user.

    A server has one for all kinds of writes: a user who spent it on chat can open no table, either.
    Writes that no user asked for are not counted.
    """

    def __init__(self, per_second: float, at_once: float) -> None:
        """Set the limit of each key; a network has the limit of several keys."""
        self._keys = RateLimits(per_second, at_once)
        self._networks = RateLimits(KEYS_A_NETWORK * per_second, KEYS_A_NETWORK * at_once)
        self.elsewhere: Callable[[str, str], bool] = lambda _key, _network: True
        """Limit over all processes of the server: counts a write and returns True if it is allowed."""

    def may(self, key: str, network: str) -> bool:
        """Count a write and return True if it is allowed. An empty network is not limited."""
        if not (self._keys.has(key) and (not network or self._networks.has(network))):
            return False
        self._keys.may(key)
        if network:
            self._networks.may(network)
        return self.elsewhere(key, network)

    def count(self, writer: Writer) -> None:
        """Count a write of a user. Raises RateLimited."""
        if not self.may(writer.origin or writer.key, writer.network):
            raise RateLimited
