"""Conquest by a seat's units: the Provinces within reach, and the sets of units that suffice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import chain
from typing import Literal, TypeAlias

from msgspec import Struct

from hako.content.monumental.actions import Conquer
from hako.content.monumental.cards import Cards, Constants
from hako.content.monumental.cards.land import Map, MapId, Place
from hako.content.monumental.map_queries import (
    Passives,
    added_defence,
    connected,
    defence,
    defended,
    held_by,
    is_coastal,
    next_to,
    passives,
)
from hako.content.monumental.state import Lair, Tile, World
from hako.engine.content.cache_decorators import REMEMBERED, at_hand, remembered, seat_by_seat
from hako.engine.rules.model import Seat

Target: TypeAlias = Literal["any", "neutral", "coastal", "opponent"]
"""A kind of Province that an effect lets a player conquer."""

NEVER = 1 << 29
"""More units than anybody could pay; an int, because it is compared with ints on every turn."""


class Force(Struct, frozen=True):
    """Units that go to conquer a Province together."""

    soldiers: tuple[tuple[Place, int], ...]
    """The number that leaves each tile, in the order of the map."""
    warlord: Place | None = None
    """The tile that the Warlord leaves; None if it takes no part."""

    def units(self) -> int:
        """The number of pieces."""
        return sum(count for _, count in self.soldiers) + (self.warlord is not None)


class Beside(Struct, frozen=True, gc=False, cache_hash=True):
    """The units of a seat that could go to a Province."""

    soldiers: int
    """The number that could leave while the Warlord stays."""
    with_warlord: int
    """The number that could leave while the Warlord leaves, too."""
    warlord: bool
    """True if the Warlord could leave."""

    def plus(self, other: Beside) -> Beside:
        """Both groups of units together."""
        return Beside(
            self.soldiers + other.soldiers,
            self.with_warlord + other.with_warlord,
            self.warlord or other.warlord,
        )

    def fewest(self, constants: Constants, needed: int) -> int:
        """The least number of them with that strength; NEVER if all together are weaker."""
        soldier, warlord = constants.soldier_strength, constants.warlord_strength
        ways = []
        if (alone := -(-needed // soldier)) <= self.soldiers:
            ways.append(alone)
        if (
            self.warlord
            and (beside := -(-max(0, needed - warlord) // soldier)) <= self.with_warlord
        ):
            ways.append(1 + beside)
        return min(ways, default=NEVER)

    def strength(self, constants: Constants) -> int:
        """The greatest strength that they have together."""
        alone = self.soldiers * constants.soldier_strength
        if not self.warlord:
            return alone
        soldiers = self.with_warlord * constants.soldier_strength
        return max(alone, soldiers + constants.warlord_strength)


NOBODY = Beside(0, 0, warlord=False)


class Front(Struct, frozen=True, gc=False):
    """A Province next to a seat's tiles that can be conquered."""

    place: Place
    owner: Seat | None
    """None is neutral."""
    defence: int
    beside: Beside
    fewest: int
    """The least number of the seat's units that conquers it; NEVER if all together cannot."""
    conquest: Conquer
    """The action that conquers it."""


def _is_target(world: World, front: Front, target: Target) -> bool:
    match target:
        case "any":
            return True
        case "neutral":
            return front.owner is None
        case "coastal":
            return is_coastal(world, front.place)
        case "opponent":
            return front.owner is not None


class Army(Struct, frozen=True, gc=False):
    """A seat's units in one connected region; a unit stays in each Province that others leave.

    Tiles in the order of the map (monumental.conquer.1, conquer.4).
    """

    tiles: tuple[Place, ...]
    frontier: frozenset[Place]
    """The tiles next to theirs."""
    spare: tuple[int, ...]
    """Soldiers that can leave each tile while the Warlord stays."""
    home: Place | None
    """The tile that the Warlord could leave; None if it cannot."""
    with_warlord: tuple[int, ...]
    """Soldiers that can leave each tile if the Warlord leaves, too."""
    together: Beside
    """The units that can leave their tiles."""

    def can_leave(self) -> bool:
        """True if any of them can leave its tile."""
        return self.together.soldiers > 0 or self.together.warlord


Conquerable: TypeAlias = tuple[Place, int, int]
"""A Province, its number on the map, and the Defence of its terrain."""


class Ground(Struct, frozen=True, gc=False):
    """The layout of a seat's tiles."""

    regions: tuple[tuple[tuple[Place, ...], frozenset[Place]], ...]
    """The connected regions, each with the tiles next to it."""
    fronts: tuple[tuple[Conquerable, int], ...]
    """Provinces next to them that can be conquered, in the order of the map, each with an
    index into `beside`."""
    beside: tuple[tuple[int, ...], ...]
    """The different sets of regions beside such Provinces, as indices of `regions`."""


class Troops(Struct, frozen=True, gc=False):
    """All units of a seat."""

    armies: tuple[Army, ...]
    """The units of each region."""
    fronts: tuple[tuple[Conquerable, Beside], ...]
    """Conquerable Provinces next to them, in the order of the map, with the units beside."""
    together: Beside
    """The units that can leave their tiles."""
    can_move: bool
    """True if any of them can go to another tile of its region (monumental.move.1-2)."""
    sites: tuple[tuple[Place, int], ...]
    """Soldiers in each Province that has some and no Outpost (monumental.outpost.1)."""


def armies(world: World, seat: Seat) -> tuple[Army, ...]:
    """The units of a seat, by the regions in which they stand."""
    return troops(world, seat).armies


def troops(world: World, seat: Seat) -> Troops:
    """All units of a seat, and where they could go."""
    return _troops(world.content, world.map_id, world.tiles, seat)


@seat_by_seat
def _troops(content: Cards, map_id: MapId, tiles: tuple[Tile, ...], seat: Seat) -> Troops:
    return _own_troops(content, map_id, held_by(content, map_id, tiles, seat), seat)


@seat_by_seat  # half of the changes on the map concern other seats
def _own_troops(content: Cards, map_id: MapId, own: Mapping[Place, Tile], _seat: Seat) -> Troops:
    land = content.map[map_id]
    homes = land.homes
    ground = _ground(content, map_id, tuple(own))
    regional = tuple([_army(land, own, region, frontier) for region, frontier in ground.regions])
    units = [army.together for army in regional]
    beside = [reduce(Beside.plus, map(units.__getitem__, numbers)) for numbers in ground.beside]
    return Troops(
        regional,
        tuple([(province, beside[number]) for province, number in ground.fronts]),
        reduce(Beside.plus, units, NOBODY),
        any(len(army.tiles) > 1 and army.can_leave() for army in regional),
        tuple(
            [
                (place, tile.soldiers)
                for place, tile in own.items()
                if tile.soldiers and not tile.outpost and place not in homes
            ]
        ),
    )


@remembered  # depends on the tiles held alone: units come and go far more often
def _ground(content: Cards, map_id: MapId, own: tuple[Place, ...]) -> Ground:
    land, left = content.map[map_id], set(own)
    regions: list[tuple[Place, ...]] = []
    for place in own:
        if place in left:
            region = connected(land, left, [place])
            left -= region
            regions.append(own if len(region) == len(own) else _among(own, region))
    frontiers = [next_to(land, region).difference(region) for region in regions]
    beside: dict[Place, tuple[int, ...]] = {}
    for number, frontier in enumerate(frontiers):
        for place in frontier:
            beside[place] = (*beside.get(place, ()), number)
    provinces = _conquerable(content, map_id)
    fronts = [(province, beside[province[0]]) for province in provinces if province[0] in beside]
    kinds = [*dict.fromkeys(numbers for _, numbers in fronts)]
    return Ground(
        tuple(zip(regions, frontiers, strict=True)),
        tuple([(province, kinds.index(numbers)) for province, numbers in fronts]),
        tuple(kinds),
    )


@remembered
def _conquerable(content: Cards, map_id: MapId) -> Sequence[Conquerable]:
    """The Provinces of a map that can be conquered, in its order."""
    land = content.map[map_id]
    provinces = [(place, content.terrain[kind]) for place, kind in land.terrain.items()]
    return [
        (place, land.index[place], terrain.defence)
        for place, terrain in provinces
        if terrain.is_conquerable
    ]


def _among(places: tuple[Place, ...], those: frozenset[Place]) -> tuple[Place, ...]:
    """The places that are among `those`, in their order."""
    return tuple([place for place in places if place in those])


def _army(
    land: Map, own: Mapping[Place, Tile], region: tuple[Place, ...], frontier: frozenset[Place]
) -> Army:
    spare: list[int] = []
    home, stays, homes = None, False, land.homes
    for place in region:
        tile = own[place]
        keeps = not tile.outpost and place not in homes
        spare.append(tile.soldiers - 1 if keeps and not tile.warlord else tile.soldiers)
        if tile.warlord and (tile.soldiers or not keeps):
            home, stays = place, keeps
    with_warlord = [*spare]
    if home is not None:
        with_warlord[region.index(home)] -= stays  # a Soldier stays in the Warlord's place
    together = Beside(sum(spare), sum(with_warlord), home is not None)
    return Army(region, frontier, tuple(spare), home, tuple(with_warlord), together)


def fronts(world: World, seat: Seat, target: Target = "any") -> Sequence[Front]:
    """The Provinces of a kind that a seat's units could go to (monumental.conquer.1)."""
    content, tiles, passive = world.content, world.tiles, passives(world)
    all_fronts = _fronts(content, world.map_id, tiles, world.lairs, passive, seat)
    return (
        all_fronts
        if target == "any"
        else [it for it in all_fronts if _is_target(world, it, target)]
    )


@seat_by_seat
def _fronts(
    content: Cards,
    map_id: MapId,
    tiles: tuple[Tile, ...],
    lairs: tuple[Lair, ...],
    passive: Passives,
    seat: Seat,
) -> Sequence[Front]:
    constants, all_fronts = content.constants, []
    for (place, on_map, of_terrain), beside in _troops(content, map_id, tiles, seat).fronts:
        tile, added = tiles[on_map], 0
        if lairs or tile.owner is not None:  # most have neither owner nor lair: nothing is added
            added = added_defence(content, passive, lairs, place, tile.owner)
        all_fronts.append(_front(constants, place, of_terrain, tile, added, beside))
    return all_fronts


@lru_cache(REMEMBERED)  # by all that decides it, for tiles and units seldom change
def _front(
    constants: Constants, place: Place, terrain: int, tile: Tile, added: int, beside: Beside
) -> Front:
    strength = defended(constants, terrain, tile, added).total
    fewest = beside.fewest(constants, max(1, strength))
    return Front(place, tile.owner, strength, beside, fewest, Conquer(place))


def conquerable(world: World, seat: Seat, target: Target = "any") -> Sequence[Place]:
    """The Provinces of that kind next to the seat's tiles."""
    return [front.place for front in fronts(world, seat, target)]


def forces(world: World, seat: Seat, target: Place, most: int) -> Sequence[Force]:
    """The sets of at most `most` units that conquer a Province (monumental.conquer.1-4).

    No unit of a set is superfluous, and a unit stays in each Province. Sets without
    the Warlord come first.
    """
    needed = max(1, defence(world, target))
    return _forces(world.content, world.map_id, armies(world, seat), target, needed, most)


@at_hand  # asked once for their number, and again to list them
def _forces(
    content: Cards, map_id: MapId, own: tuple[Army, ...], target: Place, needed: int, most: int
) -> Sequence[Force]:
    constants, land = content.constants, content.map[map_id]
    sets: list[Force] = []
    near = [army for army in own if target in army.frontier]
    alone = -(-needed // constants.soldier_strength)
    if alone <= most:
        spare = _in_order(land, [zip(army.tiles, army.spare, strict=True) for army in near])
        sets += [Force(picked) for picked in _picks(spare, alone)]
    home = _home(near)
    beside = -(-max(0, needed - constants.warlord_strength) // constants.soldier_strength)
    if home is not None and beside < min(alone, most):
        spare = _in_order(land, [zip(army.tiles, army.with_warlord, strict=True) for army in near])
        sets += [Force(picked, home) for picked in _picks(spare, beside)]
    return sets


def _in_order(
    land: Map, spare: Sequence[Iterable[tuple[Place, int]]]
) -> Sequence[tuple[Place, int]]:
    """The tiles that Soldiers can leave, in the order of the map, as those of each army are."""
    leaving = [garrison for garrison in chain.from_iterable(spare) if garrison[1] > 0]
    return (
        leaving if len(spare) < 2 else sorted(leaving, key=lambda garrison: land.index[garrison[0]])
    )


def _home(near: Iterable[Army]) -> Place | None:
    return next((army.home for army in near if army.home is not None), None)


def _picks(
    spare: Sequence[tuple[Place, int]], wanted: int
) -> Sequence[tuple[tuple[Place, int], ...]]:
    """All ways to take `wanted` Soldiers from the tiles."""
    if wanted == 0:
        return [()]
    if sum([count for _, count in spare]) < wanted:
        return []
    (place, most), rest = spare[0], spare[1:]
    picks: list[tuple[tuple[Place, int], ...]] = []
    for count in range(min(most, wanted), 0, -1):
        picks += [((place, count), *picked) for picked in _picks(rest, wanted - count)]
    return [*picks, *_picks(rest, wanted)]
