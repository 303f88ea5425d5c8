"""Borders: lines of three weights along a grid of cells, and the signs where they meet.

╭────┲━━━━┱────╮      +----=====----+      thick    around marked areas
│    ┃    ┃    │      |    #   #    |      thin     between areas
╰────╂┈┈┈┈╂────╯      +----#...#----+      faint    within an area
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from operator import itemgetter
from typing import TypeAlias

from rich.style import Style

from hako.tui.theme.symbols import SymbolSet
from hako.tui.widgets.canvas import Canvas

GridPoint: TypeAlias = tuple[int, int]
"""Column and row of a canvas."""


class LineWeight(IntEnum):
    """The weight of a line: the heavier, the more it stands out."""

    NONE = 0
    FAINT = 1
    THIN = 2
    THICK = 3


UP, RIGHT, DOWN, LEFT = range(4)
"""The arms of a point, from which lines lead to it."""

# By the weights (none, thin, thick) of the arms: up and right choose the line, down and left the sign.
_MEETING = (
    " ╴╸╷╮┑╻┒┓",
    "╶─╾╭┬┭┎┰┱",
    "╺╼━┍┮┯┏┲┳",
    "╵╯┙│┤┥╽┧┪",
    "╰┴┵├┼┽┟╁╅",
    "┕┶┷┝┾┿┢╆╈",
    "╹┚┛╿┦┩┃┨┫",
    "┖┸┹┞╀╃┠╂╉",
    "┗┺┻┡╄╇┣╊╋",
)
_FAINT: Mapping[SymbolSet, tuple[str, str, str]] = {
    "full": ("┊", "┈", "·"),
    "narrow": (":", ".", "."),
    "ascii": (":", ".", "."),
}
"""Up and down, to the sides, and where both meet."""


class Borders:
    """Lines that are drawn one after another; where they meet, the heaviest count."""

    def __init__(self) -> None:
        self._arms: dict[GridPoint, list[LineWeight]] = {}
        self._signs: dict[SymbolSet, Mapping[GridPoint, str]] = {}

    def line(self, start: GridPoint, end: GridPoint, weight: LineWeight) -> None:
        """A line down or to the right, from point to point."""
        (x, y), (right, bottom) = start, end
        if x == right:
            ahead, back = DOWN, UP
            points = [(x, down) for down in range(y, bottom + 1)]
        else:
            ahead, back = RIGHT, LEFT
            points = [(along, y) for along in range(x, right + 1)]
        for point in points:
            if point != end:
                self._arm(point, ahead, weight)
            if point != start:
                self._arm(point, back, weight)

    def post(self, x: int, top: int, bottom: int, weight: LineWeight) -> None:
        """A line down that goes on beyond both its ends, where nothing is drawn."""
        for y in range(top, bottom + 1):
            self._arm((x, y), UP, weight)
            self._arm((x, y), DOWN, weight)

    def points(self) -> Iterable[GridPoint]:
        """All points that lie on a line."""
        return self._arms.keys()

    def signs(self, symbols: SymbolSet) -> Mapping[GridPoint, str]:
        """The character to write at each point, line by line; no lines may be drawn afterwards."""
        if symbols not in self._signs:
            self._signs[symbols] = {
                point: _sign(self._arms[point], symbols)
                for point in sorted(self._arms, key=itemgetter(1, 0))
            }
        return self._signs[symbols]

    def sign_under(self, over: Borders, point: GridPoint, symbols: SymbolSet) -> str:
        """The character to write at a point where the lines of both borders meet."""
        pairs = zip(self._arms[point], over._arms[point], strict=True)
        return _sign([max(pair) for pair in pairs], symbols)

    def _arm(self, point: GridPoint, arm: int, weight: LineWeight) -> None:
        if weight:
            arms = self._arms.setdefault(point, [LineWeight.NONE] * 4)
            arms[arm] = max(arms[arm], weight)


def write(canvas: Canvas, signs: Iterable[tuple[GridPoint, str, Style]]) -> None:
    """Write signs where they stand, given line by line; those in one style as one text."""
    run: tuple[GridPoint, str, Style] | None = None
    for point, sign, style in signs:
        if run is not None:
            (x, y), text, same = run
            if (x + len(text), y) == point and (same is style or same == style):
                run = (x, y), text + sign, style
                continue
            canvas.at(x, y).put(text, same)
        run = point, sign, style
    if run is not None:
        canvas.at(*run[0]).put(run[1], run[2])


def _sign(arms: list[LineWeight], symbols: SymbolSet) -> str:
    if max(arms) == LineWeight.FAINT:
        down, along, meeting = _FAINT[symbols]
        is_down, is_along = bool(arms[UP] or arms[DOWN]), bool(arms[RIGHT] or arms[LEFT])
        return meeting if is_down and is_along else down if is_down else along
    if symbols != "full":
        return _plain(arms)
    up, right, below, left = (max(0, weight - 1) for weight in arms)
    return _MEETING[3 * up + right][3 * below + left]


def _plain(arms: list[LineWeight]) -> str:
    """A sign of ASCII; of two lines that cross, the thick one is seen."""
    down, along = max(arms[UP], arms[DOWN]), max(arms[RIGHT], arms[LEFT])
    if LineWeight.THICK in arms:
        return "H" if down == LineWeight.THICK else "="
    if down == along:
        return "+"
    return "|" if down > along else "-"
