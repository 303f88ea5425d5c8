"""A canvas on which places are marked: what a board draws on."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeAlias

from textual.geometry import Region

from hako.tui.looks.symbols import Symbols
from hako.tui.widgets.lines import Canvas

Place: TypeAlias = Hashable
"""Something on a board that can be pointed at, by a name of the board's own choice."""


class Drawing(Canvas):
    """A canvas on which places are marked."""

    def __init__(self, width: int, height: int, symbols: Symbols) -> None:
        super().__init__(width, height, symbols)
        self.places: dict[Place, Region] = {}
        """Where things lie, in cells from the top left."""
        self.beyond: set[Place] = set()
        """Places out of sight that are drawn when they are pointed at."""
        self.groups: dict[Place, Hashable] = {}
        """Places that belong together: arrows lead within a group as far as they can."""
        self.around: list[tuple[Region, Place]] = []
        """Where a click points at a place, too, though it does not lie there."""

    def place(
        self,
        place: Place,
        x: int,
        y: int,
        width: int,
        height: int = 1,
        *,
        group: Hashable | None = None,
    ) -> None:
        """A thing lies here; its region is what the cursor lights up."""
        if group is not None:
            self.groups[place] = group
        region = Region(x, y, width, height).intersection(Region(0, 0, self.width, self.height))
        if region.area:
            self.places[place] = region
