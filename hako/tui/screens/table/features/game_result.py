"""The end of a game at a table on this computer: its result."""

from __future__ import annotations

from textual.screen import Screen

from hako.engine.log.line_base import LogLine
from hako.engine.log.undo import HeadMoved
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
