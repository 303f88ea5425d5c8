"""Events that only effects cause."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.monumental.cards.effects import BasicResource, Resource
from hako.content.monumental.cards.land import Place
from hako.content.monumental.realm import SourceId
from hako.content.monumental.state import World
from hako.engine.rules.model import Event, Seat


class ResourcesPaid(Event[World], frozen=True):
    """A seat paid what a card asks for (monumental.op.exchange)."""

    seat: Seat
    source: str
    paid: dict[Resource, int]

    def apply(self, world: World, /) -> World:
        return world.with_less(self.seat, self.paid)


class CounterConverted(Event[World], frozen=True):
    """A seat turned a counter into another (monumental.op.convert)."""

    seat: Seat
    given: BasicResource
    taken: BasicResource

    def apply(self, world: World, /) -> World:
        return world.with_less(self.seat, {self.given: 1}).with_more(self.seat, {self.taken: 1})


class CardCopied(Event[World], frozen=True):
    """A card was copied, and brought again what it brings at once (monumental.city.9)."""

    seat: Seat
    card: SourceId
    """A card of the City, or a Policy."""
    gain: dict[Resource, int]

    def apply(self, world: World, /) -> World:
        return world.with_more(self.seat, self.gain)


class SoldiersDestroyed(Event[World], frozen=True):
    """Soldiers of a Province went home, but not all of its garrison (monumental.op.destroy)."""

    seat: Seat
    """Whose Soldiers they are."""
    place: Place
    soldiers: int

    def apply(self, world: World, /) -> World:
        tile, home = world.tile(self.place), world.capital(self.seat)
        world = world.with_tile(self.place, replace(tile, soldiers=tile.soldiers - self.soldiers))
        capital = world.tile(home)
        return world.with_tile(home, replace(capital, soldiers=capital.soldiers + self.soldiers))


class GoldStolen(Event[World], frozen=True):
    """A seat took Gold from another (monumental.op.steal)."""

    seat: Seat
    victim: Seat
    gold: int

    def apply(self, world: World, /) -> World:
        gold: dict[Resource, int] = {"gold": self.gold}
        return world.with_less(self.victim, gold).with_more(self.seat, gold)
