"""The positions of a history, and the branches that they form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic

from msgspec import Struct

from hako.engine.log.records import Record
from hako.engine.rules.model import S, Seat
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


class Branches(Generic[S]):
    """All positions of a history, of which undo removes none, and the current one."""

    def __init__(self) -> None:
        self.positions: list[Position[S]] = []
        self.head = -1
        """Number of the current position; -1 before the first one."""
        self._next: dict[int, tuple[int, Seat | None]] = {}
        """For redo, by the number of a position: the next position that was undone, and by whom."""

    def add(self, record: Record[Any, Any], state: S) -> Position[S]:
        """Add a position after the current one, and go there."""
        number = len(self.positions)
        parent, ply = (self.head, self.positions[self.head].ply + 1) if number else (None, START)
        position = Position(number, parent, ply, record, state)
        self.positions.append(position)
        self.head = number
        return position

    def back_from(self, number: int | None) -> Iterator[Position[S]]:
        """The positions from this one back to the start."""
        while number is not None and number >= START:
            yield self.positions[number]
            number = self.positions[number].parent

    def go(self, number: int, by: Seat | None) -> None:
        """Go to a position, so that a redo of `by` leads back to the current one."""
        left, goal = self.head, number
        while left != goal:  # up both branches to their fork: a parent has the lower number
            if left < goal:
                goal = self._parent(goal)
            else:
                later, left = left, self._parent(left)
                self._next[left] = later, by
        self.head = number

    def undone(self, number: int) -> tuple[int | None, Seat | None]:
        """The position that was undone to this one last, and the seat that did; None for none."""
        return self._next.get(number, (None, None))

    def horizon(self, by: Seat) -> int:
        """The earliest position to which only choices of `by` lead back that revealed nothing."""
        for position in self.back_from(self.head):
            if position.record.seat != by or position.is_final():
                return position.number
        return START

    def _parent(self, number: int) -> int:
        parent = self.positions[number].parent
        assert parent is not None, "nothing is before the start"
        return parent
