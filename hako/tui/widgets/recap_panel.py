"""The recap: a sentence a line, with its seat's sign and a number that leads to the position.

Where it fills more than half of the screen, the less important sentences share rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from hako.engine.rules.model import letter
from hako.engine.transcript.recap import RecapItem
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.canvas import LinePanel, wrapped

MOST_NUMBERED = 9
NUMBER, SIGN = 2, 3
"""Cells before a sentence."""


class _RecapRow(Struct, frozen=True):
    item: RecapItem
    text: str
    number: int | None = None
    begins: bool = False


class RecapPanel(LinePanel):
    """The lines, broken for the width.

    ●A coins 12 → 14
    1 ■B Ben conquers Zion with Soldiers (2).
      ▲C Cat buys a Park. Cat plays a Mall.
    ! ▲C Cat can win next turn: 9 points in 10 cards, unhappy 3/3.
    """

    class RecapItemPicked(Message):
        """Posted when a line is clicked that leads to a position."""

        def __init__(self, moment: int) -> None:
            super().__init__()
            self.moment = moment

    def __init__(self) -> None:
        super().__init__()
        self._items: Sequence[RecapItem] = ()
        self._numbered = 0
        """The number of lines that can have a number."""
        self._rows: list[_RecapRow] = []

    def show(self, items: Sequence[RecapItem], *, is_numbered: bool) -> None:
        """Show these items, with numbers for those that lead to a position."""
        self._items, self._numbered = items, MOST_NUMBERED * is_numbered
        self.repaint()

    def moment(self, number: int) -> int | None:
        """The position of the row with a number; None if there is no such row."""
        leading = [item.moment for item in self._items if item.moment is not None]
        return leading[number - 1] if 1 <= number <= min(len(leading), self._numbered) else None

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        return len(self._written(width))

    def redraw(self) -> None:
        self._rows = self._written(self.columns)

    def count(self) -> int:
        return len(self._rows)

    def paint(self, index: int) -> Strip:
        row, styles, line = self._rows[index], self.ink, self.line()
        seat = row.item.seat
        is_threat = row.begins and row.item.about == "threat"
        line.put(self.symbols.warning if is_threat else "", styles.warn)
        line.put(str(row.number or ""), styles.dim).at(NUMBER)
        if row.begins and seat is not None:
            line.put(f"{self.symbols.owner(seat)}{letter(seat)}", styles.owner(seat))
        line.at(NUMBER + SIGN)
        return line.put(row.text, styles.strong if row.item.weight else styles.text).strip()

    def on_click(self, event: Click) -> None:
        """Go to the position of a line; a click on any other closes, as beside the panel."""
        index = self.line_at(event)
        moment = None if index is None else self._rows[index].item.moment
        if moment is not None:
            event.stop()
            self.post_message(self.RecapItemPicked(moment))

    def _written(self, width: int) -> list[_RecapRow]:
        width = max(1, width - NUMBER - SIGN)
        rows = [*self._rows_for(width, is_short=False)]
        return [*self._rows_for(width, is_short=True)] if self._is_tall(rows) else rows

    def _is_tall(self, rows: Sequence[_RecapRow]) -> bool:
        return 2 * len(rows) > self.screen.size.height

    def _rows_for(self, width: int, *, is_short: bool) -> Iterator[_RecapRow]:
        number = 0
        for item in self._items:
            number += item.moment is not None
            has_number = item.moment is not None and number <= self._numbered
            text = self.symbols.spell(item.sentence)
            if is_short and not item.weight:
                text = shortened(text, width, self.symbols)
            first, *more = wrapped(text, width) or [""]
            yield _RecapRow(item, first, number if has_number else None, begins=True)
            yield from (_RecapRow(item, text) for text in more)
