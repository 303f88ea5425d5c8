"""What may happen, each with what follows from it on the table: one file a phase."""

from __future__ import annotations

from typing import TypeAlias

from hako.content.cultus.events.ending import (
    CentreScored,
    EnemyCentreScored,
    EnemyIconsScored,
    EnemyMonumentsScored,
    FinalScoringBegan,
    PlanScored,
    PlansRevealed,
)
from hako.content.cultus.events.enemy import (
    CharacterEmptied,
    CostBoardEmptied,
    EnemyAdvanced,
    EnemyReturned,
    EnemyScored,
    MonumentStayed,
    TopCardDiscarded,
    VpLost,
)
from hako.content.cultus.events.monuments import (
    BonusScored,
    CubeReplaced,
    EnemyMonumentMoved,
    LastCubePlaced,
    MonumentBuilt,
    MonumentCardTaken,
    MonumentCardTurnedUp,
    MonumentMoved,
    MoveScored,
    PowerScored,
    PowerUsed,
    SiteScored,
)
from hako.content.cultus.events.setup import (
    CharacterTaken,
    CubesPlaced,
    DecksMade,
    EnemyEntered,
    HandDealt,
    IncomeRowLaid,
    MedalPlaced,
    MonumentCardsLaid,
    PawnPlaced,
    PlanDealt,
    PlanKept,
    StartPlayerChosen,
    TownLaidOut,
)
from hako.content.cultus.events.turn import (
    CardDiscarded,
    CardDrawn,
    CardLaid,
    GoldAllotted,
    GoldLost,
    IncomeCardTurned,
    IncomeCounted,
    MedalPaid,
    MedalReturned,
    OverhandPaid,
    PawnMoved,
    PhaseBegan,
    PointsCounted,
    PointsLost,
    PointSpent,
    StepPaid,
    TurnBegan,
)

CultusEvent: TypeAlias = (
    IncomeRowLaid
    | HandDealt
    | TownLaidOut
    | DecksMade
    | CharacterTaken
    | PlanDealt
    | PlanKept
    | CubesPlaced
    | MonumentCardsLaid
    | StartPlayerChosen
    | MedalPlaced
    | PawnPlaced
    | EnemyEntered
    | TurnBegan
    | PhaseBegan
    | PointsCounted
    | PointSpent
    | PointsLost
    | CardDrawn
    | IncomeCardTurned
    | MedalReturned
    | CardDiscarded
    | CardLaid
    | IncomeCounted
    | GoldAllotted
    | GoldLost
    | PawnMoved
    | StepPaid
    | MedalPaid
    | OverhandPaid
    | MonumentBuilt
    | MonumentCardTaken
    | BonusScored
    | SiteScored
    | CubeReplaced
    | LastCubePlaced
    | MonumentCardTurnedUp
    | MonumentMoved
    | EnemyMonumentMoved
    | MoveScored
    | PowerUsed
    | PowerScored
    | TopCardDiscarded
    | EnemyAdvanced
    | EnemyReturned
    | EnemyScored
    | CostBoardEmptied
    | CharacterEmptied
    | VpLost
    | MonumentStayed
    | FinalScoringBegan
    | CentreScored
    | PlansRevealed
    | PlanScored
    | EnemyCentreScored
    | EnemyMonumentsScored
    | EnemyIconsScored
)

__all__ = [
    "BonusScored",
    "CardDiscarded",
    "CardDrawn",
    "CardLaid",
    "CentreScored",
    "CharacterEmptied",
    "CharacterTaken",
    "CostBoardEmptied",
    "CubeReplaced",
    "CubesPlaced",
    "CultusEvent",
    "DecksMade",
    "EnemyAdvanced",
    "EnemyCentreScored",
    "EnemyEntered",
    "EnemyIconsScored",
    "EnemyMonumentMoved",
    "EnemyMonumentsScored",
    "EnemyReturned",
    "EnemyScored",
    "FinalScoringBegan",
    "GoldAllotted",
    "GoldLost",
    "HandDealt",
    "IncomeCardTurned",
    "IncomeCounted",
    "IncomeRowLaid",
    "LastCubePlaced",
    "MedalPaid",
    "MedalPlaced",
    "MedalReturned",
    "MonumentBuilt",
    "MonumentCardTaken",
    "MonumentCardTurnedUp",
    "MonumentCardsLaid",
    "MonumentMoved",
    "MonumentStayed",
    "MoveScored",
    "OverhandPaid",
    "PawnMoved",
    "PawnPlaced",
    "PhaseBegan",
    "PlanDealt",
    "PlanKept",
    "PlanScored",
    "PlansRevealed",
    "PointSpent",
    "PointsCounted",
    "PointsLost",
    "PowerScored",
    "PowerUsed",
    "SiteScored",
    "StartPlayerChosen",
    "StepPaid",
    "TopCardDiscarded",
    "TownLaidOut",
    "TurnBegan",
    "VpLost",
]
