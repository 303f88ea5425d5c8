"""The worker's side: it receives connections from its supervisor, and asks it for limits.

A worker is the command of the server started again. It finds in its environment that there is a
supervisor, and the two sockets that lead to it; see protocol.py.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any, TypeAlias

import msgspec

from hako.engine.storage.waiting import suspendable_task, wait_for
from hako.server.connection_limits import Peer
from hako.server.workers.listening_sockets import opened
from hako.server.workers.protocol import (
    BEAT_SECONDS,
    FRAME,
    RECEIVE_BYTES,
    VARIABLE,
    LimitsMethod,
    SupervisorMessage,
    SupervisorReply,
    SupervisorRequest,
    WorkerEnvironment,
    WorkerMessage,
)

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.0
"""The longest wait for a reply."""

_MOST_FILES = 16
"""Connections received by one call."""

Serve: TypeAlias = Callable[[socket.socket], Coroutine[Any, Any, None]]
"""Serves a connection until it ends."""


class WorkerProcess:
    """This process as a worker: connections, write notices, and the limits of its server."""

    def __init__(self, environment: WorkerEnvironment) -> None:
        self.port = environment.port
        self.is_first = environment.is_first
        self.processes = environment.processes
        self.inherited = opened(environment.inherited)
        self.announce: Callable[[], object] = lambda: None
        """Tells whoever started the server that people can connect."""
        self.drain: Callable[[], object] = lambda: None
        """Has all clients reconnect, and ends the worker."""
        self._frames = socket.socket(fileno=environment.frames)
        self._frames.setblocking(False)
        self._requests = socket.socket(fileno=environment.requests)
        self._requests.setblocking(False)
        for link in (self._frames, self._requests):
            link.set_inheritable(False)
        self._listeners: list[Callable[[int], object]] = []
        self._numbers = count(1)
        self._replies: dict[int, Future[str | bool | None]] = {}
        """The replies that are waited for, by the number of their request."""
        self._clients: dict[int, Peer] = {}
        self._number_of: dict[Peer, int] = {}
        self._files: deque[int] = deque()
        self._unread = b""
        self._unsent = b""
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    def of_environment(cls) -> WorkerProcess | None:
        """This process, where a supervisor started it."""
        settings = os.environ.pop(VARIABLE, None)  # processes started by this one are no workers
        if settings is None:
            return None
        return cls(msgspec.json.decode(settings, type=WorkerEnvironment))

    # ------------------------------------------------------------------ connections

    @contextmanager
    def taking(self, serve: Serve, on_lost: Callable[[], object]) -> Iterator[None]:
        """Within, connections that are handed over are served, and heartbeats are sent.

        `on_lost` is called when the supervisor is gone.
        """
        loop = asyncio.get_running_loop()
        loop.add_reader(self._frames, self._receive, serve, on_lost)
        loop.add_reader(self._requests, self._receive_replies)
        beating = loop.create_task(self._beat())
        try:
            yield
        finally:
            beating.cancel()
            loop.remove_reader(self._frames)
            loop.remove_reader(self._requests)
            self._frames.close()
            self._requests.close()

    async def _beat(self) -> None:
        """Send heartbeats from the event loop, so that they stop where it stands still."""
        while True:
            if self._unsent:
                self._flush()  # it counts as a beat
            else:
                self.send(WorkerMessage.BEAT)
            await asyncio.sleep(BEAT_SECONDS)

    def send(self, message: WorkerMessage) -> None:
        """Send the supervisor a message without a number."""
        self._unsent += FRAME.pack(message, 0)
        self._flush()

    def _flush(self) -> None:
        with suppress(OSError):  # the supervisor is gone, or its buffer is full
            self._unsent = self._unsent[self._frames.send(self._unsent) :]

    def _receive(self, serve: Serve, on_lost: Callable[[], object]) -> None:
        try:
            data, files, _, _ = socket.recv_fds(self._frames, RECEIVE_BYTES, _MOST_FILES)
        except BlockingIOError:
            return
        except OSError:
            data, files = b"", []
        self._files += files
        if not data:
            asyncio.get_running_loop().remove_reader(self._frames)
            on_lost()
        data = self._unread + data
        whole = len(data) - len(data) % FRAME.size
        self._unread = data[whole:]
        for message, number in FRAME.iter_unpack(data[:whole]):
            self._follow(SupervisorMessage(message), number, serve)

    def _follow(self, message: SupervisorMessage, number: int, serve: Serve) -> None:
        match message:
            case SupervisorMessage.CONNECTION:
                connection = socket.socket(fileno=self._files.popleft())
                self.send(WorkerMessage.TAKEN)
                task = asyncio.get_running_loop().create_task(self._serve(serve, connection))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            case SupervisorMessage.REFUSE:
                if (client := self._clients.get(number)) is not None:
                    client.refuse("crowded")
            case SupervisorMessage.ANNOUNCE:
                self.announce()
            case SupervisorMessage.DRAIN:
                self.drain()
            case SupervisorMessage.WROTE:
                for listener in self._listeners:
                    listener(number)

    async def _serve(self, serve: Serve, connection: socket.socket) -> None:
        try:
            await serve(connection)
        finally:
            self.send(WorkerMessage.ENDED)

    # ------------------------------------------------------------------ write notices

    def notify(self, scope: int) -> None:
        """Tell the other workers that something of that scope was written; from any thread."""
        with suppress(OSError):  # a notice may be lost
            if not self._unsent:
                self._frames.send(FRAME.pack(WorkerMessage.WROTE, scope))

    def subscribe(self, listener: Callable[[int], object]) -> None:
        """Register a callback for writes of other workers; it gets their scope."""
        self._listeners.append(listener)

    # ------------------------------------------------------------------ limits

    def connect(self, client: Peer) -> str | None:
        """See ConnectionLimits.connect, as for all that follow."""
        number = self._number_of[client] = next(self._numbers)
        self._clients[number] = client
        reason = self._ask("connect", client)
        return reason if isinstance(reason, str) else None

    def recognise(self, client: Peer) -> None:
        with suppress(OSError):  # without a supervisor this worker closes
            self._request("recognise", client)

    def leave(self, client: Peer) -> None:
        with suppress(OSError):
            self._request("leave", client)
        self._clients.pop(self._number_of.pop(client, 0), None)

    def may_take_name(self, client: Peer) -> bool:
        return self._ask("may_take_name", client) is not False

    def may_open_table(self, client: Peer) -> bool:
        return self._ask("may_open_table", client) is not False

    def may_write(self, key: str, network: str) -> bool:
        return self._ask("may_write", _Writer(network, key)) is not False

    def _request(self, method: LimitsMethod, client: Peer) -> int:
        """Send a request, and return its number. Raises OSError without a supervisor."""
        number = next(self._numbers)
        key = client.key if isinstance(client, _Writer) else ""
        client_number = self._number_of.get(client, 0)
        request = SupervisorRequest(number, method, client_number, client.address, key)
        self._requests.send(msgspec.json.encode(request))
        return number

    def _ask(self, method: LimitsMethod, client: Peer) -> str | bool | None:
        """The supervisor's reply; None where there is none in time, or no supervisor."""
        try:
            number = self._request(method, client)
        except OSError as error:
            logger.warning("the supervisor cannot be asked: %s", error)
            return None
        reply = self._replies[number] = Future()
        try:
            if suspendable_task() is None:
                self._receive_until(reply)
            return wait_for(reply, PATIENCE_SECONDS)
        except (OSError, TimeoutError) as error:
            logger.warning("the supervisor does not answer: %s", str(error) or "no reply in time")
            return None
        finally:
            del self._replies[number]

    def _receive_until(self, reply: Future[str | bool | None]) -> None:
        """Receive replies until that one has come, in code that cannot let the event loop do it.

        Raises OSError, TimeoutError.
        """
        end = time.monotonic() + PATIENCE_SECONDS
        try:
            while not reply.done():
                self._requests.settimeout(max(0.001, end - time.monotonic()))
                self._receive_reply()
        finally:
            self._requests.setblocking(False)

    def _receive_replies(self) -> None:
        try:
            while True:
                self._receive_reply()
        except BlockingIOError:
            pass
        except OSError:  # the supervisor is gone: this worker closes
            asyncio.get_running_loop().remove_reader(self._requests)

    def _receive_reply(self) -> None:
        """Receive one reply, and give it to whoever waits for it. Raises OSError."""
        data = self._requests.recv(RECEIVE_BYTES)
        reply = msgspec.json.decode(data, type=SupervisorReply)
        waiting = self._replies.get(reply.number)  # None if it came too late
        if waiting is not None:
            waiting.set_result(reply.result)


class _Writer:
    """A user who writes, in the place of a client; see ConnectionLimits.may_write."""

    def __init__(self, network: str, key: str) -> None:
        self.address, self.key = network, key

    def refuse(self, reason: str = "") -> None:
        """Do nothing: no connection belongs to it."""
