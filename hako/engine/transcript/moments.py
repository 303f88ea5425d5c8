"""Moments: events told as they happen, with how each came about and what followed from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any

from msgspec import Struct

from hako.engine.log.table import Moment, Table
from hako.engine.rules.game import view
from hako.engine.rules.play import events
from hako.engine.rules.vocabulary import Event, Viewer
from hako.engine.transcript.since import News
from hako.engine.words.text import Texts

MOST = 7
"""So many sentences are told of what followed."""


class Passing(Struct, frozen=True):
    """A moment as a viewer may know it."""

    event: News
    how: tuple[News, ...]
    """How it came about; see Event.moment."""
    after: tuple[News, ...]
    """What followed at once."""

    @property
    def news(self) -> tuple[News, ...]:
        """All of it, in the order in which it is told."""
        return (self.event, *self.how, *self.after)


def passing(
    table: Table[Any], moment: Moment[Any], viewer: Viewer, texts: Texts
) -> Iterator[Passing]:
    """What a record brought that is told by itself."""
    told_by_itself = [type(its).moment is not Event.moment for its in events(moment.record.then)]
    if moment.parent is None or not any(told_by_itself):
        return
    state = table.moments[moment.parent].state
    masked = [*events(moment.record.masked(viewer).then)]
    for at, event in enumerate(events(moment.record.then)):
        if told_by_itself[at]:
            notes = masked[at].moment(view(table.game, state, viewer))
            if notes:
                told = News(texts.tell(masked[at]), getattr(event, "seat", None), weight=1)
                how = tuple(News(texts.note(its), its.values.get("seat")) for its in notes)
                yield Passing(told, how, tuple(_after(masked[at + 1 :], texts)))
        state = event.apply(state)


def _after(then: Iterable[Event[Any]], texts: Texts) -> Iterator[News]:
    """What followed, up to where another part of the game begins."""
    part = takewhile(lambda its: not its.opens, then)
    told = [News(texts.tell(its), getattr(its, "seat", None)) for its in part if not its.quiet]
    yield from told[:MOST]
    if len(told) > MOST:
        yield News(texts.say("since.more", count=len(told) - MOST))
