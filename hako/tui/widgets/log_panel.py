"""The log: who did what; each record leads to the table as it was then."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from operator import attrgetter
from typing import ClassVar

from msgspec import Struct
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from hako.engine.rules.model import Seat
from hako.engine.transcript.sentences import RenderedRecord
from hako.tui.widgets.canvas import LinePanel, wrapped


class LogRow(Struct, frozen=True, gc=False):
    """A record as the log tells it."""

    moment: int
    """Number of the moment after it."""
    seat: Seat | None
    said: tuple[RenderedRecord, ...]
    is_left_behind: bool = False
    """Whether it lies on a branch that was taken back."""


class _LogRow(Struct, frozen=True, gc=False):
    told: LogRow
    text: str
    mark: Seat | None = None
    """Whose sign stands before it."""
    begins: bool = False
    """Whether a sign stands there: that of the table, if no seat has one."""
    opens: bool = False
    """Whether it is the heading of a turn or a round."""


_LATELY = 1 << 12
"""So many records are found again that were told lately, to somebody else at the same table."""


@lru_cache(_LATELY)
def once(told: LogRow) -> LogRow:
    """What is equal to it and was told before: in a house many are told the same."""
    return told


@lru_cache(_LATELY)
def _rows_of(told: LogRow, width: int) -> tuple[_LogRow, ...]:
    """A record, broken into lines."""
    return (*_broken(told, width),)


def _broken(told: LogRow, width: int) -> Iterator[_LogRow]:
    for number, said in enumerate(told.said):
        first, *more = wrapped(said.sentence, width) or [""]
        mark = said.seat if said.opens else told.seat
        begins = said.opens or number == 0
        yield _LogRow(told, first, mark, begins, said.opens)
        yield from (_LogRow(told, text, opens=said.opens) for text in more)


class LogPanel(LinePanel, can_focus=True):
    """The records in the order in which they were made, branches taken back included."""

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
    """Number of the moment that is pointed at."""

    class PositionRequested(Message):
        """Posted when the table is to be shown as it was at a moment."""

        def __init__(self, moment: int) -> None:
            super().__init__()
            self.moment = moment

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._told: list[LogRow] = []
        self._rows: list[_LogRow] = []
        self._looked_at: int | None = None

    # ------------------------------------------------------------------ showing

    @property
    def told(self) -> tuple[LogRow, ...]:
        """The records that are shown."""
        return tuple(self._told)

    def show(self, told: list[LogRow], looked_at: int | None = None) -> None:
        """Show these records; `looked_at` is the moment on the board, None for now."""
        at_end = self.is_at_end
        known = len(self._told)
        if told[:known] == self._told:
            self._write(told[known:])
        else:
            self._write_anew(told)
        self._told, self._looked_at = told, looked_at
        if at_end:
            self.top = self._clamp(self.count())
        if not self.has_focus and told:
            self.set_reactive(LogPanel.cursor, told[-1].moment if looked_at is None else looked_at)
        self.repaint()

    @property
    def is_at_end(self) -> bool:
        """Whether the newest line is shown."""
        return self.top + self.rows >= self.count()

    def follow(self) -> None:
        """Go back to the newest line."""
        self.scroll_lines(self.count())
        if self._told:
            self.cursor = self._told[-1].moment

    def reveal_moment(self, moment: int, *, end: bool = False) -> None:
        """Scroll to a record; of one taller than the panel to its beginning, or to its end."""
        if rows := self._rows_of(moment) or self._rows_after(moment):
            for row in (rows[0], rows[-1]) if end else (rows[-1], rows[0]):
                self.reveal(row)

    def count(self) -> int:
        return len(self._rows)

    def paint(self, index: int) -> Strip:
        row = self._rows[index]
        styles, symbols, told = self.ink, self.symbols, row.told
        is_pointed = self.has_focus and told.moment == self.cursor
        over = styles.focus if is_pointed else None
        if over is None and told.moment == self._looked_at:
            over = styles.mark
        dimmed = styles.undone if told.is_left_behind else None
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
        self._write_anew(self._told)
        if at_end:
            self.top = self.count()
        super().lay_out(size)
        if self._looked_at is not None:
            self.reveal_moment(self._looked_at)

    # ------------------------------------------------------------------ events

    def validate_cursor(self, cursor: int) -> int:
        if self._told and self._told[self._at(cursor)].moment != cursor:
            return self._told[-1].moment
        return cursor if self._told else 0

    def watch_cursor(self, before: int, cursor: int) -> None:
        self.reveal_moment(cursor, end=cursor < before)
        self.repaint([*self._rows_of(before), *self._rows_of(cursor)])
        self._show_cursor()

    def action_move(self, by: int) -> None:
        """Point at an earlier or a later record, when this one is read to its edge."""
        if not self._told:
            return
        rows = self._rows_of(self.cursor)
        hidden = rows.stop - self.shown.stop if by > 0 else self.top - rows.start
        if len(rows) > self.body and hidden > 0:
            self.scroll_lines(self.top + max(-hidden, min(by, hidden)))
        else:
            at = self._at(self.cursor) + by
            self.cursor = self._told[max(0, min(at, len(self._told) - 1))].moment

    def action_edge(self, at: int) -> None:
        """Point at the first record, or at the last one and its end."""
        if self._told:
            self.cursor = self._told[at].moment
            self.reveal_moment(self.cursor, end=at < 0)

    def action_jump(self) -> None:
        """Show the table as it was after the record."""
        if self._told:
            self.post_message(self.PositionRequested(self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Show the table as it was after the record."""
        index = self.line_at(event)
        if index is not None:
            self.cursor = self._rows[index].told.moment
            self.action_jump()

    def watch_has_focus(self, has_focus: bool) -> None:
        """Draw the cursor while keys go here; who returns from the log finds it at its end."""
        super().watch_has_focus(has_focus)
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
        """Where the record of a moment stands among all that are shown, or would stand."""
        at = bisect_left(self._told, moment, key=attrgetter("moment"))
        return min(at, len(self._told) - 1)

    def _rows_of(self, moment: int) -> range:
        """The rows in which a record stands; none, if it does not say anything."""
        first = end = self._rows_after(moment).start
        while end < len(self._rows) and self._rows[end].told.moment == moment:
            end += 1
        return range(first, end)

    def _rows_after(self, moment: int) -> range:
        """The first row of a record, or what follows one that does not say anything."""
        first = bisect_left(self._rows, moment, key=lambda row: row.told.moment)
        return range(first, len(self._rows))[:1]

    def _write_anew(self, told: list[LogRow]) -> None:
        self._rows.clear()
        self._write(told)

    def _write(self, told: list[LogRow]) -> None:
        """Write these records below the others."""
        width = self.columns - 3
        if width < 0:
            return  # they are broken when the panel has been laid out
        for record in told:
            self._rows += _rows_of(record, width)
