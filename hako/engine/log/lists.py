"""A list of a house: a JSON line for each entry, append-only, safe for several processes.

No link to another file is followed, and a line that cannot be read takes nothing with it.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from hako.engine.log.store import Conflict, FileSave, failures, open_unlinked
from hako.engine.words.failure import Failure

logger = logging.getLogger(__name__)

T = TypeVar("T")


class EntryList(Generic[T]):
    """The entries in one file."""

    def __init__(self, path: Path, kind: Any, mode: int) -> None:
        """Take the file, or make it for those whom `mode` says, so far as the umask allows.

        `kind` is the type of an entry. Raises StoreFailed.
        """
        with failures(path):
            os.close(open_unlinked(str(path), os.O_CREAT | os.O_RDWR, mode))
        self._path = path
        self._file = FileSave(path, 0, open_unlinked)
        self._decoder = msgspec.json.Decoder(kind)
        self._lines = 0

    def read_new(self) -> list[T]:
        """The entries that others added since we last read or wrote. Raises StoreFailed."""
        return self._decoded(self._file.read_new())

    def add(self, *entries: T) -> bool:
        """Write them down; False where others wrote first: read what is new. Raises StoreFailed."""
        lines = b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries)
        try:
            self._file.append(lines)  # at once: each takes the disk its time
        except Conflict:
            return False
        self._lines += len(entries)
        return True

    def _decoded(self, data: bytes) -> list[T]:
        entries = []
        for line in data.split(b"\n")[:-1]:
            self._lines += 1
            try:
                entries.append(self._decoder.decode(line))
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                self._tell_of_damage(error)
        return entries

    def _tell_of_damage(self, error: Exception) -> None:
        from hako.engine.words import decoding  # needed by errors alone

        reason = Failure("skipped_line", reason=decoding.reason(error))
        logger.warning("%s", Failure("in_line", file=self._path, line=self._lines, reason=reason))
