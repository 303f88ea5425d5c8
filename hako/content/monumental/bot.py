"""What a position is worth to a seat, for bots that look one move ahead.

The unit is a victory point. To the points made so far come what the cards will bring in the
rounds that are left, what is kept from round to round, and what the counters in hand can
still buy this round: counters that buy nothing are worth nothing, so a bot passes then.
"""

from __future__ import annotations

from hako.content.monumental.outlook import (
    counters_worth,
    engine_worth,
    kept_worth,
    land_worth,
    policies_worth,
    rounds_left,
    wonder_worth,
)
from hako.content.monumental.prospects import hero_worth, monsters_worth
from hako.content.monumental.scoring import scores
from hako.content.monumental.state import World
from hako.engine.rules import Seat

OTHERS = 0.35
"""How much of what the others have on average counts against a seat."""

LEADING = 0.6
"""How much of the bonus for leading a category counts before the end."""

RESTING = 0.02
"""Passing is better than doing something for nothing."""


def evaluate(view: World, seat: Seat) -> float:
    """What the position is worth to the seat, from what anyone can reckon."""
    if not view.round:
        return 0.0
    points = [sum(its.categories()) + LEADING * its.bonus for its in scores(view)]
    others = [value for other, value in enumerate(points) if other != seat]
    rounds = rounds_left(view)
    realm = view.realm(seat)
    return (
        points[seat]
        - OTHERS * sum(others) / len(others)
        + engine_worth(view, realm, rounds)
        + policies_worth(view, realm, rounds)
        + wonder_worth(view, realm, rounds)
        + kept_worth(view, realm, rounds)
        + land_worth(view, seat, rounds)
        + hero_worth(view, seat, rounds)
        + monsters_worth(view, seat)
        + (RESTING if realm.passed else counters_worth(view, seat, rounds))
    )
