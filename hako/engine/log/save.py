"""Protocols for the storage of one log or document."""

from __future__ import annotations

from typing import Protocol


class Document(Protocol):
    """A list of lines or a small document, stored under a name."""

    name: str
    """Name used in errors."""

    def lines(self) -> Save:
        """Open it as a list that lines are appended to; create it if missing. Raises StorageError."""

    def read(self) -> bytes | None:
        """Return the whole content; None if it does not exist. Raises StorageError."""

    def write(self, content: bytes) -> None:
        """Replace the content atomically. Raises StorageError."""

    def exchange(self, before: bytes, after: bytes) -> bool:
        """Replace the content `before` by `after`; False if the content is not `before`.

        Only for a list that no other process has open. Raises StorageError.
        """

    def add(self, lines: bytes) -> None:
        """Append lines, also while other processes append. They may be lost in a power failure.

        Raises StorageError.
        """

    def remove(self) -> None:
        """Delete it. Raises StorageError."""

    def beside(self, ending: str) -> Document:
        """The document with the same name plus this ending."""


class Save(Protocol):
    """A log that lines can be appended to."""

    name: str

    def append(self, line: bytes) -> None:
        """Append one or more lines durably. If Conflict or StorageError is raised, nothing was added."""

    def read_new(self) -> bytes:
        """Return the complete lines that others added since this object last read or wrote."""

    def beside(self, ending: str) -> Document | None:
        """The document stored beside the log under that ending and moved together with it.

        None if this kind of save cannot have one.
        """
