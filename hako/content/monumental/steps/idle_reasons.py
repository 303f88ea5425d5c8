"""Reasons why an action would change nothing now: what an effect lacks, why no unit moves."""

from __future__ import annotations

from hako.content.monumental.cards.effects import (
    BuildOutpostEffect,
    ConquerEffect,
    ConvertEffect,
    Effect,
    Effects,
    MoveUnitsEffect,
    Resource,
)
from hako.content.monumental.conquest_options import conquerable
from hako.content.monumental.map_queries import may_leave, tiles_of
from hako.content.monumental.realm import SourceId
from hako.content.monumental.state import World
from hako.content.monumental.steps.effects.effect_kinds import can_do, is_met
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat

UNMET = {"conquered": LazyText("no_conquest"), "acquired_knowledge": LazyText("no_knowledge")}
"""By the condition that is not met (monumental.effect.2)."""

PAID_WITH: tuple[Resource, ...] = ("production", "science", "military", "gold", "culture")

PLENTY = 99
"""More than anything costs."""


def why_idle(world: World, seat: Seat, effects: Effects, source: SourceId) -> LazyText:
    """The reason why effects would change nothing: what the first of them lacks."""
    effect = effects[0]
    if not is_met(world, seat, effect.condition) and effect.condition is not None:
        return UNMET[effect.condition]
    if isinstance(effect, ConvertEffect):
        return LazyText("idle.convert")  # it needs counters, not a payment
    rich = world.with_more(seat, dict.fromkeys(PAID_WITH, PLENTY))
    return (
        LazyText("unpaid") if can_do(rich, seat, effects, source) else _lacks(world, seat, effect)
    )


def _lacks(world: World, seat: Seat, effect: Effect) -> LazyText:
    match effect:
        case MoveUnitsEffect():
            return why_none_moves(world, seat)
        case BuildOutpostEffect() if not world.realms[seat].outposts:
            return LazyText("outposts_lack")
        case BuildOutpostEffect(soldiers=needed):
            return LazyText("idle.build_outpost", {"needed": needed})
        case ConquerEffect(target=target) if conquerable(world, seat, target):
            return LazyText("idle.too_strong")
        case _:
            return LazyText(f"idle.{effect.__struct_config__.tag}")


def why_none_moves(world: World, seat: Seat) -> LazyText:
    """The reason why no unit of a seat can move: no tile to go to, or one must stay (move.1-2)."""
    own = tiles_of(world, seat)
    if len(own) == 1:
        return LazyText("one_tile")
    manned = [place for place, tile in own.items() if tile.soldiers or tile.warlord]
    apart = [place for place in manned if own.keys().isdisjoint(world.land.neighbours[place])]
    free = [place for place in apart if may_leave(world.land, place, own[place])]
    if len(apart) == len(manned):
        return LazyText("tiles_apart")
    return LazyText("apart_or_stay" if free else "units_stay")
