"""The description: the focused thing in words, and what would follow."""

from __future__ import annotations

from textual.strip import Strip

from hako.tui.widgets.lines import LinePanel, wrapped


class Describe(LinePanel):
    """A few lines: what is pointed at, whether it is final, what can be foreseen."""

    DEFAULT_CSS = """
    Describe {
        height: 2;
        background: $surface;
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._text = ""
        self._final = ""
        self._then = ""
        self._notice = ""

    def tell(self, text: str, then: str = "", final: str = "") -> None:
        """Describe something: in words, what would follow, why that would be final."""
        self._text, self._then, self._final, self._notice = text, then, final, ""
        self.repaint()

    def warn(self, notice: str) -> None:
        """Say something that the player must not miss, until something else is described."""
        self._notice = notice
        self.repaint()

    @property
    def notice(self) -> str:
        """The warning that is shown, or nothing."""
        return self._notice

    def count(self) -> int:
        return self.rows

    def paint(self, index: int) -> Strip:
        styles, symbols = self.ink, self.symbols
        if self._notice:
            said = wrapped(self._notice, self.columns - 4)
            line = self.line()
            if index == 0:
                line.put(f" {symbols.final} ", styles.warn)
            return line.at(3).put(said[index] if index < len(said) else "", styles.warn).strip()
        said = wrapped(self._text, self.columns - 2)[: self.rows]
        line = self.line().put(" ", styles.text)
        if index < len(said):
            line.put(said[index], styles.text)
        elif index == len(said) and self._then:
            line.put(f"{symbols.arrow} ", styles.dim).put(self._then, styles.dim)
        if index == self.rows - 1 and self._final:
            line.at(line.x + 2).ending(f"{symbols.final} {self._final} ", styles.warn)
        return line.strip()
