"""Costs and their payment, which needs no decision (monumental.pay.5)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from hako.content.monumental.cards.effects import Resource
from hako.content.monumental.realm import Amounts, Supply

PURSES: Mapping[Resource, tuple[Resource, ...]] = {
    "production": ("production", "production_token", "gold"),
    "science": ("science", "gold"),
    "military": ("military", "gold"),
}
"""The parts of a supply that pay each resource, in the order of use (monumental.pay.3-5)."""


def payment(
    supply: Supply, resource: Resource, cost: int, *, neutral: bool = False
) -> Amounts | None:
    """The amounts with which a supply pays a cost; None if it cannot.

    Neutral Military where it is allowed (`neutral`), then counters of the resource,
    Production tokens, and Gold last (monumental.pay.3-5, pay.7).
    """
    paid: dict[Resource, int] = {}
    due = cost
    for purse in _purses(resource, neutral):
        if due <= 0:
            break
        if held := getattr(supply, purse):
            paid[purse] = part = min(due, held)
            due -= part
    return None if due > 0 else paid


def affordable(supply: Supply, resource: Resource) -> int:
    """The highest cost for which there is a `payment` without neutral Military."""
    return sum(supply.of(purse) for purse in _purses(resource, neutral=False))


def means(supply: Supply) -> tuple[int, int, int]:
    """The highest costs that are `affordable` in Production, in Science and in Military."""
    gold = supply.gold
    production = supply.production + supply.production_token + gold
    return production, supply.science + gold, supply.military + gold


def for_military(supply: Supply) -> int:
    """The highest cost that is `affordable` in Military; `means` computes all three."""
    return supply.military + supply.gold


@cache
def _purses(resource: Resource, neutral: bool) -> tuple[Resource, ...]:
    purses = PURSES.get(resource, (resource,))
    return ("military_neutral", *purses) if neutral and resource == "military" else purses


def reduced(cost: int, discount: int = 0, *, half: bool = False) -> int:
    """A cost after a reduction; half rounds up (monumental.pay.6)."""
    return max(0, -(-cost // 2) if half else cost - discount)


def payable(means: int, discount: int = 0, *, half: bool = False) -> int:
    """The highest cost that is paid with so much after a reduction (monumental.pay.6)."""
    return 2 * means if half else means + discount
