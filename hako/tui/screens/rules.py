"""The rulebook: contents, reading, search; opens at a clause."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from hako.engine.content.rulebook import Clause, Rulebook, UnknownClause, parse
from hako.engine.i18n.width import cell_width
from hako.tui.apps.game_app import GameApp
from hako.tui.screens.base import AppScreen
from hako.tui.theme.line_breaking import wrap
from hako.tui.theme.rulebook_lines import RulebookPages, set_pages
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.key_bar import KeyBar

WIDEST = 76
"""Cells of a line, at most: longer ones are unpleasant to read."""


class RulebookView(ScrollView, can_focus=True):
    """The pages of a rulebook, one widget whatever their number."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "scroll_down", "scroll", show=False),
        Binding("up,k", "scroll_up", "scroll", show=False),
        Binding("pagedown,space", "page_down", "page"),
        Binding("pageup,b", "page_up", "page", show=False),
        Binding("home,g", "scroll_home", "ends", show=False),
        Binding("end,G", "scroll_end", "ends", show=False),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "reader--text",
        "reader--strong",
        "reader--code",
        "reader--heading",
        "reader--clause",
        "reader--rule",
        "reader--here",
        "reader--found",
    }
    DEFAULT_CSS = """
    RulebookView { overflow-x: hidden; overflow-y: scroll; scrollbar-size-vertical: 1; background: $background; }
    RulebookView > .reader--strong { text-style: bold; }
    RulebookView > .reader--code { color: $secondary; }
    RulebookView > .reader--heading { color: $accent; text-style: bold; }
    RulebookView > .reader--clause { color: $primary; text-style: bold; }
    RulebookView > .reader--rule { color: $panel; }
    RulebookView > .reader--here {
        color: $block-cursor-background; background: $block-cursor-foreground;
        text-style: bold reverse;
    }
    RulebookView > .reader--found { text-style: bold underline; color: $accent; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._book = Rulebook("", "", ())
        self._pages = RulebookPages((), (), {})
        self._clause = ""
        self._words: tuple[str, ...] = ()

    def read(self, book: Rulebook) -> None:
        """Show another rulebook; at the same clause, if it has it."""
        self._book = book
        self._set()

    def on_resize(self, event: Resize) -> None:  # noqa: ARG002 - Textual passes it
        self._set()

    def go_to_clause(self, clause_id: str) -> None:
        """Scroll to a clause and mark it."""
        self._clause = clause_id
        self._turn_to(self._pages.clauses.get(clause_id, 0))

    def go_to_section(self, number: int) -> None:
        """Scroll to a section, 0-based."""
        self._clause = ""
        self._turn_to(self._pages.sections[number])

    def section(self) -> int | None:
        """The section that the top line is in; None before the first."""
        began = [start for start in self._pages.sections if start <= self.scroll_offset.y + 1]
        return len(began) - 1 if began else None

    def find(self, words: str) -> None:
        """Mark all places of these words."""
        self._words = tuple(words.casefold().split())
        self.refresh()

    def _set(self) -> None:
        top = self._clause_on_top()
        width = min(WIDEST, self.scrollable_content_region.width - 2)
        if width < 10 or not self._book.title:
            return
        self._pages = set_pages(self._book, width)
        self.virtual_size = Size(self.size.width, len(self._pages.lines))
        if clause := self._clause or top:
            self._turn_to(self._pages.clauses.get(clause, 0))
        self.refresh()

    def _clause_on_top(self) -> str:
        lines = self._pages.lines[self.scroll_offset.y :]
        return next((line.clause for line in lines[:1]), "")

    def _turn_to(self, line: int) -> None:
        self.scroll_to(y=line, animate=False, force=True)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        number = y + self.scroll_offset.y
        base = self.rich_style
        if number >= len(self._pages.lines):
            return Strip.blank(self.size.width, base)
        line = self._pages.lines[number]
        segments = [Segment("  ", base)]
        for text, kind in line.pieces:
            is_here = kind == "clause" and line.clause == self._clause
            style = self.get_component_rich_style(f"reader--{'here' if is_here else kind}")
            segments.append(Segment(text, style))
        strip = Strip(segments).adjust_cell_length(self.size.width, base)
        return self._highlighted(strip, line.text) if self._words else strip

    def _highlighted(self, strip: Strip, text: str) -> Strip:
        """The line with the words that were searched for marked."""
        plain = text.casefold()
        if len(plain) != len(text):  # case folding changed the length: nothing to point at
            return strip
        style = self.get_component_rich_style("reader--found")
        for word in self._words:
            place = plain.find(word)
            while place >= 0:
                start = 2 + cell_width(text[:place])
                end = start + cell_width(text[place : place + len(word)])
                before, match, after = strip.divide([start, end, strip.cell_length])
                strip = Strip.join([before, match.apply_style(style), after])
                place = plain.find(word, place + len(word))
        return strip


class RulesScreen(AppScreen[None]):
    """A game's rulebook in the current language."""

    TOPIC = "rules"
    AUTO_FOCUS = "RulebookView"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "find"),
        Binding("tab", "app.focus_next", "contents", show=False),
    ]
    DEFAULT_CSS = """
    RulesScreen #title { color: $accent; text-style: bold; height: 1; }
    RulesScreen #side { width: 30; padding: 0 0 0 1; }
    RulesScreen #search { margin-bottom: 1; background: $panel; }
    RulesScreen OptionList {
        height: 1fr; background: $background; border: none; padding: 0;
        scrollbar-size-vertical: 1; background-tint: $foreground 0%;
    }
    RulesScreen OptionList:focus { border: none; background-tint: $foreground 0%; }
    RulesScreen RulebookView { width: 1fr; }
    RulesScreen.-slim #side { width: 20; padding: 0; }
    RulesScreen.-wide #side { width: 44; padding: 1 2; }
    RulesScreen.-wide RulebookView { padding: 1 2; }
    """

    app = getters.app(GameApp)

    def __init__(self, game_id: str, clause: str = "") -> None:
        super().__init__()
        self._game_id = game_id
        self._clause = clause
        self._book = Rulebook("", "", ())

    def compose(self) -> ComposeResult:
        with Horizontal():
            with Vertical(id="side"):
                yield Static(id="title")
                yield Input(id="search", compact=True)
                yield OptionList(id="contents", compact=True, markup=False)
            yield RulebookView()
        yield KeyBar()

    def retranslate(self) -> None:
        folder = self.app.shelf.folder_of(self._game_id)
        language = self.app.appearance.language
        self._book = parse((folder / f"rules.{language}.md").read_text("utf-8"))
        self.query_one("#title", Static).update(self._book.title)
        self.query_one("#search", Input).placeholder = self.app.texts.text("rules.search")
        self.query_one(RulebookView).read(self._book)
        self._list(self.query_one("#search", Input).value)
        self.call_after_refresh(self._open_at_clause)

    def _open_at_clause(self) -> None:
        if self._clause:
            try:
                self.query_one(RulebookView).go_to_clause(self._book.clause(self._clause).id)
            except UnknownClause as error:
                self.app.complain(error)
            self._clause = ""

    # ------------------------------------------------------------------ contents and search

    def on_resize(self) -> None:
        """Break the headings anew, once the contents have their new width."""
        self.call_after_refresh(self._list, self.query_one("#search", Input).value)

    @on(Input.Changed, "#search")
    def search(self, event: Input.Changed) -> None:
        """List the clauses that contain every word typed so far."""
        self.query_one(RulebookView).find(event.value)
        self._list(event.value)

    @on(Input.Submitted, "#search")
    def go_to_first(self) -> None:
        """Move to the list of clauses found."""
        contents = self.query_one("#contents", OptionList)
        contents.focus()
        contents.highlighted = 0

    @on(OptionList.OptionHighlighted)
    def turn(self, event: OptionList.OptionHighlighted) -> None:
        """Scroll to the highlighted entry, while the list has the focus."""
        if self.query_one("#contents", OptionList).has_focus:
            self._turn_to(str(event.option_id))

    @on(OptionList.OptionSelected)
    def read(self, event: OptionList.OptionSelected) -> None:
        """Move the focus to the text."""
        self._turn_to(str(event.option_id))
        self.query_one(RulebookView).focus()

    def on_descendant_focus(self) -> None:
        """Highlight the section that is shown, when the contents get the focus."""
        contents = self.query_one("#contents", OptionList)
        if contents.has_focus and contents.highlighted is None:
            contents.highlighted = self.query_one(RulebookView).section() or 0

    def action_search(self) -> None:
        """Focus the search field."""
        self.query_one("#search", Input).focus()

    def action_leave(self) -> None:
        """Close the search first, then the rulebook."""
        search = self.query_one("#search", Input)
        if search.value or search.has_focus:
            search.value = ""
            self.query_one(RulebookView).focus()
        else:
            super().action_leave()

    def _turn_to(self, entry: str) -> None:
        reader = self.query_one(RulebookView)
        if entry.isdigit():
            reader.go_to_section(int(entry))
        elif entry:
            reader.go_to_clause(entry)

    def _list(self, words: str) -> None:
        """The contents, or the clauses found."""
        contents = self.query_one("#contents", OptionList)
        width = max(20, contents.scrollable_content_region.width)
        at = contents.highlighted
        symbols = SYMBOLS[self.app.appearance.symbols]
        if words.strip():
            clauses = self._book.search(words)
            options = [
                Option(shortened(_heading(clause), width, symbols), id=clause.id)
                for clause in clauses
            ]
            if not clauses:
                options = [Option(self.app.texts.text("rules.nothing_found"), disabled=True)]
        else:
            options = [
                Option("\n  ".join(wrap(section.heading, width - 2)), id=str(number))
                for number, section in enumerate(self._book.sections)
            ]
        contents.set_options(options)
        if at is not None and at < len(options):
            contents.highlighted = at


def _heading(clause: Clause) -> str:
    """A clause in a list: its short id and its first words."""
    return f"{clause.id.partition('.')[2]} {clause.text.splitlines()[0]}"
