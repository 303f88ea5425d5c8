"""Limits on connections of browsers that have not logged in.

Without them a crowd that only holds connections open would use up the files that the process may
open, and SSH connections with them.
"""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import web
from aiohttp.web_protocol import RequestHandler
from msgspec.structs import replace

from hako.server.connection_limits import OWN, ConnectionLimits
from hako.server.limits import Limits
from hako.server.ssh.packet_limits import Traffic
from hako.server.web.paced_handler import PacedHandler

_CONNECTIONS = 6
"""The connections that a browser opens, where an SSH client opens one."""


class _PendingConnection:
    """A connection that asks for pages."""

    def __init__(self, address: str, transport: asyncio.Transport) -> None:
        self.address = address
        self._transport = transport

    def refuse(self, reason: str = "") -> None:  # noqa: ARG002  a page could not say it here
        self._transport.abort()


class PendingConnections(web.Server):
    """The HTTP server for browsers; connections above the limits are closed."""

    def __init__(self, answer: Any, limits: Limits, traffic: Traffic, proxy: str | None) -> None:
        """Serve with `answer`; connections from the proxy are not counted, for it does that itself."""
        super().__init__(answer, access_log=None, keepalive_timeout=limits.login_seconds)
        self._proxy = proxy
        self._traffic = traffic
        self._limits = ConnectionLimits(
            replace(
                limits,
                connections_per_address=_CONNECTIONS * limits.connections_per_address,
                handshakes_per_minute=_CONNECTIONS * limits.handshakes_per_minute,
                max_pending=_CONNECTIONS * limits.max_pending,
            )
        )
        self._waiting: dict[RequestHandler, _PendingConnection] = {}

    def __call__(self) -> RequestHandler:
        """Make the handler of a new connection."""
        return PacedHandler(self, loop=self._loop, **self._kwargs)

    def connection_made(self, handler: RequestHandler, transport: asyncio.Transport) -> None:
        super().connection_made(handler, transport)
        assert isinstance(handler, PacedHandler), "it was made here"
        peer = transport.get_extra_info("peername")
        is_uncounted = peer is None or peer[0] == self._proxy
        whence = OWN if is_uncounted else peer[0]
        handler.meters = self._traffic.meters(whence, is_known=False)
        if is_uncounted:
            return
        self._waiting[handler] = waiting = _PendingConnection(peer[0], transport)
        if self._limits.connect(waiting) is not None:
            waiting.refuse()

    def connection_lost(self, handler: RequestHandler, exc: BaseException | None = None) -> None:
        super().connection_lost(handler, exc)
        if (waiting := self._waiting.pop(handler, None)) is not None:
            self._limits.leave(waiting)

    def recognise(self, handler: PacedHandler, address: str) -> None:
        """Count a connection as logged in, from that address."""
        handler.meters = self._traffic.meters(address, is_known=True)
        if (waiting := self._waiting.get(handler)) is not None:
            self._limits.recognise(waiting)
