"""The motion of the board: what moves when one position follows another on screen."""

from __future__ import annotations

from typing import Any
from weakref import proxy

from textual.geometry import Region
from textual.timer import Timer

from hako.engine.log.position import Position
from hako.multiplayer.accounts.settings import MotionChoice
from hako.tui.motion.board_snapshot import Picture, PictureChange
from hako.tui.motion.motion_source import MotionSource, motions_of
from hako.tui.motion.player import MotionPlayer
from hako.tui.screens.table.feature import TableFeature
from hako.tui.screens.table.screen import TableScreen
from hako.tui.theme.appearance import motion_of
from hako.tui.widgets.table_model import TableModel

MOST_POSITIONS = 12
"""Positions between two that are shown, up to which the way is moved; more are a jump."""


class BoardMotion(TableFeature[TableScreen]):
    """The motions between two positions, over the board that shows the later one already."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        # weak: a player that led back here would keep the screen of those who have left
        stage: BoardMotion = proxy(self)
        self.player = MotionPlayer(stage, screen.view.board, lambda: stage.kept_free)
        self._before: tuple[TableModel, Picture, bool] | None = None
        """The table model and the picture that are shown, and whether they are of the newest position."""

    def opened(self) -> None:
        self.screen.app.motions.append(self.player)

    def close(self) -> None:
        self.player.end()
        if self.player in self.screen.app.motions:
            self.screen.app.motions.remove(self.player)

    # ------------------------------------------------------------------ the stage

    @property
    def motion(self) -> MotionChoice:
        """The motion that setting, terminal and pace allow; none under another screen."""
        screen, app = self.screen, self.screen.app
        is_hidden = app.screen is not screen or screen.is_covered
        if is_hidden or screen.features.is_hurried:
            return "none"
        return motion_of(app.settings, app.terminal)

    @property
    def line_is_slow(self) -> bool:
        return self.screen.app.line_is_slow

    def set_timer(self, delay: float, callback: Any) -> Timer:
        return self.screen.set_timer(delay, callback)

    @property
    def kept_free(self) -> Region | None:
        """The region of the board's cursor, while the keys go there."""
        board = self.screen.view.board
        return board.places.get(board.cursor) if board.has_focus else None

    # ------------------------------------------------------------------ showing

    def prepare(self) -> None:
        """Note what is shown until now."""
        screen = self.screen
        if screen.scene is None or self.motion == "none":
            self._before = None
        else:
            is_newest = screen.looked_at is None
            self._before = screen.scene, screen.view.board.picture, is_newest

    def table_shown(self) -> None:
        """Play the way from the position shown before to this one, if it leads on."""
        before, scene, screen = self._before, self.screen.scene, self.screen
        self._before = None
        if before is None or scene is None:
            self.player.end()
            return
        if before[0].moment == scene.moment:
            return
        is_newest = screen.looked_at is None
        steps = self._steps(before[0].moment, scene.moment)
        if steps is None or before[0].viewer != scene.viewer or before[2] != is_newest:
            self.player.end()
            return
        board = screen.view.board
        if type(board).motions is MotionSource.motions:
            return
        change = PictureChange(before[1], board.picture, board.ink, board.symbols)
        self.player.play(motions_of(board, screen.table, steps, scene.viewer), change)

    def _steps(self, start: int, end: int) -> list[Position[Any]] | None:
        """The positions after one up to another that follows it; None if it does not, or is far away."""
        positions, steps = self.screen.table.positions, list[Position[Any]]()
        number: int | None = end
        while number is not None and number != start and len(steps) < MOST_POSITIONS:
            steps.append(positions[number])
            number = positions[number].parent
        return steps[::-1] if number == start else None
