"""The app on this terminal."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from textual.screen import Screen

from hako.cli.context import CommandContext
from hako.content import Box
from hako.multiplayer.accounts.settings import account_name
from hako.multiplayer.daily.rotation import game_of_day
from hako.tui.apps.core_app import screen_class
from hako.tui.apps.local_terminal import LocalTerminalApp
from hako.tui.apps.shelf import ShelfApp
from hako.tui.terminal.startup_queries import LocalLine
from hako.tui.terminal.textual_patches import repair_textual


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
        self.request = ""
        """The request for the lobby with which the app was left; empty for none."""

    def on_mount(self) -> None:
        super().on_mount()
        if self._make_first is None and not self.settings.name and self._trouble is None:
            self.push_screen(screen_class("name_question", "NameScreen")())

    @cached_property
    def daily_box(self) -> Box | None:  # type: ignore[override]  # computed from the day
        """The box of the daily game by the date; see multiplayer/daily."""
        boxes = {box.id: box for box in self.shelf.boxes if self._is_solo(box)}
        game = game_of_day([*boxes], datetime.now(UTC).date())
        return None if game is None else boxes[game]

    def _is_solo(self, box: Box) -> bool:
        return box.players.min == 1 and self.shelf.is_playable(box)

    def play_daily(self) -> None:
        """Leave for the lobby of this computer, in which the daily game is."""
        self.request = "daily"
        self.exit()

    @property
    def own_name(self) -> str:
        return self.settings.name or account_name()

    def get_default_screen(self) -> Screen[Any]:
        return self._make_first(self) if self._make_first else self.make_shelf()

    def leave(self, notice: str = "") -> None:
        """Go back: from the first screen to the shelf, which was not loaded before it."""
        if self._make_first is None or len(self.screen_stack) > 1:
            super().leave(notice)
        else:
            self._make_first = None
            self.switch_screen(self.make_shelf())

    def run_here(self) -> None:
        """Run the app until it is left. Raises the error that ended it, see `raise_end`."""
        self.run()
        self.raise_end()
