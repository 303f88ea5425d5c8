"""The messages between the supervisor and its workers.

A worker is connected to its supervisor by two pairs of sockets. Over the stream go frames, and the
client connections that are handed over; over the datagram sockets go requests and replies, one a
datagram, which the worker waits for.
"""

from __future__ import annotations

import struct
from enum import Enum
from typing import Literal, TypeAlias

from msgspec import Struct

VARIABLE = "HAKO_WORKER"
"""The environment variable that makes a process a worker; it holds a WorkerEnvironment."""

FRAME = struct.Struct("!cI")
"""The type of a message, and its number: of a client, the scope of a change, or 0."""

RECEIVE_BYTES = 4096

BEAT_SECONDS = 1.0
"""The time between two heartbeats of a worker."""


class SupervisorMessage(bytes, Enum):
    """The types of frames from the supervisor to a worker."""

    CONNECTION = b"h"
    """A client connection comes with this frame."""
    REFUSE = b"a"
    """The client of that number has to make room for others."""
    ANNOUNCE = b"s"
    """All workers are ready: print the addresses."""
    DRAIN = b"v"
    """Have all clients reconnect, and end: another worker is there."""
    WROTE = b"w"
    """Another worker wrote something; the number is its scope."""


class WorkerMessage(bytes, Enum):
    """The types of frames from a worker to the supervisor."""

    READY = b"r"
    """Connections can be handed over."""
    BEAT = b"b"
    """The event loop of the worker runs."""
    TAKEN = b"t"
    """A connection that was handed over was received."""
    ENDED = b"g"
    """A connection has ended."""
    CLOSING = b"o"
    """The worker closes, as it was asked to."""
    RESTART = b"n"
    """An administrator asks for a rolling restart."""
    WROTE = b"w"
    """Something was written that others may show; the number is its scope."""


LimitsMethod: TypeAlias = Literal[
    "connect", "recognise", "leave", "may_take_name", "may_open_table", "may_write"
]
"""A method of ConnectionLimits."""

WITHOUT_REPLY: frozenset[LimitsMethod] = frozenset({"recognise", "leave"})


class SupervisorRequest(Struct, frozen=True, array_like=True):
    """A call of the supervisor's ConnectionLimits for one client."""

    number: int
    method: LimitsMethod
    client: int
    """The number of the client in this worker; 0 for none."""
    address: str
    key: str = ""
    """The key of a user who writes."""


class SupervisorReply(Struct, frozen=True, array_like=True):
    """The result of the call of that number."""

    number: int
    result: str | bool | None


class WorkerEnvironment(Struct, frozen=True, array_like=True):
    """The supervisor's settings for a worker, in the variable VARIABLE."""

    frames: int
    """The file number of the stream socket."""
    requests: int
    """The file number of the datagram socket."""
    port: int
    """The server's SSH port."""
    is_first: bool
    """True for the worker that has the parts a server has once."""
    processes: int
    """The number of workers."""
    inherited: dict[str, tuple[int, ...]] = {}
    """The file numbers of listening sockets by their name; only the first worker has any."""
