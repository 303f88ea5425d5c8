"""Comparisons: a game that was retried from one of its positions, beside its first run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, field

from hako.engine.bots.estimates import weights_of
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.width import columns
from hako.engine.log.history import History
from hako.engine.log.redeal import Redealt
from hako.engine.review.curve import curve_of
from hako.engine.review.played_lines import turns_before
from hako.engine.review.review import kept_review
from hako.engine.rules.model import Seat, Viewer
from hako.engine.transcript.chart import Axes, Series
from hako.engine.transcript.chart import text as chart
from hako.engine.transcript.ranking import RankedSeat, standing
from hako.engine.transcript.transcript import TranscriptPart

WIDTH = 5
"""The width of a score, in cells."""


class BranchEnd(Struct, frozen=True):
    """The end of one of the two branches."""

    how: str
    """A sentence about how it was won."""
    ranked: tuple[RankedSeat, ...]
    """By seat; opponents without a seat come last."""
    curve: tuple[float, ...]
    """The win probability of the seat that retried, in percent, point by point.

    Empty without a review, and for the eyes of one seat: it depends on what all seats knew.
    """
    turns: tuple[int, ...] = ()
    """The number of turns before each point of the curve."""


class Comparison(Struct, frozen=True):
    """The two branches of a game side by side."""

    turn: int
    """The turn in which the branches part."""
    seat: Seat
    """The seat that retried."""
    anew: bool
    """True if what the seat could not know then was dealt again."""
    original: BranchEnd = field(name="first")
    retried: BranchEnd = field(name="again")


def endings(
    first: History[Any], again: History[Any], texts: Catalogue, viewer: Viewer
) -> Comparison:
    """Compare a game with the one that was retried from it (see Header.origin)."""
    origin = again.header.origin
    assert origin is not None, "a retried game names the first one"
    turn, _ = again.game.progress(again.view(None, origin.moment))
    changes = again.changes.get(origin.moment, ())
    one, other = (_ending(table, origin.seat, texts, viewer) for table in (first, again))
    anew = any(isinstance(change, Redealt) for change in changes)
    return Comparison(turn, origin.seat, anew, one, other)


def _ending(table: History[Any], seat: Seat, texts: Catalogue, viewer: Viewer) -> BranchEnd:
    outcome, weights = table.outcome, weights_of(table.game, len(table.players))
    assert outcome is not None, "both games are over"
    ranked = standing(table.game, table.view(None), texts)
    review = kept_review(table) if viewer is None else None
    curve = () if review is None else tuple(curve_of(review.curve, seat, weights))
    return BranchEnd(
        how=texts.lazy_text(outcome.how),
        ranked=tuple(sorted(ranked, key=lambda row: row.number)),
        curve=curve,
        turns=tuple(before for before, _ in zip(turns_before(table), curve, strict=False)),
    )


def comparison_text(comparison: Comparison, texts: Catalogue) -> TranscriptPart:
    """The comparison as a part of a transcript."""
    curves = racers(comparison, texts)
    board = [
        *side_by_side(comparison, texts),
        *(["", *chart(curves, axes(texts))] if curves else []),
    ]
    caption = texts.text("endings.caption")
    return TranscriptPart(
        heading(comparison, texts), tuple(sentences(comparison, texts)), caption, tuple(board)
    )


def axes(texts: Catalogue) -> Axes:
    """The names of the axes of a win probability chart."""
    return Axes(texts.text("review.across"), texts.text("review.up"))


def heading(comparison: Comparison, texts: Catalogue) -> str:
    """A heading: the turn of the retry, and whether hidden information was dealt again."""
    key = "endings.anew" if comparison.anew else "endings.same"
    across = texts.text("transcript.across")
    return texts.text(key, seat=comparison.seat, across=across, turn=comparison.turn)


def sentences(comparison: Comparison, texts: Catalogue) -> Iterator[str]:
    """A sentence for each branch about how it was won."""
    for time, end in _times(comparison):
        yield texts.text(f"endings.won_{time}", how=end.how)


def side_by_side(comparison: Comparison, texts: Catalogue) -> Iterator[str]:
    """The scores and their parts in both branches, as lines of text."""
    rows = [("", *(texts.text(f"endings.{time}") for time, _ in _times(comparison)))]
    for first, again in zip(comparison.original.ranked, comparison.retried.ranked, strict=True):
        rows.append((first.name, f"{first.score:>{WIDTH}}", f"{again.score:>{WIDTH}}"))
        parts = {**first.text(), **again.text()}
        for part in parts:
            points = (f"{row.parts.get(part, 0):>{WIDTH}}" for row in (first, again))
            rows.append((f"  {texts.term('part', part)}", *points))
    yield from columns(rows)


def racers(comparison: Comparison, texts: Catalogue) -> Sequence[Series]:
    """The win probability series of both branches; none without a curve."""
    return [
        Series(
            texts.text(f"endings.{time}"), tuple(zip(end.turns, map(round, end.curve), strict=True))
        )
        for time, end in _times(comparison)
        if end.curve
    ]


def _times(comparison: Comparison) -> Iterator[tuple[str, BranchEnd]]:
    yield "first", comparison.original
    yield "again", comparison.retried
