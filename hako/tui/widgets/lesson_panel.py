"""The panels of a lesson: the text of a step in a bubble, and the progress of the lesson."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip

from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.i18n.width import cell_width
from hako.tui.theme.line_breaking import spans
from hako.tui.theme.symbols import FULL
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.canvas import wrapped
from hako.tui.widgets.line_panel import LinePanel

BUBBLE = 7
"""Rows of a bubble's place: four lines of text, one about what to do, and its border."""
MOST_LINES = 4
"""Lines of a text, at most, in a bubble at 80 columns."""
TEXT_WIDTH = 72
"""Cells of such a line."""
INSET = 2
"""Cells beside a bubble on either side, where it is as wide as the window."""
NARROW = 60
"""Cells below which a bubble has no cells beside it."""
GUTTER = 9
"""Cells at the right, for the key that goes on, without a border."""
MORE = 4
"""Cells for the number of lines that do not fit."""


class BubbleText(NamedTuple):
    """The texts of a step."""

    text: str
    """The text to read."""
    progress: str
    """The number of the step of how many."""
    keys: str = ""
    """The keys that lead on, in the border."""
    onward: str = ""
    """The key that goes on, where there is no border."""
    action: str = ""
    """The action to try."""
    news: Sequence[str] = ()
    """Sentences about what others did before."""


class LessonPanel(LinePanel):
    """A bubble as tall as its text, at the top of its place; in pages, its text without a border.

    An answer to an action that does not go on stands in place of the text.
    """

    DEFAULT_CSS = """
    LessonPanel { background: $background; }
    """

    class LessonStepRead(Message):
        """Posted when it was clicked: the text was read."""

    def __init__(self) -> None:
        super().__init__()
        self._content = BubbleText("", "")
        self._answer = ""
        self._lines: list[tuple[str, Style]] = []
        self._bubble: list[tuple[str, Style]] = []
        """The lines inside the border; empty where there is none."""

    def show(self, content: BubbleText) -> None:
        """Show the texts of a step."""
        self._content, self._answer = content, ""
        self.top = 0
        self.repaint()

    def drop_task(self) -> None:
        """Show only the text, while others act."""
        self.show(self._content._replace(keys="", onward="", action=""))

    def answer(self, answer: str) -> None:
        """Show the reason why an action does not go on; an empty one removes it."""
        self._answer = answer
        self.top = 0
        self.repaint()

    @property
    def shown_text(self) -> str:
        """The text to read now."""
        return self._answer or self._content.text

    @property
    def has_border(self) -> bool:
        """True if the text stands in a bubble; pages have no room for one."""
        return self.rows >= BUBBLE

    def redraw(self) -> None:
        self._bubble = [*self._inside()] if self.has_border else []
        if self.has_border:
            return
        width = self.columns - (GUTTER + 1 if self._content.onward else 2)
        self._lines = [*self._written(width)]
        if len(self._lines) > self.rows:
            self._lines = [*self._written(width - MORE)]

    def count(self) -> int:
        return self.rows if self.has_border else max(self.rows, len(self._lines))

    def paint(self, index: int) -> Strip:
        return self._framed(index) if self.has_border else self._plain(index)

    def on_click(self, event: events.Click) -> None:
        """Post that the text was read."""
        event.stop()
        self.post_message(self.LessonStepRead())

    # ------------------------------------------------------------------ a bubble

    @property
    def _inset(self) -> int:
        return INSET if self.columns >= NARROW else 0

    def _inside(self) -> Iterator[tuple[str, Style]]:
        """The lines in the border: news as far as there is room, the text, what to try."""
        spell, ink, content = self.symbols.spell, self.ink, self._content
        width = max(1, self.columns - 2 * self._inset - 4)
        text = f"{self.symbols.no} {self._answer}" if self._answer else content.text
        body = wrapped(spell(text), width)
        task = wrapped(spell(content.action), width) if content.action else []
        if len(body) + len(task) > self.rows - 2 and task:
            task = [shortened(spell(content.action), width, self.symbols)]
        room = self.rows - 2 - len(body) - len(task)
        row = spell(join_sentences(content.news))
        lines = spans(row, width) if row and room > 0 else ()
        news = [row[start:end] for start, end in lines[:room]]
        if len(lines) > room > 0:
            news[-1] = shortened(row[lines[room - 1][0] :], width, self.symbols)
        yield from ((line, ink.dim) for line in news)
        yield from ((line, ink.warn if self._answer else ink.text) for line in body)
        if task and room > len(news):
            yield "", ink.text
        yield from ((line, ink.strong) for line in task)

    def _framed(self, index: int) -> Strip:
        frame, ink, inset = self.symbols.frame, self.ink, self._inset
        last, width = len(self._bubble) + 1, self.columns - 2 * inset
        line, bar = self.line().at(inset), frame.horizontal * (width - 2)
        if index == 0:
            line.put(f"{frame.top_left}{bar}{frame.top_right}", ink.accent)
        elif index < last:
            line.put(frame.vertical, ink.accent).at(inset + 2).put(*self._bubble[index - 1])
            line.at(inset + width - 1).put(frame.vertical, ink.accent)
        elif index == last:
            keys = f" {self._content.keys} " if self._content.keys else ""
            keys = shortened(keys, width - 4, self.symbols)
            before = width - 3 - cell_width(keys)
            line.put(frame.bottom_left + frame.horizontal * before, ink.accent)
            line.put(keys, ink.warn).put(frame.horizontal + frame.bottom_right, ink.accent)
        return line.strip()

    # ------------------------------------------------------------------ without a border

    def _written(self, width: int) -> Iterator[tuple[str, Style]]:
        """The answer, if any, and the text; the progress stands beside the first line."""
        spell, ink, width = self.symbols.spell, self.ink, max(1, width)
        beside = width - cell_width(self._content.progress) - 1
        parts = [(spell(self._content.text), ink.dim if self._answer else ink.text)]
        if self._answer:
            parts.insert(0, (f"{self.symbols.no} {spell(self._answer)}", ink.warn))
        for text, style in parts:
            first = next(iter(wrapped(text, max(1, beside))), "")
            rest = text[len(first) :].lstrip()
            yield from ((line, style) for line in (first, *(wrapped(rest, width) if rest else ())))
            beside = width

    def _plain(self, index: int) -> Strip:
        line, onward = self.line().at(1), self._content.onward
        if index < len(self._lines):
            line.put(*self._lines[index])
        if index == self.top:
            line.ending(f"{self._content.progress} ", self.ink.dim)
        elif index == self.shown[-1]:
            below = len(self._lines) - 1 - index
            if below > 0:
                line.ending(f"{self.symbols.below}{below} ", self.ink.accent)
            elif onward:
                line.ending(f"{onward} {self.symbols.pointer} ", self.ink.warn)
        return line.strip()


class LessonProgress(LinePanel):
    """The title of a lesson, the number of the step, a bar of how far it is, and scores, if any."""

    def __init__(self) -> None:
        super().__init__()
        self._title = ""
        self._progress = ""
        self._done = self._steps = 0
        self._scores: Sequence[str] = ()

    def show(self, title: str, progress: str, done: int, steps: int, scores: Sequence[str]) -> None:
        """Show the title, a text about the step, how many steps are done of all, and the scores."""
        self._title, self._progress, self._done, self._steps = title, progress, done, steps
        self._scores = scores
        self.repaint()

    def count(self) -> int:
        return 1

    def on_click(self, event: events.Click) -> None:
        """Post that the text was read, as the bubble does whose border this may be."""
        event.stop()
        self.post_message(LessonPanel.LessonStepRead())

    def paint(self, index: int) -> Strip:  # noqa: ARG002 - there is one line
        symbols, ink = self.symbols, self.ink
        scores = [f"{symbols.owner(seat)}{score}" for seat, score in enumerate(self._scores)]
        width = sum(cell_width(score) + 1 for score in scores)
        line = self.line().at(1).put(self._title, ink.strong)
        line.at(line.x + 2).put(self._progress, ink.dim)
        room = self.columns - line.x - width - (5 if scores else 2)
        done = room * self._done // max(1, self._steps)
        if room > 0:
            is_full = symbols is FULL
            line.at(line.x + 2).put(("━" if is_full else "=") * done, ink.accent)
            line.put(symbols.frame.horizontal * (room - done), ink.rule)
        if line.x + 2 + width <= self.columns:
            line.at(self.columns - width)
            for seat, score in enumerate(scores):
                line.put(score, ink.owner(seat)).put(" ", ink.text)
        return line.strip()
