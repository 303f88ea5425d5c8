"""The events of a record as a viewer may see them, each with the views before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, takewhile
from typing import Any

from msgspec import Struct

from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.model import Event, Hidden, Seat, Viewer
from hako.engine.rules.play import events

UNSEEN = (Hidden, LookupError, ValueError, TypeError, AssertionError)
"""The errors of an event that is applied to a view and needs what the view hides."""


class SeenEvent(Struct, frozen=True):
    """A masked event between two masked states."""

    event: Event[Any]
    before: Any
    after: Any


def after_own_choice(table: History[Any], position: Position[Any], seat: Seat) -> Any:
    """The view of a seat right after its own choice, before what follows by itself; before those of others.

    That is what its screen has shown it as its own: a purchase, but not the prices of the next round.
    """
    assert position.parent is not None, "a record that follows another has a parent"
    before = table.view_at(table.positions[position.parent], seat)
    if position.record.seat != seat:
        return before
    count = own_events(position, seat)
    chosen = [*islice(seen_events(table, position, seat), count)]
    if len(chosen) < count:
        return table.view_at(position, seat)
    return chosen[-1].after if chosen else before


def own_events(position: Position[Any], seat: Seat) -> int:
    """The number of events with which a record begins that are a seat's own choice itself.

    They are those of its first step, and what follows from them for the seat alone.
    """
    record = position.record
    if record.seat != seat:
        return 0
    own = takewhile(
        lambda event: getattr(event, "seat", None) == seat and not event.opens, events(record.then)
    )
    return max(len([*own]), len([*events(record.then[:1])]))


def seen_events(
    table: History[Any], position: Position[Any], viewer: Viewer
) -> Iterator[SeenEvent]:
    """The masked events of a position's record, each applied to the view after the one before.

    So all follows from what the viewer knows. It ends at an event that needs what they do not.
    """
    assert position.parent is not None, "a record that follows another has a parent"
    before = table.view_at(table.positions[position.parent], viewer)
    for event in events(position.record.masked(viewer).then):
        try:
            after = event.apply(before)
        except UNSEEN:
            return
        yield SeenEvent(event, before, after)
        before = after
