"""A list of a house: a JSON line for each entry, append-only, safe for several processes.

A line that cannot be read takes nothing with it.
"""

from __future__ import annotations

import logging
from typing import Any, Generic, TypeVar

import msgspec

from hako.engine.log.home import Conflict, Sheet
from hako.engine.words.failure import Failure

logger = logging.getLogger(__name__)

T = TypeVar("T")


class EntryList(Generic[T]):
    """The entries on one sheet."""

    def __init__(self, sheet: Sheet, kind: Any) -> None:
        """Take the sheet; `kind` is the type of an entry. Raises StoreFailed."""
        self._name = sheet.name
        self._save = sheet.lines()
        self._decoder = msgspec.json.Decoder(kind)
        self._lines = 0

    def read_new(self) -> list[T]:
        """The entries that others added since we last read or wrote. Raises StoreFailed."""
        return self._decoded(self._save.read_new())

    def add(self, *entries: T) -> bool:
        """Write them down; False where others wrote first: read what is new. Raises StoreFailed."""
        lines = b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries)
        try:
            self._save.append(lines)  # at once: each takes the disk its time
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
        logger.warning("%s", Failure("in_line", file=self._name, line=self._lines, reason=reason))
