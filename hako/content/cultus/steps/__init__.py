"""The rules, in the rulebook's order: one file a phase, and one for each kind of action."""

from __future__ import annotations

from typing import TypeAlias

from hako.content.cultus.steps.acting import ActionPhase, OfferActions, TakeAction
from hako.content.cultus.steps.ending import FinalScoring, ScoreEnemy
from hako.content.cultus.steps.enemies import (
    CountForEnemy,
    DrawForEnemy,
    EnemyDraws,
    EnemyEffect,
    EnemyPhase,
    GatherNext,
    GatherRest,
    PushAway,
)
from hako.content.cultus.steps.gold import SplitGold
from hako.content.cultus.steps.monuments import DiscardForMove, PayForMove, PushOn
from hako.content.cultus.steps.placing import Lay, LayFirstCard
from hako.content.cultus.steps.powers import PickMonument, PickMonumentCell, PickPawnCell
from hako.content.cultus.steps.setup import (
    FirstCard,
    PickCharacter,
    PickCorner,
    PickMedalSpace,
    PickPlan,
    SetUp,
    SetUpPlayers,
    SetUpSolo,
)
from hako.content.cultus.steps.turns import (
    DiscardDown,
    DrawNext,
    EndPhase,
    HandPhase,
    IncomePhase,
    StartDraw,
    StartPhase,
    TakeTurn,
)
from hako.content.cultus.steps.walking import PickPay, WalkOn

CultusStep: TypeAlias = (
    SetUp
    | SetUpPlayers
    | SetUpSolo
    | PickCharacter
    | PickPlan
    | PickMedalSpace
    | PickCorner
    | FirstCard
    | LayFirstCard
    | TakeTurn
    | StartPhase
    | DrawNext
    | StartDraw
    | IncomePhase
    | SplitGold
    | ActionPhase
    | OfferActions
    | TakeAction
    | WalkOn
    | PickPay
    | Lay
    | PushOn
    | PayForMove
    | DiscardForMove
    | PickPawnCell
    | PickMonument
    | PickMonumentCell
    | HandPhase
    | DiscardDown
    | EnemyPhase
    | EnemyEffect
    | EnemyDraws
    | DrawForEnemy
    | PushAway
    | GatherRest
    | GatherNext
    | CountForEnemy
    | EndPhase
    | FinalScoring
    | ScoreEnemy
)

__all__ = ["CultusStep", "SetUp"]
