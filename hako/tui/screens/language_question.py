"""The question for the language, asked once where the terminal does not tell it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Button, Static

from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI
from hako.tui.screens.dialog import Dialog


class LanguageScreen(Dialog[None]):
    """Asks in every language at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(str(number), f"speak_it('{language}')", show=False)
            for number, language in enumerate(LANGUAGES, start=1)
        ),
    ]
    DEFAULT_CSS = """
    LanguageScreen > Vertical { width: 44; height: auto; padding: 1 2; background: $surface; }
    LanguageScreen Static { margin-bottom: 1; }
    LanguageScreen Button { margin-bottom: 1; }
    """

    def compose(self) -> ComposeResult:
        texts = {language: load_catalogue(language, MULTIPLAYER, TUI) for language in LANGUAGES}
        with Vertical():
            yield Static(
                "\n".join(catalogue.text("language.which") for catalogue in texts.values())
            )
            for number, (language, catalogue) in enumerate(texts.items(), start=1):
                yield Button(
                    f"{number}  {catalogue.text('language.name')}", id=language, compact=True
                )

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Take the button's language."""
        self._choose(next(language for language in LANGUAGES if language == event.button.id))

    def action_speak_it(self, language: Language) -> None:
        """Take the language of a number."""
        self._choose(language)

    def _choose(self, language: Language) -> None:
        self.app.set_language(language)
        self.dismiss()
