"""The porter of a house of several processes: owns the port, and hands each line to one of them.

It is small, and knows no table: what it counts has to hold for all of them together. A process
that dies takes its lines with it, and another one is started in its place. Where the house is
renewed, one after the other makes room for a new one.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import time
from asyncio.subprocess import DEVNULL, Process, create_subprocess_exec
from collections import deque
from collections.abc import Coroutine, Sequence
from contextlib import ExitStack, suppress
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from hako.server import unix_socket as local
from hako.server.connection_limits import ConnectionLimits
from hako.server.workers.worker import (
    AWAY,
    FRAME,
    GONE,
    HAND,
    NEAR,
    OVER,
    READY,
    RENEW,
    SPEAK,
    TAKEN,
    VACATE,
    VARIABLE,
    WEB,
    WROTE,
    Listeners,
    SupervisorReply,
    SupervisorRequest,
    WorkerEnvironment,
)
from hako.tui.terminal.signals import ENDING_SERVERS, on_hang_up

logger = logging.getLogger(__name__)

GATHERING_SECONDS = 0.015
"""Between two hints that something was written."""

LONGEST_PAUSE_SECONDS = 60.0
"""So long after it a process is started, at most, in the place of one that died at once."""

_AT_ONCE_SECONDS = 10.0
_AGAIN_SECONDS = 5.0
_WAITING_LINES = 1000
_BYTES = 4096


class Supervisor:
    """Keeps so many processes."""

    def __init__(
        self,
        command: Sequence[str],
        processes: int,
        doors: ConnectionLimits,
        folder: Path | None = None,
        web: tuple[str, int] | None = None,
    ) -> None:
        """Start them by that command.

        The first one alone serves who comes to the socket in the folder, or with a browser to that
        host and port; these are ours, so that who comes while it is renewed waits for the next one.
        """
        self._command = command
        self._folder = folder
        self._web = web
        self._of_first = ExitStack()
        self._inherited: Listeners = {}
        """What it is given, by the door."""
        self._processes = processes
        self._doors = doors
        self._listeners: list[socket.socket] = []
        self._port = 0
        self._workers: list[WorkerHandle] = []
        self._ready = asyncio.Event()
        self._closing = asyncio.Event()
        self._renewal = asyncio.Event()
        """Set when the house is to be renewed."""
        self._slots: asyncio.TaskGroup
        """What has a process there, one for each."""
        self._wrote: set[tuple[WorkerHandle, int]] = set()
        """Who wrote, and the tone of what."""
        self._is_gathering = False
        self._has_spoken = False

    async def keep(self, host: str, port: int) -> int:
        """Keep the house until it is closed; the exit status. Raises OSError for a bad port."""
        loop = asyncio.get_running_loop()
        for number in ENDING_SERVERS:
            loop.add_signal_handler(number, self._close)
        on_hang_up(self._renewal.set, self._close)
        with ExitStack() as stack:
            for each in await _listening(host, port):
                self._listeners.append(stack.enter_context(each))
            self._port = self._listeners[0].getsockname()[1]
            await self._open_doors(stack.enter_context(self._of_first))
            renewing = asyncio.create_task(self._renew())
            async with asyncio.TaskGroup() as self._slots:
                # the first one alone: where it cannot open the house, that is told once
                first = self._slots.create_task(self._keep_one(is_first=True))
                await _first_of(asyncio.wait([first]), self._ready.wait())
                for _ in range(self._processes - 1 if self._ready.is_set() else 0):
                    self._slots.create_task(self._keep_one())
            renewing.cancel()
            self._attend()
        return first.result()

    async def _open_doors(self, stack: ExitStack) -> None:
        """Those of the first process. Raises OSError for a bad port."""
        if self._web is not None:
            self._inherited[WEB] = await _listening(*self._web)
        if self._folder is not None:
            near = stack.enter_context(local.listening(self._folder))
            self._inherited[NEAR] = [] if near is None else [near]
        for each in chain.from_iterable(self._inherited.values()):
            stack.enter_context(each)
        stack.callback(self._inherited.clear)

    # ------------------------------------------------------------------ processes

    async def _keep_one(self, worker: WorkerHandle | None = None, *, is_first: bool = False) -> int:
        """Have a process there, this one or a new one, until the house closes or it makes room.

        The exit status of the last one.
        """
        pause = 0.0
        while True:
            began = time.monotonic()
            is_due = False
            try:
                worker = worker or await self._start(is_first=is_first)
                code = await worker.process.wait() or 1
                self._forget(worker)
                if worker.is_over or self._closing.is_set() or (worker.is_spare and not is_first):
                    if is_first:
                        self._of_first.close()  # nobody takes them in any more
                    return 0
                is_due, worker = worker.is_spare, None
            except OSError as error:  # such as too many processes
                logger.error("no process can be started: %s", error)
                code = 1
            if is_due:
                continue
            if not self._ready.is_set():
                return code if code > 0 else 128 - code
            is_late = time.monotonic() - began > _AT_ONCE_SECONDS
            pause = 0.0 if is_late else min(LONGEST_PAUSE_SECONDS, 2 * pause or 0.5)
            logger.error("a process of the house ended (%s): another one takes its place", code)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), pause)
            if self._closing.is_set():
                return 0

    async def _start(self, *, is_first: bool) -> WorkerHandle:
        lines, its_lines = socket.socketpair()
        questions, its_questions = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        theirs = (its_lines.fileno(), its_questions.fileno())
        given = self._inherited if is_first else {}
        once = {door: tuple(each.fileno() for each in its) for door, its in given.items()}
        place = WorkerEnvironment(*theirs, self._port, is_first, self._processes, once)
        with its_lines, its_questions:
            process = await create_subprocess_exec(
                *self._command,
                env={**os.environ, VARIABLE: msgspec.json.encode(place).decode()},
                stdin=DEVNULL,
                pass_fds=(*theirs, *chain.from_iterable(once.values())),
                start_new_session=True,  # ctrl+c is for the porter alone, who tells them
            )
        worker = WorkerHandle(process, lines, questions, is_first=is_first)
        self.watch(worker)
        if self._closing.is_set():
            process.terminate()
        return worker

    async def _renew(self) -> None:
        """Have all processes make room for new ones, one after the other, as often as it is asked."""
        while True:
            await self._renewal.wait()
            self._renewal.clear()
            logger.info("the house is renewed")
            # the first one last: what only it has is away until its successor is there
            for worker in sorted(self._workers, key=lambda worker: worker.is_first):
                if not await self._succeeded(worker):
                    logger.error("a new process did not open: the house stays as it is")
                    break

    async def _succeeded(self, worker: WorkerHandle) -> bool:
        """Have another process in the place of one; False where the new one did not open."""
        successor = worker
        if not worker.is_first:
            try:
                successor = await self._start(is_first=False)
            except OSError as error:
                logger.error("no process can be started: %s", error)
                return False
            successor.is_spare = True
            slot = self._slots.create_task(self._keep_one(successor))
            await _first_of(asyncio.wait([slot]), successor.is_open.wait())
            if slot.done():
                return False
            successor.is_spare = False
        # one that died meanwhile is being replaced by itself
        leaving = worker if worker in self._workers else successor
        leaving.is_spare = True
        self._attend()
        end = asyncio.create_task(leaving.process.wait())
        while not end.done():
            leaving.tell(VACATE)  # it may not hear it while it is held up
            await asyncio.wait([end], timeout=_AGAIN_SECONDS)
        return True

    def watch(self, worker: WorkerHandle) -> None:
        """Hear what it says from now on."""
        self._workers.append(worker)
        loop = asyncio.get_running_loop()
        loop.add_reader(worker.lines, self._hear, worker)
        loop.add_reader(worker.questions, self._answer, worker)

    def _forget(self, worker: WorkerHandle) -> None:
        self._hear(worker)  # what it said last
        loop = asyncio.get_running_loop()
        loop.remove_reader(worker.lines)
        loop.remove_reader(worker.questions)
        worker.lines.close()
        worker.questions.close()
        self._workers.remove(worker)
        for caller in worker.callers.values():
            self._doors.leave(caller)
        self._take_back(worker)
        self._attend()

    def _take_back(self, worker: WorkerHandle) -> None:
        """Hand to others what it did not take before it ended."""
        while worker.handed:
            self._hand(worker.handed.popleft())

    def _close(self) -> None:
        """Let all end; who is in a hurry asks twice."""
        is_first_time = not self._closing.is_set()
        self._closing.set()
        self._attend()
        while self._listeners:
            self._listeners.pop().close()
        self._of_first.close()
        for worker in self._workers:
            with suppress(ProcessLookupError):
                worker.process.terminate() if is_first_time else worker.process.kill()

    # ------------------------------------------------------------------ lines

    def _attend(self) -> None:
        """Open the door where there is somebody to hand lines to; else they wait."""
        loop = asyncio.get_running_loop()
        is_open = not self._closing.is_set() and any(each.takes_lines for each in self._workers)
        for listener in self._listeners:
            if is_open:
                loop.add_reader(listener, self._accept, listener)
            else:
                loop.remove_reader(listener)

    def _accept(self, listener: socket.socket) -> None:
        try:
            line, _ = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        except OSError as error:  # such as too many open files
            logger.error("no line can be taken: %s", error)
            loop = asyncio.get_running_loop()
            loop.remove_reader(listener)
            loop.call_later(1, self._attend)
            return
        self._hand(line)

    def _hand(self, line: socket.socket) -> None:
        """Hand a line to whoever has the fewest."""
        able = [worker for worker in self._workers if worker.takes_lines]
        for worker in sorted(able, key=lambda worker: worker.load):
            if worker.hand(line):
                return
        line.close()

    # ------------------------------------------------------------------ what they say

    def _hear(self, worker: WorkerHandle) -> None:
        try:
            data = worker.lines.recv(_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(worker.lines)
            worker.is_ready = False
            self._take_back(worker)
            self._attend()
        data = worker.unread + data
        whole = len(data) - len(data) % FRAME.size
        worker.unread = data[whole:]
        for what, number in FRAME.iter_unpack(data[:whole]):
            self._follow(worker, what, number)

    def _follow(self, worker: WorkerHandle, what: bytes, number: int) -> None:
        if what == READY:
            worker.is_ready = True
            worker.is_open.set()
            self._ready.set()
            self._attend()
            self._speak()
        elif what == TAKEN:
            worker.handed.popleft().close()
        elif what == GONE:
            worker.load -= 1
        elif what == OVER:
            worker.is_over = True
            self._attend()
        elif what == RENEW:
            self._renewal.set()
        elif what == WROTE:
            self._wrote.add((worker, number))
            if not self._is_gathering:
                self._tell_who_wrote()

    def _speak(self) -> None:
        """Once, when all are there, one of them tells whoever started the house."""
        ready = [each for each in self._workers if each.is_ready]
        if not self._has_spoken and len(ready) == self._processes:
            self._has_spoken = True
            next(each for each in ready if each.is_first).tell(SPEAK)

    def _tell_who_wrote(self) -> None:
        """At once where it was quiet; then all that comes within a moment together."""
        wrote, self._wrote = self._wrote, set()
        self._is_gathering = bool(wrote)
        if wrote:
            for worker in self._workers:
                for what in {what for writer, what in wrote if writer is not worker}:
                    worker.tell(WROTE, what)
            loop = asyncio.get_running_loop()
            loop.call_later(GATHERING_SECONDS, self._tell_who_wrote)

    def _answer(self, worker: WorkerHandle) -> None:
        with suppress(OSError):
            asked = msgspec.json.decode(worker.questions.recv(_BYTES), type=SupervisorRequest)
            said = self._asked(worker, asked)
            if asked.errand not in {"recognise", "leave"}:
                worker.questions.send(msgspec.json.encode(SupervisorReply(asked.number, said)))

    def _asked(self, worker: WorkerHandle, asked: SupervisorRequest) -> str | bool | None:
        if asked.errand == "knock":
            caller = worker.callers[asked.caller] = _QueuedConnection(worker, asked)
            return self._doors.connect(caller)
        if asked.errand == "leave":
            if (gone := worker.callers.pop(asked.caller, None)) is not None:
                self._doors.leave(gone)
            return None
        known = worker.callers.get(asked.caller) or _QueuedConnection(worker, asked)
        return getattr(self._doors, asked.errand)(known)  # type: ignore[no-any-return]  # each of them


class WorkerHandle:
    """One of the processes, as the porter knows it."""

    def __init__(
        self, process: Process, lines: socket.socket, questions: socket.socket, *, is_first: bool
    ) -> None:
        self.process = process
        self.is_first = is_first
        self.lines = lines
        self.questions = questions
        for each in (lines, questions):
            each.setblocking(False)
        self.is_ready = False
        self.is_over = False
        """It closes the house, as it was ordered."""
        self.is_open = asyncio.Event()
        """Set once it was ready."""
        self.is_spare = False
        """It takes no lines, and when it ends its place stays empty, but for that of the first:
        it is to follow another one, or another one has followed it."""
        self.load = 0
        """How many lines it has."""
        self.handed: deque[socket.socket] = deque()
        """Lines that it has not taken yet: whoever comes as it dies comes to another one."""
        self.callers: dict[int, _QueuedConnection] = {}
        self.unread = b""

    @property
    def takes_lines(self) -> bool:
        return self.is_ready and not self.is_over and not self.is_spare

    def tell(self, what: bytes, number: int = 0) -> None:
        with suppress(OSError):  # it is gone, or so far behind that it does without hints
            self.lines.send(FRAME.pack(what, number))

    def hand(self, line: socket.socket) -> bool:
        """Hand a line over; False where it cannot take it."""
        try:
            socket.send_fds(self.lines, [FRAME.pack(HAND, 0)], [line.fileno()])
        except OSError:
            return False
        self.load += 1
        self.handed.append(line)
        return True


class _QueuedConnection:
    """A connection, wherever it is served."""

    def __init__(self, worker: WorkerHandle, asked: SupervisorRequest) -> None:
        self.address = asked.address
        self._worker = worker
        self._number = asked.caller

    def refuse(self, reason: str = "") -> None:  # noqa: ARG002  there is one for those who wait
        """Have it end."""
        self._worker.tell(AWAY, self._number)


def run(
    host: str,
    port: int,
    processes: int,
    doors: ConnectionLimits,
    folder: Path,
    web: int | None = None,
) -> int:
    """Keep a house of so many processes, each this command once more; the exit status.

    Browsers come to the port `web`, accounts of this machine to a socket in the folder.
    Raises OSError where nobody can come there.
    """
    way = None if web is None else (host, web)

    async def keep() -> int:
        return await Supervisor(restart(), processes, doors, folder, way).keep(host, port)

    return asyncio.run(keep())


def restart() -> tuple[str, ...]:
    """This command once more."""
    return (sys.executable, "-m", "hako", *sys.argv[1:])


async def _first_of(*ways: Coroutine[Any, Any, object]) -> None:
    """Wait until one of them has ended, and for the others no longer."""
    tasks = [asyncio.create_task(way) for way in ways]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()


async def _listening(host: str, port: int) -> list[socket.socket]:
    """What listens there, bound as asyncio does it. Raises OSError."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(asyncio.Protocol, host, port, start_serving=False)
    listeners = [socket.socket(fileno=os.dup(each.fileno())) for each in server.sockets]
    server.close()
    for listener in listeners:
        listener.setblocking(False)
        listener.listen(_WAITING_LINES)
    return listeners
