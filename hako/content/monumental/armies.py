"""Who can conquer what: a seat's units, where they get, and the sets of them that suffice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from hako.content.monumental.cards.land import Map, Place
from hako.content.monumental.land import connected, defence, is_coastal, next_to
from hako.content.monumental.state import Tile, World
from hako.engine.content.files import remembered
from hako.engine.rules.vocabulary import Seat

Target: TypeAlias = Literal["any", "neutral", "coastal", "opponent"]
"""What kind of Province an effect lets a player conquer."""


class Force(Struct, frozen=True):
    """Units that go to conquer a Province together."""

    soldiers: tuple[tuple[Place, int], ...]
    """How many leave each tile, in the order of the map."""
    warlord: Place | None = None
    """Where the Warlord leaves, if it takes part."""

    def units(self) -> int:
        """How many pieces go."""
        return sum(count for _, count in self.soldiers) + (self.warlord is not None)


def conquerable(world: World, seat: Seat, target: Target = "any") -> Sequence[Place]:
    """The Provinces of that kind next to the seat's tiles (monumental.conquer.1)."""
    land, terrain = world.land, world.content.terrain
    return [
        place
        for place in _reached(land, world.tiles, seat)
        if terrain[land.terrain[place]].is_conquerable and _is_target(world, place, target)
    ]


@remembered
def _reached(land: Map, tiles: tuple[Tile, ...], seat: Seat) -> tuple[Place, ...]:
    near = frozenset[Place]().union(*(its.frontier for its in _armies(land, tiles, seat)))
    return tuple(place for place in land.terrain if place in near)


def _is_target(world: World, place: Place, target: Target) -> bool:
    match target:
        case "any":
            return True
        case "neutral":
            return world.tile(place).owner is None
        case "coastal":
            return is_coastal(world, place)
        case "opponent":
            return world.tile(place).owner is not None


class Army(Struct, frozen=True):
    """A seat's units on tiles that hang together; each Province left keeps somebody.

    Tiles in the order of the map (monumental.conquer.1, conquer.4).
    """

    frontier: frozenset[Place]
    """The tiles next to theirs."""
    spare: tuple[tuple[Place, int], ...]
    """Soldiers that can leave each tile while the Warlord stays."""
    home: Place | None
    """Where the Warlord could leave."""
    with_warlord: tuple[tuple[Place, int], ...]
    """Soldiers that can leave each tile while the Warlord leaves, too."""
    most: int
    """How many Soldiers can leave altogether while the Warlord stays."""
    most_with_warlord: int


def armies(world: World, seat: Seat) -> tuple[Army, ...]:
    """The units of a seat, by the regions in which they stand."""
    return _armies(world.land, world.tiles, seat)


@remembered  # asked for each Province, and tiles seldom change
def _armies(land: Map, tiles: tuple[Tile, ...], seat: Seat) -> tuple[Army, ...]:
    own = {
        place: tile for place, tile in zip(land.places, tiles, strict=True) if tile.owner == seat
    }
    left, found = set(own), list[Army]()
    for place in own:
        if place in left:
            region = connected(land, own, [place])
            left -= region
            found.append(_army(land, {its: own[its] for its in own if its in region}))
    return tuple(found)


def _army(land: Map, tiles: Mapping[Place, Tile]) -> Army:
    spare, with_warlord, home = [], [], None
    for place, tile in tiles.items():
        keeps = not (place in land.homes or tile.outpost)
        spare.append((place, tile.soldiers - (keeps and not tile.warlord)))
        with_warlord.append((place, tile.soldiers - keeps))
        if tile.warlord and (tile.soldiers or not keeps):
            home = place
    return Army(
        next_to(land, tiles).difference(tiles),
        tuple(spare),
        home,
        tuple(with_warlord),
        sum([count for _, count in spare]),
        sum([count for _, count in with_warlord if count > 0]),
    )


def forces(world: World, seat: Seat, target: Place, most: int) -> Sequence[Force]:
    """The sets of at most `most` units that conquer a Province (monumental.conquer.1-4).

    No unit of a set is superfluous, and each Province left keeps somebody. Sets without
    the Warlord come first.
    """
    near, needed = _bordering(armies(world, seat), target), max(1, defence(world, target))
    constants, found = world.content.constants, list[Force]()
    alone = -(-needed // constants.soldier_strength)
    if alone <= most:
        spare = _in_order(world, (pair for army in near for pair in army.spare))
        found += (Force(picked) for picked in _picks(spare, alone))
    home = _home(near)
    beside = -(-max(0, needed - constants.warlord_strength) // constants.soldier_strength)
    if home is not None and beside < min(alone, most):
        spare = _in_order(world, (pair for army in near for pair in army.with_warlord))
        found += (Force(picked, home) for picked in _picks(spare, beside))
    return found


def _in_order(world: World, spare: Iterable[tuple[Place, int]]) -> Sequence[tuple[Place, int]]:
    return sorted(spare, key=lambda its: world.land.index[its[0]])


def can_conquer(world: World, own: Iterable[Army], target: Place, most: int) -> bool:
    """Whether a seat's armies have a set of at most so many units for a Province."""
    return max(1, defence(world, target)) <= strongest(world, own, target, most)


def strongest(world: World, own: Iterable[Army], target: Place, most: int) -> int:
    """The strength that at most so many units of a seat's armies can have there together."""
    constants = world.content.constants
    soldiers, beside, home = 0, 0, False
    for army in _bordering(own, target):
        soldiers += army.most
        beside += army.most_with_warlord
        home = home or army.home is not None
    alone = min(most, soldiers) * constants.soldier_strength
    if not home or most < 1:
        return alone
    together = min(most - 1, beside) * constants.soldier_strength + constants.warlord_strength
    return max(alone, together)


def _bordering(own: Iterable[Army], target: Place) -> Sequence[Army]:
    return [army for army in own if target in army.frontier]


def _home(near: Iterable[Army]) -> Place | None:
    return next((army.home for army in near if army.home is not None), None)


def _picks(
    spare: Sequence[tuple[Place, int]], wanted: int
) -> Iterable[tuple[tuple[Place, int], ...]]:
    """All ways to take so many Soldiers from the tiles."""
    if wanted == 0:
        yield ()
        return
    if sum(max(0, count) for _, count in spare) < wanted:
        return
    (place, most), rest = spare[0], spare[1:]
    for count in range(min(most, wanted), 0, -1):
        for picked in _picks(rest, wanted - count):
            yield ((place, count), *picked)
    yield from _picks(rest, wanted)
