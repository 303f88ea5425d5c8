"""The layout of a table's panels: each in its region of the frame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.screen import Screen
from textual.widget import Widget

from hako.tui.boards.frame import Frame, FrameNeeds, frame
from hako.tui.widgets.action_list import ActionList
from hako.tui.widgets.canvas import LinePanel
from hako.tui.widgets.chat_line import ChatLine

if TYPE_CHECKING:
    from hako.tui.screens.table.view import TableView

BESIDE = """
TableScreen.-framed {
    Description, ActionList { height: 1fr; background: $background; padding: 0; }
    LogPanel { padding: 0; }
}
TableScreen.-side {
    SeatPanel, LogPanel, Timeline {
        border-top: solid $foreground 25%;
        border-title-color: $muted; padding: 0; background: $background;
    }
}
.-narrow TableScreen.-side, .-ascii TableScreen.-side {
    SeatPanel, LogPanel, Timeline { border-top: ascii $foreground 25%; }
}
"""
"""The style sheet of panels in the regions of a frame: the screen has the class `-framed` then, and
`-side` where they stand beside the board."""


class FrameLayout(Layout):
    """The frame of a table in a window with room for all panels."""

    name = "frame"

    def __init__(self, view: TableView, seats: int) -> None:
        self._view = view
        self._seats = seats
        self.folds: frozenset[str] = frozenset()
        """The kinds of actions that are one row each in the list, for want of room."""

    def arrange(
        self,
        parent: Widget,
        children: list[Widget],
        size: Size,
        greedy: bool = True,  # noqa: ARG002 - Textual's signature
    ) -> ArrangeResult:
        """The place of each panel in a window."""
        parent.pre_layout(self)
        placed = self.frame(size)
        regions = self._regions(placed, any(isinstance(child, ChatLine) for child in children))
        return [
            WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if (region := regions.get(self._kind(child))) and region.area
        ]

    def put_panels(self, screen: Screen[Any]) -> bool:
        """Put the panels into their regions where there is room, but not in a lesson.

        Goal and tip then stand with the description, which has the texts of cards as well. True if
        other kinds of actions are folded than before, so that the table is to be shown again.
        """
        view, size = self._view, screen.app.size
        is_framed = not (screen.has_class("-lesson") or screen.has_class("-paged"))
        placed = self.frame(size)
        is_side = is_framed and not placed.is_small
        screen.set_class(is_framed, "-framed", update=False)
        screen.set_class(is_side, "-side", update=screen.is_mounted)
        view.prompt.overflow = view.described.introduce if is_framed else None
        view.described.has_head, view.described.has_goal_last = is_framed, placed.is_small
        view.described.has_side_rule = is_framed and placed.text.y == placed.actions.y
        is_beside = is_framed and placed.is_small and placed.actions.x > placed.board.x
        folds = view.board.folds_beside if is_beside else frozenset()
        has_changed, self.folds = folds != self.folds, folds
        panels: list[tuple[LinePanel, Region]] = [(view.board, placed.board)]
        if isinstance(view.controls, ActionList):
            view.controls.has_head = is_framed
            view.controls.about = self._list_title if placed.is_small else str
            panels.append((view.controls, placed.actions))
        for panel, region in panels if is_framed else ():
            if region.size != (panel.columns, panel.rows):
                panel.lay_out(region.size)  # what fits is known before the first frame
        return has_changed

    def _list_title(self) -> str:
        """The title of the list, for what the board has no row for."""
        board = self._view.board
        return board.list_title(board.scene) if board.scene else ""

    def frame(self, size: Size) -> Frame:
        """The regions in a window of a size."""
        board, prompt = type(self._view.board), self._view.prompt
        rows = prompt.get_content_height(size, size, size.width)
        rows = 1 if prompt.overflow is not None else rows
        needs = FrameNeeds(board.ladder, board.shape, self._seats, board.has_own_seats, rows)
        return frame(size.width, size.height, needs)

    def _kind(self, child: Widget) -> str:
        """The name of the region of a panel."""
        if isinstance(child, ChatLine):
            return "chat"
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
        """The regions by their names; the line of talk takes a row of the log, or of text and list."""
        regions = {
            name: getattr(placed, name) for name in placed.__struct_fields__ if name != "is_small"
        }
        if has_chat:
            donors = ["log"] if placed.log.height > 1 else ["text"]
            if donors == ["text"] and placed.actions.y == placed.text.y:
                donors.append("actions")
            left = min(regions[donor].x for donor in donors)
            right = max(regions[donor].right for donor in donors)
            regions["chat"] = Region(left, regions[donors[0]].bottom - 1, right - left, 1)
            for donor in donors:
                regions[donor] = regions[donor].shrink((0, 0, 1, 0))
        return regions
