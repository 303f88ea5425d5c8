"""Events of the Automa, the opponent of the solo game."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from hako.content.monumental.cards.card_types import AutomaId
from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.cards.land import Place
from hako.content.monumental.face_down_stacks import Stack
from hako.content.monumental.state import AUTOMA, Automa, World
from hako.engine.rules.model import Event, Viewer, known

# ------------------------------------------------------------ Heroes


# ------------------------------------------------------------ Monsters


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
