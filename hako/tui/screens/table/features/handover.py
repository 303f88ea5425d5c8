"""The cover that hides the table while it is handed to the next player."""

from __future__ import annotations

from itertools import takewhile

from hako.engine.rules.model import Seat
from hako.tui.screens.table.feature import TableFeature
from hako.tui.screens.table.screen import TableScreen


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
