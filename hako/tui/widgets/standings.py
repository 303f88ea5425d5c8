"""The standings: place and score of each seat, and the parts of the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise

from textual.geometry import Size
from textual.strip import Strip

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import letter
from hako.engine.transcript.ranking import Parts, RankedSeat
from hako.tui.theme.line_breaking import wrap
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.line_panel import LinePanel

NAME, SCORE = 14, 5
"""Cells of both."""
SIGN = 4
"""The column of the sign of a seat."""
BAR = SIGN + 3 + NAME + SCORE + 1
"""The first column of the bars."""


class Standings(LinePanel):
    """A line for each, with a bar on one scale for all, and a line of words where there is room.

    Without it the bars have the parts of all in one order, that of their names below: a piece
    that is too short for its name is known by its place.

    Where the points came from: VP
     1. ▲C Cat           77 ▌Land 16    ▌Knowledge 23    ▌Wonders 26
           Land 16, Knowledge 23, Wonders 26, Policies 6, leads 6
    """

    DEFAULT_CSS = """
    Standings { height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[tuple[RankedSeat, bool]] = []
        """The seat of each line below the title, and whether it is the line of text."""
        self._title = ""
        self._texts = Catalogue("en", {}, {})
        self._legend = ""
        self._placed: Sequence[str] = ()
        """The parts that have a place in every bar."""

    def show(
        self, rows: Iterable[RankedSeat], title: str, texts: Catalogue, *, in_full: bool
    ) -> None:
        """Show the seats in that order; `in_full` writes the parts below each bar."""
        rows = list(rows)
        self._title, self._texts = title, texts
        self._lines = [
            (row, is_text)
            for row in rows
            for is_text in (False, True)[: 1 + (in_full and bool(row.parts))]
        ]
        brought = dict.fromkeys(part for row in rows for part in row.parts)
        named = [part for part in brought if any(row.parts.get(part) for row in rows)]
        self._placed = () if in_full else named
        self._legend = " ".join(texts.term("part", part) for part in self._placed)
        self.refresh(layout=True)
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        return 1 + len(self._lines) + len(self._named(width))

    def count(self) -> int:
        return 1 + len(self._lines) + len(self._named(self.columns))

    def _named(self, width: int) -> Sequence[str]:
        """The names of the parts, in the lines that they need below the bars."""
        return wrap(self._legend, width - self._edge(width)) if self._legend else ()

    def _edge(self, width: int) -> int:
        """The column of the names: below the bars, if they fit there in a line."""
        return BAR if BAR + cell_width(self._legend) <= width else SIGN

    def paint(self, index: int) -> Strip:
        if index == 0:
            return self.line().put(self._title, self.ink.dim).strip()
        if index > len(self._lines):
            named = self._named(self.columns)[index - len(self._lines) - 1]
            return self._words(self._edge(self.columns), named)
        row, is_text = self._lines[index - 1]
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
        sign = "▌" if self.symbols.name == "full" else "|"
        most = max(1, *(sum(_known(row.parts).values()) for row, _ in self._lines))
        nothing = {part: 0 for part in self._placed if parts.get(part, 0) is not None}
        known = nothing | _known(parts)
        widths = _shared(list(known.values()), self.columns - BAR, most)
        for (part, points), width in zip(known.items(), widths, strict=True):
            if width:
                yield sign + _label(self._texts.term("part", part), points, width - 1), width


def _known(parts: Parts) -> dict[str, int]:
    """The parts that a bar can show: those with points."""
    return {part: points for part, points in parts.items() if points and points > 0}


def _shared(points: list[int], room: int, most: int) -> list[int]:
    """The width of each piece of a bar: as its points, but with room for their number."""
    ends = [end * room // most for end in accumulate(points, initial=0)]
    least = [1 + len(str(number)) for number in points]
    if sum(least) > room:
        return [end - start for start, end in pairwise(ends)]
    widths = [
        max(low, end - start) for low, (start, end) in zip(least, pairwise(ends), strict=True)
    ]
    for _ in range(sum(widths) - max(sum(least), ends[-1])):
        spare = [width - low for width, low in zip(widths, least, strict=True)]
        widths[spare.index(max(spare))] -= 1
    return widths


def _label(name: str, points: int, room: int) -> str:
    """Name and points, or as much of them as there is room for."""
    ways = (f"{name} {points}", f"{name[0]} {points}", str(points), "")
    return next(label for label in ways if cell_width(label) <= room)
