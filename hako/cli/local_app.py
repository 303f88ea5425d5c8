"""The app on this terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from hako.multiplayer.accounts.settings import account_name
from hako.tui.apps.core import screen_class
from hako.tui.apps.local_terminal import LocalTerminalApp
from hako.tui.apps.shelf import ShelfApp
from hako.tui.terminal.local_line import LocalLine
from hako.tui.terminal.textual_patches import repair_textual

if TYPE_CHECKING:
    from hako.cli.context import CommandContext


class LocalApp(LocalTerminalApp, ShelfApp):
    """The shelf and the tables of one player, on this terminal."""

    def __init__(
        self,
        workplace: CommandContext,
        line: LocalLine,
        make_first: Callable[[ShelfApp], Screen[Any]] | None = None,
    ) -> None:
        """Make the app; `make_first` makes a screen to begin with instead of the shelf."""
        repair_textual()
        super().__init__(
            line,
            lambda: workplace.library,
            workplace.settings,
            language=workplace.asked_language,
            shelf=workplace.shelf,
        )
        self._make_first = make_first

    def on_mount(self) -> None:
        super().on_mount()
        if self._make_first is None and not self.settings.name and self._trouble is None:
            self.push_screen(screen_class("name", "NameScreen")())

    @property
    def own_name(self) -> str:
        return self.settings.name or account_name()

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
        """Run until the app is left; raises what ended it, see `raise_end`."""
        self.run()
        self.raise_end()
