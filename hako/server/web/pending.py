"""The porch: where connections are that have not come in, and how many of them there may be.

Without it a crowd that only holds its connections open would take all files that the process
may open, and with them those that lead in over SSH.
"""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import web
from aiohttp.web_protocol import RequestHandler
from msgspec.structs import replace

from hako.server.connection_limits import OWN, ConnectionLimits
from hako.server.limits import Limits
from hako.server.ssh.traffic import Traffic
from hako.server.web.handler import PacedHandler

_CONNECTIONS = 6
"""A browser opens so many, where an SSH client opens one."""


class _PendingConnection:
    """A connection that asks for pages."""

    def __init__(self, address: str, transport: asyncio.Transport) -> None:
        self.address = address
        self._transport = transport

    def refuse(self, reason: str = "") -> None:  # noqa: ARG002  a page could not say it here
        self._transport.abort()


class PendingConnections(web.Server):
    """Where browsers connect; one too many is turned away."""

    def __init__(self, answer: Any, limits: Limits, traffic: Traffic, proxy: str | None) -> None:
        """A proxy is trusted to count its visitors itself; each of its connections is read alone."""
        super().__init__(answer, access_log=None, keepalive_timeout=limits.login_seconds)
        self._proxy = proxy
        self._traffic = traffic
        self._doors = ConnectionLimits(
            replace(
                limits,
                connections_per_address=_CONNECTIONS * limits.connections_per_address,
                handshakes_per_minute=_CONNECTIONS * limits.handshakes_per_minute,
                max_pending=_CONNECTIONS * limits.max_pending,
            )
        )
        self._waiting: dict[RequestHandler, _PendingConnection] = {}

    def __call__(self) -> RequestHandler:
        """Make what reads one connection."""
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
        if self._doors.connect(waiting) is not None:
            waiting.refuse()

    def connection_lost(self, handler: RequestHandler, exc: BaseException | None = None) -> None:
        super().connection_lost(handler, exc)
        if (waiting := self._waiting.pop(handler, None)) is not None:
            self._doors.leave(waiting)

    def recognise(self, handler: PacedHandler, address: str) -> None:
        """Somebody from there has come in by it: it does not wait any longer."""
        handler.meters = self._traffic.meters(address, is_known=True)
        if (waiting := self._waiting.get(handler)) is not None:
            self._doors.recognise(waiting)
