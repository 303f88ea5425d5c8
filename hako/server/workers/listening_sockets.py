"""Listening sockets: opened by the supervisor, inherited by workers."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TypeAlias

Listeners: TypeAlias = dict[str, list[socket.socket]]
"""Listening sockets by their name."""

NEAR, WEB = "near", "web"
"""The names of those that a server has once: for accounts of this machine, and for browsers."""

_BACKLOG = 1000


def opened(files: Mapping[str, Iterable[int]]) -> Listeners:
    """Sockets with these file numbers; processes started by this one do not inherit them."""
    listeners = {
        name: [socket.socket(fileno=number) for number in numbers]
        for name, numbers in files.items()
    }
    for listener in chain.from_iterable(listeners.values()):
        listener.set_inheritable(False)
    return listeners


async def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen there, one for each address of the host. Raises OSError."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(asyncio.Protocol, host, port, start_serving=False)
    listeners = [socket.socket(fileno=os.dup(bound.fileno())) for bound in server.sockets]
    server.close()
    for listener in listeners:
        listener.setblocking(False)
        listener.listen(_BACKLOG)
    return listeners
