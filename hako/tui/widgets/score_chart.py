"""The score chart: the scores of all seats over time, drawn in characters."""

from __future__ import annotations

from collections.abc import Sequence

from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.engine.transcript.chart import Axes, ChartSymbols, Series, painted
from hako.tui.widgets.canvas import Canvas
from hako.tui.widgets.line_panel import LinePanel

MARGIN = 8
"""Columns that scores and their lines take at least."""


class ScoreChart(LinePanel):
    """A chart of scores; each seat has its sign and colour."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._racers: Sequence[Series] = ()
        self._axes = Axes("", "")
        self._aside = ""
        self._strips: list[Strip] = []

    def show(self, racers: Sequence[Series], axes: Axes, aside: str = "") -> None:
        """Show the scores over time; `aside` stands after the name of the upper axis."""
        self._racers, self._axes, self._aside = racers, axes, aside
        self.repaint()

    def count(self) -> int:
        return len(self._strips)

    def paint(self, index: int) -> Strip:
        return self._strips[index]

    def redraw(self) -> None:
        self._strips = self._drawn() if self._racers and self.columns else []

    def _drawn(self) -> list[Strip]:
        canvas = Canvas(self.columns, self.rows, self.symbols)
        pens = self._pens()
        labels = (cell_width(pens.label(*racer)) for racer in enumerate(self._racers))
        width = self.columns - max(cell_width(self._axes.across) + 3, *labels)
        if width > MARGIN and self.rows > 3:
            marks = [*painted(self._racers, self._axes, width, self.rows, pens)]
            for mark in marks:
                style = self.ink.dim if mark.racer is None else self.ink.owner(mark.racer)
                canvas.at(mark.x, mark.y).put(mark.text, style)
            is_free = all(mark.y or mark.racer is None for mark in marks)
            start, end = cell_width(self._axes.up) + 2, self.columns if is_free else width
            if self._aside and start + cell_width(self._aside) <= end:
                canvas.at(start, 0).put(self._aside, self.ink.dim)
        return canvas.strips()

    def _pens(self) -> ChartSymbols:
        frame, signs = self.symbols.frame, self.symbols.owners
        corners = (frame.top_left, frame.top_right, frame.bottom_left, frame.bottom_right)
        tick = frame.vertical if self.symbols.name != "full" else "┤"
        return ChartSymbols(
            signs, frame.horizontal, frame.vertical, *corners, tick, self.symbols.dot
        )
