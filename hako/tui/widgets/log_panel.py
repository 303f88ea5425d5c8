"""The log panel: the sentences of each record; a record leads to its position."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from operator import attrgetter
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.engine.transcript.sentences import RenderedRecord
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.canvas import wrapped
from hako.tui.widgets.line_panel import LinePanel


class LogRow(Struct, frozen=True, gc=False):
    """A record with the sentences that the log shows."""

    moment: int
    """Number of the position after it."""
    seat: Seat | None
    rendered: tuple[RenderedRecord, ...]
    is_left_behind: bool = False
    """True if it lies on a branch that was taken back."""


class _LogRow(Struct, frozen=True, gc=False):
    record: LogRow
    text: str
    mark: Seat | None = None
    """The seat whose sign stands before it."""
    begins: bool = False
    """True if a sign stands there: that of the table, if no seat has one."""
    opens: bool = False
    """True if it is the heading of a turn or a round."""


_LATELY = 1 << 12
"""The number of rows that are kept for other viewers of the same table."""


@lru_cache(_LATELY)
def interned_row(row: LogRow) -> LogRow:
    """A row equal to this one, shared: viewers of a server's table see the same rows."""
    return row


@lru_cache(_LATELY)
def _rows_of(record: LogRow, width: int) -> tuple[_LogRow, ...]:
    """A record, broken into lines."""
    return (*_broken(record, width),)


def _broken(record: LogRow, width: int) -> Iterator[_LogRow]:
    for number, rendered in enumerate(record.rendered):
        first, *more = wrapped(rendered.sentence, width) or [""]
        mark = rendered.seat if rendered.opens else record.seat
        begins = rendered.opens or number == 0
        yield _LogRow(record, first, mark, begins, rendered.opens)
        yield from (_LogRow(record, text, opens=rendered.opens) for text in more)


def _in_one_row(record: LogRow, width: int) -> str:
    """The deed of a record, and what follows from it as far as it fits; empty for a mere heading."""
    sentences = [rendered for rendered in record.rendered if not rendered.opens]
    if not sentences:
        return ""
    deed, *consequences = sentences
    text = deed.sentence
    if cell_width(text) > width:
        return text.removesuffix(deed.totals).rstrip()
    for consequence in consequences:
        longer = join_sentences((text, consequence.sentence))
        if cell_width(longer) > width:
            break
        text = longer
    return text


class LogPanel(LinePanel, can_focus=True):
    """The records in the order in which they were made, branches taken back included.

    In a single row each record is its deed, since its last consequence does not tell who did what.
    While the panel has the focus, all rows can be read there, one after the other.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "move", show=False),
        Binding("down", "move(1)", "move", show=False),
        Binding("pageup", "move(-5)", "far", show=False),
        Binding("pagedown", "move(5)", "far", show=False),
        Binding("home", "edge(0)", "edge", show=False),
        Binding("end", "edge(-1)", "edge", show=False),
        Binding("enter", "jump", "look_back"),
    ]

    cursor: reactive[int] = reactive(0, repaint=False, init=False)
    """Number of the position at the cursor."""

    class PositionRequested(Message):
        """Posted when the table is to be shown at another position."""

        def __init__(self, moment: int) -> None:
            super().__init__()
            self.moment = moment

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._records: list[LogRow] = []
        self._rows: list[_LogRow] = []
        self._looked_at: int | None = None

    # ------------------------------------------------------------------ showing

    @property
    def records(self) -> tuple[LogRow, ...]:
        """The records that are shown."""
        return tuple(self._records)

    def show(self, records: list[LogRow], looked_at: int | None = None) -> None:
        """Show these records; `looked_at` is the position on the board, None for the newest."""
        at_end, anchor = self.is_at_end, self._top_row
        known = len(self._records)
        if records[:known] == self._records:
            self._write(records[known:])
        else:
            self._rewrite(records)
        self._records, self._looked_at = records, looked_at
        if at_end:
            self.top = self._clamp(self.count())
        elif anchor is not None and (rows := self._rows_of(anchor[0])):
            self.top = self._clamp(rows.start + anchor[1])
        if not self.has_focus and records:
            self.set_reactive(
                LogPanel.cursor, records[-1].moment if looked_at is None else looked_at
            )
        self.repaint()

    @property
    def is_at_end(self) -> bool:
        """True if the newest line is shown."""
        return self.top + self.rows >= self.count()

    @property
    def _top_row(self) -> tuple[int, int] | None:
        """The position of the first row in sight, and its number among those of its record."""
        if self.top >= len(self._rows):
            return None
        moment = self._rows[self.top].record.moment
        return moment, self.top - self._rows_of(moment).start

    def follow(self) -> None:
        """Go back to the newest line."""
        if self._records:
            self.cursor = self._records[-1].moment
        self.scroll_lines(self.count())

    def reveal_moment(self, moment: int, *, end: bool = False) -> None:
        """Scroll to a record; of one taller than the panel to its beginning, or to its end."""
        if rows := self._rows_of(moment) or self._rows_after(moment):
            for row in (rows[0], rows[-1]) if end else (rows[-1], rows[0]):
                self.reveal(row)

    def count(self) -> int:
        return len(self._rows)

    def paint(self, index: int) -> Strip:
        row = self._rows[index]
        styles, symbols, record = self.ink, self.symbols, row.record
        is_pointed = self.has_focus and record.moment == self.cursor
        over = styles.focus if is_pointed else None
        if over is None and record.moment == self._looked_at:
            over = styles.mark
        dimmed = styles.undone if record.is_left_behind else None
        line = self.line()
        sign = symbols.owner(row.mark) if row.mark is not None else symbols.dot
        owner = styles.owner(row.mark) if row.mark is not None else styles.dim
        line.put(sign if row.begins else " ", over or dimmed or owner).put(" ", over or styles.text)
        style = over or dimmed or (styles.strong if row.opens else styles.text)
        line.put(row.text, style)
        return line.put("", over or styles.text, self.columns - line.x - 1).strip()

    def lay_out(self, size: Size) -> None:
        """Break the lines for the new width, and stay at the end."""
        at_end = self.is_at_end
        self.columns, self.rows = size
        self._rewrite(self._records)
        if at_end:
            self.top = self.count()
        super().lay_out(size)
        if self._looked_at is not None:
            self.reveal_moment(self._looked_at)

    # ------------------------------------------------------------------ events

    def validate_cursor(self, cursor: int) -> int:
        if self._records and self._records[self._at(cursor)].moment != cursor:
            return self._records[-1].moment
        return cursor if self._records else 0

    def watch_cursor(self, before: int, cursor: int) -> None:
        self.reveal_moment(cursor, end=cursor < before)
        self.repaint([*self._rows_of(before), *self._rows_of(cursor)])
        self._show_cursor()

    def action_move(self, by: int) -> None:
        """Point at an earlier or later record, once this one is scrolled to its edge."""
        if not self._records:
            return
        rows = self._rows_of(self.cursor)
        hidden = rows.stop - self.shown.stop if by > 0 else self.top - rows.start
        if len(rows) > self.body and hidden > 0:
            self.scroll_lines(self.top + max(-hidden, min(by, hidden)))
        else:
            at = self._at(self.cursor) + by
            self.cursor = self._records[max(0, min(at, len(self._records) - 1))].moment

    def action_edge(self, at: int) -> None:
        """Point at the first record, or at the last one and its end."""
        if self._records:
            self.cursor = self._records[at].moment
            self.reveal_moment(self.cursor, end=at < 0)

    def action_jump(self) -> None:
        """Show the table at the position after the record."""
        if self._records:
            self.post_message(self.PositionRequested(self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Show the table at the position after the record."""
        index = self.line_at(event)
        if index is not None:
            self.cursor = self._rows[index].record.moment
            self.action_jump()

    def watch_has_focus(self, has_focus: bool) -> None:
        """Draw the cursor while the panel has the focus; scroll to the end when it loses it."""
        super().watch_has_focus(has_focus)
        if self.rows == 1:
            self._rewrite(self._records)
        if has_focus or self._looked_at is not None:
            self.reveal_moment(self.cursor)
        elif self.app.app_focus:
            self.follow()
        self.repaint()
        self._show_cursor()

    # ------------------------------------------------------------------ within

    def _show_cursor(self) -> None:
        if self.has_focus and (rows := self._rows_of(self.cursor)):
            self.place_cursor(0, rows[0] - self.top)

    def _at(self, moment: int) -> int:
        """The index of a position's record among those shown, or of the last before it."""
        at = bisect_left(self._records, moment, key=attrgetter("moment"))
        return min(at, len(self._records) - 1)

    def _rows_of(self, moment: int) -> range:
        """The rows of a record; none, if it has no sentence."""
        first = end = self._rows_after(moment).start
        while end < len(self._rows) and self._rows[end].record.moment == moment:
            end += 1
        return range(first, end)

    def _rows_after(self, moment: int) -> range:
        """The first row of a record, or the next row, if the record has no sentence."""
        first = bisect_left(self._rows, moment, key=lambda row: row.record.moment)
        return range(first, len(self._rows))[:1]

    def _rewrite(self, records: list[LogRow]) -> None:
        self._rows.clear()
        self._write(records)

    def _write(self, records: list[LogRow]) -> None:
        """Write these records below the others."""
        width = self.columns - 3
        if width < 0:
            return  # they are broken when the panel has been laid out
        for record in records:
            if not self._is_brief:
                self._rows += _rows_of(record, width)
            elif not record.is_left_behind:  # the only row in sight tells what is so
                self._rows.append(self._brief(record, width))

    @property
    def _is_brief(self) -> bool:
        """True if a record is one row."""
        return self.rows == 1 and not self.has_focus

    def _brief(self, record: LogRow, width: int) -> _LogRow:
        """A record in one row; a mere heading of a turn goes on with the deed before it."""
        if text := _in_one_row(record, width):
            return _LogRow(record, shortened(text, width, self.symbols), record.seat, begins=True)
        if self._rows:
            return replace(self._rows[-1], record=record)
        return _rows_of(record, width)[0]
