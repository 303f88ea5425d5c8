"""The worth of cards in basic resources, by fixed weights: estimates for bots."""

from __future__ import annotations

from collections.abc import Iterable

from hako.content.monumental.cards.card_types import Card
from hako.content.monumental.cards.effects import (
    AcquireEffect,
    ActivateEffect,
    ArchiveEffect,
    BuildOutpostEffect,
    CompleteSectionEffect,
    ConquerEffect,
    ConvertEffect,
    CopyEffect,
    DestroyEffect,
    DrawEffect,
    Effect,
    ExchangeEffect,
    GainEffect,
    GainPerEffect,
    MoveExplorerEffect,
    MoveUnitsEffect,
    Pay,
    Resources,
    StealEffect,
)

WEIGHTS = {
    "production": 1.0,
    "science": 1.0,
    "military": 1.0,
    "military_neutral": 0.8,
    "gold": 1.25,
    "culture": 1.7,
    "production_token": 1.1,
    "basic": 1.1,
    "market": 2.2,
}
"""The worth of one piece of each resource."""

DRAW, ACTIVATION, ARCHIVED = 1.6, 2.0, 1.5


def amount_worth(amounts: Resources | Pay) -> float:
    """The worth of some resources together."""
    return sum(weight * getattr(amounts, name, 0) for name, weight in WEIGHTS.items())


def effects_worth(effects: Iterable[Effect]) -> float:
    """An estimate of the worth of using effects once."""
    return sum(_worth(effect) * (0.6 if effect.condition else 1.0) for effect in effects)


def card_worth(card: Card) -> float:
    """The worth of activating a card once and using its text effect."""
    return amount_worth(card.activate) + effects_worth(card.action)


def _worth(effect: Effect) -> float:
    match effect:
        case GainEffect(gain=gain):
            return amount_worth(gain)
        case GainPerEffect(plus=plus, each=each, max=most, resource=resource):
            return WEIGHTS[resource] * (plus + 0.7 * each * most)
        case ExchangeEffect(pay=pay, gain=gain, times=times):
            return max(0.0, amount_worth(gain) - amount_worth(pay)) * times
        case DrawEffect(n=count):
            return DRAW * count
        case ActivateEffect(n=count):
            return ACTIVATION * count
        case ArchiveEffect(n=count, gain=gain):
            return (ARCHIVED + amount_worth(gain)) * count
        case AcquireEffect(discount=discount) | CompleteSectionEffect(discount=discount):
            return 0.8 * discount if discount else 2.2
        case ConquerEffect(discount=discount, free=free):
            return 2.5 if free else 0.8 * discount
        case (
            MoveUnitsEffect()
            | MoveExplorerEffect()
            | CopyEffect()
            | ConvertEffect()
            | BuildOutpostEffect()
            | DestroyEffect()
            | StealEffect()
        ):
            return _small(effect)


def _small(
    effect: MoveUnitsEffect
    | MoveExplorerEffect
    | CopyEffect
    | ConvertEffect
    | BuildOutpostEffect
    | DestroyEffect
    | StealEffect,
) -> float:
    """The worth of the other effects, by a flat estimate for each kind."""
    match effect:
        case MoveUnitsEffect(n=count):
            return 0.05 * count
        case ConvertEffect(n=count):
            return 0.2 * count
        case MoveExplorerEffect(n=count):
            return 0.3 * count
        case CopyEffect():
            return 1.5
        case BuildOutpostEffect():
            return 0.3
        case DestroyEffect(n=count):
            return 0.4 * count
        case StealEffect(n=count):
            return WEIGHTS["gold"] * count
