"""The search: things of the game, words in the log and in the rules."""

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

from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.transcript.glossary import Glossary, GlossaryEntry, plain
from hako.tui.apps.core_app import QUIT
from hako.tui.screens.dialog import Dialog
from hako.tui.theme.line_breaking import spans
from hako.tui.theme.symbols import SYMBOLS, Symbols
from hako.tui.theme.truncation import shortened, whole_sentences
from hako.tui.widgets.key_bar import KeyBar
from hako.tui.widgets.log_panel import LogRow
from hako.tui.widgets.paragraph import Paragraph

MOST = 300
"""Hits that are listed, at most."""

COLUMNS, BESIDE = 66, 9
"""Columns of a line, at most, and those beside it."""


class SearchHit(NamedTuple):
    """A hit of the search."""

    opens: int | str | None
    """The target of Enter: the number of a position, the id of a clause, or None."""
    line: Content
    """The line in the list."""
    text: str
    """The text below the list."""


class SearchDialog(Dialog[int | str], inherit_bindings=False):
    """Lists hits while the player types, and the game's things before; returns what to open."""

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
        """Search a game's things and rules, and a log if there is one; `things` come first."""
        super().__init__()
        self._glossary = glossary
        self._first = things
        self._log = log
        self._hits: list[SearchHit] = []

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
        """List the hits."""
        self._list(event.value)

    def on_input_submitted(self) -> None:
        """Open the highlighted hit."""
        self.query_one(OptionList).action_select()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the whole text of the hit."""
        if (hit := self._meant(event)) is not None:
            self.query_one(Paragraph).words = hit.text
            self.query_one(VerticalScroll).scroll_home(animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the hit."""
        hit = self._meant(event)
        if hit is not None and hit.opens is not None:
            self.dismiss(hit.opens)

    def _meant(self, event: OptionList.OptionMessage) -> SearchHit | None:
        """The hit of an option; None where more was typed since that list was shown."""
        is_there = event.option in event.option_list.options
        return self._hits[event.option_index] if is_there else None

    def action_step(self, by: int) -> None:
        """Highlight the next hit, or the one before."""
        options = self.query_one(OptionList)
        if self._hits:
            current = options.highlighted or 0
            options.highlighted = max(0, min(current + by, len(self._hits) - 1))

    def _list(self, text: str) -> None:
        self._hits = [*islice(self._find(text), MOST)]
        options = self.query_one(OptionList)
        options.set_options([Option(hit.line) for hit in self._hits])
        if self._hits:
            options.highlighted = 0
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
        first = [thing for thing in things if (thing.kind, thing.name) in pointed_at]
        first.sort(key=lambda thing: pointed_at.index((thing.kind, thing.name)))
        yield from map(self._of_thing, (*first, *(thing for thing in things if thing not in first)))
        if not words:
            return
        for row in reversed(self._log or ()):
            full_text = join_sentences(rendered.sentence for rendered in row.rendered)
            if all(word in plain(full_text) for word in words):
                yield SearchHit(row.moment, self._excerpt("", full_text, words[0]), full_text)
        if book := self._glossary.rulebook:
            for clause in book.search(text):
                name = f"{clause.id.partition('.')[2]}  "
                full_text = f"{name}({clause.heading})\n{clause.text}"
                line = self._excerpt(name, clause.text, words[0])
                yield SearchHit(clause.id, line, full_text)

    def _of_thing(self, thing: GlossaryEntry) -> SearchHit:
        symbols = SYMBOLS[self.app.appearance.symbols]
        name = f"{symbols.spell(thing.name)}  "
        room = self._columns - Content(name).cell_length
        line = Content.assemble((name, "bold"), (first_words(thing, room, symbols), "dim"))
        return SearchHit(thing.clause or None, line, self._glossary.text(thing))

    def _excerpt(self, name: str, text: str, word: str) -> Content:
        """A name, and as much from the first place of the word as a line holds."""
        symbols = SYMBOLS[self.app.appearance.symbols]
        words = symbols.spell(name + " ".join(text.split()))
        lines = spans(words, self._columns)
        matches = (at for at, (start, end) in enumerate(lines) if word in plain(words[start:end]))
        if line := next(matches, 0):
            words = f"{name}{symbols.ellipsis} {words[lines[line][0] :]}"
        return Content(shortened(words, self._columns, symbols))


def first_words(thing: GlossaryEntry, cells: int, symbols: Symbols) -> str:
    """The first sentences of a thing that fit whole, or as much of the first one as does."""
    words = symbols.spell(thing.text or thing.words)
    return whole_sentences(words, cells) or shortened(words, cells, symbols)
