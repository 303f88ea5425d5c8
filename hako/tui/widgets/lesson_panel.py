"""The lesson's panel: the text of this step, and the progress of the lesson."""

from __future__ import annotations

from collections.abc import Iterator

from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.tui.widgets.canvas import LinePanel, wrapped

GUTTER = 9
"""Cells at the right, for the key that goes on."""
MORE = 4
"""Cells for the number of lines that do not fit."""


class LessonPanel(LinePanel):
    """The text of the step; above it, the answer to an action that does not go on."""

    DEFAULT_CSS = """
    LessonPanel { background: $panel; }
    """

    class LessonStepRead(Message):
        """Posted when it was clicked: the text was read."""

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._answer = ""
        self._far = ""
        self._onward = ""
        self._lines: list[tuple[str, Style]] = []

    def show(self, text: str, far: str, onward: str = "") -> None:
        """Show a text; `onward` names the key that goes on, where nothing else does."""
        self._text, self._far, self._onward, self._answer = text, far, onward, ""
        self.top = 0
        self.repaint()

    def answer(self, answer: str) -> None:
        """Show the reason why an action does not go on; an empty one removes it."""
        self._answer = answer
        self.top = 0
        self.repaint()

    @property
    def shown_text(self) -> str:
        """The text to read now."""
        return self._answer or self._text

    def redraw(self) -> None:
        width = self.columns - (GUTTER + 1 if self._onward else 2)
        self._lines = [*self._written(width)]
        if len(self._lines) > self.rows:
            self._lines = [*self._written(width - MORE)]

    def _written(self, width: int) -> Iterator[tuple[str, Style]]:
        """The answer, if any, and the text; the progress stands beside the first line."""
        spell, ink, width = self.symbols.spell, self.ink, max(1, width)
        beside = width - cell_width(self._far) - 1
        parts = [(spell(self._text), ink.dim if self._answer else ink.text)]
        if self._answer:
            parts.insert(0, (f"{self.symbols.no} {spell(self._answer)}", ink.warn))
        for text, style in parts:
            first = next(iter(wrapped(text, max(1, beside))), "")
            rest = text[len(first) :].lstrip()
            yield from ((line, style) for line in (first, *(wrapped(rest, width) if rest else ())))
            beside = width

    def count(self) -> int:
        return max(self.rows, len(self._lines))

    def paint(self, index: int) -> Strip:
        line = self.line().at(1)
        if index < len(self._lines):
            line.put(*self._lines[index])
        if index == self.top:
            line.ending(f"{self._far} ", self.ink.dim)
        elif index == self.shown[-1]:
            below = len(self._lines) - 1 - index
            if below > 0:
                line.ending(f"{self.symbols.below}{below} ", self.ink.accent)
            elif self._onward:
                line.ending(f"{self._onward} {self.symbols.pointer} ", self.ink.warn)
        return line.strip()

    def on_click(self, event: events.Click) -> None:
        """Post that the text was read."""
        event.stop()
        self.post_message(self.LessonStepRead())
