"""Styled lines, and the canvas for boards and panels."""

from __future__ import annotations

from operator import itemgetter
from typing import Self

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.tui.theme.line_breaking import wrap
from hako.tui.theme.styles import Styles
from hako.tui.theme.symbols import FULL, Symbols
from hako.tui.theme.truncation import shortened


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` cells, broken by the rules of its language."""
    return list(wrap(text, width))


class StyledLine:
    """A line that is being written, cell by cell."""

    def __init__(self, width: int, symbols: Symbols = FULL) -> None:
        self.width = width
        self.x = 0
        """The next cell to write."""
        self._symbols = symbols
        self._pieces: list[tuple[int, int, Segment]] = []
        """The pieces of the line, each with its first cell and its end."""

    @property
    def is_blank(self) -> bool:
        """True if nothing was written."""
        return not any(segment.text.strip() for _, _, segment in self._pieces)

    def at(self, x: int) -> Self:
        """Move to a cell, from which writing goes on."""
        self.x = x
        return self

    def put(
        self, text: str, style: Style, width: int | None = None, *, right: bool = False
    ) -> Self:
        """Write; with a width, shortened or filled up to exactly so many cells."""
        room = max(0, self.width - self.x)
        wanted = room if width is None or width > room else width
        text = self._symbols.spell(text)
        if (length := cell_width(text)) > wanted:
            text = shortened(text, wanted, self._symbols)
            length = cell_width(text)
        if width is not None and length < wanted:
            blanks = " " * (wanted - length)
            text = blanks + text if right else text + blanks
            length = wanted
        start, self.x = self.x, self.x + length
        if text:
            self._pieces.append((start, self.x, Segment(text, style)))
        return self

    def ending(self, text: str, style: Style) -> Self:
        """Write so that the text ends with the line; from here on, if there is no room."""
        text = self._symbols.spell(text)
        return self.at(max(self.x, self.width - cell_width(text))).put(text, style)

    def ending_at(self, x: int, text: str, style: Style) -> Self:
        """Write so that the text ends before a cell."""
        text = self._symbols.spell(text)
        return self.at(max(0, x - cell_width(text))).put(text, style)

    def rule(self, title: str, aside: str, ink: Styles, start: str = "") -> Self:
        """Rule the whole line, with a title and something at its end; it may start with a joint."""
        bar = self._symbols.frame.horizontal
        self.at(0).put(start or bar, ink.rule).put(f" {title} ", ink.dim)
        beside = f" {aside} " if aside and self.x + cell_width(aside) + 3 <= self.width else ""
        self.put(bar * max(0, self.width - 1 - self.x - cell_width(beside)), ink.rule)
        return self.put(beside, ink.dim).put(bar * (self.width - self.x), ink.rule)

    def strip(self) -> Strip:
        """The line in full width; overwritten text is left out."""
        self._pieces.sort(key=itemgetter(0))
        segments: list[Segment] = []
        end = 0
        for start, stop, segment in self._pieces:
            if start < end:
                continue
            if start > end:
                segments.append(Segment(" " * (start - end)))
            segments.append(segment)
            end = stop
        if end < self.width:
            segments.append(Segment(" " * (self.width - end)))
        return Strip(segments, self.width)


class Canvas:
    """Lines of one width, to be written in any order."""

    def __init__(self, width: int, height: int, symbols: Symbols = FULL) -> None:
        self.width = width
        self.height = height
        self.symbols = symbols
        self._lines = [StyledLine(width, symbols) for _ in range(height)]
        self._nowhere = StyledLine(0, symbols)

    def at(self, x: int, y: int) -> StyledLine:
        """The line y, to be written from cell x on; outside of the canvas nothing is written."""
        return (self._lines[y] if 0 <= y < len(self._lines) else self._nowhere).at(x)

    def box(self, region: Region, style: Style) -> None:
        """Draw the sides of a box."""
        frame = self.symbols.frame
        x, y, width, height = region
        bar = frame.horizontal * (width - 2)
        self.at(x, y).put(f"{frame.top_left}{bar}{frame.top_right}", style)
        for inside in range(y + 1, y + height - 1):
            self.at(x, inside).put(frame.vertical, style)
            self.at(x + width - 1, inside).put(frame.vertical, style)
        self.at(x, y + height - 1).put(f"{frame.bottom_left}{bar}{frame.bottom_right}", style)

    def strips(self) -> list[Strip]:
        """All lines in full width."""
        return [line.strip() for line in self._lines]
