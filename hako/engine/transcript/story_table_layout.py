"""Stories of finished games, laid out in cells: for the screen of the result and for transcripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, product
from typing import Any, NamedTuple

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.i18n.width import cell_width
from hako.engine.log.history import History
from hako.engine.rules.model import Seat, letter
from hako.engine.rules.play import events
from hako.engine.rules.story_table import Story, StoryBand, StoryCell, StoryMoment, StoryRow
from hako.engine.transcript.chart import SIGNS
from hako.engine.transcript.transcript import TranscriptPart

GAPS = (2, 1)
"""Cells between two columns, where all fit so; else the first."""

NAME = 14
"""Cells of a name, at most."""


def story_of(table: History[Any]) -> Story:
    """The story of a game that is over, from public knowledge; empty while it goes on."""
    if table.outcome is None:
        return ()
    return table.game.story([*_moments(table)])


def _moments(table: History[Any]) -> Iterator[StoryMoment[Any]]:
    before = None
    for moment in table.path():
        after = table.view(None, moment.number)
        if before is not None:
            turn, _ = table.game.progress(before)
            yield StoryMoment(turn, before, tuple(events(moment.record.masked(None).then)), after)
        before = after


class StoryLabel(NamedTuple):
    """A text at a cell of a line."""

    x: int
    text: str
    seat: Seat | None = None
    """The seat in whose colour it is written."""
    is_dim: bool = False


def band_title(band: StoryBand, texts: Catalogue) -> str:
    """The title of a band."""
    return texts.lazy_text(band.title)


def band_heads(band: StoryBand, texts: Catalogue) -> list[str]:
    """The heads of the columns of a band."""
    return ["".join(text for text, _ in _parts(head, texts, SIGNS)) for head in band.heads]


def band_lines(
    band: StoryBand, texts: Catalogue, width: int, signs: Sequence[str] = SIGNS
) -> list[list[StoryLabel]]:
    """The lines of a band in at most so many cells; columns that do not fit follow below."""
    heads = [StoryRow(LazyText(""), band.heads)] if band.heads else []
    for named, gap in product(filter(None, (band.in_full, band.rows)), GAPS):
        rows = [*heads, *named]
        first = max(_width(_label(row, texts, signs)) for row in named)
        columns = _columns(rows, texts, signs)
        if first + sum(gap + cells for cells in columns) <= width:
            break
    else:
        gap = GAPS[0]
    lines: list[list[StoryLabel]] = []
    start = 0
    while start < len(columns) or not lines:
        end = _fitting(columns, start, width - first - gap, gap)
        for number, row in enumerate(rows):
            is_head = bool(band.heads) and number == 0
            line = [] if is_head else [*_placed(0, _label(row, texts, signs))]
            x = first + gap if first else 0
            for column in range(start, end):
                if column < len(row.cells):
                    parts = _parts(row.cells[column], texts, signs)
                    line += _placed(x, parts, is_dim=is_head)
                x += columns[column] + gap
            lines.append(line)
        start = end
    return lines


def band_text(band: StoryBand, texts: Catalogue, width: int) -> list[str]:
    """The lines of a band as text."""
    return ["".join(_text(line)).rstrip() for line in band_lines(band, texts, width)]


def story_parts(table: History[Any], texts: Catalogue, width: int) -> Iterator[TranscriptPart]:
    """The story as parts of a transcript."""
    for band in story_of(table):
        board = tuple(band_text(band, texts, width))
        yield TranscriptPart(band_title(band, texts), (), board=board, is_open=True)


def _text(line: Sequence[StoryLabel]) -> Iterator[str]:
    x = 0
    for label in line:
        yield " " * (label.x - x) + label.text
        x = label.x + cell_width(label.text)


_Parts = list[tuple[str, Seat | None]]


def _label(row: StoryRow, texts: Catalogue, signs: Sequence[str]) -> _Parts:
    label = row.label
    if isinstance(label, LazyText):
        return [(texts.lazy_text(label) if label.key else "", None)]
    name = texts.term("seat", label)
    place = [(f"{row.place}. ", None)] if row.place else []
    mark = f"{signs[label % len(signs)]}{letter(label)} "
    return [*place, (mark, label), (name[:NAME], None)]


def _parts(cell: StoryCell, texts: Catalogue, signs: Sequence[str]) -> _Parts:
    return [
        (texts.lazy_text(part), None)
        if isinstance(part, LazyText)
        else (part, None)
        if isinstance(part, str)
        else (signs[part % len(signs)], part)
        for part in cell
    ]


def _width(parts: _Parts) -> int:
    return sum(cell_width(text) for text, _ in parts)


def _placed(x: int, parts: _Parts, *, is_dim: bool = False) -> Iterator[StoryLabel]:
    for text, seat in parts:
        yield StoryLabel(x, text, seat, is_dim)
        x += cell_width(text)


def _columns(rows: Sequence[StoryRow], texts: Catalogue, signs: Sequence[str]) -> list[int]:
    """The width of each column."""
    count = max(len(row.cells) for row in rows)
    return [
        max(
            _width(_parts(row.cells[column], texts, signs))
            for row in rows
            if column < len(row.cells)
        )
        for column in range(count)
    ]


def _fitting(columns: Sequence[int], start: int, room: int, gap: int) -> int:
    """The end of the columns from `start` on that fit so many cells; at least one does."""
    ends = accumulate(width + gap for width in columns[start:])
    fitting = sum(end - gap <= room for end in ends)
    return start + max(1, fitting)
