"""The window's title, which says whose turn it is."""

from __future__ import annotations

from hako.tui.apps.game_app import GameApp
from hako.tui.saved_games import resume_argument
from hako.tui.screens.table.feature import TableFeature
from hako.tui.screens.table.screen import TableScreen


class TurnNotice(TableFeature[TableScreen]):
    """The turn in the title of the terminal's window, and the bell where it begins."""

    def opened(self) -> None:
        self.screen.watch(self.screen.app, "settings", self._name_window, init=False)  # the bell

    def table_shown(self) -> None:
        self._name_window()

    def turn_began(self) -> None:
        """Ring the bell, where a player may have looked away."""
        app = self.screen.app
        if not app.app_focus:
            app.call(app.texts.text("window.your_turn"))

    def _name_window(self) -> None:
        app = self.screen.app
        calls = self.screen.acting is not None and app.settings.bell
        app.name_window(app.texts.text("window.your_turn") if calls else GameApp.TITLE)

    def close(self) -> None:
        self.screen.app.name_window(GameApp.TITLE)

    def farewell(self) -> str:
        """The command by which a saved game is resumed."""
        table = self.screen.table
        if table.save is None:
            return ""
        unfinished = "saved_lesson" if table.header.lesson else "saved"
        key = unfinished if table.outcome is None else "saved_finished"
        return self.screen.words.text(f"table.{key}", name=resume_argument(table.save))
