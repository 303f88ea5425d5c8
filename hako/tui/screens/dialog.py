"""The base of the dialogs: a screen over another that stays visible and waits."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.events import Click
from textual.screen import ModalScreen, ScreenResultType
from textual.widget import Widget

from hako.tui.apps.core_app import QUIT
from hako.tui.screens.base import AppScreen
from hako.tui.widgets.key_bar import KeyBar


class Dialog(AppScreen[ScreenResultType], ModalScreen[ScreenResultType]):
    """A question or a notice over the screen below, with its own keys in the bar."""

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
        """Leave the dialog on a click beside it, as with the palette."""
        clicked, _ = self.get_widget_at(event.screen_x, event.screen_y)
        if clicked is self:
            self.action_leave()
