"""Help: what the open screen is for, and every key that works there."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from hako.tui.app import TableApp
from hako.tui.controls import KeyBar
from hako.tui.screens.house import HouseDialog
from hako.tui.typesetting import Prose

KEY_COLUMNS = 22
"""Room for the names of the keys."""


class HelpScreen(HouseDialog[None]):
    """All keys of the screen below."""

    DEFAULT_CSS = """
    HelpScreen > Vertical {
        width: 72; max-width: 96%; height: auto; max-height: 90%;
        padding: 1 3; background: $surface;
    }
    HelpScreen VerticalScroll { height: auto; max-height: 1fr; }
    HelpScreen #title { color: $accent; text-style: bold; margin-bottom: 1; }
    HelpScreen #about { margin-bottom: 1; }
    """

    def __init__(self, about: Screen[Any]) -> None:
        """Make the help for a screen, with the bindings that it has at this moment."""
        super().__init__()
        self._topic = f"help.{getattr(about, 'TOPIC', '')}"
        self._bindings_there = [
            binding for _, binding, _, _ in about.active_bindings.values() if binding.description
        ]

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="title")
            with VerticalScroll(can_focus=True):
                yield Prose(id="about")
                yield Static(id="keys")
        yield KeyBar()

    def speak(self) -> None:
        texts = self.app.texts
        self.query_one("#title", Static).update(texts.say("help.title"))
        about = self.query_one("#about", Prose)
        about.words = texts.say(self._topic) if self._topic in texts else ""
        about.display = bool(about.words)
        self.query_one("#keys", Static).update(key_table(self.app, self._bindings_there))


def key_table(app: TableApp, bindings: list[Binding]) -> Content:
    """A line for each thing that keys do, with all its keys before it."""
    keys: dict[str, list[str]] = {}
    for binding in bindings:
        if f"keys.{binding.description}" in app.texts:
            names = keys.setdefault(binding.description, [])
            name = app.get_key_display(binding)
            if name not in names:
                names.append(name)
    lines = []
    for description, names in keys.items():
        shown = " ".join(names)
        blanks = " " * max(2, KEY_COLUMNS - Content(shown).cell_length)
        lines.append(
            Content.assemble((shown, "bold $accent"), blanks, app.texts.say(f"keys.{description}"))
        )
    return Content("\n").join(lines)
