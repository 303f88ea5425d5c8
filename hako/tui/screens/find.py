"""Find: words in the log and in the rules."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from hako.engine.content.rulebook import Rulebook, parse
from hako.engine.rules.game import Game
from hako.tui.apps.app import QUIT
from hako.tui.looks.symbols import SYMBOLS
from hako.tui.looks.typesetting import spans
from hako.tui.screens.dialog import HakoDialog
from hako.tui.widgets.controls import KeyBar
from hako.tui.widgets.log import Told

MOST = 50
"""So many finds are listed."""

SHOWN = 2
"""So many lines of each."""

COLUMNS = 66
"""So many columns has a line."""


class FindScreen(HakoDialog[str], inherit_bindings=False):
    """Lists what is found while one types; returns "moment 12" or "clause game.play.3"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "leave"),
        Binding("down", "step(1)", "down", show=False),
        Binding("up", "step(-1)", "up", show=False),
        QUIT,
    ]

    DEFAULT_CSS = """
    FindScreen {
        #find { width: 76; height: 80%; padding: 1 2; background: $surface; }
        OptionList { height: 1fr; background: $surface; border: none; margin-top: 1; }
        Input { border: none; background: $panel; height: 1; padding: 0 1; }
    }
    """

    def __init__(self, log: Sequence[Told], game: Game[Any]) -> None:
        super().__init__()
        self._log = log
        self._game = game
        self._rulebook: Rulebook | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="find"):
            yield Input(compact=True)
            yield OptionList(compact=True, markup=False)
        yield KeyBar()

    def speak(self) -> None:
        """Read the rules in the language of now."""
        path = self._game.folder / f"rules.{self.app.look.language}.md"
        self._rulebook = parse(path.read_text("utf-8")) if path.exists() else None
        self.query_one(Input).placeholder = self.app.texts.say("table.find")
        self.query_one(Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """List what is found."""
        found = self.query_one(OptionList)
        found.clear_options()
        found.add_options(islice(self._found(event.value), MOST))
        if found.option_count:
            found.highlighted = 0
        elif event.value.strip():
            words = self.app.texts.say("table.nothing_found")
            found.add_option(Option(Content(words), disabled=True))

    def on_input_submitted(self) -> None:
        """Open what is highlighted."""
        self.query_one(OptionList).action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open it."""
        self.dismiss(event.option_id)

    def action_step(self, by: int) -> None:
        """Highlight the next find, or the one before."""
        found = self.query_one(OptionList)
        if found.option_count:
            here = found.highlighted or 0
            found.highlighted = max(0, min(here + by, found.option_count - 1))

    def _found(self, text: str) -> Iterator[Option]:
        words = _plain(text).split()
        if not words:
            return
        for told in reversed(self._log):
            said = " ".join(its.sentence for its in told.said)
            if all(word in _plain(said) for word in words):
                yield Option(self._excerpt("", said, words[0]), id=f"moment {told.moment}")
        if self._rulebook is not None:
            for clause in self._rulebook.search(text):
                name = clause.id.partition(".")[2]
                yield Option(
                    self._excerpt(f"{name}  ", clause.text, words[0]), id=f"clause {clause.id}"
                )

    def _excerpt(self, name: str, text: str, word: str) -> Content:
        """Its name, and as much from where the word first stands as two lines hold."""
        symbols = SYMBOLS[self.app.look.symbols]
        words = name + symbols.spell(" ".join(text.split()))
        lines = spans(words, COLUMNS)
        here = (at for at, (start, end) in enumerate(lines) if word in _plain(words[start:end]))
        if (line := next(here, 0)) >= SHOWN:
            words = f"{name}{symbols.ellipsis} {words[lines[line][0] :]}"
            lines = spans(words, COLUMNS)
        cut = symbols.ellipsis if len(lines) > SHOWN else ""
        return Content("\n".join(words[start:end] for start, end in lines[:SHOWN]) + cut)


def _plain(text: str) -> str:
    """Without the difference of case and width."""
    return unicodedata.normalize("NFKC", text).casefold()
