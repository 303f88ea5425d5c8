"""Find: things of the game, words in the log and in the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from hako.engine.transcript.glossary import Glossary, GlossaryEntry, plain
from hako.tui.apps.base import QUIT
from hako.tui.screens.dialog import Dialog
from hako.tui.theme.line_breaking import spans
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.link_bar import KeyBar
from hako.tui.widgets.log_panel import LogRow
from hako.tui.widgets.paragraph import Paragraph

MOST = 300
"""So many finds are listed."""

COLUMNS, BESIDE = 66, 9
"""So many columns has a line at most, and so many stand beside it."""


class SearchHit(NamedTuple):
    """A find."""

    opens: str
    """What Enter opens: "moment 12" or "clause game.play.3"; may be nothing."""
    line: Content
    """How it is listed."""
    told: str
    """What is said of it below the list."""


class SearchDialog(Dialog[str], inherit_bindings=False):
    """Lists what is found while one types, and things of the game before; returns what to open."""

    TOPIC = "find"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "leave"),
        Binding("down", "step(1)", "down", show=False),
        Binding("up", "step(-1)", "up", show=False),
        Binding("pagedown", "step(8)", "far", show=False),
        Binding("pageup", "step(-8)", "far", show=False),
        QUIT,
    ]

    DEFAULT_CSS = """
    SearchDialog {
        #find { width: 76; max-width: 96%; height: 90%; padding: 1 2; background: $surface; }
        OptionList { height: 1fr; background: $surface; border: none; margin-top: 1; }
        VerticalScroll { height: auto; max-height: 50%; margin-top: 1; }
        Input { border: none; background: $panel; height: 1; padding: 0 1; }
    }
    """

    def __init__(
        self,
        glossary: Glossary,
        things: Sequence[GlossaryEntry] = (),
        *,
        log: Sequence[LogRow] | None = None,
    ) -> None:
        """Find in a game's things and rules, and in a log if there is one; `things` come first."""
        super().__init__()
        self._glossary = glossary
        self._first = things
        self._log = log
        self._found: list[SearchHit] = []

    def compose(self) -> ComposeResult:
        with Vertical(id="find"):
            yield Input(compact=True)
            yield OptionList(compact=True, markup=False)
            with VerticalScroll():
                yield Paragraph()
        yield KeyBar()

    def retranslate(self) -> None:
        key = "table.look_up" if self._log is None else "table.find"
        self.query_one(Input).placeholder = self.app.texts.text(key)
        self.query_one(Input).focus()
        self._list("")

    def on_input_changed(self, event: Input.Changed) -> None:
        """List what is found."""
        self._list(event.value)

    def on_input_submitted(self) -> None:
        """Open what is highlighted."""
        self.query_one(OptionList).action_select()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell all of it."""
        if (its := self._meant(event)) is not None:
            self.query_one(Paragraph).words = its.told
            self.query_one(VerticalScroll).scroll_home(animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open it."""
        its = self._meant(event)
        if its is not None and its.opens:
            self.dismiss(its.opens)

    def _meant(self, event: OptionList.OptionMessage) -> SearchHit | None:
        """What an option stands for; None where more was typed since that list was shown."""
        is_there = event.option in event.option_list.options
        return self._found[event.option_index] if is_there else None

    def action_step(self, by: int) -> None:
        """Highlight the next find, or the one before."""
        found = self.query_one(OptionList)
        if self._found:
            here = found.highlighted or 0
            found.highlighted = max(0, min(here + by, len(self._found) - 1))

    def _list(self, text: str) -> None:
        self._found = [*islice(self._find(text), MOST)]
        found = self.query_one(OptionList)
        found.set_options([Option(its.line) for its in self._found])
        if self._found:
            found.highlighted = 0
        else:
            key = "table.nothing_found" if text.strip() else "table.nothing_to_look_up"
            self.query_one(Paragraph).words = self.app.texts.text(key)

    @property
    def _columns(self) -> int:
        """Cells of a line of the list."""
        return min(COLUMNS, self.app.size.width * 96 // 100 - BESIDE)

    def _find(self, text: str) -> Iterator[SearchHit]:
        words = plain(text).split()
        things = self._glossary.search(text) if words else self._glossary.things
        pointed_at = [] if words else [(thing.kind, thing.name) for thing in self._first]
        first = [its for its in things if (its.kind, its.name) in pointed_at]
        first.sort(key=lambda its: pointed_at.index((its.kind, its.name)))
        yield from map(self._of_thing, (*first, *(its for its in things if its not in first)))
        if not words:
            return
        for told in reversed(self._log or ()):
            said = " ".join(its.sentence for its in told.said)
            if all(word in plain(said) for word in words):
                yield SearchHit(f"moment {told.moment}", self._excerpt("", said, words[0]), said)
        if book := self._glossary.rulebook:
            for clause in book.search(text):
                name = f"{clause.id.partition('.')[2]}  "
                said = f"{name}({clause.heading})\n{clause.text}"
                line = self._excerpt(name, clause.text, words[0])
                yield SearchHit(f"clause {clause.id}", line, said)

    def _of_thing(self, thing: GlossaryEntry) -> SearchHit:
        symbols = SYMBOLS[self.app.appearance.symbols]
        name = f"{symbols.spell(thing.name)}  "
        words = symbols.spell(thing.text or thing.words)
        rest = shortened(words, self._columns - Content(name).cell_length, symbols)
        opens = f"clause {thing.clause}" if thing.clause else ""
        line = Content.assemble((name, "bold"), (rest, "dim"))
        return SearchHit(opens, line, self._glossary.text(thing))

    def _excerpt(self, name: str, text: str, word: str) -> Content:
        """Its name, and as much from where the word first stands as a line holds."""
        symbols = SYMBOLS[self.app.appearance.symbols]
        words = symbols.spell(name + " ".join(text.split()))
        lines = spans(words, self._columns)
        here = (at for at, (start, end) in enumerate(lines) if word in plain(words[start:end]))
        if line := next(here, 0):
            words = f"{name}{symbols.ellipsis} {words[lines[line][0] :]}"
        return Content(shortened(words, self._columns, symbols))
