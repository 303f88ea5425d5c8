"""The report of a review, as text and as data for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from math import sqrt
from statistics import fmean
from typing import Any

from msgspec import Struct, field

from hako.engine.bots.advice import noted
from hako.engine.bots.bot import Observation
from hako.engine.bots.win_probability import scale_of, shares
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.log.records import Record
from hako.engine.review.comparison import Comparison, axes, comparison_text, endings
from hako.engine.review.judgement import ERRORS, MISTAKE, DecisionLoss, Judgement, loss_of
from hako.engine.review.luck import LuckShare, luck_shares
from hako.engine.review.review import Review, WinProbabilityPoint, decision_of
from hako.engine.rules.model import Seat, SecretChoice, Viewer
from hako.engine.transcript.chart import Series
from hako.engine.transcript.chart import text as chart
from hako.engine.transcript.sentences import rendered, seen
from hako.engine.transcript.transcript import TranscriptPart

TURNING_POINTS = 3

SENTENCES = 2
"""The number of sentences about a turning point."""

EXPLAINED = 0.5
"""The least share of a loss in the worlds in which its reason holds."""


class Mistake(Struct, frozen=True):
    """A decision that lost much. Losses and win probabilities are in percent."""

    moment: int
    """The number of the record."""
    turn: int
    seat: Seat
    asked: str
    """The prompt of the decision, with the seat's name."""
    played: str
    better: str
    lost: float
    error: float
    """Two standard errors of the loss."""
    chance: float
    """The win probability after the action played."""
    instead: float
    """The win probability after the better action."""
    worlds: int
    """The number of worlds in which both were played on."""
    why: str
    """The reason of the loss; empty where none is certain."""


class SeatReport(Struct, frozen=True):
    """The quality of a seat's decisions; losses are in percentage points."""

    seat: Seat
    name: str
    decisions: int
    """The number of decisions with at least two actions."""
    mistakes: int
    lost: float
    """The sum of losses by mistakes."""
    lost_error: float
    """Two standard errors of `lost`."""
    looked_at: int
    """The number of decisions that were screened."""
    suspects: int
    """The number of them that may be mistakes and are not measured completely."""
    is_done: bool
    """True if all are judged; before that there may be more mistakes."""
    costliest: int | None
    """The turn of the costliest mistake; None without one."""
    small: float
    """The sum of all other losses, mostly estimated one move ahead."""
    small_error: float
    """Two standard errors of `small`."""
    apart: LuckShare | None = None
    """None where luck is not shown or not analysed yet."""


class TurningPoint(Struct, frozen=True):
    """A large change of a win probability, in percent."""

    moment: int
    turn: int
    seat: Seat
    """The seat with that win probability."""
    before: float
    after: float
    """On the scale of the same turn, so that the end of a round is no part of the change."""
    sentence: str = field(name="said")
    """The sentences of the log about it."""


class Report(Struct, frozen=True):
    """The findings of a review, as a viewer may know them."""

    is_done: bool
    """True if the review is complete; before that no finding is final."""
    share: float
    """The share of the work done, 0 to 1."""
    is_measured: bool
    """True if the scale was measured for this number of seats."""
    viewer: Viewer
    """The seat for whose eyes the report is; None for everybody's."""
    seats: tuple[SeatReport, ...]
    mistakes: tuple[Mistake, ...]
    turning_points: tuple[TurningPoint, ...]
    """Empty, like the curve, for the eyes of one seat: it depends on what all seats knew."""
    curve: tuple[WinProbabilityPoint, ...]
    endings: Comparison | None = None
    """For a retried game the comparison with its first run."""


def report(
    table: History[Any],
    review: Review,
    texts: Catalogue,
    viewer: Viewer,
    first: History[Any] | None = None,
) -> Report:
    """The report of a review, as the viewer may know it; None is everybody.

    `first` is the original table where this game is a retry.
    """
    seats = range(len(table.players)) if viewer is None else (viewer,)
    apart = _apart(table, review) if viewer is None else []
    mistakes = [
        _mistake(table, judgement, texts) for seat in seats for judgement in review.mistakes(seat)
    ]
    curve = review.curve if viewer is None else ()
    return Report(
        is_done=review.is_done,
        share=review.share,
        is_measured=scale_of(table.game, len(table.players)).seats == len(table.players),
        viewer=viewer,
        seats=tuple(_seat(table, review, seat, texts, apart) for seat in seats),
        mistakes=tuple(sorted(mistakes, key=lambda mistake: mistake.moment)),
        turning_points=tuple(_turning_points(table, curve, texts)),
        curve=curve,
        endings=None if first is None else endings(first, table, texts, viewer),
    )


def _apart(table: History[Any], review: Review) -> list[LuckShare]:
    """The luck and play of each seat; empty until all turns are analysed."""
    if not review.luck or not all(delta.is_done for delta in review.luck):
        return []
    return luck_shares(review.luck, shares(table.game, table.state, len(table.players)))


def _mistake(table: History[Any], judgement: Judgement, texts: Catalogue) -> Mistake:
    moment = table.positions[judgement.moment]
    observation = decision_of(table, moment).observation
    played, better = (
        noted(observation, observation.actions[n], texts)
        for n in (judgement.played, judgement.better)
    )
    chance, instead = (fmean(chances) for chances in zip(*judgement.measured, strict=True))
    return Mistake(
        moment=judgement.moment,
        turn=_turn(table, moment),
        seat=judgement.seat,
        asked=_asked(observation, texts),
        played=played,
        better=better,
        lost=_hundredths(judgement.loss.mean),
        error=_hundredths(ERRORS * judgement.loss.error),
        chance=_hundredths(chance),
        instead=_hundredths(instead),
        worlds=len(judgement.measured),
        why=_reason(judgement, texts),
    )


def _asked(observation: Observation, texts: Catalogue) -> str:
    step = observation.view.agenda[-1]
    asked = texts.render(step)
    if isinstance(step, SecretChoice):  # its prompt addresses all seats
        return texts.text("review.asked", seat=observation.seat, asked=asked)
    return asked


def _reason(judgement: Judgement, texts: Catalogue) -> str:
    """The part of the score that was certainly lower in the worlds that make up the loss, as a sentence."""
    lost = [better - played for played, better in judgement.measured]
    reasons = []
    for part, more in judgement.parts.items():
        fewer = loss_of([-points for points in more])
        explained = [chance for chance, points in zip(lost, more, strict=False) if points < 0]
        if fewer.is_certain and sum(explained) >= EXPLAINED * sum(lost):
            reasons.append((fewer.mean, part, len(explained)))
    if not reasons:
        return ""
    mean, part, times = max(reasons)
    return texts.text("review.why", part=part, points=f"{mean:.1f}", times=times, of=len(lost))


def _seat(
    table: History[Any], review: Review, seat: Seat, texts: Catalogue, apart: Sequence[LuckShare]
) -> SeatReport:
    judgements, mistakes = review.of(seat), review.mistakes(seat)
    lost = total_loss([judgement.loss for judgement in mistakes])
    small = total_loss([judgement.small for judgement in judgements])
    costliest = max(mistakes, key=lambda judgement: judgement.loss.mean, default=None)
    return SeatReport(
        seat=seat,
        name=texts.term("seat", seat),
        decisions=len(judgements),
        mistakes=len(mistakes),
        lost=_hundredths(lost.mean),
        lost_error=_hundredths(ERRORS * lost.error),
        looked_at=sum(judgement.is_screened for judgement in judgements),
        suspects=sum(judgement.is_screened and not judgement.is_done for judgement in judgements),
        is_done=all(judgement.is_done for judgement in judgements),
        costliest=None if costliest is None else _turn(table, table.positions[costliest.moment]),
        small=_hundredths(small.mean),
        small_error=_hundredths(ERRORS * small.error),
        apart=apart[seat] if apart else None,
    )


def total_loss(losses: Sequence[DecisionLoss]) -> DecisionLoss:
    """The sum of independent losses, with its standard error."""
    return DecisionLoss(
        sum(loss.mean for loss in losses), sqrt(sum(loss.error**2 for loss in losses))
    )


def _turning_points(
    table: History[Any], curve: Sequence[WinProbabilityPoint], texts: Catalogue
) -> Iterator[TurningPoint]:
    """The largest changes of the curve, at most one for each turn, in the order of play."""
    by_turn: dict[int, TurningPoint] = {}
    steps = sorted(pairwise(curve), key=lambda step: _most_changed(step[1])[0], reverse=True)
    for before, after in steps:
        if len(by_turn) == TURNING_POINTS:
            break
        moment = table.positions[after.moment]
        turn, (_, change, seat) = _turn(table, moment), _most_changed(after)
        if turn not in by_turn:
            by_turn[turn] = TurningPoint(
                moment=moment.number,
                turn=turn,
                seat=seat,
                before=_hundredths(before.chances[seat]),
                after=_hundredths(before.chances[seat] + change),
                sentence=_happened(seen(table, moment, None), texts),
            )
    yield from sorted(by_turn.values(), key=lambda point: point.moment)


def _happened(record: Record[Any, Any], texts: Catalogue) -> str:
    """The sentences of a record up to the next turn; the sentence of its action where there are none."""
    lines = takewhile(lambda line: not line.opens, rendered(record, texts))
    sentences = [line.sentence for line in lines][:SENTENCES]
    if not sentences and record.seat is not None and record.action is not None:
        sentences = [texts.choice(record.seat, record.action)]
    return ("" if texts.language == "ja" else " ").join(sentences)


def _most_changed(point: WinProbabilityPoint) -> tuple[float, float, Seat]:
    """The largest change of a point: its absolute value, the change and the seat; ties prefer growth."""
    return max((abs(change), change, seat) for seat, change in enumerate(point.changes))


def _turn(table: History[Any], moment: Position[Any]) -> int:
    """The turn or round of a record."""
    before = table.positions[moment.number if moment.parent is None else moment.parent]
    turn, _ = table.game.progress(table.view_at(before, None))
    return turn


def _hundredths(share: float) -> float:
    return round(100 * share, 1)


# ------------------------------------------------------------ text


def report_text(report: Report, texts: Catalogue) -> Iterator[TranscriptPart]:
    """The report as parts of a transcript."""
    points, errors = f"{100 * MISTAKE:g}", f"{ERRORS:g}"
    yield TranscriptPart(
        texts.text("review.title"),
        tuple(_about(report, texts, points=points, errors=errors)),
        texts.text("review.curve") if report.curve else "",
        tuple(chart(racers(report), axes(texts))) if report.curve else (),
    )
    if lines := [
        texts.text("review.apart", seat=seat.seat, **_signed(seat.apart))
        for seat in report.seats
        if seat.apart
    ]:
        yield TranscriptPart(texts.text("review.luck"), (*lines, texts.text("review.about_luck")))
    if report.turning_points:
        yield TranscriptPart(
            texts.text("review.turning_points"),
            tuple(turning_point_text(point, texts) for point in report.turning_points),
        )
    if report.mistakes:
        yield TranscriptPart(
            texts.text("review.mistakes"),
            tuple(mistake_text(mistake, texts) for mistake in report.mistakes),
        )

    if report.endings is not None:
        yield comparison_text(report.endings, texts)


def _about(report: Report, texts: Catalogue, **limits: str) -> Iterator[str]:
    if not report.is_done:
        yield texts.text("review.unsure", share=f"{report.share:.0%}")
    yield from (seat_text(seat, texts) for seat in report.seats)
    yield texts.text("review.measure", **limits)
    if not report.is_measured:
        yield texts.text("review.unmeasured")


def seat_text(seat: SeatReport, texts: Catalogue) -> str:
    """Sentences about a seat's decisions."""
    if not seat.is_done and not seat.mistakes:
        return _so_far(seat, texts)
    where = "" if seat.costliest is None else _where(seat.costliest, texts)
    values = _values(seat)
    sentence = texts.text("review.seat", where=where, **values) + _small("small", seat, texts)
    return sentence if seat.is_done else sentence + texts.text("review.unsure_seat", **values)


def _so_far(seat: SeatReport, texts: Catalogue) -> str:
    """Sentences about a seat without known mistakes whose review is not complete."""
    values = _values(seat)
    sentence = texts.text("review.seat_so_far", **values)
    return sentence + texts.text("review.unsure_seat", **values) if seat.looked_at else sentence


def _small(key: str, seat: SeatReport, texts: Catalogue) -> str:
    """A sentence about the sum of small losses; empty where the sum is within its error."""
    if seat.small < max(1.0, seat.small_error):
        return ""
    return texts.text(f"review.{key}", **_values(seat))


def turning_point_text(point: TurningPoint, texts: Catalogue) -> str:
    """A sentence about a turning point."""
    return texts.text("review.turning_point", **_placed(point, texts))


def mistake_text(mistake: Mistake, texts: Catalogue) -> str:
    """Sentences about a mistake: what it lost, what was better, and the reason."""
    return texts.text("review.mistake", **_placed(mistake, texts)).strip()


def short_text(finding: SeatReport | TurningPoint | Mistake, texts: Catalogue) -> str:
    """A finding in one line of a list."""
    match finding:
        case SeatReport():
            if not finding.is_done and not finding.mistakes:
                return _so_far(finding, texts)
            values = _values(finding)
            sentence = texts.text("review.short_seat", **values)
            sentence += _small("short_small", finding, texts)
            if finding.apart is not None:
                sentence += texts.text("review.short_luck", **_signed(finding.apart))
            unsure = "" if finding.is_done else texts.text("review.short_unsure", **values)
            return sentence + unsure
        case TurningPoint():
            return texts.text("review.short_turning_point", **_placed(finding, texts))
        case Mistake():
            return texts.text("review.short_mistake", **_placed(finding, texts))


def _placed(finding: TurningPoint | Mistake, texts: Catalogue) -> dict[str, Any]:
    return {**_values(finding), "where": _where(finding.turn, texts).capitalize()}


def _where(turn: int, texts: Catalogue) -> str:
    return texts.text("review.where", across=texts.text("transcript.across"), turn=turn)


def _values(finding: Struct) -> dict[str, Any]:
    """The values for a sentence, in whole percent; no error is rounded to 0."""
    fields = zip(finding.__struct_encode_fields__, finding.__struct_fields__, strict=True)
    values = {key: getattr(finding, name) for key, name in fields}
    for name in ("error", "lost_error", "small_error"):
        if values.get(name):
            values[name] = max(1.0, values[name])
    return {
        name: f"{value:.0f}" if isinstance(value, float) else value
        for name, value in values.items()
    }


def _signed(share: LuckShare) -> dict[str, str]:
    """The values for a sentence, in whole points with signs; the error has no sign."""
    points = {name: f"{round(getattr(share, name)):+d}" for name in share.__struct_fields__}
    return {**points, "luck_error": f"{share.luck_error:.0f}"}


def racers(report: Report) -> tuple[Series, ...]:
    """The win probability of each seat, in percent, by the number of the record."""
    return tuple(
        Series(
            seat.name,
            tuple(
                (move, round(100 * point.chances[seat.seat]))
                for move, point in enumerate(report.curve)
            ),
        )
        for seat in report.seats
    )
