"""Presence files: notices that the processes over one folder publish for each other.

Each process has a file in the folder and holds a lock on it. The operating system releases the
lock when the process ends, however it ends. A file without a lock is stale, and the process that
finds it deletes it.
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


class ProcessNotices:
    """The notice of this process in a folder, and those of the other processes there."""

    def __init__(self, folder: Path, notifier: ChangeNotifier | None = None) -> None:
        """Create an empty notice. Raises OSError."""
        self._notifier = notifier
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._path, self._file, self._release = _create_notice(folder)
        self._read: dict[str, tuple[int, bytes]] = {}

    def publish(self, notice: bytes) -> None:
        """Replace the notice of this process."""
        self._file.seek(0)
        self._file.write(notice)
        self._file.truncate()
        if self._notifier is not None:
            self._notifier.notify(ANYTHING)

    def others(self) -> Mapping[str, bytes]:
        """The notices of all other running processes, by file name. One may be half-written."""
        paths = [path for path in self._folder.glob(f"*{SUFFIX}") if path != self._path]
        self._read = {path.name: notice for path in paths if (notice := self._read_notice(path))}
        return {name: notice for name, (_, notice) in self._read.items()}

    def close(self) -> None:
        """Remove the notice of this process."""
        self._release()
        self._file.close()
        self._path.unlink(missing_ok=True)

    def _read_notice(self, path: Path) -> tuple[int, bytes] | None:
        """The time at which a notice was written, in nanoseconds since 1970, and its content.

        None if its process has ended; then the file is deleted.
        """
        before = self._read.get(path.name)
        try:
            with path.open("rb") as file:
                if release := locks.lock(path, file.fileno(), wait=False, shared=True):
                    _delete_stale(path, file)  # its process has ended
                    release()
                    return None
                written = os.fstat(file.fileno()).st_mtime_ns
                return before if before and before[0] == written else (written, file.read())
        except FileNotFoundError:
            return None


def _create_notice(folder: Path) -> tuple[Path, FileIO, locks.Release]:
    """Create a locked file. Tries again if another process deleted it before it was locked."""
    while True:
        path = folder / f"{os.getpid()}-{os.urandom(4).hex()}{SUFFIX}"
        file = FileIO(path, "x+", opener=_open_for_group)
        if (release := locks.lock(path, file.fileno(), wait=False)) and path.exists():
            return path, file, release
        file.close()


def _open_for_group(path: str, flags: int) -> int:
    """Open a file that is writable for the group, for servers under several accounts."""
    return os.open(path, flags, 0o660)


def _delete_stale(path: Path, file: BinaryIO) -> None:
    if sys.platform == "win32":
        file.close()  # an open file cannot be deleted there, and the lock is not on it
    with suppress(PermissionError):  # on Windows: its process is just deleting it
        path.unlink(missing_ok=True)
