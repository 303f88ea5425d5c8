"""Notices that processes over one folder pin there for each other.

Each process keeps a notice in the folder and a lock on it. The system lets go of the
lock when the process ends, however it ends; so a notice without a lock is of nobody,
and whoever finds it tidies it away.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from hako.engine.storage import locks
from hako.engine.storage.protocols import ANYTHING, ChangeNotifier

SUFFIX = ".here"


class PresenceFolder:
    """Our notice in a folder, and those of the other processes there."""

    def __init__(self, folder: Path, bell: ChangeNotifier | None = None) -> None:
        """Pin an empty notice. Raises OSError."""
        self._bell = bell
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._path, self._file, self._let_go = _pin(folder)
        self._read: dict[str, tuple[int, bytes]] = {}

    def publish(self, notice: bytes) -> None:
        """Replace our notice."""
        self._file.seek(0)
        self._file.write(notice)
        self._file.truncate()
        if self._bell is not None:
            self._bell.notify(ANYTHING)

    def others(self) -> Mapping[str, bytes]:
        """The notices of all other processes that live; one may be caught half-written."""
        paths = [path for path in self._folder.glob(f"*{SUFFIX}") if path != self._path]
        self._read = {path.name: notice for path in paths if (notice := self._look_at(path))}
        return {name: notice for name, (_, notice) in self._read.items()}

    def close(self) -> None:
        """Take our notice away."""
        self._let_go()
        self._file.close()
        self._path.unlink(missing_ok=True)

    def _look_at(self, path: Path) -> tuple[int, bytes] | None:
        """When the notice was written, in nanoseconds since 1970, and what it says."""
        before = self._read.get(path.name)
        try:
            with path.open("rb") as file:
                if let_go := locks.lock(path, file.fileno(), wait=False, shared=True):
                    _tidy(path, file)  # its process is gone
                    let_go()
                    return None
                written = os.fstat(file.fileno()).st_mtime_ns
                return before if before and before[0] == written else (written, file.read())
        except FileNotFoundError:
            return None


def _pin(folder: Path) -> tuple[Path, FileIO, locks.Release]:
    """A new locked file; tried again if somebody tidied it away before it was locked."""
    while True:
        path = folder / f"{os.getpid()}-{os.urandom(4).hex()}{SUFFIX}"
        file = FileIO(path, "x+", opener=_open_for_group)
        if (let_go := locks.lock(path, file.fileno(), wait=False)) and path.exists():
            return path, file, let_go
        file.close()


def _open_for_group(path: str, flags: int) -> int:
    """Accounts of their own over one folder share a group, and what its umask allows."""
    return os.open(path, flags, 0o660)


def _tidy(path: Path, file: BinaryIO) -> None:
    if sys.platform == "win32":
        file.close()  # what is open cannot be taken away there, and the lock is not on it
    with suppress(PermissionError):  # there, its process is just about to do it
        path.unlink(missing_ok=True)
