"""Events of the civilization phase: the controllers use cards of their play areas."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.world_monger.cards import CardId, CivilizationId
from hako.content.world_monger.deck_knowledge import with_cards
from hako.content.world_monger.state import Laid, World
from hako.engine.rules.model import Event, Seat


class CardUsed(Event[World], frozen=True):
    """A card was used (world_monger.civ.4)."""

    seat: Seat
    civilization: CivilizationId
    card: CardId

    def apply(self, world: World, /) -> World:
        return _marked(world, self.civilization, self.card, used=True)


class CardRefreshed(Event[World], frozen=True):
    """A used card became unused."""

    civilization: CivilizationId
    card: CardId

    def apply(self, world: World, /) -> World:
        return _marked(world, self.civilization, self.card, used=False)


class CardTrashed(Event[World], frozen=True):
    """A card of a play area left the game (world_monger.term.5)."""

    civilization: CivilizationId
    card: CardId
    used: bool = False
    """True if it was a used card."""

    def apply(self, world: World, /) -> World:
        civilization = world.civilization(self.civilization)
        rest = civilization.without_laid(self.card, self.used)
        return world.with_civilization(
            replace(rest, trash=with_cards(civilization.trash, (self.card,)))
        )


class CardDiscarded(Event[World], frozen=True):
    """A card of a play area went to the discard pile (world_monger.term.4)."""

    civilization: CivilizationId
    card: CardId

    def apply(self, world: World, /) -> World:
        civilization = world.civilization(self.civilization).without_laid(self.card)
        return world.with_civilization(
            replace(civilization, discard=(*civilization.discard, self.card))
        )


class CardDiscardedElsewhere(Event[World], frozen=True):
    """A card of another civilization's play area was discarded, used or not."""

    civilization: CivilizationId
    """The other one."""
    card: CardId

    def apply(self, world: World, /) -> World:
        civilization = world.civilization(self.civilization).without_laid(self.card, None)
        return world.with_civilization(
            replace(civilization, discard=(*civilization.discard, self.card))
        )


class HolderPaid(Event[World], frozen=True):
    """An effect paid a seat for its Shares."""

    seat: Seat
    civilization: CivilizationId
    coins: int

    def apply(self, world: World, /) -> World:
        return world.with_coins(self.seat, self.coins)


class DividendPaid(Event[World], frozen=True):
    """A seat took the dividend for its Shares (world_monger.dividend.1)."""

    seat: Seat
    civilization: CivilizationId
    coins: int

    def apply(self, world: World, /) -> World:
        return world.with_coins(self.seat, self.coins)


def _marked(world: World, civilization: CivilizationId, card: CardId, *, used: bool) -> World:
    """The table with the leftmost such card of the other state marked as used or unused."""
    current = world.civilization(civilization)
    place = current.place(card, not used)
    area = (*current.area[:place], Laid(card, used), *current.area[place + 1 :])
    return world.with_civilization(replace(current, area=area))
