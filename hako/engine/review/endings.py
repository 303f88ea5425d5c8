"""Both endings: a game that was tried again from one of its moments, beside how it went first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from hako.engine.bots.chances import chances
from hako.engine.log.records import DealtAnew
from hako.engine.log.table import Table
from hako.engine.rules.vocabulary import Seat, Viewer
from hako.engine.transcript.chart import Axes, Racer
from hako.engine.transcript.chart import text as chart
from hako.engine.transcript.story import Part
from hako.engine.transcript.telling import Ranked, standing
from hako.engine.words.cells import columns
from hako.engine.words.text import Texts

WIDTH = 5
"""Columns of a score."""


class Ending(Struct, frozen=True):
    """How the game went one of the two times."""

    how: str
    """How it was won."""
    ranked: tuple[Ranked, ...]
    """By seat, opponents without one behind them."""
    curve: tuple[float, ...]
    """The chance of whoever tried again, in points of a hundred, after each record.

    Nothing for the eyes of one seat: it draws on what all of them knew.
    """


class Endings(Struct, frozen=True):
    """Both, side by side."""

    turn: int
    """In which they part."""
    seat: Seat
    """Who tried again."""
    anew: bool
    """Whether what the seat could not know then was dealt anew."""
    first: Ending
    again: Ending


def endings(first: Table[Any], again: Table[Any], texts: Texts, viewer: Viewer) -> Endings:
    """The endings of a game and of another one that comes from it (see Header.origin)."""
    origin = again.header.origin
    assert origin is not None, "it comes from the first"
    turn, _ = again.game.progress(again.view(None, origin.moment))
    changes = again.changes.get(origin.moment, ())
    one, other = (_ending(its, origin.seat, texts, viewer) for its in (first, again))
    anew = any(isinstance(change, DealtAnew) for change in changes)
    return Endings(turn, origin.seat, anew, one, other)


def _ending(table: Table[Any], seat: Seat, texts: Texts, viewer: Viewer) -> Ending:
    outcome, seats = table.outcome, len(table.players)
    assert outcome is not None, "both games are over"
    ranked = standing(table.game, table.view(None), texts)
    way = table.path() if viewer is None else ()
    return Ending(
        how=texts.note(outcome.how),
        ranked=tuple(sorted(ranked, key=lambda its: its.number)),
        curve=tuple(round(100 * chances(table.game, its.state, seats)[seat], 1) for its in way),
    )


def in_words(found: Endings, texts: Texts) -> Part:
    """Both as a part of a story."""
    curves = racers(found, texts)
    board = [*side_by_side(found, texts), *(["", *chart(curves, axes(texts))] if curves else [])]
    caption = texts.say("endings.caption")
    return Part(heading(found, texts), tuple(sentences(found, texts)), caption, tuple(board))


def axes(texts: Texts) -> Axes:
    """What the axes of a curve of chances are called."""
    return Axes(texts.say("review.across"), texts.say("review.up"))


def heading(found: Endings, texts: Texts) -> str:
    """From where it was tried again, and with what fate."""
    key = "endings.anew" if found.anew else "endings.same"
    across = texts.say("transcript.across")
    return texts.say(key, seat=found.seat, across=across, turn=found.turn)


def sentences(found: Endings, texts: Texts) -> Iterator[str]:
    """How each of them was won."""
    for time, its in _times(found):
        yield texts.say(f"endings.won_{time}", how=its.how)


def side_by_side(found: Endings, texts: Texts) -> Iterator[str]:
    """Scores and where they come from, as lines of text."""
    rows = [("", *(texts.say(f"endings.{time}") for time, _ in _times(found)))]
    for first, again in zip(found.first.ranked, found.again.ranked, strict=True):
        rows.append((first.name, f"{first.score:>{WIDTH}}", f"{again.score:>{WIDTH}}"))
        parts = {**first.told(), **again.told()}
        for part in parts:
            points = (f"{its.parts.get(part, 0):>{WIDTH}}" for its in (first, again))
            rows.append((f"  {texts.term('part', part)}", *points))
    yield from columns(rows)


def racers(found: Endings, texts: Texts) -> Sequence[Racer]:
    """The curves of both, one over the other."""
    return [
        Racer(texts.say(f"endings.{time}"), tuple(enumerate(map(round, its.curve))))
        for time, its in _times(found)
        if its.curve
    ]


def _times(found: Endings) -> Iterator[tuple[str, Ending]]:
    yield "first", found.first
    yield "again", found.again
