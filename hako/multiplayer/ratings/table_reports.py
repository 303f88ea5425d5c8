"""Archive: append-only list of what tables report for good, safe for several processes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from hako.engine.log.save import Document
from hako.engine.storage.json_lines_list import JsonLinesList
from hako.multiplayer.tables.summary import TableSummary
from hako.multiplayer.tables.table import SharedTable

T = TypeVar("T")


class TableReports(ABC, Generic[T]):
    """Append-only list with each entry once, whichever process writes it."""

    def __init__(self, document: Document, kind: Any) -> None:
        """Read the list; `kind` is the type of an entry. Raises StorageError."""
        self._list: JsonLinesList[T] = JsonLinesList(document, kind)
        self.poll()

    def poll(self) -> None:
        """Read what other processes wrote. Raises StorageError."""
        self._learn(self._list.read_new())

    def enter(self, table: SharedTable[Any]) -> None:
        """Append the new entries of a table. Raises StorageError."""
        while entries := [*self._news(table)]:
            if self._add(entries):
                return

    def _write(self, entries: Sequence[T]) -> None:
        """Append entries, even if other processes write. Raises StorageError."""
        while entries and not self._add(entries):
            pass

    def _add(self, entries: Sequence[T]) -> bool:
        """Append entries; returns False if other processes wrote first, and reads their entries."""
        is_added = self._list.add(*entries)
        self._learn(entries if is_added else self._list.read_new())
        return is_added

    @abstractmethod
    def lacks(self, table: TableSummary) -> bool:
        """True if a table has entries that are not stored yet."""

    @abstractmethod
    def _news(self, table: SharedTable[Any]) -> Iterable[T]:
        """Entries of a table that are not stored yet."""

    @abstractmethod
    def _learn(self, entries: Iterable[T]) -> None:
        """Take in stored entries."""
