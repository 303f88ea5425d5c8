"""Events of gains and payments on the tracks, and of points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec.structs import replace

from hako.content.quo_vadis.cards import SkillId
from hako.content.quo_vadis.skill_effects import Track
from hako.content.quo_vadis.state import Part, World
from hako.engine.rules.model import Event, Seat

Reason: TypeAlias = Literal["prosperity", "razed", "dominion", "losers", "siege", "rebuilt"]
"""The source of gained VP."""

_PARTS: Mapping[Reason, Part] = {
    "prosperity": "prosperity",
    "razed": "razing",
    "dominion": "dominion",
    "losers": "skills",
    "siege": "skills",
    "rebuilt": "skills",
}


class Gained(Event[World], frozen=True):
    """A seat gained cubes on a track; what is beyond the maximum was lost (quo_vadis.act.1)."""

    seat: Seat
    track: Track
    amount: int
    """The cubes gained, after the maximum of the track is applied."""

    def apply(self, world: World, /) -> World:
        held = world.players[self.seat].has(self.track)
        return world.with_player(self.seat, **{self.track: held + self.amount})


class Paid(Event[World], frozen=True):
    """A seat paid cubes of a track."""

    seat: Seat
    track: Track
    amount: int

    def apply(self, world: World, /) -> World:
        held = world.players[self.seat].has(self.track)
        return world.with_player(self.seat, **{self.track: held - self.amount})


class VpGained(Event[World], frozen=True):
    """A seat gained VP."""

    seat: Seat
    vp: int
    reason: Reason

    def apply(self, world: World, /) -> World:
        return world.with_vp(self.seat, _PARTS[self.reason], self.vp)


class SkillUsed(Event[World], frozen=True):
    """A seat used a skill; one that works once lies sideways now (quo_vadis.skill.2)."""

    seat: Seat
    skill: SkillId

    def apply(self, world: World, /) -> World:
        once = world.content.skill[self.skill].once
        skills = tuple(
            replace(skill, used=skill.used or once) if skill.id == self.skill else skill
            for skill in world.players[self.seat].skills
        )
        return world.with_player(self.seat, skills=skills)
