"""What the dialogs of the house have in common: the screen below is seen, and waits."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.events import Click
from textual.screen import ModalScreen, ScreenResultType
from textual.widget import Widget

from hako.tui.apps.base import QUIT
from hako.tui.screens.base import AppScreen
from hako.tui.widgets.link_bar import KeyBar


class Dialog(AppScreen[ScreenResultType], ModalScreen[ScreenResultType]):
    """A question or a note over the screen below, with its own keys in the bar."""

    BINDINGS: ClassVar[list[BindingType]] = [QUIT]
    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 70%; }
    """

    def _extend_compose(self, widgets: list[Widget]) -> None:
        super()._extend_compose(widgets)
        widgets.append(KeyBar())

    def action_leave(self) -> None:
        """Close without an answer."""
        self.dismiss()

    def on_click(self, event: Click) -> None:
        """A click beside the dialog leaves it, as with the palette."""
        clicked, _ = self.get_widget_at(event.screen_x, event.screen_y)
        if clicked is self:
            self.action_leave()
