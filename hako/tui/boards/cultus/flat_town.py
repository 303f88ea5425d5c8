"""The smallest town by name: a row for the names and the roads to the right, and one for pieces.

   1      2      3    ╭─4──────5──╮
1Office Plaza  Houses Plaza    ·
      ║
2Market═Office═Barr.  Church   ·
"""

from __future__ import annotations

from rich.style import Style

from hako.content.cultus.geometry import Cell
from hako.content.cultus.state import pair
from hako.engine.rules.model import letter
from hako.tui.boards.cultus import shared_parts
from hako.tui.boards.cultus.large_board import TownDrawing

STREET = 1
"""Columns of the street between two names."""
KEY = 3
"""Columns of the key of a step to a cell."""


class FlatTown(TownDrawing):
    """A drawing of the town alone, in cells of two rows."""

    def draw(self) -> None:
        """Draw the town; what stands below larger ones is a page of its own."""
        self._heads()
        for cell in self.geometry.cells:
            self._cell(cell)
            self._roads(cell)

    def _cell(self, cell: Cell) -> None:
        context, (x, y) = self.context, self._spot(cell)
        icon, room = context.shown.icons[cell], self.wide - STREET
        if icon is None:
            self.drawing.at(x + 2, y).put(context.symbols.dot, self.ink.rule)
        else:
            self.drawing.at(x, y).put(context.name_in(icon, room), context.ground(cell))
        pieces, owners = self.drawing.at(x, y + 1), context.monuments.get(cell)
        if (seat := context.pawns.get(cell)) is not None:
            pawn = f"{context.mark(seat)}{letter(seat)}"
            pieces.put(pawn, self.ink.owner(seat))
        elif context.is_offered(("cell", cell)):
            self._key(pieces, cell, KEY if owners else room - STREET)
        if owners:
            _, style = shared_parts.token(context, cell)
            text = f"{context.monument_mark(owners[0])}{self._owner_sign(owners)}"
            pieces.put(text, style)
        self.drawing.place(("cell", cell), x, y, room, 1, group="map")

    def _roads(self, cell: Cell) -> None:
        (row, column), (x, y) = self.geometry.spot(cell), self._spot(cell)
        room = self.wide - STREET
        if column < self.geometry.columns:
            right = shared_parts.link(self.context, pair(cell, cell + 1), down=False)
            self._road_sign(x + room, y, right)
        if row < self.geometry.rows:
            below = pair(cell, cell + self.geometry.columns)
            down = shared_parts.link(self.context, below, down=True)
            self._road_sign(x + room - 1, y + 1, down)

    def _road_sign(self, x: int, y: int, road: tuple[str, Style]) -> None:
        sign, style = road
        if sign.strip():
            self.drawing.at(x, y).put(sign, style)
