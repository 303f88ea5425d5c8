"""Forced moves: a seat's only action is played for it."""

from __future__ import annotations

from hako.engine.log.line_base import LogLine
from hako.engine.rules.preview import only_move
from hako.tui.screens.table.feature import TableFeature
from hako.tui.screens.table.screen import TableScreen


class ForcedMoves(TableFeature[TableScreen]):
    """The only legal action, played where that is wanted and can be taken back."""

    def line_added(self, line: LogLine) -> None:
        """Play it after a choice; not after an undo, which would lead nowhere else."""
        screen, choices = self.screen, self.screen.choices
        is_on = screen.app.settings.autoplay_forced and not screen.is_covered
        if line.effect != "position" or choices is None or not is_on or screen.features.is_unread:
            return
        scene = choices.scene
        if scene.seat is not None and (action := only_move(scene.view, scene.seat)) is not None:
            screen.play(action, scene.moment)
