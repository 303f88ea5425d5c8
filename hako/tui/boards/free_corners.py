"""The free corners of a map: rooms beside its rows for what lies around it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from textual.geometry import Region

Corner: TypeAlias = Literal["top left", "top right", "bottom left", "bottom right"]


class FreeCorners:
    """The columns that a map leaves free in each row of a room, left and right of it.

    ┌──────╭────╮─────┐
    │ left │    │     │
    │  ╭───┴╮───╯right│
    ╰──┴────╯─────────╯
    """

    def __init__(self, room: Region, taken: Iterable[Region]) -> None:
        """`taken` are the parts of the map; what lies between two of them is taken, too."""
        self._room = room
        self._spans: dict[int, tuple[int, int]] = dict.fromkeys(
            room.line_range, (room.right, room.x)
        )
        for region in taken:
            self.take(region)

    def take(self, region: Region) -> None:
        """Count a region as taken."""
        for y in region.line_range:
            if y in self._spans:
                left, right = self._spans[y]
                self._spans[y] = min(left, region.x), max(right, region.right)

    def place(self, corner: Corner, width: int, height: int) -> Region | None:
        """Take a region nearest to a corner, at the edge of the room; None if none is free."""
        starts = range(self._room.y, self._room.bottom - height + 1)
        is_left = corner.endswith("left")
        for y in starts if corner.startswith("top") else reversed(starts):
            if all(self._free(row, is_left=is_left) >= width for row in range(y, y + height)):
                x = self._room.x if is_left else self._room.right - width
                self._block(region := Region(x, y, width, height), is_left=is_left)
                return region
        return None

    def width(self, corner: Corner, height: int) -> int:
        """The columns that are free in so many rows at a corner."""
        rows = [*self._room.line_range]
        rows = rows[:height] if corner.startswith("top") else rows[-height:]
        return min((self._free(y, is_left=corner.endswith("left")) for y in rows), default=0)

    def _free(self, y: int, *, is_left: bool) -> int:
        """Free columns at one edge of a row; a column stays free beside the map."""
        left, right = self._spans[y]
        if left > right:
            return self._room.width
        return left - self._room.x - 1 if is_left else self._room.right - right - 1

    def _block(self, region: Region, *, is_left: bool) -> None:
        """Count a placed region as taken; the other edge of an empty row stays free."""
        for y in region.line_range:
            left, right = self._spans[y]
            if left > right:
                self._spans[y] = region.x, region.right
            elif is_left:
                self._spans[y] = self._room.x, right
            else:
                self._spans[y] = left, self._room.right
