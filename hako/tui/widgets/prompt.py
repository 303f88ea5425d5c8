"""The prompt: the awaited decision, and below it the tips and the goal, or a threat in its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from textual.geometry import Size
from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.canvas import wrapped
from hako.tui.widgets.line_panel import LinePanel

PromptRow: TypeAlias = tuple[Literal["text", "goal", "threat", "advice"], str]
"""The kind of a row, and its text."""

THREAT_INDENT = 2
"""Cells before a threat, for its sign."""


class Prompt(LinePanel):
    """The awaited decision, its seat and clause; below it the goal or a threat, and the tips.

    ▸● Ann: play on or stop?         rule play.3  F1
     To win this turn: 8 points (so far 5); money $9
     Stop before the third unhappy card.        a     the tip, where there is one
    """

    DEFAULT_CSS = """
    Prompt {
        height: auto;
        background: $panel;
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._text = ""
        self._aside = ""
        self._seat: Seat | None = None
        self._calls = False
        self._goal = ""
        self._threat: Sequence[str] = ()
        self._advice: str | None = None
        self._is_page = self._is_abridged = False
        self._overflow: Callable[[Sequence[PromptRow]], None] | None = None

    @property
    def overflow(self) -> Callable[[Sequence[PromptRow]], None] | None:
        """The function that shows goal and tip elsewhere, so that the prompt has a single row."""
        return self._overflow

    @overflow.setter
    def overflow(self, show: Callable[[Sequence[PromptRow]], None] | None) -> None:
        before, self._overflow = self._overflow, show
        if before is not None and show is None:
            before(())
        if before != show:
            self._fit()

    def show(
        self,
        text: str,
        aside: str = "",
        seat: Seat | None = None,
        *,
        calls: bool,
        goal: str = "",
        threat: Sequence[str] = (),
    ) -> None:
        """Show the text in the colour of a seat; with `calls` it stands out, for a seat here.

        A threat takes the place of the goal: the first of its sentences that fits, or the last.
        """
        self._text, self._aside, self._seat, self._calls = text, aside, seat, calls
        self._goal, self._threat = goal, threat
        self._fit()

    def stand_above(self, *, is_page: bool, is_full: bool) -> None:
        """Set whether a page is below, and whether it is full: then only the text is broken."""
        before = self._is_page, self._is_abridged
        self._is_page, self._is_abridged = is_page, is_page and is_full
        if before != (self._is_page, self._is_abridged):
            self._fit()

    def cite(self, aside: str) -> None:
        """Set the reference to the clause."""
        if aside != self._aside:
            self._aside = aside
            self.repaint()

    def advise(self, advice: str | None) -> None:
        """Show a tip; None where there are no tips, so that no row is kept for them."""
        if advice != self._advice:
            self._advice = advice
            self._fit()

    @property
    def room(self) -> int:
        """The cells for a tip."""
        return self.columns - 4

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        """The number of rows."""
        return len(self._written(width))

    def count(self) -> int:
        return len(self._written(self.columns))

    def paint(self, index: int) -> Strip:
        rows, styles, symbols = self._written(self.columns), self.ink, self.symbols
        kind, text = rows[index]
        line, style = self.line(), styles.strong if self._calls else styles.text
        if kind == "advice" and text:
            advice = shortened(symbols.spell(text), self.room, symbols)
            key = "" if rows[index - 1][0] == kind else "a "
            return line.at(1).put(advice, styles.accent).ending(key, styles.dim).strip()
        if kind == "threat":
            is_first = rows[index - 1][0] != kind
            line.put(symbols.warning if is_first else "", styles.warn)
            return line.at(THREAT_INDENT).put(text, styles.warn).strip()
        if kind != "text":
            return line.at(1).put(text, styles.dim).strip()
        if index:
            return line.at(self._indent).put(text, style).strip()
        line.put(symbols.pointer if self._calls else " ", styles.accent)
        if self._seat is not None:
            line.put(f"{symbols.owner(self._seat)} ", styles.owner(self._seat))
        line.put(shortened(text, self._text_room(line.width), symbols), style)
        fits = cell_width(self._aside) + 2 < line.width - line.x
        return line.ending(f"{self._aside if fits else self._key} ", styles.dim).strip()

    # ------------------------------------------------------------------ within

    def _fit(self) -> None:
        if self._overflow is not None:
            self._overflow(self._below)
        if self.count() != self.rows:
            self.refresh(layout=True)
        self.repaint()

    @property
    def _indent(self) -> int:
        """Cells before the text."""
        return 1 if self._seat is None else 3

    @property
    def _key(self) -> str:
        """The key that opens the rules; it is always shown."""
        return self._aside.rpartition(" ")[2]

    def _text_room(self, width: int) -> int:
        """Cells for the text, with a blank on either side of the key."""
        return width - self._indent - cell_width(self._key) - 2

    def _written(self, width: int) -> list[PromptRow]:
        """The rows, the text first; above a page all of them are broken into lines."""
        text = self.symbols.spell(self._text)
        if not (self._is_page and width):
            rows = self._below if self._overflow is None else ()
            return [("text", text), *(self._fitted(row, width) for row in rows)]
        lines = wrapped(text, self._text_room(width)) or [""]
        below = [(row[0], line) for row in self._below for line in self._lines(row, width)]
        return [*(("text", line) for line in lines), *below]

    @property
    def _below(self) -> tuple[PromptRow, ...]:
        """The rows below the text."""
        goal: tuple[PromptRow, ...] = (("goal", self._goal),) if self._goal else ()
        if self._threat:
            goal = (("threat", self._threat[0]),)
        advice = () if self._advice is None else (("advice", self._advice),)
        return (*goal, *advice)

    def _fitted(self, row: PromptRow, width: int) -> PromptRow:
        """A row; a threat is the first of its sentences that fits, or the last."""
        if row[0] != "threat":
            return row
        threats = [self.symbols.spell(threat) for threat in self._threat]
        fitting = (threat for threat in threats if cell_width(threat) <= width - THREAT_INDENT)
        return "threat", next(fitting, threats[-1])

    def _lines(self, row: PromptRow, columns: int) -> Sequence[str]:
        """The lines that a row below takes above a page."""
        width = columns - THREAT_INDENT - 2
        if self._is_abridged:
            text = self._fitted(row, columns - 2)[1]
            return [shortened(text, width, self.symbols)] if text else []
        return wrapped(row[1], width)
