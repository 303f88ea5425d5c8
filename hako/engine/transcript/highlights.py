"""Moments: events told as they happen, with how each came about and what followed from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any

from msgspec import Struct

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.table import Position, Table
from hako.engine.rules.game import view
from hako.engine.rules.model import Event, Viewer
from hako.engine.rules.play import events
from hako.engine.transcript.recap import RecapItem

MOST = 7
"""So many sentences are told of what followed."""


class Highlight(Struct, frozen=True):
    """A moment as a viewer may know it."""

    event: RecapItem
    how: tuple[RecapItem, ...]
    """How it came about; see Event.moment."""
    after: tuple[RecapItem, ...]
    """What followed at once."""

    @property
    def news(self) -> tuple[RecapItem, ...]:
        """All of it, in the order in which it is told."""
        return (self.event, *self.how, *self.after)


def highlights(
    table: Table[Any], moment: Position[Any], viewer: Viewer, texts: Catalogue
) -> Iterator[Highlight]:
    """What a record brought that is told by itself."""
    told_by_itself = [
        type(its).highlight is not Event.highlight for its in events(moment.record.then)
    ]
    if moment.parent is None or not any(told_by_itself):
        return
    state = table.positions[moment.parent].state
    masked = [*events(moment.record.masked(viewer).then)]
    for at, event in enumerate(events(moment.record.then)):
        if told_by_itself[at]:
            notes = masked[at].highlight(view(table.game, state, viewer))
            if notes:
                told = RecapItem(texts.render(masked[at]), getattr(event, "seat", None), weight=1)
                how = tuple(
                    RecapItem(texts.lazy_text(its), its.values.get("seat")) for its in notes
                )
                yield Highlight(told, how, tuple(_after(masked[at + 1 :], texts)))
        state = event.apply(state)


def _after(then: Iterable[Event[Any]], texts: Catalogue) -> Iterator[RecapItem]:
    """What followed, up to where another part of the game begins."""
    part = takewhile(lambda its: not its.opens, then)
    told = [
        RecapItem(texts.render(its), getattr(its, "seat", None)) for its in part if not its.quiet
    ]
    yield from told[:MOST]
    if len(told) > MOST:
        yield RecapItem(texts.text("since.more", count=len(told) - MOST))
