"""The cover of a table between two players at one keyboard."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.widgets import Static

from hako.engine.log.history import History
from hako.engine.rules.model import Seat
from hako.tui.screens.base import AppScreen
from hako.tui.theme.symbols import SYMBOLS


class HandoverCover(AppScreen[None], inherit_bindings=False):
    """Hides the table until the next player has taken the keyboard.

    Late keys and clicks of the last player must not show the next one's secrets. So the key that
    uncovers is none that players hold down at a table, and of a chain of clicks only the first
    counts.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        # the others are for an input method that keeps a letter or makes it a wide one
        Binding("y,ctrl+y,\uff59", "uncover", "uncover"),
        Binding("q", "leave", "leave"),
    ]

    DEFAULT_CSS = """
    HandoverCover { align: center middle; background: $surface; }
    HandoverCover Static { width: auto; margin-bottom: 1; }
    HandoverCover #uncover { background: $panel; padding: 0 2; }
    HandoverCover #leave { color: $muted; }
    """

    def __init__(self, table: History[Any], seat: Seat) -> None:
        """Make the cover of a table; `seat` is the one that may look under it."""
        super().__init__()
        self._table, self._seat = table, seat

    def compose(self) -> ComposeResult:
        yield Static(id="who", markup=False)
        yield Static(id="uncover", markup=False)
        yield Static(id="leave", markup=False)

    def retranslate(self) -> None:
        table = self._table
        texts = self.app.texts_at(table)
        for name in ("who", "uncover", "leave"):
            text = texts.text(f"cover.{name}", seat=self._seat)
            self.query_one(f"#{name}", Static).update(
                SYMBOLS[self.app.appearance.symbols].spell(text)
            )

    def action_uncover(self) -> None:
        """Show the table to the player who sits here now."""
        self.dismiss()

    def action_leave(self) -> None:
        """Leave the table below as well, before a frame of it is shown."""
        if self.is_active:
            self.app.pop_screen()
            table = self.app.screen
            assert isinstance(table, AppScreen), "a cover lies on a table"
            table.action_leave()

    async def on_click(self, event: Click) -> None:
        """Do what is clicked, unless the click continues a chain."""
        name = event.widget.id if event.widget is not None and event.chain == 1 else None
        if name in {"uncover", "leave"}:
            await self.run_action(name)
