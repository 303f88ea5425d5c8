"""Playing on from a position of a replay."""

from __future__ import annotations

from typing import Any

from hako.engine.log.position import Position
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.play import waiting
from hako.tui.screens.retry import can_retry_here, retry
from hako.tui.screens.table.feature import Command, TableFeature
from hako.tui.screens.table.screen import TableScreen


class PlayOn(TableFeature[TableScreen]):
    """Playing on from a position; later moves stay in the log."""

    @property
    def _moment(self) -> Position[Any]:
        table, looked_at = self.screen.table, self.screen.looked_at
        return table.now if looked_at is None else table.positions[looked_at]

    def may_play_on(self) -> bool:
        """True if people may choose something at the position."""
        table, header = self.screen.table, self.screen.table.header
        has_people = any(player.bot is None for player in table.players)
        goes_on = has_people and bool(waiting(self._moment.state))
        is_free = header.undo == "free" and not header.is_shared
        return goes_on and (is_free or can_retry_here(self.screen.app, table))

    def play_on(self) -> None:
        """Continue the game; a finished one stays as it is, and is continued as one of its own."""
        self.screen.features.interrupt()
        app, table, moment = self.screen.app, self.screen.table, self._moment.number
        if can_retry_here(app, table):
            retry(app, table, moment, self.screen.viewer)
            return
        if not app.may_write():
            return
        try:
            if moment != table.head:
                table.go_to(moment)
        except StorageError as error:
            app.complain(error)
        else:
            app.switch_screen(app.table_screen(table))

    commands = (Command("play_on", "enter", play_on, may_play_on),)
