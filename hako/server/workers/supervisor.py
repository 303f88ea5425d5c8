"""The supervisor: owns the port of a server, and keeps its workers alive.

It is small, and knows no table. It counts what is limited for the whole server. A worker that dies
takes its connections with it, and another one is started in its place.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import time
from asyncio.subprocess import DEVNULL, create_subprocess_exec
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from itertools import chain
from pathlib import Path

import msgspec

from hako.server import unix_socket as local
from hako.server.connection_limits import ConnectionLimits
from hako.server.workers.dispatcher import Dispatcher
from hako.server.workers.heartbeat import USUAL_LIMITS, Heartbeat, HeartbeatLimits
from hako.server.workers.listening_sockets import NEAR, WEB, Listeners, listen
from hako.server.workers.protocol import (
    RECEIVE_BYTES,
    VARIABLE,
    WITHOUT_REPLY,
    SupervisorMessage,
    SupervisorReply,
    SupervisorRequest,
    WorkerEnvironment,
    WorkerMessage,
)
from hako.server.workers.rolling_restart import RollingRestart, first_of
from hako.server.workers.worker_handle import RemoteClient, WorkerHandle, WorkerState
from hako.server.workers.write_notices import WriteNotices
from hako.tui.terminal.signals import ENDING_SERVERS, on_hang_up

logger = logging.getLogger(__name__)

LONGEST_PAUSE_SECONDS = 60.0
"""The longest pause before a worker is started in the place of one that died at once."""

_AT_ONCE_SECONDS = 10.0


class Supervisor:
    """Keeps a number of workers."""

    def __init__(
        self,
        command: Sequence[str],
        processes: int,
        limits: ConnectionLimits,
        folder: Path | None = None,
        web: tuple[str, int] | None = None,
        patience: HeartbeatLimits = USUAL_LIMITS,
    ) -> None:
        """Start workers by that command.

        The first one alone serves the socket in the folder, and browsers at the host and port of
        `web`. The supervisor opens both, so that who connects during a restart waits for its
        successor.
        """
        self._command = command
        self._processes = processes
        self._limits = limits
        self._folder = folder
        self._web = web
        self._port = 0
        self._inherited: Listeners = {}
        """The listening sockets of the first worker."""
        self._inherited_stack = ExitStack()
        self._ready = asyncio.Event()
        """Set once a worker has opened."""
        self._closing = asyncio.Event()
        self._slots: asyncio.TaskGroup
        """A task for each worker that is to be there."""
        self._is_announced = False
        self.workers: list[WorkerHandle] = []
        self.heartbeat = Heartbeat(self.workers, patience)
        self._dispatcher = Dispatcher(self.workers, self.heartbeat.is_suspect)
        self._write_notices = WriteNotices(self.workers)
        self._restart = RollingRestart(self.workers, self._start_spare, self._dispatcher.update)

    async def run(self, host: str, port: int) -> int:
        """Keep the server open until it is closed; the exit status. Raises OSError for a bad port."""
        loop = asyncio.get_running_loop()
        for number in ENDING_SERVERS:
            loop.add_signal_handler(number, self.close)
        on_hang_up(self.restart, self.close)
        with ExitStack() as stack:
            self._dispatcher.listeners += await listen(host, port)
            stack.callback(self._dispatcher.close)
            self._port = self._dispatcher.listeners[0].getsockname()[1]
            await self._open_inherited(stack.enter_context(self._inherited_stack))
            stack.callback(asyncio.create_task(self._restart.run()).cancel)
            async with asyncio.TaskGroup() as self._slots:
                # the first one alone: if the server cannot open, the reason is printed once
                first = self._slots.create_task(self._keep_slot(is_first=True))
                await first_of(asyncio.wait([first]), self._ready.wait())
                # only now: no other worker serves while the first one opens, however long it takes
                stack.callback(asyncio.create_task(self.heartbeat.run()).cancel)
                for _ in range(self._processes - 1 if self._ready.is_set() else 0):
                    self._slots.create_task(self._keep_slot())
        return first.result()

    def restart(self) -> None:
        """Have all workers make room for new ones, one after the other."""
        self._restart.request()

    def close(self) -> None:
        """Ask all workers to end; at the second call, kill them."""
        is_second = self._closing.is_set()
        self._closing.set()
        self._dispatcher.close()
        self._inherited_stack.close()
        for worker in self.workers:
            with suppress(ProcessLookupError):
                worker.process.kill() if is_second else worker.process.terminate()

    async def _open_inherited(self, stack: ExitStack) -> None:
        """Open the listening sockets of the first worker. Raises OSError for a bad port."""
        if self._web is not None:
            self._inherited[WEB] = await listen(*self._web)
        if self._folder is not None:
            near = stack.enter_context(local.listening(self._folder))
            self._inherited[NEAR] = [] if near is None else [near]
        for listener in chain.from_iterable(self._inherited.values()):
            stack.enter_context(listener)
        stack.callback(self._inherited.clear)

    # ------------------------------------------------------------------ processes

    async def _keep_slot(
        self, worker: WorkerHandle | None = None, *, is_first: bool = False
    ) -> int:
        """Keep one worker alive until the server closes, or it makes room for its successor.

        Start with this worker, or a new one; the exit status of the last one.
        """
        pause = 0.0
        previous: WorkerHandle | None = None
        while True:
            began = time.monotonic()
            try:
                worker = worker or await self._start(is_first=is_first)
            except OSError as error:  # such as too many processes
                logger.error("no worker can be started: %s", error)
                code = 1
            else:
                if previous is not None:
                    previous.successor.set_result(worker)
                code = await worker.process.wait() or 1
                self._forget(worker)
                previous, worker = worker, None
                if self._closing.is_set() or _leaves_slot(previous):
                    if is_first:
                        self._inherited_stack.close()  # no worker serves these any more
                    return 0
                if previous.state is WorkerState.DRAINING:
                    continue
            if not self._ready.is_set():
                return code if code > 0 else 128 - code
            is_late = time.monotonic() - began > _AT_ONCE_SECONDS
            pause = 0.0 if is_late else min(LONGEST_PAUSE_SECONDS, 2 * pause or 0.5)
            logger.error("a worker ended (%s): another one takes its place", code)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._closing.wait()
            if self._closing.is_set():
                return 0

    async def _start(
        self, *, is_first: bool, state: WorkerState = WorkerState.STARTING
    ) -> WorkerHandle:
        """Start a worker. Raises OSError."""
        frames, worker_frames = socket.socketpair()
        requests, worker_requests = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        links = (worker_frames.fileno(), worker_requests.fileno())
        inherited = {
            name: tuple(listener.fileno() for listener in listeners)
            for name, listeners in (self._inherited if is_first else {}).items()
        }
        environment = WorkerEnvironment(*links, self._port, is_first, self._processes, inherited)
        with worker_frames, worker_requests:
            process = await create_subprocess_exec(
                *self._command,
                env={**os.environ, VARIABLE: msgspec.json.encode(environment).decode()},
                stdin=DEVNULL,
                pass_fds=(*links, *chain.from_iterable(inherited.values())),
                start_new_session=True,  # ctrl+c is for the supervisor alone, which tells them
            )
        worker = WorkerHandle(process, frames, requests, is_first=is_first, state=state)
        self.watch(worker)
        if self._closing.is_set():
            process.terminate()
        return worker

    async def _start_spare(self) -> WorkerHandle:
        """Start a worker that is to follow another one. Raises OSError."""
        worker = await self._start(is_first=False, state=WorkerState.SPARE)
        self._slots.create_task(self._keep_slot(worker))
        return worker

    def watch(self, worker: WorkerHandle) -> None:
        """Receive messages and requests of a worker from now on."""
        self.workers.append(worker)
        loop = asyncio.get_running_loop()
        loop.add_reader(worker.frames, self._receive, worker)
        loop.add_reader(worker.requests, self._reply, worker)

    def _forget(self, worker: WorkerHandle) -> None:
        """Close the sockets to an ended worker, and free what it held."""
        self._receive(worker)  # its last messages
        worker.disconnect()
        loop = asyncio.get_running_loop()
        loop.remove_reader(worker.frames)
        loop.remove_reader(worker.requests)
        worker.frames.close()
        worker.requests.close()
        self.workers.remove(worker)
        for client in worker.clients.values():
            self._limits.leave(client)
        self._dispatcher.take_back(worker)
        self._dispatcher.update()

    # ------------------------------------------------------------------ messages

    def _receive(self, worker: WorkerHandle) -> None:
        """Follow the messages of a worker that have come."""
        frames = worker.receive()
        if frames is None:
            asyncio.get_running_loop().remove_reader(worker.frames)
            worker.disconnect()
            self._dispatcher.take_back(worker)
            self._dispatcher.update()
            return
        for message, number in frames:
            self._follow(worker, message, number)

    def _follow(self, worker: WorkerHandle, message: WorkerMessage, number: int) -> None:
        match message:
            case WorkerMessage.BEAT:
                pass  # any message shows that its event loop runs
            case WorkerMessage.READY:
                worker.set_ready()
                self._ready.set()
                self._dispatcher.update()
                self._announce()
            case WorkerMessage.TAKEN:
                worker.handed.popleft().close()
            case WorkerMessage.ENDED:
                worker.load -= 1
            case WorkerMessage.CLOSING:
                worker.state = WorkerState.CLOSING
                self._dispatcher.update()
            case WorkerMessage.RESTART:
                self.restart()
            case WorkerMessage.WROTE:
                self._write_notices.add(worker, number)

    def _announce(self) -> None:
        """Have the first worker print the addresses, once, when all workers are ready."""
        ready = [worker for worker in self.workers if worker.state is WorkerState.READY]
        if not self._is_announced and len(ready) == self._processes:
            self._is_announced = True
            next(worker for worker in ready if worker.is_first).send(SupervisorMessage.ANNOUNCE)

    # ------------------------------------------------------------------ requests

    def _reply(self, worker: WorkerHandle) -> None:
        """Carry out a worker's request, and send the result where one is waited for."""
        with suppress(OSError):
            data = worker.requests.recv(RECEIVE_BYTES)
            request = msgspec.json.decode(data, type=SupervisorRequest)
            result = self._carry_out(worker, request)
            if request.method not in WITHOUT_REPLY:
                reply = SupervisorReply(request.number, result)
                worker.requests.send(msgspec.json.encode(reply))

    def _carry_out(self, worker: WorkerHandle, request: SupervisorRequest) -> str | bool | None:
        if request.method == "connect":
            client = worker.clients[request.client] = RemoteClient(worker, request)
            return self._limits.connect(client)
        if request.method == "leave":
            if (gone := worker.clients.pop(request.client, None)) is not None:
                self._limits.leave(gone)
            return None
        client = worker.clients.get(request.client) or RemoteClient(worker, request)
        return getattr(self._limits, request.method)(client)  # type: ignore[no-any-return]  # each of them


def _leaves_slot(worker: WorkerHandle) -> bool:
    """True if nothing takes the place of a worker that has ended."""
    if worker.state is WorkerState.DRAINING:
        return not worker.is_first  # the successor of the first one is started only now
    return worker.state in {WorkerState.SPARE, WorkerState.CLOSING}


def run(
    host: str,
    port: int,
    processes: int,
    limits: ConnectionLimits,
    folder: Path,
    web: int | None = None,
) -> int:
    """Keep a server of several workers, each this command once more; the exit status.

    Browsers connect to the port `web`, accounts of this machine to a socket in the folder.
    Raises OSError where nobody can connect there.
    """
    browsers = None if web is None else (host, web)

    async def keep() -> int:
        supervisor = Supervisor(restart(), processes, limits, folder, browsers)
        return await supervisor.run(host, port)

    return asyncio.run(keep())


def restart() -> tuple[str, ...]:
    """The command line of this process, to start it once more."""
    return (sys.executable, "-m", "hako", *sys.argv[1:])
