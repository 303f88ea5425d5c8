"""The standings: place and score of each seat, and the parts of the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from textual.geometry import Size
from textual.strip import Strip

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.rules.model import letter
from hako.engine.transcript.ranking import Parts, RankedSeat
from hako.tui.theme.line_breaking import wrap
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.line_panel import LinePanel
from hako.tui.widgets.score_source_bars import BarPiece, bar_pieces

NAME, SCORE = 14, 5
"""Cells of both."""
SIGN = 4
"""The column of the sign of a seat."""
BAR = SIGN + 3 + NAME + SCORE + 1
"""The first column of the bars."""


class RankingPanel(LinePanel):
    """A line for each, with a bar on one scale for all.

    The bars have the parts of all in one order, that of their names in the title: a piece that is
    too short for its name is known by its place. Where a part is not known yet, a line of words
    says so.

    Score breakdown, left to right: Land, Knowledge, Wonders, Policies, leads
     1. ▲C Cat           77 ▌Land 16    ▌Knowledge 23    ▌Wonders 26     ▌6    ▌6
    """

    DEFAULT_CSS = """
    RankingPanel { height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[tuple[RankedSeat, bool]] = []
        """The seat of each line below the title, and whether it is the line of text."""
        self._title = ""
        self._texts = Catalogue("en", {}, {})
        self._placed: Sequence[str] = ()
        """The parts that have a place in every bar."""

    def show(self, rows: Iterable[RankedSeat], title: str, texts: Catalogue) -> None:
        """Show the seats in that order."""
        rows = list(rows)
        self._texts = texts
        self._lines = [
            (row, is_text)
            for row in rows
            for is_text in (False, True)[: 1 + (None in row.parts.values())]
        ]
        brought = dict.fromkeys(part for row in rows for part in row.parts)
        self._placed = [part for part in brought if any(row.parts.get(part) for row in rows)]
        self._title = title
        if self._placed:
            self._title = texts.text("end.parts_placed", title=title, parts=self._placed)
        self.refresh(layout=True)
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        return len(wrap(self._title, width)) + len(self._lines)

    def count(self) -> int:
        return len(wrap(self._title, self.columns)) + len(self._lines)

    def paint(self, index: int) -> Strip:
        title = wrap(self._title, self.columns)
        if index < len(title):
            return self.line().put(title[index], self.ink.dim).strip()
        row, is_text = self._lines[index - len(title)]
        if is_text:
            return self._words(SIGN, self._texts.term("part", row.text()))
        return self._row(row)

    def _words(self, x: int, words: str) -> Strip:
        return (
            self.line()
            .at(x)
            .put(shortened(words, self.columns - x, self.symbols), self.ink.dim)
            .strip()
        )

    def _row(self, row: RankedSeat) -> Strip:
        styles, symbols = self.ink, self.symbols
        line = self.line().put(f"{row.place}.", styles.strong, SIGN - 1, right=True).at(SIGN)
        line.put(f"{symbols.owner(row.number)}{letter(row.number)} ", styles.owner(row.number))
        line.put(row.name, styles.strong if row.place == 1 else styles.text, NAME)
        line.put(str(row.score), styles.strong, SCORE, right=True).at(BAR)
        for words, width in self._bar(row.parts):
            line.put(words, styles.token(row.number), width)
        return line.strip()

    def _bar(self, parts: Parts) -> Iterator[tuple[str, int]]:
        """The label of each piece of a bar, and its width in cells."""
        most = max(1, *(sum(_known(row.parts).values()) for row, _ in self._lines))
        nothing = {part: 0 for part in self._placed if parts.get(part, 0) is not None}
        known = nothing | _known(parts)
        pieces = [
            BarPiece(points, (f"{self._texts.term('part', part)} {points}", str(points)))
            for part, points in known.items()
        ]
        yield from bar_pieces(pieces, self.columns - BAR, most, self.symbols)


def _known(parts: Parts) -> dict[str, int]:
    """The parts that a bar can show: those with points."""
    return {part: points for part, points in parts.items() if points and points > 0}
