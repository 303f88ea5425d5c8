"""Questions about the map: control, reach, Defence, which units may leave."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from operator import attrgetter
from typing import TypeAlias

from msgspec import Struct

from hako.content.monumental.cards import Cards, Constants
from hako.content.monumental.cards.card_types import HeroId, PolicyId
from hako.content.monumental.cards.land import Map, MapId, Place
from hako.content.monumental.realm import Realm
from hako.content.monumental.state import AUTOMA, Lair, Tile, World
from hako.engine.content.cache_decorators import REMEMBERED, at_hand
from hako.engine.rules.model import Seat

# ------------------------------------------------------------ control


def tiles_of(world: World, seat: Seat) -> Mapping[Place, Tile]:
    """The Capital and the Provinces that a seat controls (monumental.gen.4)."""
    return held_by(world.content, world.map_id, world.tiles, seat)


def held_by(
    content: Cards, map_id: MapId, tiles: tuple[Tile, ...], seat: Seat
) -> Mapping[Place, Tile]:
    """The Capital and the Provinces that a seat controls, computed from all that decides it."""
    return _held(tiles, content, map_id)[seat]


@at_hand  # for all seats at once: most actions leave the map as it is
def _held(tiles: tuple[Tile, ...], content: Cards, map_id: MapId) -> Sequence[Mapping[Place, Tile]]:
    land = content.map[map_id]
    held: list[dict[Place, Tile]] = [{} for _ in land.homes]
    for place, tile in zip(land.places, tiles, strict=True):
        if tile.owner is not None:
            held[tile.owner][place] = tile
    return held


def provinces_of(world: World, seat: Seat) -> Mapping[Place, Tile]:
    """The Provinces that a seat controls (monumental.map.2)."""
    homes = world.land.homes
    return {place: tile for place, tile in tiles_of(world, seat).items() if place not in homes}


def is_coastal(world: World, place: Place) -> bool:
    """True if the tile is next to Water (monumental.map.3)."""
    return place in world.content.map[world.map_id].coastal


def borders(world: World, seat: Seat, place: Place) -> bool:
    """True if the tile is next to one of the seat's tiles."""
    return any(world.tile(other).owner == seat for other in world.land.neighbours[place])


def region(world: World, seat: Seat, start: Iterable[Place]) -> frozenset[Place]:
    """The seat's tiles that can be reached from some of them through its tiles only."""
    return connected(world.land, tiles_of(world, seat), start)


def connected(land: Map, own: Iterable[Place], start: Iterable[Place]) -> frozenset[Place]:
    """The tiles among `own` that can be reached from some of them through such tiles only."""
    ahead, neighbours = set(own), land.neighbours
    reached = list(ahead.intersection(start))
    ahead.difference_update(reached)
    for place in reached:  # the list grows during the loop
        beside = ahead.intersection(neighbours[place])
        ahead -= beside
        reached += beside
    return frozenset(reached)


def next_to(land: Map, tiles: Iterable[Place]) -> frozenset[Place]:
    """The tiles next to some of those."""
    neighbours = land.neighbours
    return frozenset(chain.from_iterable([neighbours[place] for place in tiles]))


# ------------------------------------------------------------ Defence


def garrison(constants: Constants, tile: Tile) -> int:
    """The strength of the pieces on a tile (monumental.map.4)."""
    return strength(constants, tile) + tile.outpost * constants.outpost_strength


def strength(constants: Constants, tile: Tile) -> int:
    """The strength of the units on a tile (monumental.conquer.3)."""
    return tile.soldiers * constants.soldier_strength + tile.warlord * constants.warlord_strength


Patrons: TypeAlias = tuple[tuple[PolicyId, ...], HeroId | None, bool]
"""Policies, the active one last; a Hero, and whether it is returned."""

Passives: TypeAlias = tuple[Patrons, ...]
"""The sources of passive effects of each seat."""

_patrons: Callable[[Realm], Patrons] = attrgetter("policies", "hero", "hero_returned")


def passives(world: World) -> Passives:
    """The sources of the passive effects that apply (monumental.policy.3)."""
    patrons = [*map(_patrons, world.realms)]
    if world.automa is not None:
        patrons[AUTOMA] = (), None, False  # its Policies have no effects (monumental.solo.6)
    return tuple(patrons)


def passive_defence(content: Cards, patrons: Patrons) -> int:
    """Defence that these sources add to each Province of their owner."""
    policies, hero, returned = patrons
    return (content.policy[policies[-1]].passive.defence if policies else 0) + (
        content.hero[hero].passive.defence if hero and not returned else 0
    )


def passive_garrison(world: World, seat: Seat) -> int:
    """Strength added to the garrison of each of the seat's Provinces, against Monsters only."""
    content, (policies, hero, returned) = world.content, passives(world)[seat]
    return (content.policy[policies[-1]].passive.garrison if policies else 0) + (
        content.hero[hero].passive.garrison if hero and not returned else 0
    )


class Defence(Struct, frozen=True, dict=True):
    """The parts of a Province's Defence (monumental.map.4)."""

    terrain: int
    wonder: int
    free_town: int
    garrison: int
    passive: int
    monster: int
    """The strength of a neutral lair's Monsters (monumental.monster.9)."""

    @cached_property
    def total(self) -> int:
        """The strength needed to conquer it."""
        return (
            self.terrain
            + self.wonder
            + self.free_town
            + self.garrison
            + self.passive
            + self.monster
        )


def defence_parts(world: World, place: Place) -> Defence:
    """The Defence of a Province, part by part."""
    tile = world.tile(place)
    content, owner = world.content, tile.owner
    passive = passives(world) if owner is not None else ()  # a neutral one has none
    added = added_defence(content, passive, world.lairs, place, owner)
    terrain = content.terrain[content.map[world.map_id].terrain[place]]
    return defended(content.constants, terrain.defence, tile, added)


def added_defence(
    content: Cards, passive: Passives, lairs: tuple[Lair, ...], place: Place, owner: Seat | None
) -> int:
    """Defence added by the owner's passive effects, or by Monsters to a neutral lair."""
    if owner is not None:
        return passive_defence(content, passive[owner])
    if not lairs:
        return 0
    return sum(content.monster[lair.monster].strength for lair in lairs if lair.place == place)


@lru_cache(REMEMBERED)  # called for many tiles on every turn, and they seldom change
def defended(constants: Constants, terrain: int, tile: Tile, added: int) -> Defence:
    """The Defence of a Province with what is added to that of its terrain, part by part."""
    is_neutral = tile.owner is None
    return Defence(
        terrain=terrain,
        wonder=constants.wonder_token_defence if tile.wonder else 0,
        free_town=constants.free_town_defence if tile.site == "free_town" else 0,
        garrison=garrison(constants, tile) if tile.is_held() else 0,
        passive=0 if is_neutral else added,
        monster=added if is_neutral else 0,
    )


def defence(world: World, place: Place) -> int:
    """The Defence of a Province."""
    return defence_parts(world, place).total


# ------------------------------------------------------------ moving


def may_leave(land: Map, place: Place, tile: Tile) -> bool:
    """True if a unit can leave a tile without giving up the Province (monumental.move.2)."""
    return tile.soldiers + tile.warlord + tile.outpost > 1 or place in land.homes


def token_sites(world: World, seat: Seat) -> Sequence[Place]:
    """Provinces of a seat without a Wonder token (monumental.wonder.5)."""
    return [place for place, tile in provinces_of(world, seat).items() if tile.wonder is None]
