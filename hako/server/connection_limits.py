"""How many may wait at the door, and how many may come from one address."""

from __future__ import annotations

import ipaddress
import logging
from collections import Counter
from typing import Protocol

from hako.multiplayer.rate_limit import RateLimits
from hako.server.limits import Limits
from hako.server.unix_socket import address_of, own_account

logger = logging.getLogger(__name__)

OWN = address_of(own_account())
"""Whence nobody is counted: there an sshd may let everybody in who has a key."""

_COMPLAINTS_A_MINUTE = 3
_REASONS = {
    "address_full": "too many connections are open from there",
    "too_often": "too many new connections come from there",
    "crowded": "too many wait to log in",
}


class Peer(Protocol):
    """A connection that may be turned away."""

    address: str

    def refuse(self, reason: str = "") -> None:
        """End it, with the sentence of that name if there is one."""


class ConnectionLimits:
    """Counts connections before and after they have logged in."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: dict[Peer, None] = {}  # in the order in which they came
        self._connections: Counter[str] = Counter()
        most = limits.handshakes_per_minute
        self._handshakes = _PerNetwork(most / 60, most)
        self._names = _PerNetwork(limits.new_names / 86400, limits.new_names)
        self._tables = _PerNetwork(limits.tables_per_address / 86400, limits.tables_per_address)
        self._writes = limits.manners.writes()
        self._complaints = _PerNetwork(_COMPLAINTS_A_MINUTE / 60, _COMPLAINTS_A_MINUTE)

    def connect(self, caller: Peer) -> str | None:
        """A connection has come: why it has to go, or None. Each that knocks leaves once."""
        network = network_of(caller.address)
        self._connections[network] += 1
        if network == OWN:
            return None
        if self._connections[network] > self._limits.connections_per_address:
            return self._turn_down(caller, "address_full")
        if not self._handshakes.may(network):
            return self._turn_down(caller, "too_often")
        self._waiting[caller] = None
        if len(self._waiting) > self._limits.unauthenticated:
            slowest = self._slowest()
            del self._waiting[slowest]
            slowest.refuse(self._turn_down(slowest, "crowded"))
        return None

    def _slowest(self) -> Peer:
        """Who makes room, so that a crowd that never logs in locks nobody out.

        The first of the address from which most wait: after a restart all come at once.
        """
        networks = {caller: network_of(caller.address) for caller in self._waiting}
        crowds = Counter(networks.values())
        most = max(crowds.values())
        return next(caller for caller in networks if crowds[networks[caller]] == most)

    def recognise(self, caller: Peer) -> None:
        """It has logged in and does not wait any longer."""
        self._waiting.pop(caller, None)

    def leave(self, caller: Peer) -> None:
        """It is gone."""
        self._waiting.pop(caller, None)
        network = network_of(caller.address)
        self._connections[network] -= 1
        if not self._connections[network]:
            del self._connections[network]

    def may_take_name(self, caller: Peer) -> bool:
        """Whether one more new name may be taken from there today; that is counted."""
        return self._limits.new_names > 0 and self._names.may(network_of(caller.address))

    def may_open_table(self, caller: Peer) -> bool:
        """Whether one more table may be opened from there today; that is counted."""
        return self._tables.may(network_of(caller.address))

    def may_write(self, writer: Peer) -> bool:
        """Whether one more line may be written; that is counted. Their address is network and key."""
        network, _, key = writer.address.partition(" ")
        return self._writes.may(key, network)

    @property
    def waiting(self) -> int:
        """Connections that have not logged in."""
        return len(self._waiting)

    def _turn_down(self, caller: Peer, reason: str) -> str:
        """Write down why, but not each time of a flood: that would fill the disk."""
        if self._complaints.may(network_of(caller.address)):
            logger.warning("%s: turned away, %s", caller.address, _REASONS[reason])
        return reason


class _PerNetwork(RateLimits):
    """The same allowance for each network, and none for our own."""

    def may(self, key: str) -> bool:
        return key == OWN or super().may(key)


def network_of(address: str) -> str:
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
