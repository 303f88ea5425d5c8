"""What a position is worth to a seat, for bots that look one move ahead.

The unit is a coin at the end of the game. A Share is worth what it should fetch later:
the price that the civilization's cards make on average and something for choosing the
moment, or its end value where no investment turn is left to sell it. In a round whose
investment turn is still to come, the best sale or purchase of that turn counts as made.
What the others have counts against the seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct

from hako.content.world_monger.cards import SHARE, Cards
from hako.content.world_monger.deck_knowledge import Cardset
from hako.content.world_monger.heuristics import (
    best_offered,
    chance_of_icon,
    dividends_due,
    expected_price_used,
    rounds_left,
    still_to_invest,
)
from hako.content.world_monger.state import Civilization, World, end_value_of, price_of
from hako.engine.content.files import remembered
from hako.engine.rules.model import Seat

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
    fetched = _fetched(shares, left)
    held = zip(view.civilizations, shares, fetched, strict=True)
    stakes = [(its.shares, value - of.later.at_end, of.later.at_end) for its, of, value in held]
    to_invest = still_to_invest(view)
    trades = _trades(view, shares, fetched, left) if to_invest else []
    in_time = [min(1.0, max(0.0, left - number)) for number in range(len(stakes))]
    return [
        coins
        + due
        - MISSED * max(0, POOR - coins - due) * (left > 0)
        + _held(seat, stakes, in_time)
        + (_turn(seat, coins + due, trades) if seat in to_invest else 0.0)
        for seat, (coins, due) in enumerate(zip(view.coins, dividends_due(view), strict=True))
    ]


def _fetched(shares: Sequence[Prospects], left: float) -> list[float]:
    """What a Share of each civilization fetches at best, with so many rounds to sell it in."""
    if left <= 0:
        return [max(its.later.at_end, 0.0) for its in shares]
    rounds = min(left, HORIZON)
    moment, growth, paying = TIMING * min(1.0, rounds / 2), GROWTH * rounds, min(rounds, 2)
    return [
        max(its.at_end, its.average + moment + growth + its.dividend * paying)
        for its in [of.later for of in shares]
    ]


Stake: TypeAlias = tuple[tuple[int, ...], float, float]
"""Who holds how many Shares of a civilization, what one gains if sold, what it is worth unsold."""


def _held(seat: Seat, stakes: Sequence[Stake], in_time: Sequence[float]) -> float:
    """What the Shares of a seat bring: one kind a round, the rest at the end."""
    gains = [
        (held * gain, held * at_end) for shares, gain, at_end in stakes if (held := shares[seat])
    ]
    gains.sort(reverse=True)
    return sum([end + gain * part for (gain, end), part in zip(gains, in_time, strict=False)])


Trade: TypeAlias = tuple[tuple[int, ...], float, bool, float]
"""Who holds how many Shares of a civilization, their price, whether one is for sale, and what
selling one gains."""


def _trades(
    view: World, shares: Sequence[Prospects], fetched: Sequence[float], left: float
) -> Sequence[Trade]:
    """What can be traded in an investment turn."""
    return [
        (its.shares, of.now, of.is_for_sale, of.now - (value if left > 0 else of.later.at_end))
        for its, of, value in zip(view.civilizations, shares, fetched, strict=True)
        if of.now is not None
    ]


def _turn(seat: Seat, coins: int, trades: Sequence[Trade]) -> float:
    """What the best use of this round's investment turn adds."""
    best = 0.0
    for shares, price, is_for_sale, gain in trades:
        best = max(best, shares[seat] * gain)
        if is_for_sale and price <= coins:
            best = max(best, -gain)
    return best
