"""The map: terrain, tiles, and the maps they make.

Tiles are hexes in axial coordinates, drawn pointy-top, and r grows downwards
(monumental.map.1). At the table a tile is called by its row and its place in it:

       A1  A2  A3          "B3" is the third tile from the left in the second row
     B1  B2  B3  B4
       C1  C2  C3
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from operator import itemgetter
from string import ascii_uppercase
from typing import Literal, TypeAlias

from msgspec import Struct, field

from hako.engine.content.files import Amount, ContentEntry, Count, Whole, Wording

TerrainId: TypeAlias = Literal["meadow", "forest", "mountain", "volcano", "water"]

WATER: TerrainId = "water"

MapId: TypeAlias = str

Place: TypeAlias = str
"""A tile of the map in play, such as "B3"."""

Hex: TypeAlias = tuple[Whole, Whole]
"""Axial coordinates: q and r."""

LETTERS = ascii_uppercase
"""The names of rows, from the top."""

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))

Site: TypeAlias = Literal["barbarian", "free_town"]
"""The kind of Exploration token for which a tile is marked (monumental.setup.7)."""


class Terrain(ContentEntry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of terrain."""

    id: TerrainId
    name: Wording
    defence: Amount
    vp: Amount
    tiles: Count
    """In the box."""
    extra_tiles: Amount = 0
    """For five players only (monumental.opt.1)."""
    is_conquerable: bool = field(default=True, name="conquerable")


class Tile(ContentEntry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Province or Water tile of a map; axial coordinates (monumental.map.1)."""

    q: Whole
    r: Whole
    terrain: TerrainId
    site: Site | None = None
    resource: str | None = None
    """"production" for a Production token, or a kind of Market token (monumental.setup.8)."""

    @property
    def hex(self) -> Hex:
        """Its axial coordinates."""
        return self.q, self.r


class Chart(ContentEntry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A map for so many players, as the content file lists it (monumental.setup.5)."""

    id: MapId
    name: Wording
    players: Count
    capitals: tuple[Hex, ...]
    """The coordinates of each seat's Capital."""
    tiles: tuple[Tile, ...]

    def hexes(self) -> tuple[Hex, ...]:
        """The coordinates of all tiles: the Capitals first, then the others as listed."""
        return (*self.capitals, *(tile.hex for tile in self.tiles))


class Map(Struct, frozen=True, kw_only=True, dict=True):
    """A map in play. What is looked up on every turn is a field, which is read the fastest.

    It has no hash. `dict` keeps the distances.
    """

    id: MapId
    players: int
    capitals: tuple[Hex, ...]
    tiles: tuple[Tile, ...]
    """All but the Capitals."""
    hexes: tuple[Hex, ...]
    """The coordinates of all tiles: the Capitals first, then the others as listed."""
    places: tuple[Place, ...]
    """The tiles by name, in the order of `hexes`."""
    index: Mapping[Place, int]
    """The number of each tile in `places`."""
    hex: Mapping[Place, Hex]
    """The coordinates of each tile."""
    terrain: Mapping[Place, TerrainId]
    """The terrain of each tile but the Capitals."""
    neighbours: Mapping[Place, tuple[Place, ...]]
    """The tiles next to each tile."""
    coastal: frozenset[Place]
    """The tiles next to Water (monumental.map.3)."""
    homes: frozenset[Place]
    """The Capitals."""

    @cached_property
    def distances(self) -> Mapping[Place, Mapping[Place, int]]:
        """Distances in tiles from each tile to each, over any terrain; the nearest come first."""
        return {one: self._distances(one) for one in self.places}

    def _distances(self, one: Place) -> Mapping[Place, int]:
        ways = {other: self.distance(one, other) for other in self.places}
        return dict(sorted(ways.items(), key=itemgetter(1)))

    def at(self, q: int, r: int) -> Place:
        """The tile with these coordinates."""
        return self.places[self.hexes.index((q, r))]

    def distance(self, one: Place, other: Place) -> int:
        """The distance between two tiles, in tiles, over any terrain."""
        (q, r), (to_q, to_r) = self.hex[one], self.hex[other]
        return max(abs(q - to_q), abs(r - to_r), abs(q + r - to_q - to_r))


@lru_cache(maxsize=64)  # each worker decodes the same content again
def charted(chart: Chart) -> Map:
    """The map that a content file lists; the same object for equal charts."""
    hexes = chart.hexes()
    rows = sorted({r for _, r in hexes})
    places = tuple(
        f"{LETTERS[rows.index(r)]}{1 + sum(other < q for other, row in hexes if row == r)}"
        for q, r in hexes
    )
    named = dict(zip(hexes, places, strict=True))
    neighbours = {
        place: tuple(
            named[q + right, r + down]
            for right, down in DIRECTIONS
            if (q + right, r + down) in named
        )
        for (q, r), place in named.items()
    }
    homes = len(chart.capitals)
    terrain = {place: tile.terrain for place, tile in zip(places[homes:], chart.tiles, strict=True)}
    return Map(
        id=chart.id,
        players=chart.players,
        capitals=chart.capitals,
        tiles=chart.tiles,
        hexes=hexes,
        places=places,
        index={place: number for number, place in enumerate(places)},
        hex=dict(zip(places, hexes, strict=True)),
        terrain=terrain,
        neighbours=neighbours,
        coastal=frozenset(
            place
            for place, others in neighbours.items()
            if any(terrain.get(other) == WATER for other in others)
        ),
        homes=frozenset(places[:homes]),
    )
