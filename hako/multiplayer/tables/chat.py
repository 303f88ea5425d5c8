"""What is said at a table: the last lines, kept beside its log and never in it."""

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
"""With more lines it is written anew."""


class ChatMessage(Struct, frozen=True):
    """A line of chat."""

    name: str
    text: str
    at: float
    """Seconds since 1970."""
    guest: bool = False
    """The name proves nothing."""
    watched: bool = False
    """They watched a game that went on: who plays it reads that when it is over."""


class Chat(deque[ChatMessage]):
    """The lines said last, also by others; kept on a sheet, where there is one."""

    def __init__(self, sheet: Document | None = None) -> None:
        super().__init__(maxlen=CHAT_LINES)
        self.here: deque[ChatMessage] = deque(maxlen=CHAT_LINES)
        """What of it was said through this process."""
        self._heard: frozenset[ChatMessage] = frozenset()
        self._sheet = sheet
        self._lines_kept = 0
        with suppress(OSError):
            self.extend(self._read())

    def add(self, message: ChatMessage) -> None:
        """Somebody said something through this process."""
        self.append(message)
        self.here.append(message)
        if self._sheet is not None:
            with suppress(OSError):  # it is not worth a word where it cannot be kept
                self._keep(message, self._sheet)

    def receive(self, messages: frozenset[ChatMessage]) -> bool:
        """Take in what was said lately through other processes; whether any of it is new."""
        news = sorted(messages - self._heard - {*self}, key=lambda line: line.at)
        self._heard = messages
        self.extend(news)
        return bool(news)

    def forget(self) -> None:
        """Nobody will come here any more."""
        if self._sheet is not None:
            with suppress(OSError):
                self._sheet.remove()

    def _read(self) -> Iterator[ChatMessage]:
        data = self._sheet and self._sheet.read()
        for line in (data or b"").splitlines():
            self._lines_kept += 1
            with suppress(msgspec.DecodeError, UnicodeDecodeError):  # torn, as a process ended
                yield msgspec.json.decode(line, type=ChatMessage)

    def _keep(self, message: ChatMessage, sheet: Document) -> None:
        self._lines_kept += 1
        if self._lines_kept > _MOST_KEPT:
            self._lines_kept = len(self)
            sheet.write(b"".join(map(_line, self)))
        else:
            sheet.add(_line(message))


def _line(message: ChatMessage) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def sanitize(text: str, most: int) -> str:
    """Words that are safe on everybody's screen: one line, no control characters, not too long."""
    shown = (" " if character.isspace() else character for character in text)
    kept = (
        character
        for character in shown
        if character == " " or unicodedata.category(character)[0] not in "CZ"
    )
    return " ".join("".join(kept).split())[:most].rstrip()
