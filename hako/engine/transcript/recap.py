"""Since: what happened between two choices of a seat, as that seat may know it, folded by weight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.table import Position, Table
from hako.engine.rules.game import view
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.play import events, waiting
from hako.engine.transcript import leaders as leads
from hako.engine.transcript.counters import changes
from hako.engine.transcript.sentences import rendered, whose

MOST = 7
"""So many events are told in a line of their own; the log has the others."""


When: TypeAlias = Literal["matters", "always", "never"]
"""When a player is told it without asking."""


class RecapItem(Struct, frozen=True):
    """A line of it."""

    sentence: str
    seat: Viewer = None
    """Whose it is; None for the table's."""
    moment: int | None = None
    """Where it happened; None for a sum of all that did."""
    weight: int = 0
    """0 for what need not be told by itself; see Event.matters."""


def since(
    table: Table[Any], seat: Seat, texts: Catalogue, *, again: bool = False
) -> list[RecapItem]:
    """What others did since the seat chose last; nothing, if they did nothing.

    Or `again` what they did last, whatever the seat has chosen after it.

    First what became of the seat, then what the others did, in the order in which it happened,
    then the race and the figures of the table.
    """
    path = table.path()
    while again and len(path) > 1 and path[-1].record.seat == seat:
        path.pop()
    last = max((at for at, its in enumerate(path) if its.record.seat == seat), default=0)
    others = [its for its in path[last + 1 :] if its.record.seat is not None]
    if not others:
        return []
    weighty = [news for moment in others for news in _weighty(table, moment, seat, texts)]
    told = sorted(weighty, key=attrgetter("weight"))[-MOST:]
    own, whole = _sums(table, (path[last].number, path[-1].number), seat, texts)
    more = [RecapItem(texts.text("since.more", count=len(weighty) - MOST))] * (len(weighty) > MOST)
    return [*own, *_story(table, others, seat, texts, told), *more, *whole]


def is_due(news: Sequence[RecapItem], when: When) -> bool:
    """Whether it is told unasked."""
    match when:
        case "matters":
            return any(each.weight for each in news)
        case "always":
            return bool(news)
        case "never":
            return False


def _weighty(
    table: Table[Any], moment: Position[Any], seat: Seat, texts: Catalogue
) -> Iterator[RecapItem]:
    """The events that name the seat, or matter to all, and the leads that were changed."""
    record = moment.record.masked(seat)
    for event in events(record.then):
        named = texts.named(event)
        weight = event.matters + (seat in named)
        if weight and not event.quiet and not event.opens:
            who_chose = record.seat if named <= {record.seat} else None
            who = getattr(event, "seat", who_chose)  # in a war others roll and win than who chose
            yield RecapItem(texts.render(event), who, moment.number, weight)
    for lead in leads.of_moment(table, moment, seat):
        yield RecapItem(
            leads.told(lead, texts), record.seat, moment.number, 1 + lead.concerns(seat)
        )


def _story(
    table: Table[Any],
    others: Sequence[Position[Any]],
    seat: Seat,
    texts: Catalogue,
    told: Sequence[RecapItem],
) -> Iterator[RecapItem]:
    """What is told by itself, and before and after it a line for each of those who chose."""
    deeds: dict[Viewer, list[tuple[str, int]]] = {}
    for moment in others:
        by_itself = [news for news in told if news.moment == moment.number]
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
    """A line for each seat: what each choice was, in a sentence."""
    for who, its in deeds.items():
        runs = [(deed, len([*run])) for deed, run in groupby(deed for deed, _ in its)]
        told = (
            deed if count == 1 else texts.text("since.times", deed=deed, count=count)
            for deed, count in runs
        )
        yield RecapItem(" ".join(told), who, its[0][1])


def brought(table: Table[Any], moment: Position[Any], texts: Catalogue) -> str:
    """What a seat's turn brought it, once a moment has ended it; empty while it goes on.

    How its figures and its score changed since another chose; what it did last, if none did.
    """
    seat, before = moment.record.seat, moment.parent
    if seat is None or before is None or (seat in waiting(moment.state) and not _opens(moment)):
        return ""
    while not _opens(its := table.positions[before]) and its.record.seat == seat:
        assert its.parent is not None, "nobody chose what the game begins with"
        before = its.parent
    views = [view(table.game, table.positions[at].state, seat) for at in (before, moment.number)]
    figures = changes(*map(table.game.counters, views)).get(seat, {})
    was, now = (table.game.progress(its)[1][seat] for its in views)
    told = {texts.term("figure", figure): change for figure, change in figures.items()}
    if was != now and (was, now) not in figures.values():
        told[texts.text("since.score")] = was, now
    return next(iter(_sum("brought", told, texts)), "") or _last_deed(table, moment, before, texts)


def _opens(moment: Position[Any]) -> bool:
    """Whether another part of the game began in a record."""
    return any(event.opens for event in events(moment.record.then))


def _last_deed(table: Table[Any], moment: Position[Any], before: int, texts: Catalogue) -> str:
    """What came of the last thing that its seat did up to a moment, but after `before`."""
    seat = moment.record.seat
    while moment.number != before and moment.parent is not None:
        told = [
            its.sentence for its in rendered(moment.record.masked(seat), texts) if not its.opens
        ]
        if told:
            return texts.text("since.deed", deed=told[-1])
        moment = table.positions[moment.parent]
    return ""


def _sums(
    table: Table[Any], moments: tuple[int, int], seat: Seat, texts: Catalogue
) -> tuple[list[RecapItem], list[RecapItem]]:
    """How figures changed between two moments: those of the seat, the race with those of the table."""
    views = [table.view(seat, moment) for moment in moments]
    figures = changes(*map(table.game.counters, views))
    scores = (table.game.progress(its)[1] for its in views)
    race = {who: its for who, its in enumerate(zip(*scores, strict=True)) if its[0] != its[1]}
    own, prices = (
        _sum(key, figures.get(of, {}), texts) for key, of in (("own", seat), ("table", None))
    )
    return (
        [RecapItem(each, seat, weight=1) for each in own],
        [
            *(RecapItem(each, weight=int(seat in race)) for each in _sum("race", race, texts)),
            *map(RecapItem, prices),
        ],
    )


def _sum(key: str, changed: Mapping[Any, tuple[int, int]], texts: Catalogue) -> list[str]:
    """What changed in a sentence, if anything did."""
    told = {
        what: texts.text("since.change", before=was, now=now)
        for what, (was, now) in changed.items()
    }
    return [texts.text(f"since.{key}", changes=told)] if told else []
