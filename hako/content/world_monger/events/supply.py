"""Events of the supply: cards leave it by effects, and in the development phase."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.world_monger.cards import CardId, CivilizationId
from hako.content.world_monger.state import World
from hako.engine.content.files import Amount
from hako.engine.rules.model import Event


class _FromSupply(Event[World], frozen=True):
    """Cards of the supply went to a civilization."""

    civilization: CivilizationId
    card: CardId
    count: Amount = 1

    def apply(self, world: World, /) -> World:
        civilization = world.civilization(self.civilization)
        cards = (self.card,) * self.count
        world = world.without_supply(self.card, self.count)
        return world.with_civilization(
            replace(civilization, discard=(*civilization.discard, *cards))
        )


class CardsGained(_FromSupply, frozen=True):
    """An effect took cards to a discard pile (world_monger.term.7)."""


class CardsPutIntoPlay(_FromSupply, frozen=True):
    """An effect took cards into a play area (world_monger.term.3)."""

    def apply(self, world: World, /) -> World:
        civilization = world.civilization(self.civilization).with_area((self.card,) * self.count)
        return world.without_supply(self.card, self.count).with_civilization(civilization)


class CardAdded(_FromSupply, frozen=True):
    """A controller added a card to its civilization (world_monger.develop.2)."""


class FeatureAdded(_FromSupply, frozen=True):
    """Nobody controls a civilization: its feature culture was added (world_monger.develop.3)."""


class NothingAdded(Event[World], frozen=True):
    """There was no card to add to a civilization (world_monger.develop.3-4)."""

    civilization: CivilizationId

    def apply(self, world: World, /) -> World:
        return world
