"""Addresses at which others reach a server, and the command lines that they type."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator

from hako.engine.i18n.catalogue import Catalogue

EVERYWHERE = "0.0.0.0"

_FAMILIES = {
    "": (socket.AF_INET, socket.AF_INET6),
    EVERYWHERE: (socket.AF_INET,),
    "::": (socket.AF_INET6,),
}
_FAR_AWAY = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


def addresses(host: str) -> list[str]:
    """The addresses at which a server with this --host is reached; empty if only from this machine."""
    if host in _FAMILIES:
        own_addresses = [own for family in _FAMILIES[host] if (own := _outward(family)) is not None]
        return own_addresses or [socket.gethostname()]
    return [] if host == "localhost" or _is(host, "is_loopback") else [host]


def access_hints(texts: Catalogue, host: str, port: int) -> Iterator[str]:
    """Sentences for the console of a new server: who can reach it, and how others could."""
    reachable = addresses(host)
    for line in ways(host, port)[1:]:
        yield texts.text("serve.or", way=line)
    if not reachable:
        yield texts.text("serve.only_here", host=EVERYWHERE)
        for line in ways(EVERYWHERE, port):
            yield texts.text("serve.then", way=line)
    if any(_is(address, "is_private") for address in reachable or addresses(EVERYWHERE)):
        yield texts.text("serve.private", port=port)


def ways(host: str, port: int) -> list[str]:
    """The arguments of ssh, a string for each address."""
    return [f"-p {port} NAME@{address}" for address in addresses(host) or [host]]


def _outward(family: socket.AddressFamily) -> str | None:
    """Our own address on the way to others; nothing is sent."""
    with socket.socket(family, socket.SOCK_DGRAM) as line:
        try:
            line.connect((_FAR_AWAY[family], 9))
        except OSError:
            return None  # there is no way
        own: str = line.getsockname()[0]
        return own


def _is(host: str, property_name: str) -> bool:
    """True if the host is an address with this property of `ipaddress`, such as `is_private`."""
    try:
        return bool(getattr(ipaddress.ip_address(host), property_name))
    except ValueError:
        return False
