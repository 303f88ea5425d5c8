"""The way to one terminal and back, whichever door it came in by."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Protocol

from hako.server.ssh.client import InputHandler
from hako.tui.terminal.queries import TerminalReplies

_TYPED_AHEAD_BYTES = 4096


class ByteStream(Protocol):
    """What a door makes of a connection: bytes there and back, and what came with it."""

    term: str | None
    """The type of the terminal; None where there is none."""
    size: tuple[int, int]
    """Columns and lines as it began; 0 is unknown."""
    host: str
    """The address at which it came in; empty where no other can."""

    @property
    def environment(self) -> Mapping[str, str]:
        """What the client told of itself."""

    def write(self, data: bytes) -> None:
        """Send, or keep until the client takes it; nothing once it is closing."""

    @property
    def backlog(self) -> int:
        """Bytes that the client has not taken yet."""

    @property
    def is_closing(self) -> bool:
        """Nothing more can be sent."""

    def pause_reading(self) -> None:
        """Leave further input with the client."""

    def resume_reading(self) -> None:
        """Take input again."""

    def complain(self, words: str) -> None:
        """Say something to somebody whose terminal was not begun."""

    def close(self, status: int, reason: str = "") -> None:
        """End it when all is sent; 0 is a good end, `reason` the key of what was said of it."""


class TerminalStream:
    """A wire whose input waits until somebody listens."""

    def __init__(self, wire: ByteStream) -> None:
        self._wire = wire
        self._listener: InputHandler | None = None
        self._unheard = b""
        self._size: tuple[int, int] | None = None

    def write(self, data: bytes) -> None:
        self._wire.write(data)

    @property
    def backlog(self) -> int:
        return self._wire.backlog

    def attach(self, listener: InputHandler) -> None:
        self._listener = listener
        if self._size is not None:
            listener.resize(*self._size)
        unheard, self._unheard = self._unheard, b""
        if unheard:
            listener.feed(unheard)
        self.resume_reading()

    def pause_reading(self) -> None:
        self._wire.pause_reading()

    def resume_reading(self) -> None:
        self._wire.resume_reading()

    def detach(self, unheard: bytes = b"") -> None:
        """Nobody listens, until the next one does; that one also hears this."""
        self._listener = None
        self._unheard = unheard

    def receive(self, data: bytes) -> None:
        """The terminal sent something."""
        if self._listener is not None:
            self._listener.feed(data)
            return
        self._unheard += data
        if len(self._unheard) > _TYPED_AHEAD_BYTES:
            self.pause_reading()

    def resize(self, columns: int, lines: int) -> None:
        """The terminal has another size."""
        self._size = (columns, lines)
        if self._listener is not None:
            self._listener.resize(columns, lines)


class TerminalQuery:
    """Listens to a terminal until its answers are complete."""

    def __init__(self) -> None:
        self.answers = TerminalReplies()
        self.complete = asyncio.Event()

    def feed(self, data: bytes) -> None:
        self.answers.receive(data)
        if self.answers.complete:
            self.complete.set()

    def resize(self, columns: int, lines: int) -> None:
        """The line itself remembers the size."""
