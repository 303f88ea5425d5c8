"""Colour conversion: the last step of a line before it is sent, in the colours of one terminal."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget


class SentLines:
    """Converts lines into the colours in which they are sent to one panel's terminal.

    Textual lays each line over the background, and sends it through one filter after another, which
    read nothing but its styles. Here each style is converted once, and so is each line: Textual
    asks for all lines between those that changed.
    """

    def __init__(self, panel: Widget) -> None:
        _, self._background = panel.background_colors
        self._filters = panel.get_line_filters()
        self._ground = panel.rich_style
        self._beside = self._sent(Style(bgcolor=self._ground.bgcolor))
        self._known: dict[Style | None, Style] = {}
        self._finished: dict[int, tuple[Strip, Strip]] = {}
        """By row: a line, and the line as it was sent."""

    def __call__(self, y: int, line: Strip, left: int, right: int) -> Strip:
        """The line of a row with so many blank cells before and after it."""
        before, finished = self._finished.get(y, (None, line))
        if before is not line or finished.cell_length != left + line.cell_length + right:
            finished = self._finish(line, left, right)
            self._finished[y] = line, finished
        return finished

    def _finish(self, line: Strip, left: int, right: int) -> Strip:
        known = self._known
        segments = [Segment(" " * left, self._beside)] if left else []
        for text, style, _ in line:
            if style not in known:
                known[style] = self._sent(self._ground + style)
            segments.append(Segment(text, known[style]))
        if right:
            segments.append(Segment(" " * right, self._beside))
        return Strip(segments, left + line.cell_length + right)

    def _sent(self, style: Style) -> Style:
        segments = [Segment(" ", style)]
        for line_filter in self._filters:
            segments = line_filter.apply(segments, self._background)
        return segments[0].style or style
