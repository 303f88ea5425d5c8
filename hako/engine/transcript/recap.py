"""Recaps: the events between two choices of a seat, as that seat may know them, by importance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.game import view
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.play import events, waiting
from hako.engine.transcript import leaders
from hako.engine.transcript.counters import changes
from hako.engine.transcript.sentences import rendered, whose

MOST = 7
"""The most events with a line of their own; the log has the others."""


When: TypeAlias = Literal["matters", "always", "never"]
"""The setting that says when a recap is shown automatically."""


class RecapItem(Struct, frozen=True):
    """A line of a recap."""

    sentence: str
    seat: Viewer = None
    """The seat that it is about; None for the table."""
    moment: int | None = None
    """The number of its position; None for a sum."""
    weight: int = 0
    """The importance; 0 needs no line of its own. See Event.matters."""


def since(
    table: History[Any], seat: Seat, texts: Catalogue, *, again: bool = False
) -> list[RecapItem]:
    """The recap of what others did since the seat's last choice; empty if they did nothing.

    With `again` the seat's own choices at the end are skipped, so that the last recap is repeated.

    The order: changes of the seat's counters, actions of others in the order of play, then scores
    and counters of the table.
    """
    path = table.path()
    while again and len(path) > 1 and path[-1].record.seat == seat:
        path.pop()
    last = max((at for at, moment in enumerate(path) if moment.record.seat == seat), default=0)
    others = [moment for moment in path[last + 1 :] if moment.record.seat is not None]
    if not others:
        return []
    weighty = [news for moment in others for news in _weighty(table, moment, seat, texts)]
    weightiest = sorted(weighty, key=attrgetter("weight"))[-MOST:]
    own, whole = _sums(table, (path[last].number, path[-1].number), seat, texts)
    more = [RecapItem(texts.text("since.more", count=len(weighty) - MOST))] * (len(weighty) > MOST)
    return [*own, *_story(table, others, seat, texts, weightiest), *more, *whole]


def is_due(news: Sequence[RecapItem], when: When) -> bool:
    """True if the recap is shown automatically."""
    match when:
        case "matters":
            return any(item.weight for item in news)
        case "always":
            return bool(news)
        case "never":
            return False


def _weighty(
    table: History[Any], moment: Position[Any], seat: Seat, texts: Catalogue
) -> Iterator[RecapItem]:
    """The events that name the seat or matter to all, and the changes of leaders."""
    record = moment.record.masked(seat)
    for event in events(record.then):
        named = texts.named(event)
        weight = event.matters + (seat in named)
        if weight and not event.quiet and not event.opens:
            chooser = record.seat if named <= {record.seat} else None
            # in a war the seats that roll and win differ from the one that chose
            actor = getattr(event, "seat", chooser)
            yield RecapItem(texts.render(event), actor, moment.number, weight)
    for lead in leaders.of_moment(table, moment, seat):
        yield RecapItem(
            leaders.lead_text(lead, texts), record.seat, moment.number, 1 + lead.concerns(seat)
        )


def _story(
    table: History[Any],
    others: Sequence[Position[Any]],
    seat: Seat,
    texts: Catalogue,
    items: Sequence[RecapItem],
) -> Iterator[RecapItem]:
    """The important items, with a line for each seat that chose before, between and after them."""
    deeds: dict[Viewer, list[tuple[str, int]]] = {}
    for moment in others:
        by_itself = [news for news in items if news.moment == moment.number]
        record = moment.record.masked(seat)
        sentences = (line.sentence for line in rendered(record, texts) if not line.opens)
        deed = next(sentences, None)
        if deed is not None and deed not in {news.sentence for news in by_itself}:
            deeds.setdefault(whose(table, moment), []).append((deed, moment.number))
        if by_itself:
            yield from _folded(deeds, texts)
            yield from by_itself
            deeds = {}
    yield from _folded(deeds, texts)


def _folded(
    deeds: Mapping[Viewer, Sequence[tuple[str, int]]], texts: Catalogue
) -> Iterator[RecapItem]:
    """A line for each seat with the sentences of its choices."""
    for seat, choices in deeds.items():
        runs = [(deed, len([*run])) for deed, run in groupby(deed for deed, _ in choices)]
        sentences = (
            deed if count == 1 else texts.text("since.times", deed=deed, count=count)
            for deed, count in runs
        )
        yield RecapItem(join_sentences(sentences), seat, choices[0][1])


def brought(table: History[Any], moment: Position[Any], texts: Catalogue) -> str:
    """A sentence about the results of a turn that ended with a position; empty while it goes on.

    It has the changes of the seat's counters and score in the turn; if none changed, its last
    action.
    """
    seat, before = moment.record.seat, moment.parent
    if seat is None or before is None or (seat in waiting(moment.state) and not _opens(moment)):
        return ""
    while not _opens(earlier := table.positions[before]) and earlier.record.seat == seat:
        assert earlier.parent is not None, "the first record has no seat"
        before = earlier.parent
    views = [view(table.game, table.positions[at].state, seat) for at in (before, moment.number)]
    counters = changes(*map(table.game.counters, views)).get(seat, {})
    was, now = (table.game.progress(state)[1][seat] for state in views)
    changed = {texts.term("figure", counter): change for counter, change in counters.items()}
    if was != now and (was, now) not in counters.values():
        changed[texts.text("since.score")] = was, now
    return next(iter(_sum("brought", changed, texts)), "") or _last_deed(
        table, moment, before, texts
    )


def _opens(moment: Position[Any]) -> bool:
    """True if another part of the game began in a record."""
    return any(event.opens for event in events(moment.record.then))


def _last_deed(table: History[Any], moment: Position[Any], before: int, texts: Catalogue) -> str:
    """The last sentence about the seat's actions after position `before`, up to a position."""
    seat = moment.record.seat
    while moment.number != before and moment.parent is not None:
        sentences = [
            line.sentence for line in rendered(moment.record.masked(seat), texts) if not line.opens
        ]
        if sentences:
            return texts.text("since.deed", deed=sentences[-1])
        moment = table.positions[moment.parent]
    return ""


def _sums(
    table: History[Any], moments: tuple[int, int], seat: Seat, texts: Catalogue
) -> tuple[list[RecapItem], list[RecapItem]]:
    """The changes between two positions: the seat's counters; the scores and the table's counters."""
    views = [table.view(seat, moment) for moment in moments]
    counters = changes(*map(table.game.counters, views))
    scores = (table.game.progress(state)[1] for state in views)
    race = {
        number: pair for number, pair in enumerate(zip(*scores, strict=True)) if pair[0] != pair[1]
    }
    own, prices = (
        _sum(key, counters.get(of, {}), texts) for key, of in (("own", seat), ("table", None))
    )
    return (
        [RecapItem(sentence, seat, weight=1) for sentence in own],
        [
            *(
                RecapItem(sentence, weight=int(seat in race))
                for sentence in _sum("race", race, texts)
            ),
            *map(RecapItem, prices),
        ],
    )


def _sum(key: str, changed: Mapping[Any, tuple[int, int]], texts: Catalogue) -> list[str]:
    """A sentence about changes in a list; an empty list without changes."""
    change_texts = {
        name: texts.text("since.change", before=was, now=now)
        for name, (was, now) in changed.items()
    }
    return [texts.text(f"since.{key}", changes=change_texts)] if change_texts else []
