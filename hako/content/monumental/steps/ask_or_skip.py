"""Choices that are skipped if no action is possible, and resolved at once if only one is."""

from __future__ import annotations

from typing import Any

from hako.content.monumental.actions import Stop
from hako.content.monumental.state import World
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution

STOP = Stop()


def offers(world: World, choice: Choice[World, Any]) -> bool:
    """True if a choice has an action other than `Stop`, which is always offered last."""
    actions = choice.actions(world)
    return bool(actions) and actions[0] != STOP


def ask(world: World, choice: Choice[World, Any], chance: Chance) -> Resolution[World]:
    """Yield the choice; skip it without a possible action, and resolve it if there is only one."""
    actions = choice.actions(world)
    if not actions or actions[0] == STOP:
        return
    if len(actions) == 1:
        yield from choice.resolve(world, actions[0], chance)
    else:
        yield choice
