"""What a position is worth to a seat, for bots that look one move ahead."""

from __future__ import annotations

from hako.content.monumental.scoring import score
from hako.content.monumental.state import World
from hako.engine.rules import Seat


def evaluate(view: World, seat: Seat) -> float:
    """What the position is worth to the seat, from what anyone can reckon."""
    return float(score(view, seat).total()) if view.tiles else 0.0
