"""LocalTerminalApp: an app on the terminal of this process."""

from __future__ import annotations

import sys
from typing import Any, ClassVar

from rich.console import Console
from textual.binding import Binding, BindingType

from hako.tui.apps.game_app import GameApp
from hako.tui.terminal.colours import dress
from hako.tui.terminal.driver_choice import local_driver
from hako.tui.terminal.signals import exit_on_signals, stop_all
from hako.tui.terminal.startup_queries import LocalLine


class LocalTerminalApp(GameApp):
    """The first base class of an app on this terminal; it always restores the terminal.

    Call `raise_end` after that.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "suspend_process", show=False, priority=True, system=True)
    ]

    def __init__(self, line: LocalLine, *arguments: Any, **more: Any) -> None:
        """Make the app on a line; other arguments are passed to the other base class."""
        more |= {"terminal": line.terminal, "driver_class": local_driver(line)}
        super().__init__(*arguments, **more)
        dress(self, line.terminal)

    def on_mount(self) -> None:
        exit_on_signals(lambda status: self.exit(return_code=status))

    @property
    def line_is_slow(self) -> bool:
        return bool(getattr(self._driver, "is_slow", False))  # Windows has Textual's own driver

    def action_suspend_process(self) -> None:
        """Give the terminal back to the shell until the process is continued."""
        if self._driver is not None and self._driver.can_suspend:
            stop_all()

    def redraw(self) -> None:
        """Clear the terminal, which other programs may have written on, and paint all again."""
        if self._driver is not None:
            self._driver.write("\x1b[2J")
        super().redraw()

    def raise_end(self) -> None:
        """Raise SystemExit where the exit was not the player's wish."""
        if self.return_code:
            raise SystemExit(self.return_code)

    def _print_error_renderables(self) -> None:
        if self._exception is None:  # a farewell, for the terminal; stderr may lead elsewhere
            self.error_console = Console(markup=False, highlight=False, file=sys.__stdout__)
        super()._print_error_renderables()
