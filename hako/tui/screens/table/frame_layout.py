"""The layout of a table's panels: each in its region of the frame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.screen import Screen
from textual.widget import Widget

from hako.engine.log.history import History
from hako.tui.boards.window_regions import MOST_TEXT, NOWHERE, Frame, FrameNeeds, board_size, frame
from hako.tui.widgets.action_list import ActionList
from hako.tui.widgets.hint_panel import HintPanel, least_rows
from hako.tui.widgets.last_message_line import LastMessageLine
from hako.tui.widgets.line_panel import LinePanel

if TYPE_CHECKING:
    from hako.tui.screens.table.table_panels import TableView

BESIDE = """
TableScreen.-framed {
    Description, ActionList { height: 1fr; background: $background; padding: 0; }
    LogPanel, HintPanel { padding: 0; }
    HintPanel {
        border-top: solid $foreground 25%; border-title-color: $muted; background: $background;
    }
    &.-hint-beside HintPanel { border-left: solid $foreground 25%; padding: 0 0 0 1; }
    &.-hinted.-hint-in-text {
        LogPanel { display: block; }
        Description { display: none; }
        Description.-notice { display: block; }
    }
}
TableScreen.-with-sources ScoreSourcesPanel { display: block; }
TableScreen.-side {
    LogPanel, ReplayTimeline {
        border-top: solid $foreground 25%;
        border-title-color: $muted; padding: 0; background: $background;
    }
}
.-narrow TableScreen, .-ascii TableScreen {
    &.-side LogPanel, &.-side ReplayTimeline, &.-framed HintPanel {
        border-top: ascii $foreground 25%;
    }
    &.-hint-beside HintPanel { border-left: ascii $foreground 25%; }
}
"""
"""The style sheet of panels in the regions of a frame: the screen has the class `-framed` then, and
`-side` where they stand beside the board."""

IN_FRONT = frozenset({"text", "hint"})
"""The kinds of panels that stand in front of the list, to take the rows that it leaves free."""
LEAST_TEXT = 3
"""Rows of a text beside the hint panel, at least, with its title."""


def with_hint(regions: dict[str, Region]) -> dict[str, Region]:
    """The regions and one for the hint panel, which may take the row of talk just below it.

    It does so where it lacks rows for both actions and a sentence; it goes with a key.
    """
    placed = _with_hint(regions)
    hint, talk = placed["hint"], placed.get("chat", NOWHERE)
    is_above = hint.bottom == talk.y and talk.x <= hint.x and hint.right <= talk.right
    if not talk.area or not is_above or hint.height >= 1 + least_rows(hint.width - 2):
        return placed
    both = Region(hint.x, hint.y, hint.width, hint.height + talk.height)
    others = {name: both for name in ("text", "log") if placed.get(name) == hint}
    return {**placed, **others, "hint": both, "chat": NOWHERE}


def _with_hint(regions: dict[str, Region]) -> dict[str, Region]:
    """The regions and one for the hint panel: that of the log, if it has the rows.

    Else the panel takes the rows that it lacks from a text just above the log; or it stands in the place
    of the text, or of both where they have few rows together.
    """
    log, text = regions.get("log", NOWHERE), regions.get("text", NOWHERE)
    if log.height >= 1 + least_rows(log.width):
        return {**regions, "hint": log}
    missing = 1 + least_rows(text.width - 2) - log.height
    is_above = log.area and (log.x, log.width, log.y) == (text.x, text.width, text.bottom)
    if not is_above:
        return {**regions, "hint": text if text.area else log}
    if missing > text.height - LEAST_TEXT:
        both = text.union(log)
        return {**regions, "log": NOWHERE, "text": both, "hint": both}
    hint = Region(log.x, log.y - missing, log.width, log.height + missing)
    return {**regions, "text": text.shrink((0, 0, missing, 0)), "hint": hint}


def with_free_rows(regions: dict[str, Region], free: int, wanted: int) -> dict[str, Region]:
    """The regions with a text of the wanted rows, which stands in front of free rows of the list above."""
    text, actions = regions.get("text", NOWHERE), regions.get("actions", NOWHERE)
    taken = min(free, min(MOST_TEXT, wanted) - text.height)
    if taken < 1 or not text.area or (text.x, text.y) != (actions.x, actions.bottom):
        return regions
    return {**regions, "text": Region(text.x, text.y - taken, text.width, text.height + taken)}


class FrameLayout(Layout):
    """The frame of a table in a window with room for all panels."""

    name = "frame"

    above: ClassVar[frozenset[str]] = frozenset()
    """The kinds of panels that stand in front of others."""

    def __init__(self, view: TableView, table: History[Any]) -> None:
        self._view = view
        self._table = table
        self.has_people = False
        """True at a table with people from elsewhere."""
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
        regions = self.regions(size, any(isinstance(child, LastMessageLine) for child in children))
        wanted = self._view.described.wanted_rows
        regions = with_free_rows(regions, self._free_rows(), wanted)
        if any(isinstance(child, HintPanel) for child in children):
            regions = with_hint(regions)
        return [
            WidgetPlacement(
                region,
                NULL_OFFSET,
                NULL_SPACING,
                child,
                int(name in self.above | IN_FRONT),
            )
            for child in children
            if (region := regions.get(name := self.kind(child))) and region.area
        ]

    def regions(self, size: Size, has_chat: bool) -> dict[str, Region]:
        """The regions of a window, by the kinds of panels."""
        return self._regions(self.frame(size), has_chat)

    def is_framed(self, screen: Screen[Any]) -> bool:
        """True if the panels of a screen stand in the regions of its frame; on pages they do not."""
        return not screen.has_class("-paged")

    def put_panels(self, screen: Screen[Any]) -> bool:
        """Put the panels into their regions where there is room.

        Goal and tip then stand with the description, which has the texts of cards as well. True if
        other kinds of actions are folded than before, so that the table is to be shown again.
        """
        view, size = self._view, screen.app.size
        view.board.window = size
        is_framed, is_small = self.is_framed(screen), self.frame(size).is_small
        regions = self.regions(size, has_chat=False)
        has_score_sources = is_framed and bool(regions.get("score_sources", NOWHERE).area)
        screen.set_class(has_score_sources, "-with-sources", update=screen.is_mounted)
        board, actions, text = regions["board"], regions["actions"], regions.get("text")
        screen.set_class(is_framed, "-framed", update=False)
        screen.set_class(is_framed and not is_small, "-side", update=screen.is_mounted)
        view.seats_panel.has_head = is_framed and not is_small
        view.prompt.overflow = view.described.introduce if is_framed else None
        view.described.has_head, view.described.has_goal_last = is_framed, is_small
        view.described.has_side_rule = is_framed and text is not None and text.y == actions.y
        hinted = with_hint(self.regions(size, has_chat=self.has_people))
        is_over_text = is_framed and hinted["hint"] == hinted.get("text")
        screen.set_class(is_over_text, "-hint-in-text", update=False)
        has_rule = is_over_text and view.described.has_side_rule
        screen.set_class(has_rule, "-hint-beside", update=screen.is_mounted)
        is_beside = is_framed and is_small and actions.x > board.x
        folds = view.board.folds_beside if is_beside else frozenset()
        has_changed, self.folds = folds != self.folds, folds
        panels: list[tuple[LinePanel, Region]] = [(view.board, board)]
        if isinstance(view.controls, ActionList):
            view.controls.has_head = is_framed
            view.controls.about = self._list_title
            view.described.rows_above = self._free_rows
            panels.append((view.controls, actions))
        for panel, region in panels if is_framed else ():
            if region.size != (panel.columns, panel.rows):
                panel.lay_out(region.size)  # what fits is known before the first frame
        return has_changed

    def _free_rows(self) -> int:
        """The rows that the list leaves free for the text below it."""
        controls = self._view.controls
        return controls.free_rows if isinstance(controls, ActionList) else 0

    def _list_title(self) -> str:
        """The title of the list, for what the board has no row for."""
        board = self._view.board
        return board.list_title(board.scene) if board.scene else ""

    def frame(self, size: Size) -> Frame:
        """The regions in a window of a size."""
        board, prompt = type(self._view.board), self._view.prompt
        rows = prompt.get_content_height(size, size, size.width)
        rows = 1 if prompt.overflow is not None else rows
        needs = FrameNeeds(
            board.ladder,
            board.shape,
            len(self._table.players),
            board.has_own_seats,
            rows,
            board.map_size(self._table.state, size),
            board.panels_in(self._table.state, board_size(size, rows)),
            board.source_rows(self._table.state),
            self.has_people,
        )
        return frame(size.width, size.height, needs)

    def kind(self, child: Widget) -> str:
        """The name of the region of a panel; empty for one without any."""
        if isinstance(child, LastMessageLine):
            return "chat"
        if isinstance(child, HintPanel):
            return "hint"
        view = self._view
        panels: Mapping[Widget | None, str] = {
            view.prompt: "ask",
            view.board: "board",
            view.seats_panel: "seats",
            view.controls: "actions",
            view.sources_panel: "score_sources",
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
