"""Append-only lists with a JSON line for each entry, safe for several processes.

A line that cannot be read is skipped and logged; the others stay readable.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar

import msgspec

from hako.engine.i18n.failure import Failure
from hako.engine.log.complete_lines import end_of
from hako.engine.log.save import Document
from hako.engine.log.storage_errors import Conflict

logger = logging.getLogger(__name__)

T = TypeVar("T")

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Exceptions of the decoder for lines that are not entries."""

COMPACTED_BYTES = 64 * 1024
"""Size below which a list is not compacted."""


class JsonLinesList(Generic[T]):
    """The entries of one document."""

    def __init__(self, document: Document, kind: Any) -> None:
        """Open the document; `kind` is the type of an entry. Raises StorageError."""
        self._name = document.name
        self._save = document.lines()
        self._decoder = msgspec.json.Decoder(kind)
        self._lines = 0

    def read_new(self) -> list[T]:
        """Return the entries that others added since the last read or write. Raises StorageError."""
        return self._decoded(self._save.read_new())

    def add(self, *entries: T) -> bool:
        """Append entries. False if others wrote first: read the new ones. Raises StorageError."""
        lines = b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries)
        try:
            self._save.append(lines)  # one write: each waits for the disk
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
                self._log_damage(error)
        return entries

    def _log_damage(self, error: Exception) -> None:
        from hako.engine.i18n import decode_errors

        reason = Failure("skipped_line", reason=decode_errors.reason(error))
        logger.warning("%s", Failure("in_line", file=self._name, line=self._lines, reason=reason))


def compact(document: Document, kind: Any, kept: Callable[[list[T]], Iterable[T]]) -> int:
    """Rewrite a list without outdated entries; return the number of lines that were dropped.

    `kind` is the type of an entry, `kept` selects the entries to keep. A line that cannot be read
    stays: a newer hako may have written it. Nothing is written if less than half would be dropped,
    or if another process wrote meanwhile. Only for a list that no other process has open. Raises
    StorageError.
    """
    before = document.read() or b""
    if len(before) < COMPACTED_BYTES:
        return 0
    lines = before[: end_of(before).size].removesuffix(b"\n").split(b"\n")
    entries, unread = _decode_readable(lines, msgspec.json.Decoder(kind))
    after = [*unread, *map(msgspec.json.encode, kept(entries))]
    if len(after) * 2 > len(lines) or not document.exchange(
        before, b"".join(map(_with_newline, after))
    ):
        return 0
    return len(lines) - len(after)


def _with_newline(line: bytes) -> bytes:
    return line + b"\n"


def _decode_readable(
    lines: Sequence[bytes], decoder: msgspec.json.Decoder[T]
) -> tuple[list[T], list[bytes]]:
    """Decode lines; return the entries, and the lines that cannot be read."""
    with suppress(*UNREADABLE):
        return decoder.decode_lines(b"\n".join(lines)), []
    entries, unread = [], []
    for line in lines:
        try:
            entries.append(decoder.decode(line))
        except UNREADABLE:
            unread.append(line)
    return entries, unread
