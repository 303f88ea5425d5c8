"""Each effect carried out: what it does at once, and what it asks."""

from __future__ import annotations

from hako.content.monumental.cards.effects import (
    DrawEffect,
    Effect,
    Effects,
    GainEffect,
    MoveExplorerEffect,
    Resources,
)
from hako.content.monumental.realm import RESOURCES
from hako.content.monumental.state import World
from hako.content.monumental.steps.draws import draw, gain
from hako.content.monumental.steps.explorers import ChooseExplorer
from hako.engine.chance import Chance
from hako.engine.rules import Resolution, Seat


def carry_out(
    world: World, seat: Seat, effect: Effect, source: str, chance: Chance
) -> Resolution[World]:
    """Carry an effect out, as far as possible."""
    match effect:
        case GainEffect(gain=what):
            yield from gain(world, seat, source, what)
        case DrawEffect(n=count):
            yield from draw(world, seat, count, chance)
        case MoveExplorerEffect(n=tiles):
            yield ChooseExplorer(seat, tiles)
        case _:
            return


def can_do(world: World, seat: Seat, effects: Effects, source: str) -> bool:
    """Whether the effects would change anything (monumental.gen.3)."""
    return any(isinstance(effect, GainEffect | DrawEffect) for effect in effects)


__all__ = ["RESOURCES", "Resources", "can_do", "carry_out"]
