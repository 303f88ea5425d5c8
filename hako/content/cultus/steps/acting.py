"""The action phase: three action points or four, and powers in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hako.content.cultus.actions import (
    BuildMonument,
    DrawCard,
    EndActions,
    MoveEnemyMonument,
    MoveMonument,
    MovePawn,
    PlaceCard,
    TurnAction,
    UsePower,
)
from hako.content.cultus.events.turn import PhaseBegan, PointsCounted, PointsLost, PointSpent
from hako.content.cultus.geometry import Cell
from hako.content.cultus.map_moves import (
    anchors,
    can_build,
    monument_steps,
    reachable_monuments,
    shift_cards,
    steps,
)
from hako.content.cultus.state import Owner, Town
from hako.content.cultus.steps.drawing import draw
from hako.content.cultus.steps.laying import Lay
from hako.content.cultus.steps.monuments import build, shift
from hako.content.cultus.steps.powers import can_use, use
from hako.content.cultus.steps.refusals import refusals
from hako.content.cultus.steps.walking import walk
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step

_END = EndActions()


class ActionPhase(Step[Town, None], frozen=True):
    """A player has action points to spend."""

    clause = "cultus.start.4"

    seat: Seat

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        constants = town.content.constants
        more = constants.medal_action_points if town.rulers[self.seat].has_medal else 0
        yield PhaseBegan("action")
        yield PointsCounted(self.seat, constants.action_points + more)
        yield OfferActions(self.seat)


class OfferActions(Step[Town, None], frozen=True):
    """The action phase goes on while there is something to do."""

    clause = "cultus.action.3"

    seat: Seat

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        points = town.turn.points
        if (points and any(costly(town, self.seat))) or any(free(town, self.seat)):
            yield TakeAction(self.seat)
        elif points:
            yield PointsLost(self.seat, points)


class TakeAction(Choice[Town, TurnAction], frozen=True):
    """A player takes an action; it is mandatory while an action point can be spent."""

    clause = "cultus.action.1"

    def actions(self, town: Town, /) -> Sequence[TurnAction]:
        spending = [*costly(town, self.seat)] if town.turn.points else []
        ending = [] if spending else [_END]
        return [*spending, *free(town, self.seat), *ending]

    def refused(self, town: Town, /) -> Sequence[tuple[TurnAction, LazyText]]:
        return refusals(town, self.seat)

    def resolve(self, town: Town, action: TurnAction, chance: Chance, /) -> Resolution[Town]:
        if not isinstance(action, UsePower | EndActions):
            town = yield PointSpent(self.seat)
        match action:
            case MovePawn(to):
                yield from walk(town, self.seat, to)
            case PlaceCard(card):
                yield Lay(self.seat, card)
            case BuildMonument(card):
                yield from build(town, self.seat, card)
            case MoveMonument(owner, cell, to):
                yield from shift(town, self.seat, owner, cell, to)
            case MoveEnemyMonument(cell, to):
                yield from shift(town, self.seat, None, cell, to)
            case DrawCard(income):
                yield from draw(town, self.seat, income)
            case UsePower(power):
                yield from use(town, self.seat, power)
            case EndActions():
                if town.turn.points:
                    yield PointsLost(self.seat, town.turn.points)
                return
        yield OfferActions(self.seat)


def costly(town: Town, seat: Seat) -> Iterator[TurnAction]:
    """The actions that cost an action point and can be carried out (cultus.action.1-2)."""
    ruler = town.rulers[seat]
    if ruler.pawn is not None:
        yield from map(MovePawn, steps(town, ruler.pawn))
    if anchors(town, seat):
        yield from map(PlaceCard, ruler.hand)
    if can_build(town, seat):
        yield from map(BuildMonument, town.open_monuments)
    yield from _shifts(town, seat)
    yield from map(DrawCard, town.decks())


def free(town: Town, seat: Seat) -> Iterator[TurnAction]:
    """The powers that can be used (cultus.power.1)."""
    for power in town.content.powers:
        if can_use(town, seat, power.effect):
            yield UsePower(power.effect)


def _shifts(town: Town, seat: Seat) -> list[TurnAction]:
    """The moves of monuments (cultus.shift.1, cultus.shift.2)."""
    if len(town.rulers[seat].hand) < shift_cards(town, seat):
        return []
    return [
        move_monument(owner, cell, to)
        for owner, cell in reachable_monuments(town, seat)
        for to in monument_steps(town, seat, cell)
    ]


def move_monument(owner: Owner, cell: Cell, to: Cell) -> TurnAction:
    """The action that moves a monument of a player, or of the enemy."""
    return MoveEnemyMonument(cell, to) if owner is None else MoveMonument(owner, cell, to)
