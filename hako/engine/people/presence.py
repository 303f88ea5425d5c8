"""Presence: who is here and what is said, told between processes over one folder.

Each process keeps a notice in the folder and a lock on it. The system lets go of the
lock when the process ends, however it ends; so a notice without a lock is of nobody,
and whoever finds it tidies it away.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Mapping
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct

from hako.engine.log import locks
from hako.engine.log.store import failures
from hako.engine.people.chat import Said
from hako.engine.people.room import Visitor

SUFFIX = ".here"


class Notice(Struct, frozen=True):
    """What one process tells the others."""

    here: tuple[Visitor, ...] = ()
    """Everybody who came through it, once for each of their terminals."""
    at: Mapping[str, tuple[Visitor, ...]] = {}
    """By the name of a log: those who are at its table."""
    said: Mapping[str, tuple[Said, ...]] = {}
    """By the name of a log: what they said there lately."""


_DECODER = msgspec.json.Decoder(Notice)


class Presence:
    """Our notice in a folder, and those of the other processes there."""

    def __init__(self, folder: Path) -> None:
        """Pin an empty notice. Raises StoreFailed."""
        self._folder = folder
        with failures(folder):
            folder.mkdir(parents=True, exist_ok=True)
            self._path, self._file, self._let_go = _pin(folder)
        self._told = Notice()
        self._read: dict[Path, tuple[int, Notice]] = {}

    def tell(self, notice: Notice) -> None:
        """Replace our notice. Raises StoreFailed."""
        if notice == self._told:
            return
        data = msgspec.json.encode(notice)
        with failures(self._path):
            _write(self._file, data)
        self._told = notice

    def others(self) -> list[Notice]:
        """The notices of all other processes that live. Raises StoreFailed."""
        with failures(self._folder):
            paths = [path for path in self._folder.glob(f"*{SUFFIX}") if path != self._path]
            self._read = {path: found for path in paths if (found := self._look_at(path))}
        return [notice for _, notice in self._read.values()]

    def close(self) -> None:
        """Take our notice away."""
        self._let_go()
        self._file.close()
        self._path.unlink(missing_ok=True)

    def _look_at(self, path: Path) -> tuple[int, Notice] | None:
        """When the notice was written, in nanoseconds since 1970, and what it says."""
        before = self._read.get(path)
        try:
            with path.open("rb") as file:
                if let_go := locks.lock(path, file.fileno(), wait=False, shared=True):
                    _tidy(path, file)  # its process is gone
                    let_go()
                    return None
                written = os.fstat(file.fileno()).st_mtime_ns
                if before is not None and before[0] == written:
                    return before
                data = file.read()
        except FileNotFoundError:
            return None
        try:
            return written, _DECODER.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return before  # caught in the middle of being written


def _pin(folder: Path) -> tuple[Path, FileIO, locks.LetGo]:
    """A new locked file; tried again if somebody tidied it away before it was locked."""
    while True:
        path = folder / f"{os.getpid()}-{secrets.token_hex(4)}{SUFFIX}"
        file = FileIO(path, "x+", opener=_open_for_group)
        if (let_go := locks.lock(path, file.fileno(), wait=False)) and path.exists():
            _write(file, msgspec.json.encode(Notice()))
            return path, file, let_go
        file.close()


def _open_for_group(path: str, flags: int) -> int:
    """Accounts of their own over one folder share a group, and what its umask allows."""
    return os.open(path, flags, 0o660)


def _write(file: FileIO, data: bytes) -> None:
    file.seek(0)
    file.write(data)
    file.truncate()


def _tidy(path: Path, file: BinaryIO) -> None:
    if sys.platform == "win32":
        file.close()  # what is open cannot be taken away there, and the lock is not on it
    with suppress(PermissionError):  # there, its process is just about to do it
        path.unlink(missing_ok=True)
