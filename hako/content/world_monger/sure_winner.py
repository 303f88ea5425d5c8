"""Games that are decided: the seat that wins by the rules, whatever the others do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from hako.content.world_monger.cards import SHARE
from hako.content.world_monger.state import Civilization, World, end_value, price
from hako.content.world_monger.steps.development import Develop, DevelopmentPhase, DevelopmentTurn
from hako.content.world_monger.steps.investment import Invest
from hako.engine.rules.model import Seat

Bounds: TypeAlias = tuple[int, int]
"""The lowest and the highest end value of a civilization."""

PRICED = ("investment", "development", "cleanup")
"""The phases in which no price changes and no dividend is paid any more in their round."""


class Wealth(NamedTuple):
    """The coins of a seat, and its Shares of each civilization, from top to bottom."""

    coins: int
    shares: tuple[int, ...]


def sure_winner(world: World) -> Seat | None:
    """The seat that can have most coins alone however the others end the last round, or None.

    From the last investment phase on: each seat that has yet to invest may sell all Shares of one
    civilization, buy one, or pass; each civilization that has yet to develop may get any card. The
    seat itself passes or sells, since others may buy a Share before it.
    """
    if not world.is_final_round() or world.phase not in PRICED:
        return None
    investing = {step.seat for step in world.agenda if isinstance(step, Invest)}
    bounds = [_end_values(world, row, investing) for row in world.civilizations]
    held = [_wealth(world, seat) for seat in world.seats]
    outcomes = [
        [*_outcomes(world, seat)] if seat in investing else [held[seat]] for seat in world.seats
    ]
    for seat in world.seats:
        kept = [wealth for wealth in outcomes[seat] if sum(wealth.shares) <= sum(held[seat].shares)]
        rivals = [other for other in world.seats if other != seat]
        if any(
            all(
                _least_lead(own, other, bounds) > 0 for rival in rivals for other in outcomes[rival]
            )
            for own in kept
        ):
            return seat
    return None


def _wealth(world: World, seat: Seat) -> Wealth:
    return Wealth(world.coins[seat], tuple(row.shares[seat] for row in world.civilizations))


def _least_lead(own: Wealth, other: Wealth, bounds: Sequence[Bounds]) -> int:
    """The least number of coins by which one seat is ahead of another after the final sale."""
    lead = own.coins - other.coins
    for more, less, values in zip(own.shares, other.shares, bounds, strict=True):
        lead += min((more - less) * value for value in values)
    return lead


def _outcomes(world: World, seat: Seat) -> Iterator[Wealth]:
    """The wealth of a seat after each way to invest that is an extreme (world_monger.invest.2)."""
    coins, shares = _wealth(world, seat)
    yield Wealth(coins, shares)
    for at, row in enumerate(world.civilizations):
        cost = price(world, row.id)
        if shares[at]:
            none = (*shares[:at], 0, *shares[at + 1 :])
            yield Wealth(coins + cost * shares[at], none)
        if SHARE in row.area_cards() and cost <= coins:
            yield Wealth(coins - cost, (*shares[:at], shares[at] + 1, *shares[at + 1 :]))


def _end_values(world: World, row: Civilization, investing: set[Seat]) -> Bounds:
    """The bounds of a civilization's end value: by the card added, and by Shares that come and go.

    Shares count as cards where an end value depends on how many a civilization owns (end.3).
    """
    owned = row.owned()
    leaving = min(row.shares_showing(), len(investing))
    coming = sum(row.shares[seat] for seat in investing)
    fewer = list(owned)
    for _ in range(leaving):
        fewer.remove(SHARE)
    more = [*owned, *[SHARE] * coming]
    added: list[tuple[str, ...]] = [()]
    if _develops(world, row):
        nothing = [] if _has_to_add(world, row, investing) else added
        added = [*nothing, *((card,) for card in world.offered())]
    values = [end_value(world, sorted([*own, *card])) for own in (fewer, more) for card in added]
    return min(values), max(values)


def _has_to_add(world: World, row: Civilization, investing: set[Seat]) -> bool:
    """True if somebody controls a civilization to the end, and cards are left for all (develop.2)."""
    keeps = any(row.shares[seat] for seat in world.seats if seat not in investing)
    return keeps and sum(pile.left for pile in world.supply) >= len(world.civilizations)


def _develops(world: World, row: Civilization) -> bool:
    """True if a card is still to be added to a civilization in this round."""
    if world.phase == "investment":
        return True
    return any(
        isinstance(step, DevelopmentPhase)
        or (isinstance(step, Develop | DevelopmentTurn) and step.civilization == row.id)
        for step in world.agenda
    )
