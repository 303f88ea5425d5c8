"""Heroes, Monsters, and the Automa of the solo game."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from hako.content.monumental.cards.card_types import AutomaId, HeroId, MonsterId
from hako.content.monumental.cards.effects import CardId, Resource
from hako.content.monumental.cards.land import Place
from hako.content.monumental.face_down_stacks import Stack
from hako.content.monumental.state import AUTOMA, Automa, Lair, World
from hako.engine.rules.model import Event, Seat, Viewer, known

# ------------------------------------------------------------ Heroes


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


# ------------------------------------------------------------ Monsters


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


# ------------------------------------------------------------ the Automa


class AutomaShuffled(Event[World], frozen=True):
    """The automa cards are shuffled into a new deck (monumental.solo.2)."""

    reveals = True

    order: tuple[str | None, ...]
    """The top card first; hidden from all."""

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, order=(None,) * len(self.order))

    def apply(self, world: World, /) -> World:
        automa = replace(known(world.automa), deck=Stack(self.order), discard=())
        return replace(world, automa=automa)


class AutomaCardTurnedUp(Event[World], frozen=True):
    """The Automa acts by this card (monumental.solo.2)."""

    reveals = True

    card: AutomaId
    left: int
    """Cards that its deck still has."""

    def apply(self, world: World, /) -> World:
        automa: Automa = known(world.automa)
        automa = replace(
            automa, deck=automa.deck.without_top(), discard=(*automa.discard, self.card)
        )
        return replace(world, automa=automa)


class AutomaTookCard(Event[World], frozen=True):
    """The Automa took a completed Wonder or a Knowledge from the display (monumental.solo.4)."""

    card: CardId

    def apply(self, world: World, /) -> World:
        display = tuple(tuple(card for card in row if card != self.card) for row in world.display)
        realm = world.realms[AUTOMA]
        if world.content.card[self.card].is_wonder:
            realm = replace(realm, wonders=(*realm.wonders, self.card))
        else:
            realm = replace(realm, knowledge=(*realm.knowledge, self.card))
        realm = replace(realm, archived=(*realm.archived, self.card))
        return replace(world, display=display).with_realm(AUTOMA, realm)


class AutomaTookToken(Event[World], frozen=True):
    """The Automa removed a Production or Market token from the game (monumental.solo.4)."""

    place: Place

    def apply(self, world: World, /) -> World:
        return world.with_tile(self.place, replace(world.tile(self.place), resource=None))


class AutomaGainedCulture(Event[World], frozen=True):
    """The Automa gained Culture (monumental.solo.6)."""

    culture: int

    def apply(self, world: World, /) -> World:
        return world.with_more(AUTOMA, {"culture": self.culture})
