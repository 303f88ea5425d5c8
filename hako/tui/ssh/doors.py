"""How many may wait at the door, and how many may come from one address."""

from __future__ import annotations

import ipaddress
import logging
from collections import Counter
from typing import Protocol

from hako.tui.ssh.limits import Allowance, Limits

logger = logging.getLogger(__name__)

_MANY_ADDRESSES = 1024


class Caller(Protocol):
    """A connection that may be turned away."""

    address: str

    def turn_away(self, reason: str = "") -> None:
        """End it, with the sentence of that name if there is one."""


class Doors:
    """Counts connections before and after they have logged in."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: dict[Caller, None] = {}  # in the order in which they came
        self._connections: Counter[str] = Counter()
        self._handshakes: dict[str, Allowance] = {}

    def knock(self, caller: Caller) -> str | None:
        """A connection has come: why it has to go, or None. Each that knocks leaves once."""
        network = _network(caller.address)
        self._connections[network] += 1
        if self._connections[network] > self._limits.connections_per_address:
            logger.warning("%s: too many connections from there", caller.address)
            return "address_full"
        if not self._may_shake_hands(network):
            logger.warning("%s: too many new connections from there", caller.address)
            return "too_often"
        self._waiting[caller] = None
        if len(self._waiting) > self._limits.unauthenticated:
            # whoever is slowest makes room, so that a crowd that never logs in locks
            # nobody out
            oldest = next(iter(self._waiting))
            del self._waiting[oldest]
            logger.warning("%s: turned away, too many wait to log in", oldest.address)
            oldest.turn_away("crowded")
        return None

    def recognise(self, caller: Caller) -> None:
        """It has logged in and does not wait any longer."""
        self._waiting.pop(caller, None)

    def leave(self, caller: Caller) -> None:
        """It is gone."""
        self._waiting.pop(caller, None)
        network = _network(caller.address)
        self._connections[network] -= 1
        if not self._connections[network]:
            del self._connections[network]

    @property
    def waiting(self) -> int:
        """Connections that have not logged in."""
        return len(self._waiting)

    def _may_shake_hands(self, network: str) -> bool:
        if len(self._handshakes) > _MANY_ADDRESSES:
            self._handshakes = {
                each: allowance
                for each, allowance in self._handshakes.items()
                if not allowance.untouched
            }
        most = self._limits.handshakes_per_minute
        allowance = self._handshakes.setdefault(network, Allowance(most / 60, most))
        if allowance.seconds_to_wait:
            return False
        allowance.spend(1)
        return True


def _network(address: str) -> str:
    """What counts as one address: of IPv6 the /64 that a household is given."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip.packed[:8] + bytes(8), 64)))
    return address
