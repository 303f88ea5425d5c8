"""What is to be expected of a civilization, from what anyone can reckon who kept count.

Prices and end values are coins for one Share.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import TypeAlias

from hako.content.world_monger.cards import (
    SHARE,
    CardId,
    Cards,
    Draw,
    Kind,
    Op,
    PutIntoPlay,
    PutLookedIntoPlay,
    PutNumberIntoPlay,
    Refresh,
    Trash,
    TrashThis,
    is_of,
)
from hako.content.world_monger.deck_knowledge import Cardset, Copies, Run, copies_of, without
from hako.content.world_monger.state import (
    COINS,
    Civilization,
    Pile,
    World,
    end_value,
    pays_dividend,
    quote,
)
from hako.content.world_monger.steps.civilization import PayDividend
from hako.content.world_monger.steps.investment import Invest
from hako.engine.content.files import at_hand, remembered
from hako.engine.rules.model import Seat, Viewer

FAVOURED = 0.5
"""How much of what is added comes from the two lowest supply piles."""

PICKED = 1.0
"""How much better than the average the best of a few cards is."""

REFRESHED = 1.0
"""What it adds to a price to use a card again."""

Adds: TypeAlias = Callable[[Copies, float, int], float]
"""About what an operation adds to the price: by the deck, the average value in it, and the
highest value printed on a card of the supply."""


def worth(world: World, seat: Seat) -> Mapping[str, int]:
    """Coins of a seat, and what its Shares of each civilization bring at the last price; public.

    In the final round only one sale is still to come at a price, the best one counts; all
    other Shares bring their end value, which counts where the table has a ledger. After the
    final sale: what they have brought.
    """
    values = _final_values(world, seat) if _is_ending(world) else _values(world)
    held = zip(world.civilizations, values, strict=True)
    shares = {
        its.id: its.shares[seat] * value + world.cashed.of(seat, its.id) for its, value in held
    }
    return {COINS: world.coins[seat] - world.cashed.total(seat), **shares}


def net_worth(world: World, seat: Seat) -> int:
    """What a seat is worth in all; public."""
    return sum(worth(world, seat).values())


def _is_ending(world: World) -> bool:
    return world.is_final_round() and not world.end_values


def _values(world: World) -> list[int]:
    """What a Share of each civilization brings, or brought last."""
    return list(world.end_values or (quote(world, at) for at in range(len(world.civilizations))))


def _final_values(world: World, seat: Seat) -> list[int]:
    """What a Share of each civilization still brings a seat in the final round."""
    at_end = [end_value(world, its.owned()) * world.has_ledger for its in world.civilizations]
    if seat not in still_to_invest(world):
        return at_end
    prices = _values(world)
    gains = [
        its.shares[seat] * (price - end)
        for its, price, end in zip(world.civilizations, prices, at_end, strict=True)
    ]
    best = max(range(len(gains)), key=gains.__getitem__)
    return [*at_end[:best], max(prices[best], at_end[best]), *at_end[best + 1 :]]


def still_to_invest(world: World) -> Collection[Seat]:
    """The seats whose investment turn of this round is still to come."""
    if world.phase == "civilization":
        return world.seats
    return {step.seat for step in world.agenda if isinstance(step, Invest)}


def dividends_due(world: World) -> Sequence[int]:
    """The coins that the end of the civilization phase pays each seat as the play areas are now."""
    due = [0] * len(world.coins)
    if not world.pays_at_phase_end:
        return due
    per_share = world.content.constants.dividend_per_share
    for step in world.agenda:
        if isinstance(step, PayDividend) and pays_dividend(world, step.civilization):
            for seat, count in enumerate(world.civilization(step.civilization).shares):
                due[seat] += count * per_share
    return due


def expected_price(world: World, cards: Cardset) -> float:
    """The price that cards make on average by their printed values alone."""
    constants = world.content.constants
    drawn = min(constants.layout_size, len(cards))
    return constants.base_price + drawn * average_value(world.content, copies_of(cards))


def best_offered(world: World) -> int:
    """The highest value printed on a card of the supply."""
    return _best_of(world.content, world.supply)


@at_hand
def _best_of(content: Cards, supply: tuple[Pile, ...]) -> int:
    return max([content.printed[pile.card] for pile in supply if pile.left], default=0)


def expected_price_used(content: Cards, cards: Cardset, best_offered: int) -> float:
    """The price that cards make on average when a controller uses them to raise it."""
    constants, copies = content.constants, copies_of(cards)
    worth = worth_in_play(content, copies, best_offered)
    drawn = min(constants.layout_size, len(cards))
    total = sum([worth[card] * count for card, count in copies.items()])
    return constants.base_price + (drawn * total / len(cards) if cards else 0.0)


def worth_in_play(content: Cards, copies: Copies, best_offered: int) -> dict[CardId, float]:
    """What each card adds to a price when it lies in a play area of such a deck."""
    mean, worth = average_value(content, copies), {}
    for card in copies:
        value = float(content.printed[card])
        if card in content.constant_for:
            value += _by_constants(content, card, copies)
        used = [adds(copies, mean, best_offered) for adds in _used(content, card)]
        worth[card] = value + max(0.0, sum(used))
    return worth


def average_value(content: Cards, copies: Copies) -> float:
    """The average printed value of cards."""
    total = sum([content.printed[card] * count for card, count in copies.items()])
    return total / (sum(copies.values()) or 1)


def chance_of_icon(content: Cards, cards: Cardset) -> float:
    """The chance that a dividend icon lies among the cards laid out."""
    copies = copies_of(cards)
    icons = sum([copies.get(card, 0) for card in content.with_icon])
    return chance_of(1, icons, len(cards), content.constants.layout_size)


def rounds_left(world: World) -> float:
    """How many rounds are still to come after this one, as far as the supply tells."""
    if world.final_round is not None:
        return world.final_round - world.round
    low = sum(sorted([pile.left for pile in world.supply])[:2])
    rounds = low / (FAVOURED * len(world.civilizations))
    return max(1.0, rounds + (world.phase in ("development", "cleanup")))


def foreseen_draw(
    content: Cards, its: Civilization, viewer: Viewer, count: int
) -> tuple[float, float]:
    """The printed values that a draw brings on average, and the chance of a Share in it.

    Cards come in the order in which the viewer knows them, and the discards only once the
    deck has run out (world_monger.detail.1).
    """
    sight, discards = its.sight(viewer), its.discard_cards()
    rest = without(its.deck_cards(), (card for run in sight for card in run.cards))
    below = Run(len(its.deck) - sum(run.size for run in sight), ())
    value, without_share = 0.0, {0: 1.0}
    for run in (*sight, below, Run(len(discards), discards)):
        drawn = min(count, run.size)
        if not drawn:
            continue
        count -= drawn
        others = run.size - len(run.cards)
        total = sum(content.card[card].value for card in run.cards)
        value += drawn * (total + others * average_value(content, copies_of(rest))) / run.size
        without_share = _go_on(without_share, run, drawn)
    kept, shares = len(rest), rest.count(SHARE)
    none = sum(
        chance * comb(kept - shares, places) / comb(kept, places)
        for places, chance in without_share.items()
    )
    return value, 1 - none


def _go_on(chances: Mapping[int, float], run: Run, drawn: int) -> dict[int, float]:
    """The chances that no Share known is drawn, by the number of places not known so far."""
    others, harmless = run.size - len(run.cards), len(run.cards) - run.cards.count(SHARE)
    found: dict[int, float] = {}
    for places, chance in chances.items():
        for more in range(min(drawn, others) + 1):
            ways = comb(harmless, drawn - more) * comb(others, more) / comb(run.size, drawn)
            found[places + more] = found.get(places + more, 0.0) + chance * ways
    return found


@lru_cache(maxsize=1 << 14)
def chance_of(at_least: int, good: int, among: int, drawn: int) -> float:
    """The chance that so many good cards or more are among the cards drawn."""
    drawn = min(drawn, among)
    ways = sum(
        comb(good, hits) * comb(among - good, drawn - hits)
        for hits in range(at_least, min(good, drawn) + 1)
    )
    return ways / comb(among, drawn)


def _by_constants(content: Cards, card: CardId, copies: Copies) -> float:
    """What constant effects add to a card, by the chance that they hold beside it."""
    others, beside = sum(copies.values()) - 1, content.constants.layout_size - 1
    more = 0.0
    for source, effect in content.constant_for[card]:
        itself = source == card
        chance = chance_of(effect.copies - itself, copies.get(source, 0) - itself, others, beside)
        more += (effect.value - content.printed[card]) * chance
    return more


@remembered  # decks change with every card gained, what is printed never does
def _used(content: Cards, card: CardId) -> Sequence[Adds]:
    """What the operations of a card's effect add, without those that add nothing."""
    found = [_by_op(content, card, op) for op in content.card[card].use]
    return [adds for adds in found if adds is not None]


def _by_op(content: Cards, card: CardId, op: Op) -> Adds | None:
    match op:
        case Draw(count="as_many"):
            return lambda _copies, mean, _best: 2 * mean
        case Draw(count=int(count), if_last=kind):
            return lambda copies, mean, _best: count * mean * _share_of(copies, kind)
        case Trash(min=least):
            return lambda _copies, mean, _best: -least * min(1.0, mean)
        case TrashThis():
            lost = -float(content.printed[card])
            return lambda _copies, _mean, _best: lost
        case PutIntoPlay():
            return lambda _copies, _mean, best: float(best)
        case PutNumberIntoPlay(card=put, max=most):
            more = float(most * content.printed[put])
            return lambda _copies, _mean, _best: more
        case PutLookedIntoPlay():
            return lambda _copies, mean, _best: mean + PICKED
        case Refresh():
            return lambda _copies, _mean, _best: REFRESHED
        case _:
            return None


def _share_of(copies: Copies, kind: Kind | None) -> float:
    """The share of such cards among the copies."""
    if kind in (None, "any"):
        return 1.0
    such = sum(count for card, count in copies.items() if is_of(card, kind))
    return such / (sum(copies.values()) or 1)
