"""What a house is kept in: logs, and lists and documents by their names; a folder, or a database.

`FolderStore` is the one everybody has. All names are paths, as in `tables/chat/NAME.jsonl`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias
from zlib import crc32

from hako.engine.log.records import Header
from hako.engine.log.save import Document, Save

FINISHED = "finished"
"""Where logs lie, within a store, that are not looked for any more."""

SaveVersion: TypeAlias = tuple[int, int]
"""How long a log is, and when it was written last, in nanoseconds; another one when it was added to."""


ANYTHING = 0
"""The tone of a bell that does not tell what was written."""


def topic_hash(name: str) -> int:
    """By this a bell tells of a log or list of that name: 32 bits, never ANYTHING.

    That of another one may be the same: it is a hint where to look first.
    """
    return crc32(name.encode()) or 1


class PresenceFiles(Protocol):
    """What the processes of a house tell each other; what one told is gone with it.

    All that is asked of it may raise OSError.
    """

    def publish(self, notice: bytes) -> None:
        """Replace our notice."""

    def others(self) -> Mapping[str, bytes]:
        """The notices of all other processes that live."""

    def close(self) -> None:
        """Take our notice away."""


class ChangeNotifier(Protocol):
    """What tells processes over one folder at once that one of them wrote; without, they look."""

    def notify(self, topic: int) -> None:
        """Something of that tone was written here."""

    def subscribe(self, listener: Callable[[int], object]) -> None:
        """Have this called with its tone when others wrote something."""


class Store(Protocol):
    """Logs by their names; all that is asked of it may raise StorageError."""

    def create(self, header: Header) -> Save:
        """A new log with its header; its name tells date, time and game."""

    def open(self, name: str) -> tuple[Save, bytes]:
        """A log with what is in it. Raises BadLog where there is none."""

    def header(self, name: str) -> Header:
        """The header of a log alone. Raises BadLog."""

    def is_empty(self, name: str) -> bool:
        """True if a log has no header yet: in this very moment it is being made."""

    def holds(self, name: str) -> bool:
        """True if there is that log."""

    def played(self, name: str) -> float:
        """When it was last added to, in seconds since 1970; 0 when it is gone."""

    def names(self) -> list[str]:
        """All logs, the one that was played last first."""

    def versions(self, suffix: str = ".hako") -> dict[str, SaveVersion]:
        """All logs, each with what changes when it is added to; none of them is opened.

        With another ending, what lies beside them.
        """

    def archive(self, name: str) -> None:
        """Move a log to the FINISHED ones."""

    def delete(self, name: str) -> None:
        """Do away with a log for good."""

    def clear(self) -> None:
        """Do away with all that is in it for good."""

    def within(self, name: str, mode: int | None = None) -> Store:
        """The store of that name in this one; where logs are files, `mode` is that of new ones."""

    def document(self, name: str, mode: int | None = None) -> Document:
        """A list or document; where it is a file, made for those whom `mode` says."""

    def board(self) -> PresenceFiles:
        """A place at the board of the processes over this store."""

    def subscribe(self, listener: Callable[[int], object]) -> None:
        """Have this called, in whatever thread, with the tone of what others wrote.

        Not all stores tell, nor of all that is written.
        """

    def things(self) -> dict[str, float]:
        """All that has a name, with when it was changed last, in seconds since 1970."""

    def stamp(self, name: str, changed: float) -> None:
        """Have something count as changed then."""

    def close(self) -> None:
        """Let go of what it is kept in; nothing is asked of it any more."""
