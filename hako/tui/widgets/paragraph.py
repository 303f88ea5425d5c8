"""Paragraphs: a few sentences, broken by the rules of their language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual import getters
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from hako.tui.apps.game_app import GameApp
from hako.tui.theme.line_breaking import wrap
from hako.tui.theme.symbols import SYMBOLS


class Paragraph(Widget):
    """A few sentences, set to the present width."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"prose--heading", "prose--column", "prose--own"}
    DEFAULT_CSS = """
    Paragraph { height: auto; }
    Paragraph > .prose--heading { color: $accent; }
    Paragraph > .prose--column { color: $muted; }
    Paragraph > .prose--own { text-style: bold; }
    """

    app = getters.app(GameApp)
    words: reactive[str] = reactive("", layout=True)
    """The text."""
    marks: reactive[Mapping[str, str]] = reactive(dict)
    """The styles of whole lines: "heading", "column" or "own"."""

    def __init__(self, words: str = "", *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.set_reactive(Paragraph.words, words)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        return len(wrap(self._spelled, width)) if self.words else 0

    def render(self) -> Content:
        lines = wrap(self._spelled, self.size.width)
        spell = SYMBOLS[self.app.appearance.symbols].spell
        marks = {spell(line): f"prose--{mark}" for line, mark in self.marks.items()}
        styled = (
            (line, self.get_visual_style(marks[line]) if line in marks else "") for line in lines
        )
        return Content("\n").join(Content.styled(line, style) for line, style in styled)

    @property
    def _spelled(self) -> str:
        """The words as this terminal can draw them, line by line."""
        symbols = SYMBOLS[self.app.appearance.symbols]
        return "\n".join(map(symbols.spell, self.words.split("\n")))
