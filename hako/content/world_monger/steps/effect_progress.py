"""A card's effect while it is carried out, and the cards that it picks from play areas."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from hako.content.world_monger.actions import DiscardCard, RefreshCard, TopdeckCard, TrashCard
from hako.content.world_monger.cards import (
    CardId,
    CivilizationId,
    Discard,
    Pick,
    PutOnDeck,
    Refresh,
    Trash,
)
from hako.content.world_monger.events.civilization_phase import (
    CardDiscarded,
    CardRefreshed,
    CardTrashed,
)
from hako.content.world_monger.events.decks import CardPutOnDeck
from hako.content.world_monger.state import World
from hako.content.world_monger.steps.card_moves import top_cards
from hako.engine.rules.model import Event


class Use(Struct, frozen=True, gc=False):
    """A card's effect and its progress. Nothing in it is secret."""

    civilization: CivilizationId
    card: CardId
    number: int = 0
    """Index of the operation to be done now."""
    before: tuple[CardId, ...] = ()
    """The cards that the operation before moved, in that order."""
    moved: tuple[CardId, ...] = ()
    """The cards that this operation has moved so far."""
    target: CivilizationId | None = None
    """The civilization whose deck is looked at, if another one."""
    looked: int = 0
    """Number of cards looked at that are still on top of that deck."""

    @property
    def deck(self) -> CivilizationId:
        """The civilization whose deck is looked at."""
        return self.civilization if self.target is None else self.target

    def hand(self, world: World) -> tuple[CardId, ...]:
        """The cards looked at. Raises Hidden in the view of any other seat."""
        return top_cards(world, self.deck, self.looked)

    def with_moved(self, *cards: CardId) -> Use:
        """The same operation after it moved these cards."""
        return replace(self, moved=(*self.moved, *cards))

    def with_taken(self, card: CardId) -> Use:
        """The same operation after it took one of the cards looked at."""
        return replace(self, moved=(*self.moved, card), looked=self.looked - 1)


def pick(op: Pick, card: CardId) -> TrashCard | DiscardCard | TopdeckCard | RefreshCard:
    """The action that applies an operation to a card of a play area."""
    match op:
        case Trash():
            return TrashCard(card)
        case Discard():
            return DiscardCard(card)
        case PutOnDeck():
            return TopdeckCard(card)
        case Refresh():
            return RefreshCard(card)


def picked(
    civilization: CivilizationId, action: TrashCard | DiscardCard | TopdeckCard | RefreshCard
) -> Event[World]:
    """The event that follows from such an action."""
    match action:
        case TrashCard(card):
            return CardTrashed(civilization, card)
        case DiscardCard(card):
            return CardDiscarded(civilization, card)
        case TopdeckCard(card):
            return CardPutOnDeck(civilization, card)
        case RefreshCard(card):
            return CardRefreshed(civilization, card)
