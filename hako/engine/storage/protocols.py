"""Protocols of storage: logs, lists and documents by their names, in a folder or a database.

`FolderStore` is the default. All names are paths, as in `tables/chat/NAME.jsonl`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias
from zlib import crc32

from hako.engine.log.header import Header
from hako.engine.log.save import Document, Save

FINISHED = "finished"
"""Name of the store, within a store, for archived logs."""

SaveVersion: TypeAlias = tuple[int, int]
"""The size of a log and the time of its last write in nanoseconds; changes with each append."""


ANYTHING = 0
"""The topic of a notification that does not say what was written."""


def topic_hash(name: str) -> int:
    """The topic of notifications about a log or list of that name: 32 bits, never ANYTHING.

    Topics may collide: they are only hints about what to read first.
    """
    return crc32(name.encode()) or 1


class PresenceFiles(Protocol):
    """Notices that the processes of a server publish for each other; they end with their process.

    All methods may raise OSError.
    """

    def publish(self, notice: bytes) -> None:
        """Replace the notice of this process."""

    def others(self) -> Mapping[str, bytes]:
        """The notices of all other running processes, by name."""

    def close(self) -> None:
        """Remove the notice of this process."""


class ChangeNotifier(Protocol):
    """Notifications between processes over one store about writes; without it they poll."""

    def notify(self, topic: int) -> None:
        """Tell other processes that something of that topic was written."""

    def subscribe(self, listener: Callable[[int], object]) -> None:
        """Call the listener with the topic when others have written something."""


class Store(Protocol):
    """Logs and documents by their names. All methods may raise StorageError."""

    def create(self, header: Header) -> Save:
        """Create a log with its header; its name consists of date, time and game."""

    def open(self, name: str) -> tuple[Save, bytes]:
        """Open a log; return it with its content. Raises BadLog if it does not exist."""

    def header(self, name: str) -> Header:
        """The header of a log alone. Raises BadLog."""

    def holds(self, name: str) -> bool:
        """True if the log exists."""

    def played(self, name: str) -> float:
        """Time of the log's last append, in seconds since 1970; 0 if it does not exist."""

    def names(self) -> list[str]:
        """The names of all logs, the last played first."""

    def versions(self, suffix: str = ".hako") -> dict[str, SaveVersion]:
        """The versions of all logs by name, without opening them.

        With another suffix those of the documents beside the logs.
        """

    def archive(self, name: str) -> None:
        """Move a log to the FINISHED ones."""

    def delete(self, name: str) -> None:
        """Delete a log for good."""

    def clear(self) -> None:
        """Delete everything in the store for good."""

    def within(self, name: str, mode: int | None = None) -> Store:
        """The store of that name within this one; `mode` is the file mode of its new logs."""

    def document(self, name: str, mode: int | None = None) -> Document:
        """The list or document of that name; `mode` is the file mode if it is created."""

    def presence(self) -> PresenceFiles:
        """Join the processes that use this store and publish notices there."""

    def subscribe(self, listener: Callable[[int], object]) -> None:
        """Call the listener, in any thread, with the topic of what others wrote.

        Not all stores notify, nor about all writes.
        """

    def things(self) -> dict[str, float]:
        """The names of everything in the store, with the times of last change in seconds since 1970."""

    def stamp(self, name: str, changed: float) -> None:
        """Set the time of last change of a log or document."""

    def close(self) -> None:
        """Release all resources; the store must not be used afterwards."""
