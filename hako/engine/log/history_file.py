"""The file of a history: where its lines are written, and how many there are."""

from __future__ import annotations

from collections.abc import Iterator

from hako.engine.log.log_format import BadLog
from hako.engine.log.save import Save
from hako.engine.log.storage_errors import StorageError


class HistoryFile:
    """The lines of one log: appended by this process, and read if other processes append."""

    def __init__(self, save: Save | None) -> None:
        """Begin after the header. A log without a save is kept in memory alone."""
        self.save = save
        self.lines = 1
        """Number of lines that were read or written."""
        self.damage: BadLog | None = None
        """The error of an unreadable line from another process, after which nothing can be written."""

    @property
    def name(self) -> str:
        """Name of the log in errors."""
        return self.save.name if self.save else "the log"

    def append(self, lines: bytes) -> None:
        """Append lines durably. Raises Conflict or StorageError; then nothing was added."""
        if self.damage is not None:
            raise StorageError("because", reason=self.damage)
        if self.save is not None:
            self.save.append(lines)

    def new_lines(self) -> Iterator[bytes]:
        """The lines that other processes appended. Raises BadLog after one that was unreadable."""
        if self.damage is not None:
            raise self.damage
        if self.save is not None:
            yield from self.save.read_new().split(b"\n")[:-1]
