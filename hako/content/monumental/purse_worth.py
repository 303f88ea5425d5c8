"""The value of the counters in hand this round, for bots: the best combined purchase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from hako.content.monumental.cards import Cards
from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.conquest_options import fronts, troops
from hako.content.monumental.realm_worth import (
    GOLD,
    SURE,
    TOKEN,
    Engine,
    card_value,
    section_values,
)
from hako.content.monumental.state import World
from hako.engine.content.cache_decorators import at_hand
from hako.engine.rules.model import Seat

BENEFIT = 0.5
"""VP that the Exploration token of a Province brings."""

TAKEN = 0.3
"""VP of taking a Province from another player."""

ALIKE = 3
"""The largest number of Basic buildings of one kind that is considered."""


def counters_worth(world: World, seat: Seat, engine: Engine, rounds: float) -> float:
    """VP of the best purchases with the counters in hand; Gold is spent on one resource only."""
    supply = world.realms[seat].supply
    last = not rounds
    building = world.realms[seat].construction is not None
    bought = []
    if supply.production or building or last:
        purse = Purse(supply.production, supply.production_token, supply.gold, last)
        bought.append(_bought(purse, _built(world, seat, engine, rounds, purse.most())))
    if supply.science or last:
        purse = Purse(supply.science, 0, supply.gold, last)
        bought.append(_bought(purse, _known(world, engine, rounds, purse.most())))
    if supply.military or supply.military_neutral or last:
        bought.append(_conquests(world, seat, last))
    with_gold = max([best.with_gold - best.without for best in bought], default=0.0)
    return SURE * (sum([best.without for best in bought]) + with_gold)


class Purse(NamedTuple):
    """The means of payment for one kind of purchase, in the order in which they are used."""

    counters: int
    tokens: int
    gold: int
    last: bool
    """True in the last round, when tokens and Gold left over are worth nothing."""

    def most(self) -> int:
        """The highest cost that it can pay."""
        return self.counters + self.tokens + self.gold

    def price(self, cost: int) -> float:
        """VP of the tokens and the Gold that pay a cost; counters would be lost anyway."""
        if self.last:
            return 0.0
        rest = max(0, cost - self.counters)
        tokens = min(rest, self.tokens)
        return TOKEN * tokens + GOLD * (rest - tokens)


@lru_cache(maxsize=1 << 10)  # a few counters, tokens and Gold, again and again
def _prices(purse: Purse) -> Sequence[float]:
    """The price of each cost up to the highest one."""
    return [purse.price(cost) for cost in range(purse.most() + 1)]


class Bought(NamedTuple):
    """VP of the best purchases for a purse, less the worth of the tokens and Gold spent."""

    without: float
    """Without its Gold."""
    with_gold: float


Offer: TypeAlias = tuple[int, float]
"""A cost and a value."""

Offers: TypeAlias = Sequence[Offer]
"""Alternatives, of which at most one can be taken."""


NOTHING: Mapping[int, float] = {0: 0.0}
"""The best VP at each total cost, without any purchase."""


def _bought(purse: Purse, offers: Iterable[Offers]) -> Bought:
    """The best combination of offers, at most one of each group, by total cost (a knapsack)."""
    most, best = purse.most(), dict(NOTHING)
    for alternatives in offers:
        before = [*best.items()]
        for cost, value in alternatives:
            for spent, brought in before:
                total = spent + cost
                if total <= most and (more := brought + value) > best.get(total, 0.0):
                    best[total] = more
    if best == NOTHING:
        return Bought(0.0, 0.0)
    own, prices = purse.counters + purse.tokens, _prices(purse)
    return Bought(
        max([value - prices[cost] for cost, value in best.items() if cost <= own]),
        max([value - prices[cost] for cost, value in best.items()]),
    )


class OnDisplay(NamedTuple):
    """The cards of a display by what they are paid with, each with its cost."""

    buildings: Sequence[tuple[CardId, int]]
    wonders: Sequence[tuple[CardId, int]]
    """Paid section by section; with what the first one costs."""
    knowledge: Sequence[tuple[CardId, int]]


@at_hand  # called for Production, and then for Science
def _on_display(content: Cards, display: tuple[tuple[CardId, ...], ...]) -> OnDisplay:
    cards = [content.card[card] for row in display for card in row]
    return OnDisplay(
        [(card.id, card.cost) for card in cards if not card.is_wonder and not card.is_knowledge],
        [(card.id, card.sections[0]) for card in cards if card.is_wonder],
        [(card.id, card.cost) for card in cards if card.is_knowledge],
    )


def _built(world: World, seat: Seat, engine: Engine, rounds: float, most: int) -> Iterator[Offers]:
    """Offers for Production up to `most`: Buildings, Basic buildings, sections of one Wonder."""
    content = world.content
    building = world.realms[seat].construction
    displayed = _on_display(content, world.display)
    for card, cost in displayed.buildings:
        if cost <= most:
            yield [(cost, card_value(world, engine, card, rounds))]
    if building is not None:
        yield section_values(world, engine, building.card, building.done, rounds, most)
    elif begun := [card for card, first in displayed.wonders if first <= most]:
        wonders = [section_values(world, engine, card, 0, rounds, most) for card in begun]
        yield [*chain.from_iterable(wonders)]
    for pile in world.basics:
        if (cost := content.card[pile.id].cost) <= most:
            value = card_value(world, engine, pile.id, rounds)
            yield _alike(cost, value, min(pile.left, ALIKE), most)


def _known(world: World, engine: Engine, rounds: float, most: int) -> Iterator[Offers]:
    """Offers of Knowledge up to `most` Science; Scientific Progress has no sure value."""
    for card, cost in _on_display(world.content, world.display).knowledge:
        if cost <= most:
            yield [(cost, card_value(world, engine, card, rounds))]


def _alike(cost: int, value: float, left: int, most: int) -> Offers:
    numbers = range(1, left + 1)
    return [(cost * number, value * number) for number in numbers if cost * number <= most]


def _conquests(world: World, seat: Seat, last: bool) -> Bought:
    """VP of the best conquests with Military: Provinces next to a seat's tiles."""
    content, land, supply = world.content, world.land, world.realms[seat].supply
    counters, with_neutral = supply.military, supply.military + supply.military_neutral
    if not (most := with_neutral + supply.gold):
        return Bought(0.0, 0.0)
    own, offers = troops(world, seat).together, []
    units = own.soldiers + own.warlord
    for front in fronts(world, seat):
        needed = front.defence
        if needed > own.soldiers and own.warlord:
            needed = 1 + max(0, needed - content.constants.warlord_strength)
        if needed <= units and front.fewest <= needed:
            if front.owner is None:
                counters = with_neutral
            if needed <= most:
                site = world.tiles[land.index[front.place]].site
                value = content.terrain[land.terrain[front.place]].vp + BENEFIT * bool(site)
                offers.append([(needed, value + TAKEN * (front.owner is not None))])
    counters = min(counters, units)
    return _bought(Purse(counters, 0, min(supply.gold, units - counters), last), offers)
