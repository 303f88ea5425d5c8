"""Limits on the bytes that are read from a browser's connection, within the budgets of Traffic."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from hako.server.limits import READ_BYTES
from hako.server.ssh.packet_limits import Meter

_BUFFER = bytearray(READ_BYTES)
"""The buffer for reading; its content is passed on in the same turn of the event loop."""


class PacedHandler(RequestHandler, asyncio.BufferedProtocol):
    """A connection of aiohttp that is read as fast as budgets allow; a request counts as a packet."""

    def __init__(self, server: web.Server, **options: Any) -> None:
        super().__init__(server, **options)
        self.meters: Sequence[Meter] = ()
        """The meters that reading spends from."""
        self._rest = 0.0
        """Seconds without reading after each read."""
        self._resumption: asyncio.TimerHandle | None = None

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002  asyncio passes it
        return _BUFFER

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(memoryview(_BUFFER)[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Process bytes that have come, and spend their cost; aiohttp calls this again itself."""
        before, begin = self._request_count, time.thread_time()
        super().data_received(data)
        seconds = time.thread_time() - begin
        for meter in self.meters:
            meter.spend(len(data), self._request_count - before, seconds)
        self._wait()

    def wait_for_more(self) -> None:
        """Read on without rests, as all messages were processed, unless some are left in aiohttp's queue."""
        self._rest = 0.0
        self._wait()

    def be_busy(self, rest: float) -> None:
        """Read only a little at a time, each time after a pause of some seconds.

        The queue of aiohttp is limited by the bytes of messages, and so not for empty ones.
        """
        self._rest = rest
        self._wait()

    def connection_lost(self, exc: BaseException | None) -> None:
        self._forget_resumption()
        self.meters = ()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Pause reading while a budget is overdrawn."""
        self._forget_resumption()
        waits = [meter.seconds_to_wait for meter in self.meters]
        if seconds := max([self._rest, *waits]):
            self._pause_transport_reading()
            self._resumption = asyncio.get_running_loop().call_later(seconds, self._go_on)
        else:
            self._go_on()

    def _go_on(self) -> None:
        self._forget_resumption()
        if not (self._reading_paused or self._buffer_paused):
            super()._resume_transport_reading()

    def _resume_transport_reading(self) -> None:
        """Resume when aiohttp wants to, but not while a budget is overdrawn; there is no hook."""
        if self._resumption is None:
            super()._resume_transport_reading()

    def _forget_resumption(self) -> None:
        if self._resumption is not None:
            self._resumption.cancel()
            self._resumption = None
