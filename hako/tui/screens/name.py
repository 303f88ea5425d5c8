"""A guest is asked for a name."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from hako.tui.lobby.spelling import NAME_CELLS
from hako.tui.screens.dialog import HakoDialog


class NameScreen(HakoDialog[str]):
    """Asks for a name; the one that is there already will do."""

    DEFAULT_CSS = """
    NameScreen > Vertical { width: 56; height: auto; padding: 1 2; background: $surface; }
    NameScreen Static { margin-bottom: 1; }
    NameScreen #objection { color: $error; margin: 1 0 0 0; }
    """

    def __init__(self, name: str, objection: Callable[[str], str | None]) -> None:
        """Ask; `objection` tells the key of a sentence about a name that cannot be had."""
        super().__init__()
        self._name_now = name
        self._objection = objection

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="question")
            yield Input(self._name_now, max_length=NAME_CELLS, compact=True)
            yield Static(id="objection")

    def speak(self) -> None:
        self.query_one("#question", Static).update(self.app.texts.say("name.which"))
        self._object()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the name, if one can be called so."""
        if not self._object():
            self.dismiss(event.value)

    def on_input_changed(self) -> None:
        """Tell at once what is wrong with it."""
        self._object()

    def _object(self) -> bool:
        key = self._objection(self.query_exactly_one(Input).value)
        words = self.app.texts.say(key, most=NAME_CELLS) if key else ""
        self.query_one("#objection", Static).update(words)
        return bool(key)
