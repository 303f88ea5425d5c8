"""Prose: a few sentences, broken as their language is."""

from __future__ import annotations

from textual import getters
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from hako.tui.apps.app import TableApp
from hako.tui.looks.symbols import SYMBOLS
from hako.tui.looks.typesetting import wrap


class Prose(Widget):
    """A few sentences, set to the width there is."""

    DEFAULT_CSS = """
    Prose { height: auto; }
    """

    app = getters.app(TableApp)
    words: reactive[str] = reactive("", layout=True)
    """What is said."""

    def __init__(self, words: str = "", *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.set_reactive(Prose.words, words)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        return len(wrap(self._spelled, width)) if self.words else 0

    def render(self) -> Content:
        return Content("\n".join(wrap(self._spelled, self.size.width)))

    @property
    def _spelled(self) -> str:
        """The words as this terminal can draw them, line by line."""
        symbols = SYMBOLS[self.app.look.symbols]
        return "\n".join(map(symbols.spell, self.words.split("\n")))
