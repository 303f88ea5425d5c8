"""What may happen, each with what follows from it on the table."""

from __future__ import annotations

from typing import TypeAlias

from hako.content.world_monger.events.civilization import (
    CardDiscarded,
    CardDiscardedElsewhere,
    CardRefreshed,
    CardTrashed,
    CardUsed,
    DividendPaid,
    HolderPaid,
)
from hako.content.world_monger.events.decks import (
    CardPutOnDeck,
    CardsDrawn,
    CardsLaidOut,
    CardsLookedAt,
    DeckReshuffled,
    LookedCardDiscarded,
    LookedCardPutIntoPlay,
    LookedCardReturned,
)
from hako.content.world_monger.events.rounds import (
    AreasCleared,
    CivilizationPlaced,
    DeckShuffled,
    FinalRoundAnnounced,
    PhaseBegan,
    PricesSet,
    RoundBegan,
    StartPlayerChosen,
    StartPlayerPassed,
    SupplyLaidOut,
)
from hako.content.world_monger.events.shares import (
    EndValuesFound,
    Passed,
    ShareBought,
    SharesCashed,
    SharesSold,
)
from hako.content.world_monger.events.supply import (
    CardAdded,
    CardsGained,
    CardsPutIntoPlay,
    FeatureAdded,
    NothingAdded,
)

WorldMongerEvent: TypeAlias = (
    CivilizationPlaced
    | SupplyLaidOut
    | DeckShuffled
    | StartPlayerChosen
    | RoundBegan
    | PhaseBegan
    | PricesSet
    | FinalRoundAnnounced
    | AreasCleared
    | StartPlayerPassed
    | DeckReshuffled
    | CardsLaidOut
    | CardsDrawn
    | CardsLookedAt
    | LookedCardPutIntoPlay
    | LookedCardDiscarded
    | LookedCardReturned
    | CardUsed
    | CardRefreshed
    | CardTrashed
    | CardDiscarded
    | CardDiscardedElsewhere
    | CardPutOnDeck
    | CardsGained
    | CardsPutIntoPlay
    | HolderPaid
    | DividendPaid
    | ShareBought
    | SharesSold
    | Passed
    | CardAdded
    | FeatureAdded
    | NothingAdded
    | EndValuesFound
    | SharesCashed
)

__all__ = ["WorldMongerEvent"]
