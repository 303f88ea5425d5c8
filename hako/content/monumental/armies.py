"""Who can conquer what: a seat's units, where they get, and the sets of them that suffice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from hako.content.monumental.cards import Cards, Constants
from hako.content.monumental.cards.land import Map, MapId, Place
from hako.content.monumental.land import connected, defence, is_coastal, next_to, tiles_of
from hako.content.monumental.state import Tile, World
from hako.engine.content.files import at_hand, remembered
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


class Beside(Struct, frozen=True, gc=False):
    """Who of a seat's units could go to a Province."""

    soldiers: int
    """How many could leave while the Warlord stays."""
    with_warlord: int
    """How many could leave while the Warlord leaves, too."""
    warlord: bool
    """Whether it could leave."""

    def plus(self, other: Beside) -> Beside:
        """These units and others."""
        return Beside(
            self.soldiers + other.soldiers,
            self.with_warlord + other.with_warlord,
            self.warlord or other.warlord,
        )

    def strongest(self, constants: Constants, most: int) -> int:
        """The strength that at most so many units can have there together."""
        alone = min(most, self.soldiers) * constants.soldier_strength
        if not self.warlord or most < 1:
            return alone
        soldiers = min(most - 1, self.with_warlord) * constants.soldier_strength
        return max(alone, soldiers + constants.warlord_strength)


class Front(Struct, frozen=True, gc=False):
    """A Province next to a seat's tiles that can be conquered."""

    place: Place
    owner: Seat | None
    """None is neutral."""
    defence: int
    beside: Beside

    def falls_to(self, constants: Constants, most: int) -> bool:
        """Whether at most so many of the seat's units conquer it."""
        return max(1, self.defence) <= self.beside.strongest(constants, most)


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


class Army(Struct, frozen=True):
    """A seat's units on tiles that hang together; each Province left keeps somebody.

    Tiles in the order of the map (monumental.conquer.1, conquer.4).
    """

    tiles: tuple[Place, ...]
    frontier: frozenset[Place]
    """The tiles next to theirs."""
    spare: tuple[tuple[Place, int], ...]
    """Soldiers that can leave each tile while the Warlord stays."""
    home: Place | None
    """Where the Warlord could leave."""
    with_warlord: tuple[tuple[Place, int], ...]
    """Soldiers that can leave each tile while the Warlord leaves, too."""
    together: Beside
    """Those of them that can leave."""


class Troops(Struct, frozen=True):
    """All units of a seat."""

    armies: tuple[Army, ...]
    """By the regions in which they stand."""
    fronts: tuple[tuple[Place, Beside], ...]
    """Provinces next to them that can be conquered, in the order of the map."""


def armies(world: World, seat: Seat) -> tuple[Army, ...]:
    """The units of a seat, by the regions in which they stand."""
    return _troops(world, seat).armies


def fronts(world: World, seat: Seat, target: Target = "any") -> Sequence[Front]:
    """Where a seat could conquer Provinces of that kind (monumental.conquer.1)."""
    found = _fronts(world, seat)
    return found if target == "any" else [it for it in found if _is_target(world, it, target)]


@at_hand
def _fronts(world: World, seat: Seat) -> Sequence[Front]:
    return [
        Front(place, world.tile(place).owner, defence(world, place), beside)
        for place, beside in _troops(world, seat).fronts
    ]


def conquerable(world: World, seat: Seat, target: Target = "any") -> Sequence[Place]:
    """The Provinces of that kind next to the seat's tiles."""
    return [front.place for front in fronts(world, seat, target)]


def _troops(world: World, seat: Seat) -> Troops:
    return _troops_on(world.content, world.map_id, tiles_of(world, seat))


@at_hand
def _troops_on(content: Cards, map_id: MapId, own: Mapping[Place, Tile]) -> Troops:
    return _mustered(content, map_id, tuple(own), tuple(own.values()))


@remembered  # asked for on every turn, and what a seat has on the map seldom changes
def _mustered(
    content: Cards, map_id: MapId, places: tuple[Place, ...], tiles: tuple[Tile, ...]
) -> Troops:
    land, own, found = content.map[map_id], dict(zip(places, tiles, strict=True)), list[Army]()
    left = set(own)
    for place in own:
        if place in left:
            region = connected(land, own, [place])
            left -= region
            found.append(_army(land, {its: own[its] for its in own if its in region}))
    beside = dict[Place, Beside]()
    for army in found:
        for place in army.frontier - land.homes:
            its = beside.get(place)
            beside[place] = its.plus(army.together) if its else army.together
    fronts = (
        (place, beside[place])
        for place in sorted(beside, key=land.index.__getitem__)
        if content.terrain[land.terrain[place]].is_conquerable
    )
    return Troops(tuple(found), tuple(fronts))


def _army(land: Map, tiles: Mapping[Place, Tile]) -> Army:
    spare, with_warlord, home = [], [], None
    for place, tile in tiles.items():
        keeps = not (place in land.homes or tile.outpost)
        spare.append((place, tile.soldiers - (keeps and not tile.warlord)))
        with_warlord.append((place, tile.soldiers - keeps))
        if tile.warlord and (tile.soldiers or not keeps):
            home = place
    return Army(
        tuple(tiles),
        next_to(land, tiles).difference(tiles),
        tuple(spare),
        home,
        tuple(with_warlord),
        Beside(
            sum([count for _, count in spare]),
            sum([count for _, count in with_warlord if count > 0]),
            home is not None,
        ),
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
