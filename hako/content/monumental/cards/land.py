"""The map: terrain, tiles, and the maps they make.

Tiles are hexes in axial coordinates, drawn pointy-top, and r grows downwards
(monumental.map.1). At the table a tile is called by its row and its place in it:

       A1  A2  A3          "B3" is the third tile from the left in the second row
     B1  B2  B3  B4
       C1  C2  C3
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from operator import itemgetter
from string import ascii_uppercase
from typing import Literal, TypeAlias

from msgspec import field

from hako.engine.content.files import Amount, Count, Entry, Whole, Words

TerrainId: TypeAlias = Literal["meadow", "forest", "mountain", "volcano", "water"]

WATER: TerrainId = "water"

MapId: TypeAlias = str

Place: TypeAlias = str
"""A tile of the map in play, such as "B3"."""

Hex: TypeAlias = tuple[Whole, Whole]
"""Axial coordinates: q and r."""

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))

Site: TypeAlias = Literal["barbarian", "free_town"]
"""What kind of Exploration token lies there (monumental.setup.7)."""


class Terrain(Entry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a tile is made of."""

    id: TerrainId
    name: Words
    defence: Amount
    vp: Amount
    tiles: Count
    """In the box."""
    extra_tiles: Amount = 0
    """For five players only (monumental.opt.1)."""
    is_conquerable: bool = field(default=True, name="conquerable")


class Tile(Entry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Province or Water tile of a map; axial coordinates (monumental.map.1)."""

    q: Whole
    r: Whole
    terrain: TerrainId
    site: Site | None = None
    resource: str | None = None
    """"production" for a Production token, or a kind of Market token (monumental.setup.8)."""

    @property
    def hex(self) -> Hex:
        """Where it lies."""
        return self.q, self.r


class Map(Entry, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A map for so many players (monumental.setup.5). `dict` keeps what is reckoned from it."""

    id: MapId
    name: Words
    players: Count
    capitals: tuple[Hex, ...]
    """Where each seat's Capital lies."""
    tiles: tuple[Tile, ...]

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """Where each tile lies: the Capitals first, then the others as listed."""
        return (*self.capitals, *(tile.hex for tile in self.tiles))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The tiles by name, in the order of `hexes`."""
        rows = sorted({r for _, r in self.hexes})
        return tuple(
            f"{ascii_uppercase[rows.index(r)]}"
            f"{1 + sum(other < q for other, row in self.hexes if row == r)}"
            for q, r in self.hexes
        )

    @cached_property
    def index(self) -> Mapping[Place, int]:
        """The number of each tile in `places`."""
        return {place: number for number, place in enumerate(self.places)}

    @cached_property
    def hex(self) -> Mapping[Place, Hex]:
        """The coordinates of each tile."""
        return dict(zip(self.places, self.hexes, strict=True))

    @cached_property
    def terrain(self) -> Mapping[Place, TerrainId]:
        """The terrain of each tile but the Capitals."""
        others = self.places[len(self.capitals) :]
        return {place: tile.terrain for place, tile in zip(others, self.tiles, strict=True)}

    @cached_property
    def neighbours(self) -> Mapping[Place, tuple[Place, ...]]:
        """The tiles next to each tile."""
        named = dict(zip(self.hexes, self.places, strict=True))
        return {
            place: tuple(
                named[q + right, r + down]
                for right, down in DIRECTIONS
                if (q + right, r + down) in named
            )
            for (q, r), place in named.items()
        }

    @cached_property
    def coastal(self) -> frozenset[Place]:
        """The tiles next to Water (monumental.map.3)."""
        return frozenset(
            place
            for place, others in self.neighbours.items()
            if any(self.terrain.get(other) == WATER for other in others)
        )

    @cached_property
    def homes(self) -> frozenset[Place]:
        """The Capitals."""
        return frozenset(self.places[: len(self.capitals)])

    @cached_property
    def distances(self) -> Mapping[Place, Mapping[Place, int]]:
        """How many tiles it is from each to each over any terrain, to the nearest first."""
        return {one: self._distances(one) for one in self.places}

    def _distances(self, one: Place) -> Mapping[Place, int]:
        ways = {other: self.distance(one, other) for other in self.places}
        return dict(sorted(ways.items(), key=itemgetter(1)))

    def at(self, q: int, r: int) -> Place:
        """The tile with these coordinates."""
        return self.places[self.hexes.index((q, r))]

    def distance(self, one: Place, other: Place) -> int:
        """How many tiles it is from one to the other over any terrain."""
        (q, r), (to_q, to_r) = self.hex[one], self.hex[other]
        return max(abs(q - to_q), abs(r - to_r), abs(q + r - to_q - to_r))
