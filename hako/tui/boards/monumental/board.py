"""The board of Monumental: in small one part at a time, in large all parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hako.content.monumental.actions import MonumentalAction
from hako.engine.transcript.highlights import Highlight
from hako.tui.boards.board import Board
from hako.tui.boards.monumental.draw_context import MonumentalContext
from hako.tui.boards.monumental.large import COLUMNS, ROWS, draw_large
from hako.tui.boards.monumental.motion import moment, motions
from hako.tui.boards.monumental.place_text import place_text
from hako.tui.boards.monumental.places import place_of
from hako.tui.boards.monumental.small import draw_small, is_cramped, is_narrow, is_tall
from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas
from hako.tui.motion.moments import Moment
from hako.tui.motion.motions import Motion
from hako.tui.motion.panel import EventViews
from hako.tui.widgets.table_model import TableModel


class GameBoard(Board):
    """A table of Monumental, in small or in large as there is room."""

    shows_meant = True
    whole = COLUMNS, ROWS

    def pages(self, scene: TableModel) -> Sequence[str]:
        context = MonumentalContext(self, scene)
        if self.is_large or not context.world.display:
            return ("",)
        display = ("display",) if is_cramped(self.rows) else ()
        own = ("own",) if is_narrow(self.columns, self.rows) else ()
        return (
            "city",
            "map",
            *own,
            *display,
            "cards",
            *(f"seat.{seat}" for seat in context.others),
        )

    def page_of(self, place: BoardPlace) -> str | None:
        match place:
            case ("slot", int(seat), int()):
                is_home = self.scene is None or seat == MonumentalContext(self, self.scene).home
                return "city" if is_home else f"seat.{seat}"
            case ("tile", str()):
                return "map"
            case ("card", str()):
                beside = (
                    "city" if self.page == "cards" and is_narrow(self.columns, self.rows) else None
                )
                return "display" if is_cramped(self.rows) else beside
            case ("policy" | "hero" | "monster" | "warlord", *_):
                return "cards"
            case ("supply",) if is_tall(self.rows):
                return None
            case ("supply" | "policies" | "construction" | "deck" | "market" | "seat", *_):
                beside = None if self.page != "cards" else "city"
                return "own" if is_narrow(self.columns, self.rows) else beside
            case _:
                return None

    def draw(self, drawing: PlaceCanvas, scene: TableModel) -> None:
        context = MonumentalContext(self, scene, drawing)
        if self.is_large:
            draw_large(context)
        else:
            draw_small(context, self.page)

    def place_of(self, action: MonumentalAction) -> BoardPlace | None:
        return None if self.scene is None else place_of(MonumentalContext(self, self.scene), action)

    def motions(self, event: Any, views: EventViews) -> Iterable[Motion]:
        if self.scene is None:
            return ()
        return motions(MonumentalContext(self, self.scene), event, views)

    def moment(self, highlight: Highlight) -> Moment | None:
        return (
            None if self.scene is None else moment(MonumentalContext(self, self.scene), highlight)
        )

    def describe(self, place: BoardPlace) -> str:
        return "" if self.scene is None else place_text(MonumentalContext(self, self.scene), place)
