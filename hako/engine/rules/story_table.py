"""Stories: the way in which a finished game came about, as tables of a few rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Generic, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Event, S, Seat

StoryCell: TypeAlias = tuple[LazyText | str | Seat, ...]
"""Texts, signs such as "+2", and the marks of seats, written one after the other."""


class StoryMoment(Struct, Generic[S], frozen=True):
    """A record of a game as all may know it."""

    turn: int
    """The turn or round in which it was played; see Game.progress."""
    before: S
    events: tuple[Event[S], ...]
    after: S


class StoryRow(Struct, frozen=True):
    """A row of a story."""

    label: LazyText | Seat
    """A text, or a seat, which is shown with its mark and name."""
    cells: tuple[StoryCell, ...]
    amounts: tuple[int, ...] = ()
    """In an account: the points or coins of each column but the last, which has their sum."""
    place: int = 0
    """The place of the seat, shown before it; 0 for none."""


class StoryBand(Struct, frozen=True):
    """A table of a story."""

    title: LazyText
    rows: tuple[StoryRow, ...]
    heads: tuple[StoryCell, ...] = ()
    """The heads of the columns; empty for none."""
    in_full: tuple[StoryRow, ...] = ()
    """The rows with names, for screens where all their columns stand beside each other."""

    @property
    def is_account(self) -> bool:
        """True if it says where the whole score of each seat came from."""
        return any(row.amounts for row in self.rows)

    def ranked(self, places: Sequence[int]) -> StoryBand:
        """The rows of an account in the order of the places of the seats, each with its place."""
        placed = (
            replace(row, place=places[row.label]) for row in self.rows if isinstance(row.label, int)
        )
        return replace(self, rows=tuple(sorted(placed, key=attrgetter("place"))))


Story: TypeAlias = Sequence[StoryBand]


def events_by_turn(moments: Sequence[StoryMoment[S]]) -> Iterator[tuple[int, Event[S]]]:
    """All events of a game, each with its turn."""
    for moment in moments:
        for event in moment.events:
            yield moment.turn, event
