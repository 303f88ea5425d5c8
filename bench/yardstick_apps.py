"""Yardsticks for the screens: an empty Textual app, and a bare board on the Line API.

python -m bench.yardstick_apps empty
python -m bench.yardstick_apps board
"""

from __future__ import annotations

import sys
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

READY = "ready for keys"
"""Text that both apps show once they are painted."""


class Empty(App[None]):
    """An app that does nothing."""

    def compose(self) -> ComposeResult:
        """Yield one line of text."""
        yield Static(READY)


class Rows(Widget, can_focus=True):
    """A board of lines, one of them marked by a cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move(1)", show=False),
        Binding("up", "move(-1)", show=False),
    ]

    marked = 0

    def render_line(self, y: int) -> Strip:
        """A line of plain text, reversed under the cursor."""
        text = f"{READY}: row {y}".ljust(self.size.width)
        return Strip([Segment(text, Style(reverse=y == self.marked))], self.size.width)

    def action_move(self, rows: int) -> None:
        """Move the cursor, and paint the two lines that this changes."""
        before, self.marked = self.marked, (self.marked + rows) % self.size.height
        width = self.size.width
        self.refresh(Region(0, before, width, 1), Region(0, self.marked, width, 1))


class BareBoard(App[None]):
    """An app that is a board and nothing else."""

    def compose(self) -> ComposeResult:
        """The board."""
        yield Rows()

    def on_mount(self) -> None:
        """Give it the keys."""
        self.query_one(Rows).focus()


if __name__ == "__main__":
    {"empty": Empty, "board": BareBoard}[sys.argv[1]]().run()
