"""Games that are decided: the last seat that can act is ahead, and needs only to pass."""

from __future__ import annotations

from hako.content.monumental.scoring import totals
from hako.content.monumental.state import World
from hako.content.monumental.steps.turn import TakeTurn
from hako.content.monumental.time_left import is_acting, is_ahead
from hako.engine.rules.model import Seat


def sure_winner(world: World) -> Seat | None:
    """The only seat that can still act in the last round, if it has more VP than all others.

    What it still does is up to itself (monumental.seq.4, end.3). None while revealed Monsters may
    take a Province at the end (monster.3-4), and in the solo game, where the Automa acts last.
    """
    if not world.is_last_round() or world.automa is not None or world.lairs:
        return None
    if not isinstance(world.agenda[-1], TakeTurn):
        return None
    seats = [seat for seat in world.seats if is_acting(world, seat) or is_ahead(world, seat)]
    if len(seats) != 1:
        return None
    points = totals(world)
    rivals = [vp for seat, vp in enumerate(points) if seat != seats[0]]
    return seats[0] if points[seats[0]] > max(rivals) else None
