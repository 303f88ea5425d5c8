"""The panel of the sources of points: where points come from as things stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.strip import Strip

from hako.tui.widgets.description import Marks
from hako.tui.widgets.line_panel import LinePanel


class ScoreSourcesPanel(LinePanel):
    """The sources of points that a board tells, beside the log of a large window."""

    DEFAULT_CSS = """
    ScoreSourcesPanel { display: none; background: $background; }
    """

    def __init__(self, sources: Callable[[int], Sequence[Marks]]) -> None:
        """Show what a function returns for so many columns."""
        super().__init__()
        self._sources = sources
        self._lines: Sequence[Marks] = ()

    def redraw(self) -> None:
        self._lines = self._sources(self.columns) if self.columns else ()

    def count(self) -> int:
        return min(len(self._lines), self.rows)

    def paint(self, index: int) -> Strip:
        line = self.line()
        for text, style in self._lines[index]:
            line.put(text, style)
        return line.strip()
