"""A list of a house: a JSON line for each entry, append-only, safe for several processes.

A line that cannot be read takes nothing with it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar

import msgspec

from hako.engine.i18n.failure import Failure
from hako.engine.log.ends import end_of
from hako.engine.log.save import Conflict, Document

logger = logging.getLogger(__name__)

T = TypeVar("T")

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Raised by a decoder for lines that are no entries."""

COMPACTED_BYTES = 64 * 1024
"""A shorter list is not worth being compacted."""


class Registry(Generic[T]):
    """The entries on one sheet."""

    def __init__(self, sheet: Document, kind: Any) -> None:
        """Take the sheet; `kind` is the type of an entry. Raises StorageError."""
        self._name = sheet.name
        self._save = sheet.lines()
        self._decoder = msgspec.json.Decoder(kind)
        self._lines = 0

    def read_new(self) -> list[T]:
        """The entries that others added since we last read or wrote. Raises StorageError."""
        return self._decoded(self._save.read_new())

    def add(self, *entries: T) -> bool:
        """Write them down; False where others wrote first: read what is new. Raises StorageError."""
        lines = b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries)
        try:
            self._save.append(lines)  # at once: each takes the disk its time
        except Conflict:
            return False
        self._lines += len(entries)
        return True

    def _decoded(self, data: bytes) -> list[T]:
        whole = data[: data.rfind(b"\n") + 1]
        with suppress(*UNREADABLE):
            entries: list[T] = self._decoder.decode_lines(whole)
            self._lines += len(entries)
            return entries
        entries = []
        for line in whole.split(b"\n")[:-1]:
            self._lines += 1
            try:
                entries.append(self._decoder.decode(line))
            except UNREADABLE as error:
                self._tell_of_damage(error)
        return entries

    def _tell_of_damage(self, error: Exception) -> None:
        from hako.engine.i18n import decode_errors as decoding

        reason = Failure("skipped_line", reason=decoding.reason(error))
        logger.warning("%s", Failure("in_line", file=self._name, line=self._lines, reason=reason))


def compact(sheet: Document, kind: Any, kept: Callable[[list[T]], Iterable[T]]) -> int:
    """Write a list anew without what no longer counts; the number of lines that are dropped.

    `kind` is the type of an entry, `kept` gives the entries that still count. A line that cannot
    be read stays: it may be of a newer hako. Nothing is written where less than half is dropped,
    nor where somebody else writes meanwhile. Only for a list that no other process has open.
    Raises StorageError.
    """
    before = sheet.read() or b""
    if len(before) < COMPACTED_BYTES:
        return 0
    lines = before[: end_of(before).size].removesuffix(b"\n").split(b"\n")
    entries, unread = _sorted_out(lines, msgspec.json.Decoder(kind))
    after = [*unread, *map(msgspec.json.encode, kept(entries))]
    if len(after) * 2 > len(lines) or not sheet.exchange(before, b"".join(map(_ended, after))):
        return 0
    return len(lines) - len(after)


def _ended(line: bytes) -> bytes:
    return line + b"\n"


def _sorted_out(
    lines: Sequence[bytes], decoder: msgspec.json.Decoder[T]
) -> tuple[list[T], list[bytes]]:
    """The entries of these lines, and the lines that are none."""
    with suppress(*UNREADABLE):
        return decoder.decode_lines(b"\n".join(lines)), []
    entries, unread = [], []
    for line in lines:
        try:
            entries.append(decoder.decode(line))
        except UNREADABLE:
            unread.append(line)
    return entries, unread
