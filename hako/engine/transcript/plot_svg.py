"""Plots as SVG text for self-contained pages; html_frame.STYLE has their styles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from math import ceil

from msgspec import Struct

from hako.engine.rules.model import Seat
from hako.engine.transcript.chart import (
    Axes,
    ChartScale,
    Series,
    apart,
    marked,
    round_up,
    scales,
    stands,
)

COLORS = 6
"""The number of colours (.c0 to .c5) of series, which also have labels."""

_WIDTH = 640
_LEFT, _RIGHT, _TOP, _BOTTOM = 120, 24, 12, 28
_ROW = 30
_PLOT = 220
_BINS = 24
_SIGN = 11
_SHAPES = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
    "M-4.5-4.5h9v9h-9z",
    "M0-6L5.5 4.5h-11z",
    "M0-6L6 0L0 6L-6 0z",
    "M0-7L2-2H7L3 1L4 6L0 3L-4 6L-3 1L-7-2H-2z",
    "M0 6L5.5-4.5h-11z",
)
"""The signs of chart.SIGNS, about `_SIGN` wide, drawn around 0,0."""


class Bar(Struct, frozen=True):
    """A share with its interval, between 0 and 1."""

    label: str
    value: float
    low: float
    high: float


def bars(name: str, rows: Sequence[Bar]) -> str:
    """Shares as horizontal bars, 0 to 100 %, each with a whisker for its interval."""
    x = ChartScale(0, 1, _LEFT, _WIDTH - _RIGHT)
    bottom = _TOP + _ROW * len(rows)
    parts = [_axis(x, [0, 0.25, 0.5, 0.75, 1], bottom, lambda share: f"{share:.0%}")]
    for row, bar in enumerate(rows):
        top = _TOP + _ROW * row + 5
        middle = top + 10
        parts += [
            f'<text class="label" x="{_LEFT - 8}" y="{middle + 4}">{escape(bar.label)}</text>',
            _box(row, x(0), top, x(bar.value) - x(0), 20),
            f'<path class="whisker" d="M{x(bar.low)} {middle}H{x(bar.high)}"/>',
            *(
                f'<path class="whisker" d="M{x(end)} {middle - 5}v10"/>'
                for end in (bar.low, bar.high)
            ),
        ]
    return _picture(name, bottom + _BOTTOM, parts)


def histograms(name: str, rows: Mapping[str, Mapping[int, int]]) -> str:
    """Histograms of counts by number, a row for each label, all on one scale."""
    numbers = [number for counts in rows.values() for number in counts]
    low, step, bins = _bins(min(numbers), max(numbers))
    x = ChartScale(low, low + step * bins, _LEFT, _WIDTH - _RIGHT)
    high = 90 if len(rows) > 1 else 160
    bottom = _TOP + high * len(rows)
    parts = [_axis(x, x.ticks(), bottom, "{:g}".format)]
    for row, (label, counts) in enumerate(rows.items()):
        floor_ = _TOP + high * (row + 1)
        heights = [0] * bins
        for number, times in counts.items():
            heights[(number - low) // step] += times
        y = ChartScale(0, max(heights), 0, high - 14)
        width = max(1.0, (_WIDTH - _RIGHT - _LEFT) / bins - 1)
        parts.append(f'<text class="label" x="{_LEFT - 8}" y="{floor_ - 6}">{escape(label)}</text>')
        parts += (
            _box(row, x(low + step * place), floor_ - y(times), width, y(times))
            for place, times in enumerate(heights)
            if times
        )
    return _picture(name, bottom + _BOTTOM, parts)


def lines(name: str, racers: Sequence[Series], axes: Axes) -> str:
    """A line for each series, with its sign on it and its name and score at its end."""
    bottom = _TOP + _PLOT
    x, y = scales(racers, (48, _WIDTH - _LEFT - 20), (bottom, _TOP + 20))
    turns = marked(x, _SIGN)
    parts = [
        _axis(x, turns, bottom, "{:g}".format),
        _grid(x, y),
        f'<text class="tick" x="{x.end + 40}" y="{bottom + 18}">{escape(axes.across)}</text>',
        f'<text class="axis" x="8" y="{_TOP}">{escape(axes.up)}</text>',
    ]
    for seat, racer in enumerate(racers):
        path = " ".join(f"{x(turn)},{y(score)}" for turn, score in racer.scores)
        parts.append(f'<polyline class="{_classes(seat)}" points="{path}"/>')
    parts += (_sign(seat, across, up) for seat, across, up in stands(racers, turns, (x, y), _SIGN))
    for seat, place in enumerate(
        apart([y(racer.scores[-1][1]) for racer in racers], 15, y.end, bottom)
    ):
        label = escape(f"{racers[seat].name} {racers[seat].scores[-1][1]}")
        parts += [
            _sign(seat, x.end + 8, place),
            f'<text class="{_classes(seat)}" x="{x.end + 18}" y="{place + 4}">{label}</text>',
        ]
    return _picture(name, bottom + _BOTTOM, parts)


def areas(
    name: str,
    names: Sequence[str],
    points: Sequence[tuple[int, Sequence[float], int]],
    causes: Sequence[tuple[int, int]],
) -> str:
    """Chances in percent as stacked areas, that of the first seat below; together they are 100.

    A point is a turn, the chance of each seat before it, and the number of the part of the page that a
    click on it opens. `causes` are turns with their numbers.
    """
    x = ChartScale(0, max(1, len(points) - 1), _LEFT, _WIDTH - _RIGHT)
    y = ChartScale(0, 100, _TOP + _PLOT, _TOP)
    parts = [_grid(x, y)]
    below = [0.0] * len(points)
    for seat in range(len(names)):
        above = [low + shares[seat] for low, (_, shares, _) in zip(below, points, strict=True)]
        edge = " ".join(f"{x(at):.1f},{y(share):.1f}" for at, share in enumerate(above))
        back = " ".join(
            f"{x(at):.1f},{y(share):.1f}" for at, share in reversed([*enumerate(below)])
        )
        parts.append(f'<polygon class="c{seat % COLORS}" points="{edge} {back}"/>')
        middle = y((above[0] + below[0]) / 2)
        parts.append(f'<text x="{x.start + 6}" y="{middle + 4:.1f}">{escape(names[seat])}</text>')
        below = above
    parts += _marked_turns(x, [turn for turn, _, _ in points], causes)
    width = (x.end - x.start) / max(1, len(points) - 1)
    parts += (
        f'<a href="#r{part}"><rect x="{x(at) - width / 2:.1f}" y="{_TOP}" width="{width:.1f}"'
        f' height="{_PLOT}" fill-opacity="0"><title>{turn}</title></rect></a>'
        for at, (turn, _, part) in enumerate(points)
    )
    return _picture(name, _TOP + _PLOT + _BOTTOM, parts, "areas")


def _marked_turns(
    x: ChartScale, turns: Sequence[int], causes: Sequence[tuple[int, int]]
) -> Iterator[str]:
    """The numbers of some turns below the plot, and those of the causes above it."""
    step = max(1, len(turns) // 10)
    for at in range(0, len(turns), step):
        yield f'<text class="tick" x="{x(at):.1f}" y="{_TOP + _PLOT + 18}">{turns[at]}</text>'
    for turn, number in causes:
        if turn in turns:
            middle = x(turns.index(turn))
            yield f'<path class="grid" d="M{middle:.1f} {_TOP}V{_TOP + _PLOT}"/>'
            yield f'<text class="tick" x="{middle:.1f}" y="{_TOP + 12}">‹{number}›</text>'


def _classes(seat: Seat) -> str:
    return f"c{seat % COLORS} s{seat % 3}"


def _sign(seat: Seat, x: float, y: float) -> str:
    shape = _SHAPES[seat % len(_SHAPES)]
    return f'<path class="c{seat % COLORS}" transform="translate({x:g} {y:g})" d="{shape}"/>'


def _picture(name: str, height: float, parts: Iterable[str], kind: str = "plot") -> str:
    return (
        f'<svg class="{kind}" role="img" aria-label="{escape(name)}" viewBox="0 0 {_WIDTH} {height}">'
        f"<title>{escape(name)}</title>{''.join(parts)}</svg>"
    )


def _box(color: int, x: float, y: float, width: float, height: float) -> str:
    return (
        f'<rect class="c{color % COLORS}" x="{x}" y="{y:.1f}"'
        f' width="{width:.1f}" height="{height:.1f}"/>'
    )


def _axis(
    x: ChartScale, ticks: Iterable[float], bottom: float, form: Callable[[float], str]
) -> str:
    return "".join(
        f'<path class="grid" d="M{x(tick)} {_TOP}V{bottom}"/>'
        f'<text class="tick" x="{x(tick)}" y="{bottom + 18}">{form(tick)}</text>'
        for tick in ticks
    )


def _grid(x: ChartScale, y: ChartScale) -> str:
    return "".join(
        f'<path class="grid" d="M{x.start} {y(tick)}H{x.end}"/>'
        f'<text class="label" x="40" y="{y(tick) + 4}">{tick:g}</text>'
        for tick in y.ticks()
    )


def _bins(low: int, high: int) -> tuple[int, int, int]:
    """The start, width and number of a histogram's bins."""
    step = int(round_up(ceil((high - low + 1) / _BINS)))
    first = low // step * step
    return first, step, (high - first) // step + 1
