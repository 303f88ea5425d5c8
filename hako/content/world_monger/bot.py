"""What a position is worth to a seat, for bots that look one move ahead.

The unit is a coin at the end of the game. A Share is worth what it should fetch later:
the price that the civilization's cards make on average and something for choosing the
moment, or its end value where no investment turn is left to sell it. In a round whose
investment turn is still to come, the best sale or purchase of that turn counts as made.
What the others have counts against the seat.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from hako.content.world_monger.cards import SHARE, Cards
from hako.content.world_monger.outlook import (
    best_offered,
    chance_of_icon,
    expected_price_used,
    rounds_left,
    still_to_invest,
)
from hako.content.world_monger.sight import Cardset
from hako.content.world_monger.state import Civilization, World, end_value_of, price_of
from hako.engine.content.files import remembered
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


class Later(Struct, frozen=True, gc=False):
    """What a Share of a civilization brings one day, as its cards have it."""

    at_end: float
    average: float
    """The price to be expected in rounds to come."""
    dividend: float
    """The chance of one in such a round."""


class Prospects(Struct, frozen=True, gc=False):
    """What a Share of a civilization brings, now and later."""

    now: float | None
    """Its price, where there is one."""
    is_for_sale: bool
    later: Later


@remembered
def _prospects(content: Cards, its: Civilization, best_offered: int) -> Prospects:
    area = its.area_cards()
    return Prospects(
        now=float(price_of(content, area)) if area else None,
        is_for_sale=SHARE in area,
        later=_cards_later(content, its.owned(), best_offered),
    )


@remembered  # cards are drawn and laid out, and Shares change hands, far more often than cards come
def _cards_later(content: Cards, cards: Cardset, best_offered: int) -> Later:
    return Later(
        at_end=float(end_value_of(content, cards)),
        average=expected_price_used(content, cards, best_offered),
        dividend=chance_of_icon(content, cards),
    )


def _worth(view: World) -> list[float]:
    """What each seat will have at the end, more or less."""
    left, best = rounds_left(view), best_offered(view)
    shares = [_prospects(view.content, its, best) for its in view.civilizations]
    later = [max(its.later.at_end, _fetched(its.later, left)) for its in shares]
    to_invest = still_to_invest(view)
    return [
        view.coins[seat]
        - MISSED * max(0, POOR - view.coins[seat]) * (left > 0)
        + _held(view, seat, shares, later, left)
        + (_turn(view, seat, shares, later, left) if seat in to_invest else 0.0)
        for seat in view.seats
    ]


def _fetched(its: Later, left: float) -> float:
    """What a Share fetches if there are so many rounds to sell it in."""
    if left <= 0:
        return 0.0
    rounds = min(left, HORIZON)
    moment = TIMING * min(1.0, rounds / 2)
    return its.average + moment + GROWTH * rounds + its.dividend * min(rounds, 2)


def _held(
    view: World, seat: Seat, shares: Sequence[Prospects], later: Sequence[float], left: float
) -> float:
    """What the Shares of a seat bring: one kind a round, the rest at the end."""
    gains = [
        (held * (value - share.later.at_end), held * share.later.at_end)
        for its, share, value in zip(view.civilizations, shares, later, strict=True)
        if (held := its.shares[seat])
    ]
    gains.sort(reverse=True)
    return sum(
        [end + gain * min(1.0, max(0.0, left - number)) for number, (gain, end) in enumerate(gains)]
    )


def _turn(
    view: World, seat: Seat, shares: Sequence[Prospects], later: Sequence[float], left: float
) -> float:
    """What the best use of this round's investment turn adds."""
    best = 0.0
    for its, share, value in zip(view.civilizations, shares, later, strict=True):
        if share.now is None:
            continue
        gain = share.now - (value if left > 0 else share.later.at_end)
        best = max(best, its.shares[seat] * gain)
        if share.is_for_sale and share.now <= view.coins[seat]:
            best = max(best, -gain)
    return best
