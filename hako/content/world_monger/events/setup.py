"""Events of the set-up."""

from __future__ import annotations

from collections import Counter
from typing import Self

from msgspec.structs import replace

from hako.content.world_monger.cards import CardId, CivilizationId
from hako.content.world_monger.state import Civilization, Pile, World
from hako.engine.rules.model import Event, Seat, Viewer


class CivilizationPlaced(Event[World], frozen=True):
    """A civilization lies below those placed before, with its starting deck."""

    civilization: CivilizationId

    def apply(self, world: World, /) -> World:
        cards = world.content.civilization[self.civilization].start_deck
        placed = Civilization(
            id=self.civilization,
            shares=tuple(0 for _ in world.seats),
            deck=tuple(sorted(card for card, count in cards.items() for _ in range(count))),
            sights=tuple(() for _ in range(len(world.seats) + 1)),
        )
        return replace(world, civilizations=(*world.civilizations, placed))


class SupplyLaidOut(Event[World], frozen=True):
    """The cards that the starting decks left of their cultures became the supply (setup.7-9)."""

    quiet = True

    def apply(self, world: World, /) -> World:
        cards = Counter(card for civilization in world.civilizations for card in civilization.deck)
        counts = [(card, cards[card.id]) for card in world.content.cultures]
        supply = tuple(Pile(card.id, card.copies - used) for card, used in counts if used)
        return replace(world, supply=supply)


class DeckShuffled(Event[World], frozen=True):
    """A starting deck was shuffled (world_monger.setup.5)."""

    quiet = True

    civilization: CivilizationId
    order: tuple[CardId | None, ...]
    """The top card first; None in every view."""

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, order=tuple(None for _ in self.order))

    def apply(self, world: World, /) -> World:
        civilization = world.civilization(self.civilization)
        return world.with_civilization(replace(civilization, deck=self.order))


class StartPlayerChosen(Event[World], frozen=True):
    """The start player was drawn or named (world_monger.setup.12)."""

    seat: Seat

    def apply(self, world: World, /) -> World:
        return replace(world, start_player=self.seat)
