"""The core of the apps: settings, texts, the appearance, notices, keys, and the ways out.

Nothing here is global: many apps run in one process, each in its own language. Bindings are
described by a key of the texts' group `keys`, such as "undo".
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace
from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.events import Key
from textual.notifications import SeverityLevel
from textual.reactive import reactive
from textual.screen import Screen

from hako.content import THE_SHELF, Shelf
from hako.engine import ENGINE
from hako.engine.content.files import BadContent
from hako.engine.i18n.catalogue import Catalogue, load_catalogue
from hako.engine.i18n.failure import Failure
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.accounts.settings import RunSettings, Settings, SettingsFile
from hako.tui import TUI
from hako.tui.apps.unasked_screens import NOTICE_SECONDS, UnaskedScreens
from hako.tui.terminal.capabilities import TerminalCapabilities, desktop_notice
from hako.tui.terminal.fullwidth_keys import narrow
from hako.tui.theme.appearance import Appearance, appearance_of
from hako.tui.theme.key_labels import key_name
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.theme.themes import begin_in

if TYPE_CHECKING:
    from rich.console import RenderableType

    from hako.engine.bots.worker_pool import WorkerPool


logger = logging.getLogger(__name__)


def screen_class(module: str, name: str) -> Any:
    """A screen class, imported when its screen is first opened."""
    return getattr(import_module(f"hako.tui.screens.{module}"), name)


NOTICE_CELLS, NOTICE_FRAME = 60, 5
"""Columns of a notice where there is room, and of its margin, border and padding together."""

SMALLEST = (60, 20)
"""Columns and lines that every screen fits into."""


def _app_catalogue(look: Appearance) -> Catalogue:
    return load_catalogue(look.language, ENGINE, MULTIPLAYER, TUI)


QUIT = Binding("ctrl+c", "app.interrupt", "quit", show=False, system=True)
"""Exits from any screen; a dialog hides the app's keys, so each has this one itself."""


REDRAW = Binding("ctrl+l", "app.redraw", show=False, system=True, priority=True)
"""Paints again over the output of other programs, from any screen, dialogs included."""


class CoreApp(App[None]):
    """An app with settings, an appearance, notices and keys; tables are opened by CoreApp."""

    TITLE = "hako"
    ENABLE_COMMAND_PALETTE = True
    CSS = """
    .-plain OptionList:focus > .option-list--option-highlighted {
        text-style: bold underline;
    }
    .-plain CommandList > .option-list--option-highlighted { text-style: bold underline; }
    Toast { max-width: 60%; }
    .-narrow Toast, .-ascii Toast { border: none; }
    .-narrow RulebookView, .-ascii RulebookView, .-narrow OptionList, .-ascii OptionList,
    .-narrow VerticalScroll, .-ascii VerticalScroll { scrollbar-size-vertical: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "help"),
        Binding("f2", "other_language", "other_language", show=False),
        REDRAW,
        QUIT,
    ]

    settings: reactive[Settings] = reactive(Settings(), init=False)
    """The settings of this run; see `change_settings`."""
    terminal: reactive[TerminalCapabilities] = reactive(TerminalCapabilities(), init=False)
    """The capabilities of the terminal; its replies may correct them later."""
    appearance: reactive[Appearance] = reactive(Appearance(), init=False)
    """The appearance that follows from both. Screens watch it: see `AppScreen.retranslate`."""

    shelf: Shelf = THE_SHELF
    """The games that can be played."""
    is_at_home: bool = True
    """True if the player is at the machine that stores the files."""
    keeps_name: bool = False
    """True if the player's name is that of the settings; a server has names of its own."""
    is_told_outside: bool = False
    """True if the server's notification command could reach the player."""

    def __init__(
        self,
        settings: Settings | SettingsFile | None = None,
        terminal: TerminalCapabilities | None = None,
        *,
        language: Language | None = None,
        worker_pool: WorkerPool | None = None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        """Make an app.

        Settings that come from a file are stored there when they change; `language` overrules them
        for this run. A worker pool that is passed in is not closed by the app.
        """
        super().__init__(driver_class=driver_class)
        self._given_worker_pool = worker_pool
        self.unasked = UnaskedScreens(self, lambda: self.texts.text("unasked.after_text"))
        self._settings_file = settings if isinstance(settings, SettingsFile) else None
        self._trouble: BadContent | None = None
        self._window = ""
        chosen = self._read(settings) if isinstance(settings, SettingsFile) else settings
        asked = {} if language is None else {"language": language}
        self._run_settings = RunSettings(chosen or Settings(), asked)
        self.set_reactive(CoreApp.settings, self._run_settings.settings)
        self.set_reactive(CoreApp.terminal, terminal or TerminalCapabilities())
        self.set_reactive(CoreApp.appearance, appearance_of(self.settings, self.terminal))
        self.texts = _app_catalogue(self.appearance)
        begin_in(self, self.appearance.theme)
        self._apply_appearance(update=False)

    @cached_property
    def worker_pool(self) -> WorkerPool:
        """The worker pool in which bots think."""
        if self._given_worker_pool is not None:
            return self._given_worker_pool
        from hako.engine.bots.worker_pool import WorkerPool

        return WorkerPool(self.settings.workers)

    @property
    def has_own_worker_pool(self) -> bool:
        """True if the app has a worker pool of its own, as large as its settings say."""
        return self._given_worker_pool is None

    @property
    def own_name(self) -> str:
        """The player's name; empty if it is unknown."""
        return self.settings.name

    @property
    def plain_command(self) -> str:
        """The command that plays the same table without a screen; empty where there is none."""
        return "hako resume --plain"

    def name_place(self) -> None:
        """Tell the terminal which table is open, if it asks for that; see SessionAppBase."""

    # ------------------------------------------------------------------ looks

    def set_language(self, language: Language) -> None:
        """Change the language of every open screen."""
        self.change_settings(replace(self.settings, language=language))

    def change_settings(self, settings: Settings) -> None:
        """Apply settings at once and store the player's changes."""
        if settings != self.settings:
            self._run_settings = self._run_settings.changed(settings)
            self.settings = settings
            self.keep_settings()

    def may_write(self) -> bool:
        """True if one more thing may be stored for good; shows the reason if not."""
        return True

    def keep_settings(self) -> None:
        """Store the settings; an app without a file forgets them."""
        from hako.engine.log.storage_errors import StorageError

        if self._settings_file is None:
            return
        try:
            aside = self._settings_file.write(self._run_settings.kept)
        except StorageError as error:
            self.complain(self.texts.text("trouble.settings_not_kept", reason=self.reason(error)))
        else:
            if aside is not None and self.is_at_home:
                self.notify(
                    self.texts.text("trouble.settings_aside", file=str(aside)), markup=False
                )

    def _read(self, file: SettingsFile) -> Settings:
        try:
            return file.read()
        except BadContent as error:
            self._trouble = error
            return Settings()

    def watch_settings(self) -> None:
        self.appearance = appearance_of(self.settings, self.terminal)
        if self.has_own_worker_pool and "worker_pool" in self.__dict__:
            self.worker_pool.use(self.settings.workers)

    def watch_terminal(self) -> None:
        self.appearance = appearance_of(self.settings, self.terminal)

    def watch_appearance(self, look: Appearance) -> None:
        self.texts = _app_catalogue(look)
        self.theme = look.theme
        self._apply_appearance()

    def _apply_appearance(self, *, update: bool = True) -> None:
        """Set the classes that style sheets depend on, as in `.-ascii Button { ... }`.

        `-full`, `-narrow` and `-ascii` are the symbol sets, `-plain` is a terminal without colours.
        """
        shown = {f"-{symbols}": self.appearance.symbols == symbols for symbols in SYMBOLS}
        self.update_classes(shown | {"-plain": self.terminal.colors == "none"}, update=update)

    # ------------------------------------------------------------------ coming and going

    def on_mount(self) -> None:
        if not self._window:
            self.name_window(self.TITLE)
        if self._trouble is not None:
            self.complain(self.texts.text("trouble.settings", reason=self._trouble))

    def on_unmount(self) -> None:
        if self.has_own_worker_pool and "worker_pool" in self.__dict__:
            self.worker_pool.close()

    async def on_event(self, event: events.Event) -> None:
        if self.unasked.keeps(event):
            self._mouse_down_widget = None  # letting go of the button is no click, either
            return
        if isinstance(event, events.Key) and not event.is_forwarded and not self._takes(event):
            narrow(event)
        await super().on_event(event)

    def _handle_exception(self, error: Exception) -> None:
        # a screen that is made while one leaves does not find its parts, and need not
        if not (self._exit and isinstance(error, NoMatches)):
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """Exit with a sentence; Textual's traceback would show the values of all variables."""
        from hako.tui.internal_error_messages import exit_text

        if self._exception is not None:
            self._exit_renderables.append(exit_text(self._exception, self.appearance.language))
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:  # noqa: ARG002  Textual's are English
        """Exit as after any other error."""
        self._fatal_error()

    def call(self, words: str) -> None:
        """Notify an inattentive player as their settings say: by the bell, and on the desktop."""
        if self.settings.bell:
            self.bell()
        if self.settings.notices and self._driver is not None:
            self._driver.write(desktop_notice(self.terminal, words))

    def name_window(self, title: str) -> None:
        """Set the title of the terminal's window, which is visible where the window is not.

        Not while the app exits: by then the window has its own title again.
        """
        if title != self._window and self._driver is not None and not self._exit:
            self._window = title
            self._driver.write(f"\x1b]2;{title}\x07")

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show a notice in the corner, in lines broken for Japanese, too."""
        if not message.isascii():
            from hako.tui.theme.line_breaking import wrap

            room = min(NOTICE_CELLS, self.size.width * 60 // 100) - NOTICE_FRAME
            message = "\n".join(wrap(message, room))
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=markup)

    def reason(self, error: Failure) -> Failure:
        """The error as it may be shown: without paths, to somebody who is not at this machine."""
        if self.is_at_home:
            return error

        from hako.engine.storage.files import without_paths

        public_error = without_paths(error)
        if public_error is not error:
            logger.warning("%s", error)
        return public_error

    def complain(self, reason: str | Failure) -> None:
        """Show a reason for a failure, long enough to be read."""
        if isinstance(reason, Failure):
            reason = self.reason(reason).text(self.appearance.language)
        self.notify(reason, severity="error", timeout=NOTICE_SECONDS, markup=False)

    def leave(self, notice: str = "") -> None:
        """Go back to the screen below, or exit from the last one; show the notice."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
            if notice:
                self.notify(notice, markup=False)
        else:
            self.exit(message=notice or None)

    async def action_quit(self) -> None:
        """Exit; every move is saved already, and the screens may say where."""
        words = [farewell(screen) for screen in reversed(self.screen_stack)]
        self.exit(message=next(filter(None, words), None))

    def _takes(self, key: Key) -> bool:
        """True if the key would be typed into a text field."""
        focused = self.focused
        return focused is not None and focused.check_consume_key(key.key, key.character)

    def action_redraw(self) -> None:
        """Paint everything again."""
        self.redraw()

    def redraw(self) -> None:
        """Paint everything again."""
        self.refresh()

    async def action_interrupt(self) -> None:
        """Exit from any screen."""
        await self.action_quit()

    def action_help(self) -> None:
        """Show all keys of the open screen."""
        if not self.screen.is_modal and self.has_room:
            self.push_screen(screen_class("help", "HelpScreen")(self.screen))

    def action_settings(self) -> None:
        """Open the settings, once."""
        self.push_screen(screen_class("settings", "SettingsScreen")())

    def action_other_language(self) -> None:
        """Change to the other language."""
        self.set_language(next(other for other in LANGUAGES if other != self.appearance.language))

    def action_command_palette(self) -> None:
        """Open the palette."""
        if not self.screen.is_modal and self.has_room:
            self.push_screen(screen_class("command_palette", "Palette")())

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The commands of the palette besides a screen's own: every key's effect there."""
        from hako.tui.apps.palette_commands import key_commands

        return key_commands(self, screen, self.texts)

    def get_key_display(self, binding: Binding) -> str:
        return key_name(binding, self.appearance.symbols)

    # ------------------------------------------------------------------ room

    @property
    def has_room(self) -> bool:
        """True if the terminal is as large as the screens need."""
        columns, lines = SMALLEST
        return self.size.width >= columns and self.size.height >= lines

    def on_resize(self) -> None:
        self.call_later(self.mind_the_room)

    def mind_the_room(self) -> None:
        """Cover a screen that has no room; the cover closes by itself, see TooSmall."""
        if not self.has_room and self.screen.name != "too_small":
            self.unasked.come_up(screen_class("too_small", "TooSmall")(name="too_small"))


def farewell(screen: Screen[Any]) -> str:
    """The text printed in the terminal after the app is left from a screen."""
    text: str = getattr(screen, "farewell", str)()
    return text
