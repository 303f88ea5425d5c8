"""One of several processes of a house: the porter hands it lines, and is asked what holds for all.

It is the same command started again, which finds in its environment that there is a porter, and
two sockets to it. Over one come lines and hints, each a FRAME; over the other, questions go, one
datagram each, and are waited for a moment.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import struct
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import chain, count
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from hako.server.connection_limits import Peer

logger = logging.getLogger(__name__)

VARIABLE = "HAKO_WORKER"
"""Tells a process that there is a porter, and how it is reached; see Place."""

FRAME = struct.Struct("!cI")
"""What it is about, and the number of a caller where it is about one."""

HAND, AWAY, SPEAK, VACATE = b"h", b"a", b"s", b"v"
"""From the porter: here is a line; that caller has to make room; all are there, say so; have all of
yours come again, for another process is in your place."""

READY, TAKEN, GONE, OVER, RENEW = b"r", b"t", b"g", b"o", b"n"
"""To the porter: lines can come; one was taken; one of them has ended; the house is to close; it is
to be renewed."""

WROTE = b"w"
"""Both ways: something was written that others may want to see; its tone is in the caller's place."""

PATIENCE_SECONDS = 1.0
"""So long an answer is waited for; meanwhile the event loop stands still."""

_BYTES = 4096
_LINES_AT_ONCE = 16

Errand: TypeAlias = Literal[
    "knock", "recognise", "leave", "may_take_name", "may_open_table", "may_write"
]


class SupervisorRequest(Struct, frozen=True, array_like=True):
    """What is asked of the porter's Doors, or told them where no answer is waited for."""

    number: int
    errand: Errand
    caller: int
    address: str


class SupervisorReply(Struct, frozen=True, array_like=True):
    """To the question of that number."""

    number: int
    said: str | bool | None


class WorkerEnvironment(Struct, frozen=True, array_like=True):
    """Where a process stands in its house."""

    lines: int
    """A file number."""
    questions: int
    """Another one."""
    port: int
    """Where people come."""
    is_first: bool
    """It keeps for the house what can be there once."""
    processes: int
    """So many there are."""
    inherited: dict[str, tuple[int, ...]] = {}
    """By the door, the files of what listens at those that the first process alone keeps."""


Listeners: TypeAlias = dict[str, list[socket.socket]]
"""What listens, by the door."""

NEAR, WEB = "near", "web"
"""The doors that there are once: for accounts of this machine, and for browsers."""


def opened(files: Mapping[str, Iterable[int]]) -> Listeners:
    """Those with these file numbers, which are for no process that this one starts."""
    found = {door: [socket.socket(fileno=each) for each in its] for door, its in files.items()}
    for listener in chain.from_iterable(found.values()):
        listener.set_inheritable(False)
    return found


Serve: TypeAlias = Callable[[socket.socket], Coroutine[Any, Any, None]]
"""Serves a line until it ends."""


class WorkerProcess:
    """This process, as it stands to its porter; the Doors of its house, and the Bell of its folder."""

    def __init__(self, place: WorkerEnvironment) -> None:
        self.port = place.port
        self.is_first = place.is_first
        self.processes = place.processes
        self.inherited = opened(place.inherited)
        self.speak: Callable[[], object] = lambda: None
        """Tells whoever started the house that people can come."""
        self.vacate: Callable[[], object] = lambda: None
        """Has everybody come again, and closes."""
        self._lines = socket.socket(fileno=place.lines)
        self._lines.setblocking(False)
        self._questions = socket.socket(fileno=place.questions)
        self._questions.settimeout(PATIENCE_SECONDS)
        for each in (self._lines, self._questions):
            each.set_inheritable(False)
        self._listeners: list[Callable[[int], object]] = []
        self._numbers = count(1)
        self._callers: dict[int, Peer] = {}
        self._number_of: dict[Peer, int] = {}
        self._handed: deque[int] = deque()
        self._unread = b""
        self._unsent = b""
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    def of_environment(cls) -> WorkerProcess | None:
        """This process, where a porter started it."""
        told = os.environ.pop(VARIABLE, None)  # it is not for processes that this one starts
        return None if told is None else cls(msgspec.json.decode(told, type=WorkerEnvironment))

    # ------------------------------------------------------------------ lines

    @contextmanager
    def taking(self, serve: Serve, left: Callable[[], object]) -> Iterator[None]:
        """Within, lines that are handed over are served; `left` is called when the porter is gone."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._lines, self._hear, serve, left)
        try:
            yield
        finally:
            loop.remove_reader(self._lines)
            self._lines.close()
            self._questions.close()

    def tell(self, what: bytes) -> None:
        """Let the porter know that."""
        self._unsent += FRAME.pack(what, 0)
        with suppress(OSError):  # it is gone, or has not heard all of it yet
            self._unsent = self._unsent[self._lines.send(self._unsent) :]

    def _hear(self, serve: Serve, left: Callable[[], object]) -> None:
        try:
            data, lines, _, _ = socket.recv_fds(self._lines, _BYTES, _LINES_AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            data, lines = b"", []
        self._handed += lines
        if not data:
            asyncio.get_running_loop().remove_reader(self._lines)
            left()
        data = self._unread + data
        whole = len(data) - len(data) % FRAME.size
        self._unread = data[whole:]
        for what, number in FRAME.iter_unpack(data[:whole]):
            self._follow(what, number, serve)

    def _follow(self, what: bytes, number: int, serve: Serve) -> None:
        if what == HAND:
            line = socket.socket(fileno=self._handed.popleft())
            self.tell(TAKEN)
            task = asyncio.get_running_loop().create_task(self._served(serve, line))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif what == AWAY:
            if (caller := self._callers.get(number)) is not None:
                caller.refuse("crowded")
        elif what == SPEAK:
            self.speak()
        elif what == VACATE:
            self.vacate()
        elif what == WROTE:
            for listener in self._listeners:
                listener(number)

    async def _served(self, serve: Serve, line: socket.socket) -> None:
        try:
            await serve(line)
        finally:
            self.tell(GONE)

    # ------------------------------------------------------------------ a bell

    def notify(self, what: int) -> None:
        """Something of that tone was written here; a thread may say so, too."""
        with suppress(OSError):  # it is a hint
            if not self._unsent:
                self._lines.send(FRAME.pack(WROTE, what))

    def subscribe(self, listener: Callable[[int], object]) -> None:
        """Have this called with the tone of what others wrote."""
        self._listeners.append(listener)

    # ------------------------------------------------------------------ doors

    def connect(self, caller: Peer) -> str | None:
        """See Doors, as all of these."""
        number = self._number_of[caller] = next(self._numbers)
        self._callers[number] = caller
        said = self._ask("knock", caller)
        return said if isinstance(said, str) else None

    def recognise(self, caller: Peer) -> None:
        self._say("recognise", caller)

    def leave(self, caller: Peer) -> None:
        self._say("leave", caller)
        self._callers.pop(self._number_of.pop(caller, 0), None)

    def may_take_name(self, caller: Peer) -> bool:
        return self._ask("may_take_name", caller) is not False

    def may_open_table(self, caller: Peer) -> bool:
        return self._ask("may_open_table", caller) is not False

    def may_write(self, key: str, network: str) -> bool:
        return self._ask("may_write", _WritingPeer(f"{network} {key}")) is not False

    def _say(self, errand: Errand, caller: Peer) -> int:
        number = next(self._numbers)
        question = SupervisorRequest(number, errand, self._number_of.get(caller, 0), caller.address)
        with suppress(OSError):  # without a porter this house closes
            self._questions.send(msgspec.json.encode(question))
        return number

    def _ask(self, errand: Errand, caller: Peer) -> str | bool | None:
        """The answer; None where it does not come."""
        number = self._say(errand, caller)
        try:
            while True:
                answer = msgspec.json.decode(self._questions.recv(_BYTES), type=SupervisorReply)
                if answer.number == number:  # else somebody waited for it in vain
                    return answer.said
        except OSError as error:
            logger.warning("the porter does not answer: %s", error)
            return None


class _WritingPeer:
    """Whoever writes something, in the place of a caller."""

    def __init__(self, address: str) -> None:
        self.address = address
        """Network and key, as Doors.may_write reads them."""

    def refuse(self, reason: str = "") -> None:
        """Nobody is at the door."""
