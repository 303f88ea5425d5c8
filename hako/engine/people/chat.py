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

from hako.engine.log.store import open_unlinked

CHAT_LINES = 50

_LINES_IN_FILE = 4 * CHAT_LINES
"""With more it is written anew."""


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
            self._write_anew()
        else:
            self._write(self._file, [said], os.O_APPEND)

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
        if self._file is None:
            return
        with suppress(OSError), open(self._file, "rb", opener=open_unlinked) as file:
            for line in file:
                self._lines_in_file += 1
                with suppress(msgspec.DecodeError, UnicodeDecodeError):  # torn, as a process ended
                    yield msgspec.json.decode(line, type=Said)

    def _write_anew(self) -> None:
        """Beside it first: whoever is killed meanwhile leaves the old file."""
        if self._file is not None:
            draft = self._file.with_name(f".{self._file.name}.{os.getpid()}")
            with suppress(OSError):
                draft.unlink(missing_ok=True)
                if self._write(draft, self, os.O_EXCL):
                    draft.replace(self._file)

    def _write(self, path: Path | None, lines: Iterable[Said], how: int) -> bool:
        """Keep what was said; it is not worth a word where that cannot be."""
        if path is None:
            return False
        with suppress(OSError):
            path.parent.mkdir(exist_ok=True)
            descriptor = open_unlinked(str(path), os.O_WRONLY | os.O_CREAT | how, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.writelines(msgspec.json.encode(line) + b"\n" for line in lines)
            return True
        return False


def clean(text: str, most: int) -> str:
    """Words that are safe on everybody's screen: one line, no control characters, not too long."""
    shown = (" " if character.isspace() else character for character in text)
    kept = (
        character
        for character in shown
        if character == " " or unicodedata.category(character)[0] not in "CZ"
    )
    return " ".join("".join(kept).split())[:most].rstrip()
