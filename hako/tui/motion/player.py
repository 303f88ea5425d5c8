"""The player: shows the frames of a timeline over a panel, as long as nothing else is to be seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import ClassVar, Protocol

from textual.geometry import Region
from textual.timer import Timer

from hako.multiplayer.accounts.settings import MotionChoice
from hako.tui.motion.board_snapshot import PictureChange
from hako.tui.motion.motion_timeline import MotionTimeline
from hako.tui.motion.motions import FRAME, Motion
from hako.tui.widgets.line_overlays import without
from hako.tui.widgets.line_panel import LinePanel

SLOW_SECONDS = 60
"""Seconds for which motion is short after a frame that came too late."""


class Stage(Protocol):
    """The screen on which motions are shown."""

    @property
    def motion(self) -> MotionChoice:
        """The motion that setting and terminal allow."""

    @property
    def line_is_slow(self) -> bool:
        """True if the last frame has not left yet, or keys are echoed late."""

    def set_timer(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Call once after a delay in seconds."""


class MotionPlayer:
    """Motions over a panel. Any key ends them; so does a click or another size."""

    clock: ClassVar[Callable[[], float]] = time.monotonic
    """The clock of frames, in seconds."""

    def __init__(
        self, stage: Stage, panel: LinePanel, kept_free: Callable[[], Region | None]
    ) -> None:
        """Play over a panel; the region that `kept_free` returns, that of the cursor, is never painted."""
        self._stage, self._panel, self._kept_free = stage, panel, kept_free
        self._timeline = MotionTimeline()
        self._began = 0.0
        self._slow_until = 0.0
        self._timer: Timer | None = None
        self.is_moving = False
        """True while motions are shown."""

    def play(self, motions: Iterable[Motion], change: PictureChange) -> None:
        """Add the motions of a record behind those that still move."""
        choice, now = self._stage.motion, type(self).clock()
        if choice == "none":
            return
        if not self.is_moving:
            self._timeline, self._began = MotionTimeline(), now
        is_short = choice == "short" or now < self._slow_until
        self._timeline = self._timeline.added(motions, change, self._passed(), is_short=is_short)
        if not self.is_moving and self._timeline.motions:
            self.is_moving = True
            self.show()

    def show(self) -> None:
        """Show the frame of this moment, or the board alone once all is over."""
        passed = self._passed()
        if not self.is_moving:
            return  # a timer of before, which had run out when all was ended
        if passed >= self._timeline.end:
            self.end()
            return
        if self._stage.line_is_slow and self._timer is not None:
            self._slow_until = type(self).clock() + SLOW_SECONDS
            self.end()
            return
        painted = self._timeline.patches(passed)
        region = self._kept_free()
        self._panel.lay_over(painted if region is None else without(painted, region))
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._stage.set_timer(FRAME / 1000, self.show)

    def end(self) -> None:
        """Take everything away: the board is there already."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.is_moving:
            self.is_moving = False
            self._panel.lay_over(())

    def _passed(self) -> int:
        """Milliseconds since the beginning, in whole frames."""
        passed = round((type(self).clock() - self._began) * 1000)
        return (passed + FRAME // 4) // FRAME * FRAME
