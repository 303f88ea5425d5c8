"""The actions of the game."""

from __future__ import annotations

from typing import Self, TypeAlias

from msgspec.structs import replace

from hako.content.world_monger.cards import CardId, CivilizationId
from hako.engine.rules.model import Action, Viewer

# ------------------------------------------------------------ before the game


class PickCivilization(Action, frozen=True):
    """Put a civilization on the table, below those picked before."""

    civilization: CivilizationId


# ------------------------------------------------------------ for a civilization


class UseCard(Action, frozen=True):
    """Use an unused card of the play area."""

    card: CardId


class EndTurn(Action, frozen=True):
    """Use no more cards."""


class TrashCard(Action, frozen=True):
    """Trash a card of the play area."""

    card: CardId


class DiscardCard(Action, frozen=True):
    """Discard a card of the play area."""

    card: CardId


class TopdeckCard(Action, frozen=True):
    """Put a card of the play area on top of the deck."""

    card: CardId


class RefreshCard(Action, frozen=True):
    """Make a used card of the play area unused again."""

    card: CardId


class Enough(Action, frozen=True):
    """Take no more cards."""


class GainCard(Action, frozen=True):
    """Take a card of the supply, to the discard pile."""

    card: CardId


class PutCard(Action, frozen=True):
    """Take a card of the supply, into the play area."""

    card: CardId


class PutCards(Action, frozen=True):
    """Take a number of cards of a supply pile, into the play area."""

    card: CardId
    count: int


class ChooseCivilization(Action, frozen=True):
    """Choose another civilization."""

    civilization: CivilizationId


class DiscardThere(Action, frozen=True):
    """Discard a card of another civilization's play area."""

    civilization: CivilizationId
    card: CardId


class PutLooked(Action, frozen=True):
    """Put a card looked at into the play area."""

    card: CardId


class DiscardLooked(Action, frozen=True):
    """Discard a card looked at."""

    card: CardId


class ReturnLooked(Action, frozen=True):
    """Put a card looked at back on the deck, above those that are not put back yet."""

    card: CardId | None
    """The card; None in the view of all other seats."""

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, card=None)


class AddCard(Action, frozen=True):
    """Add a card of the supply to a civilization."""

    can_premove = True

    card: CardId


# ------------------------------------------------------------ as an investor


class BuyShare(Action, frozen=True):
    """Buy a Share that lies in a play area."""

    kind = "buy"

    can_premove = True

    civilization: CivilizationId


class SellShares(Action, frozen=True):
    """Sell Shares of one civilization."""

    kind = "sell"

    can_premove = True

    civilization: CivilizationId
    count: int


class Pass(Action, frozen=True):
    """Neither buy nor sell."""

    kind = "end"

    can_premove = True


CivilizationAction: TypeAlias = UseCard | EndTurn
PickAction: TypeAlias = TrashCard | DiscardCard | TopdeckCard | RefreshCard | Enough
SupplyAction: TypeAlias = GainCard | PutCard
LookedAction: TypeAlias = PutLooked | DiscardLooked | ReturnLooked | Enough
InvestAction: TypeAlias = BuyShare | SellShares | Pass
WorldMongerAction: TypeAlias = (
    PickCivilization
    | CivilizationAction
    | PickAction
    | SupplyAction
    | PutCards
    | ChooseCivilization
    | DiscardThere
    | LookedAction
    | AddCard
    | InvestAction
)
