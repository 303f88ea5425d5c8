"""The base of the apps: all that screens of hako can ask for, here and over SSH.

It has texts, settings, the appearance, a worker pool for bots, and opens tables. On this computer
the app is a ShelfApp, with others a LobbyApp.

Nothing here is global: many apps run in one process, each in its own language. Bindings are
described by a key of the texts' group `keys`, such as "undo".
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cached_property, partial
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

from hako.content import THE_SHELF, Box, Shelf, UnknownGame
from hako.engine import ENGINE
from hako.engine.content.files import BadContent
from hako.engine.i18n.catalogue import Catalogue, load_catalogue
from hako.engine.i18n.failure import Failure
from hako.engine.i18n.lazy_text import LANGUAGES, Language
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.accounts.settings import RunSettings, Settings, SettingsFile
from hako.tui import TUI
from hako.tui.terminal.capabilities import TerminalCapabilities, desktop_notice
from hako.tui.terminal.fullwidth import narrow
from hako.tui.terminal.key_names import key_name, key_to_press
from hako.tui.theme.appearance import Appearance, appearance_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.theme.themes import THEMES

if TYPE_CHECKING:  # the first frame does not wait for what only a game needs
    from rich.console import RenderableType

    from hako.engine.bots.worker_pool import WorkerPool
    from hako.engine.lessons.lesson import Lesson
    from hako.engine.lessons.session import LessonSession
    from hako.engine.log.header import Player
    from hako.engine.log.history import History
    from hako.engine.review.job import ReviewJob
    from hako.engine.rules.game import Game
    from hako.engine.rules.model import Seat, Viewer
    from hako.tui.saved_games import SavedGames
    from hako.tui.statistics_text import StatisticsRow


logger = logging.getLogger(__name__)


def screen_class(module: str, name: str) -> Any:
    """A screen class, imported when its screen is first opened."""
    return getattr(import_module(f"hako.tui.screens.{module}"), name)


NOTICE_SECONDS = 12
"""Seconds that an error message stays on screen."""

NOTICE_CELLS, NOTICE_FRAME = 60, 5
"""Columns of a notice where there is room, and of its margin, border and padding together."""

PAUSE_SECONDS = 0.5
"""Seconds without a key after which nobody is typing any more."""

SMALLEST = (60, 20)
"""Columns and lines that every screen fits into."""


def _app_catalogue(look: Appearance) -> Catalogue:
    return load_catalogue(look.language, ENGINE, MULTIPLAYER, TUI)


QUIT = Binding("ctrl+c", "app.interrupt", "quit", show=False, system=True)
"""Exits from any screen; a dialog hides the app's keys, so each has this one itself."""


REDRAW = Binding("ctrl+l", "app.redraw", show=False, system=True, priority=True)
"""Paints again over the output of other programs, from any screen, dialogs included."""


class BaseApp(App[None]):
    """An app in which tables can be played."""

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

    clock: ClassVar[Callable[[], float]] = time.monotonic
    """The clock by which pauses in typing are measured."""

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
        thinker: WorkerPool | None = None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        """Make an app.

        Settings that come from a file are stored there when they change; `language` overrules them
        for this run. A worker pool that is passed in is not closed by the app.
        """
        super().__init__(driver_class=driver_class)
        self._given_thinker = thinker
        self._settings_file = settings if isinstance(settings, SettingsFile) else None
        self._trouble: BadContent | None = None
        self._window = ""
        self._holds_keys = False
        """True if keys are ignored until a pause, because they were meant for a screen that is
        gone."""
        self._quiet_since = 0.0
        """The time, by the clock, of the last of these keys."""
        self._put_off: list[tuple[Screen[Any], Callable[[], object]]] = []
        """Deferred screens, opened when no text is being typed any more, each with its parent."""
        self._reviewing: ReviewJob | None = None
        chosen = self._read(settings) if isinstance(settings, SettingsFile) else settings
        asked = {} if language is None else {"language": language}
        self._run_settings = RunSettings(chosen or Settings(), asked)
        self.set_reactive(BaseApp.settings, self._run_settings.settings)
        self.set_reactive(BaseApp.terminal, terminal or TerminalCapabilities())
        self.set_reactive(BaseApp.appearance, appearance_of(self.settings, self.terminal))
        self.texts = _app_catalogue(self.appearance)
        for theme in THEMES:
            self.register_theme(theme)
        self._begin_in(self.appearance.theme)
        self._apply_appearance(update=False)

    def _begin_in(self, theme: str) -> None:
        """Apply a theme before anything is shown.

        Textual would read all style sheets a second time, where those of a dark theme differ from
        the first ones in nothing but their colours.
        """
        chosen = self.available_themes[theme]
        if chosen.dark and not chosen.ansi:
            self.set_reactive(BaseApp.theme, theme)
            self.stylesheet.set_variables(self.get_css_variables())
        else:
            self.theme = theme

    @property
    def library(self) -> SavedGames | None:
        """The saves on this computer; none where tables belong to a server."""
        return None

    def seats_to_try(self, table: History[Any]) -> Sequence[Seat]:
        """The seats whose choices may be retried here, from a table that is over."""
        header = table.header
        if self.library is None or table.save is None or header.is_shared or header.undo != "free":
            return ()
        return tuple(seat for seat, player in enumerate(table.players) if player.bot is None)

    def retry(self, table: History[Any], moment: int, seat: Seat, *, anew: bool) -> None:
        """Play on from a choice in a save of its own, in the place of the open screen."""
        from hako.engine.log.records import BadLog
        from hako.engine.log.save import StorageError
        from hako.tui.saved_games import resume_argument

        assert self.library is not None, "see seats_to_try"
        try:
            again = self.library.branch(table, moment, seat, anew=anew)
        except (BadLog, StorageError) as error:
            self.complain(error)
        else:
            assert again.save is not None, "a branch is a save"
            self.notify(self.texts.text("replay.branched", name=resume_argument(again.save)))
            self.switch_screen(self.table_screen(again))

    def first_ending(self, table: History[Any]) -> History[Any] | None:
        """The table of the game that was retried at this one, if it was and both are over."""
        return self.library.first_ending(table) if self.library else None

    @cached_property
    def thinker(self) -> WorkerPool:
        """The worker pool in which bots think."""
        if self._given_thinker is not None:
            return self._given_thinker
        from hako.engine.bots.worker_pool import WorkerPool

        return WorkerPool(self.settings.workers)

    @property
    def has_own_thinker(self) -> bool:
        """True if the app has a worker pool of its own, as large as its settings say."""
        return self._given_thinker is None

    @property
    def own_name(self) -> str:
        """The player's name; empty if it is unknown."""
        return self.settings.name

    # ------------------------------------------------------------------ words

    def texts_for(self, game: Game[Any], players: Sequence[Player], content: Any) -> Catalogue:
        """The game's sentences over those of the app, with the names of seats and cards."""
        from hako.engine.transcript.sentences import texts_for

        return texts_for(game, content, players, self.appearance.language, MULTIPLAYER, TUI)

    def texts_of_game(self, game: Game[Any]) -> Catalogue:
        """The game's sentences without players: no names yet."""
        return load_catalogue(self.appearance.language, ENGINE, MULTIPLAYER, TUI, game.folder)

    def opens(self, box: Box) -> bool:
        """True if the game in a box can be opened; shows the reason if not."""
        try:
            self.shelf.load(box.id)
        except UnknownGame as error:
            self.complain(error)
            return False
        return True

    def set_language(self, language: Language) -> None:
        """Change the language of every open screen."""
        self.change_settings(replace(self.settings, language=language))

    # ------------------------------------------------------------------ looks

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
        from hako.engine.log.save import StorageError

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
        if self.has_own_thinker and "thinker" in self.__dict__:
            self.thinker.use(self.settings.workers)

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
        if self.has_own_thinker and "thinker" in self.__dict__:
            self.thinker.close()

    def open_table(self, table: History[Any], seats: Iterable[Seat] | None = None) -> None:
        """Open a table for these seats; by default for all its people."""
        self.push_screen(self.table_screen(table, seats))

    def table_screen(self, table: History[Any], seats: Iterable[Seat] | None = None) -> Screen[Any]:
        """The screen of a table, for these seats; by default for all its people."""
        if seats is None:
            seats = (seat for seat, player in enumerate(table.players) if player.bot is None)
        seats = tuple(seats)
        if table.header.lesson:
            from hako.engine.lessons.session import guide_of

            session = guide_of(table)
            if session is not None and seats == (session.seat,):
                return self._lesson_screen(session)
        screen: Screen[Any] = screen_class("table.play", "PlayScreen")(table, seats)
        return screen

    def _lesson_screen(self, session: LessonSession) -> Screen[Any]:
        screen: Screen[Any] = screen_class("table.lesson", "LessonScreen")(
            session.table, (session.seat,), session
        )
        return screen

    # ------------------------------------------------------------------ what opens by itself

    def come_up(self, screen: Screen[Any], then: Callable[[Any], None] | None = None) -> None:
        """Open a screen that nobody asked for: keys typed at that moment have no effect there."""
        self.push_screen(screen, then)
        self.hold_keys()

    def hold_keys(self) -> None:
        """Ignore keys and clicks up to a pause: the open screen has changed by itself."""
        self._holds_keys = True
        self._restart_pause()
        self.screen.call_after_refresh(self._restart_pause)  # before that there is nothing to see

    def _restart_pause(self) -> None:
        self._quiet_since = type(self).clock()

    def _is_held(self, event: events.Event) -> bool:
        """True if a key or a click is kept from a screen that it was not meant for."""
        if not self._holds_keys or not isinstance(event, events.Key | events.MouseDown):
            return False
        if event.is_forwarded:
            return False
        before, self._quiet_since = self._quiet_since, type(self).clock()
        self._holds_keys = self._quiet_since - before < PAUSE_SECONDS
        return self._holds_keys

    async def on_event(self, event: events.Event) -> None:
        if self._is_held(event):
            self._mouse_down_widget = None  # letting go of the button is no click, either
            return
        if isinstance(event, events.Key) and not event.is_forwarded and not self._takes(event):
            narrow(event)
        await super().on_event(event)

    @property
    def is_typing(self) -> bool:
        """True if a text field has the focus."""
        from textual.widgets import Input, TextArea  # no first frame waits for them

        return isinstance(self.focused, Input | TextArea)

    def puts_off(self, screen: Screen[Any], show: Callable[[], object], words: str) -> bool:
        """Defer an unasked screen while a text is typed, and show a notice of it.

        `show` is called afterwards.
        """
        if not self.is_typing:
            return False
        if (screen, show) not in self._put_off:
            self._put_off.append((screen, show))
            message = f"{words}\n{self.texts.text('unasked.after_text')}"
            self.notify(message, timeout=NOTICE_SECONDS, markup=False)
        return True

    def show_deferred(self) -> None:
        """Show what was deferred, once no text is being typed."""
        if self._put_off and not self.is_typing:
            waiting, self._put_off = self._put_off, []
            for screen, show in waiting:
                if screen in self.screen_stack:
                    show()

    # ------------------------------------------------------------------ learning

    def open_learn(self, box: Box | None = None) -> None:
        """Open the lessons, of the game in a box or of all."""
        self.push_screen(screen_class("lessons", "LessonsScreen")(box))

    def open_lesson(self, game: Game[Any], lesson: str, *, instead: bool = False) -> None:
        """Begin a lesson; with `instead`, in the place of the open screen."""
        from hako.engine.lessons.lesson import lessons_of
        from hako.engine.lessons.session import LessonSession

        chosen = lessons_of(game)[lesson]
        try:
            table = self.lesson_table(game, chosen)
        except Failure as error:
            self.complain(error)
            return
        screen = self._lesson_screen(LessonSession(table, chosen))
        if instead:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def lesson_table(self, game: Game[Any], lesson: Lesson) -> History[Any]:
        """A table at the beginning of a lesson, stored in the saves if there are any.

        Raises NoSuchMove, StorageError.
        """
        from hako.engine.lessons.lesson import begin

        create = self.library.store.create if self.library else None
        return begin(game, lesson, self.appearance.language, self.own_name, create)

    def learn(self, game_id: str, lesson: str) -> None:
        """Store that a lesson was played to its end."""
        self.change_settings(self.settings.with_lesson(game_id, lesson))

    def open_replay(self, table: History[Any], look: tuple[int, Seat] | None = None) -> None:
        """Open the replay of a game; `look` is the first position and its viewer."""
        self.push_screen(screen_class("table.replay", "ReplayScreen")(table, look=look))

    def open_review(self, table: History[Any]) -> None:
        """Open the review: the one that led here, or a new one over this screen."""
        if table.is_embargoed:
            self.complain(Failure("review_not_told"))
            return
        kind = screen_class("review", "ReviewScreen")
        if len(self.screen_stack) > 1 and isinstance(self.screen_stack[-2], kind):
            self.pop_screen()
        else:
            self.push_screen(kind(table))

    def review(self, table: History[Any]) -> ReviewJob:
        """The review of a table that is over; it runs until it is done or another one begins."""
        from hako.engine.review.job import ReviewJob

        job = self._reviewing
        if job is None or (job.table, job.head) != (table, table.head):
            self._reviewing = job = ReviewJob(table)
            self.run_worker(self._review(job), group="review", exclusive=True)
        return job

    async def _review(self, job: ReviewJob) -> None:
        from hako.engine.log.save import StorageError

        try:
            await job.continue_review(self.thinker, self.thinker.workers)
        except Exception:
            logger.exception("a game of %s could not be reviewed", job.table.game.id)
            self._reviewing = None
        finally:
            with suppress(StorageError):  # it is shown all the same, and computed again next time
                job.keep()

    def open_rules(self, game_id: str, clause: str = "") -> None:
        """Open a game's rules, at a clause if one is given."""
        self.push_screen(screen_class("rules", "RulesScreen")(game_id, clause))

    def open_export(self, table: History[Any], viewer: Viewer = None) -> None:
        """Open the export; not where the files would be the server's."""
        if self.library is not None:
            self.push_screen(screen_class("export", "ExportScreen")(table, viewer))

    def action_statistics(self) -> None:
        """Open the statistics."""
        self.push_screen(screen_class("statistics", "StatisticsScreen")())

    async def counted(self) -> StatisticsRow:
        """The content of the page of statistics. Raises StorageError."""
        raise NotImplementedError

    def may_rematch(self, table: History[Any]) -> bool:  # noqa: ARG002 - for apps that know how
        """True if the same game and seats can be played once more from here."""
        return False

    def rematch(self, table: History[Any]) -> None:
        """Play the game once more, in the place of its result. Raises StorageError."""
        raise NotImplementedError

    def _handle_exception(self, error: Exception) -> None:
        # a screen that is made while one leaves does not find its parts, and need not
        if not (self._exit and isinstance(error, NoMatches)):
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """Exit with a sentence; Textual's traceback would show the values of all variables."""
        from rich.text import Text
        from textual.worker import WorkerFailed

        from hako.tui.internal_errors import mistake

        error = self._exception
        cause = error.error if isinstance(error, WorkerFailed) else error
        if cause is not None:
            self._exit_renderables.append(
                Text(f"hako: {mistake(cause).text(self.appearance.language)}")
            )
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

    @property
    def plain_command(self) -> str:
        """The command that plays the same table without a screen; empty where there is none."""
        return "hako resume --plain"

    def name_place(self) -> None:
        """Tell the terminal which table is open, if it asks for that; see SessionApp."""

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

        from hako.engine.storage.folder import without_paths

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
        done: set[str] = set()
        for node, binding, enabled, _ in screen.active_bindings.values():
            words = f"keys.{binding.description}"
            known = words in self.texts and bool(key_to_press(binding))
            if enabled and known and isinstance(node, Screen | App):
                if binding.description not in {*done, "move", "palette"}:
                    act = partial(self.run_action, binding.action, node)
                    keys = self.texts.text("palette.key", key=self.get_key_display(binding))
                    yield SystemCommand(self.texts.text(words), keys, act)
                done.add(binding.description)
        if "settings" not in done:
            words = self.texts.text("keys.settings")
            yield SystemCommand(words, self.texts.text("palette.settings"), self.action_settings)

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
            self.come_up(screen_class("too_small", "TooSmall")(name="too_small"))


def farewell(screen: Screen[Any]) -> str:
    """The text printed in the terminal after the app is left from a screen."""
    text: str = getattr(screen, "farewell", str)()
    return text
