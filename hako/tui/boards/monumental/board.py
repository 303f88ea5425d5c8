"""The board of Monumental: in small one part of it at a time, in large all of it."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.monumental.actions import MonumentalAction
from hako.tui.boards.board import Board
from hako.tui.boards.monumental.draw_context import Sketch
from hako.tui.boards.monumental.large import COLUMNS, ROWS, draw_large
from hako.tui.boards.monumental.place_text import in_words
from hako.tui.boards.monumental.places import place_of
from hako.tui.boards.monumental.small import draw_small, is_cramped, is_narrow
from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas
from hako.tui.widgets.table_model import TableModel


class GameBoard(Board):
    """A table of Monumental, in small or in large as there is room."""

    shows_meant = True
    whole = COLUMNS, ROWS

    def pages(self, scene: TableModel) -> Sequence[str]:
        sketch = Sketch(self, scene)
        if self.is_large or not sketch.world.display:
            return ("",)
        display = ("display",) if is_cramped(self.rows) else ()
        own = ("own",) if is_narrow(self.columns) else ()
        return ("city", "map", *own, *display, "cards", *(f"seat.{seat}" for seat in sketch.others))

    def page_of(self, place: BoardPlace) -> str | None:
        match place:
            case ("slot", int(seat), int()):
                is_home = self.scene is None or seat == Sketch(self, self.scene).home
                return "city" if is_home else f"seat.{seat}"
            case ("tile", str()):
                return "map"
            case ("card", str()):
                beside = "city" if self.page == "cards" and is_narrow(self.columns) else None
                return "display" if is_cramped(self.rows) else beside
            case ("policy" | "hero" | "monster" | "warlord", *_):
                return "cards"
            case ("supply" | "policies" | "construction" | "deck" | "market" | "seat", *_):
                beside = None if self.page != "cards" else "city"
                return "own" if is_narrow(self.columns) else beside
            case _:
                return None

    def draw(self, drawing: PlaceCanvas, scene: TableModel) -> None:
        sketch = Sketch(self, scene, drawing)
        if self.is_large:
            draw_large(sketch)
        else:
            draw_small(sketch, self.page)

    def place_of(self, action: MonumentalAction) -> BoardPlace | None:
        return None if self.scene is None else place_of(Sketch(self, self.scene), action)

    def describe(self, place: BoardPlace) -> str:
        return "" if self.scene is None else in_words(Sketch(self, self.scene), place)
