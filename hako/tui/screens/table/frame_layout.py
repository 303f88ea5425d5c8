"""The layout of a table's panels: each in its region of the frame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.screen import Screen
from textual.widget import Widget

from hako.engine.log.history import History
from hako.tui.boards.frame import Frame, FrameNeeds, board_size, frame
from hako.tui.widgets.action_list import ActionList
from hako.tui.widgets.chat_line import ChatLine
from hako.tui.widgets.hint_panel import HintPanel

if TYPE_CHECKING:
    from hako.tui.screens.table.view import TableView

BESIDE = """
TableScreen.-side {
    Description { height: 1fr; }

    SeatPanel, ActionList, LogPanel, HintPanel, Timeline, Description {
        border-top: solid $foreground 25%;
        border-title-color: $muted; padding: 0; background: $background;
    }
}
.-narrow TableScreen.-side, .-ascii TableScreen.-side {
    SeatPanel, ActionList, LogPanel, HintPanel, Timeline, Description { border-top: ascii $foreground 25%; }
}
"""
"""The style sheet of panels beside the board; the screen has the class `-side` then."""


class FrameLayout(Layout):
    """The frame of a table in a window with room beside the board."""

    name = "frame"

    def __init__(self, view: TableView, table: History[Any]) -> None:
        self._view = view
        self._table = table
        self.has_people = False
        """True at a table with people from elsewhere."""

    def arrange(
        self,
        parent: Widget,
        children: list[Widget],
        size: Size,
        greedy: bool = True,  # noqa: ARG002 - Textual's signature
    ) -> ArrangeResult:
        """The place of each panel in a window."""
        parent.pre_layout(self)
        regions = self.regions(size, any(isinstance(child, ChatLine) for child in children))
        return [
            WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if (region := regions.get(self.kind(child))) and region.area
        ]

    def regions(self, size: Size, has_chat: bool) -> dict[str, Region]:
        """The regions of a window, by the kinds of panels."""
        return self._regions(self.frame(size), has_chat)

    def put_panels(self, screen: Screen[Any]) -> None:
        """Put the panels beside the board where there is room, but not in a lesson.

        Goal and tip then stand before the description, which has the texts of cards as well.
        """
        view, size = self._view, screen.app.size
        view.board.window = size
        is_side = not screen.has_class("-lesson") and not self.frame(size).is_small
        screen.set_class(is_side, "-side", update=screen.is_mounted)
        view.prompt.overflow = view.described.introduce if is_side else None
        if isinstance(view.controls, ActionList):
            view.controls.has_texts = not is_side

    def frame(self, size: Size) -> Frame:
        """The regions in a window of a size."""
        board, prompt = type(self._view.board), self._view.prompt
        rows = prompt.get_content_height(size, size, size.width)
        needs = FrameNeeds(
            board.ladder,
            board.shape,
            len(self._table.players),
            board.has_own_seats,
            rows,
            board.map_size(self._table.state, size),
            board.panels_in(self._table.state, board_size(size, rows)),
            self.has_people,
        )
        return frame(size.width, size.height, needs)

    def kind(self, child: Widget) -> str:
        """The name of the region of a panel; empty for one without any."""
        if isinstance(child, ChatLine):
            return "chat"
        if isinstance(child, HintPanel):
            return "log"
        view = self._view
        panels: Mapping[Widget, str] = {
            view.prompt: "ask",
            view.board: "board",
            view.seats_panel: "seats",
            view.controls: "actions",
            view.log_panel: "log",
            view.described: "text",
            view.key_bar: "keys",
        }
        return panels.get(child, "")

    @staticmethod
    def _regions(placed: Frame, has_chat: bool) -> dict[str, Region]:
        """The regions by their names; the line of talk takes a row of the log, or of the list."""
        regions = {
            name: getattr(placed, name) for name in placed.__struct_fields__ if name != "is_small"
        }
        if has_chat and placed.log.height > 1:
            regions["log"] = placed.log.shrink((0, 0, 1, 0))
            regions["chat"] = Region(placed.log.x, placed.log.bottom - 1, placed.log.width, 1)
        elif has_chat:
            regions["chat"] = placed.log
            regions["log"] = Region(0, 0, 0, 0)
        return regions
