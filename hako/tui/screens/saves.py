"""Saves on screen: the list of them, and the screen to choose one to replay from."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.cells import set_cell_size
from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hako.engine.i18n.width import cell_width
from hako.engine.storage.save_index import DamagedSave, SavedGame, SaveEntry
from hako.tui.apps.shelf import ShelfApp
from hako.tui.box_uses import short_name
from hako.tui.saved_games import is_asked, players_text, progress_text, standing_text
from hako.tui.screens.base import AppScreen, focus_toward
from hako.tui.theme.relative_time import age
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.key_bar import KeyBar
from hako.tui.widgets.paragraph import Paragraph

GAP = 2
"""Cells between two columns."""

STACKED = 50
"""Cells below which a save takes two lines, where there are enough."""

NAMES = 10
"""Cells that the names of players need at least."""


class SaveRow(NamedTuple):
    """A save in words."""

    game: str
    """The game; of a damaged save the reason, alone in its line."""
    ago: str
    turn: str = ""
    players: str = ""
    standing: str = ""
    is_asked: bool = False
    """True if it waits for a person."""


class SaveList(OptionList):
    """Saves, one a line: game, players, turn, age; or the reason why a file is damaged."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "open"),
        Binding("down,j", "cursor_down", "move", show=False),
        Binding("up,k", "cursor_up", "move", show=False),
    ]
    DEFAULT_CSS = """
    SaveList, SaveList:focus {
        background: $background; background-tint: $foreground 0%; padding: 0; border: none;
    }
    SaveList > .option-list--option { padding: 0; color: $foreground; }
    SaveList > .option-list--option-highlighted { background: $panel; text-style: none; }
    SaveList:focus > .option-list--option-highlighted {
        color: $block-cursor-foreground; background: $block-cursor-background; text-style: none;
    }
    """

    app = getters.app(ShelfApp)

    class SaveChosen(Message):
        """Posted when a save was chosen."""

        def __init__(self, game: SavedGame) -> None:
            super().__init__()
            self.game = game

    def __init__(self) -> None:
        super().__init__(compact=True, markup=False)
        self._entries: Sequence[SaveEntry] = ()

    def on_mount(self) -> None:
        self.watch(self.app, "appearance", self._write, init=False)

    def on_resize(self) -> None:
        self._write()

    def show(self, entries: Sequence[SaveEntry]) -> None:
        """Show these saves; the highlight stays where it was."""
        self._entries = entries
        self._write()

    def action_cursor_up(self) -> None:
        """Go up; from the first save on to the widget above the list."""
        if self.highlighted:
            super().action_cursor_up()
        else:
            focus_toward(self.screen, "up")

    def action_cursor_down(self) -> None:
        """Go down; from the last save on to the widget below the list."""
        if self.highlighted is not None and self.highlighted < self.option_count - 1:
            super().action_cursor_down()
        else:
            focus_toward(self.screen, "down")

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        """Post the save that was chosen, or show why it cannot be opened."""
        event.stop()
        entry = next(entry for entry in self._entries if entry.name == event.option_id)
        match entry:
            case SavedGame():
                self.post_message(self.SaveChosen(entry))
            case DamagedSave():
                self.app.complain(entry.reason)

    def _write(self) -> None:
        highlighted = self.highlighted or 0
        rows = [self._row(entry) for entry in self._entries]
        size = self.scrollable_content_region
        lines = 1 if size.width >= STACKED or 2 * len(rows) > size.height else 2
        widths = _widths(rows, size.width, lines)
        self.set_options(
            Option(self._line(row, widths, size.width, lines), id=entry.name)
            for row, entry in zip(rows, self._entries, strict=True)
        )
        self.highlighted = min(highlighted, len(self._entries) - 1) if self._entries else None

    def _row(self, entry: SaveEntry) -> SaveRow:
        texts = self.app.texts
        ago = age(texts, time.time() - entry.played)
        if isinstance(entry, DamagedSave):
            return SaveRow(texts.text("saves.damaged", name=entry.name), ago)
        shelf, language = self.app.shelf, self.app.appearance.language
        game = shelf.box(entry.game).name[language]
        folder = shelf.folder_of(entry.game)
        if entry.lesson is not None:
            title = entry.lesson.text(language)
            return SaveRow(short_name(game), ago, texts.text("saves.in_lesson"), standing=title)
        spell = SYMBOLS[self.app.appearance.symbols].spell
        return SaveRow(
            short_name(game),
            ago,
            progress_text(entry, texts, folder),
            players_text(entry, texts),
            spell(standing_text(entry, texts, folder)),
            is_asked(entry),
        )

    def _line(self, row: SaveRow, widths: Sequence[int], width: int, lines: int) -> Content:
        symbols = SYMBOLS[self.app.appearance.symbols]
        if not row.turn:
            room = width - 5 - cell_width(row.ago)
            reason = set_cell_size(shortened(row.game, room, symbols), room)
            return Content(f"? {reason}  {row.ago} ")
        columns = [*zip((row.game, row.turn, row.players, row.standing), widths, strict=True)]
        if not row.players:  # the title of a lesson, which has the room of both
            rest = width - 4 - sum(room + GAP for room in widths[:2]) - cell_width(row.ago)
            columns[2:] = [(row.standing, rest if lines == 1 else 0)]
        cells = [
            set_cell_size(shortened(text, room, symbols), room + GAP)
            for text, room in columns
            if room > 0
        ]
        mark = symbols.asked if row.is_asked else " "
        start = "".join(cells)
        left = width - 3 - cell_width(start) - cell_width(row.ago)
        line = Content.assemble(
            (f"{mark} ", "bold"),
            (cells[0], "bold"),
            "".join(cells[1:]),
            f"{' ' * max(0, left)}{row.ago} ",
        )
        if lines == 1:
            return line
        turn = "" if widths[1] else row.turn
        second = "  ".join(filter(None, (turn, row.standing or row.players)))
        return Content("\n").join([line, Content(f"  {shortened(second, width - 3, symbols)}")])


def _widths(rows: Sequence[SaveRow], width: int, lines: int) -> tuple[int, int, int, int]:
    """The cells of game, turn, players and standing; 0 for what has no room in the first line."""

    def widest(column: str) -> int:
        return max((cell_width(getattr(row, column)) for row in rows if row.turn), default=0)

    game, turn, ago = widest("game"), widest("turn"), widest("ago")
    rows = [row for row in rows if row.players]
    room = width - 4 - game - turn - ago - 2 * GAP
    if lines == 2:
        turn = turn if room >= 0 else 0
        return min(game, width - 4 - ago - turn), turn, 0, 0
    standing = min(widest("standing"), room - GAP)
    players = min(widest("players"), room - max(0, standing) - 2 * GAP)
    if players < NAMES and standing > 0:
        players = 0
    return min(game, game + room), turn, max(0, players), max(0, standing)


class SavesScreen(AppScreen[None]):
    """Every save, finished or not, for the replay."""

    TOPIC = "saves"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("a", "app.statistics", "statistics")]
    DEFAULT_CSS = """
    SavesScreen > Vertical { padding: 1 2 0 2; }
    SavesScreen #title { height: 1; color: $accent; text-style: bold; margin-bottom: 1; }
    SavesScreen SaveList { height: 1fr; }
    SavesScreen #empty { color: $muted; }
    """

    app = getters.app(ShelfApp)

    def __init__(self, entries: Sequence[SaveEntry]) -> None:
        super().__init__()
        self._entries = entries

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="title")
            yield Paragraph(id="empty")
            yield SaveList()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#empty").display = not self._entries
        self.query_one(SaveList).show(self._entries)

    def retranslate(self) -> None:
        self.query_one("#title", Static).update(self.app.texts.text("saves.title"))
        self.query_one("#empty", Paragraph).words = self.app.texts.text("saves.empty")

    def on_save_list_save_chosen(self, event: SaveList.SaveChosen) -> None:
        """Open the replay of the save."""
        self.app.replay(event.game.name)
