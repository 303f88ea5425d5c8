"""Where others can come to a house, and what they type."""

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
    """Where others can come to a server that listens at a host; none if only this machine can."""
    if host in _FAMILIES:
        found = [own for family in _FAMILIES[host] if (own := _outward(family)) is not None]
        return found or [socket.gethostname()]
    return [] if host == "localhost" or _is(host, "is_loopback") else [host]


def told(texts: Catalogue, host: str, port: int) -> Iterator[str]:
    """What those beside the door should know: who can come in, and how others could."""
    here = addresses(host)
    for way in ways(host, port)[1:]:
        yield texts.text("serve.or", way=way)
    if not here:
        yield texts.text("serve.only_here", host=EVERYWHERE)
        for way in ways(EVERYWHERE, port):
            yield texts.text("serve.then", way=way)
    if any(_is(each, "is_private") for each in here or addresses(EVERYWHERE)):
        yield texts.text("serve.private", port=port)


def ways(host: str, port: int) -> list[str]:
    """What is typed after ssh, for each address."""
    return [f"-p {port} NAME@{each}" for each in addresses(host) or [host]]


def _outward(family: socket.AddressFamily) -> str | None:
    """Our own address on the way to others; nothing is sent."""
    with socket.socket(family, socket.SOCK_DGRAM) as line:
        try:
            line.connect((_FAR_AWAY[family], 9))
        except OSError:
            return None  # there is no way
        own: str = line.getsockname()[0]
        return own


def _is(host: str, what: str) -> bool:
    """Whether a host is an address of some kind."""
    try:
        return bool(getattr(ipaddress.ip_address(host), what))
    except ValueError:
        return False
