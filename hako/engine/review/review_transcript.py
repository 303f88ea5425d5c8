"""The findings of a review as a part of transcripts."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.history import History
from hako.engine.review.report_text import report_text
from hako.engine.review.review_report import Report
from hako.engine.transcript.transcript import ChanceCause, Chances, Transcript


def with_report(
    transcript_data: Transcript, judged: Report, table: History[Any], texts: Catalogue
) -> Transcript:
    """A transcript with the findings of a review: what turned the game, and more at its end."""
    parts = (*transcript_data.parts, *report_text(judged, texts))
    return replace(transcript_data, parts=parts, chances=_chances(judged, table))


def _chances(judged: Report, table: History[Any]) -> Chances | None:
    """The chances to win and what turned them; None where they are not told."""
    if not (judged.is_done and judged.curve):
        return None
    known = {moment.number for moment in table.path()}
    points = [
        (entry.moment, table.game.progress(table.view(None, entry.moment))[0], entry.chances)
        for entry in judged.curve
        if entry.moment in known
    ]
    causes = [
        ChanceCause(one.moment, one.turn, one.seat, one.before, one.after, one.sentence)
        for one in judged.turning_points
    ]
    accuracies = [seat.accuracy if seat.is_done else None for seat in judged.seats]
    return Chances(tuple(points), tuple(causes), tuple(accuracies))
