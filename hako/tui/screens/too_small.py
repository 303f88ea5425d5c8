"""The cover over a screen for which the terminal is too small."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import ScreenResume
from textual.widgets import Static

from hako.tui.screens.base import AppScreen


class TooSmall(AppScreen[None]):
    """A notice that the terminal is too small, instead of a broken screen; it closes by itself."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "app.quit", "quit")]
    DEFAULT_CSS = """
    TooSmall { align: center middle; }
    TooSmall > Static { width: auto; max-width: 100%; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        yield Static()

    def retranslate(self) -> None:
        columns, lines = self.app.size
        hint, say = self.app.plain_command, self.app.texts.text
        words = say("too_small.text", columns=columns, lines=lines)
        words += f"\n{say('too_small.in_words', way=hint)}" if hint else ""
        self.query_one(Static).update("" if self.app.has_room else words)

    def on_resize(self) -> None:
        self._check_room()

    def on_screen_resume(self, _: ScreenResume) -> None:
        self._check_room()

    def _check_room(self) -> None:
        if self.app.has_room and self.is_active:
            self.vanish()
        else:
            self.retranslate()
