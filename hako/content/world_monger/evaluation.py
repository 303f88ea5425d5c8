"""Evaluation of a position for a seat, for bots that look one move ahead.

The unit is a coin at the end of the game. The value of a Share is its expected selling price:
the average price by the civilization's cards plus a bonus for choosing the moment, or its end
value if no investment turn is left to sell it. In a round whose investment turn is still to
come, the best sale or purchase of that turn counts as made. A part of the other seats' mean
value is subtracted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct

from hako.content.world_monger.cards import SHARE, Cards
from hako.content.world_monger.deck_knowledge import Cardset
from hako.content.world_monger.expected_prices import (
    best_offered,
    chance_of_icon,
    expected_price_used,
    rounds_left,
)
from hako.content.world_monger.net_worth import dividends_due, still_to_invest
from hako.content.world_monger.state import Civilization, World, end_value_of, price_of
from hako.engine.content.cache_decorators import remembered
from hako.engine.rules.model import Seat

OTHERS = 0.8
"""Part of the other seats' mean value that is subtracted from a seat's."""

TIMING = 1.5
"""Coins that a Share fetches above the average price because its holder chooses the moment."""

GROWTH = 0.5
"""Coins by which a price rises from round to round as a civilization develops."""

HORIZON = 4
"""Number of rounds up to which the growth of prices is counted."""

POOR = 6
"""With fewer coins a seat misses chances to buy."""

MISSED = 0.25
"""Penalty in coins for each coin below POOR."""


def evaluate(view: World, seat: Seat) -> float:
    """The value of a position for a seat in coins, from public information."""
    if not view.civilizations:
        return 0.0
    if view.end_values is not None or not view.round:
        worth = [float(coins) for coins in view.coins]
    else:
        worth = _worth(view)
    others = [value for other, value in enumerate(worth) if other != seat]
    return worth[seat] - OTHERS * sum(others) / len(others)


class Later(Struct, frozen=True, gc=False):
    """The expected yield of a Share in later rounds, by the civilization's cards."""

    at_end: float
    average: float
    """The price to be expected in rounds to come."""
    dividend: float
    """The probability of a dividend in a round to come."""


class Prospects(Struct, frozen=True, gc=False):
    """The yield of a Share of a civilization, now and later."""

    now: float | None
    """The price now; None while no cards are laid out."""
    is_for_sale: bool
    later: Later


@remembered
def _prospects(content: Cards, civilization: Civilization, best_offered: int) -> Prospects:
    area = civilization.area_cards()
    return Prospects(
        now=float(price_of(content, area)) if area else None,
        is_for_sale=SHARE in area,
        later=_cards_later(content, civilization.owned(), best_offered),
    )


@remembered  # cards are drawn and laid out, and Shares change hands, far more often than cards come
def _cards_later(content: Cards, cards: Cardset, best_offered: int) -> Later:
    return Later(
        at_end=float(end_value_of(content, cards)),
        average=expected_price_used(content, cards, best_offered),
        dividend=chance_of_icon(content, cards),
    )


def _worth(view: World) -> list[float]:
    """The coins that each seat is expected to have at the end."""
    left, best = rounds_left(view), best_offered(view)
    shares = [_prospects(view.content, civilization, best) for civilization in view.civilizations]
    fetched = _fetched(shares, left)
    held = zip(view.civilizations, shares, fetched, strict=True)
    stakes = [
        (civilization.shares, value - share.later.at_end, share.later.at_end)
        for civilization, share, value in held
    ]
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
    """The best expected price of a Share of each civilization within the rounds left."""
    if left <= 0:
        return [max(share.later.at_end, 0.0) for share in shares]
    rounds = min(left, HORIZON)
    moment, growth, paying = TIMING * min(1.0, rounds / 2), GROWTH * rounds, min(rounds, 2)
    return [
        max(later.at_end, later.average + moment + growth + later.dividend * paying)
        for later in [share.later for share in shares]
    ]


Stake: TypeAlias = tuple[tuple[int, ...], float, float]
"""The Shares of a civilization by seat, the gain of selling one, the value of an unsold one."""


def _held(seat: Seat, stakes: Sequence[Stake], in_time: Sequence[float]) -> float:
    """The expected yield of a seat's Shares: one civilization sold a round, the rest at the end."""
    gains = [
        (held * gain, held * at_end) for shares, gain, at_end in stakes if (held := shares[seat])
    ]
    gains.sort(reverse=True)
    return sum([end + gain * part for (gain, end), part in zip(gains, in_time, strict=False)])


Trade: TypeAlias = tuple[tuple[int, ...], float, bool, float]
"""The Shares of a civilization by seat, their price, True if one is for sale, the gain of
selling one."""


def _trades(
    view: World, shares: Sequence[Prospects], fetched: Sequence[float], left: float
) -> Sequence[Trade]:
    """The trades that are possible in an investment turn."""
    return [
        (
            civilization.shares,
            share.now,
            share.is_for_sale,
            share.now - (value if left > 0 else share.later.at_end),
        )
        for civilization, share, value in zip(view.civilizations, shares, fetched, strict=True)
        if share.now is not None
    ]


def _turn(seat: Seat, coins: int, trades: Sequence[Trade]) -> float:
    """The gain of the best sale or purchase in this round's investment turn; 0 if passing is best."""
    best = 0.0
    for shares, price, is_for_sale, gain in trades:
        best = max(best, shares[seat] * gain)
        if is_for_sale and price <= coins:
            best = max(best, -gain)
    return best
