"""The map: terrain, tiles, and the maps they make."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import field

from hako.content.monumental.cards.effects import Amount, Count
from hako.engine.content import Entry, Words

TerrainId: TypeAlias = Literal["meadow", "forest", "mountain", "volcano", "water"]

MapId: TypeAlias = str

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

    q: int
    r: int
    terrain: TerrainId
    site: Site | None = None
    resource: str | None = None
    """"production" for a Production token, or a kind of Market token (monumental.setup.8)."""

    @property
    def place(self) -> tuple[int, int]:
        """Where it lies: q and r."""
        return self.q, self.r


class Map(Entry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A map for so many players (monumental.setup.5)."""

    id: MapId
    name: Words
    players: Count
    capitals: tuple[tuple[int, int], ...]
    """Where each seat's Capital lies: q and r."""
    tiles: tuple[Tile, ...]
