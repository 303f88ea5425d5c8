"""The race: how the scores of all seats grew, turn by turn, as a chart of characters."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.strip import Strip

from hako.engine.rules.vocabulary import Seat
from hako.tui.looks.symbols import letter
from hako.tui.widgets.lines import Canvas, LinePanel


class Race(LinePanel):
    """A chart of scores over turns; each seat has its sign, colour and letter.

    24 │              ▲▲▲C
       │     ●●●●▲▲▲▲▲
     0 │▲▲▲▲▲
       └──────────────────
        1               31
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._turns: Sequence[int] = ()
        self._scores: Sequence[tuple[int, ...]] = ()
        self._strips: list[Strip] = []

    def show(self, course: Sequence[tuple[int, tuple[int, ...]]]) -> None:
        """Show the course of a game: turn, and the score of each seat after it."""
        self._turns = [turn for turn, _ in course]
        self._scores = [scores for _, scores in course]
        self.repaint()

    def count(self) -> int:
        return len(self._strips)

    def paint(self, index: int) -> Strip:
        return self._strips[index]

    def redraw(self) -> None:
        self._strips = self._drawn() if self._scores and self.columns else []

    def _drawn(self) -> list[Strip]:
        canvas = Canvas(self.columns, self.rows, self.symbols)
        low = min(min(scores) for scores in self._scores)
        high = max(low + 1, *(max(scores) for scores in self._scores))
        left = max(len(str(low)), len(str(high))) + 2
        width, height = self.columns - left - 3, self.rows - 2
        if width < 2 or height < 2:
            return canvas.strips()
        self._draw_axes(canvas, low, high, left, width, height)
        for seat in range(len(self._scores[0])):
            self._draw_seat(canvas, seat, (low, high), (left, width, height))
        return canvas.strips()

    def _draw_axes(
        self, canvas: Canvas, low: int, high: int, left: int, width: int, height: int
    ) -> None:
        rule, dim, frame = self.ink.rule, self.ink.dim, self.symbols.frame
        for y in range(height):
            canvas.at(left - 1, y).put(frame.vertical, rule)
        canvas.at(0, 0).put(str(high), dim, left - 2, right=True)
        canvas.at(0, height - 1).put(str(low), dim, left - 2, right=True)
        canvas.at(left - 1, height).put(frame.bottom_left + frame.horizontal * width, rule)
        last = str(self._turns[-1])
        canvas.at(left, height + 1).put(str(self._turns[0]), dim)
        canvas.at(left + width - cell_len(last), height + 1).put(last, dim)

    def _draw_seat(
        self, canvas: Canvas, seat: Seat, scale: tuple[int, int], room: tuple[int, int, int]
    ) -> None:
        """A sign in each column; where two seats stand together, the one of the lower seat."""
        (low, high), (left, width, height) = scale, room
        style, sign = self.ink.owner(seat), self.symbols.owner(seat)
        y = 0
        for x in range(width):
            at = x * (len(self._scores) - 1) // max(1, width - 1)
            y = height - 1 - (self._scores[at][seat] - low) * (height - 1) // (high - low)
            canvas.at(left + x, y).put(sign, style)
        others_before = any(
            self._scores[-1][other] == self._scores[-1][seat] for other in range(seat)
        )
        canvas.at(left + width + others_before, y).put(letter(seat), style)
