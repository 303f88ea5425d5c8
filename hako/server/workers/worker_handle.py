"""A worker as the supervisor knows it."""

from __future__ import annotations

import asyncio
import socket
from asyncio.subprocess import Process
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum, auto

from hako.server.workers.protocol import (
    FRAME,
    RECEIVE_BYTES,
    SupervisorMessage,
    SupervisorRequest,
    WorkerMessage,
)


class WorkerState(Enum):
    """The stages in the life of a worker."""

    STARTING = auto()
    """It has a place, and opens."""
    SPARE = auto()
    """It opens, to follow a worker that still serves. If it ends, nothing takes its place."""
    READY = auto()
    """It takes connections."""
    DRAINING = auto()
    """It was asked to make room for its successor: its clients reconnect, and it ends."""
    CLOSING = auto()
    """It ends for good, as the server closes by an order."""
    GONE = auto()
    """It ended without having been asked to: another worker takes its place."""


class WorkerHandle:
    """A worker process, its state, its load, and the sockets that lead to it."""

    def __init__(
        self,
        process: Process,
        frames: socket.socket,
        requests: socket.socket,
        *,
        is_first: bool,
        state: WorkerState = WorkerState.STARTING,
    ) -> None:
        self.process = process
        self.is_first = is_first
        self.frames = frames
        self.requests = requests
        for link in (frames, requests):
            link.setblocking(False)
        self.state = state
        self.was_killed = False
        self.opened = asyncio.Event()
        """Set once it was ready."""
        self.silent_ticks = 0
        """Ticks of the heartbeat since it was heard of; while it opens, since it was started."""
        self.is_connected = True
        """False once it has closed its socket: it takes nothing, and ends."""
        self.successor: asyncio.Future[WorkerHandle] = asyncio.get_running_loop().create_future()
        """The worker that was started in its place."""
        self.load = 0
        """The number of its connections."""
        self.handed: deque[socket.socket] = deque()
        """Connections that it has not received yet: if it ends, others serve them."""
        self.clients: dict[int, RemoteClient] = {}
        self._unread = b""

    @property
    def is_opening(self) -> bool:
        return self.state in {WorkerState.STARTING, WorkerState.SPARE}

    def set_ready(self) -> None:
        """Note that the worker has opened; if it was asked to make room before, it takes no connections."""
        if self.is_opening:
            self.state = WorkerState.READY
        self.silent_ticks = 0
        self.opened.set()

    def disconnect(self) -> None:
        """It has closed its socket, or ended: without having been asked to, it is gone."""
        self.is_connected = False
        if self.state in {WorkerState.STARTING, WorkerState.READY}:
            self.state = WorkerState.GONE

    def send(self, message: SupervisorMessage, number: int = 0) -> None:
        """Send the worker a message, unless it is gone or too far behind."""
        with suppress(OSError):
            self.frames.send(FRAME.pack(message, number))

    def hand_over(self, connection: socket.socket) -> bool:
        """Hand a connection over; False where it cannot be sent."""
        frame = FRAME.pack(SupervisorMessage.CONNECTION, 0)
        try:
            socket.send_fds(self.frames, [frame], [connection.fileno()])
        except OSError:
            return False
        self.load += 1
        self.handed.append(connection)
        return True

    def receive(self) -> Iterator[tuple[WorkerMessage, int]] | None:
        """The frames that have come; None where the worker has closed its socket."""
        try:
            data = self.frames.recv(RECEIVE_BYTES)
        except BlockingIOError:
            return iter(())
        except OSError:
            data = b""
        if not data:
            return None
        if not self.is_opening:
            self.silent_ticks = 0
        data = self._unread + data
        whole = len(data) - len(data) % FRAME.size
        self._unread = data[whole:]
        return ((WorkerMessage(kind), number) for kind, number in FRAME.iter_unpack(data[:whole]))

    def kill(self) -> None:
        """Kill the worker, which may be frozen."""
        self.was_killed = True
        with suppress(ProcessLookupError):
            self.process.kill()


class RemoteClient:
    """A client of a worker, for the supervisor's ConnectionLimits."""

    def __init__(self, worker: WorkerHandle, request: SupervisorRequest) -> None:
        self.address, self.key = request.address, request.key
        self._worker = worker
        self._number = request.client

    def refuse(self, reason: str = "") -> None:  # noqa: ARG002  a worker knows only one reason
        """Have its worker turn it away."""
        self._worker.send(SupervisorMessage.REFUSE, self._number)
