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
from pathlib import Path

import msgspec
from msgspec import Struct

from hako.engine.log.store import failures
from hako.engine.people.room import Said, Visitor

if sys.platform != "win32":
    import fcntl

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
            self._path, self._descriptor = _pin(folder)
        self._told = Notice()
        self._read: dict[Path, tuple[int, Notice]] = {}

    def tell(self, notice: Notice) -> None:
        """Replace our notice. Raises StoreFailed."""
        if notice == self._told:
            return
        data = msgspec.json.encode(notice)
        with failures(self._path):
            os.pwrite(self._descriptor, data, 0)
            os.ftruncate(self._descriptor, len(data))
        self._told = notice

    def others(self) -> list[Notice]:
        """The notices of all other processes that live. Raises StoreFailed."""
        with failures(self._folder):
            paths = [path for path in self._folder.glob(f"*{SUFFIX}") if path != self._path]
            self._read = {path: found for path in paths if (found := self._look_at(path))}
        return [notice for _, notice in self._read.values()]

    def close(self) -> None:
        """Take our notice away."""
        self._path.unlink(missing_ok=True)
        os.close(self._descriptor)

    def _look_at(self, path: Path) -> tuple[int, Notice] | None:
        """When the notice was written, in nanoseconds since 1970, and what it says."""
        before = self._read.get(path)
        try:
            with path.open("rb") as file:
                if _lock(file.fileno(), shared=True):
                    path.unlink()  # its process is gone
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


def _pin(folder: Path) -> tuple[Path, int]:
    """A new locked file; tried again if somebody tidied it away before it was locked."""
    while True:
        path = folder / f"{os.getpid()}-{secrets.token_hex(4)}{SUFFIX}"
        # accounts of their own over one folder share a group, and what its umask allows
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o660)
        if _lock(descriptor) and path.exists():
            os.pwrite(descriptor, msgspec.json.encode(Notice()), 0)
            return path, descriptor
        os.close(descriptor)


def _lock(descriptor: int, *, shared: bool = False) -> bool:
    if sys.platform == "win32":
        return not shared  # several processes over one folder are a matter for servers
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
