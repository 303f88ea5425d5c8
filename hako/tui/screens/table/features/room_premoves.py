"""Premoves in a room."""

from __future__ import annotations

from collections.abc import Iterable

from hako.tui.screens.premoves import PremoveDialog, premove_row_text
from hako.tui.screens.table.feature import Command
from hako.tui.screens.table.features.room_feature import RoomFeature


class RoomPremoves(RoomFeature):
    """The visitor's premoves."""

    _may_premove = False
    """True if there are premoves, or options for them."""

    def prepare(self) -> None:
        premoves = self.room.premoves
        self._may_premove = bool(premoves.of(self.visitor) or premoves.options(self.visitor))

    def may_premove(self) -> bool:
        """True if there are premoves, or options for them."""
        return self._may_premove

    def facts(self) -> Iterable[str]:
        if self._may_premove:
            yield premove_row_text(self.room, self.visitor, self.app.texts, self.screen.words)

    def premove(self) -> None:
        """Open the premoves."""
        self.app.push_screen(PremoveDialog(self.room, self.visitor, self.screen.words))

    commands = (Command("ahead", "v", premove, may_premove, is_shown=False),)
