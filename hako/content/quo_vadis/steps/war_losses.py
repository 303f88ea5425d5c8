"""The losses of a lost war: wrath gained, workers returned, buildings destroyed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hako.content.quo_vadis.actions import (
    AscendWorker,
    Enough,
    FightOn,
    GainResource,
    LeaveWorker,
    MoveWorker,
    RetreatAction,
    ReturnWorker,
)
from hako.content.quo_vadis.events.gains import Paid, SkillUsed
from hako.content.quo_vadis.events.pieces import (
    BuildingReturned,
    CityDestroyed,
    DominionLost,
    WorkerMoved,
    WorkersReturned,
)
from hako.content.quo_vadis.events.war import CubesCaptured, WorkerFightsOn, WorkerLeft
from hako.content.quo_vadis.geometry import CellId
from hako.content.quo_vadis.skill_effects import RESOURCES
from hako.content.quo_vadis.state import City, World, without
from hako.content.quo_vadis.steps.shared_effects import after_destruction, ascend, gain
from hako.content.quo_vadis.working_skills import amount, can, room
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step, known

ATTRITION_OF_LOSERS = 2
"""Workers that a loser returns with variant V13."""

STAY_FOOD = 1
"""Food for a worker that stays with variant V10."""

_ENOUGH = Enough()


def workers_at_war(world: World, seat: Seat) -> tuple[CellId, ...]:
    """A cell for each worker of a seat in the contested cells."""
    cells = world.of_war().cells
    return tuple(cell for cell in world.players[seat].workers if cell in cells)


class LoseWar(Step[World, None], frozen=True):
    """A loser gains wrath and loses its pieces in contested cells; it may use Desert Guile."""

    clause = "quo_vadis.war.12"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        seat = self.seat
        world = yield from gain(world, seat, "wrath", world.content.constants.war_lose_wrath)
        due = len(workers_at_war(world, seat))
        if world.variants.war_attrition:
            due = min(due, ATTRITION_OF_LOSERS)
        yield OfferRetreat(seat, due)
        yield LoseBuildings(seat)
        yield Console(seat)


# ------------------------------------------------------------ workers


class OfferRetreat(Step[World, None], frozen=True):
    """As long as a skill or a variant spares a worker, its owner is asked; the rest returns."""

    clause = "quo_vadis.war.16"

    seat: Seat
    due: int
    """Workers that are still to return."""
    staying: tuple[CellId, ...] = ()
    """Cells of the workers that stay because food was paid (variant V10)."""
    withdrawn: bool = False
    """True if Rear Guard was used in this war."""
    stood: bool = False
    """True if Last Stand was used in this war."""

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        choice = Retreat(self.seat, self.due, self.staying, self.withdrawn, self.stood)
        if self.due and len(choice.actions(world)) > 1:
            yield choice
        else:
            yield ReturnWorkers(self.seat, self.due, self.staying)


class Retreat(Choice[World, RetreatAction], frozen=True):
    """A loser may keep a worker from returning."""

    clause = "quo_vadis.war.16"

    due: int
    staying: tuple[CellId, ...]
    withdrawn: bool
    stood: bool

    def actions(self, world: World, /) -> Sequence[RetreatAction]:
        workers = dict.fromkeys(without(workers_at_war(world, self.seat), self.staying))
        variants, food = world.variants, world.players[self.seat].food
        choices: list[RetreatAction] = []
        if not self.withdrawn and _can_withdraw(world, self.seat):
            choices += (
                MoveWorker(cell, target)
                for cell in workers
                for target in _refuges(world, self.seat, cell)
            )
        if variants.ascend_on_defeat or (not self.stood and can(world, self.seat, "last_stand")):
            choices += map(AscendWorker, workers)
        if variants.partial_retreat and food >= STAY_FOOD:
            choices += map(LeaveWorker, workers)
        if variants.fight_to_the_death:
            choices += map(FightOn, workers)
        return [*choices, _ENOUGH]

    def resolve(self, world: World, action: RetreatAction, chance: Chance, /) -> Resolution[World]:
        seat, staying = self.seat, self.staying
        withdrawn, stood = self.withdrawn, self.stood
        match action:
            case MoveWorker(origin, target):
                skill = known(can(world, seat, "rear_guard"))
                yield SkillUsed(seat, skill)
                yield Paid(seat, "food", amount(world, skill, "rear_guard"))
                yield WorkerMoved(seat, origin, target)
                withdrawn = True
            case AscendWorker(cell):
                if not world.variants.ascend_on_defeat:
                    world = yield SkillUsed(seat, known(can(world, seat, "last_stand")))
                    stood = True
                yield from ascend(world, seat, cell)
            case LeaveWorker(cell):
                yield WorkerLeft(seat, cell, STAY_FOOD)
                staying = (*staying, cell)
            case FightOn(cell):
                yield WorkerFightsOn(seat, cell)
            case Enough():
                yield ReturnWorkers(seat, self.due, staying)
                return
        yield OfferRetreat(seat, self.due - 1, staying, withdrawn, stood)


def _can_withdraw(world: World, seat: Seat) -> bool:
    """True if a seat has Rear Guard and can pay for it."""
    skill = can(world, seat, "rear_guard")
    return skill is not None and world.players[seat].food >= amount(world, skill, "rear_guard")


def _refuges(world: World, seat: Seat, cell: CellId) -> Iterator[CellId]:
    """The cells a worker may go to by Rear Guard: adjacent, uncontested, without rivals."""
    held = {
        place
        for rival, player in enumerate(world.players)
        if rival != seat
        for place in (*player.all_workers(), *player.intact_buildings())
    }
    for target in world.geography.neighbors[cell]:
        if target not in held and target not in world.of_war().cells:
            yield target


class ReturnWorkers(Step[World, None], frozen=True):
    """Workers return from contested cells; their owner chooses which, unless all return."""

    clause = "quo_vadis.war.12"

    seat: Seat
    due: int
    staying: tuple[CellId, ...] = ()

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        workers = without(workers_at_war(world, self.seat), self.staying)
        if not self.due:
            return
        if self.due >= len(workers) or len(set(workers)) == 1:
            yield WorkersReturned(self.seat, workers[: self.due])
        else:
            yield PickReturning(self.seat, self.due, self.staying)


class PickReturning(Choice[World, ReturnWorker], frozen=True):
    """Variant V13: a participant chooses which worker returns."""

    clause = "quo_vadis.variant.13"

    due: int
    staying: tuple[CellId, ...]

    def actions(self, world: World, /) -> Sequence[ReturnWorker]:
        workers = without(workers_at_war(world, self.seat), self.staying)
        return [ReturnWorker(cell) for cell in dict.fromkeys(workers)]

    def resolve(self, world: World, action: ReturnWorker, chance: Chance, /) -> Resolution[World]:
        yield WorkersReturned(self.seat, (action.cell,))
        yield ReturnWorkers(self.seat, self.due - 1, self.staying)


# ------------------------------------------------------------ buildings, consolation


class LoseBuildings(Step[World, None], frozen=True):
    """A loser's forts and temple return, and cities are destroyed, in contested cells."""

    clause = "quo_vadis.war.12"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        seat, player = self.seat, world.players[self.seat]
        for cell in world.of_war().cells:
            building, city = player.building_at(cell), player.city_at(cell)
            if city is not None:
                if not city.destroyed:
                    yield from _raze(world, seat, city)
            elif building is not None:
                yield BuildingReturned(seat, building, cell)


def _raze(world: World, seat: Seat, city: City) -> Resolution[World]:
    """A city falls in a war, or loses a cube with variant V2b (quo_vadis.war.13)."""
    cubes = city.dominion
    if world.variants.dominion_model == "siege4" and cubes > 1:
        yield DominionLost(seat, city.cell, 1)
        yield CubesCaptured(1, razed=0)
        return
    kept, captured = after_destruction(world, cubes)
    yield CityDestroyed(seat, city.cell, kept, cubes - kept)
    yield CubesCaptured(captured, razed=1)


class Console(Step[World, None], frozen=True):
    """Desert Guile: a seat that loses in another's turn gains resources."""

    clause = "quo_vadis.skill.desert_guile"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        skill = can(world, self.seat, "guile")
        if skill is not None and world.of_turn().seat != self.seat:
            yield OfferGain(self.seat, amount(world, skill, "guile"))


class OfferGain(Step[World, None], frozen=True):
    """As long as there is room, the player chooses a resource to gain."""

    clause = "quo_vadis.skill.desert_guile"

    seat: Seat
    left: int

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if self.left and any(room(world, self.seat, track) for track in RESOURCES):
            yield GainAny(self.seat, self.left)


class GainAny(Choice[World, GainResource], frozen=True):
    """The player gains a resource of choice."""

    clause = "quo_vadis.skill.desert_guile"

    left: int

    def actions(self, world: World, /) -> Sequence[GainResource]:
        return [GainResource(track) for track in RESOURCES if room(world, self.seat, track)]

    def resolve(self, world: World, action: GainResource, chance: Chance, /) -> Resolution[World]:
        yield from gain(world, self.seat, action.resource, 1)
        yield OfferGain(self.seat, self.left - 1)
