"""The place that a log is written to, as its table knows it, and the errors of writing."""

from __future__ import annotations

from typing import Protocol

from hako.engine.i18n.failure import Failure


class StorageError(Failure, OSError):
    """A folder or file that cannot be written or read: which one, why, what would do."""


class Conflict(Exception):
    """Somebody else wrote first; read what is new and decide again."""


class Document(Protocol):
    """A list or a small document."""

    name: str
    """As errors call it."""

    def lines(self) -> Save:
        """It as a list that is added to like a log, made where there is none. Raises StoreFailed."""

    def read(self) -> bytes | None:
        """All that is in it; None where there is none. Raises StoreFailed."""

    def write(self, content: bytes) -> None:
        """Have this in it, wholly or not at all. Raises StoreFailed."""

    def exchange(self, before: bytes, after: bytes) -> bool:
        """Have this in it in the place of `before`; False where something else is in it.

        For a list that no other process reads or adds to. Raises StoreFailed.
        """

    def add(self, lines: bytes) -> None:
        """Put lines at its end, whoever else does so; they need not outlive a power cut.

        Raises StoreFailed.
        """

    def remove(self) -> None:
        """Do away with it. Raises StoreFailed."""

    def beside(self, ending: str) -> Document:
        """The one whose name ends with this, too."""


class Save(Protocol):
    """One log that can be added to."""

    name: str

    def append(self, line: bytes) -> None:
        """Add a line, or several, durably. Raises Conflict or StoreFailed; then nothing was added."""

    def read_new(self) -> bytes:
        """The whole lines that others added since we last read or wrote."""

    def beside(self, ending: str) -> Document | None:
        """What is kept of it under that ending and goes where it goes; None where nothing can be."""
