"""The skills that work for a seat now: the numbers they change, the powers they give."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.quo_vadis.cards import Cards, SkillId, TerrainId
from hako.content.quo_vadis.skill_effects import EpicId, Gain, Number, Power, Track
from hako.content.quo_vadis.state import Player, RowSkill, World
from hako.engine.rules.model import Seat


def working(world: World, seat: Seat) -> Sequence[RowSkill]:
    """The skills of a row that work now: set before this turn and not used up."""
    return [skill for skill in world.players[seat].skills if not skill.used and not skill.fresh]


def total(world: World, seat: Seat, number: Number, kind: EpicId | None = None) -> int:
    """The sum that skills add to a number; equal effects add up (quo_vadis.skill.4)."""
    return total_of(world.content, world.players[seat], number, kind)


def total_of(content: Cards, player: Player, number: Number, kind: EpicId | None = None) -> int:
    """The sum that a player's skills add to a number (quo_vadis.skill.4)."""
    added, increase = content.added, 0
    for skill in player.skills:
        effect = added[skill.id].get(number)
        if effect is None or skill.used or skill.fresh:
            continue
        if kind is None or kind in effect.kinds:
            increase += effect.amount
    return increase


def can(world: World, seat: Seat, power: Power) -> SkillId | None:
    """The skill that gives a seat a power now, or None."""
    return can_of(world.content, world.players[seat], power)


def can_of(content: Cards, player: Player, power: Power) -> SkillId | None:
    """The skill that gives a player a power now, or None."""
    powers = content.powers
    for skill in player.skills:
        if power in powers[skill.id] and not skill.used and not skill.fresh:
            return skill.id
    return None


def amount(world: World, skill: SkillId, power: Power) -> int:
    """The amount that a skill's power costs, gives or requires."""
    return world.content.powers[skill][power]


def maximum(world: World, seat: Seat, track: Track) -> int:
    """Cubes that a track can hold (quo_vadis.setup.8-9, act.1)."""
    player = world.players[seat]
    if player.race is None:
        return 0
    custom, raised = world.variants.resource_mode == "custom", world.content.raised
    printed = world.content.maximum(player.race, track, custom=custom)
    return printed + sum([raised[skill.id].get(track, 0) for skill in working(world, seat)])


def room(world: World, seat: Seat, track: Track) -> int:
    """Cubes that a track still takes."""
    return max(0, maximum(world, seat, track) - world.players[seat].has(track))


def hand_max(world: World, seat: Seat) -> int:
    """Cards that a seat refills its hand to (quo_vadis.setup.15)."""
    return world.content.constants.hand_max + total(world, seat, "hand_max")


def gains(world: World, seat: Seat, at: str) -> list[Gain]:
    """The gains of skills at a moment of the turn whose resource is low enough now."""
    return [
        effect
        for skill in working(world, seat)
        for effect in world.content.skill[skill.id].effects
        if isinstance(effect, Gain)
        and effect.at == at
        and world.players[seat].has(effect.resource) <= effect.if_at_most
    ]


def suited(world: World, seat: Seat) -> frozenset[TerrainId]:
    """The terrains suited to a seat's people: by race, and named by Pioneers."""
    player = world.players[seat]
    named = [skill.terrain for skill in working(world, seat) if skill.terrain is not None]
    if player.race is not None:
        named.append(world.content.race[player.race].terrain)
    return frozenset(named)


def home(world: World, seat: Seat) -> TerrainId:
    """The terrain of a seat's race."""
    race = world.players[seat].race
    assert race is not None, "everybody has a race when play begins"
    return world.content.race[race].terrain
