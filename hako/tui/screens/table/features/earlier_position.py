"""An earlier position of the game: going there, and back to the present."""

from __future__ import annotations

from hako.tui.screens.table.feature import Command, TableFeature
from hako.tui.screens.table.screen import TableScreen


class EarlierPosition(TableFeature[TableScreen]):
    """An earlier position on screen, and the way back to the newest."""

    def table_shown(self) -> None:
        screen = self.screen
        if screen.looked_at is None:
            return
        moment = screen.table.positions[screen.looked_at]
        path = [position.number for position in screen.table.path()]
        key = "past" if moment.number in path else "past_left_behind"
        screen.cite("")
        text = screen.words.text(f"table.{key}", move=moment.ply, last=len(path) - 1)
        screen.view.described.show(text)

    def leads_on(self) -> bool:
        """True unless the newest position, the list and the end of the log are on screen."""
        screen = self.screen
        is_now = screen.looked_at is None and screen.action_list.has_focus
        return not (is_now and screen.view.log_panel.is_at_end)

    def now(self) -> None:
        """Go back to the newest position, to the list, and to the end of the log."""
        screen = self.screen
        screen.go_to_newest()
        screen.view.log_panel.follow()
        screen.action_list.focus()
        screen.renew_keys()

    commands = (Command("now", "escape", now, leads_on),)
