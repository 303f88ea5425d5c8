r"""The geometry of the map: the coordinates of tiles and cells, and their adjacency.

A tile is three hexagonal cells a, b, c that meet in one point (quo_vadis.geo.1):

     /\ /\
    | a | b |        tile position (x, y) -> a = (2x + y, y - x), b = a + (1, 0), c = a + (0, 1)
     \ /\ /
      | c |          on screen a cell (Q, R) stands at column Q + R / 2, row R
       \/
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from msgspec import Struct

from hako.content.quo_vadis.cards import AreaId, Position

CellId: TypeAlias = str
"""A cell by its area and letter, such as "2-4b"."""
Hex: TypeAlias = tuple[int, int]
"""Axial coordinates (Q, R) of a cell."""

OFFSETS: tuple[Hex, ...] = ((0, 0), (1, 0), (0, 1))
"""Offsets of the cells a, b, c from the tile's first cell."""
DIRECTIONS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Offsets to adjacent positions, both of cells and of tiles (quo_vadis.geo.3)."""


class Tile(Struct, frozen=True, gc=False):
    """A tile on the map."""

    area: AreaId
    position: Position
    rotation: int
    """0-2: cell number i has terrain number (i + rotation) mod 3 (quo_vadis.geo.5)."""


def area_of(cell: CellId) -> AreaId:
    """The area that a cell belongs to."""
    return cell[:-1]


def cells_of(area: AreaId) -> tuple[CellId, CellId, CellId]:
    """The three cells of an area."""
    return f"{area}a", f"{area}b", f"{area}c"


def adjacent(position: Position) -> Sequence[Position]:
    """The six positions around one."""
    x, y = position
    return [(x + dx, y + dy) for dx, dy in DIRECTIONS]


def hexes(position: Position) -> tuple[Hex, ...]:
    """The coordinates of the cells a, b, c of a tile (quo_vadis.geo.2)."""
    x, y = position
    return tuple((2 * x + y + dq, y - x + dr) for dq, dr in OFFSETS)


class Geography:
    """The adjacency of cells and areas on a map that is laid out."""

    def __init__(self, tiles: Iterable[Tile]) -> None:
        placed = {tile.area: tile.position for tile in sorted(tiles, key=lambda tile: tile.area)}
        self.areas: tuple[AreaId, ...] = tuple(placed)
        """All areas by number pair."""
        self.hex: Mapping[CellId, Hex] = {
            cell: where
            for area, position in placed.items()
            for cell, where in zip(cells_of(area), hexes(position), strict=True)
        }
        """The coordinates of every cell, areas in order."""
        self.cell_at: Mapping[Hex, CellId] = {where: cell for cell, where in self.hex.items()}
        """The cell at each coordinate."""
        self.neighbors: Mapping[CellId, tuple[CellId, ...]] = {
            cell: tuple(sorted(self.cell_at[at] for at in adjacent(where) if at in self.cell_at))
            for cell, where in self.hex.items()
        }
        """The cells adjacent to each cell, at most six (quo_vadis.geo.3)."""
        at = {position: area for area, position in placed.items()}
        self.areas_around: Mapping[AreaId, tuple[AreaId, ...]] = {
            area: tuple(sorted(at[next_to] for next_to in adjacent(position) if next_to in at))
            for area, position in placed.items()
        }
        """The areas whose tiles touch each area's tile."""


class Map(Struct, frozen=True, dict=True):
    """The tiles on the table, in the order in which they were laid. `dict` keeps the geography."""

    tiles: tuple[Tile, ...] = ()

    @cached_property
    def geography(self) -> Geography:
        """The adjacency of the map's cells and areas."""
        return Geography(self.tiles)

    @cached_property
    def tile(self) -> Mapping[AreaId, Tile]:
        """The tiles by area."""
        return {tile.area: tile for tile in self.tiles}
