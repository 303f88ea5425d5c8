"""The story of a finished game on screen: its tables, each under a heading within a rule."""

from __future__ import annotations

from collections.abc import Iterator

from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.width import cell_width
from hako.engine.rules.story_table import Story, StoryBand, StoryRow
from hako.engine.transcript.story_table_layout import (
    StoryLabel,
    band_heads,
    band_lines,
    band_title,
)
from hako.tui.widgets.canvas import StyledLine
from hako.tui.widgets.line_panel import LinePanel
from hako.tui.widgets.score_source_bars import BarPiece, bar_pieces

INDENT = 1
"""Cells before the tables."""


class StoryTablePanel(LinePanel):
    """The tables of a story, as far as there is room; the others are reached by scrolling."""

    DEFAULT_CSS = """
    StoryTablePanel { height: auto; }
    """

    has_foot = True

    def __init__(self) -> None:
        super().__init__()
        self._story: Story = ()
        self._has_bars = False
        self._texts = Catalogue("en", {}, {})
        self._strips: list[Strip] = []

    def show(self, story: Story, texts: Catalogue, *, has_bars: bool) -> None:
        """Show a story in the words of its table; `has_bars` draws a bar below each account."""
        self._story, self._texts, self._has_bars = story, texts, has_bars
        self.display = bool(story)
        self.refresh(layout=True)
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        return sum(1 for _ in self._lines(width))

    def count(self) -> int:
        return len(self._strips)

    def paint(self, index: int) -> Strip:
        return self._strips[index]

    def paint_foot(self) -> Strip:
        hidden = self.count() - self.shown.stop
        text = f"{self.symbols.below}{hidden} PgDn" if hidden else f"{self.symbols.above} PgUp"
        return self.line().at(INDENT).put(text, self.ink.dim).strip()

    def redraw(self) -> None:
        self._strips = [line.strip() for line in self._lines(self.columns)]

    def _lines(self, width: int) -> Iterator[StyledLine]:
        for band in self._story:
            yield self._heading(band_title(band, self._texts), width)
            signs = self.symbols.owners
            bars = [*self._bars(band, width)] if self._has_bars and band.is_account else []
            for number, labels in enumerate(band_lines(band, self._texts, width - INDENT, signs)):
                line = StyledLine(width, self.symbols)
                for label in labels:
                    line.at(INDENT + label.x).put(label.text, self._style(label))
                yield line
                yield from bars[number - 1 : number] if number else ()

    def _bars(self, band: StoryBand, width: int) -> Iterator[StyledLine]:
        """A bar for each row of an account, from its first column on; losses are left out."""
        heads, *_ = band_lines(band, self._texts, width - INDENT)
        most = max(1, *(_gained(row) for row in band.rows))
        start = INDENT + heads[0].x
        *names, _ = band_heads(band, self._texts)
        for row in band.rows:
            parts = zip(row.amounts, names, strict=True)
            gains = [BarPiece(points, (name, "")) for points, name in parts if points > 0]
            line = StyledLine(width, self.symbols).at(start)
            for text, cells in bar_pieces(gains, width - start, most, self.symbols):
                line.put(
                    text, self.ink.token(row.label if isinstance(row.label, int) else 0), cells
                )
            yield line

    def _heading(self, title: str, width: int) -> StyledLine:
        bar = self.symbols.frame.horizontal
        line = StyledLine(width, self.symbols).put(f"{bar} ", self.ink.rule)
        line.put(title, self.ink.text)
        line.put(f" {bar * max(0, width - cell_width(title) - 3)}", self.ink.rule)
        return line

    def _style(self, label: StoryLabel) -> Style:
        if label.seat is not None:
            return self.ink.owner(label.seat)
        return self.ink.dim if label.is_dim else self.ink.text


def _gained(row: StoryRow) -> int:
    """The sum of what a row of an account has gained."""
    return sum(points for points in row.amounts if points > 0)
