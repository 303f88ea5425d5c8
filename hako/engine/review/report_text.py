"""The report of a review as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.review.accuracy import accuracy_after
from hako.engine.review.judgement import MISTAKE
from hako.engine.review.luck import LuckShare
from hako.engine.review.retried_game_comparison import axes, comparison_text
from hako.engine.review.review_report import Mistake, Report, SeatReport
from hako.engine.review.turning_points import TurningPoint
from hako.engine.transcript.chart import Series
from hako.engine.transcript.chart import text as chart
from hako.engine.transcript.transcript import TranscriptPart

TENTH = 0.1
"""The share of a review up to which a digit more of it is told: its first tenth may take minutes."""


def report_text(report: Report, texts: Catalogue) -> Iterator[TranscriptPart]:
    """The report as parts of a transcript."""
    yield TranscriptPart(
        texts.text("review.title"),
        tuple(_about(report, texts)),
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
    if lines := [
        texts.text("review.next_of", seat=seat.seat, fault=seat.shared.text(texts))
        for seat in report.seats
        if seat.shared
    ]:
        yield TranscriptPart(texts.text("review.next"), tuple(lines))
    if report.endings is not None:
        yield comparison_text(report.endings, texts)


def _about(report: Report, texts: Catalogue) -> Iterator[str]:
    if not report.is_done:
        yield unsure_text(report, texts)
    yield from (seat_text(seat, texts) for seat in report.seats)
    yield texts.text("review.measure", points=f"{100 * MISTAKE:g}")
    if any(seat.accuracy is not None for seat in report.seats):
        yield texts.text("review.accuracy", ten=f"{100 * accuracy_after(0.1):.0f}")
    if not report.is_measured:
        yield texts.text("review.unmeasured")


def unsure_text(report: Report, texts: Catalogue) -> str:
    """The sentence about how far a review is."""
    digits = 0 if report.share >= TENTH else 1
    return texts.text("review.unsure", share=f"{report.share:.{digits}%}")


def seat_text(seat: SeatReport, texts: Catalogue) -> str:
    """A sentence about a seat's turns."""
    return f"{_seat(seat, texts)}{texts.text('review.stop')}"


def _seat(seat: SeatReport, texts: Catalogue) -> str:
    """A sentence about a seat's turns as far as they are known, without a full stop."""
    values = _values(seat)
    if not seat.is_done:
        values["accuracy"] = texts.text("review.at_most", accuracy=values["accuracy"])
    if not seat.is_done and not seat.mistakes:
        known = texts.text("review.seat_so_far", **values)
        return known + (texts.text("review.unsure_seat", **values) if seat.looked_at else "")
    sentence = texts.text("review.seat", **values)
    return sentence if seat.is_done else sentence + texts.text("review.unsure_seat", **values)


def turning_point_text(point: TurningPoint, texts: Catalogue) -> str:
    """The sentences about a turning point; no cause where none is known."""
    cause = texts.text(f"review.cause_{point.cause}") if point.sentence else ""
    return texts.text("review.turning_point", because=cause, **_placed(point, texts)).strip()


def mistake_text(mistake: Mistake, texts: Catalogue) -> str:
    """The sentences about a mistake: what it lost, what was better, and the reason."""
    key = "review.missed" if mistake.is_missed_win else "review.mistake"
    because = texts.text("review.why", reasons=mistake.why) if mistake.why else ""
    return texts.text(key, because=because, **_placed(mistake, texts)).strip()


def short_text(finding: SeatReport | TurningPoint | Mistake, texts: Catalogue) -> str:
    """A finding in one line of a list."""
    match finding:
        case SeatReport():
            luck = ""
            if finding.apart is not None:
                luck = texts.text("review.short_luck", **_signed(finding.apart))
            return _seat(finding, texts) + luck
        case TurningPoint():
            return texts.text("review.short_turning_point", **_placed(finding, texts))
        case Mistake():
            key = "review.short_missed" if finding.is_missed_win else "review.short_mistake"
            return texts.text(key, **_placed(finding, texts))


def _placed(finding: TurningPoint | Mistake, texts: Catalogue) -> dict[str, Any]:
    across = texts.text("transcript.across")
    where = texts.text("review.where", across=across, turn=finding.turn)
    values = _values(finding)
    if (
        isinstance(finding, Mistake)
        and (lost := int(values["instead"]) - int(values["chance"])) > 0
    ):
        values["lost"] = str(lost)
    return {**values, "where": where.capitalize()}


def _values(finding: Struct) -> dict[str, Any]:
    """The values for a sentence, in whole percent; no error is rounded to 0."""
    fields = zip(finding.__struct_encode_fields__, finding.__struct_fields__, strict=True)
    values = {key: getattr(finding, name) for key, name in fields}
    if values.get("error"):
        values["error"] = max(1.0, values["error"])
    return {
        name: f"{value:.0f}" if isinstance(value, float) else value
        for name, value in values.items()
    }


def _signed(share: LuckShare) -> dict[str, str]:
    """The values for a sentence, in whole points with signs; the error has no sign."""
    points = {name: f"{round(getattr(share, name)):+d}" for name in share.__struct_fields__}
    return {**points, "luck_error": f"{share.luck_error:.0f}"}


def racers(report: Report) -> tuple[Series, ...]:
    """The chance of each seat to win before each turn, in percent; none before one is measured."""
    return tuple(
        Series(
            seat.name,
            tuple((entry.turns, round(entry.chances[seat.seat])) for entry in report.curve),
        )
        for seat in report.seats
        if report.curve
    )
