"""Moves of others that nobody has read yet: they wait to be painted, and cannot be answered before."""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer

from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import Record
from hako.engine.log.undo import HeadMoved
from hako.engine.rules.model import Seat
from hako.tui.screens.table.features.room_feature import RoomFeature
from hako.tui.screens.table.screen import TableScreen
from hako.tui.terminal.paint_queue import PaintQueue

READ_SECONDS = 0.4
"""Seconds after painting within which nobody has read the result of a move made elsewhere."""


class UnreadMoves(RoomFeature):
    """The queue for painting, see PaintQueue; and the time to read what was played elsewhere."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self._queue: PaintQueue | None = None
        self._waiting: list[LogLine] = []
        """The lines of others that have not been shown yet."""
        self._is_unread = False
        """True if the seat was played for elsewhere, and the result cannot have been read yet."""
        self._reading: Timer | None = None
        """The timer that resets it."""

    def opened(self) -> None:
        self._queue = self.app.render_queue

    def close(self) -> None:
        if self._queue is not None:
            self._queue.leave(self)

    def queues(self, line: LogLine) -> bool:
        """Keep the lines of others while the player need not choose."""
        screen, waiting = self.screen, self._waiting
        if not screen.is_acting and _player_of(line) in screen.seats:
            self._is_unread = True  # such as on another terminal of the same person
        if self._queue is None or screen.is_acting or screen.acting is not None:
            return False
        if not (waiting and isinstance(line, Record) and isinstance(waiting[-1], Record)):
            waiting.append(line)  # of several moves the last one shows all
        self._queue.queue(self)
        return True

    def paint(self, painted: Callable[[], object]) -> None:
        """Show the actions of others, now that it is the screen's turn."""
        waiting, self._waiting = self._waiting, []
        for line in waiting:
            self.screen.post_message(self.screen.LineReceived(line))
        self.screen.call_after_refresh(painted)

    # ------------------------------------------------------------------ reading

    @property
    def is_unread(self) -> bool:
        return self._is_unread

    def line_coming(self, line: LogLine) -> None:  # noqa: ARG002 - any line
        if self._is_unread:
            self.screen.call_after_refresh(self._begin_to_read)

    def _begin_to_read(self) -> None:
        if self._reading is not None:
            self._reading.stop()
        self._reading = self.screen.set_timer(READ_SECONDS, self._have_read)

    def _have_read(self) -> None:
        self._is_unread = False


def _player_of(line: LogLine) -> Seat | None:
    """The seat that chose by a line, or took back."""
    if isinstance(line, Record):
        return line.seat
    return line.by if isinstance(line, HeadMoved) else None
