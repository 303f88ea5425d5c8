"""The rules, in the rulebook's order: one file a phase."""

from __future__ import annotations

from typing import TypeAlias

from hako.content.quo_vadis.steps.build import BuildOn, BuildPhase, OfferBuilding
from hako.content.quo_vadis.steps.end import (
    AfterDominion,
    Ascend,
    ChooseCapital,
    ChooseSkill,
    ChooseTerrain,
    ClimbStairway,
    EndPhase,
    EndTurn,
    GainDominion,
    ReturnSurplus,
    ScoreTerritory,
    Settle,
    TidyOn,
    TidyUp,
)
from hako.content.quo_vadis.steps.epics import (
    Convert,
    DiscardAfterChange,
    DiscardCards,
    GenesisEnd,
    GuideWorkers,
    March,
    MoveWorkers,
    Prosper,
    ResolveCard,
    SideEffects,
    WorkMiracle,
)
from hako.content.quo_vadis.steps.place import PlaceFirst, PlaceFurther, PlacingBegins
from hako.content.quo_vadis.steps.play import CountActions, PlayCard, UseRenaissance
from hako.content.quo_vadis.steps.retreat import (
    Console,
    GainAny,
    LoseBuildings,
    LoseWar,
    OfferGain,
    OfferRetreat,
    PickReturning,
    Retreat,
    ReturnWorkers,
)
from hako.content.quo_vadis.steps.rounds import FinalSettlement, Round, TakeTurn
from hako.content.quo_vadis.steps.selection import (
    ChooseArea,
    GenesisBegins,
    Harvest,
    RaiseTide,
    TurnStart,
)
from hako.content.quo_vadis.steps.setup import (
    DealEpics,
    DealSkills,
    DraftSkill,
    DrawStartPlayer,
    LayTile,
    PickBasicSkill,
    PickRace,
    SetUp,
    SpreadResources,
    TakeRaces,
)
from hako.content.quo_vadis.steps.war import (
    AskDeclaration,
    AskToRollOn,
    AskTruce,
    CallTruce,
    DecideWar,
    DeclareSpirit,
    EndWar,
    GoOn,
    RollDice,
    WarPhase,
)
from hako.content.quo_vadis.steps.wrath import OfferWrath, StrikeArea

QuoVadisStep: TypeAlias = (
    SetUp
    | LayTile
    | TakeRaces
    | PickRace
    | DealSkills
    | DraftSkill
    | DealEpics
    | SpreadResources
    | PickBasicSkill
    | DrawStartPlayer
    | Round
    | TakeTurn
    | TurnStart
    | Harvest
    | ChooseArea
    | GenesisBegins
    | RaiseTide
    | OfferWrath
    | StrikeArea
    | PlacingBegins
    | PlaceFirst
    | PlaceFurther
    | PlayCard
    | UseRenaissance
    | CountActions
    | ResolveCard
    | WorkMiracle
    | Convert
    | GuideWorkers
    | MoveWorkers
    | SideEffects
    | Prosper
    | DiscardAfterChange
    | DiscardCards
    | GenesisEnd
    | March
    | WarPhase
    | AskTruce
    | CallTruce
    | AskDeclaration
    | DeclareSpirit
    | RollDice
    | AskToRollOn
    | GoOn
    | DecideWar
    | LoseWar
    | OfferRetreat
    | Retreat
    | ReturnWorkers
    | PickReturning
    | LoseBuildings
    | Console
    | OfferGain
    | GainAny
    | EndWar
    | BuildPhase
    | OfferBuilding
    | BuildOn
    | EndPhase
    | GainDominion
    | ChooseCapital
    | AfterDominion
    | TidyUp
    | Ascend
    | TidyOn
    | ClimbStairway
    | ReturnSurplus
    | Settle
    | ChooseSkill
    | ChooseTerrain
    | ScoreTerritory
    | EndTurn
    | FinalSettlement
)

__all__ = ["QuoVadisStep", "SetUp"]
