"""The timeline: a whole game on one line, with a mark at the position that is shown."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.message import Message
from textual.strip import Strip

from hako.tui.widgets.line_panel import LinePanel


class ReplayTimeline(LinePanel):
    """A bar of the position in a game; a click goes to another position.

    ████████████▸░░░░░░░░░░░░░░░░  41/123
    """

    class PositionPicked(Message):
        """Posted when a position is picked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index
            """The index of the position on the path from the start."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._index = 0
        self._last = 0
        self._notes: Sequence[str] = ()

    def show(self, index: int, last: int, notes: Sequence[str]) -> None:
        """Mark the position `index` of 0 to `last`; the notes stand below."""
        self._index, self._last, self._notes = index, last, notes
        self.repaint()

    def count(self) -> int:
        return 2 + len(self._notes)

    def paint(self, index: int) -> Strip:
        if index:
            note = self._notes[index - 2] if index > 1 else ""
            return self.line().at(1).put(note, self.ink.text).strip()
        return self._bar()

    def _bar(self) -> Strip:
        styles, symbols = self.ink, self.symbols
        filled = self._index * (self._room - 1) // max(1, self._last)
        line = self.line().at(1)
        line.put(symbols.full_block * filled, styles.dim).put(symbols.pointer, styles.accent)
        line.put(symbols.light_block * (self._room - 1 - filled), styles.rule)
        return line.ending(f"{self._index}/{self._last} ", styles.text).strip()

    def on_click(self, event: events.Click) -> None:
        """Go to the position under the mouse."""
        offset = event.get_content_offset(self)
        if offset is not None and offset.y == 0 and 1 <= offset.x <= self._room:
            index = round((offset.x - 1) * self._last / max(1, self._room - 1))
            self.post_message(self.PositionPicked(index))

    @property
    def _room(self) -> int:
        """Cells of the bar, left of the numbers."""
        return max(1, self.columns - 3 - 2 * len(str(self._last)) - 2)
