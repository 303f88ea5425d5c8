"""Arrow keys: the place on a board to which each leads from the place at the cursor."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from textual.geometry import Region

from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas


def next_place(
    drawing: PlaceCanvas, cursor: BoardPlace, right: int, down: int, *, column: int, lean: int
) -> BoardPlace | None:
    """The next place in a direction, or none.

    Moves up and down keep to the column where the first of them began, so that they lead straight
    through staggered rows. Of two places equally near, the one on the side of `lean` is taken: the
    side to which the cursor last went, left (-1) or right (1).
    """
    places, groups = drawing.places, drawing.groups
    start, group = places[cursor], groups.get(cursor)
    kin = [place for place in places if group is not None and groups.get(place) == group]
    others = [place for place in places if place not in kin]
    steps: list[tuple[_ArrowStep, Collection[BoardPlace]]] = [
        (_ArrowStep(start, right, down), kin),
        (_ArrowStep(start, right, down, column), places),
        # out of a group one comes from every row
        (_ArrowStep(start, right, down, is_strict=not kin), others),
    ]
    for step, among in steps:
        lengths = {
            place: (length, abs(region.x - column), -region.x * lean)
            for place in among
            if (length := step.length(region := places[place])) is not None
        }
        if lengths:
            return min(lengths, key=lengths.__getitem__)
    return None


class _ArrowStep(NamedTuple):
    """A step of the cursor from a region.

    Sideways it stays in its row. Up and down it keeps to `column`; without one, to all columns of
    the region.
    """

    start: Region
    right: int
    down: int
    column: int | None = None
    is_strict: bool = True
    """True if moves sideways count only places in the same row."""

    def length(self, region: Region) -> int | None:
        """The distance to a region, forward and aside in one; None if it is not that way."""
        start, column = self.start, self.column
        if self.right:
            along = (region.x - start.x) * self.right
            rows = max(0, region.y - start.bottom + 1, start.y - region.bottom + 1)
            return along + 6 * rows if along > 0 and not (rows and self.is_strict) else None
        along = (region.y - start.y) * self.down
        left, end = (start.x, start.right) if column is None else (column, column + 1)
        aside = max(0, region.x - end + 1, left - region.right + 1)
        return along * 6 + aside if along > 0 else None


def distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The distance of two points of a board; a cell is about twice as high as wide."""
    return abs(one[0] - other[0]) + 2 * abs(one[1] - other[1])


def nearest_place(places: Mapping[BoardPlace, Region], lost: Region | None) -> BoardPlace | None:
    """The place nearest to a lost region; the first one without a lost region."""
    if lost is None:
        return next(iter(places), None)
    return min(places, key=lambda place: distance(lost.center, places[place].center), default=None)
