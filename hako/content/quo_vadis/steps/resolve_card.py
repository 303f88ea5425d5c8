"""The five epics, discards after a change of generation, and the end of genesis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hako.content.quo_vadis.actions import (
    ConvertFaith,
    DiscardAction,
    DiscardCard,
    Enough,
    MoveAction,
    MoveWorker,
    SideAction,
    TurnResource,
)
from hako.content.quo_vadis.cards import SkillId
from hako.content.quo_vadis.events.area_and_genesis import (
    CardDiscarded,
    FaithConverted,
    ResourceTurned,
)
from hako.content.quo_vadis.events.gains import SkillUsed, VpGained
from hako.content.quo_vadis.events.pieces import WorkerMoved
from hako.content.quo_vadis.geometry import CellId, area_of
from hako.content.quo_vadis.skill_effects import RESOURCES, EpicId
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.shared_effects import gain
from hako.content.quo_vadis.working_skills import can, maximum, room, total
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step, known

_ENOUGH = Enough()


class ResolveCard(Step[World, None], frozen=True):
    """The actions of the card are resolved; after a change cards may be discarded."""

    clause = "quo_vadis.card.10"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        seat, turn = self.seat, world.of_turn()
        kind: EpicId = known(turn.kind)
        match kind:
            case "blessing":
                world = yield from gain(world, seat, "spirit", turn.actions)
            case "labour":
                world = yield from gain(world, seat, "food", turn.actions)
            case "miracle":
                yield WorkMiracle(seat)
            case "revelation":
                yield GuideWorkers(seat, turn.actions, eligible(world, seat))
            case "prosperity":
                cap = world.content.constants.prosperity_cap + total(world, seat, "prosperity_cap")
                vp = turn.actions if turn.uncapped else min(turn.actions, cap)
                yield VpGained(seat, vp, "prosperity")
                yield SideEffects(seat, turn.actions)
        if turn.changed:
            yield DiscardAfterChange(seat)


# ------------------------------------------------------------ Miracle


class WorkMiracle(Step[World, None], frozen=True):
    """Faith is gained; where it can become wrath, the player decides first."""

    clause = "quo_vadis.act.4"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if conversions(world, self.seat):
            yield Convert(self.seat)
        else:
            yield from gain(world, self.seat, "faith", world.of_turn().actions)


class Convert(Choice[World, ConvertFaith], frozen=True):
    """Faith may be turned into wrath."""

    clause = "quo_vadis.act.4"

    def actions(self, world: World, /) -> Sequence[ConvertFaith]:
        return [ConvertFaith(times) for times in range(conversions(world, self.seat) + 1)]

    def resolve(self, world: World, action: ConvertFaith, chance: Chance, /) -> Resolution[World]:
        """Each conversion comes as early as possible, so that least is lost to the maximum."""
        seat, price = self.seat, world.content.constants.conversion_cost
        left = world.of_turn().actions
        for _ in range(action.times):
            wanted = max(0, price - world.players[seat].faith)
            world = yield from gain(world, seat, "faith", wanted)
            left -= wanted
            world = yield FaithConverted(seat, price)
        yield from gain(world, seat, "faith", left)


def conversions(world: World, seat: Seat) -> int:
    """The number of conversions of faith into wrath that a Miracle allows now."""
    constants, player = world.content.constants, world.players[seat]
    if maximum(world, seat, "faith") < constants.conversion_cost:
        return 0
    affordable = (player.faith + world.of_turn().actions) // constants.conversion_cost
    allowed = constants.conversions + total(world, seat, "conversions")
    return min(affordable, allowed, room(world, seat, "wrath"))


# ------------------------------------------------------------ Revelation and Nomads


class GuideWorkers(Step[World, None], frozen=True):
    """As long as actions and workers are left, the player may move one."""

    clause = "quo_vadis.act.5"

    seat: Seat
    left: int
    workers: tuple[CellId, ...]
    """The cells of the workers that may move."""

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if self.left and self.workers:
            yield MoveWorkers(self.seat, self.left, self.workers)


class MoveWorkers(Choice[World, MoveAction], frozen=True):
    """A worker moves to an adjacent cell."""

    clause = "quo_vadis.act.5"

    left: int
    workers: tuple[CellId, ...]

    def actions(self, world: World, /) -> Sequence[MoveAction]:
        return [*_moves(world, self.workers), _ENOUGH]

    def resolve(self, world: World, action: MoveAction, chance: Chance, /) -> Resolution[World]:
        if isinstance(action, Enough):
            return
        yield WorkerMoved(self.seat, action.origin, action.target)
        moved = list(self.workers)
        moved[moved.index(action.origin)] = action.target
        yield GuideWorkers(self.seat, self.left - 1, tuple(sorted(moved)))


def eligible(world: World, seat: Seat) -> tuple[CellId, ...]:
    """The workers that a Revelation may move: those in the creation area, or all."""
    workers = world.players[seat].workers
    if can(world, seat, "migrate") is not None:
        return workers
    return tuple(cell for cell in workers if area_of(cell) == world.creation_area)


class GenesisEnd(Step[World, None], frozen=True):
    """Nomads may move a worker of the creation area."""

    clause = "quo_vadis.skill.nomads"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        skill = can(world, self.seat, "march")
        workers = world.players[self.seat].workers
        inside = tuple(cell for cell in workers if area_of(cell) == world.creation_area)
        if skill is not None and inside:
            yield March(self.seat, skill, inside)


class March(Choice[World, MoveAction], frozen=True):
    """The player may move a worker of the creation area to an adjacent cell."""

    clause = "quo_vadis.skill.nomads"

    skill: SkillId
    workers: tuple[CellId, ...]

    def actions(self, world: World, /) -> Sequence[MoveAction]:
        return [*_moves(world, self.workers), _ENOUGH]

    def resolve(self, world: World, action: MoveAction, chance: Chance, /) -> Resolution[World]:
        if isinstance(action, MoveWorker):
            yield SkillUsed(self.seat, self.skill)
            yield WorkerMoved(self.seat, action.origin, action.target)


def _moves(world: World, workers: tuple[CellId, ...]) -> Iterator[MoveWorker]:
    for origin in dict.fromkeys(workers):
        for target in world.geography.neighbors[origin]:
            yield MoveWorker(origin, target)


# ------------------------------------------------------------ Prosperity and discards


class SideEffects(Step[World, None], frozen=True):
    """As long as actions are left, the player may discard a card or turn a resource."""

    clause = "quo_vadis.act.6"

    seat: Seat
    left: int

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if self.left and (world.players[self.seat].hand or list(_turns(world, self.seat))):
            yield Prosper(self.seat, self.left)


class Prosper(Choice[World, SideAction], frozen=True):
    """A card may be discarded, or a resource turned into another one."""

    clause = "quo_vadis.act.6"

    left: int

    def actions(self, world: World, /) -> Sequence[SideAction]:
        return [*_discards(world, self.seat), *_turns(world, self.seat), _ENOUGH]

    def resolve(self, world: World, action: SideAction, chance: Chance, /) -> Resolution[World]:
        match action:
            case DiscardCard(card):
                yield CardDiscarded(self.seat, card)
            case TurnResource(give, take):
                yield ResourceTurned(self.seat, give, take)
            case Enough():
                return
        yield SideEffects(self.seat, self.left - 1)


class DiscardAfterChange(Step[World, None], frozen=True):
    """After a change any number of cards may be discarded, one after the other."""

    clause = "quo_vadis.card.11"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if world.players[self.seat].hand:
            yield DiscardCards(self.seat)


class DiscardCards(Choice[World, DiscardAction], frozen=True):
    """A card of the hand may be discarded."""

    clause = "quo_vadis.card.11"

    def actions(self, world: World, /) -> Sequence[DiscardAction]:
        return [*_discards(world, self.seat), _ENOUGH]

    def resolve(self, world: World, action: DiscardAction, chance: Chance, /) -> Resolution[World]:
        if isinstance(action, DiscardCard):
            yield CardDiscarded(self.seat, action.card)
            yield DiscardAfterChange(self.seat)


def _discards(world: World, seat: Seat) -> Iterator[DiscardCard]:
    for card in dict.fromkeys(world.players[seat].hand):
        yield DiscardCard(known(card))


def _turns(world: World, seat: Seat) -> Iterator[TurnResource]:
    for give in RESOURCES:
        if world.players[seat].has(give):
            for take in RESOURCES:
                if take != give and room(world, seat, take):
                    yield TurnResource(give, take)
