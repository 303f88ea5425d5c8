"""Every Step that the agenda may hold."""

from __future__ import annotations

from typing import TypeAlias

from hako.content.monumental.effects.carry_out import ChooseCopy, MayUseCopy
from hako.content.monumental.effects.city import ActivateMore, ArchiveCards
from hako.content.monumental.effects.exchange import AskAgain, ConvertCounters, ExchangeAgain
from hako.content.monumental.effects.foes import ChooseDestroyed
from hako.content.monumental.effects.gains import ChooseBasic, ChooseMarket
from hako.content.monumental.steps.acquire import ChooseCard
from hako.content.monumental.steps.army import ChooseDestination, ChooseOutpost, MoveUnits
from hako.content.monumental.steps.carry_out import CarryOut
from hako.content.monumental.steps.city import Activate
from hako.content.monumental.steps.conquest import (
    ChooseOption,
    ChooseTarget,
    ChooseUnits,
    TurnUpToken,
    WarlordTrigger,
)
from hako.content.monumental.steps.explorers import ChooseExplorer, MoveAnExplorer, MoveOn
from hako.content.monumental.steps.heroes import HeroesGoBack, LeaveHero
from hako.content.monumental.steps.monsters import (
    MeetMonster,
    MonsterAttacks,
    MonstersAttack,
    SlayMonsters,
)
from hako.content.monumental.steps.rounds import (
    ActFreely,
    Actions,
    EndOneTurn,
    EndRound,
    EndWholeTurn,
    NextTurn,
    Refill,
    Round,
    WholeTurn,
)
from hako.content.monumental.steps.setup import (
    ChooseCivilization,
    LayTable,
    SetUp,
    TakeCivilization,
)
from hako.content.monumental.steps.solo import AutomaTurn, FillAfterAutoma, TurnUpAutomaCard
from hako.content.monumental.steps.turn import GoOn, TakeTurn
from hako.content.monumental.steps.wonders import ChooseSection, FinishWonder, PlaceWonderToken

MonumentalStep: TypeAlias = (
    SetUp
    | ChooseCivilization
    | TakeCivilization
    | LayTable
    | Round
    | Activate
    | Actions
    | NextTurn
    | TakeTurn
    | GoOn
    | EndOneTurn
    | Refill
    | WholeTurn
    | ActFreely
    | EndWholeTurn
    | EndRound
    | CarryOut
    | ChooseCard
    | ChooseSection
    | FinishWonder
    | PlaceWonderToken
    | ChooseTarget
    | ChooseUnits
    | WarlordTrigger
    | TurnUpToken
    | ChooseOption
    | MoveUnits
    | ChooseDestination
    | ChooseOutpost
    | ChooseExplorer
    | MoveOn
    | MoveAnExplorer
    | ChooseBasic
    | ChooseMarket
    | ExchangeAgain
    | AskAgain
    | ConvertCounters
    | ActivateMore
    | ArchiveCards
    | ChooseCopy
    | MayUseCopy
    | ChooseDestroyed
    | LeaveHero
    | HeroesGoBack
    | MeetMonster
    | SlayMonsters
    | MonstersAttack
    | MonsterAttacks
    | AutomaTurn
    | TurnUpAutomaCard
    | FillAfterAutoma
)
