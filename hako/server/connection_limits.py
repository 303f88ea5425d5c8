"""Limits on connections that have not logged in, and on what comes from one address."""

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
"""The address of the server's own account; its connections are not counted, for an sshd may let
everybody in under it."""

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
        """End it, with the sentence of that key if there is one."""


class WritingPeer(Peer, Protocol):
    """A user who writes."""

    key: str


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
        """Count a new connection; the reason why it must be closed, or None.

        Each connection that was counted is also passed to `leave`, once.
        """
        network = network_of(caller.address)
        self._connections[network] += 1
        if network == OWN:
            return None
        if self._connections[network] > self._limits.connections_per_address:
            return self._turn_down(caller, "address_full")
        if not self._handshakes.may(network):
            return self._turn_down(caller, "too_often")
        self._waiting[caller] = None
        if len(self._waiting) > self._limits.max_pending:
            slowest = self._slowest()
            del self._waiting[slowest]
            slowest.refuse(self._turn_down(slowest, "crowded"))
        return None

    def _slowest(self) -> Peer:
        """The waiting connection to close, so that clients that never log in lock nobody out.

        It is the oldest one of the network with the most waiting connections.
        """
        networks = {caller: network_of(caller.address) for caller in self._waiting}
        crowds = Counter(networks.values())
        most = max(crowds.values())
        return next(caller for caller in networks if crowds[networks[caller]] == most)

    def recognise(self, caller: Peer) -> None:
        """Count a connection as logged in."""
        self._waiting.pop(caller, None)

    def leave(self, caller: Peer) -> None:
        """Count a connection no longer: it has ended."""
        self._waiting.pop(caller, None)
        network = network_of(caller.address)
        self._connections[network] -= 1
        if not self._connections[network]:
            del self._connections[network]

    def may_take_name(self, caller: Peer) -> bool:
        """True if one more new name may be taken from its network today, which is then counted."""
        return self._limits.new_names > 0 and self._names.may(network_of(caller.address))

    def may_open_table(self, caller: Peer) -> bool:
        """True if one more table may be opened from its network today, which is then counted."""
        return self._tables.may(network_of(caller.address))

    def may_write(self, writer: WritingPeer) -> bool:
        """True if one more line may be written, which is then counted; the address is the network."""
        return self._writes.may(writer.key, writer.address)

    @property
    def waiting(self) -> int:
        """The number of connections that have not logged in."""
        return len(self._waiting)

    def _turn_down(self, caller: Peer, reason: str) -> str:
        """Log the reason and return it; in a flood only some lines are logged, to save the disk."""
        if self._complaints.may(network_of(caller.address)):
            logger.warning("%s: turned away, %s", caller.address, _REASONS[reason])
        return reason


class _PerNetwork(RateLimits):
    """The same rate limit for each network, and no limit for the server's own account."""

    def may(self, key: str) -> bool:
        return key == OWN or super().may(key)


def network_of(address: str) -> str:
    """The network that is counted as one address: an IPv4 address, or the /64 of an IPv6 address."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip.packed[:8] + bytes(8), 64)))
    return address
