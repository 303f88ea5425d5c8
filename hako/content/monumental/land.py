"""Questions about the map: control, reach, Defence, who can be sent where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from hako.content.monumental.cards import Constants
from hako.content.monumental.cards.entries import HeroId, PolicyId
from hako.content.monumental.cards.land import Place
from hako.content.monumental.state import Tile, World
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


# ------------------------------------------------------------ control


def tiles_of(world: World, seat: Seat) -> Sequence[Place]:
    """The Capital and the Provinces that a seat controls (monumental.gen.4)."""
    tiles = zip(world.land.places, world.tiles, strict=True)
    return [place for place, tile in tiles if tile.owner == seat]


def provinces_of(world: World, seat: Seat) -> Sequence[Place]:
    """The Provinces that a seat controls (monumental.map.2)."""
    return [place for place in tiles_of(world, seat) if not world.is_capital(place)]


def is_coastal(world: World, place: Place) -> bool:
    """Whether the tile is next to Water (monumental.map.3)."""
    return place in world.land.coastal


def borders(world: World, seat: Seat, place: Place) -> bool:
    """Whether the tile is next to one of the seat's tiles."""
    return any(world.tile(other).owner == seat for other in world.land.neighbours[place])


def region(world: World, seat: Seat, start: Iterable[Place]) -> frozenset[Place]:
    """The seat's tiles that can be reached from some of them through its tiles only."""
    own, neighbours = set(tiles_of(world, seat)), world.land.neighbours
    found: set[Place] = set()
    ahead = [place for place in start if place in own]
    while ahead:
        place = ahead.pop()
        if place not in found:
            found.add(place)
            ahead += (other for other in neighbours[place] if other in own)
    return frozenset(found)


# ------------------------------------------------------------ Defence


def garrison(world: World, tile: Tile) -> int:
    """The strength of the pieces on a tile (monumental.map.4)."""
    constants = world.content.constants
    return (
        tile.soldiers * constants.soldier_strength
        + tile.warlord * constants.warlord_strength
        + tile.outpost * constants.outpost_strength
    )


def passive_cards(world: World, seat: Seat) -> tuple[PolicyId | None, HeroId | None]:
    """The Policy and the Hero whose passive effects apply to a seat (monumental.policy.3)."""
    if world.is_automa(seat):
        return None, None  # its Policies have no effects (monumental.solo.6)
    realm = world.realm(seat)
    return realm.active_policy, None if realm.hero_returned else realm.hero


def passive_defence(world: World, seat: Seat) -> int:
    """Defence that each of the seat's Provinces has more."""
    policy, hero = passive_cards(world, seat)
    content = world.content
    return (content.policy[policy].passive.defence if policy else 0) + (
        content.hero[hero].passive.defence if hero else 0
    )


def passive_garrison(world: World, seat: Seat) -> int:
    """Garrison that each of the seat's Provinces has more against Monsters."""
    policy, hero = passive_cards(world, seat)
    content = world.content
    return (content.policy[policy].passive.garrison if policy else 0) + (
        content.hero[hero].passive.garrison if hero else 0
    )


class Defence(Struct, frozen=True):
    """What the Defence of a Province is made of (monumental.map.4)."""

    terrain: int
    wonder: int
    free_town: int
    garrison: int
    passive: int
    monster: int
    """Of a neutral lair (monumental.monster.9)."""

    def total(self) -> int:
        """The strength that conquers it."""
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
    tile, constants = world.tile(place), world.content.constants
    return Defence(
        terrain=world.content.terrain[world.land.terrain[place]].defence,
        wonder=constants.wonder_token_defence if tile.wonder else 0,
        free_town=constants.free_town_defence if tile.site == "free_town" else 0,
        garrison=garrison(world, tile),
        passive=0 if tile.owner is None else passive_defence(world, tile.owner),
        monster=0 if tile.owner is not None else _monsters_at(world, place),
    )


def defence(world: World, place: Place) -> int:
    """The Defence of a Province."""
    return defence_parts(world, place).total()


def _monsters_at(world: World, place: Place) -> int:
    lairs = (lair for lair in world.lairs if lair.place == place)
    return sum(world.content.monster[lair.monster].strength for lair in lairs)


# ------------------------------------------------------------ conquest


def conquerable(world: World, seat: Seat, target: Target = "any") -> Sequence[Place]:
    """The Provinces of that kind next to the seat's tiles (monumental.conquer.1)."""
    land, terrain = world.land, world.content.terrain
    own = set(tiles_of(world, seat))
    beside = {other for place in own for other in land.neighbours[place]} - own
    return [
        place
        for place, ground in land.terrain.items()
        if place in beside and terrain[ground].is_conquerable and _is_target(world, place, target)
    ]


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


class Muster(Struct, frozen=True):
    """Who of a seat can go to conquer a Province (monumental.conquer.1, conquer.4)."""

    needed: int
    """Strength."""
    spare: tuple[tuple[Place, int], ...]
    """Soldiers that can leave each tile while the Warlord stays."""
    home: Place | None
    """Where the Warlord could leave."""
    with_warlord: tuple[tuple[Place, int], ...]
    """Soldiers that can leave each tile while the Warlord leaves, too."""

    def alone(self, constants: Constants) -> int:
        """How many Soldiers are needed without the Warlord."""
        return -(-self.needed // constants.soldier_strength)

    def beside(self, constants: Constants) -> int | None:
        """How many are needed with the Warlord; None if it cannot go, or would be superfluous."""
        rest = max(0, self.needed - constants.warlord_strength)
        soldiers = -(-rest // constants.soldier_strength)
        superfluous = soldiers * constants.soldier_strength >= self.needed
        return None if self.home is None or superfluous else soldiers


def muster(world: World, seat: Seat, target: Place) -> Muster:
    """The units of a seat that reach a tile next to the target, and its Defence."""
    sources = region(world, seat, world.land.neighbours[target])
    spare, with_warlord, home = [], [], None
    for place in sources:
        tile = world.tile(place)
        keeps = not (world.is_capital(place) or tile.outpost)
        spare.append((place, tile.soldiers - (keeps and not tile.warlord)))
        with_warlord.append((place, tile.soldiers - keeps))
        if tile.warlord and (tile.soldiers or not keeps):
            home = place
    needed = max(1, defence(world, target))
    order = world.land.index
    return Muster(
        needed,
        tuple(sorted(spare, key=lambda its: order[its[0]])),
        home,
        tuple(sorted(with_warlord, key=lambda its: order[its[0]])),
    )


def forces(world: World, seat: Seat, target: Place, most: int) -> Sequence[Force]:
    """The sets of at most `most` units that conquer a Province (monumental.conquer.1-4).

    No unit of a set is superfluous, and each Province left keeps somebody. Sets without
    the Warlord come first.
    """
    constants, its = world.content.constants, muster(world, seat, target)
    found: list[Force] = []
    alone, beside = its.alone(constants), its.beside(constants)
    if alone <= most:
        found += (Force(picked) for picked in _picks(its.spare, alone))
    if beside is not None and beside < most:
        found += (Force(picked, its.home) for picked in _picks(its.with_warlord, beside))
    return found


def can_conquer(world: World, seat: Seat, target: Place, most: int) -> bool:
    """Whether there is a set of at most so many units for a Province."""
    constants = world.content.constants
    soldier, warlord = constants.soldier_strength, constants.warlord_strength
    strongest = (most - 1) * soldier + max(soldier, warlord)
    if most < 1 or strongest < defence(world, target):
        return False  # most Provinces are out of reach, and this is asked for each of them
    its = muster(world, seat, target)
    alone, beside = its.alone(constants), its.beside(constants)
    if alone <= min(most, sum(count for _, count in its.spare)):
        return True
    there = sum(max(0, count) for _, count in its.with_warlord)
    return beside is not None and beside < most and beside <= there


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


# ------------------------------------------------------------ moving


def may_leave(world: World, place: Place) -> bool:
    """Whether a unit can leave a tile without giving a Province up (monumental.move.2)."""
    tile = world.tile(place)
    return world.is_capital(place) or tile.soldiers + tile.warlord + tile.outpost > 1


def outpost_sites(world: World, seat: Seat, soldiers: int) -> Sequence[Place]:
    """Where a seat could build an Outpost (monumental.outpost.1)."""
    if not world.realm(seat).outposts:
        return []
    tiles = ((place, world.tile(place)) for place in provinces_of(world, seat))
    return [place for place, tile in tiles if tile.soldiers >= soldiers and not tile.outpost]


def token_sites(world: World, seat: Seat) -> Sequence[Place]:
    """Provinces of a seat without a Wonder token (monumental.wonder.5)."""
    return [place for place in provinces_of(world, seat) if world.tile(place).wonder is None]
