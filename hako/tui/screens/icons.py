"""The icons of a game's table: each as this terminal draws it, its name and its meaning."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from hako.engine.transcript.glossary import Glossary
from hako.tui.screens.dialog import Dialog
from hako.tui.widgets.key_bar import KeyBar
from hako.tui.widgets.paragraph import Paragraph


class IconsDialog(Dialog[None]):
    """A page of the table; the same key closes it again.

    A meaning that several icons in a row share is written once.
    """

    TOPIC = "signs"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("I", "leave", "leave", show=False)]
    DEFAULT_CSS = """
    IconsDialog > Vertical {
        width: 100; max-width: 96%; height: 90%; padding: 1 2; background: $surface;
    }
    IconsDialog Horizontal { height: auto; }
    IconsDialog .mark { width: 10; color: $accent; }
    IconsDialog .name { width: 18; text-style: bold; margin-right: 1; }
    IconsDialog .text { width: 1fr; }
    """

    def __init__(self, glossary: Glossary) -> None:
        super().__init__()
        self._signs, self._language = glossary.signs, glossary.language

    def compose(self) -> ComposeResult:
        symbols, text = self.app.appearance.symbols, ""
        with Vertical(), VerticalScroll():
            for sign in self._signs:
                before, text = text, sign.text.text(self._language)
                name, new = sign.name.text(self._language), text if text != before else ""
                with Horizontal():
                    yield Static(sign.mark(symbols), classes="mark", markup=False)
                    for words, kind in ((name, "name"), (new, "text")):
                        paragraph = Paragraph(words)
                        paragraph.add_class(kind)
                        yield paragraph
        yield KeyBar()

    def retranslate(self) -> None:
        self.query_one(VerticalScroll).focus()
