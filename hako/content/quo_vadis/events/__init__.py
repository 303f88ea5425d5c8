"""What may happen, each with what follows from it on the table: one file a phase."""

from __future__ import annotations

from typing import TypeAlias

from hako.content.quo_vadis.events.building import (
    Built,
    Demolished,
    DominionGained,
    Rebuilt,
    SkillScored,
    SkillSet,
    TerrainNamed,
    TerritoryScored,
)
from hako.content.quo_vadis.events.genesis import (
    ActionsCounted,
    AreaSelected,
    CardDiscarded,
    FaithConverted,
    GenerationChanged,
    GenerationContinued,
    ResourceTurned,
    WorkerPlaced,
    WrathStruck,
)
from hako.content.quo_vadis.events.rounds import (
    BuildingReturned,
    CityDestroyed,
    DominionLost,
    Gained,
    Paid,
    PhaseBegan,
    RingPlaced,
    RoundBegan,
    SkillUsed,
    TurnBegan,
    TurnEnded,
    VpGained,
    WorkerAscended,
    WorkerMoved,
    WorkersReturned,
)
from hako.content.quo_vadis.events.setup import (
    BasicSkillTaken,
    CardsDrawn,
    CubesSpread,
    EpicsShuffled,
    PacksPassed,
    RaceTaken,
    SkillsDealt,
    SkillsPicked,
    StartPlayerDrawn,
    TilePlaced,
)
from hako.content.quo_vadis.events.war import (
    CubesCaptured,
    Declared,
    DiceRolled,
    RolledOn,
    WarBegan,
    WarDecided,
    WarEnded,
    WorkerFightsOn,
    WorkerLeft,
)

QuoVadisEvent: TypeAlias = (
    TilePlaced
    | RaceTaken
    | SkillsDealt
    | SkillsPicked
    | PacksPassed
    | EpicsShuffled
    | CardsDrawn
    | CubesSpread
    | BasicSkillTaken
    | StartPlayerDrawn
    | RoundBegan
    | TurnBegan
    | PhaseBegan
    | TurnEnded
    | Gained
    | Paid
    | VpGained
    | SkillUsed
    | RingPlaced
    | WorkerMoved
    | WorkersReturned
    | WorkerAscended
    | BuildingReturned
    | CityDestroyed
    | DominionLost
    | AreaSelected
    | WrathStruck
    | WorkerPlaced
    | GenerationContinued
    | GenerationChanged
    | ActionsCounted
    | FaithConverted
    | CardDiscarded
    | ResourceTurned
    | WarBegan
    | Declared
    | DiceRolled
    | RolledOn
    | WarDecided
    | CubesCaptured
    | WorkerFightsOn
    | WorkerLeft
    | WarEnded
    | Built
    | Rebuilt
    | Demolished
    | DominionGained
    | SkillSet
    | TerrainNamed
    | TerritoryScored
    | SkillScored
)

__all__ = [
    "ActionsCounted",
    "AreaSelected",
    "BasicSkillTaken",
    "BuildingReturned",
    "Built",
    "CardDiscarded",
    "CardsDrawn",
    "CityDestroyed",
    "CubesCaptured",
    "CubesSpread",
    "Declared",
    "Demolished",
    "DiceRolled",
    "DominionGained",
    "DominionLost",
    "EpicsShuffled",
    "FaithConverted",
    "Gained",
    "GenerationChanged",
    "GenerationContinued",
    "PacksPassed",
    "Paid",
    "PhaseBegan",
    "QuoVadisEvent",
    "RaceTaken",
    "Rebuilt",
    "ResourceTurned",
    "RingPlaced",
    "RolledOn",
    "RoundBegan",
    "SkillScored",
    "SkillSet",
    "SkillUsed",
    "SkillsDealt",
    "SkillsPicked",
    "StartPlayerDrawn",
    "TerrainNamed",
    "TerritoryScored",
    "TilePlaced",
    "TurnBegan",
    "TurnEnded",
    "VpGained",
    "WarBegan",
    "WarDecided",
    "WarEnded",
    "WorkerAscended",
    "WorkerFightsOn",
    "WorkerLeft",
    "WorkerMoved",
    "WorkerPlaced",
    "WorkersReturned",
    "WrathStruck",
]
