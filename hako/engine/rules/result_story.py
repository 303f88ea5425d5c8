"""Stories: the way in which a finished game came about, as tables of a few rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeAlias

from msgspec import Struct

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


class StoryBand(Struct, frozen=True):
    """A table of a story."""

    title: LazyText
    rows: tuple[StoryRow, ...]
    heads: tuple[StoryCell, ...] = ()
    """The heads of the columns; empty for none."""


Story: TypeAlias = Sequence[StoryBand]


def events_by_turn(moments: Sequence[StoryMoment[S]]) -> Iterator[tuple[int, Event[S]]]:
    """All events of a game, each with its turn."""
    for moment in moments:
        for event in moment.events:
            yield moment.turn, event
