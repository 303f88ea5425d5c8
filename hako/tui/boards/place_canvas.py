"""A canvas on which places are marked: boards draw on it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeAlias

from textual.geometry import Region
from textual.strip import Strip

from hako.tui.theme.symbols import Symbols
from hako.tui.widgets.canvas import Canvas, StyledLine

MOST_LINES = 200
"""Lines of a board, at most."""

BoardPlace: TypeAlias = Hashable
"""A place on a board that can be pointed at, by a name that the board chooses."""


class PlaceCanvas(Canvas):
    """A canvas on which places are marked; it goes on below its room for those that do not fit."""

    def __init__(self, width: int, height: int, symbols: Symbols) -> None:
        super().__init__(width, height, symbols)
        self.places: dict[BoardPlace, Region] = {}
        """The region of each place, in cells from the top left."""
        self.beyond: set[BoardPlace] = set()
        """Places out of sight that are drawn when the cursor points at them."""
        self.groups: dict[BoardPlace, Hashable] = {}
        """Places that belong together: arrows lead within a group as far as they can."""
        self.around: list[tuple[Region, BoardPlace]] = []
        """Further regions in which a click points at a place."""

    def at(self, x: int, y: int) -> StyledLine:
        while len(self._lines) <= y < MOST_LINES:
            self._lines.append(StyledLine(self.width, self.symbols))
        return super().at(x, y)

    def clear(self, y: int) -> None:
        """Empty a row, and forget the places in it."""
        self._lines[y] = StyledLine(self.width, self.symbols)
        in_row = [place for place, region in self.places.items() if region.y == y]
        for place in in_row:
            del self.places[place]
            self.beyond.add(place)

    def strips(self) -> list[Strip]:
        while len(self._lines) > self.height and self._lines[-1].is_blank:
            self._lines.pop()
        return super().strips()

    def place(
        self,
        place: BoardPlace,
        x: int,
        y: int,
        width: int,
        height: int = 1,
        *,
        group: Hashable | None = None,
    ) -> None:
        """Mark a place; the cursor lights up its region."""
        if group is not None:
            self.groups[place] = group
        region = Region(x, y, width, height).intersection(Region(0, 0, self.width, MOST_LINES))
        if region.area:
            self.places[place] = region


def place_named(name: Any) -> BoardPlace:
    """The place of a name as a lesson spells it, in lists."""
    return tuple(map(place_named, name)) if isinstance(name, list) else name
