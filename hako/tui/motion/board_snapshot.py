"""Pictures of a board before and after a change."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from textual.geometry import Offset, Region
from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.tui.theme.styles import Styles
from hako.tui.theme.symbols import Symbols

Place: TypeAlias = Hashable
"""A place on a board, by the name that the board has for it."""


class Picture(Struct, frozen=True):
    """The lines of a board, and the regions of its places in them."""

    lines: Sequence[Strip]
    places: Mapping[Place, Region]

    def cut(self, region: Region) -> list[Strip]:
        """The cells of a region, blank where there are no lines."""
        return [
            self.lines[y].crop(region.x, region.right)
            if y < len(self.lines)
            else Strip.blank(region.width)
            for y in region.line_range
        ]

    def is_blank(self, region: Region) -> bool:
        """True if a region lies within the board, and nothing is written there."""
        width = self.lines[0].cell_length if self.lines else 0
        is_inside = Region(0, 0, width, len(self.lines)).contains_region(region)
        return is_inside and all(not line.text.strip() for line in self.cut(region))

    def find(self, text: str, region: Region) -> Offset | None:
        """The first cell of a text in a region, the last one where it is there several times."""
        for y, line in reversed([*zip(region.line_range, self.cut(region), strict=True)]):
            start = line.text.rfind(text)
            if start >= 0:
                return Offset(region.x + cell_width(line.text[:start]), y)
        return None


class PictureChange(Struct, frozen=True):
    """A board before and after something happened, and the styles and signs to paint with."""

    before: Picture
    after: Picture
    ink: Styles
    symbols: Symbols

    def place(self, place: Place) -> Region | None:
        """The region of a place after the change, or else before it; None if it is out of sight."""
        return self.after.places.get(place) or self.before.places.get(place)
