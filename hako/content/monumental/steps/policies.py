"""Developing Policies (monumental.policy.1-4)."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.monumental.actions import DevelopPolicy
from hako.content.monumental.cards.card_types import PolicyId
from hako.content.monumental.events.acquisitions import PolicyDeveloped
from hako.content.monumental.state import World
from hako.content.monumental.steps.draw_and_activate import Moves
from hako.content.monumental.steps.effect_queue import CarryOut
from hako.engine.rules.model import Seat


def policy_cost(world: World, seat: Seat) -> int | None:
    """Culture for the next Policy of a seat, or None if it has developed them all."""
    developed = len(world.realms[seat].policies)
    costs = world.content.constants.policy_costs
    return costs[developed] if developed < len(costs) else None


def developable(world: World, seat: Seat) -> Sequence[DevelopPolicy]:
    """The Policies that a seat can develop now (monumental.policy.1)."""
    cost = policy_cost(world, seat)
    if cost is None or cost > world.realms[seat].supply.culture:
        return ()
    return [DevelopPolicy(policy) for policy in world.policies_left(seat)]


def develop(world: World, seat: Seat, policy: PolicyId) -> Moves[World]:
    """Develop a Policy, and gain all bonuses, the oldest first (monumental.policy.2)."""
    cost = policy_cost(world, seat)
    assert cost is not None, "only a Policy that is left is offered"
    world = yield PolicyDeveloped(seat, policy, {"culture": cost} if cost else {})
    for developed in world.realms[seat].policies:
        if bonus := world.content.policy[developed].bonus:
            yield CarryOut(seat, bonus, developed)
    return world
