"""The app that opens the shelf: alone or around one keyboard, with the saves of this computer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from textual import work
from textual.driver import Driver
from textual.screen import Screen

from hako.content import THE_SHELF, Box, Shelf
from hako.engine.i18n.languages import Language
from hako.multiplayer.accounts.settings import SettingsFile
from hako.tui.apps.core_app import screen_class
from hako.tui.apps.game_app import GameApp
from hako.tui.terminal.capabilities import TerminalCapabilities

if TYPE_CHECKING:  # the first frame does not wait for what only a game needs
    from hako.engine.bots.worker_pool import WorkerPool
    from hako.engine.log.history import History
    from hako.engine.storage.save_index import SaveEntry
    from hako.tui.saved_games import OpenedSave, SavedGames
    from hako.tui.statistics_counting import StatisticsRow


class ShelfApp(GameApp):
    """The shelf and the saved games, on this computer."""

    keeps_name = True
    daily_box: Box | None = None
    """The box of the daily game; None where none is offered."""

    def __init__(
        self,
        library: Callable[[], SavedGames],
        settings_file: SettingsFile,
        terminal: TerminalCapabilities,
        *,
        language: Language | None = None,
        shelf: Shelf = THE_SHELF,
        worker_pool: WorkerPool | None = None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        """Make the app; `language` overrules the settings, `library` makes the saved games."""
        super().__init__(
            settings_file,
            terminal,
            language=language,
            worker_pool=worker_pool,
            driver_class=driver_class,
        )
        self._make_library = library
        self._library: SavedGames | None = None
        self.shelf = shelf

    @property
    def library(self) -> SavedGames:
        """The saves on this computer; made at the first call."""
        if self._library is None:
            self._library = self._make_library()
        return self._library

    def play_daily(self) -> None:
        """Open the daily game, where there is one."""

    def get_default_screen(self) -> Screen[Any]:
        return self.make_shelf()

    def make_shelf(self) -> Screen[Any]:
        """The first screen, if no other was asked for."""
        screen: Screen[Any] = screen_class("shelf", "ShelfScreen")()
        return screen

    def leave(self, notice: str = "") -> None:
        """Go back; only a terminal needs a command to resume what the shelf lists."""
        super().leave(notice if len(self.screen_stack) == 1 else "")

    # ------------------------------------------------------------------ the library

    @work(exclusive=True, group="open")
    async def resume(self, name: str) -> None:
        """Open a saved game, or show why it cannot be opened."""
        if (opened := await self._opened(name)) is not None:
            self.open_table(opened.table)
            self._tell_about(opened, name)
            self.unasked.hold_keys()

    @work(exclusive=True, group="open")
    async def replay(self, name: str) -> None:
        """Open the replay of a saved game, or show why it cannot be opened."""
        if (opened := await self._opened(name)) is not None:
            self.open_replay(opened.table)
            self._tell_about(opened, name)
            self.unasked.hold_keys()

    async def _opened(self, name: str) -> OpenedSave | None:
        from hako.engine.log.log_format import BadLog
        from hako.engine.log.storage_errors import StorageError

        try:
            return await asyncio.to_thread(self.library.open, name)
        except (BadLog, StorageError) as error:
            self.complain(error)
            return None

    def _tell_about(self, opened: OpenedSave, name: str) -> None:
        """Show what is not as it should be with a save that was opened."""
        if opened.torn:
            self.notify(self.texts.text("trouble.torn", name=name))
        if undecided := opened.table.undecided:
            self.notify(undecided.summary.text(self.texts.language))

    def may_rematch(self, table: History[Any]) -> bool:  # noqa: ARG002 - any table can be
        return True

    def rematch(self, table: History[Any]) -> None:
        again = self.library.rematch(table)
        self.clear_notifications()
        self.pop_screen()
        screen = self.table_screen(again)
        if getattr(self.screen, "table", None) is table:
            self.switch_screen(screen)  # nobody goes back to the table of before
        else:
            self.push_screen(screen)

    def open_new_game(self, box: Box, *, is_new: bool = False) -> None:
        """Open the form of a game, or show why it does not load; `is_new` offers lessons first."""
        if self.opens(box):
            self.clear_notifications()
            self.push_screen(screen_class("new_game", "NewGameScreen")(box, is_new=is_new))

    async def counted(self) -> StatisticsRow:
        from hako.tui.statistics_counting import counted

        return await asyncio.to_thread(lambda: counted(self.library.entries()))

    def open_saves(self, entries: Sequence[SaveEntry]) -> None:
        """Open the list of saves."""
        self.push_screen(screen_class("saves", "SavesScreen")(entries))
