"""What things cost, and what they are paid with: payment needs no decision (monumental.pay.5)."""

from __future__ import annotations

from hako.content.monumental.cards.effects import Resource
from hako.content.monumental.realm import Amounts, Supply

GOLD_REPLACES: frozenset[Resource] = frozenset({"production", "science", "military"})
"""What 1 Gold pays 1 of (monumental.pay.3)."""


def payment(
    supply: Supply, resource: Resource, cost: int, *, neutral: bool = False
) -> Amounts | None:
    """What a supply pays a cost with, or None if it cannot.

    Neutral Military where it is allowed (`neutral`), then counters of the resource,
    Production tokens, and Gold last (monumental.pay.3-5, pay.7).
    """
    purses: list[Resource] = []
    if neutral and resource == "military":
        purses.append("military_neutral")
    purses.append(resource)
    if resource == "production":
        purses.append("production_token")
    if resource in GOLD_REPLACES:
        purses.append("gold")
    paid: dict[Resource, int] = {}
    due = max(0, cost)
    for purse in purses:
        if not due:
            break
        if part := min(due, supply.of(purse)):
            paid[purse] = part
            due -= part
    return None if due else paid


def affordable(supply: Supply, resource: Resource, *, neutral: bool = False) -> int:
    """The highest cost in a resource that a supply can pay."""
    most = supply.of(resource)
    if neutral and resource == "military":
        most += supply.military_neutral
    if resource == "production":
        most += supply.production_token
    if resource in GOLD_REPLACES:
        most += supply.gold
    return most


def reduced(cost: int, discount: int = 0, *, half: bool = False) -> int:
    """A cost after a reduction; half rounds up (monumental.pay.6)."""
    return max(0, -(-cost // 2) if half else cost - discount)
