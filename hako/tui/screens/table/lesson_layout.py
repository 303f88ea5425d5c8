"""The layout of a lesson: three fixed bands, of the board, the bubble, and what to do.

    ask                              ask
    board                            board               │ seats
                                                         │ progress
    progress                                             │ bubble
    bubble                                               │ list
    list                                                 │ text, log
    keys                             keys
    small                            side (from 100x30 on)

The place of the bubble has the rows of the longest text of the lesson, so that nothing moves between two
steps, and the board never changes its size. In the small frame the progress stands in the border of the
bubble: so the smallest step of a board is whole at 80x24, and nothing of it scrolls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.geometry import Region, Size
from textual.screen import Screen
from textual.widget import Widget

from hako.engine.log.history import History
from hako.tui.boards.window_regions import Frame
from hako.tui.screens.table.frame_layout import FrameLayout
from hako.tui.screens.table.small_window_pages import ROOM
from hako.tui.screens.table.table_panels import TableView
from hako.tui.widgets.canvas import wrapped
from hako.tui.widgets.description import Description
from hako.tui.widgets.lesson_panel import BUBBLE, INSET, LessonPanel, LessonProgress
from hako.tui.widgets.prompt import PromptRow

LIST = 3
"""Rows of the list in the small frame, with its title."""
IN_BORDER = INSET + 2
"""Cells on either side of what stands in the upper border of a bubble."""
LEAST_LIST = 6
"""Rows of the list beside a board, at least."""
NEWS = 2
"""Rows for news in a bubble beside the board."""
BESIDE_TEXT = 4 + NEWS
"""Rows of a bubble beside the board without its text: border, a blank, what to try, and news."""

BANDS = """
LessonScreen LessonPanel, LessonScreen LessonProgress { display: none; }
LessonScreen.-lesson {
    LessonPanel, LessonProgress { display: block; }
    &.-paged { LessonProgress { display: none; } }
}
"""


class LessonDescription(Description):
    """The description of a lesson; what must not be missed stands in the bubble where it has no room."""

    def __init__(self, bubble: LessonPanel) -> None:
        super().__init__()
        self._bubble = bubble
        self.is_placed = True
        """False where the frame has no room for it."""

    def warn(self, notice: str) -> None:
        if self.is_placed:
            super().warn(notice)
        else:
            self._bubble.answer(notice)


class LessonLayout(FrameLayout):
    """The frame of a lesson until its last text was read; then that of any table."""

    above = frozenset({"progress"})

    def __init__(
        self,
        view: TableView,
        table: History[Any],
        bubble: LessonPanel,
        progress: LessonProgress,
        texts: Sequence[str],
    ) -> None:
        """Make the layout; `texts` are all that the bubble may show, in the reader's language."""
        super().__init__(view, table)
        self._bubble, self._progress, self._texts = bubble, progress, texts
        self._is_guided = True
        self._rows: dict[int, int] = {}
        """The rows of a bubble beside the board, by its columns."""

    def put_panels(self, screen: Screen[Any]) -> bool:
        """Put the panels in their bands; what has no place in the small frame is left out."""
        view = self._view
        self._is_guided = screen.has_class("-lesson")
        has_changed = super().put_panels(screen)
        is_small = self.frame(screen.app.size).is_small
        has_bands = self._is_guided and is_small and self.is_framed(screen)
        if isinstance(view.described, LessonDescription):
            view.described.is_placed = not has_bands
        if has_bands:
            view.prompt.overflow = _leave_out
        return has_changed

    def kind(self, child: Widget) -> str:
        if child is self._bubble:
            return "bubble"
        return "progress" if child is self._progress else super().kind(child)

    def regions(self, size: Size, has_chat: bool) -> dict[str, Region]:
        if not self._is_guided:
            return super().regions(size, has_chat)
        placed = self.frame(size)
        return (
            self._beside(placed, super().regions(size, has_chat))
            if not placed.is_small
            else (self._bands(placed, size))
        )

    def _bands(self, placed: Frame, size: Size) -> dict[str, Region]:
        """The regions of the small frame; from 24 rows on, more rows are the board's and the list's."""
        more, width = max(0, size.height - ROOM[1]), size.width
        listed, top = LIST + more // 3, placed.ask.height
        rows = size.height - top - BUBBLE - listed - 1
        board = Region(0, top, width, rows)
        bubble = Region(0, board.bottom, width, BUBBLE)
        return {
            "ask": placed.ask,
            "progress": Region(IN_BORDER, bubble.y, width - 2 * IN_BORDER, 1),
            "board": board,
            "bubble": bubble,
            "actions": Region(0, bubble.bottom, width, listed),
            "keys": placed.keys,
        }

    def _beside(self, placed: Frame, regions: dict[str, Region]) -> dict[str, Region]:
        """The regions beside a board: the bubble above the list, text and log with what is left."""
        x, top, width, _ = placed.actions
        bottom, has_own_log = placed.board.bottom, placed.log.x != x
        progress = Region(x, top, width, 1)
        most = bottom - progress.bottom - LEAST_LIST
        bubble = Region(x, progress.bottom, width, min(most, self._rows_of_bubble(width)))
        rest = bottom - bubble.bottom
        text = min(placed.text.height, max(0, rest - LEAST_LIST) // 2)
        log = 0 if has_own_log else min(placed.log.height, max(0, rest - LEAST_LIST - text) // 2)
        actions = Region(x, bubble.bottom, width, rest - text - log)
        regions |= {
            "progress": progress,
            "bubble": bubble,
            "actions": actions,
            "text": Region(x, actions.bottom, width, text),
        }
        if not has_own_log:
            regions["log"] = Region(x, bottom - log, width, log)
        return regions

    def _rows_of_bubble(self, width: int) -> int:
        """The rows of the longest text in so many columns."""
        if width not in self._rows:
            longest = max(len(wrapped(text, max(1, width - 4))) for text in self._texts)
            self._rows[width] = max(BUBBLE, longest + BESIDE_TEXT)
        return self._rows[width]


def _leave_out(_rows: Sequence[PromptRow]) -> None:
    """Show goal and tip nowhere."""
