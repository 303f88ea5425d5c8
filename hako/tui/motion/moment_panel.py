"""The panel of a moment: its frames, up to the last one, which stays."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

from textual.geometry import Size
from textual.strip import Strip
from textual.timer import Timer

from hako.tui.motion.moment_pictures import Moment
from hako.tui.motion.motions import FRAME
from hako.tui.widgets.line_panel import LinePanel


class MomentPanel(LinePanel):
    """The picture of a moment, as wide as there is room."""

    DEFAULT_CSS = """
    MomentPanel { height: auto; margin-bottom: 1; }
    """

    clock: ClassVar[Callable[[], float]] = time.monotonic
    """The clock of frames, in seconds."""

    def __init__(self, moment: Moment) -> None:
        super().__init__()
        self.moment = moment
        self._strips: list[Strip] = []
        self._ms = moment.length
        """The milliseconds of the frame that is shown; the last one until it begins to move."""
        self._began = 0.0
        self._timer: Timer | None = None

    @property
    def is_moving(self) -> bool:
        """True until the last frame is shown."""
        return self._timer is not None

    def begin(self) -> None:
        """Show the frames from the first on."""
        self._began, self._ms = type(self).clock(), 0
        self._timer = self.set_interval(FRAME / 1000, self.show)
        self.repaint()

    def show(self) -> None:
        """Show the frame of this time."""
        passed = round((type(self).clock() - self._began) * 1000)
        self._ms = min(self.moment.length, (passed + FRAME // 4) // FRAME * FRAME)
        if self._ms >= self.moment.length:
            self.finish()
        else:
            self.repaint()

    def finish(self) -> None:
        """Show the last frame."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._ms = self.moment.length
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        return self.moment.height

    def count(self) -> int:
        return len(self._strips)

    def paint(self, index: int) -> Strip:
        return self._strips[index]

    def redraw(self) -> None:
        if self.columns:
            self._strips = self.moment.lines(self.columns, self.ink, self.symbols, self._ms)
