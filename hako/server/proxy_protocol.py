"""The PROXY protocol: a load balancer says from which address a client connects.

The balancer sends a header before the client's data, in version 1 or 2 as HAProxy specifies them.
Version 1 is needed: nginx sends nothing else to a server behind a `stream` block before its
version 1.31.4 (August 2026). HAProxy and the network load balancers of clouds send version 2.

Headers are read only from addresses that are named as balancers. A balancer has to send one, for
without it the address of the client is unknown.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import socket
import struct
from collections.abc import Awaitable, Callable, Iterable
from contextlib import ExitStack
from typing import NamedTuple, TypeAlias

from hako.multiplayer.rate_limit import RateLimits

logger = logging.getLogger(__name__)

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
ProxyEndpoint: TypeAlias = tuple[str, int]
"""An address and a port."""

SECONDS = 5.0
"""The time a header may take; a balancer sends it at once."""

SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
"""The first bytes of version 2; no header of version 1 is shorter."""

MOST_TEXT = 107
"""The most bytes of a header of version 1, with its line end."""

MOST_BINARY = 1024
"""The most bytes after the first 16 of a header of version 2: addresses and extensions."""

_LOCAL, _PROXY = 0x20, 0x21
_ADDRESSES = {0x11: struct.Struct("!4s4sHH"), 0x21: struct.Struct("!16s16sHH")}
_UNKNOWN = 0x00
_PORT = rb"(0|[1-9][0-9]{0,4})"
_TEXT = re.compile(rb"PROXY TCP([46]) ([0-9A-Fa-f:.]+) ([0-9A-Fa-f:.]+) %b %b\r\n" % (_PORT, _PORT))
_UNTOLD = re.compile(rb"PROXY UNKNOWN( .*)?\r\n", re.DOTALL)
_COMPLAINTS_A_MINUTE = 3


class BadProxyHeader(Exception):
    """A connection from a balancer does not begin with a valid header."""


class ProxyEndpoints(NamedTuple):
    """The two ends of a client's connection to a balancer."""

    client: ProxyEndpoint
    server: ProxyEndpoint
    """The address of the balancer to which the client connected."""


async def read_header(read: Callable[[int], Awaitable[bytes]]) -> ProxyEndpoints | None:
    """The endpoints in a header; None if the balancer speaks for itself or does not know them.

    `read` returns at most that number of bytes, and none at the end of the connection. Nothing
    after the header is read. Raises BadProxyHeader, or ConnectionError if nothing came, as from a
    health check.
    """
    if not (first := await read(len(SIGNATURE))):
        raise ConnectionAbortedError
    header = first + await _exactly(read, len(SIGNATURE) - len(first))
    if header == SIGNATURE:
        command, kind, size = struct.unpack("!BBH", await _exactly(read, 4))
        if size > MOST_BINARY:
            raise BadProxyHeader
        return _binary(command, kind, await _exactly(read, size))
    if not header.startswith(b"PROXY "):
        raise BadProxyHeader
    while not header.endswith(b"\r\n"):
        if len(header) == MOST_TEXT:
            raise BadProxyHeader
        header += await _exactly(read, 1)
    return _text(header)


def _binary(command: int, kind: int, data: bytes) -> ProxyEndpoints | None:
    """The endpoints in a header of version 2. Raises BadProxyHeader."""
    if command == _LOCAL:
        return None
    if command != _PROXY:
        raise BadProxyHeader
    if kind == _UNKNOWN:
        return None
    form = _ADDRESSES.get(kind)
    if form is None or len(data) < form.size:
        raise BadProxyHeader
    client, server, their_port, our_port = form.unpack_from(data)
    return ProxyEndpoints(_end(client, their_port), _end(server, our_port))


def _text(line: bytes) -> ProxyEndpoints | None:
    """The endpoints in a header of version 1. Raises BadProxyHeader."""
    if _UNTOLD.fullmatch(line):
        return None
    if (match := _TEXT.fullmatch(line)) is None:
        raise BadProxyHeader
    family, *addresses, their_port, our_port = (group.decode() for group in match.groups())
    kind = ipaddress.IPv4Address if family == "4" else ipaddress.IPv6Address
    try:
        client, server = (kind(address).packed for address in addresses)
    except ValueError:
        raise BadProxyHeader from None
    return ProxyEndpoints(_end(client, int(their_port)), _end(server, int(our_port)))


def _end(address: bytes, port: int) -> ProxyEndpoint:
    if port > 0xFFFF:
        raise BadProxyHeader
    return str(ipaddress.ip_address(address)), port


async def _exactly(read: Callable[[int], Awaitable[bytes]], size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = await read(size - len(data))
        if not more:
            raise BadProxyHeader
        data += more
    return data


class ProxyProtocol:
    """The balancers that are named, by their networks."""

    def __init__(self, named: Iterable[Network]) -> None:
        self._named = tuple(named)
        self._complaints = RateLimits(_COMPLAINTS_A_MINUTE / 60, _COMPLAINTS_A_MINUTE)

    async def ends_of(self, line: socket.socket) -> ProxyEndpoints | None:
        """The endpoints that a balancer sends; None if the other end is no balancer.

        Raises BadProxyHeader, OSError; then the connection is closed, and the reason is in the log.
        """
        with ExitStack() as stack:
            stack.callback(line.close)
            peer = line.getpeername()[0]
            ends = await self._told(line, peer) if self._is_named(peer) else None
            stack.pop_all()
            return ends

    def _is_named(self, peer: str) -> bool:
        if not self._named:
            return False
        address = ipaddress.ip_address(peer)
        mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
        return any((mapped or address) in network for network in self._named)

    async def _told(self, line: socket.socket, peer: str) -> ProxyEndpoints | None:
        line.setblocking(False)
        seen = bytearray()

        async def read(size: int) -> bytes:
            data = await asyncio.get_running_loop().sock_recv(line, size)
            seen.extend(data)
            return data

        try:
            async with asyncio.timeout(SECONDS):
                return await read_header(read)
        except (BadProxyHeader, TimeoutError):
            if self._complaints.may(peer):
                sent = bytes(seen[:MOST_TEXT])
                logger.warning("the load balancer %s sends %r, not a PROXY header", peer, sent)
            raise BadProxyHeader from None
