"""Borders: lines of three weights along a grid of cells, and the signs where they meet.

╭────┲━━━━┱────╮      +----=====----+      thick    around what stands out
│    ┃    ┃    │      |    #   #    |      thin     between areas
╰────╂┈┈┈┈╂────╯      +----#...#----+      faint    within an area
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from typing import TypeAlias

from rich.style import Style

from hako.tui.symbols import SymbolSet
from hako.tui.widgets.lines import Canvas

Point: TypeAlias = tuple[int, int]
"""Column and row of a canvas."""


class Weight(IntEnum):
    """How much a line stands out."""

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
    """Lines that are drawn one after another; each point keeps the heaviest through it."""

    def __init__(self) -> None:
        self._arms: dict[Point, list[Weight]] = {}
        self._styles: dict[Point, tuple[Weight, Style]] = {}

    def line(self, start: Point, end: Point, weight: Weight, style: Style) -> None:
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
                self._arm(point, ahead, weight, style)
            if point != start:
                self._arm(point, back, weight, style)

    def post(self, x: int, top: int, bottom: int, weight: Weight, style: Style) -> None:
        """A line down that goes on beyond both its ends, where nothing is drawn."""
        for y in range(top, bottom + 1):
            self._arm((x, y), UP, weight, style)
            self._arm((x, y), DOWN, weight, style)

    def draw(self, canvas: Canvas, symbols: SymbolSet, shows: Mapping[Point, Point]) -> None:
        """Write the points that are shown where they are to stand."""
        signs = (
            (x, y, self._sign(point, symbols), self._styles[point][1])
            for point, (x, y) in shows.items()
            if point in self._arms
        )
        for x, y, text, style in _runs(sorted(signs, key=lambda sign: (sign[1], sign[0]))):
            canvas.at(x, y).put(text, style)

    def points(self) -> Iterator[Point]:
        """All points that lie on a line."""
        return iter(self._arms)

    # ------------------------------------------------------------------ within

    def _arm(self, point: Point, arm: int, weight: Weight, style: Style) -> None:
        if not weight:
            return
        arms = self._arms.setdefault(point, [Weight.NONE] * 4)
        arms[arm] = max(arms[arm], weight)
        heaviest = self._styles.get(point)
        if heaviest is None or weight > heaviest[0]:
            self._styles[point] = weight, style

    def _sign(self, point: Point, symbols: SymbolSet) -> str:
        arms = self._arms[point]
        if max(arms) == Weight.FAINT:
            down, along, meeting = _FAINT[symbols]
            is_down, is_along = bool(arms[UP] or arms[DOWN]), bool(arms[RIGHT] or arms[LEFT])
            return meeting if is_down and is_along else down if is_down else along
        if symbols != "full":
            return _plain(arms)
        up, right, below, left = (max(0, weight - 1) for weight in arms)
        return _MEETING[3 * up + right][3 * below + left]


def _plain(arms: list[Weight]) -> str:
    """A sign of ASCII; of two lines that cross, the thick one is seen."""
    down, along = max(arms[UP], arms[DOWN]), max(arms[RIGHT], arms[LEFT])
    if Weight.THICK in arms:
        return "H" if down == Weight.THICK else "="
    if down == along:
        return "+"
    return "|" if down > along else "-"


def _runs(signs: Iterable[tuple[int, int, str, Style]]) -> Iterator[tuple[int, int, str, Style]]:
    """Signs that stand beside each other in one style, as one text."""
    run: tuple[int, int, str, Style] | None = None
    for x, y, sign, style in signs:
        if run is not None and run[1] == y and run[0] + len(run[2]) == x and run[3] == style:
            run = (run[0], y, run[2] + sign, style)
            continue
        if run is not None:
            yield run
        run = (x, y, sign, style)
    if run is not None:
        yield run
