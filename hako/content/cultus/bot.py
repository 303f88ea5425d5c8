"""What a position is worth to a seat, for bots that look one move ahead."""

from __future__ import annotations

from hako.content.cultus.scores import sheet
from hako.content.cultus.state import Town
from hako.engine.rules import Seat


def evaluate(view: Town, seat: Seat) -> float:
    """What the position is worth to the seat."""
    return float(sheet(view, seat).total)
