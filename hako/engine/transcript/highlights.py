"""Highlights: important events, each with its causes and its immediate consequences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any

from msgspec import Struct

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.game import view
from hako.engine.rules.model import Event, Seat, Viewer
from hako.engine.rules.play import events
from hako.engine.transcript.recap import RecapItem

MOST = 7
"""The most sentences about consequences."""


class Highlight(Struct, frozen=True):
    """An important event as a viewer may know it."""

    event: RecapItem
    how: tuple[RecapItem, ...]
    """The causes; see Event.highlight."""
    after: tuple[RecapItem, ...]
    """The immediate consequences."""
    happened: Event[Any]
    """The event itself."""
    before: Any
    """The viewer's view of the state before it."""
    earlier: tuple[Event[Any], ...] = ()
    """The events of the same record before it."""

    @property
    def seats(self) -> frozenset[Seat]:
        """The seats that it is about."""
        return frozenset(item.seat for item in (self.event, *self.how) if item.seat is not None)

    @property
    def news(self) -> tuple[RecapItem, ...]:
        """All items in order."""
        return (self.event, *self.how, *self.after)


def highlights(
    table: History[Any], moment: Position[Any], viewer: Viewer, texts: Catalogue
) -> Iterator[Highlight]:
    """The highlights of a record."""
    is_highlight = [
        type(event).highlight is not Event.highlight for event in events(moment.record.then)
    ]
    if moment.parent is None or not any(is_highlight):
        return
    state = table.positions[moment.parent].state
    masked = [*events(moment.record.masked(viewer).then)]
    for at, event in enumerate(events(moment.record.then)):
        if is_highlight[at]:
            before = view(table.game, state, viewer)
            causes = masked[at].highlight(before)
            if causes:
                item = RecapItem(texts.render(masked[at]), getattr(event, "seat", None), weight=1)
                how = tuple(
                    RecapItem(texts.lazy_text(cause), cause.values.get("seat")) for cause in causes
                )
                after = tuple(_after(masked[at + 1 :], texts))
                yield Highlight(item, how, after, masked[at], before, tuple(masked[:at]))
        state = event.apply(state)


def _after(then: Iterable[Event[Any]], texts: Catalogue) -> Iterator[RecapItem]:
    """The items of the following events, up to the next part of the game."""
    part = takewhile(lambda event: not event.opens, then)
    items = [
        RecapItem(texts.render(event), getattr(event, "seat", None))
        for event in part
        if not event.quiet
    ]
    yield from items[:MOST]
    if len(items) > MOST:
        yield RecapItem(texts.text("since.more", count=len(items) - MOST))
