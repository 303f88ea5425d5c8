"""What a position is worth to a seat, for bots that look one move ahead.

The unit is a coin at the end of the game. A Share is worth what it should fetch later:
the price that the civilization's cards make on average and something for choosing the
moment, or its end value where no investment turn is left to sell it. In a round whose
investment turn is still to come, the best sale or purchase of that turn counts as made.
What the others have counts against the seat.
"""

from __future__ import annotations

from hako.content.world_monger.outlook import (
    chance_of_icon,
    expected_price_used,
    rounds_left,
    still_to_invest,
)
from hako.content.world_monger.state import World, end_value, price
from hako.engine.rules.vocabulary import Seat

OTHERS = 0.8
"""How much of what the others have on average counts against a seat."""

TIMING = 1.5
"""Coins that a Share fetches above the average price because its holder chooses the moment."""

GROWTH = 0.5
"""Coins by which a price rises from round to round as a civilization develops."""

HORIZON = 4
"""Rounds beyond which nobody foresees a price."""

POOR = 6
"""With fewer coins a seat misses chances to buy."""

MISSED = 0.25
"""What each coin less than that costs."""


def evaluate(view: World, seat: Seat) -> float:
    """What the position is worth to the seat, from what anyone can reckon."""
    if not view.civilizations:
        return 0.0
    if view.end_values is not None or not view.round:
        worth = [float(coins) for coins in view.coins]
    else:
        worth = _worth(view)
    others = [value for other, value in enumerate(worth) if other != seat]
    return worth[seat] - OTHERS * sum(others) / len(others)


def _worth(view: World) -> list[float]:
    """What each seat will have at the end, more or less."""
    left = rounds_left(view)
    cards = [its.owned() for its in view.civilizations]
    at_end = [float(end_value(view, its)) for its in cards]
    later = [
        max(end, _later(expected_price_used(view, its), chance_of_icon(view, its), left))
        for its, end in zip(cards, at_end, strict=True)
    ]
    now = [float(price(view, its.id)) if its.area else None for its in view.civilizations]
    to_invest = still_to_invest(view)
    return [
        view.coins[seat]
        - MISSED * max(0, POOR - view.coins[seat]) * (left > 0)
        + _held(view, seat, later, at_end, left)
        + (_turn(view, seat, now, later, at_end, left) if seat in to_invest else 0.0)
        for seat in view.seats
    ]


def _later(average: float, dividend: float, left: float) -> float:
    """What a Share fetches if there are so many rounds to sell it in."""
    if left <= 0:
        return 0.0
    rounds = min(left, HORIZON)
    return average + TIMING * min(1.0, rounds / 2) + GROWTH * rounds + dividend * min(rounds, 2)


def _held(view: World, seat: Seat, later: list[float], at_end: list[float], left: float) -> float:
    """What the Shares of a seat bring: one kind a round, the rest at the end."""
    gains = sorted(
        (
            (its.shares[seat] * (value - end), its.shares[seat] * end)
            for its, value, end in zip(view.civilizations, later, at_end, strict=True)
            if its.shares[seat]
        ),
        reverse=True,
    )
    return sum(
        end + gain * min(1.0, max(0.0, left - number)) for number, (gain, end) in enumerate(gains)
    )


def _turn(
    view: World,
    seat: Seat,
    now: list[float | None],
    later: list[float],
    at_end: list[float],
    left: float,
) -> float:
    """What the best use of this round's investment turn adds."""
    best = 0.0
    for place, (its, cost) in enumerate(zip(view.civilizations, now, strict=True)):
        if cost is None:
            continue
        value = later[place] if left > 0 else at_end[place]
        best = max(best, its.shares[seat] * (cost - value))
        if its.shares_showing() and cost <= view.coins[seat]:
            best = max(best, value - cost)
    return best
