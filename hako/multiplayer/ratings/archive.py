"""A book of a house: what tables have to tell for good, an entry each, safe for several processes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from hako.engine.log.save import Document
from hako.engine.log.table import Table
from hako.engine.storage.registry import Registry
from hako.multiplayer.tables.summary import TableSummary

T = TypeVar("T")


class Archive(ABC, Generic[T]):
    """Append-only; each entry stands in it once, whichever process writes it."""

    def __init__(self, document: Document, kind: Any) -> None:
        """Read it; `kind` is the type of an entry. Raises StorageError."""
        self._list: Registry[T] = Registry(document, kind)
        self.poll()

    def poll(self) -> None:
        """Learn what other processes wrote. Raises StorageError."""
        self._learn(self._list.read_new())

    def enter(self, table: Table[Any]) -> None:
        """Write down what a table has to tell. Raises StorageError."""
        while news := [*self._news(table)]:
            if self._add(news):
                return

    def _write(self, entries: Sequence[T]) -> None:
        """Write these down, whatever others wrote. Raises StorageError."""
        while entries and not self._add(entries):
            pass

    def _add(self, entries: Sequence[T]) -> bool:
        """Write them down; False where others wrote first, which is known then."""
        is_added = self._list.add(*entries)
        self._learn(entries if is_added else self._list.read_new())
        return is_added

    @abstractmethod
    def lacks(self, table: TableSummary) -> bool:
        """Whether something is still to be written down of a table."""

    @abstractmethod
    def _news(self, table: Table[Any]) -> Iterable[T]:
        """What a table tells that is not written down yet."""

    @abstractmethod
    def _learn(self, entries: Iterable[T]) -> None:
        """Know what stands there."""
