"""A position in the history of a game."""

from __future__ import annotations

from typing import Any, Generic

from msgspec import Struct

from hako.engine.log.log_format import Record
from hako.engine.rules.model import S
from hako.engine.rules.play import events

START = 0
"""Number of the first position with a choice: record 0 is the setup."""


class Position(Struct, Generic[S], frozen=True, gc=False):
    """A position in the history of a table: a record and the state after it."""

    number: int
    """Number of the record in the log."""
    parent: int | None
    """Number of the position before; other than number - 1 at the start of a branch."""
    ply: int
    """Number of records from the start of the game to this one, not counted itself."""
    record: Record[Any, Any]
    state: S

    def is_final(self) -> bool:
        """True if the record drew random numbers or revealed something to a seat."""
        return self.record.drew or any(event.reveals for event in events(self.record.then))
