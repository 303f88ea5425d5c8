"""A table's code is asked for."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from hako.engine.people.lobby import CODE_LENGTH
from hako.tui.screens.dialog import HakoDialog


class CodeScreen(HakoDialog[str]):
    """Asks for the code that a friend has told."""

    DEFAULT_CSS = """
    CodeScreen > Vertical { width: 50; height: auto; padding: 1 2; background: $surface; }
    CodeScreen Static { margin-bottom: 1; }
    """

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.app.texts.say("lobby.which_code"))
            yield Input(max_length=CODE_LENGTH, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go there."""
        self.dismiss(event.value)
