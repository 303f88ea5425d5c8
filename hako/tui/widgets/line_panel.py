"""The panel that shows lines: the base of all that scroll.

A panel is one widget that scrolls by itself. It keeps the lines that it shows and repaints those
that changed, so that a key costs no more than its changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.geometry import Offset, Region, Size
from textual.strip import Strip
from textual.widget import Widget

from hako.tui.terminal.paint_in_next_frame import paint_soon
from hako.tui.theme.styles import Styles, styles_of
from hako.tui.theme.symbols import FULL, Symbols
from hako.tui.widgets.canvas import StyledLine
from hako.tui.widgets.line_overlays import LineOverlay, painted_over
from hako.tui.widgets.sent_lines import SentLines

FOOT = -1
"""Index of the line about the lines that are not shown."""

HEAD = -2
"""Index of the title line."""


class LinePanel(Widget):
    """A widget made of lines; a subclass counts and paints them.

    Where not all are shown, the last row can count the others: see `paint_foot`.
    """

    DEFAULT_CSS: ClassVar[str] = """
    LinePanel {
        width: 1fr;
        height: 1fr;
    }
    """

    ALLOW_SELECT = False

    has_foot: ClassVar[bool] = False
    """True if the last row counts the lines that are not shown, where there is no title line."""

    has_head = False
    """True if the first row is a title line, which does not scroll."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id, classes=classes)
        self.symbols = FULL
        self.ink: Styles = styles_of("hako-dark")
        self.columns = 0
        """Cells of a line."""
        self.rows = 0
        """Lines shown at once."""
        self.top = 0
        """The line shown at the top."""
        self._shown: dict[int, Strip] = {}
        self._over: dict[int, list[LineOverlay]] = {}
        """The overlay, by line; see `lay_over`."""
        self._top_painted = 0
        self._finish: SentLines | None = None

    # ------------------------------------------------------------------ for subclasses

    def count(self) -> int:
        """The number of lines."""
        raise NotImplementedError

    def paint(self, index: int) -> Strip:
        """The line of an index, `columns` cells wide."""
        raise NotImplementedError

    def paint_foot(self) -> Strip:
        """The line about the lines above and below; called only where there is a foot."""
        raise NotImplementedError

    def paint_head(self) -> Strip:
        """The title line; called only where there is one."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Prepare again what `paint` reads; needed where that is more than single lines."""

    def line(self) -> StyledLine:
        """An empty line to write."""
        return StyledLine(self.columns, self.symbols)

    @property
    def body(self) -> int:
        """The rows for lines: all but those of the title and the foot."""
        if self.has_head:
            return max(0, self.rows - 1)
        return self.rows - (self.has_foot and self.count() > self.rows > 1)

    @property
    def _first_row(self) -> int:
        """The row of the first line."""
        return int(self.has_head)

    @property
    def shown(self) -> range:
        """The lines that are shown."""
        return range(self.top, min(self.count(), self.top + self.body))

    # ------------------------------------------------------------------ showing

    def apply_theme(self, styles: Styles, symbols: Symbols) -> None:
        """Draw with these styles and signs from now on."""
        self.ink, self.symbols = styles, symbols
        self._shown.clear()

    def lay_out(self, size: Size) -> None:
        """Set the columns and rows; all lines are painted when they are rendered next."""
        self.columns, self.rows = size
        self._shown.clear()
        self.redraw()
        self.top = self._top_painted = self._clamp(self.top)

    def repaint(self, lines: Iterable[int] | None = None) -> None:
        """Paint these lines again (default: all); only those that differ are refreshed."""
        if lines is None:
            self.redraw()
        self.top = self._clamp(self.top)
        if self.top != self._top_painted:
            self._paint_all()
            return
        visible = [*self._fixed, *self.shown]
        before = dict(self._shown)
        wanted: Iterable[int] = visible
        changed: set[int] = set()
        if lines is None:
            self._shown, changed = {}, before.keys() - set(visible)
        else:
            wanted = {line for line in lines if line in visible}
        for index in wanted:
            strip = self._shown[index] = self._paint(index)
            if before.get(index) != strip:
                changed.add(index)
        self._refresh_rows(map(self._row_of, changed))

    def lay_over(self, patches: Iterable[LineOverlay]) -> None:
        """Paint these patches over the lines, instead of those before; none takes them away."""
        before, self._over = self._over, {}
        for patch in patches:
            self._over.setdefault(patch.y, []).append(patch)
        if lines := before.keys() | self._over.keys():
            self.repaint(lines)

    def scroll_lines(self, top: int) -> None:
        """Show the lines from `top` on."""
        top = self._clamp(top)
        if top != self.top:
            self.top = top
            self._paint_all()

    def reveal(self, index: int) -> None:
        """Scroll as little as needed to show a line."""
        if index < self.top:
            self.scroll_lines(index)
        elif index >= self.top + self.body > 0:
            self.scroll_lines(index - self.body + 1)

    def render_line(self, y: int) -> Strip:
        return self._line_at(y).apply_style(self.rich_style)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines as they are; Textual draws only the border and padding around them."""
        if not self._fits:
            self.lay_out(self.content_size)  # the first frame comes before any event
        top, right, _, left = self.gutter
        if crop.y < top or crop.bottom > top + self.rows:
            return super().render_lines(crop)
        finish = self._finish = self._finish or SentLines(self)
        strips = [finish(y, self._line_at(y - top), left, right) for y in crop.line_range]
        if crop.column_span != (0, left + self.columns + right):
            strips = [strip.crop(*crop.column_span) for strip in strips]
        return strips

    # ------------------------------------------------------------------ events

    def on_resize(self) -> None:
        if not self._fits:
            self.lay_out(self.content_size)
            self.refresh()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.scroll_lines(self.top + 2)
        event.stop()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.scroll_lines(self.top - 2)
        event.stop()

    def line_at(self, event: events.MouseEvent) -> int | None:
        """The line under the mouse."""
        offset = event.get_content_offset(self)
        if offset is None or not 0 <= (row := offset.y - self._first_row) < self.body:
            return None
        index = self.top + row
        return index if index < self.count() else None

    def place_cursor(self, x: int, y: int) -> None:
        """Put the terminal's own cursor on a cell, for screen readers that follow it."""
        self.app.cursor_position = self.content_region.offset + Offset(x, y + self._first_row)

    def notify_style_update(self) -> None:
        """Drop the styles read from the style sheets before."""
        super().notify_style_update()
        self._finish = None

    # ------------------------------------------------------------------ within

    def _line_at(self, y: int) -> Strip:
        """The strip of a row."""
        row = y - self._first_row
        index = HEAD if row < 0 else self.top + row if row < self.body else FOOT
        if index >= self.count() or not self.columns:
            return Strip.blank(self.columns)
        strip = self._shown.get(index)
        if strip is None:
            strip = self._shown[index] = self._paint(index)
        return strip

    def _paint(self, index: int) -> Strip:
        if index == HEAD:
            line = self.paint_head()
        else:
            line = self.paint_foot() if index == FOOT else self.paint(index)
        return painted_over(line, self._over.get(index, ()))

    @property
    def _fixed(self) -> list[int]:
        """The lines that do not scroll: the title, or the foot."""
        return [HEAD] if self.has_head else [FOOT] * (self.body < self.rows)

    def _row_of(self, index: int) -> int:
        """The row of a line that is shown."""
        if index == HEAD:
            return 0
        return self.rows - 1 if index == FOOT else index - self.top + self._first_row

    @property
    def _fits(self) -> bool:
        """True if the size was laid out for the room that there is."""
        return self.content_size == (self.columns, self.rows)

    def _clamp(self, top: int) -> int:
        return max(0, min(top, self.count() - self.body))

    def _paint_all(self) -> None:
        """Drop all painted strips, and refresh every row."""
        self._top_painted = self.top
        self._shown = {}
        self._refresh_rows(range(self.rows))

    def _refresh_rows(self, rows: Iterable[int]) -> None:
        if regions := [Region(0, y, self.columns, 1) for y in rows if 0 <= y < self.rows]:
            paint_soon(self, *regions)
