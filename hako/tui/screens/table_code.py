"""The question for a table's code."""

from __future__ import annotations

import re

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from hako.multiplayer.lobby.new_tables import CODE_LENGTH
from hako.tui.screens.dialog import Dialog
from hako.tui.widgets.text_field import TextField

_PASTED = re.compile(rf"(?:.*/)?([A-Za-z0-9]{{{CODE_LENGTH}}})")


def pasted_code(text: str) -> str:
    """The code of a table in a pasted text, a code or a link to it; empty if there is none."""
    match = _PASTED.fullmatch(text.strip())
    return match[1] if match else ""


class _CodeField(TextField):
    """A field for a code, which may also be pasted as a link."""

    def on_paste(self, event: events.Paste) -> None:
        """Insert the code alone, in the place of what is there."""
        if code := pasted_code(event.text):
            event.prevent_default()
            self.value = code
            self.cursor_position = len(code)


class TableCodeDialog(Dialog[str]):
    """A question for the code of a friend's table."""

    DEFAULT_CSS = """
    TableCodeDialog > Vertical { width: 50; height: auto; padding: 1 2; background: $surface; }
    TableCodeDialog Static { margin-bottom: 1; }
    """

    def __init__(self, code: str = "") -> None:
        """Make the dialog; `code` is in the field already."""
        super().__init__()
        self._code = code

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.app.texts.text("lobby.which_code"))
            yield _CodeField(self._code, enter_does="open", max_length=CODE_LENGTH)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the code."""
        self.dismiss(event.value)
