"""Turning points: the turns in which a chance to win certainly changed most, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import fsum, inf, sqrt
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import Struct, field

from hako.engine.bots.estimates import ERRORS, ERRORS_OF_MANY, weights_of
from hako.engine.bots.turn_lines import lead
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.review.judged_turns import JudgedTurn, compared_lines
from hako.engine.review.judgement import Judgement
from hako.engine.review.played_lines import ends_stretch, spans_of, state_before
from hako.engine.review.review import Review, positions_of
from hako.engine.rules.model import Event, Seat
from hako.engine.rules.play import events, legal_actions
from hako.engine.transcript.figure_changes import sum_key
from hako.engine.transcript.sentences import seen

TURNING_POINTS = 3

TURNED = 0.1
"""The least change of a chance that makes a turning point."""

SENTENCES = 3
"""The most sentences about a turning point."""

MATTERS, DEED = 2, 1
"""The weights of events that may be a cause; steps on the way to them, such as money, have 0."""

FEW = 2
"""The most sentences without weight that may be told as a cause."""

Cause: TypeAlias = Literal["mistake", "draw", "line"]
"""The cause of a turning point: a mistake of its seat, what was drawn or revealed, or what was played."""


class TurningPoint(Struct, frozen=True):
    """A turn in which a chance to win changed much; in percent."""

    moment: int
    """The number of the record where it began to change."""
    turn: int
    seat: Seat
    """The seat with that chance."""
    before: float
    after: float
    error: float
    """Two standard errors of the change."""
    cause: Cause
    sentence: str = field(name="said")
    """The sentences about the cause."""


class _Change(NamedTuple):
    """The change of a seat's chance between two points of the curve."""

    span: Sequence[Position[Any]]
    seat: Seat
    before: float
    mean: float
    error: float

    @property
    def is_told(self) -> bool:
        """True if it is large, and certain though it is one of many."""
        return abs(self.mean) >= max(TURNED, ERRORS_OF_MANY * self.error)


def turning_points(
    table: History[Any], review: Review, turns: Sequence[JudgedTurn], texts: Catalogue
) -> Iterator[TurningPoint]:
    """The spans of turns that certainly changed a chance most, in the order of play."""
    if not review.is_screened:
        return
    of_position = {one.moment: turn for turn in turns for one in turn.judgements}
    points = list[TurningPoint]()
    for change, *others in sorted(_changes(table, review), key=lambda row: -abs(row[0].mean)):
        in_span = (of_position[one.number] for one in change.span if one.number in of_position)
        judged = [*{turn.first: turn for turn in in_span}.values()]
        came = [position for position in change.span if ends_stretch(table, position)]
        if change.is_told and (judged or came) and len(points) < TURNING_POINTS:
            points.append(_turning_point(table, (change, *others), judged, came, texts))
    yield from sorted(points, key=lambda point: point.moment)


def _turning_point(
    table: History[Any],
    changes: Sequence[_Change],
    judged: Sequence[JudgedTurn],
    came: Sequence[Position[Any]],
    texts: Catalogue,
) -> TurningPoint:
    """The turning point of a span, with its cause: a mistake, what came, or what was played.

    A mistake is told by the chance of the seat that made it. Before all turns of the span are judged
    no other cause is known: only what all stop to see is told. Where what came names nothing, it is
    what was played.
    """
    change = next((one for one in changes if _is_by_mistake(one, judged)), changes[0])
    cause, causes = _cause(table, change, judged, came)
    position = causes[0] if causes else change.span[0]
    if cause != "mistake" and not all(turn.is_done for turn in judged):
        cause, causes = "draw", []
    sentence = _happened(table, change, causes, cause, texts)
    if causes and not sentence and cause == "draw":
        free = [position for position in change.span if is_free(table, position)]
        cause, sentence = "line", _happened(table, change, free, "line", texts)
    return TurningPoint(
        moment=position.number,
        turn=turn_number(table, position),
        seat=change.seat,
        before=percent(change.before),
        after=percent(change.before + change.mean),
        error=percent(ERRORS * change.error),
        cause=cause,
        sentence=sentence,
    )


def _is_by_mistake(change: _Change, judged: Sequence[JudgedTurn]) -> bool:
    """True if a seat's chance fell, and its own mistakes lost at least half of it."""
    lost = fsum(turn.loss for turn in judged if turn.wrong and turn.seat == change.seat)
    return change.is_told and 0 < -change.mean <= 2 * lost


def _cause(
    table: History[Any],
    change: _Change,
    judged: Sequence[JudgedTurn],
    came: Sequence[Position[Any]],
) -> tuple[Cause, Sequence[Position[Any]]]:
    """The cause of a change and its positions: of a mistake the choice that was one."""
    if _is_by_mistake(change, judged):
        own = [turn for turn in judged if turn.seat == change.seat]
        wrong = [turn.judgements[place] for turn in own for place in turn.wrong]
        return "mistake", [_shown_position(table, one) for one in wrong]
    free = [position for position in change.span if is_free(table, position)]
    return ("draw", came) if came else ("line", free)


def _shown_position(table: History[Any], judgement: Judgement) -> Position[Any]:
    """The first position with a sentence of its own from where a mistake left the better line."""
    departure = compared_lines(table, judgement).position
    later = (one for one in positions_of(table, judgement) if one.number >= departure.number)
    return next((one for one in later if _shown_events(table, one)), departure)


def _changes(table: History[Any], review: Review) -> Iterator[Sequence[_Change]]:
    """For each span of turns the changes of all chances, first what changed most, growth before a loss."""
    seats, weights = range(len(table.players)), weights_of(table.game, len(table.players))
    for span, (before, after) in zip(spans_of(table), pairwise(review.curve), strict=True):
        changes = []
        for seat in seats:
            one, other = before.estimate(seat, weights), after.estimate(seat, weights)
            error = sqrt(one.error**2 + other.error**2)
            changes.append(_Change(span, seat, one.mean, other.mean - one.mean, error))
        yield sorted(changes, key=lambda change: (-abs(change.mean), -change.mean))


def is_free(table: History[Any], position: Position[Any]) -> bool:
    """True if there was a choice."""
    assert position.record.seat is not None, "a turn has only choices"
    return len(legal_actions(state_before(table, position), position.record.seat)) > 1


def _happened(
    table: History[Any],
    change: _Change,
    causes: Sequence[Position[Any]],
    cause: Cause,
    texts: Catalogue,
) -> str:
    """The sentences about a change: what paid most, or else what came, or what was chosen.

    Small payments come in every turn; they are the cause at the end of the game alone. A choice that
    no event tells, such as the end of a turn, causes nothing but a mistake: empty where there is no more.
    """
    paid = [] if cause == "mistake" else [*_paid(table, change, texts)]
    is_end = change.span[-1].number == table.path()[-1].number
    if (is_end and paid) or any(points == inf for points, _ in paid):
        least = sorted((points for points, _ in paid), reverse=True)[:SENTENCES][-1]
        few = [sentence for points, sentence in paid if points >= least]
        return gap(texts).join(few[:SENTENCES])
    happened = list[tuple[int, str]]()
    least = MATTERS if cause != "mistake" else inf
    for position in change.span:
        shown = _shown_events(table, position)
        causing: Sequence[Event[Any]] = ()
        if position in causes:
            causing = _draws(position) if cause == "draw" else shown[:1]
        chosen = [event for event in shown if _weight(event, texts) >= least or event in causing]
        happened += [(_weight(event, texts), texts.render(event)) for event in chosen]
    most = max((weight for weight, _ in happened), default=0)
    sentences = [sentence for weight, sentence in happened if weight >= min(most, DEED)]
    if cause != "mistake" and most < DEED and len(set(sentences)) > FEW:
        sentences = []  # a list of all that came names nothing
    if not sentences and cause == "mistake":
        sentences = [_choice_sentence(position, texts) for position in causes]
    few = [*dict.fromkeys(sentences)][-SENTENCES:]
    if causes and cause == "draw" and most < MATTERS:
        few = [*few, *_last_choice(table, change, causes, texts)][-SENTENCES:]
    return gap(texts).join(dict.fromkeys(few))


def _last_choice(
    table: History[Any], change: _Change, causes: Sequence[Position[Any]], texts: Catalogue
) -> Iterator[str]:
    """The last choice of a span, where it came after all that was drawn: what became of the draws."""
    after = [position for position in change.span if position.number > causes[-1].number]
    for position in [position for position in after if is_free(table, position)][-1:]:
        yield from (texts.render(event) for event in _shown_events(table, position)[:1])


def _shown_events(table: History[Any], position: Position[Any]) -> list[Event[Any]]:
    """The events of a record that have a sentence of their own, without headings."""
    happened = events(seen(table, position, None).then)
    return [event for event in happened if not event.quiet and not event.opens]


def _draws(position: Position[Any]) -> list[Event[Any]]:
    """The events of a record that showed its seat something: no shuffled deck, which hides its cards."""
    record = position.record
    return [
        event
        for event in events(record.then)
        if event.reveals and not event.quiet and event.masked(record.seat) == event
    ]


def _weight(event: Event[Any], texts: Catalogue) -> int:
    """MATTERS for what all stop to see, DEED for what is told in sums, such as a purchase; else 0."""
    if event.matters or event.counts:
        return MATTERS
    return DEED if sum_key(type(event)) in texts else 0


def _choice_sentence(position: Position[Any], texts: Catalogue) -> str:
    """The sentence of a choice."""
    record = position.record
    assert record.seat is not None, "a turn has only choices"
    if record.action is None:
        return ""
    choice, stop = texts.choice(record.seat, record.action), texts.text("review.stop")
    return choice if choice.endswith(stop) else f"{choice}{stop}"


def _paid(table: History[Any], change: _Change, texts: Catalogue) -> Iterator[tuple[float, str]]:
    """The events of a span that served its seat, or the others where it lost, with their points.

    Events that the game counts, such as a monument, stand before all points. Points are those that
    came in, or by which the seat's lead changed: what takes points from a rival pays nobody.
    """
    for position in change.span:
        state = state_before(table, position)
        lead_before = lead(table.game, state, change.seat)
        shown = events(seen(table, position, None).then)
        for full, event in zip(events(position.record.then), shown, strict=True):
            state = full.apply(state)
            lead_after = lead(table.game, state, change.seat)
            gained = (lead_after - lead_before) * (1 if change.mean > 0 else -1)
            lead_before = lead_after
            income = table.game.income(event)
            seat = event.seat_concerned if income is None else income.seat
            points = inf if event.counts else 0.0 if income is None else float(income.points)
            serves = (event.counts == "against") == (seat != change.seat)
            if seat is None or serves != (change.mean > 0):
                points = 0.0
            if table.game.is_won_by_score and not (event.quiet or event.opens):
                points = max(points, gained)
            if points > 0:
                yield points, texts.render(event)


def turn_number(table: History[Any], position: Position[Any]) -> int:
    """The turn or round in which a record begins."""
    before = table.positions[position.number if position.parent is None else position.parent]
    turn, _ = table.game.progress(table.view_at(before, None))
    return turn


def gap(texts: Catalogue) -> str:
    """The gap between two sentences."""
    return "" if texts.language == "ja" else " "


def percent(share: float) -> float:
    """A share in percent, with the digits that are told."""
    return round(100 * share, 1)
