"""The board of Monumental: City, map, what is on offer, and the rivals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from textual.geometry import Region, Size

from hako.content.monumental.actions import MonumentalAction
from hako.engine.transcript.highlights import Highlight
from hako.engine.transcript.seen_events import SeenEvent
from hako.tui.boards.board import Board
from hako.tui.boards.monumental.action_places import place_of
from hako.tui.boards.monumental.draw_context import MonumentalContext
from hako.tui.boards.monumental.motion import moment, motions
from hako.tui.boards.monumental.page_plan import Plan, needs_of, plan_of
from hako.tui.boards.monumental.pages import draw_page, pages_of
from hako.tui.boards.monumental.place_text import place_text
from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas
from hako.tui.boards.window_regions import board_size
from hako.tui.motion.moment_pictures import Moment
from hako.tui.motion.motions import Motion
from hako.tui.theme.styles import Styles
from hako.tui.widgets.table_model import TableModel

MOST_ASK = 2
"""Rows of a question, at most."""


class GameBoard(Board):
    """A table of Monumental; the window decides how large things are, and what shares a page."""

    shows_meant = True
    has_own_seats = True
    has_keys_within = True

    _last: tuple[TableModel, Styles, tuple[object, ...]] | None = None
    """The table, the styles, and all else that the last drawing shows."""

    @classmethod
    def panels_in(cls, state: Any, size: Size) -> Region | None:
        """The part of a board of a size that panels cover."""
        return plan_of(size.width, size.height, needs_of(state), has_panels=True).panels

    @property
    def has_panels(self) -> bool:
        """True if panels stand in front: the board has all rows between question and keys."""
        if self.window is None:
            return False
        whole = board_size(self.window, MOST_ASK)
        return self.columns == whole.width and self.rows >= whole.height

    def plan(self, scene: TableModel) -> Plan:
        """The plan of the board in its present size."""
        needs = needs_of(MonumentalContext(self, scene).world)
        return plan_of(self.columns, self.rows, needs, has_panels=self.has_panels)

    def pages(self, scene: TableModel) -> Sequence[str]:
        return pages_of(MonumentalContext(self, scene), self.plan(scene))

    def page_of(self, place: BoardPlace) -> str | None:
        pages = self._pages
        if len(pages) < 2 or self.scene is None or place in self.places:
            return None
        match place:
            case ("slot" | "seat", int(seat), *_):
                is_home = seat == MonumentalContext(self, self.scene).home
                page = "city" if is_home else f"seat.{seat}"
            case ("tile", str()):
                page = "map"
            case ("card", str()):
                page = "offer" if "offer" in pages else "city"
            case ("hero" | "monster", str()):
                page = "heroes"
            case ("supply" | "market", *_):
                page = "own" if "own" in pages else "city"
            case ("policies" | "construction" | "deck",):
                page = "own" if "own" in pages else "city" if self.is_side else "cards"
            case ("policy" | "warlord", *_):
                page = "cards"
            case _:
                return None
        return page if page in pages or pages[0] != "table" else "table"

    @property
    def is_side(self) -> bool:
        """True if supply and race stand beside the City."""
        return self.scene is not None and self.plan(self.scene).is_side

    def draw(self, drawing: PlaceCanvas, scene: TableModel) -> None:
        context = MonumentalContext(self, scene, drawing)
        draw_page(context, self.plan(scene), self._pages)

    def _draw_page(self, scene: TableModel) -> None:
        """Draw again only where something differs from the last drawing: keys move the cursor alone."""
        lit = MonumentalContext(self, scene).lit
        cursor = self.cursor if self._drawing.beyond else None
        look = (self.page, self.columns, self.rows, self.has_panels, self.symbols.name, lit, cursor)
        last, self._last = self._last, (scene, self.ink, look)
        if last is None or last[0] is not scene or last[1] is not self.ink or last[2] != look:
            super()._draw_page(scene)

    def place_of(self, action: MonumentalAction) -> BoardPlace | None:
        return None if self.scene is None else place_of(MonumentalContext(self, self.scene), action)

    def motions(self, event: Any, views: SeenEvent) -> Iterable[Motion]:
        if self.scene is None:
            return ()
        return motions(MonumentalContext(self, self.scene), event, views)

    def moment(self, highlight: Highlight) -> Moment | None:
        return (
            None if self.scene is None else moment(MonumentalContext(self, self.scene), highlight)
        )

    def describe(self, place: BoardPlace) -> str:
        return "" if self.scene is None else place_text(MonumentalContext(self, self.scene), place)
