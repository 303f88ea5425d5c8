"""Ghosts: what the map would become by the action that is meant, before it is played."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from hako.content.cultus.actions import (
    BuildMonument,
    CultusAction,
    LayCard,
    MoveEnemyMonument,
    MoveMonument,
    MovePawn,
    PickCell,
    PlacePawn,
    PushMonument,
    TakePay,
)
from hako.content.cultus.geometry import Cell
from hako.content.cultus.movement import paying_pairs
from hako.content.cultus.scores import plan_pays, power_pays
from hako.content.cultus.state import Owner, Pair, Town
from hako.content.cultus.steps.monuments import PushOn
from hako.engine.rules.model import Seat
from hako.engine.rules.play import preview

_ON_THE_MAP = (
    BuildMonument,
    LayCard,
    MoveEnemyMonument,
    MoveMonument,
    MovePawn,
    PickCell,
    PlacePawn,
    PushMonument,
    TakePay,
)


class Ghost(Struct, frozen=True):
    """What differs on the map from what lies there now."""

    town: Town
    """The table afterwards, as far as the seat can foresee it."""
    covered: frozenset[Cell] = frozenset()
    """The cells under the card that would lie there."""
    made: frozenset[Pair] = frozenset()
    """Pairs of neighbours that would begin to pay."""
    broken: frozenset[Pair] = frozenset()
    """Pairs of neighbours that would pay no more."""
    plan: int = 0
    """Points that the plan would gain."""
    power: int = 0
    """Points that the power which scores would gain."""


def ghost_of(town: Town, seat: Seat | None, action: CultusAction | None) -> Ghost | None:
    """What an action would make of the map; None where that is not to be seen on it."""
    if seat is None or not isinstance(action, _ON_THE_MAP):
        return None
    then = _after(town, seat, action)
    laid = then.laid[len(town.laid) :]
    before, after = paying_pairs(town).keys(), paying_pairs(then).keys()
    plan = town.rulers[seat].plan
    return Ghost(
        then,
        frozenset(cell for card in laid for cell in town.geometry.covers[card.anchor]),
        frozenset(after - before),
        frozenset(before - after),
        0 if plan is None else plan_pays(then, plan) - plan_pays(town, plan),
        power_pays(then, seat) - power_pays(town, seat),
    )


def _after(town: Town, seat: Seat, action: CultusAction) -> Town:
    """The table after an action; a monument is there before the cards for it are discarded."""
    step = town.agenda[-1]
    match action:
        case MoveMonument(owner, cell, to):
            return town.with_monument_moved(owner, cell, to)
        case MoveEnemyMonument(cell, to):
            return town.with_monument_moved(None, cell, to)
        case PickCell(to) if isinstance(step, PushOn):
            return town.with_monument_moved(step.owner, step.cell, to)
        case _:
            return preview(town, seat, action).state


def pawns(town: Town) -> dict[Cell, Seat]:
    """Where the pawns stand."""
    return {ruler.pawn: seat for seat, ruler in enumerate(town.rulers) if ruler.pawn is not None}


def monuments(town: Town) -> dict[Cell, list[Owner]]:
    """Whose monuments stand where; several may share a cell."""
    return _grouped((cell, owner) for owner, cell in town.monuments())


def _grouped(owned: Iterable[tuple[Cell, Owner]]) -> dict[Cell, list[Owner]]:
    found: dict[Cell, list[Owner]] = {}
    for cell, owner in owned:
        found.setdefault(cell, []).append(owner)
    return found
