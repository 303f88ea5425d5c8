"""Games that are decided: the seat that wins once the last action point is spent."""

from __future__ import annotations

from typing import NamedTuple

from hako.content.cultus.movement import cells_showing, hand_loss, icon_of
from hako.content.cultus.scores import centre_pays, in_centre, plan_pays
from hako.content.cultus.state import Town
from hako.content.cultus.steps.acting import TakeAction
from hako.content.cultus.steps.turns import DiscardDown
from hako.engine.rules.model import Seat


class FinalScore(NamedTuple):
    """The bounds of a seat's score after the final scoring."""

    least: int
    most: int


def sure_winner(town: Town) -> Seat | None:
    """The only seat with most VP whatever is still chosen and whatever hidden plans say.

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
    """The bounds of a seat's final score; with `acts` the active seat may still use powers."""
    least, most = _plan(town, seat)
    fixed = town.rulers[seat].vp + centre_pays(town, seat)
    if seat == town.turn.seat:
        if acts:
            moves = _monument_moves(town, seat)
            out = min(moves, in_centre(town, town.rulers[seat].monuments))
            centre = town.content.constants.centre_vp
            least -= out * centre
            most += moves * centre + _scoring(town, seat)
        over = len(town.rulers[seat].hand) - town.content.constants.hand_limit
        if over > 0:
            loss, _ = hand_loss(town, seat, discarded + over)
            # points of a power may pay for what would be forgiven without them
            least -= (discarded + over) * town.content.constants.overhand_loss if acts else loss
            most -= loss
    return FinalScore(fixed + least, fixed + most)


def _plan(town: Town, seat: Seat) -> tuple[int, int]:
    """The lowest and the highest points of a seat's plan, among all plans if it is hidden."""
    plan = town.rulers[seat].plan
    plans = list(town.content.plan) if plan is None else [plan]
    points = [plan_pays(town, card) for card in plans]
    return min(points), max(points)


def _monument_moves(town: Town, seat: Seat) -> int:
    """The number of monuments that a seat's gold can still move by a power (cultus.power.3)."""
    power = town.content.power["move_monument"]
    return town.rulers[seat].character_gold // power.cost


def _scoring(town: Town, seat: Seat) -> int:
    """The most that the power which scores an icon can pay, wherever monuments go (power.4)."""
    power = town.content.power["score"]
    times = town.rulers[seat].character_gold // power.cost
    return times * power.vp * len(cells_showing(town, icon_of(town, seat)))
