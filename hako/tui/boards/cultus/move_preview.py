"""Move previews: the map as it would be after the selected action."""

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
from hako.content.cultus.map_moves import paying_pairs
from hako.content.cultus.scoring import plan_pays, power_pays
from hako.content.cultus.state import Owner, Pair, Town
from hako.content.cultus.steps.monuments import PushOn
from hako.engine.rules.model import Seat
from hako.engine.rules.preview import preview

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


class MovePreview(Struct, frozen=True):
    """The differences between the map after an action and the map now."""

    town: Town
    """The table after the action, as far as the seat can foresee it."""
    covered: frozenset[Cell] = frozenset()
    """The cells under the card that would lie there."""
    made: frozenset[Pair] = frozenset()
    """Pairs of neighbours that would begin to pay."""
    broken: frozenset[Pair] = frozenset()
    """Pairs of neighbours that would not pay any more."""
    plan: int = 0
    """Points that the plan would gain."""
    power: int = 0
    """Points that the power which scores would gain."""


def move_preview_of(
    town: Town, seat: Seat | None, action: CultusAction | None
) -> MovePreview | None:
    """The preview of an action on the map; None if the action does not show there."""
    if seat is None or not isinstance(action, _ON_THE_MAP):
        return None
    then = _after(town, seat, action)
    laid = then.laid[len(town.laid) :]
    before, after = paying_pairs(town).keys(), paying_pairs(then).keys()
    plan = town.rulers[seat].plan
    return MovePreview(
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
    """The seat of the pawn in each cell that has one."""
    return {ruler.pawn: seat for seat, ruler in enumerate(town.rulers) if ruler.pawn is not None}


def monuments(town: Town) -> dict[Cell, list[Owner]]:
    """The owners of the monuments in each cell; several may share one."""
    return _grouped((cell, owner) for owner, cell in town.monuments())


def _grouped(owned: Iterable[tuple[Cell, Owner]]) -> dict[Cell, list[Owner]]:
    grouped: dict[Cell, list[Owner]] = {}
    for cell, owner in owned:
        grouped.setdefault(cell, []).append(owner)
    return grouped
