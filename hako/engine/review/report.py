"""The report of a review: what is told of it, in words and for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from math import sqrt
from statistics import fmean
from typing import Any

from msgspec import Struct

from hako.engine.bots.advice import noted
from hako.engine.bots.bot import Observation
from hako.engine.bots.win_probability import scale_of, shares
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.records import Record
from hako.engine.log.table import Position, Table
from hako.engine.review.comparison import Comparison, axes, endings
from hako.engine.review.comparison import comparison_text as endings_in_words
from hako.engine.review.judgement import ERRORS, MISTAKE, DecisionLoss, Judgement, loss_of
from hako.engine.review.luck import LuckShare, luck_share_text
from hako.engine.review.review import Review, WinProbabilityPoint, decision_of
from hako.engine.rules.model import Seat, SecretChoice, Viewer
from hako.engine.transcript.chart import Series
from hako.engine.transcript.chart import text as chart
from hako.engine.transcript.sentences import rendered, seen
from hako.engine.transcript.transcript import TranscriptPart

TURNING_POINTS = 3

SENTENCES = 2
"""So much is told of what happened there."""

EXPLAINED = 0.5
"""So much of a loss comes about in the futures in which its reason holds."""


class Mistake(Struct, frozen=True):
    """A decision that lost much. Losses and chances are in points of a hundred."""

    moment: int
    """The number of the record."""
    turn: int
    seat: Seat
    asked: str
    """What the seat was asked, with its name."""
    played: str
    better: str
    lost: float
    error: float
    """Two standard errors of the loss."""
    chance: float
    """To win, after what was played."""
    instead: float
    """The same after what was better."""
    worlds: int
    """In so many futures both were played on."""
    why: str
    """Empty where there is no reason that one can be sure of."""


class SeatReport(Struct, frozen=True):
    """How a seat decided, in points of a hundred."""

    seat: Seat
    name: str
    decisions: int
    """Of which there was a choice."""
    mistakes: int
    lost: float
    """By mistakes."""
    lost_error: float
    """Two standard errors of that sum."""
    looked_at: int
    """Decisions that were judged by one move ahead at least."""
    suspects: int
    """Of these, those that may be mistakes and are not measured to the end."""
    is_done: bool
    """Before that there may be more mistakes."""
    costliest: int | None
    """The turn of the costliest one."""
    small: float
    """All that was lost besides, as far as one sees one move ahead."""
    small_error: float
    """Two standard errors of that sum."""
    apart: LuckShare | None = None
    """None where luck is not told, or not yet."""


class TurningPoint(Struct, frozen=True):
    """Where a chance to win changed most, in points of a hundred."""

    moment: int
    turn: int
    seat: Seat
    """Whose chance it was."""
    before: float
    after: float
    """As it would be in the same turn: no part of the change is that a round was over."""
    said: str
    """What the log says of it."""


class Report(Struct, frozen=True):
    """What a review found, as a viewer may know it."""

    is_done: bool
    """Before that nothing is sure."""
    share: float
    """How much of the work is done, from 0 to 1."""
    is_measured: bool
    """Whether bots' games told what an evaluation is worth at tables with so many seats."""
    viewer: Viewer
    """The seat for whose eyes it is; None for everybody's."""
    seats: tuple[SeatReport, ...]
    mistakes: tuple[Mistake, ...]
    turning_points: tuple[TurningPoint, ...]
    """Nothing, like the curve, for the eyes of one seat: it draws on what all of them knew."""
    curve: tuple[WinProbabilityPoint, ...]
    endings: Comparison | None = None
    """Where it is a game that was tried again: that, beside how it went first."""


def report(
    table: Table[Any],
    review: Review,
    texts: Catalogue,
    viewer: Viewer,
    first: Table[Any] | None = None,
) -> Report:
    """The report of a review, as the viewer may know it; None is everybody.

    `first` is the table whose game was tried again here, if it was.
    """
    seats = range(len(table.players)) if viewer is None else (viewer,)
    apart = _apart(table, review) if viewer is None else []
    mistakes = [_mistake(table, its, texts) for seat in seats for its in review.mistakes(seat)]
    curve = review.curve if viewer is None else ()
    return Report(
        is_done=review.is_done,
        share=review.share,
        is_measured=scale_of(table.game, len(table.players)).seats == len(table.players),
        viewer=viewer,
        seats=tuple(_seat(table, review, seat, texts, apart) for seat in seats),
        mistakes=tuple(sorted(mistakes, key=lambda its: its.moment)),
        turning_points=tuple(_turning_points(table, curve, texts)),
        curve=curve,
        endings=None if first is None else endings(first, table, texts, viewer),
    )


def _apart(table: Table[Any], review: Review) -> list[LuckShare]:
    """The result of each seat: like the curve it draws on what all of them knew."""
    if not review.luck or not all(its.is_done for its in review.luck):
        return []
    return luck_share_text(review.luck, shares(table.game, table.state, len(table.players)))


def _mistake(table: Table[Any], its: Judgement, texts: Catalogue) -> Mistake:
    moment = table.positions[its.moment]
    observation = decision_of(table, moment).observation
    played, better = (
        noted(observation, observation.actions[n], texts) for n in (its.played, its.better)
    )
    chance, instead = (fmean(found) for found in zip(*its.measured, strict=True))
    return Mistake(
        moment=its.moment,
        turn=_turn(table, moment),
        seat=its.seat,
        asked=_asked(observation, texts),
        played=played,
        better=better,
        lost=_hundredths(its.loss.mean),
        error=_hundredths(ERRORS * its.loss.error),
        chance=_hundredths(chance),
        instead=_hundredths(instead),
        worlds=len(its.measured),
        why=_why(its, texts),
    )


def _asked(observation: Observation, texts: Catalogue) -> str:
    step = observation.view.agenda[-1]
    asked = texts.render(step)
    if isinstance(step, SecretChoice):  # it speaks to everybody
        return texts.text("review.asked", seat=observation.seat, asked=asked)
    return asked


def _why(its: Judgement, texts: Catalogue) -> str:
    """The part of the score that was surely less, in the futures in which most was lost."""
    lost = [better - played for played, better in its.measured]
    found = []
    for part, more in its.parts.items():
        fewer = loss_of([-points for points in more])
        there = [chance for chance, points in zip(lost, more, strict=False) if points < 0]
        if fewer.is_certain and sum(there) >= EXPLAINED * sum(lost):
            found.append((fewer.mean, part, len(there)))
    if not found:
        return ""
    mean, part, times = max(found)
    return texts.text("review.why", part=part, points=f"{mean:.1f}", times=times, of=len(lost))


def _seat(
    table: Table[Any], review: Review, seat: Seat, texts: Catalogue, apart: Sequence[LuckShare]
) -> SeatReport:
    judgements, mistakes = review.of(seat), review.mistakes(seat)
    lost = summary_line([its.loss for its in mistakes])
    small = summary_line([its.small for its in judgements])
    costliest = max(mistakes, key=lambda its: its.loss.mean, default=None)
    return SeatReport(
        seat=seat,
        name=texts.term("seat", seat),
        decisions=len(judgements),
        mistakes=len(mistakes),
        lost=_hundredths(lost.mean),
        lost_error=_hundredths(ERRORS * lost.error),
        looked_at=sum(its.is_screened for its in judgements),
        suspects=sum(its.is_screened and not its.is_done for its in judgements),
        is_done=all(its.is_done for its in judgements),
        costliest=None if costliest is None else _turn(table, table.positions[costliest.moment]),
        small=_hundredths(small.mean),
        small_error=_hundredths(ERRORS * small.error),
        apart=apart[seat] if apart else None,
    )


def summary_line(losses: Sequence[DecisionLoss]) -> DecisionLoss:
    """What was lost together, each beside what is independent of the others."""
    return DecisionLoss(sum(its.mean for its in losses), sqrt(sum(its.error**2 for its in losses)))


def _turning_points(
    table: Table[Any], curve: Sequence[WinProbabilityPoint], texts: Catalogue
) -> Iterator[TurningPoint]:
    """Where a record changed the curve most, one of a turn, in the order in which they came."""
    found: dict[int, TurningPoint] = {}
    steps = sorted(pairwise(curve), key=lambda step: _most_changed(step[1])[0], reverse=True)
    for before, after in steps:
        if len(found) == TURNING_POINTS:
            break
        moment = table.positions[after.moment]
        turn, (_, change, seat) = _turn(table, moment), _most_changed(after)
        if turn not in found:
            found[turn] = TurningPoint(
                moment=moment.number,
                turn=turn,
                seat=seat,
                before=_hundredths(before.chances[seat]),
                after=_hundredths(before.chances[seat] + change),
                said=_happened(seen(table, moment, None), texts),
            )
    yield from sorted(found.values(), key=lambda its: its.moment)


def _happened(record: Record[Any, Any], texts: Catalogue) -> str:
    """What a record says before it begins another turn, or what was chosen where it says nothing."""
    lines = takewhile(lambda line: not line.opens, rendered(record, texts))
    sentences = [line.sentence for line in lines][:SENTENCES]
    if not sentences and record.seat is not None and record.action is not None:
        sentences = [texts.choice(record.seat, record.action)]
    return ("" if texts.language == "ja" else " ").join(sentences)


def _most_changed(its: WinProbabilityPoint) -> tuple[float, float, Seat]:
    """By how much the chance of a seat changed, and of which one it changed most, rather grew."""
    return max((abs(change), change, seat) for seat, change in enumerate(its.changes))


def _turn(table: Table[Any], moment: Position[Any]) -> int:
    """The turn or round in which a record was made."""
    before = table.positions[moment.number if moment.parent is None else moment.parent]
    turn, _ = table.game.progress(table.view_at(before, None))
    return turn


def _hundredths(share: float) -> float:
    return round(100 * share, 1)


# ------------------------------------------------------------ in words


def report_text(found: Report, texts: Catalogue) -> Iterator[TranscriptPart]:
    """The report as parts of a story."""
    points, errors = f"{100 * MISTAKE:g}", f"{ERRORS:g}"
    yield TranscriptPart(
        texts.text("review.title"),
        tuple(_about(found, texts, points=points, errors=errors)),
        texts.text("review.curve") if found.curve else "",
        tuple(chart(racers(found), axes(texts))) if found.curve else (),
    )
    if lines := [
        texts.text("review.apart", seat=seat.seat, **_signed(seat.apart))
        for seat in found.seats
        if seat.apart
    ]:
        yield TranscriptPart(texts.text("review.luck"), (*lines, texts.text("review.about_luck")))
    if found.turning_points:
        yield TranscriptPart(
            texts.text("review.turning_points"),
            tuple(turning_point(its, texts) for its in found.turning_points),
        )
    if found.mistakes:
        yield TranscriptPart(
            texts.text("review.mistakes"), tuple(mistake(its, texts) for its in found.mistakes)
        )

    if found.endings is not None:
        yield endings_in_words(found.endings, texts)


def _about(found: Report, texts: Catalogue, **limits: str) -> Iterator[str]:
    if not found.is_done:
        yield texts.text("review.unsure", share=f"{found.share:.0%}")
    yield from (seat_text(its, texts) for its in found.seats)
    yield texts.text("review.measure", **limits)
    if not found.is_measured:
        yield texts.text("review.unmeasured")


def seat_text(its: SeatReport, texts: Catalogue) -> str:
    """A sentence about how a seat decided."""
    if not its.is_done and not its.mistakes:
        return _so_far(its, texts)
    where = "" if its.costliest is None else _where(its.costliest, texts)
    told = texts.text("review.seat", where=where, **_said(its)) + _small("small", its, texts)
    return told if its.is_done else told + texts.text("review.unsure_seat", **_said(its))


def _so_far(its: SeatReport, texts: Catalogue) -> str:
    """How far a seat's decisions were looked at: none is free of mistakes before the end."""
    told = texts.text("review.seat_so_far", **_said(its))
    return told + texts.text("review.unsure_seat", **_said(its)) if its.looked_at else told


def _small(key: str, its: SeatReport, texts: Catalogue) -> str:
    """What small losses come to; nothing of a sum that may be an error."""
    if its.small < max(1.0, its.small_error):
        return ""
    return texts.text(f"review.{key}", **_said(its))


def turning_point(its: TurningPoint, texts: Catalogue) -> str:
    """A sentence about it."""
    return texts.text("review.turning_point", **_placed(its, texts))


def mistake(its: Mistake, texts: Catalogue) -> str:
    """What was lost by it, what would have been better, and why."""
    return texts.text("review.mistake", **_placed(its, texts)).strip()


def short_text(its: SeatReport | TurningPoint | Mistake, texts: Catalogue) -> str:
    """The same in a line of a list."""
    match its:
        case SeatReport():
            if not its.is_done and not its.mistakes:
                return _so_far(its, texts)
            told = texts.text("review.short_seat", **_said(its)) + _small("short_small", its, texts)
            if its.apart is not None:
                told += texts.text("review.short_luck", **_signed(its.apart))
            return told if its.is_done else told + texts.text("review.short_unsure", **_said(its))
        case TurningPoint():
            return texts.text("review.short_turning_point", **_placed(its, texts))
        case Mistake():
            return texts.text("review.short_mistake", **_placed(its, texts))


def _placed(its: TurningPoint | Mistake, texts: Catalogue) -> dict[str, Any]:
    return {**_said(its), "where": _where(its.turn, texts).capitalize()}


def _where(turn: int, texts: Catalogue) -> str:
    return texts.text("review.where", across=texts.text("transcript.across"), turn=turn)


def _said(its: Struct) -> dict[str, Any]:
    """What a sentence says of it, in whole points; no error is rounded to none."""
    values = {name: getattr(its, name) for name in its.__struct_fields__}
    for name in ("error", "lost_error", "small_error"):
        if values.get(name):
            values[name] = max(1.0, values[name])
    return {
        name: f"{value:.0f}" if isinstance(value, float) else value
        for name, value in values.items()
    }


def _signed(its: LuckShare) -> dict[str, str]:
    """Its points, whole, with their signs; an error has none."""
    points = {name: f"{round(getattr(its, name)):+d}" for name in its.__struct_fields__}
    return {**points, "luck_error": f"{its.luck_error:.0f}"}


def racers(found: Report) -> tuple[Series, ...]:
    """The chance of each seat to win, in points of a hundred, by the number of the move."""
    return tuple(
        Series(
            its.name,
            tuple(
                (move, round(100 * point.chances[its.seat]))
                for move, point in enumerate(found.curve)
            ),
        )
        for its in found.seats
    )
