"""The stream to one terminal and back, over SSH or from a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Protocol

from hako.server.ssh.connected_client import InputHandler
from hako.tui.terminal.queries import TerminalReplies

_TYPED_AHEAD_BYTES = 4096


class ByteStream(Protocol):
    """A connection as a session needs it: bytes in both directions, and facts about the terminal."""

    term: str | None
    """The type of the terminal; None if there is none."""
    size: tuple[int, int]
    """Columns and lines at its beginning; 0 is unknown."""
    host: str
    """The address to which the client connected; empty if others cannot use it."""

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment variables that the client sent."""

    def write(self, data: bytes) -> None:
        """Send bytes, or keep them until the client takes them; drop them once the stream is closing."""

    @property
    def backlog(self) -> int:
        """Bytes that the client has not taken yet."""

    @property
    def is_closing(self) -> bool:
        """True if nothing more can be sent."""

    def pause_reading(self) -> None:
        """Leave further input with the client."""

    def resume_reading(self) -> None:
        """Take input again."""

    def complain(self, words: str) -> None:
        """Send a sentence to a client that has no terminal."""

    def close(self, status: int, reason: str = "") -> None:
        """Close it when all is sent, with an exit status and the key of the sentence that was sent."""


class TerminalStream:
    """A stream whose input waits until a handler is attached."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self._listener: InputHandler | None = None
        self._unheard = b""
        self._size: tuple[int, int] | None = None

    def write(self, data: bytes) -> None:
        self._stream.write(data)

    @property
    def backlog(self) -> int:
        return self._stream.backlog

    def attach(self, listener: InputHandler) -> None:
        self._listener = listener
        if self._size is not None:
            listener.resize(*self._size)
        unheard, self._unheard = self._unheard, b""
        if unheard:
            listener.feed(unheard)
        self.resume_reading()

    def pause_reading(self) -> None:
        self._stream.pause_reading()

    def resume_reading(self) -> None:
        self._stream.resume_reading()

    def detach(self, unheard: bytes = b"") -> None:
        """Detach the handler; the next one also gets this input."""
        self._listener = None
        self._unheard = unheard

    def receive(self, data: bytes) -> None:
        """Take bytes from the terminal."""
        if self._listener is not None:
            self._listener.feed(data)
            return
        self._unheard += data
        if len(self._unheard) > _TYPED_AHEAD_BYTES:
            self.pause_reading()

    def resize(self, columns: int, lines: int) -> None:
        """Take the new size of the terminal."""
        self._size = (columns, lines)
        if self._listener is not None:
            self._listener.resize(columns, lines)


class TerminalQuery:
    """Collects a terminal's answers to queries until they are complete."""

    def __init__(self) -> None:
        self.answers = TerminalReplies()
        self.complete = asyncio.Event()

    def feed(self, data: bytes) -> None:
        self.answers.receive(data)
        if self.answers.complete:
            self.complete.set()

    def resize(self, columns: int, lines: int) -> None:
        """Do nothing: the stream itself keeps the size."""
