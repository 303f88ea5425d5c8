"""A table's code is asked for."""

from __future__ import annotations

import re

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from hako.multiplayer.lobby.lobby import CODE_LENGTH
from hako.tui.screens.dialog import Dialog

_PASTED = re.compile(rf"(?:.*/)?([A-Za-z0-9]{{{CODE_LENGTH}}})")


def pasted_code(text: str) -> str:
    """The code of a table in what was pasted, a code or a link to it; empty where none is."""
    found = _PASTED.fullmatch(text.strip())
    return found[1] if found else ""


class _CodeInput(Input):
    """A field for a code, which may also be pasted as a link."""

    def on_paste(self, event: events.Paste) -> None:
        """Take the code alone, in the place of what stands there."""
        if code := pasted_code(event.text):
            event.prevent_default()
            self.value = code
            self.cursor_position = len(code)


class TableCodeDialog(Dialog[str]):
    """Asks for the code that a friend has told."""

    DEFAULT_CSS = """
    TableCodeDialog > Vertical { width: 50; height: auto; padding: 1 2; background: $surface; }
    TableCodeDialog Static { margin-bottom: 1; }
    """

    def __init__(self, code: str = "") -> None:
        """Ask; `code` stands in the field already."""
        super().__init__()
        self._code = code

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.app.texts.text("lobby.which_code"))
            yield _CodeInput(self._code, max_length=CODE_LENGTH, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go there."""
        self.dismiss(event.value)
