"""Games that are decided: the seat that wins once the last action point is spent."""

from __future__ import annotations

from typing import NamedTuple

from hako.content.cultus.cards import PowerId
from hako.content.cultus.map_moves import cells_showing, icon_of
from hako.content.cultus.scoring import centre_pays, plan_pays, power_pays
from hako.content.cultus.state import Town
from hako.content.cultus.steps.acting import TakeAction
from hako.content.cultus.steps.turns import DiscardDown
from hako.engine.rules.model import Seat


class FinalScore(NamedTuple):
    """The bounds of a seat's score after the final scoring."""

    least: int
    most: int


def sure_winner(town: Town) -> Seat | None:
    """The seat that can have most VP alone whatever others choose and whatever hidden plans say.

    From the moment on in which the last turn has no action point left: then the map stays as it
    is, and only powers and the hand limit can change a score (cultus.power.3-4, hand.1).
    """
    if town.is_solo or not _is_last_turn(town):
        return None
    step, discarded = town.agenda[-1], 0
    if isinstance(step, DiscardDown):
        discarded = step.discarded
    elif not isinstance(step, TakeAction) or town.turn.points:
        return None
    acts = isinstance(step, TakeAction)
    scores = [_final(town, seat, discarded, acts=acts) for seat in town.seats]
    for seat, score in enumerate(scores):
        if all(score.least > other.most for at, other in enumerate(scores) if at != seat):
            return seat
    return None


def _is_last_turn(town: Town) -> bool:
    """True if the final scoring follows this turn (cultus.end.1, end.3)."""
    following = (town.turn.seat + 1) % len(town.rulers)
    return town.turn.number > 0 and (not town.decks() or following == town.last_cube)


def _final(town: Town, seat: Seat, discarded: int, *, acts: bool) -> FinalScore:
    """The bounds of a seat's final score; with `acts` the active seat may still use powers.

    The lower one is what the seat can be sure of if it plays for it.
    """
    least, most = _plan(town, seat)
    vp, centre = town.rulers[seat].vp, centre_pays(town, seat)
    if seat != town.turn.seat:
        return FinalScore(vp + centre + least, vp + centre + most)
    over = max(0, len(town.rulers[seat].hand) - town.content.constants.hand_limit)
    owed = (discarded + over) * town.content.constants.overhand_loss
    scored, highest = 0, vp
    if acts:
        scored = power_pays(town, seat) * _times(town, seat, "score")
        icons = len(cells_showing(town, icon_of(town, seat)))
        # wherever monuments are moved before, no more icons than these lie around them
        highest += _times(town, seat, "score") * icons * town.content.power["score"].vp
        moves = _times(town, seat, "move_monument")
        most += moves * town.content.constants.centre_vp
    return FinalScore(
        centre + least + max(0, vp + scored - owed),
        centre + most + max(0, highest - owed),
    )


def _plan(town: Town, seat: Seat) -> tuple[int, int]:
    """The lowest and the highest points of a seat's plan, among all plans if it is hidden."""
    plan = town.rulers[seat].plan
    plans = list(town.content.plan) if plan is None else [plan]
    points = [plan_pays(town, card) for card in plans]
    return min(points), max(points)


def _times(town: Town, seat: Seat, power: PowerId) -> int:
    """The number of times that a seat's gold still pays for a power (cultus.power.1)."""
    return town.rulers[seat].character_gold // town.content.power[power].cost
