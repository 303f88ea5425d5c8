"""The chance to win of one seat over the turns of a finished game, as an area, and what turned it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textual.strip import Strip

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat, letter
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.canvas import Canvas
from hako.tui.widgets.line_panel import LinePanel

EIGHTHS = " ▁▂▃▄▅▆▇█"
"""A cell filled from below by so many eighths."""

AXIS = 6
"""Cells of the scale before the area."""

LEAST = 4
"""Rows of an area, at least."""

WIDEST = 8
"""Cells of a turn, at most."""


class TurnChance(NamedTuple):
    """The chance to win before a turn."""

    turn: int
    chance: float
    """From 0 to 1."""


class CurveCause(NamedTuple):
    """A turn in which a chance changed much."""

    turn: int
    seat: Seat
    before: float
    """In percent."""
    after: float
    sentence: str
    moment: int = 0
    """The number of the position where it began."""


class WinChances(NamedTuple):
    """The chances of one seat, and the turns that changed chances most."""

    seat: Seat
    points: Sequence[TurnChance]
    causes: Sequence[CurveCause]
    accuracies: Sequence[float | None] = ()
    """The accuracies of all seats, 0 to 100; None where it is not known."""
    advice: str = ""
    """A sentence on what most mistakes of the seat share; empty for nothing."""


class WinCurve(LinePanel):
    """An area of eighth blocks with a number at each cause, and the causes below it.

    100%┤        ‹1›
     50%┤▂▄▄▆▆▄▄▂▂
      0%┤█████████
         1   5   10
    """

    def __init__(self) -> None:
        super().__init__()
        self._chances: WinChances | None = None
        self._texts = Catalogue("en", {}, {})
        self._strips: list[Strip] = []

    def show(self, chances: WinChances | None, texts: Catalogue) -> None:
        """Show the chances; None hides the panel."""
        self._chances, self._texts = chances, texts
        self.display = chances is not None
        self.repaint()

    def count(self) -> int:
        return len(self._strips)

    def paint(self, index: int) -> Strip:
        return self._strips[index]

    def redraw(self) -> None:
        chances = self._chances
        self._strips = self._drawn(chances) if chances and self.columns and self.rows else []

    def _drawn(self, chances: WinChances) -> list[Strip]:
        canvas = Canvas(self.columns, self.rows, self.symbols)
        causes = chances.causes if self.rows >= LEAST + 3 else ()
        has_advice = bool(chances.advice) and self.rows >= LEAST + 4
        causes = causes[: max(0, self.rows - LEAST - 3 - has_advice)]
        below = len(causes) + bool(causes) + has_advice
        across = self._texts.text("transcript.across")
        title = self._texts.text("end.chance", seat=chances.seat, across=across)
        end = self._draw_accuracies(canvas, chances.accuracies, 4 + cell_width(title))
        self._head(canvas, 0, title, end)
        rows = range(1, self.rows - 1 - below)
        cells = max(1, min(WIDEST, (self.columns - AXIS - 2) // max(1, len(chances.points))))
        for number, cause in enumerate(causes, start=1):  # the first piece at a cell stays
            self._draw_number(canvas, chances.points, cause, number, cells)
        self._draw_area(canvas, chances, rows, cells)
        self._draw_turns(canvas, chances.points, rows.stop, cells)
        if causes:
            keys = f" {self._texts.text('end.turned_keys', count=len(causes))} "
            end = self.columns - cell_width(keys)
            canvas.at(end, rows.stop + 1).put(keys, self.ink.dim)
            self._head(canvas, rows.stop + 1, self._texts.text("transcript.turned"), end)
            for number, cause in enumerate(causes, start=1):
                self._draw_cause(canvas, rows.stop + 1 + number, number, cause)
        if has_advice:
            advice = shortened(chances.advice, self.columns - 2, self.symbols)
            canvas.at(1, self.rows - 1).put(advice, self.ink.accent)
        return canvas.strips()

    def _draw_accuracies(
        self, canvas: Canvas, accuracies: Sequence[float | None], start: int
    ) -> int:
        """Write the accuracy of each seat at the right where there is room; the cell where it begins."""
        known = [
            (f"{self.symbols.owner(seat)}{letter(seat)} ", seat, f"{accuracy:.0f} ")
            for seat, accuracy in enumerate(accuracies)
            if accuracy is not None
        ]
        word = f" {self._texts.text('transcript.accuracy')}  "
        width = cell_width(word) + sum(
            cell_width(sign) + cell_width(number) + 1 for sign, _, number in known
        )
        if not known or start + width >= self.columns:
            return self.columns
        line = canvas.at(self.columns - width, 0).put(word, self.ink.dim)
        for sign, seat, number in known:
            line.put(sign, self.ink.owner(seat)).put(number, self.ink.text).put(" ", self.ink.text)
        return self.columns - width

    def _head(self, canvas: Canvas, y: int, title: str, end: int) -> None:
        """A title in a line that ends before a cell."""
        bar = self.symbols.frame.horizontal
        canvas.at(0, y).put(bar, self.ink.rule)
        canvas.at(2, y).put(title, self.ink.text)
        start = 3 + cell_width(title)
        canvas.at(start, y).put(bar * max(0, end - start), self.ink.rule)

    def _draw_area(self, canvas: Canvas, chances: WinChances, rows: range, cells: int) -> None:
        """The scale, and a column for each turn."""
        tick = "┤" if self.symbols.name == "full" else self.symbols.frame.vertical
        labels = {rows[0]: "100%", rows[len(rows) // 2]: "50%", rows[-1]: "0%"}
        for y in rows:
            label = labels.get(y, "")
            line = tick if label else self.symbols.frame.vertical
            canvas.at(0, y).put(f"{label:>{AXIS - 2}}{line}", self.ink.dim)
            for number, point in enumerate(chances.points):
                block = self._block(point.chance, rows.stop - 1 - y, len(rows))
                x = AXIS - 1 + number * cells
                canvas.at(x, y).put(block * cells, self.ink.owner(chances.seat))

    def _block(self, chance: float, level: int, rows: int) -> str:
        """The part of a cell that the area fills, `level` rows above the lowest."""
        eighths = max(1, round(8 * rows * chance)) - 8 * level
        if self.symbols.name == "full":
            return EIGHTHS[max(0, min(8, eighths))]
        return self.symbols.full_block if eighths >= 4 else " "

    def _draw_turns(self, canvas: Canvas, points: Sequence[TurnChance], y: int, cells: int) -> None:
        """The numbers of the turns, as many as fit."""
        end = 0
        for number, point in enumerate(points):
            x = AXIS - 1 + number * cells
            is_marked = number == 0 or point.turn % 5 == 0 or cells >= 4
            if is_marked and x >= end:
                canvas.at(x, y).put(str(point.turn), self.ink.dim)
                end = x + len(str(point.turn)) + 1

    def _draw_number(
        self,
        canvas: Canvas,
        points: Sequence[TurnChance],
        cause: CurveCause,
        number: int,
        cells: int,
    ) -> None:
        turns = [point.turn for point in points]
        if cause.turn in turns:
            x = AXIS - 1 + turns.index(cause.turn) * cells
            canvas.at(x, 1).put(self._number(number), self.ink.strong)

    def _number(self, number: int) -> str:
        return f"‹{number}›" if self.symbols.name == "full" else f"<{number}>"

    def _draw_cause(self, canvas: Canvas, y: int, number: int, cause: CurveCause) -> None:
        across = self._texts.text("transcript.across")
        where = self._texts.text("review.where", across=across, turn=cause.turn)
        sign = f"{self.symbols.owner(cause.seat)}{letter(cause.seat)}"
        line = canvas.at(1, y).put(f"{self._number(number)} {where}  ", self.ink.text)
        line.put(sign, self.ink.owner(cause.seat))
        change = f" {cause.before:.0f}{self.symbols.arrow}{cause.after:.0f}%  "
        line.put(change, self.ink.good if cause.after > cause.before else self.ink.danger)
        room = self.columns - line.x
        line.put(shortened(cause.sentence, room, self.symbols), self.ink.text)


def turn_chances(curve: Iterator[tuple[int, float]]) -> list[TurnChance]:
    """The first chance of each turn, from pairs of turn and chance in the order of play."""
    first: dict[int, float] = {}
    for turn, chance in curve:
        first.setdefault(turn, chance)
    return [TurnChance(turn, chance) for turn, chance in first.items()]
