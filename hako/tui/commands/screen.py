"""Opening the app on this terminal: on the shelf, at a table, at a replay."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual import getters
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


class Threshold(Screen[None]):
    """Lies below what was opened first, and opens the shelf when one comes back from there.

    So the first frame of a table does not wait for a shelf that nobody sees.
    """

    app = getters.app(ShelfApp)

    def __init__(self, make_first: Callable[[ShelfApp], Screen[Any]]) -> None:
        super().__init__()
        self._make_first = make_first

    def on_mount(self) -> None:
        self.app.push_screen(self._make_first(self.app))

    def on_screen_resume(self) -> None:
        if self.is_active:  # not when it has just been covered by what was opened first
            self.app.push_screen(self.app.make_shelf())


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
        return Threshold(self._make_first) if self._make_first else self.make_shelf()

    def run_here(self) -> None:
        """Run until the app is left; raises SystemExit where that was not its own wish."""
        self.run()
        if self.return_code:
            raise SystemExit(self.return_code)
