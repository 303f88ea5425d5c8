"""Events of the Heroes."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from hako.content.monumental.cards.card_types import HeroId
from hako.content.monumental.cards.effects import Resource
from hako.content.monumental.face_down_stacks import Stack
from hako.content.monumental.state import World
from hako.engine.rules.model import Event, Seat, Viewer


class HeroesLaidOut(Event[World], frozen=True):
    """Some Heroes lie in the row; the others left the game unseen (monumental.hero.1)."""

    row: tuple[HeroId, ...]
    aside: tuple[HeroId | None, ...]
    """Sorted; None where masked. Anyone can reckon which they are."""

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, aside=(None,) * len(self.aside))

    def apply(self, world: World, /) -> World:
        return replace(world, heroes=self.row, heroes_aside=Stack(self.aside))


class HeroHired(Event[World], frozen=True):
    """A seat controls a Hero of the row (monumental.hero.2)."""

    seat: Seat
    hero: HeroId
    paid: dict[Resource, int]

    def apply(self, world: World, /) -> World:
        row = tuple(hero for hero in world.heroes if hero != self.hero)
        world = replace(world.with_less(self.seat, self.paid), heroes=row)
        return world.with_realm(self.seat, replace(world.realms[self.seat], hero=self.hero))


class HeroLaidAside(Event[World], frozen=True):
    """A returned Hero lies beside the deck until the display is refilled (monumental.hero.6)."""

    seat: Seat
    hero: HeroId

    def apply(self, world: World, /) -> World:
        realm = replace(world.realms[self.seat], hero_returned=True)
        return world.with_realm(self.seat, realm)


class HeroWentBack(Event[World], frozen=True):
    """A Hero is in the row again, for anybody to hire (monumental.hero.7-8)."""

    seat: Seat
    """The seat that controlled it."""
    hero: HeroId

    def apply(self, world: World, /) -> World:
        realm = world.realms[self.seat]
        realm = replace(realm, hero=None, hero_returned=False)
        if world.mode == "classic":  # its return effect cannot be used again in the same turn
            realm = replace(realm, heroes_returned=(*realm.heroes_returned, self.hero))
        return replace(world, heroes=(*world.heroes, self.hero)).with_realm(self.seat, realm)
