"""The value of a position to a seat, for bots that look one move ahead.

The unit is a victory point. The value is the points scored, the expected yield of the cards in the
rounds that are left, the resources kept from round to round, and what the counters in hand can
still buy this round: counters that buy nothing are worth nothing, so a bot passes then.
"""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.monumental.module_worth import hero_worth, monsters_worth
from hako.content.monumental.purse_worth import counters_worth
from hako.content.monumental.realm_worth import (
    engine_of,
    kept_worth,
    land_worth,
    policies_worth,
    wonder_worth,
)
from hako.content.monumental.scoring import Score, scores
from hako.content.monumental.state import World
from hako.content.monumental.time_left import is_acting, rounds_left
from hako.engine.content.cache_decorators import at_hand
from hako.engine.rules.model import Seat

OTHERS = 0.35
"""The share of the opponents' average points that counts against a seat."""

LEADING = 0.6
"""The share of the bonus for leading a category that counts before the end."""

RESTING = 0.05
"""VP of having passed: more than an action without a use."""


def evaluate(view: World, seat: Seat) -> float:
    """The value of a position to a seat, in VP, from public information."""
    if not view.round:
        return 0.0
    points = _points(scores(view))
    others = [other for other in view.seats if other != seat]
    rounds = rounds_left(view, seat)
    engine = engine_of(view, seat)
    return (
        points[seat]
        - OTHERS * sum([points[other] for other in others]) / len(others)
        + engine.worth(rounds)
        - sum([engine_of(view, other).worth(rounds) for other in others]) / len(others)
        + policies_worth(view, seat, rounds)
        + wonder_worth(view, seat, engine, rounds)
        + kept_worth(view, seat, rounds)
        + land_worth(view, seat, rounds)
        + hero_worth(view, seat, rounds)
        + monsters_worth(view, seat)
        + (counters_worth(view, seat, engine, rounds) if is_acting(view, seat) else RESTING)
    )


@at_hand  # most actions score nothing
def _points(scored: tuple[Score, ...]) -> Sequence[float]:
    return [sum(score.categories()) + LEADING * score.bonus for score in scored]
