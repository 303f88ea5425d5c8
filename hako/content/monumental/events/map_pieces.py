"""Events on the map: conquest, moves, Outposts, Explorers."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.monumental.actions import EXPLORERS, Unit, Which
from hako.content.monumental.cards import PRODUCTION
from hako.content.monumental.cards.effects import MarketId, Resource
from hako.content.monumental.cards.land import Place
from hako.content.monumental.state import Tile, World
from hako.engine.rules.model import Event, Seat


class GarrisonDestroyed(Event[World], frozen=True):
    """A garrison went home, and its Outpost to the supply (monumental.conquer.6)."""

    seat: Seat
    """Whose garrison it was."""
    place: Place

    def apply(self, world: World, /) -> World:
        tile, home = world.tile(self.place), world.capital(self.seat)
        realm = world.realms[self.seat]
        world = world.with_realm(self.seat, replace(realm, outposts=realm.outposts + tile.outpost))
        capital = world.tile(home)
        capital = replace(
            capital,
            soldiers=capital.soldiers + tile.soldiers,
            warlord=capital.warlord or tile.warlord,
        )
        empty = replace(tile, owner=None, soldiers=0, warlord=False, outpost=False)
        return world.with_tiles({self.place: empty, home: capital})


class ProvinceConquered(Event[World], frozen=True):
    """Soldiers took a Province (monumental.conquer.5)."""

    matters = True
    counts = "for"

    seat: Seat
    place: Place
    soldiers: dict[Place, int]
    """The number of Soldiers from each tile."""
    paid: dict[Resource, int]

    def apply(self, world: World, /) -> World:
        count = sum(self.soldiers.values())
        tiles = {self.place: replace(world.tile(self.place), owner=self.seat, soldiers=count)}
        for place, leaving in self.soldiers.items():
            tile = world.tile(place)
            tiles[place] = replace(tile, soldiers=tile.soldiers - leaving)
        realm = world.realms[self.seat]
        realm = replace(realm, supply=realm.supply.minus(self.paid), conquered=True)
        return world.with_tiles(tiles).with_realm(self.seat, realm)


class WarlordConquered(ProvinceConquered, frozen=True):
    """The Warlord, and Soldiers if any, took a Province (monumental.conquer.9)."""

    warlord: Place
    """The tile that it left."""

    def apply(self, world: World, /) -> World:
        left = replace(world.tile(self.warlord), warlord=False)
        world = super().apply(world.with_tile(self.warlord, left))
        return world.with_tile(self.place, replace(world.tile(self.place), warlord=True))


class TokenTurnedUp(Event[World], frozen=True):
    """The token of a conquered Province was turned up (monumental.conquer.8)."""

    reveals = True

    seat: Seat
    place: Place
    token: str

    def apply(self, world: World, /) -> World:
        number = world.land.index[self.place]
        tokens = world.tokens.without(number, is_monster=self.token in world.content.monster)
        tile = replace(world.tile(self.place), site=None)
        return replace(world, tokens=tokens).with_tile(self.place, tile)


class ArmyPaid(Event[World], frozen=True):
    """A seat paid for moving a unit (monumental.move.1)."""

    quiet = True

    seat: Seat
    paid: dict[Resource, int]

    def apply(self, world: World, /) -> World:
        return world.with_less(self.seat, self.paid)


class UnitMoved(Event[World], frozen=True):
    """A Soldier or Warlord moved from one tile to another (monumental.move.1)."""

    seat: Seat
    unit: Unit
    source: Place
    place: Place

    def apply(self, world: World, /) -> World:
        left = _with(world.tile(self.source), self.unit, -1)
        reached = _with(world.tile(self.place), self.unit, +1)
        return world.with_tiles({self.source: left, self.place: reached})


class OutpostBuilt(Event[World], frozen=True):
    """Soldiers went home and an Outpost stands in their place (monumental.outpost.1)."""

    seat: Seat
    place: Place
    soldiers: int

    def apply(self, world: World, /) -> World:
        tile, home = world.tile(self.place), world.capital(self.seat)
        built = replace(tile, soldiers=tile.soldiers - self.soldiers, outpost=True)
        capital = world.tile(home)
        capital = replace(capital, soldiers=capital.soldiers + self.soldiers)
        world = world.with_tiles({self.place: built, home: capital})
        realm = world.realms[self.seat]
        return world.with_realm(self.seat, replace(realm, outposts=realm.outposts - 1))


class ExplorerMoved(Event[World], frozen=True):
    """An Explorer went to the next tile (monumental.explorer.1)."""

    seat: Seat
    explorer: Which
    place: Place
    paid: dict[Resource, int]

    def apply(self, world: World, /) -> World:
        number = EXPLORERS.index(self.explorer)
        realm = world.realms[self.seat]
        explorer = replace(realm.explorers[number], place=self.place)
        explorers = realm.explorers_with(number, explorer)
        realm = replace(realm, explorers=explorers, supply=realm.supply.minus(self.paid))
        return world.with_realm(self.seat, realm)


class TokenTaken(Event[World], frozen=True):
    """An Explorer took the Production or Market token of its tile (monumental.explorer.2)."""

    seat: Seat
    explorer: Which
    place: Place
    token: MarketId
    """"production", or the kind of a Market token."""

    def apply(self, world: World, /) -> World:
        number = EXPLORERS.index(self.explorer)
        realm = world.realms[self.seat]
        supply = realm.supply
        if self.token == PRODUCTION:
            supply = supply.plus({"production_token": 1})
        else:
            supply = replace(supply, market=(*supply.market, self.token))
        explorer = replace(realm.explorers[number], marked=True)
        explorers = realm.explorers_with(number, explorer)
        realm = replace(realm, explorers=explorers, supply=supply)
        world = world.with_tile(self.place, replace(world.tile(self.place), resource=None))
        return world.with_realm(self.seat, realm)


def _with(tile: Tile, unit: Unit, more: int) -> Tile:
    """A tile that a unit came to (+1) or left (-1)."""
    if unit == "warlord":
        return replace(tile, warlord=more > 0)
    return replace(tile, soldiers=tile.soldiers + more)
