"""The recap: a sentence a line, with its seat's sign and a number that leads to the position.

Figures stand in columns at the right edge, so that one reads down what they add up to. Where it fills
more than half of the screen, the less important sentences take a row each, and of the accounts of
others only the totals are left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import letter
from hako.engine.transcript.figure_changes import AccountRow
from hako.engine.transcript.recap import RecapItem
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.canvas import StyledLine, wrapped
from hako.tui.widgets.line_panel import LinePanel

MOST_NUMBERED = 9
NUMBER, SIGN = 2, 3
"""Cells before a sentence."""
FIGURE, CHANGE, ARROW = 5, 6, 3
"""Cells of a value, of a gain or loss, and of the arrow between two values."""
FIGURES = 2 * FIGURE + ARROW + CHANGE + 1
"""Cells of the columns of figures."""
LABELS = 22
"""Cells for the names of figures, at most."""


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
        if row.item.account is not None and row.begins:
            self._paint_figures(line, row.item.account)
            return line.strip()
        return line.put(row.text, styles.strong if row.item.weight else styles.text).strip()

    def _paint_figures(self, line: StyledLine, row: AccountRow) -> None:
        """Write the name of a figure, what changed it, and its values in their columns."""
        ink, arrow = self.ink, self.symbols.arrow
        text = ink.strong if row.is_total else ink.text
        room = max(0, self.columns - FIGURES - line.x - 1)
        label = min(self._labels, room)
        line.put(row.label, text, label).put(" ", text).put(
            row.because, ink.dim, max(0, room - label)
        )
        line.at(max(line.x, self.columns - FIGURES))
        line.put(str(row.before), text, FIGURE, right=True).put(f" {arrow} ", ink.dim)
        line.put(str(row.now), text, FIGURE, right=True)
        change = ink.good if row.change > 0 else ink.danger
        line.put(f"{row.change:+}", change, CHANGE, right=True)

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

    @property
    def _labels(self) -> int:
        """Cells of the longest name of a figure."""
        names = (item.account.label for item in self._items if item.account is not None)
        return min(LABELS, max(map(cell_width, names), default=0))

    def _rows_for(self, width: int, *, is_short: bool) -> Iterator[_RecapRow]:
        number = 0
        for item in self._items:
            number += item.moment is not None
            has_number = item.moment is not None and number <= self._numbered
            if item.account is not None:
                is_left_out = is_short and not item.weight and not item.account.is_total
                if not is_left_out:
                    yield _RecapRow(item, "", number if has_number else None, begins=True)
                continue
            text = self.symbols.spell(item.sentence)
            if is_short and not item.weight:
                text = shortened(text, width, self.symbols)
            first, *more = wrapped(text, width) or [""]
            yield _RecapRow(item, first, number if has_number else None, begins=True)
            yield from (_RecapRow(item, text) for text in more)
