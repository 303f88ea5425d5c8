"""Opening the app on this terminal: on the shelf, at a table, at a replay."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from hako.tui.commands.terminal import needs_terminal
from hako.tui.commands.usage import Unable
from hako.tui.local_driver import local_driver
from hako.tui.palette import dress
from hako.tui.questions import ask_local_terminal
from hako.tui.repairs import repair_textual
from hako.tui.shelf_app import ShelfApp
from hako.tui.signals import exit_on_signals
from hako.tui.terminal import Terminal

if TYPE_CHECKING:
    from hako.engine.rules import Viewer
    from hako.engine.table import Table
    from hako.tui.commands.house import House


def open_shelf(house: House) -> None:
    """Open the app where nothing else was asked for."""
    needs_terminal("hako", Unable("way_with_play"))
    LocalApp(house).run_here()


def open_table(house: House, table: Table[Any]) -> None:
    """Open the app at a table."""
    LocalApp(house, lambda app: app.table_screen(table)).run_here()


def open_replay(house: House, table: Table[Any], viewer: Viewer) -> None:
    """Open the app at a replay; None looks through the usual eyes."""
    from hako.tui.screens.replay import ReplayScreen

    viewers = () if viewer is None else (viewer,)
    LocalApp(house, lambda _: ReplayScreen(table, viewers)).run_here()


class LocalApp(ShelfApp):
    """The app on this terminal; it ends in good order when the terminal is closed."""

    def __init__(
        self, house: House, make_first: Callable[[ShelfApp], Screen[Any]] | None = None
    ) -> None:
        """Make the app; `make_first` makes a screen to begin with instead of the shelf."""
        repair_textual()
        size = shutil.get_terminal_size()
        guess = Terminal.detect(os.environ.get("TERM", ""), size, os.environ)
        terminal = ask_local_terminal(guess, sys.stdin.fileno(), sys.stdout.fileno())
        super().__init__(
            lambda: house.library,
            house.settings,
            terminal,
            language=house.asked_language,
            shelf=house.shelf,
            driver_class=local_driver(),
        )
        dress(self, terminal)
        self._make_first = make_first

    def on_mount(self) -> None:
        exit_on_signals(lambda status: self.exit(return_code=status))

    def get_default_screen(self) -> Screen[Any]:
        return self._make_first(self) if self._make_first else self.make_shelf()

    def leave(self, notice: str = "") -> None:
        """Go back; from what was opened first to the shelf, for which that did not have to wait."""
        if self._make_first is None or len(self.screen_stack) > 1:
            super().leave(notice)
        else:
            self._make_first = None
            self.switch_screen(self.make_shelf())
            if notice:
                self.notify(notice, markup=False)

    def run_here(self) -> None:
        """Run until the app is left; raises SystemExit where that was not its own wish."""
        self.run()
        if self.return_code:
            raise SystemExit(self.return_code)
