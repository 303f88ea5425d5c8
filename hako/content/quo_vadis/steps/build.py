"""Building, rebuilding and demolishing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hako.content.quo_vadis.actions import (
    Build,
    BuildAction,
    Demolish,
    Enough,
    Rebuild,
    RebuildForFood,
)
from hako.content.quo_vadis.cards import SkillId
from hako.content.quo_vadis.events.building import Built, Demolished, Rebuilt
from hako.content.quo_vadis.events.gains import Paid, SkillUsed
from hako.content.quo_vadis.events.pieces import BuildingReturned
from hako.content.quo_vadis.events.rounds import PhaseBegan
from hako.content.quo_vadis.geometry import CellId
from hako.content.quo_vadis.map_queries import (
    city_sites,
    food_to_rebuild,
    free_sites,
    ruins,
    tokens,
)
from hako.content.quo_vadis.skill_effects import BuildingId, WhenBuilt
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.shared_effects import gain, rebuilt
from hako.content.quo_vadis.working_skills import can, working
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step, known

NEW_CITY = {"growing": 0, "fixed4": 4, "siege4": 4, "triple": 1}
"""Cubes on a new city in each model of dominion (quo_vadis.build.6; V2)."""

SMALL: tuple[BuildingId, ...] = ("fort", "temple")

_ENOUGH = Enough()


class BuildPhase(Step[World, None], frozen=True):
    """The player builds and rebuilds in any order, anywhere on the map."""

    clause = "quo_vadis.build.1"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield PhaseBegan("build")
        yield OfferBuilding(self.seat)


class OfferBuilding(Step[World, None], frozen=True):
    """The player is asked as long as something can be built."""

    clause = "quo_vadis.build.1"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if next(_buildings(world, self.seat), None) is not None:
            yield BuildOn(self.seat)


class BuildOn(Choice[World, BuildAction], frozen=True):
    """The player builds or rebuilds something, or ends the phase."""

    clause = "quo_vadis.build.1"

    def actions(self, world: World, /) -> Sequence[BuildAction]:
        buildings = [*_buildings(world, self.seat)]
        return buildings if _cities_due(world, self.seat) else [*buildings, _ENOUGH]

    def refused(self, world: World, /) -> Sequence[tuple[BuildAction, LazyText]]:
        if _cities_due(world, self.seat):
            return [(_ENOUGH, LazyText("city_due"))]
        return ()

    def resolve(self, world: World, action: BuildAction, chance: Chance, /) -> Resolution[World]:
        seat = self.seat
        match action:
            case Build(building, cell):
                yield from _build(world, seat, building, cell)
            case Rebuild(cell):
                world = yield Rebuilt(seat, cell, worker=True)
                yield from rebuilt(world, seat)
            case RebuildForFood(cell):
                yield SkillUsed(seat, known(can(world, seat, "rebuild_for_food")))
                yield Paid(seat, "food", known(food_to_rebuild(world, seat)))
                world = yield Rebuilt(seat, cell, worker=False)
                yield from rebuilt(world, seat)
            case Demolish(building, cell):
                yield SkillUsed(seat, known(can(world, seat, "demolish")))
                yield BuildingReturned(seat, building, cell)
                yield Demolished(seat)
            case Enough():
                return
        yield OfferBuilding(seat)


def _buildings(world: World, seat: Seat) -> Iterator[BuildAction]:
    """All that a seat may build, rebuild and demolish now."""
    player = world.players[seat]
    for cell in _cities_due(world, seat):
        yield Build("city", cell)
    for small in SMALL:
        for cell in small_sites(world, seat, small):
            yield Build(small, cell)
    for cell in ruins(world, seat):
        if cell in player.workers:
            yield Rebuild(cell)
    food = food_to_rebuild(world, seat)
    if food is not None and player.food >= food:
        yield from map(RebuildForFood, ruins(world, seat))
    if can(world, seat, "demolish") and not world.of_turn().demolished:
        yield from (Demolish("fort", cell) for cell in player.forts)
        yield from (Demolish("temple", cell) for cell in player.temples)


def _cities_due(world: World, seat: Seat) -> Sequence[CellId]:
    """The sites for the city that a change of generation requires (quo_vadis.build.5)."""
    return city_sites(world, seat) if world.of_turn().city_due else ()


def small_sites(world: World, seat: Seat, building: BuildingId) -> Sequence[CellId]:
    """The sites of a fort or the temple now (quo_vadis.build.2-4, build.8; V7, V17)."""
    variants = world.variants
    if not tokens(world, seat, building) or world.players[seat].food < variants.build_food_cost:
        return ()
    return free_sites(world, seat, variants.build_workers_needed)


def _build(world: World, seat: Seat, building: BuildingId, cell: CellId) -> Resolution[World]:
    variants = world.variants
    if building == "city":
        yield Built(seat, building, cell, NEW_CITY[variants.dominion_model])
        return
    if variants.build_food_cost:
        yield Paid(seat, "food", variants.build_food_cost)
    world = yield Built(seat, building, cell)
    for skill, effect in _when_built(world, seat):
        if building in effect.buildings:
            world = yield SkillUsed(seat, skill)
            for track, count in effect.gain.items():
                world = yield from gain(world, seat, track, count)


def _when_built(world: World, seat: Seat) -> Sequence[tuple[SkillId, WhenBuilt]]:
    return [
        (skill.id, effect)
        for skill in working(world, seat)
        for effect in world.content.skill[skill.id].effects
        if isinstance(effect, WhenBuilt)
    ]
