"""The account panel: where the points come from as things stand, as a board tells it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.strip import Strip

from hako.tui.widgets.description import Marks
from hako.tui.widgets.line_panel import LinePanel


class ScoreSourcesPanel(LinePanel):
    """The account of a board, beside the log of a large window."""

    DEFAULT_CSS = """
    ScoreSourcesPanel { display: none; background: $background; }
    """

    def __init__(self, account: Callable[[int], Sequence[Marks]]) -> None:
        """Show what a function returns for so many columns."""
        super().__init__()
        self._account = account
        self._lines: Sequence[Marks] = ()

    def redraw(self) -> None:
        self._lines = self._account(self.columns) if self.columns else ()

    def count(self) -> int:
        return min(len(self._lines), self.rows)

    def paint(self, index: int) -> Strip:
        line = self.line()
        for text, style in self._lines[index]:
            line.put(text, style)
        return line.strip()
