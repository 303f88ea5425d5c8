"""Covers in cells: two pixels a cell, in the colours or in the shades that a terminal shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Literal, TypeAlias

from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from hako.content.cover import Colour
from hako.tui.terminal.capabilities import Colors
from hako.tui.theme.symbols import SymbolSet

Pixels: TypeAlias = Sequence[Sequence[Colour]]
"""Rows of pixels."""

CoverPen: TypeAlias = Literal["half_blocks", "blanks", "shades"]
"""The way of drawing pixels: upper halves on a ground, blanks on a ground, or blocks of five shades."""

SHADES = " ░▒▓█"
"""From dark to light."""

HALF = "▀"


def cover_pen(symbols: SymbolSet, colors: Colors) -> CoverPen | None:
    """The way in which a terminal can draw pixels; None if it cannot.

    Half blocks and shades take two cells where ambiguous characters do (`narrow`), and consoles with
    few glyphs have none of them.
    """
    if symbols == "ascii":
        return None
    if colors == "none":
        return "shades" if symbols == "full" else None
    return "half_blocks" if symbols == "full" else "blanks"


def cover_lines(pixels: Pixels, pen: CoverPen, scale: int = 1) -> list[list[Segment]]:
    """The lines of a picture; a cell holds two pixels, or with scale 2 half a pixel.

    The lower half of the last line stays empty where the number of rows is odd.
    """
    rows: list[list[_Cell]]
    if scale == 2:
        rows = [[(colour, colour) for colour in row for _ in range(2)] for row in pixels]
    else:
        lower = [*pixels[1::2], [None] * len(pixels[0])]
        rows = [list(zip(*pair, strict=True)) for pair in zip(pixels[::2], lower, strict=False)]
    if pen == "shades":
        low, high = _span(pixels)
        return [[_shaded(row, low, high)] for row in rows]
    return [[*_coloured(row, pen)] for row in rows]


_Cell: TypeAlias = tuple[Colour, Colour | None]
"""The colours of the upper and the lower pixel of a cell; None for the ground of the screen."""


def _coloured(row: Sequence[_Cell], pen: CoverPen) -> Iterator[Segment]:
    """The segments of a line, one for each run of equal cells, which so is sent once."""
    for cell, run in groupby(row):
        yield Segment(*_drawn(cell, pen, len(list(run))))


@lru_cache(maxsize=2048)
def _drawn(cell: _Cell, pen: CoverPen, times: int) -> tuple[str, Style]:
    upper, lower = cell
    if pen == "blanks" and lower is not None:
        upper = lower = _mean(upper, lower)
    if lower is None:
        return (HALF if pen == "half_blocks" else " ") * times, Style.from_color(_color(upper))
    if upper == lower:
        return " " * times, Style.from_color(bgcolor=_color(upper))
    return HALF * times, Style.from_color(_color(upper), _color(lower))


def _color(colour: Colour) -> Color:
    return Color.from_rgb(*colour)


def _mean(one: Colour, other: Colour) -> Colour:
    red, green, blue = ((a + b) // 2 for a, b in zip(one, other, strict=True))
    return red, green, blue


def lightness(colour: Colour) -> float:
    """The lightness of a colour, 0 to 1 (luma of ITU-R BT.601)."""
    red, green, blue = colour
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def _span(pixels: Pixels) -> tuple[float, float]:
    """The lightness of the darkest and the lightest pixel."""
    shades = [lightness(colour) for row in pixels for colour in row]
    return min(shades), max(shades)


def _shaded(row: Sequence[_Cell], low: float, high: float) -> Segment:
    """A line in five shades, stretched over the span of the picture."""
    room = (high - low) or 1.0

    def shade(upper: Colour, lower: Colour | None) -> str:
        mean = (lightness(upper) + lightness(lower or upper)) / 2
        return SHADES[min(4, int(5 * (mean - low) / (room + 1e-9)))]

    return Segment("".join(shade(*cell) for cell in row))
