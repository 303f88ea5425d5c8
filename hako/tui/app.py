"""The app: what every screen of hako can ask for, here and over SSH.

TableApp   texts, settings, look, someone to think for the bots, tables to open
HakoApp    the one on this computer: the library, the settings file, the shelf

Nothing here is global: many apps run in one process, each in its own language.
Bindings are described by a key of the texts' group `keys`, such as "undo".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

from msgspec.structs import replace
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.reactive import reactive

from hako.engine import telling
from hako.engine.content import BadContent
from hako.engine.game import Game
from hako.engine.log import Player
from hako.engine.rules import Seat
from hako.engine.store import StoreFailed
from hako.engine.table import Table
from hako.engine.telling import texts_for
from hako.engine.text import Language, Texts, load_texts
from hako.engine.thinker import Thinker
from hako.tui.library import Library
from hako.tui.look import Look, look_of
from hako.tui.settings import Settings, SettingsFile
from hako.tui.terminal import Terminal
from hako.tui.themes import THEMES


def _screen(module: str, name: str) -> Any:
    """A screen that is imported when it is first opened."""
    return getattr(import_module(f"hako.tui.screens.{module}"), name)


HOUSE = Path(__file__).parent
"""Where the sentences lie that belong to no game."""

NOTICE_SECONDS = 12
"""How long bad news stays on screen."""

SMALLEST = (80, 24)
"""Columns and lines that every screen fits into."""


def _house_texts(look: Look) -> Texts:
    return load_texts(look.language, telling.FOLDER, HOUSE)


class TableApp(App[None]):
    """An app at whose tables one can sit."""

    TITLE = "hako"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "help"),
        Binding("ctrl+c", "quit", "quit", show=False, system=True),
    ]

    settings: reactive[Settings] = reactive(Settings(), init=False)
    """What the player chose; see `change_settings`."""
    terminal: reactive[Terminal] = reactive(Terminal(), init=False)
    """What is known of the terminal; an answer of it may correct that later."""
    look: reactive[Look] = reactive(Look(), init=False)
    """What both make together. Screens watch it: see HouseScreen.speak."""

    library: Library | None = None
    """The games on this computer; none where tables belong to a server."""

    def __init__(
        self,
        settings: Settings | None = None,
        terminal: Terminal | None = None,
        *,
        thinker: Thinker | None = None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        """Make an app; a thinker that is passed in belongs to who passed it."""
        super().__init__(driver_class=driver_class)
        self._own_thinker = thinker is None
        self.thinker = thinker or Thinker()
        self.set_reactive(TableApp.settings, settings or Settings())
        self.set_reactive(TableApp.terminal, terminal or Terminal())
        self.set_reactive(TableApp.look, look_of(self.settings, self.terminal))
        self.texts = _house_texts(self.look)
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]
        self.VERTICAL_BREAKPOINTS = [(0, "-low"), (40, "-tall")]
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self.look.theme

    # ------------------------------------------------------------------ words

    def texts_for(self, game: Game[Any], players: Sequence[Player], content: Any) -> Texts:
        """The game's sentences over those of the house, with the names of seats and cards."""
        return texts_for(game, content, players, self.look.language, HOUSE)

    def set_language(self, language: Language) -> None:
        """Speak that language from now on, on every open screen."""
        self.change_settings(replace(self.settings, language=language))

    # ------------------------------------------------------------------ looks

    def change_settings(self, settings: Settings) -> None:
        """Apply settings at once and remember them."""
        if settings != self.settings:
            self.settings = settings
            self.keep_settings()

    def keep_settings(self) -> None:
        """Remember the settings; an app without a place for them forgets."""

    def watch_settings(self) -> None:
        self.look = look_of(self.settings, self.terminal)

    def watch_terminal(self) -> None:
        self.look = look_of(self.settings, self.terminal)

    def watch_look(self, look: Look) -> None:
        self.texts = _house_texts(look)
        self.theme = look.theme
        self._show_symbols()

    def _show_symbols(self) -> None:
        """Tell the style sheets which signs may be drawn: `.-ascii Button { ... }`."""
        for symbols in ("full", "narrow", "ascii"):
            self.set_class(self.look.symbols == symbols, f"-{symbols}")

    # ------------------------------------------------------------------ coming and going

    def on_mount(self) -> None:
        self._show_symbols()

    def on_unmount(self) -> None:
        if self._own_thinker:
            self.thinker.close()

    def open_table(self, table: Table[Any], seats: Iterable[Seat] | None = None) -> None:
        """Sit down at a table, on these seats; as all its people if nothing is said."""
        if seats is None:
            seats = (seat for seat, player in enumerate(table.players) if player.bot is None)
        self.push_screen(_screen("table", "TableScreen")(table, tuple(seats)))

    def open_replay(self, table: Table[Any]) -> None:
        """Look at a game move by move."""
        self.push_screen(_screen("replay", "ReplayScreen")(table))

    def leave(self, notice: str = "") -> None:
        """Go back to the screen below, or out of the app from the last one; say the notice."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
            if notice:
                self.notify(notice)
        else:
            self.exit(message=notice or None)


class HakoApp(TableApp):
    """The app on this computer, which opens the shelf."""

    def __init__(
        self,
        library: Library,
        settings_file: SettingsFile,
        terminal: Terminal,
        *,
        language: Language | None = None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        """Make the app; `language` overrules the settings."""
        self._trouble = ""
        try:
            settings = settings_file.read()
        except BadContent as error:
            settings = Settings()
            self._trouble = str(error)
        if language is not None:
            settings = replace(settings, language=language)
        super().__init__(settings, terminal, driver_class=driver_class)
        self.library = library
        self._settings_file = settings_file

    def on_mount(self) -> None:
        if self._trouble:
            words = self.texts.say("trouble.settings", reason=self._trouble)
            self.notify(words, severity="warning", timeout=NOTICE_SECONDS)

    def keep_settings(self) -> None:
        try:
            aside = self._settings_file.write(self.settings)
        except StoreFailed as error:
            words = self.texts.say("trouble.settings_not_kept", reason=str(error))
            self.notify(words, severity="error", timeout=NOTICE_SECONDS)
        else:
            if aside is not None:
                self.notify(self.texts.say("trouble.settings_aside", file=str(aside)))
