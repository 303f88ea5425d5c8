"""Net worth: the value of a seat's coins and Shares now, and at their best sale."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from hako.content.world_monger.state import (
    COINS,
    World,
    end_value,
    pays_dividend,
    quote,
)
from hako.content.world_monger.steps.civilization_phase import PayDividend
from hako.content.world_monger.steps.investment import Invest
from hako.engine.rules.model import Seat


def worth(world: World, seat: Seat) -> Mapping[str, int]:
    """The coins of a seat, and the value of its Shares in each civilization; public.

    Shares count at the last price. In the final round only one sale at a price is left: the best
    one counts, and all other Shares have their end value at a table with a ledger, 0 otherwise.
    After the final sale they count for the coins that they brought.
    """
    values = _final_values(world, seat) if is_ending(world) else _values(world)
    held = zip(world.civilizations, values, strict=True)
    shares = {
        civilization.id: civilization.shares[seat] * value + world.cashed.of(seat, civilization.id)
        for civilization, value in held
    }
    return {COINS: world.coins[seat] - world.cashed.total(seat), **shares}


def net_worth(world: World, seat: Seat) -> int:
    """The coins of a seat and the value of all its Shares together; public."""
    return sum(worth(world, seat).values())


def is_ending(world: World) -> bool:
    """True in the final round until end values are known: one sale at a price is left at most."""
    return world.is_final_round() and not world.end_values


def is_least(world: World) -> bool:
    """True if net worth is the least that it can come to: nobody is told the end values before the end."""
    return is_ending(world) and not world.has_ledger


def _values(world: World) -> list[int]:
    """The last price of a Share of each civilization, or its end value once that is known."""
    return list(world.end_values or (quote(world, at) for at in range(len(world.civilizations))))


def _final_values(world: World, seat: Seat) -> list[int]:
    """The value of a Share of each civilization for a seat in the final round."""
    at_end = _end_values(world)
    best = _best_sale(world, seat, at_end)
    if best is None:
        return at_end
    return [*at_end[:best], _values(world)[best], *at_end[best + 1 :]]


def best_sale(world: World, seat: Seat) -> int | None:
    """The place of the civilization whose Shares bring most in the last sale of the final round.

    None if no sale is left, or if none brings more than the end values.
    """
    return _best_sale(world, seat, _end_values(world))


def _best_sale(world: World, seat: Seat, at_end: Sequence[int]) -> int | None:
    if seat not in still_to_invest(world):
        return None
    gains = [
        civilization.shares[seat] * (price - end)
        for civilization, price, end in zip(
            world.civilizations, _values(world), at_end, strict=True
        )
    ]
    best = max(range(len(gains)), key=gains.__getitem__)
    return best if gains[best] > 0 else None


def _end_values(world: World) -> list[int]:
    """The end value of each civilization as it stands; 0 without a ledger."""
    return [
        end_value(world, civilization.owned()) * world.has_ledger
        for civilization in world.civilizations
    ]


def still_to_invest(world: World) -> Collection[Seat]:
    """The seats whose investment turn of this round is still to come."""
    if world.phase == "civilization":
        return world.seats
    return {step.seat for step in world.agenda if isinstance(step, Invest)}


def dividends_due(world: World) -> Sequence[int]:
    """The dividends at the end of the civilization phase for each seat, by the play areas now."""
    due = [0] * len(world.coins)
    if not world.pays_at_phase_end:
        return due
    per_share = world.content.constants.dividend_per_share
    for step in world.agenda:
        if isinstance(step, PayDividend) and pays_dividend(world, step.civilization):
            for seat, count in enumerate(world.civilization(step.civilization).shares):
                due[seat] += count * per_share
    return due
