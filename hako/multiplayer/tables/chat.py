"""Chat of a table: the last messages, kept beside its log and never in it."""

from __future__ import annotations

import unicodedata
from collections import deque
from collections.abc import Iterator
from contextlib import suppress

import msgspec
from msgspec import Struct

from hako.engine.log.save import Document

CHAT_LINES = 50

_MOST_KEPT = 4 * CHAT_LINES
"""Number of stored lines from which the file is rewritten."""


class ChatMessage(Struct, frozen=True):
    """Chat message."""

    name: str
    text: str
    at: float
    """Seconds since 1970."""
    guest: bool = False
    """True if a guest wrote it, whose name proves nothing."""
    watched: bool = False
    """True if a spectator of a running game wrote it; players of that game read it afterwards."""


class Chat(deque[ChatMessage]):
    """Last messages of a table, also of other processes; stored in a document, if there is one."""

    def __init__(self, document: Document | None = None) -> None:
        super().__init__(maxlen=CHAT_LINES)
        self.own: deque[ChatMessage] = deque(maxlen=CHAT_LINES)
        """Messages that were sent through this process."""
        self._remote: frozenset[ChatMessage] = frozenset()
        self._document = document
        self._lines_kept = 0
        with suppress(OSError):
            self.extend(self._read())

    def add(self, message: ChatMessage) -> None:
        """Append a message that was sent through this process."""
        self.append(message)
        self.own.append(message)
        if self._document is not None:
            with suppress(OSError):  # lost chat needs no error
                self._keep(message, self._document)

    def receive(self, messages: frozenset[ChatMessage]) -> bool:
        """Add recent messages of other processes; returns True if any is new."""
        unread = sorted(messages - self._remote - {*self}, key=lambda line: line.at)
        self._remote = messages
        self.extend(unread)
        return bool(unread)

    def forget(self) -> None:
        """Delete the stored messages."""
        if self._document is not None:
            with suppress(OSError):
                self._document.remove()

    def _read(self) -> Iterator[ChatMessage]:
        data = self._document and self._document.read()
        for line in (data or b"").splitlines():
            self._lines_kept += 1
            with suppress(
                msgspec.DecodeError, UnicodeDecodeError
            ):  # incomplete, as a process was killed
                yield msgspec.json.decode(line, type=ChatMessage)

    def _keep(self, message: ChatMessage, document: Document) -> None:
        self._lines_kept += 1
        if self._lines_kept > _MOST_KEPT:
            self._lines_kept = len(self)
            document.write(b"".join(map(_line, self)))
        else:
            document.add(_line(message))


def _line(message: ChatMessage) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def sanitize(text: str, most: int) -> str:
    """Text that is safe on every screen: one line of at most `most` signs without control characters."""
    shown = (" " if character.isspace() else character for character in text)
    kept = (
        character
        for character in shown
        if character == " " or unicodedata.category(character)[0] not in "CZ"
    )
    return " ".join("".join(kept).split())[:most].rstrip()
