"""What a position is worth to a seat, for bots that look one move ahead."""

from __future__ import annotations

from hako.content.quo_vadis.scoring import final_vp
from hako.content.quo_vadis.state import World
from hako.engine.rules import Seat


def evaluate(view: World, seat: Seat) -> float:
    """What the position is worth to the seat."""
    return float(final_vp(view, seat))
