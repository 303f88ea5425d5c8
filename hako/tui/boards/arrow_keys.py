"""Arrows: to which place they lead on a board, from the one at the cursor."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from textual.geometry import Region

from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas


def ahead(
    drawing: PlaceCanvas, cursor: BoardPlace, right: int, down: int, *, way: int, lean: int
) -> BoardPlace | None:
    """The next place in a direction, or none.

    Up and down keep to the column `way` in which the way began, so that they lead straight
    through rows that are staggered; of two places as near, it is the one on the side to
    which the cursor last went, to the left (-1) or the right (1).
    """
    places, groups = drawing.places, drawing.groups
    here, group = places[cursor], groups.get(cursor)
    kin = [place for place in places if group is not None and groups.get(place) == group]
    others = [place for place in places if place not in kin]
    steps: list[tuple[_ArrowStep, Collection[BoardPlace]]] = [
        (_ArrowStep(here, right, down), kin),
        (_ArrowStep(here, right, down, way), places),
        # out of a group one comes from every row
        (_ArrowStep(here, right, down, is_strict=not kin), others),
    ]
    for step, among in steps:
        lengths = {
            place: (length, abs(there.x - way), -there.x * lean)
            for place in among
            if (length := step.length(there := places[place])) is not None
        }
        if lengths:
            return min(lengths, key=lengths.__getitem__)
    return None


class _ArrowStep(NamedTuple):
    """A step of the cursor from where it is.

    Sideways it stays in its row. Up and down it keeps to the column `way`; without one,
    to all columns of the place where it is.
    """

    here: Region
    right: int
    down: int
    way: int | None = None
    is_strict: bool = True
    """Whether sideways only what stands in the same row counts."""

    def length(self, there: Region) -> int | None:
        """How far it is to a place, along the way and off it; None if it does not lie there."""
        here, way = self.here, self.way
        if self.right:
            along = (there.x - here.x) * self.right
            rows = max(0, there.y - here.bottom + 1, here.y - there.bottom + 1)
            return along + 6 * rows if along > 0 and not (rows and self.is_strict) else None
        along = (there.y - here.y) * self.down
        left, end = (here.x, here.right) if way is None else (way, way + 1)
        aside = max(0, there.x - end + 1, left - there.right + 1)
        return along * 6 + aside if along > 0 else None
