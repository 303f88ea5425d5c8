"""Recaps: the events between two choices of a seat, as that seat may know them, by importance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import takewhile
from operator import attrgetter
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.game import threats_to, view
from hako.engine.rules.model import Event, Seat, Viewer
from hako.engine.rules.play import events, waiting
from hako.engine.transcript import lead_and_control_changes
from hako.engine.transcript.figure_changes import (
    AccountRow,
    account,
    repeated,
    score_name,
    sum_key,
    summed,
)
from hako.engine.transcript.record_sentences import changes
from hako.engine.transcript.seen_events import after_own_choice
from hako.engine.transcript.sentences import rendered, whose
from hako.engine.transcript.threats_and_control import control_text, controllers

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
    about: Literal["past", "control", "threat"] = "past"
    """An event of the past, the seat that decides for something now, or a threat."""
    account: AccountRow | None = None
    """The figure that it is about, which is shown in columns where there are some."""

    @property
    def is_sum(self) -> bool:
        """True if it says how figures changed, and no event."""
        return self.about == "past" and (self.account is not None or self.moment is None)


def since(
    table: History[Any], seat: Seat, texts: Catalogue, *, again: bool = False
) -> list[RecapItem]:
    """The recap of what others did since the seat's last choice; empty if they did nothing.

    With `again` the seat's own choices at the end are skipped, so that the last recap is repeated.

    Figures are compared with those right after the seat's own choice, before what followed by itself:
    the prices of a round that this choice began are news, too.

    The order: the seat's own account, actions of others in the order of play, their accounts, then
    counters of the table, the seats that decide, and threats to the seat.
    """
    path = table.path()
    while again and len(path) > 1 and path[-1].record.seat == seat:
        path.pop()
    last = max((at for at, moment in enumerate(path) if moment.record.seat == seat), default=0)
    others = [moment for moment in path[last + 1 :] if moment.record.seat is not None]
    if not others:
        return []
    own_turn = [*takewhile(lambda moment: moment.record.seat == seat, path[last::-1])][::-1]
    coming = upcoming(table, seat, texts)
    outcomes = [news for moment in own_turn for news in _own_outcomes(moment, seat, texts)]
    weighty = [news for moment in others for news in _weighty(table, moment, seat, texts)]
    weighty, coming = _without_repeats(weighty, coming)
    after, seats = path[max(last, 1) :], range(len(table.players))
    own = [*_account(table, after, seat, seat, texts)]
    causes = {cause for item in own if item.account is not None for cause in item.account.causes}
    weighty = [news for news in weighty if news.weight > 1 or news.sentence not in causes]
    weightiest = sorted(weighty, key=attrgetter("weight"))[-MOST:]
    more = [RecapItem(texts.text("since.more", count=len(weighty) - MOST))] * (len(weighty) > MOST)
    story = [*_story(table, others, seat, texts, weightiest, causes)]
    sentences = [*causes, *(item.sentence for item in story)]
    rivals = [other for other in seats if other != seat]
    return [
        *own,
        *outcomes,
        *story,
        *more,
        *(
            item
            for other in rivals
            for item in _account(table, after, other, seat, texts, sentences)
        ),
        *_table_sum(table, after, seat, texts),
        *coming,
    ]


def _without_repeats(
    weighty: Sequence[RecapItem], coming: Sequence[RecapItem]
) -> tuple[list[RecapItem], list[RecapItem]]:
    """The events without changes of control that still hold, and what is to come, with their weight."""
    merged = [*coming]
    for at, item in enumerate(coming):
        for event in [one for one in weighty if item.sentence.startswith(one.sentence)][-1:]:
            weight = max(item.weight, event.weight)
            merged[at] = replace(item, moment=event.moment, weight=weight)
    sentences = [item.sentence for item in coming]
    others = [
        event
        for event in weighty
        if not any(sentence.startswith(event.sentence) for sentence in sentences)
    ]
    return others, merged


def upcoming(table: History[Any], seat: Seat, texts: Catalogue) -> list[RecapItem]:
    """The seats that decide for something, and the threats to a seat, gravest first.

    What a threat says as well is told by it alone.
    """
    game, seen = table.game, table.view(seat)
    controls, threats = controllers(game, seen), list[RecapItem]()
    for threat in threats_to(game, seen, seat):
        sentence, known = texts.lazy_text(threat.text), controls.pop(threat.repeats, None)
        if known is not None and known.text == threat.text:
            sentence = control_text(known, texts)
        elif known is not None and known.change is not None:
            controls[threat.repeats] = replace(known, change=None)
        weight = int(threat.gravity == "wins")
        threats.append(RecapItem(sentence, threat.seat, weight=weight, about="threat"))
    deciding = [
        RecapItem(control_text(control, texts), control.seat, about="control")
        for control in controls.values()
    ]
    return [*deciding, *threats]


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
    for change in lead_and_control_changes.of_moment(table, moment, seat):
        if weight := change.weight(seat):
            sentence = lead_and_control_changes.lead_text(change, texts)
            yield RecapItem(sentence, record.seat, moment.number, weight)


def _story(
    table: History[Any],
    others: Sequence[Position[Any]],
    seat: Seat,
    texts: Catalogue,
    items: Sequence[RecapItem],
    causes: Set[str],
) -> Iterator[RecapItem]:
    """The important items, with a line for each seat that chose before, between and after them.

    What the reader's account tells among its causes is left out.
    """
    choices: dict[Viewer, list[_Deed]] = {}
    for moment in others:
        by_itself = [news for news in items if news.moment == moment.number]
        alone = {*causes, *(news.sentence for news in by_itself)}
        deeds = [deed for deed in _deeds(moment, seat, texts) if deed.sentence not in alone]
        if deeds:
            choices.setdefault(whose(table, moment), []).extend(deeds)
        if by_itself:
            yield from _folded(choices, texts, causes)
            yield from by_itself
            choices = {}
    yield from _folded(choices, texts, causes)


class _Deed(Struct, frozen=True):
    """Something that a seat did, for a line of its own deeds."""

    sentence: str
    moment: int
    event: Event[Any] | None = None
    """The event, where the texts have a sum of its kind."""


def _deeds(moment: Position[Any], seat: Seat, texts: Catalogue) -> list[_Deed]:
    """The events of a record that are told in sums; else its first sentence."""
    record = moment.record.masked(seat)
    own = [event for event in events(record.then) if getattr(event, "seat", None) == record.seat]
    sums = [event for event in own if sum_key(type(event)) in texts]
    if sums:
        return [_Deed(texts.render(event), moment.number, event) for event in sums]
    lines = (line.sentence for line in rendered(record, texts) if not line.opens)
    return [_Deed(sentence, moment.number) for sentence in [*lines][:1]]


def _folded(
    choices: Mapping[Viewer, Sequence[_Deed]], texts: Catalogue, causes: Set[str] = frozenset()
) -> Iterator[RecapItem]:
    """A line for each seat with its deeds: events of a kind as a sum, equal sentences in a row counted.

    Sums that are among the causes in the reader's account are left out.
    """
    for seat, chosen in choices.items():
        parts: dict[Any, list[_Deed]] = {}
        for at, deed in enumerate(chosen):
            if deed.event is not None:
                parts.setdefault(type(deed.event), []).append(deed)
            elif at and chosen[at - 1].sentence == deed.sentence:
                [*parts.values()][-1].append(deed)
            else:
                parts[at] = [deed]
        rendered_parts = [_part(part, texts) for part in parts.values()]
        if sentence := join_sentences(text for text in rendered_parts if text not in causes):
            yield RecapItem(sentence, seat, chosen[0].moment)


def _part(deeds: Sequence[_Deed], texts: Catalogue) -> str:
    """Events of a kind, or equal sentences, as one."""
    if happened := [deed.event for deed in deeds if deed.event is not None]:
        return summed(happened, texts)
    return repeated(deeds[0].sentence, len(deeds), texts)


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
        changed[score_name(texts)] = was, now
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


def _account(
    table: History[Any],
    moments: Sequence[Position[Any]],
    owner: Seat,
    reader: Seat,
    texts: Catalogue,
    sentences: Sequence[str] = (),
) -> Iterator[RecapItem]:
    """The account of a seat; a change of one's own figures matters if others had a part in it.

    A cause that one of these sentences tells is not told again, nor are the others of its row, which
    without it would not add up to the change. Nor are causes that are all told in a row above.
    """
    rows = [*account(table, moments, owner, reader, texts)]
    own = moments[0].number if moments[0].record.seat == reader else None
    is_news, above = any(moment not in (own, None) for _, moment in rows), set[str]()
    for row, moment in rows:
        is_above = above.issuperset(row.causes)
        above.update(row.causes)
        if is_above or any(cause in line for cause in row.causes for line in sentences):
            row = replace(row, causes=())
        sentence = account_text(row, texts)
        if row.causes:
            sentence = texts.text("since.because", sentence=sentence, causes=row.because)
        weight = int(owner == reader and (is_news if row.is_total else moment != own))
        yield RecapItem(sentence, owner, moment, weight, account=row)


def account_text(row: AccountRow, texts: Catalogue) -> str:
    """The change of a figure without its causes."""
    values = {"before": row.before, "now": row.now, "change": f"{row.change:+}"}
    return texts.text("since.account", label=row.label, **values)


def _table_sum(
    table: History[Any], moments: Sequence[Position[Any]], seat: Seat, texts: Catalogue
) -> list[RecapItem]:
    """The changes of the table's counters, such as prices, over positions that follow each other."""
    views = after_own_choice(table, moments[0], seat), table.view_at(moments[-1], seat)
    changed = changes(*map(table.game.counters, views)).get(None, {})
    return [RecapItem(sentence) for sentence in _sum("table", changed, texts)]


def _own_outcomes(moment: Position[Any], seat: Seat, texts: Catalogue) -> Iterator[RecapItem]:
    """The outcome of what the seat itself set off, such as a war that its last choice decided."""
    for event in events(moment.record.masked(seat).then):
        if type(event).highlight is not Event.highlight:
            yield RecapItem(texts.render(event), getattr(event, "seat", None), moment.number, 1)


def _sum(key: str, changed: Mapping[Any, tuple[int, int]], texts: Catalogue) -> list[str]:
    """A sentence about changes in a list; an empty list without changes."""
    change_texts = {
        name: texts.text("since.change", before=was, now=now)
        for name, (was, now) in changed.items()
    }
    return [texts.text(f"since.{key}", changes=change_texts)] if change_texts else []
