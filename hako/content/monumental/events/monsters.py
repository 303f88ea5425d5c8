"""Events of the Monsters."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.monumental.cards.card_types import MonsterId
from hako.content.monumental.cards.effects import Resource
from hako.content.monumental.cards.land import Place
from hako.content.monumental.state import Lair, World
from hako.engine.rules.model import Event, Seat


class MonsterRevealed(Event[World], frozen=True):
    """A Monster was revealed; the Province of its token is its lair (monumental.monster.2)."""

    matters = True

    seat: Seat
    monster: MonsterId
    place: Place

    def apply(self, world: World, /) -> World:
        lair = Lair(self.monster, self.place, self.seat)
        return replace(world, lairs=(*world.lairs, lair))


class MonsterSlain(Event[World], frozen=True):
    """A seat slew a Monster and keeps its card (monumental.monster.7, 9)."""

    matters = True

    seat: Seat
    monster: MonsterId

    def apply(self, world: World, /) -> World:
        lairs = tuple(lair for lair in world.lairs if lair.monster != self.monster)
        realm = world.realms[self.seat]
        realm = replace(realm, monsters=(*realm.monsters, self.monster))
        return replace(world, lairs=lairs).with_realm(self.seat, realm)


class MonsterRavaged(Event[World], frozen=True):
    """A Monster overcame a garrison, in its lair or beside it (monumental.monster.8)."""

    seat: Seat
    """Whose garrison it was."""
    monster: MonsterId
    place: Place

    def apply(self, world: World, /) -> World:
        return world


class RavageSuffered(Event[World], frozen=True):
    """A seat lost something to a Monster (monumental.op.lose)."""

    seat: Seat
    monster: MonsterId
    lost: dict[Resource, int]

    def apply(self, world: World, /) -> World:
        return world.with_less(self.seat, self.lost)
