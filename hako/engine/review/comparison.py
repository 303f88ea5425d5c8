"""Both endings: a game that was tried again from one of its moments, beside how it went first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from hako.engine.bots.win_probability import win_probabilities
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.width import columns
from hako.engine.log.records import Redealt
from hako.engine.log.table import Table
from hako.engine.rules.model import Seat, Viewer
from hako.engine.transcript.chart import Axes, Series
from hako.engine.transcript.chart import text as chart
from hako.engine.transcript.sentences import RankedSeat, standing
from hako.engine.transcript.transcript import TranscriptPart

WIDTH = 5
"""Columns of a score."""


class BranchEnd(Struct, frozen=True):
    """How the game went one of the two times."""

    how: str
    """How it was won."""
    ranked: tuple[RankedSeat, ...]
    """By seat, opponents without one behind them."""
    curve: tuple[float, ...]
    """The chance of whoever tried again, in points of a hundred, after each record.

    Nothing for the eyes of one seat: it draws on what all of them knew.
    """


class Comparison(Struct, frozen=True):
    """Both, side by side."""

    turn: int
    """In which they part."""
    seat: Seat
    """Who tried again."""
    anew: bool
    """Whether what the seat could not know then was dealt anew."""
    original: BranchEnd
    retried: BranchEnd


def endings(first: Table[Any], again: Table[Any], texts: Catalogue, viewer: Viewer) -> Comparison:
    """The endings of a game and of another one that comes from it (see Header.origin)."""
    origin = again.header.origin
    assert origin is not None, "it comes from the first"
    turn, _ = again.game.progress(again.view(None, origin.moment))
    changes = again.changes.get(origin.moment, ())
    one, other = (_ending(its, origin.seat, texts, viewer) for its in (first, again))
    anew = any(isinstance(change, Redealt) for change in changes)
    return Comparison(turn, origin.seat, anew, one, other)


def _ending(table: Table[Any], seat: Seat, texts: Catalogue, viewer: Viewer) -> BranchEnd:
    outcome, seats = table.outcome, len(table.players)
    assert outcome is not None, "both games are over"
    ranked = standing(table.game, table.view(None), texts)
    way = table.path() if viewer is None else ()
    return BranchEnd(
        how=texts.lazy_text(outcome.how),
        ranked=tuple(sorted(ranked, key=lambda its: its.number)),
        curve=tuple(
            round(100 * win_probabilities(table.game, its.state, seats)[seat], 1) for its in way
        ),
    )


def comparison_text(found: Comparison, texts: Catalogue) -> TranscriptPart:
    """Both as a part of a story."""
    curves = racers(found, texts)
    board = [*side_by_side(found, texts), *(["", *chart(curves, axes(texts))] if curves else [])]
    caption = texts.text("endings.caption")
    return TranscriptPart(
        heading(found, texts), tuple(sentences(found, texts)), caption, tuple(board)
    )


def axes(texts: Catalogue) -> Axes:
    """What the axes of a curve of chances are called."""
    return Axes(texts.text("review.across"), texts.text("review.up"))


def heading(found: Comparison, texts: Catalogue) -> str:
    """From where it was tried again, and with what fate."""
    key = "endings.anew" if found.anew else "endings.same"
    across = texts.text("transcript.across")
    return texts.text(key, seat=found.seat, across=across, turn=found.turn)


def sentences(found: Comparison, texts: Catalogue) -> Iterator[str]:
    """How each of them was won."""
    for time, its in _times(found):
        yield texts.text(f"endings.won_{time}", how=its.how)


def side_by_side(found: Comparison, texts: Catalogue) -> Iterator[str]:
    """Scores and where they come from, as lines of text."""
    rows = [("", *(texts.text(f"endings.{time}") for time, _ in _times(found)))]
    for first, again in zip(found.original.ranked, found.retried.ranked, strict=True):
        rows.append((first.name, f"{first.score:>{WIDTH}}", f"{again.score:>{WIDTH}}"))
        parts = {**first.text(), **again.text()}
        for part in parts:
            points = (f"{its.parts.get(part, 0):>{WIDTH}}" for its in (first, again))
            rows.append((f"  {texts.term('part', part)}", *points))
    yield from columns(rows)


def racers(found: Comparison, texts: Catalogue) -> Sequence[Series]:
    """The curves of both, one over the other."""
    return [
        Series(texts.text(f"endings.{time}"), tuple(enumerate(map(round, its.curve))))
        for time, its in _times(found)
        if its.curve
    ]


def _times(found: Comparison) -> Iterator[tuple[str, BranchEnd]]:
    yield "first", found.original
    yield "again", found.retried
