"""Area selection, and the skills that work right before and right after it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from hako.content.quo_vadis.actions import (
    Decline,
    FillAction,
    GainResource,
    SelectArea,
    SkillAction,
    UseSkill,
)
from hako.content.quo_vadis.cards import FREE, AreaId, SkillId, TerrainId
from hako.content.quo_vadis.events.area_and_genesis import AreaSelected
from hako.content.quo_vadis.events.gains import Paid, SkillUsed
from hako.content.quo_vadis.events.pieces import RingPlaced
from hako.content.quo_vadis.events.rounds import PhaseBegan
from hako.content.quo_vadis.skill_effects import RESOURCES
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.shared_effects import gain
from hako.content.quo_vadis.working_skills import amount, can, gains, room, total
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step

NUMBERS = range(1, 6)
SEA: TerrainId = "sea"


class TurnStart(Step[World, None], frozen=True):
    """Before the selection: Great Harvest may be used."""

    clause = "quo_vadis.select.8"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        skill = can(world, self.seat, "harvest")
        if skill is not None and any(room(world, self.seat, track) for track in RESOURCES):
            yield Harvest(self.seat, skill)


class Harvest(Choice[World, FillAction], frozen=True):
    """A resource may be filled to its maximum, once in the game."""

    clause = "quo_vadis.skill.great_harvest"

    skill: SkillId

    def actions(self, world: World, /) -> Sequence[FillAction]:
        fills = (GainResource(track) for track in RESOURCES if room(world, self.seat, track))
        return [*fills, Decline()]

    def resolve(self, world: World, action: FillAction, chance: Chance, /) -> Resolution[World]:
        if isinstance(action, GainResource):
            world = yield SkillUsed(self.seat, self.skill)
            missing = room(world, self.seat, action.resource)
            yield from gain(world, self.seat, action.resource, missing)


class ChooseArea(Choice[World, SelectArea], frozen=True):
    """The player moves both markers and so selects the creation area."""

    clause = "quo_vadis.select.1"

    def actions(self, world: World, /) -> Sequence[SelectArea]:
        return list(selections(world, self.seat))

    def refused(self, world: World, /) -> Sequence[tuple[SelectArea, LazyText]]:
        return [
            (SelectArea((low, high), area), LazyText("marked", {"number": number}))
            for low, high in combinations(NUMBERS, 2)
            for number in (low, high)
            if number in world.markers and (area := f"{low}-{high}") in world.map.tile
        ]

    def resolve(self, world: World, action: SelectArea, chance: Chance, /) -> Resolution[World]:
        cost = faith_for(world, self.seat, action.cards)
        yield AreaSelected(self.seat, action.cards, action.area, cost)


class GenesisBegins(Step[World, None], frozen=True):
    """Right after the selection: Deft Cultivators, Rising Tide."""

    clause = "quo_vadis.select.8"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        seat = self.seat
        world = yield PhaseBegan("genesis")
        for effect in gains(world, seat, "genesis_start"):
            world = yield from gain(world, seat, effect.resource, effect.amount)
        skill = can(world, seat, "sea_ring")
        if skill is None or not world.rings_left(SEA) or world.ring(world.creation_area) == SEA:
            return
        if world.players[seat].faith >= amount(world, skill, "sea_ring"):
            yield RaiseTide(seat, skill)


class RaiseTide(Choice[World, SkillAction], frozen=True):
    """Faith may be paid for a sea ring on the creation area."""

    clause = "quo_vadis.skill.rising_tide"

    skill: SkillId

    def actions(self, world: World, /) -> Sequence[SkillAction]:
        return [UseSkill(self.skill), Decline()]

    def resolve(self, world: World, action: SkillAction, chance: Chance, /) -> Resolution[World]:
        if isinstance(action, UseSkill):
            yield SkillUsed(self.seat, self.skill)
            yield Paid(self.seat, "faith", amount(world, self.skill, "sea_ring"))
            yield RingPlaced(world.creation_area, SEA)


def faith_for(world: World, seat: Seat, cards: tuple[int, int]) -> int:
    """Faith that a selection costs (quo_vadis.select.4)."""
    charged = max(0, cards.count(FREE) - total(world, seat, "free_waived"))
    return charged * world.content.constants.free_cost


def selections(world: World, seat: Seat) -> Sequence[SelectArea]:
    """All selections that a seat may make now (quo_vadis.select.1-7)."""
    faith, numbers = world.players[seat].faith, (it for it in NUMBERS if it not in world.markers)
    return _selections(
        tuple(numbers),
        world.geography.areas,
        one_free=faith >= faith_for(world, seat, (1, FREE)),
        two_free=faith >= faith_for(world, seat, (FREE, FREE)),
    )


@lru_cache(maxsize=1 << 9)  # the markers have 16 places, and maps mostly the same areas
def _selections(
    numbers: tuple[int, ...], areas: tuple[AreaId, ...], *, one_free: bool, two_free: bool
) -> Sequence[SelectArea]:
    """The selections with those numbers, on the areas of a map; with FREE as faith allows."""
    choices = [SelectArea((low, high), f"{low}-{high}") for low, high in combinations(numbers, 2)]
    if one_free:
        choices += (
            SelectArea((number, FREE), area)
            for number in numbers
            for other in NUMBERS
            if (area := pair(number, other)) in areas
        )
    if two_free:
        choices += (SelectArea((FREE, FREE), area) for area in areas)
    return choices


def pair(number: int, other: int) -> AreaId:
    """The area of two numbers, in ascending order (quo_vadis.select.6)."""
    low, high = sorted((number, other))
    return f"{low}-{high}"
