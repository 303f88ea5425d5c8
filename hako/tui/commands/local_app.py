"""The app on this terminal."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from hako.tui.apps.app import screen_class
from hako.tui.apps.shelf import ShelfApp
from hako.tui.settings import name_of_account
from hako.tui.terminal.colours import dress
from hako.tui.terminal.driver import local_driver
from hako.tui.terminal.questions import ask_local_terminal
from hako.tui.terminal.repairs import repair_textual
from hako.tui.terminal.signals import exit_on_signals
from hako.tui.terminal.terminal import Terminal

if TYPE_CHECKING:
    from hako.tui.commands.workplace import Workplace


class LocalApp(ShelfApp):
    """The app on this terminal; it ends in good order when the terminal is closed."""

    def __init__(
        self, workplace: Workplace, make_first: Callable[[ShelfApp], Screen[Any]] | None = None
    ) -> None:
        """Make the app; `make_first` makes a screen to begin with instead of the shelf."""
        repair_textual()
        size = shutil.get_terminal_size()
        guess = Terminal.detect(os.environ.get("TERM", ""), size, os.environ)
        terminal = ask_local_terminal(guess, sys.stdin.fileno(), sys.stdout.fileno())
        super().__init__(
            lambda: workplace.library,
            workplace.settings,
            terminal,
            language=workplace.asked_language,
            shelf=workplace.shelf,
            driver_class=local_driver(),
        )
        dress(self, terminal)
        self._make_first = make_first

    def on_mount(self) -> None:
        exit_on_signals(lambda status: self.exit(return_code=status))
        if self._make_first is None and not self.settings.name and self._trouble is None:
            self.push_screen(screen_class("name", "NameScreen")())

    @property
    def own_name(self) -> str:
        return self.settings.name or name_of_account()

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
