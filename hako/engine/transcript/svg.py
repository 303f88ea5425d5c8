"""Plots as SVG text, for pages that need nothing but themselves; see page.STYLE for the looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from math import ceil, floor, log10

from msgspec import Struct

COLORS = 6
"""Series are told apart by that many colours (.c0 to .c5), and by their labels."""

_WIDTH = 640
_LEFT, _RIGHT, _TOP, _BOTTOM = 120, 24, 12, 28
_ROW = 30
_PLOT = 220
_BINS = 24


class Bar(Struct, frozen=True):
    """A share with its interval, between 0 and 1."""

    label: str
    value: float
    low: float
    high: float


class Line(Struct, frozen=True):
    """A line from point to point."""

    label: str
    points: tuple[tuple[float, float], ...]


class _Scale(Struct, frozen=True):
    """From numbers to places: `low` is drawn at `start`, `high` at `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        part = (value - self.low) / ((self.high - self.low) or 1)
        return round(self.start + part * (self.end - self.start), 1)


def bars(name: str, rows: Sequence[Bar]) -> str:
    """Shares as horizontal bars, 0 to 100 %, each with a whisker for its interval."""
    x = _Scale(0, 1, _LEFT, _WIDTH - _RIGHT)
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
    """How often each number came, a row for each label, all on one scale."""
    numbers = [number for counts in rows.values() for number in counts]
    low, step, bins = _bins(min(numbers), max(numbers))
    x = _Scale(low, low + step * bins, _LEFT, _WIDTH - _RIGHT)
    high = 90 if len(rows) > 1 else 160
    bottom = _TOP + high * len(rows)
    parts = [_axis(x, _ticks(low, low + step * bins), bottom, "{:g}".format)]
    for row, (label, counts) in enumerate(rows.items()):
        floor_ = _TOP + high * (row + 1)
        heights = [0] * bins
        for number, times in counts.items():
            heights[(number - low) // step] += times
        y = _Scale(0, max(heights), 0, high - 14)
        width = max(1.0, (_WIDTH - _RIGHT - _LEFT) / bins - 1)
        parts.append(f'<text class="label" x="{_LEFT - 8}" y="{floor_ - 6}">{escape(label)}</text>')
        parts += (
            _box(row, x(low + step * place), floor_ - y(times), width, y(times))
            for place, times in enumerate(heights)
            if times
        )
    return _picture(name, bottom + _BOTTOM, parts)


def lines(name: str, series: Sequence[Line]) -> str:
    """Lines over a common scale, each with its label at its end."""
    points = [point for line in series for point in line.points]
    x = _Scale(min(x for x, _ in points), max(x for x, _ in points), 48, _WIDTH - _LEFT)
    low, high = min(0, *(y for _, y in points)), max(1, *(y for _, y in points))
    y = _Scale(low, high, _TOP + _PLOT, _TOP)
    parts = [_axis(x, _ticks(x.low, x.high), _TOP + _PLOT, "{:g}".format), _grid(y)]
    for number, (line, place) in enumerate(zip(series, _apart(series, y), strict=True)):
        path = " ".join(f"{x(across)},{y(up)}" for across, up in line.points)
        end = x(line.points[-1][0]) + 6
        color = f"c{number % COLORS}"
        parts += [
            f'<polyline class="{color} s{number % 3}" points="{path}"/>',
            f'<text class="{color}" x="{end}" y="{place + 4}">{escape(line.label)}</text>',
        ]
    return _picture(name, _TOP + _PLOT + _BOTTOM, parts)


def _picture(name: str, height: float, parts: Iterable[str]) -> str:
    return (
        f'<svg role="img" aria-label="{escape(name)}" viewBox="0 0 {_WIDTH} {height}">'
        f"<title>{escape(name)}</title>{''.join(parts)}</svg>"
    )


def _box(color: int, x: float, y: float, width: float, height: float) -> str:
    return (
        f'<rect class="c{color % COLORS}" x="{x}" y="{y:.1f}"'
        f' width="{width:.1f}" height="{height:.1f}"/>'
    )


def _axis(x: _Scale, ticks: Iterable[float], bottom: float, form: Callable[[float], str]) -> str:
    return "".join(
        f'<path class="grid" d="M{x(tick)} {_TOP}V{bottom}"/>'
        f'<text class="tick" x="{x(tick)}" y="{bottom + 18}">{form(tick)}</text>'
        for tick in ticks
    )


def _grid(y: _Scale) -> str:
    return "".join(
        f'<path class="grid" d="M{48} {y(tick)}H{_WIDTH - _LEFT}"/>'
        f'<text class="label" x="40" y="{y(tick) + 4}">{tick:g}</text>'
        for tick in _ticks(y.low, y.high)
    )


def _ticks(low: float, high: float) -> list[float]:
    """About five round numbers between two others."""
    step = _round_up(max(1, (high - low) / 5))
    return [step * count for count in range(ceil(low / step), floor(high / step) + 1)]


def _bins(low: int, high: int) -> tuple[int, int, int]:
    """Where the bins of a histogram begin, how wide they are, and how many there are."""
    step = int(_round_up(ceil((high - low + 1) / _BINS)))
    first = low // step * step
    return first, step, (high - first) // step + 1


def _round_up(number: float) -> float:
    """The next number of 1, 2, 5, 10, 20, 50, ..."""
    power = 10.0 ** floor(log10(number))
    return next(step * power for step in (1, 2, 5, 10) if number <= step * power)


def _apart(series: Sequence[Line], y: _Scale) -> list[float]:
    """The height of each line's label, moved so that no two lie on each other."""
    places = [y(line.points[-1][1]) for line in series]
    lowest = float("inf")
    for number in sorted(range(len(series)), key=places.__getitem__, reverse=True):
        places[number] = lowest = min(places[number], lowest - 15)
    return places
