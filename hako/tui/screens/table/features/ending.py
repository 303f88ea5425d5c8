"""The end of a game and of a turn at a table on this computer: result, cover, window title."""

from __future__ import annotations

from itertools import takewhile

from textual.screen import Screen

from hako.engine.log.line_base import LogLine
from hako.engine.log.undo import HeadMoved
from hako.engine.rules.model import Seat
from hako.tui.apps.base import BaseApp
from hako.tui.saved_games import resume_argument
from hako.tui.screens.table.feature import Command, TableFeature
from hako.tui.screens.table.screen import TableScreen


class GameResult(TableFeature[TableScreen]):
    """The result of a game that has ended, shown once."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self._shown_at: int | None = None
        """The position whose result was shown."""

    def caught_up(self) -> None:
        self.show()

    def line_coming(self, line: LogLine) -> None:
        """Close the result of an end that was taken back."""
        from hako.tui.screens.game_over import GameOverScreen

        result = self.screen.app.screen
        if isinstance(line, HeadMoved) and isinstance(result, GameOverScreen):
            result.close_if_played_on()

    def line_added(self, line: LogLine) -> None:
        if line.effect == "position":
            self.show()

    def text_passed(self) -> None:
        self.show()

    def show(self) -> None:
        """Open the result of an ended game, once; earlier lines may arrive late."""
        screen, table = self.screen, self.screen.table
        if screen.features.is_guided or table.outcome is None or self._shown_at == table.head:
            return
        if screen.app.unasked.puts_off(screen, self.show, screen.words.text("unasked.over")):
            return
        self._shown_at = table.head
        screen.features.interrupt()
        screen.app.unasked.come_up(self._made())

    def _made(self) -> Screen[None]:
        from hako.tui.screens.game_over import GameOverScreen

        return GameOverScreen(self.screen.table, self.screen.viewer)

    def is_over(self) -> bool:
        """True if the game is over, and its end is on screen."""
        return self.screen.table.outcome is not None and self.screen.looked_at is None

    def open_result(self) -> None:
        """Open the result of a game that is over."""
        self.screen.app.push_screen(self._made())

    commands = (Command("result", "enter", open_result, is_over),)


class Handover(TableFeature[TableScreen]):
    """The change of the viewer at one keyboard, under a cover if it sees others' secrets."""

    def prepare(self) -> None:
        """Show the view of the acting seat."""
        screen, seat = self.screen, self.screen.acting
        if seat is None or seat == screen.viewer:
            return
        screen.looked_at = None  # the other one looked back
        views = [screen.table.view(viewer) for viewer in (seat, screen.viewer)]
        screen.viewer = seat
        if views[0] != views[1]:
            self._cover(seat)

    def _cover(self, seat: Seat) -> None:
        from hako.tui.screens.handover_cover import HandoverCover

        self.screen.features.interrupt()
        self._close_screens_above()
        self.screen.is_covered = True
        cover = HandoverCover(self.screen.table, seat)
        self.screen.app.unasked.come_up(cover, self._uncover)

    def _uncover(self, _: None) -> None:
        self.screen.is_covered = False
        self.screen.show_table()
        self.screen.features.uncovered()

    def _close_screens_above(self) -> None:
        """Close all between the table and a cover: it was opened for another viewer."""
        table, stack = self.screen, self.screen.app.screen_stack
        above = takewhile(lambda screen: screen is not table, reversed(stack))
        for screen in [*above] if table in stack else ():
            screen.dismiss()


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
        app.name_window(app.texts.text("window.your_turn") if calls else BaseApp.TITLE)

    def close(self) -> None:
        self.screen.app.name_window(BaseApp.TITLE)

    def farewell(self) -> str:
        """The command by which a saved game is resumed."""
        table = self.screen.table
        if table.save is None:
            return ""
        key = "saved" if table.outcome is None else "saved_finished"
        return self.screen.words.text(f"table.{key}", name=resume_argument(table.save))
