"""Ladders of sizes: the steps in which a board grows with its room, and the choice among them.

A map has two axes instead of steps: the width of the window decides how wide a cell is, the height
how many lines it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct
from textual.geometry import Size

from hako.tui.boards.hex_map import HexSize

RULED = 2
"""Lines of a cell up to which a map may go without lines between its rows, and from which on it may
have them."""


class BoardStep(Struct, frozen=True, kw_only=True):
    """A size in which a board is drawn; a game's subclass says what its things are like there."""

    name: str
    """"S", "M", "L-", "L0", "L", "XL" or "XXL"."""
    columns: int
    """The least number of columns for it."""
    rows: int
    """The least number of rows for it."""
    facts: frozenset[str] = frozenset()
    """The facts that the board shows, in a few words each; a larger step shows them all, too."""

    def fits(self, columns: int, rows: int) -> bool:
        """True if there is room for it."""
        return columns >= self.columns and rows >= self.rows


T = TypeVar("T", bound=BoardStep)


def step_for(ladder: Sequence[T], columns: int, rows: int) -> T:
    """The largest step of a ladder that fits; the smallest where none does.

    A ladder begins with its smallest step, and no step needs less than the one before it. So no
    step down follows where the room grows.
    """
    fitting = [step for step in ladder if step.fits(columns, rows)]
    return fitting[-1] if fitting else ladder[0]


def with_facts(*groups: str) -> list[frozenset[str]]:
    """The facts of each step of a ladder: those of its own group, and of all groups before.

    A group is a text with a comma between its facts.
    """
    shown: frozenset[str] = frozenset()
    steps: list[frozenset[str]] = []
    for group in groups:
        shown |= {fact.strip() for fact in group.split(",") if fact.strip()}
        steps.append(shown)
    return steps


class CellWidth(Struct, frozen=True, kw_only=True):
    """A width of the cells of a map, with what the board shows in windows of that width."""

    window: int
    """Columns of the window from which on cells are so wide."""
    columns: int
    """Columns from one cell to the next; even."""
    most_lines: int
    """Lines of such a cell, at most."""
    facts: frozenset[str] = frozenset()
    """The facts that the board shows beside those that a cell has by its lines."""


class MapLadder(Struct, frozen=True, kw_only=True):
    """A ladder of two axes that do not depend on each other.

    Cells are as wide as the width of the window alone says, and have as many lines as its height and
    the rows of the map allow. Neither falls where the window grows.
    """

    widths: tuple[CellWidth, ...]
    """From the narrowest to the widest; the first one is that of all smaller windows, too."""
    lines: tuple[frozenset[str], ...]
    """The facts that a cell of one line shows, of two lines, and so on."""
    margin: int = 1
    """Columns of the map besides its cells: the last border, or letters of rows."""

    def width(self, window: int) -> CellWidth:
        """The width of cells in a window of so many columns."""
        fitting = [width for width in self.widths if width.window <= window]
        return fitting[-1] if fitting else self.widths[0]

    def size(self, window: int, rows: int, room: int) -> HexSize:
        """The size of cells of a map of so many rows, with room for `room` lines of it."""
        width = self.width(window)
        sizes = [
            HexSize(width.columns, lines, ruled=is_ruled)
            for lines in range(1, width.most_lines + 1)
            for is_ruled in (False, True)
            if (lines >= RULED if is_ruled else lines <= RULED)
        ]
        fitting = [size for size in sizes if self.extent(size, 0, rows).height <= room]
        return fitting[-1] if fitting else sizes[0]

    def extent(self, size: HexSize, cells: int, rows: int) -> Size:
        """Columns and rows of a map of so many cells and rows."""
        return Size(cells * size.width + self.margin, rows * size.pitch + size.ruled)

    def facts(self, window: int, size: HexSize) -> frozenset[str]:
        """The facts that a map with cells of a size shows."""
        return self.width(window).facts | self.lines[size.lines - 1]
