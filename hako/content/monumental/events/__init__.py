"""What may happen, one file a part of the game."""

from __future__ import annotations

from typing import TypeAlias

from hako.content.monumental.events.army import (
    ArmyPaid,
    ExplorerMoved,
    GarrisonDestroyed,
    OutpostBuilt,
    ProvinceConquered,
    TokenTaken,
    TokenTurnedUp,
    UnitMoved,
    WarlordConquered,
)
from hako.content.monumental.events.cards import (
    BasicAcquired,
    CardAcquired,
    PolicyDeveloped,
    SectionCompleted,
    WonderCompleted,
    WonderLaidOnDeck,
    WonderTokenLeftAtCapital,
    WonderTokenPlaced,
)
from hako.content.monumental.events.city import (
    CardArchived,
    CardDrawn,
    CardLaid,
    CityActivated,
    CityCleared,
    EffectUsed,
    KnownCardDrawn,
    MarketTokenGained,
    MarketTokenUsed,
    ProgressPaid,
    ResourcesGained,
    SlotsActivated,
)
from hako.content.monumental.events.effects import EffectEvent
from hako.content.monumental.events.modules import ModuleEvent
from hako.content.monumental.events.rounds import (
    BonusesPaid,
    CountersLost,
    DisplayDiscarded,
    DisplayFilled,
    LastRoundAnnounced,
    Passed,
    PhaseBegan,
    RoundBegan,
    StartPlayerPassed,
    TakenForgotten,
    TurnBegan,
    TurnEnded,
    WholeTurnBegan,
)
from hako.content.monumental.events.setup import (
    CityDeckShuffled,
    CivilizationTaken,
    DeckStacked,
    DisplayLaidOut,
    MapLaid,
    StartingCardsTaken,
    StartingGoldPaid,
    StartPlayerChosen,
    TokensDealt,
)

MonumentalEvent: TypeAlias = (
    CivilizationTaken
    | MapLaid
    | TokensDealt
    | DeckStacked
    | DisplayLaidOut
    | StartPlayerChosen
    | StartingGoldPaid
    | StartingCardsTaken
    | CityDeckShuffled
    | RoundBegan
    | PhaseBegan
    | TurnBegan
    | WholeTurnBegan
    | TurnEnded
    | Passed
    | CountersLost
    | DisplayDiscarded
    | DisplayFilled
    | TakenForgotten
    | StartPlayerPassed
    | LastRoundAnnounced
    | BonusesPaid
    | SlotsActivated
    | CityActivated
    | CardDrawn
    | KnownCardDrawn
    | ResourcesGained
    | MarketTokenGained
    | MarketTokenUsed
    | EffectUsed
    | ProgressPaid
    | CardArchived
    | CityCleared
    | CardLaid
    | CardAcquired
    | BasicAcquired
    | SectionCompleted
    | WonderCompleted
    | WonderLaidOnDeck
    | WonderTokenPlaced
    | WonderTokenLeftAtCapital
    | PolicyDeveloped
    | GarrisonDestroyed
    | ProvinceConquered
    | WarlordConquered
    | TokenTurnedUp
    | ArmyPaid
    | UnitMoved
    | OutpostBuilt
    | ExplorerMoved
    | TokenTaken
    | EffectEvent
    | ModuleEvent
)
