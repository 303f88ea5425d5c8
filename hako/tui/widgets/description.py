"""The description: a text about the thing at the cursor, and the preview of its action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.i18n.width import cell_width
from hako.tui.widgets.canvas import wrapped
from hako.tui.widgets.line_panel import LinePanel

MORE = 4
"""Cells for the number of lines that do not fit."""

TITLE = 6
"""Cells of the rules and blanks in a title line, at least."""


RECKONED = 4
"""Rows of the panel from which on the selected action is reckoned up."""

Marks: TypeAlias = Sequence[tuple[str, Style]]
"""The texts of a line, each with its style."""


class Reckoning(NamedTuple):
    """The selected action, reckoned up by a board."""

    title: str = ""
    """Its subject; in the title line, where that is free and wide enough."""
    lines: Sequence[Marks] = ()
    is_vital: bool = False
    """True if no choice can be made without it, so that tip and threat come after it."""


class Description(LinePanel):
    """A few lines: a text, whether the action is final, and its foreseeable effects.

    With a title line, the subject of the text stands there where it fits. The mouse wheel scrolls to
    lines that do not fit.
    """

    DEFAULT_CSS = """
    Description {
        height: 2;
        background: $surface;
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._before: Sequence[tuple[str, str]] = ()
        self.title = ""
        """The title of a text without a subject."""
        self.has_side_rule = False
        """True if a line divides it from the panel at its left."""
        self.has_goal_last = False
        """True if there is little room, so that the goal follows the text."""
        self._subject = ""
        self._text = ""
        self._final = ""
        self._then = ""
        self._notice = ""
        self._lines: list[Marks] = []
        self.reckon: Callable[[int, int], Reckoning] = lambda _columns, _rows: Reckoning()
        """The function that reckons up the selected action on a board, for so many cells and lines;
        it stands before the text about that action."""
        self.wanted_rows = 0
        """The most rows that a text of this decision takes, where they are more than there are."""
        self.rows_above: Callable[[], int] = lambda: 0
        """The function that returns how many rows the panel above leaves free."""
        self._is_reckoned = self._is_asked_for = False
        self._reckoned = ""
        """The title of what is reckoned up."""

    def show(
        self,
        text: str,
        then: str = "",
        final: str = "",
        subject: str = "",
        *,
        is_reckoned: bool = False,
        is_asked_for: bool = False,
    ) -> None:
        """Show a text, the foreseeable effects, and the reason why these would be final.

        The subject is what it is about, where nothing else tells that. A text about the selected
        action `is_reckoned`: what a board reckons up stands before it, and else after it. One that
        is the answer to a key `is_asked_for`: it stands before tip and goal.
        """
        self._is_reckoned, self._is_asked_for = is_reckoned, is_asked_for
        self._text, self._then, self._final, self._notice = text, then, final, ""
        self.remove_class("-notice")
        self._subject = subject
        self.top = 0
        self.repaint()

    def introduce(self, rows: Sequence[tuple[str, str]]) -> None:
        """Show a tip and the goal or threat with every text, each with its kind.

        The kinds are those of the prompt: "advice", "goal" or "threat".
        """
        if rows != self._before:
            self._before = rows
            self.repaint()

    def warn(self, notice: str) -> None:
        """Show a warning that the player must not miss, until another text is shown.

        The class `-notice` brings the panel in front of one that has its place.
        """
        self._notice = notice
        self.add_class("-notice")
        self.top = 0
        self.repaint()

    @property
    def notice(self) -> str:
        """The warning that is shown, or nothing."""
        return self._notice

    @property
    def _is_subject_title(self) -> bool:
        """True if the subject fits into the title line."""
        return self._is_title(self._subject)

    @property
    def _is_titled(self) -> bool:
        """True if the title line says what is reckoned up."""
        is_first = self._is_reckoned and not self._subject
        return is_first and bool(self._reckoned) and self._is_title(self._reckoned)

    def _is_title(self, text: str) -> bool:
        """True if a text fits into the title line."""
        return self.has_head and cell_width(self.symbols.spell(text)) + TITLE <= self.columns

    def paint_head(self) -> Strip:
        """The title: the subject of the text, or what the panel tells."""
        title = self.title
        if self._subject and self._is_subject_title:
            title = self._subject
        elif self._is_titled:
            title = self._reckoned
        joint = self.symbols.frame.tee if self.has_side_rule else ""
        return self.line().rule(self.symbols.spell(title), "", self.ink, joint).strip()

    def lay_out(self, size: Size) -> None:
        if size.width != self.columns:
            self.wanted_rows = 0
        super().lay_out(size)

    def redraw(self) -> None:
        room = self.columns - 1
        self._lines = self._written(room, room)
        if len(self._lines) > self.body:
            self._lines = self._written(room, room - MORE)
            wanted = len(self._lines) + self.has_head
            if wanted > self.wanted_rows and self.rows_above():
                self.wanted_rows = wanted
                self.refresh(layout=True)

    def count(self) -> int:
        return max(self.rows - self.has_head, len(self._lines))

    def paint(self, index: int) -> Strip:
        styles, symbols = self.ink, self.symbols
        line = self.line()
        if self.has_side_rule:
            line.put(symbols.frame.vertical, styles.rule)
        is_last, below = index == self.shown[-1], self.count() - 1 - index
        says_why = is_last and self._final and not (self._notice or self.has_head)
        count = f"{symbols.below}{below} " if is_last and below and not says_why else ""
        room = self.columns - cell_width(symbols.spell(count))
        for text, style in self._lines[index] if index < len(self._lines) else ():
            line.put(text, style, min(cell_width(symbols.spell(text)), max(0, room - line.x)))
        if says_why:
            line.at(line.x + 2).ending(f"{symbols.warning} {self._final} ", styles.warn)
        return line.ending(count, styles.accent).strip()

    def _written(self, width: int, lower: int) -> list[Marks]:
        """All lines; those that may be the last one shown have fewer cells, beside the foot."""
        styles, symbols = self.ink, self.symbols
        if self.has_side_rule:
            width, lower = width - 1, lower - 1
        if self._notice:
            return self._broken(f" {symbols.warning} ", self._notice, styles.warn, lower)
        lines: list[Marks] = []
        after: list[Marks] = []
        reckoned, is_vital = self._reckoned_lines(width - 1)
        for kind, text in sorted(self._before):
            is_last = kind == "goal" and (self.has_goal_last or bool(reckoned))
            is_last |= self._is_asked_for and kind != "threat"
            style = {"goal": styles.dim, "threat": styles.warn}.get(kind, styles.accent)
            sign = f"{symbols.warning} " if kind == "threat" else " "
            rows = after if is_last else lines
            rows += self._broken(sign, text, style, lower if is_last else width) if text else []
        if self._is_reckoned:
            lines = [*reckoned, *lines] if is_vital else [*lines, *reckoned]
        elif reckoned:  # a hint, or a text about a place, comes before all that was there
            lines, after = [], [*lines, *reckoned, *after]
        named = self._subject if self._subject and not self._is_subject_title else ""
        text = join_sentences((named, self._text), "  ")
        body = self._broken(" ", text, styles.text, width) if text else []
        if len(lines) + len(body) >= self.body:
            body = self._broken(" ", text, styles.text, lower) if text else []
        lines += body
        if self._then:
            lines += self._broken(symbols.spell(" → "), self._then, styles.dim, lower)
        if self._final and self.has_head:
            lines += self._broken(f" {symbols.warning} ", self._final, styles.warn, lower)
        lines += after
        last = lines[self.body - 1] if len(lines) > self.body else ()
        if sum(cell_width(symbols.spell(text)) for text, _ in last) > lower:
            lines.insert(self.body - 1, [])  # the count of lines below stands there
        return lines

    def _reckoned_lines(self, width: int) -> tuple[list[Marks], bool]:
        """The lines of what a board reckons up, and whether they come before all others."""
        self._reckoned = ""
        if self.body < RECKONED:
            return [], False
        title, lines, is_vital = self.reckon(width, self.body)
        self._reckoned = title
        is_told = not title or self._is_titled
        heading = [] if is_told else self._broken(" ", title, self.ink.strong, width)
        return [*heading, *([(" ", self.ink.text), *marks] for marks in lines)], is_vital

    def _broken(self, sign: str, text: str, style: Style, width: int) -> list[Marks]:
        lines = wrapped(self.symbols.spell(text), max(1, width - len(sign)))
        return [
            [(" " * len(sign) if at else sign, style), (line, style)]
            for at, line in enumerate(lines)
        ]
