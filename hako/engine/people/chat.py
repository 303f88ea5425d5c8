"""What is said at a table: the last lines, kept beside its log and never in it."""

from __future__ import annotations

import os
import unicodedata
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

CHAT_LINES = 50

_LINES_IN_FILE = 4 * CHAT_LINES
"""With more it is written anew."""


_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
"""Where others may write in the folder, a link could lead to any file; Windows has no such flag."""


class Said(Struct, frozen=True):
    """A line of chat."""

    name: str
    text: str
    at: float
    """Seconds since 1970."""
    guest: bool = False
    """The name proves nothing."""


class Chat(deque[Said]):
    """The lines said last, also by others; in a file for its owner's eyes, where there is one."""

    def __init__(self, file: Path | None = None) -> None:
        super().__init__(maxlen=CHAT_LINES)
        self.here: deque[Said] = deque(maxlen=CHAT_LINES)
        """What of it was said through this process."""
        self._heard: frozenset[Said] = frozenset()
        self._file = file
        self._lines_in_file = 0
        self.extend(self._read())

    def add(self, said: Said) -> None:
        """Somebody said something through this process."""
        self.append(said)
        self.here.append(said)
        self._lines_in_file += 1
        if self._lines_in_file > _LINES_IN_FILE:
            self._lines_in_file = len(self)
            self._write(self, os.O_TRUNC)
        else:
            self._write([said], os.O_APPEND)

    def hear(self, said: frozenset[Said]) -> bool:
        """Take in what was said lately through other processes; whether any of it is new."""
        news = sorted(said - self._heard - {*self}, key=lambda line: line.at)
        self._heard = said
        self.extend(news)
        return bool(news)

    def forget(self) -> None:
        """Nobody will come here any more."""
        if self._file is not None:
            with suppress(OSError):
                self._file.unlink(missing_ok=True)

    def _read(self) -> Iterator[Said]:
        with suppress(OSError):
            lines = b"" if self._file is None else self._file.read_bytes()
            for line in lines.splitlines():
                self._lines_in_file += 1
                with suppress(msgspec.DecodeError, UnicodeDecodeError):  # torn, as a process ended
                    yield msgspec.json.decode(line, type=Said)

    def _write(self, lines: Iterable[Said], how: int) -> None:
        """Keep what was said; it is not worth a word where that cannot be."""
        if self._file is None:
            return
        with suppress(OSError):
            self._file.parent.mkdir(exist_ok=True)
            descriptor = os.open(self._file, os.O_WRONLY | os.O_CREAT | _NO_LINK | how, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.writelines(msgspec.json.encode(line) + b"\n" for line in lines)


def clean(text: str, most: int) -> str:
    """Words that are safe on everybody's screen: one line, no control characters, not too long."""
    shown = (" " if character.isspace() else character for character in text)
    kept = (
        character
        for character in shown
        if character == " " or unicodedata.category(character)[0] not in "CZ"
    )
    return " ".join("".join(kept).split())[:most].rstrip()
