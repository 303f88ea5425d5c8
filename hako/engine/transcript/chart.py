"""Score charts in cells, for terminals and text; svg.lines draws with the same scales.

points
20┤·   ·   ·   ·╭▲ Cem 22
  │    ╭─●▲─────╯● Ann 20
 0┤●▲──╯   ·   ·
   1      2      3 round
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, floor, log10

from msgspec import Struct

from hako.engine.rules.model import Seat

SIGNS = ("●", "■", "▲", "◆", "★", "▼")
"""A sign for each seat, so that lines are distinguishable without colour."""

_APART = 5
"""The least distance of two signs on a line, in columns, so that the line is visible."""
_ROWS_A_TICK = 3
_DOTS = 4
"""The distance of the grid's dots, in columns."""


class Series(Struct, frozen=True):
    """A score over the turns of a game."""

    name: str
    scores: tuple[tuple[int, int], ...]
    """Pairs of the turn or round and the score at its end."""


class Axes(Struct, frozen=True):
    """The names of the two axes."""

    across: str
    up: str


class ChartSymbols(Struct, frozen=True):
    """The symbols of a chart, one cell each."""

    signs: Sequence[str] = SIGNS
    horizontal: str = "─"
    vertical: str = "│"
    top_left: str = "╭"
    top_right: str = "╮"
    bottom_left: str = "╰"
    bottom_right: str = "╯"
    tick: str = "┤"
    dot: str = "·"

    def sign(self, seat: Seat) -> str:
        """The sign of a seat."""
        return self.signs[seat % len(self.signs)]

    def label(self, seat: Seat, racer: Series) -> str:
        """The label at the end of a seat's line."""
        return f"{self.sign(seat)} {racer.name} {racer.scores[-1][1]}"


class ChartLabel(Struct, frozen=True):
    """A text from a cell on; earlier labels stay on top of later ones."""

    x: int
    y: int
    text: str
    racer: Seat | None = None
    """The seat of its line; None for the axes."""


class ChartScale(Struct, frozen=True):
    """A linear scale from numbers to places: `low` is drawn at `start`, `high` at `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        part = (value - self.low) / ((self.high - self.low) or 1)
        return round(self.start + part * (self.end - self.start), 1)

    def ticks(self, count: int = 5) -> list[float]:
        """About so many round numbers between the two ends."""
        step = round_up(max(1, (self.high - self.low) / count))
        first, last = ceil(self.low / step), floor(self.high / step)
        return [step * number for number in range(first, last + 1)]


def round_up(number: float) -> float:
    """The next number of 1, 2, 5, 10, 20, 50, ..."""
    power = 10.0 ** floor(log10(number))
    return next(step * power for step in (1, 2, 5, 10) if number <= step * power)


def scales(
    racers: Sequence[Series], across: tuple[int, int], up: tuple[int, int]
) -> tuple[ChartScale, ChartScale]:
    """The scales that fit all lines, each between two places."""
    points = [point for racer in racers for point in racer.scores]
    turns, scores = [turn for turn, _ in points], [score for _, score in points]
    low, high = min(0, *scores), max(1, *scores)
    return ChartScale(min(turns), max(turns), *across), ChartScale(low, high, *up)


def apart(places: Sequence[float], room: float, first: float, last: float) -> list[float]:
    """The places, moved so that any two are at least `room` apart and between two ends."""
    moved = list(places)
    downwards = sorted(range(len(places)), key=places.__getitem__)
    below = last + room
    for number in reversed(downwards):
        moved[number] = below = min(places[number], below - room)
    above = first - room
    for number in downwards:
        moved[number] = above = max(moved[number], above + room)
    return moved


def marked(x: ChartScale, room: float = 1) -> list[int]:
    """The turns with signs and numbers: all where there is room, and always the last.

    `room` is the width of a sign.
    """
    first, last = int(x.low), int(x.high)
    wide = (x.end - x.start) / ((last - first) or 1)
    step = int(round_up(max(1, ceil(_APART * room / wide))))
    most = [first, *(turn for turn in range(first + 1, last) if turn % step == 0), last]
    far = [turn for turn in most if (turn - first) * wide >= _APART * room]
    middle = [turn for turn in far if (last - turn) * wide >= _APART * room]
    return [*range(first, last)[:1], *middle, last]


def stands(
    racers: Sequence[Series],
    turns: Sequence[int],
    scale: tuple[ChartScale, ChartScale],
    room: float = 1,
) -> Iterator[tuple[Seat, float, float]]:
    """The positions of signs (seat, x, y), side by side for equal scores; the last turn has labels."""
    x, y = scale
    scores = [dict(racer.scores) for racer in racers]
    for turn in turns[:-1]:
        taken: dict[int, int] = {}
        for seat in _leaders_first(racers):
            if turn in scores[seat]:
                up = y(scores[seat][turn])
                beside = taken[round(up / room)] = taken.get(round(up / room), -1) + 1
                yield seat, round(x(turn)) + (beside if turn == x.low else -beside) * room, up


def painted(
    racers: Sequence[Series], axes: Axes, width: int, height: int, pens: ChartSymbols
) -> Iterator[ChartLabel]:
    """The labels of a chart of that size in cells; the labels at the lines' ends exceed the width."""
    left = max(len(f"{score:g}") for racer in racers for _, score in racer.scores) + 1
    bottom = height - 2
    x, y = scales(racers, (left, width - 1), (bottom, 1))
    yield ChartLabel(0, 0, axes.up)
    turns = marked(x)
    racers = [_thinned(racer, x, turns) for racer in racers]
    leaders_first = _leaders_first(racers)
    yield from _labels(racers, leaders_first, y, width, pens)
    for seat, column, row in stands(racers, turns, (x, y)):
        yield ChartLabel(round(column), round(row), pens.sign(seat), seat)
    yield from _lines(racers, leaders_first, (x, y), pens)
    yield from _frame(turns, axes, (x, y), pens)


def text(racers: Sequence[Series], axes: Axes, width: int = 64, height: int = 18) -> list[str]:
    """The chart as lines of text."""
    rows: list[dict[int, str]] = [{} for _ in range(height)]
    for mark in painted(racers, axes, width, height, ChartSymbols()):
        rows[mark.y].setdefault(mark.x, mark.text)
    return [_joined(row) for row in rows]


def _joined(row: Mapping[int, str]) -> str:
    line = ""
    for x, written in sorted(row.items()):
        line = line.ljust(x) + written
    return line


def _thinned(racer: Series, x: ChartScale, turns: Sequence[int]) -> Series:
    """The series with one score for each column, preferably of a turn with a sign."""
    signed = [score for score in racer.scores if score[0] in turns]
    columns = {round(x(score[0])): score for score in (*racer.scores, *signed)}
    return Series(racer.name, tuple(columns.values()))


def _leaders_first(racers: Sequence[Series]) -> list[Seat]:
    return sorted(range(len(racers)), key=lambda seat: -racers[seat].scores[-1][1])


def _labels(
    racers: Sequence[Series], order: Sequence[Seat], y: ChartScale, x: int, pens: ChartSymbols
) -> Iterator[ChartLabel]:
    is_tight = len(order) > y.start - y.end + 1  # then there is room beside the upper axis' name
    first = y.end - is_tight
    ends = apart([round(y(racers[seat].scores[-1][1])) for seat in order], 1, first, y.start)
    for seat, end in zip(order, ends, strict=True):
        racer = racers[seat]
        yield ChartLabel(x, int(end), pens.label(seat, racer), seat)


def _lines(
    racers: Sequence[Series],
    order: Sequence[Seat],
    scale: tuple[ChartScale, ChartScale],
    pens: ChartSymbols,
) -> Iterator[ChartLabel]:
    """The cells of all lines, the leader's on top; equal lines alternate from cell to cell."""
    cells: dict[tuple[int, int], list[tuple[str, Seat]]] = {}
    for seat in order:
        for column, row, glyph in _line(racers[seat], scale, pens):
            cells.setdefault((column, row), []).append((glyph, seat))
    for (column, row), drawn in cells.items():
        alike = [one for one in drawn if one[0] == drawn[0][0]]
        glyph, seat = alike[column % len(alike)]
        yield ChartLabel(column, row, glyph, seat)


def _line(
    racer: Series, scale: tuple[ChartScale, ChartScale], pens: ChartSymbols
) -> Iterator[tuple[int, int, str]]:
    """The cells of a line (column, row, glyph), from left to right without a gap."""
    x, y = scale
    for (turn, score), (next_turn, next_score) in pairwise(racer.scores):
        start, end = round(x(turn)), round(x(next_turn))
        slope = ChartScale(start, end, y(score), y(next_score))
        for column in range(start + 1, end + 1):
            yield from _step(column, round(slope(column - 1)), round(slope(column)), pens)


def _step(
    column: int, before: int, after: int, pens: ChartSymbols
) -> Iterator[tuple[int, int, str]]:
    if before == after:
        yield column, before, pens.horizontal
        return
    rises = after < before
    yield column, before, pens.bottom_right if rises else pens.top_right
    for row in range(min(before, after) + 1, max(before, after)):
        yield column, row, pens.vertical
    yield column, after, pens.top_left if rises else pens.bottom_left


def _frame(
    turns: Sequence[int], axes: Axes, scale: tuple[ChartScale, ChartScale], pens: ChartSymbols
) -> Iterator[ChartLabel]:
    x, y = scale
    left, right, bottom = int(x.start), int(x.end), int(y.start)
    for tick in y.ticks(max(2, bottom // _ROWS_A_TICK)):
        row, number = round(y(tick)), f"{tick:g}"
        yield ChartLabel(left - 1 - len(number), row, number)
        yield ChartLabel(left - 1, row, pens.tick)
        yield from (ChartLabel(column, row, pens.dot) for column in range(left, right + 1, _DOTS))
    yield from (ChartLabel(left - 1, row, pens.vertical) for row in range(1, bottom + 1))
    for turn in turns:
        number = str(turn)
        yield ChartLabel(round(x(turn)) - len(number) // 2, bottom + 1, number)
    yield ChartLabel(right + 3, bottom + 1, axes.across)
