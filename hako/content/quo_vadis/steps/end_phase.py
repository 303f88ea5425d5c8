"""The end of a turn: refill, dominion, tidying up, and a settlement after a change."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.quo_vadis.actions import (
    AddDominion,
    AscendAction,
    AscendWorker,
    Decline,
    LaySkill,
    NameTerrain,
)
from hako.content.quo_vadis.cards import SkillId
from hako.content.quo_vadis.events.end_phase import (
    DominionGained,
    SkillSet,
    TerrainNamed,
    TerritoryScored,
)
from hako.content.quo_vadis.events.gains import SkillUsed
from hako.content.quo_vadis.events.pieces import WorkersReturned
from hako.content.quo_vadis.events.rounds import PhaseBegan, TurnEnded
from hako.content.quo_vadis.generation_change_terms import change_pays
from hako.content.quo_vadis.geometry import CellId, area_of
from hako.content.quo_vadis.state import World, without
from hako.content.quo_vadis.steps.shared_effects import ascend, gain, refill
from hako.content.quo_vadis.working_skills import amount, can, gains, suited
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step, known


class EndPhase(Step[World, None], frozen=True):
    """Refill, dominion, tidying up, settlement, in this order."""

    clause = "quo_vadis.end.1"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        world = yield PhaseBegan("end")
        yield from refill(world, self.seat, chance)
        yield GainDominion(self.seat)
        yield TidyUp(self.seat)
        if world.of_turn().changed:
            yield Settle(self.seat)
        yield EndTurn(self.seat)


# ------------------------------------------------------------ dominion


class GainDominion(Step[World, None], frozen=True):
    """Every intact city gains a cube; then Capital and Granary."""

    clause = "quo_vadis.end.3"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        seat = self.seat
        if growing := _growing(world, seat):
            cubes = world.content.constants.city_dominion
            world = yield DominionGained(seat, growing, cubes)
        cities = world.players[seat].intact_cities()
        skill = can(world, seat, "capital")
        if skill is not None and len(cities) >= amount(world, skill, "capital"):
            yield ChooseCapital(seat, skill)
        yield AfterDominion(seat)


def _growing(world: World, seat: Seat) -> tuple[CellId, ...]:
    """The cities that gain dominion at the end of a seat's turn (quo_vadis.end.3; V2, V19)."""
    player = world.players[seat]
    cities = player.cities if world.variants.ruins_gain_dominion else player.intact_cities()
    cells = tuple(city.cell for city in cities)
    match world.variants.dominion_model:
        case "growing":
            return cells
        case "triple":
            return tuple(cell for cell in cells if area_of(cell) == world.creation_area)
        case "fixed4" | "siege4":
            return ()


class ChooseCapital(Choice[World, AddDominion], frozen=True):
    """The player adds one more cube to an intact city."""

    clause = "quo_vadis.skill.capital"

    skill: SkillId

    def actions(self, world: World, /) -> Sequence[AddDominion]:
        return [AddDominion(city.cell) for city in world.players[self.seat].intact_cities()]

    def resolve(self, world: World, action: AddDominion, chance: Chance, /) -> Resolution[World]:
        yield SkillUsed(self.seat, self.skill)
        yield DominionGained(self.seat, (action.cell,))


class AfterDominion(Step[World, None], frozen=True):
    """Granary brings food where there is little."""

    clause = "quo_vadis.skill.granary"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        for effect in gains(world, self.seat, "after_dominion"):
            world = yield from gain(world, self.seat, effect.resource, effect.amount)


# ------------------------------------------------------------ tidying up


class TidyUp(Step[World, None], frozen=True):
    """The player's workers that are too many in their cells return, or one of them ascends."""

    clause = "quo_vadis.end.4"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if at_temple(world, self.seat):
            yield Ascend(self.seat)
        yield TidyOn(self.seat)


class Ascend(Choice[World, AscendAction], frozen=True):
    """A worker at the temple may ascend instead of returning."""

    clause = "quo_vadis.end.5"

    def actions(self, world: World, /) -> Sequence[AscendAction]:
        return [*map(AscendWorker, at_temple(world, self.seat)), Decline()]

    def resolve(self, world: World, action: AscendAction, chance: Chance, /) -> Resolution[World]:
        if isinstance(action, AscendWorker):
            yield from ascend(world, self.seat, action.cell)


class TidyOn(Step[World, None], frozen=True):
    """Stairway to Heaven lets one more worker ascend; the others return."""

    clause = "quo_vadis.end.4"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        skill = can(world, self.seat, "stairway")
        if skill is not None and _off_temple(world, self.seat):
            yield ClimbStairway(self.seat, skill)
        yield ReturnSurplus(self.seat)


class ClimbStairway(Choice[World, AscendAction], frozen=True):
    """A worker that would return may ascend without a temple."""

    clause = "quo_vadis.skill.stairway"

    skill: SkillId

    def actions(self, world: World, /) -> Sequence[AscendAction]:
        return [*map(AscendWorker, _off_temple(world, self.seat)), Decline()]

    def resolve(self, world: World, action: AscendAction, chance: Chance, /) -> Resolution[World]:
        if isinstance(action, AscendWorker):
            world = yield SkillUsed(self.seat, self.skill)
            yield from ascend(world, self.seat, action.cell)


class ReturnSurplus(Step[World, None], frozen=True):
    """Only one worker, or only the building, of the player is left in each cell."""

    clause = "quo_vadis.end.4"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if cells := surplus(world, self.seat):
            yield WorkersReturned(self.seat, cells)


def surplus(world: World, seat: Seat) -> tuple[CellId, ...]:
    """A cell for each worker that would return in tidying up (quo_vadis.end.4; V4, V20)."""
    if world.variants.stacking:
        return ()
    player = world.players[seat]
    builders = world.players if world.variants.tidied_beside == "any" else (player,)
    built = {cell for builder in builders for cell in builder.buildings()}
    return without(player.workers, {*player.workers} - built)


def at_temple(world: World, seat: Seat) -> Sequence[CellId]:
    """The cells from which a worker may ascend by a temple (quo_vadis.end.5; V4, V9)."""
    player = world.players[seat]
    if not player.temples:
        return ()
    leaving = surplus(world, seat)
    if world.variants.stacking:
        leaving = tuple(cell for cell in player.workers if cell in player.temples)
    if world.variants.ascend_anywhere:
        return list(dict.fromkeys(leaving))
    return [cell for cell in player.temples if cell in leaving]


def _off_temple(world: World, seat: Seat) -> Sequence[CellId]:
    """The cells from which a worker may ascend by Stairway to Heaven."""
    temples = world.players[seat].temples
    return [cell for cell in dict.fromkeys(surplus(world, seat)) if cell not in temples]


# ------------------------------------------------------------ settlement


class Settle(Step[World, None], frozen=True):
    """After a change: a skill is set, then the territory bonus is paid."""

    clause = "quo_vadis.settle.1"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if world.players[self.seat].face_down:
            yield ChooseSkill(self.seat)
        yield ScoreTerritory(self.seat)


class ChooseSkill(Choice[World, LaySkill], frozen=True):
    """The player sets a face-down skill."""

    clause = "quo_vadis.settle.2"

    def actions(self, world: World, /) -> Sequence[LaySkill]:
        return [LaySkill(known(skill)) for skill in world.players[self.seat].face_down]

    def resolve(self, world: World, action: LaySkill, chance: Chance, /) -> Resolution[World]:
        yield SkillSet(self.seat, action.skill)
        if "pioneer" in world.content.powers[action.skill]:
            yield ChooseTerrain(self.seat, action.skill)


class ChooseTerrain(Choice[World, NameTerrain], frozen=True):
    """Pioneers: a terrain that is not suited yet will be."""

    clause = "quo_vadis.skill.pioneers"

    skill: SkillId

    def actions(self, world: World, /) -> Sequence[NameTerrain]:
        own = suited(world, self.seat)
        return [NameTerrain(terrain) for terrain in world.content.terrain if terrain not in own]

    def resolve(self, world: World, action: NameTerrain, chance: Chance, /) -> Resolution[World]:
        yield TerrainNamed(self.seat, self.skill, action.terrain)


class ScoreTerritory(Step[World, None], frozen=True):
    """VP: majorities times the cards of the generation that was closed."""

    clause = "quo_vadis.settle.6"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        held, cards, vp = change_pays(world, self.seat)
        yield TerritoryScored(self.seat, held, cards, vp)


class EndTurn(Step[World, None], frozen=True):
    """The turn is over."""

    clause = "quo_vadis.settle.7"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield TurnEnded(self.seat)
