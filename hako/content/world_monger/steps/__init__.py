"""The rules, in the rulebook's order: one file a phase."""

from __future__ import annotations

from typing import TypeAlias

from hako.content.world_monger.steps.civilization import (
    CivilizationPhase,
    CivilizationTurn,
    OfferCards,
    PayDividend,
    UseCards,
)
from hako.content.world_monger.steps.development import (
    Develop,
    DevelopmentPhase,
    DevelopmentTurn,
)
from hako.content.world_monger.steps.effects import (
    CarryOut,
    DiscardAny,
    DiscardInOrder,
    PickCivilization,
    PickElsewhere,
    PickFromArea,
    PickFromSupply,
    PickLooked,
    PickNumber,
    ReturnInOrder,
)
from hako.content.world_monger.steps.investment import Invest, InvestmentPhase
from hako.content.world_monger.steps.rounds import (
    Cleanup,
    Deal,
    FinalSale,
    PickCivilizations,
    Round,
    SetUp,
)

WorldMongerStep: TypeAlias = (
    SetUp
    | PickCivilizations
    | Deal
    | Round
    | CivilizationPhase
    | CivilizationTurn
    | OfferCards
    | UseCards
    | CarryOut
    | PickFromArea
    | PickFromSupply
    | PickNumber
    | PickCivilization
    | PickElsewhere
    | PickLooked
    | DiscardInOrder
    | DiscardAny
    | ReturnInOrder
    | PayDividend
    | InvestmentPhase
    | Invest
    | DevelopmentPhase
    | DevelopmentTurn
    | Develop
    | Cleanup
    | FinalSale
)

__all__ = ["SetUp", "WorldMongerStep"]
