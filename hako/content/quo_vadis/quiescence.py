"""Quiescence: quick default answers to a seat's follow-up decisions, for one-ply bots."""

from __future__ import annotations

from hako.content.quo_vadis.actions import (
    Build,
    ConvertFaith,
    Decline,
    Enough,
    PlaceWorker,
    QuoVadisAction,
    StrikeAction,
    StrikeAndDestroy,
)
from hako.content.quo_vadis.evaluation import skill_worth
from hako.content.quo_vadis.geometry import area_of
from hako.content.quo_vadis.map_queries import place_price
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.area_selection import Harvest, RaiseTide
from hako.content.quo_vadis.steps.build import BuildOn
from hako.content.quo_vadis.steps.end_phase import (
    Ascend,
    ChooseCapital,
    ChooseSkill,
    ChooseTerrain,
    ClimbStairway,
)
from hako.content.quo_vadis.steps.place import PlaceFirst, PlaceFurther
from hako.content.quo_vadis.steps.play_card import UseRenaissance
from hako.content.quo_vadis.steps.resolve_card import (
    Convert,
    DiscardCards,
    March,
    MoveWorkers,
    Prosper,
)
from hako.content.quo_vadis.steps.war import CallTruce, GoOn
from hako.content.quo_vadis.steps.war_losses import GainAny, PickReturning, Retreat
from hako.content.quo_vadis.steps.wrath import StrikeArea
from hako.content.quo_vadis.war_forecast import claims
from hako.engine.rules.model import Seat

WORTH_A_STRIKE = 3.0
"""The least value of a strike that is expected when an area is selected."""


def quiet_action(view: World, seat: Seat) -> QuoVadisAction | None:
    """The action, or None where the position is at rest."""
    match view.agenda[-1]:
        case PlaceFirst() as step:
            return max(step.actions(view), key=lambda action: _place(view, seat, action))
        case StrikeArea() as step:
            return max(step.actions(view), key=lambda action: _strike(view, seat, action))
        case Convert() as step:
            most: ConvertFaith = step.actions(view)[-1]
            return most
        case PlaceFurther() | MoveWorkers() | March() | Prosper() | DiscardCards() | Retreat():
            return Enough()
        case Harvest() | RaiseTide() | UseRenaissance() | CallTruce() | GoOn():
            return Decline()
        case ChooseSkill() as step:
            return max(step.actions(view), key=lambda action: skill_worth(action.skill))
        case (
            GainAny()
            | PickReturning()
            | Ascend()
            | ClimbStairway()
            | ChooseCapital()
            | ChooseTerrain()
        ) as step:
            action: QuoVadisAction = step.actions(view)[0]
            return action
        case BuildOn() as step if view.of_turn().city_due:
            return next((it for it in step.actions(view) if isinstance(it, Build)), None)
        case _:
            return None


def _place(view: World, seat: Seat, action: PlaceWorker) -> float:
    """The value of a worker in a cell; majorities, low prices and absent rivals raise it."""
    player, cell = view.players[seat], action.cell
    rivals = sum(
        cell in claims(view, other) for rival, other in enumerate(view.players) if rival != seat
    )
    own = {worker for worker in player.workers if area_of(worker) == area_of(cell)}
    new = cell not in own and player.building_at(cell) is None
    city = player.city_at(cell)
    ruin = city is not None and city.destroyed and cell not in player.workers
    worth = 1.0 * (new and len(own) == 1) + 0.5 * new + 1.2 * ruin - 0.7 * rivals
    return worth - 0.6 * place_price(view, seat, cell).food


def _strike(view: World, seat: Seat, action: StrikeAction) -> float:
    """The value of a strike: the rivals' pieces hit, less 1.2 times the own pieces hit."""
    if isinstance(action, Decline):
        return WORTH_A_STRIKE
    destroyed = action.destroy if isinstance(action, StrikeAndDestroy) else ()
    hit = 0.0
    for owner, player in enumerate(view.players):
        weight = -1.2 if owner == seat else 1.0
        hit += weight * sum(cell in action.cells for cell in player.workers)
        hit += 2 * weight * sum(player.building_at(cell) is not None for cell in destroyed)
    return hit
