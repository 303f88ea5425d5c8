"""The prompt: what the table waits for, and below it what matters now and what one plays for."""

from __future__ import annotations

from rich.cells import cell_len
from textual.geometry import Size
from textual.strip import Strip

from hako.engine.rules.vocabulary import Seat
from hako.tui.widgets.lines import LinePanel, shortened


class Prompt(LinePanel):
    """What is awaited, from whom, and where the rules say so; and what one plays for.

    ▸● Ann: play on or stop?              play.3  F1
     8 points in one turn win: 5 so far, $9
     Stop before the third unhappy card.        a     the advisor; in place of it where rows are few
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
        self._advice: str | None = None

    def say(
        self,
        text: str,
        aside: str = "",
        seat: Seat | None = None,
        *,
        calls: bool,
        goal: str = "",
    ) -> None:
        """Show the text in the colour of a seat; it stands out if it `calls` for an answer here."""
        self._text, self._aside, self._seat, self._calls = text, aside, seat, calls
        self._goal = goal
        if self.count() != self.rows:
            self.refresh(layout=True)
        self.repaint()

    def cite(self, aside: str) -> None:
        """Say where else the rules say so."""
        if aside != self._aside:
            self._aside = aside
            self.repaint()

    def advise(self, advice: str | None) -> None:
        """Say what matters now; None where nobody advises, so that no row is kept for it."""
        if advice != self._advice:
            self._advice = advice
            if self.count() != self.rows:
                self.refresh(layout=True)
            self.repaint()

    @property
    def room(self) -> int:
        """Cells for what the advisor says."""
        return self.columns - 4

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        """As many rows as there is something to say."""
        return self.count()

    def count(self) -> int:
        return 1 + len(self._below)

    @property
    def _below(self) -> tuple[tuple[str, bool], ...]:
        """What stands below the first row, and whether the advisor says it."""
        goal = ((self._goal, False),) if self._goal else ()
        if self._advice is None:
            return goal
        said = ((self._advice, True),)
        return (*goal, *said) if self.screen.has_class("-tall") else said if self._advice else goal

    def paint(self, index: int) -> Strip:
        styles, symbols = self.ink, self.symbols
        if index:
            text, is_advice = self._below[index - 1]
            line = self.line().at(1)
            if not (is_advice and text):
                return line.put(text, styles.dim).strip()
            said = shortened(symbols.spell(text), self.room, symbols)
            return line.put(said, styles.accent).ending("a ", styles.dim).strip()
        line = self.line().put(symbols.pointer if self._calls else " ", styles.accent)
        if self._seat is not None:
            line.put(f"{symbols.owner(self._seat)} ", styles.owner(self._seat))
        key = self._aside.rpartition(" ")[2]
        room = line.width - line.x - cell_len(key) - 2  # a blank on either side of the key
        text = shortened(symbols.spell(self._text), room, symbols)
        line.put(text, styles.strong if self._calls else styles.text)
        fits = cell_len(self._aside) + 2 < line.width - line.x
        return line.ending(f"{self._aside if fits else key} ", styles.dim).strip()
