"""What the counters in hand still buy this round, for bots: the best for all of them together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from hako.content.monumental.armies import armies, fronts
from hako.content.monumental.outlook import GOLD, SURE, TOKEN, Engine, ahead, card_value
from hako.content.monumental.state import World
from hako.engine.rules.vocabulary import Seat

BENEFIT = 0.5
"""VP that the Exploration token of a Province brings."""

TAKEN = 0.3
"""VP of taking it from somebody."""

ALIKE = 3
"""So many Basic buildings of a kind are thought of at most."""


def counters_worth(world: World, seat: Seat, engine: Engine, rounds: float) -> float:
    """VP that the counters in hand still buy this round; Gold is spent on one kind of things."""
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
    with_gold = max((its.with_gold - its.without for its in bought), default=0.0)
    return SURE * (sum(its.without for its in bought) + with_gold)


class Purse(NamedTuple):
    """What something can be paid with, in the order in which it is paid."""

    counters: int
    tokens: int
    gold: int
    last: bool
    """Whether tokens and Gold will be good for nothing more."""

    def most(self) -> int:
        """The highest cost that it can pay; what costs more is not worth a look."""
        return self.counters + self.tokens + self.gold

    def price(self, cost: int) -> float:
        """VP of the tokens and the Gold that pay a cost; counters perish anyway."""
        if self.last:
            return 0.0
        rest = max(0, cost - self.counters)
        tokens = min(rest, self.tokens)
        return TOKEN * tokens + GOLD * (rest - tokens)


class Bought(NamedTuple):
    """VP of the best that a purse buys, less what is paid beside counters."""

    without: float
    """Without its Gold."""
    with_gold: float


Offer: TypeAlias = tuple[int, float]
"""A cost and a value."""

Offers: TypeAlias = Sequence[Offer]
"""Of which one at most can be taken."""


def _bought(purse: Purse, offers: Iterable[Offers]) -> Bought:
    own = purse.counters + purse.tokens
    best = [0.0] * (purse.most() + 1)
    for alternatives in offers:
        before = best
        best = before.copy()
        for cost, value in alternatives:
            for spent in range(cost, len(best)):
                if (more := before[spent - cost] + value) > best[spent]:
                    best[spent] = more
    values = [value - purse.price(spent) for spent, value in enumerate(best)]
    return Bought(max(values[: own + 1]), max(values))


def _built(world: World, seat: Seat, engine: Engine, rounds: float, most: int) -> Iterator[Offers]:
    """What so much Production buys: Buildings, Basic buildings, sections of one Wonder."""
    content = world.content
    building = world.realms[seat].construction
    wonders = []
    for card in world.displayed():
        its = content.card[card]
        if its.is_wonder:
            wonders += ahead(world, engine, card, 0, rounds, most) if building is None else []
        elif its.paid_in == "production" and its.cost <= most:
            yield [(its.cost, card_value(world, engine, card, rounds))]
    if building is None:
        yield wonders
    else:
        yield ahead(world, engine, building.card, building.done, rounds, most)
    for pile in world.basics:
        if (cost := content.card[pile.id].cost) <= most:
            value = card_value(world, engine, pile.id, rounds)
            yield _alike(cost, value, min(pile.left, ALIKE))


def _known(world: World, engine: Engine, rounds: float, most: int) -> Iterator[Offers]:
    """What so much Science buys; Scientific Progress, which may bring nothing, is for the rest."""
    content = world.content.card
    for card in world.displayed():
        if content[card].is_knowledge and content[card].cost <= most:
            yield [(content[card].cost, card_value(world, engine, card, rounds))]


def _alike(cost: int, value: float, most: int) -> Offers:
    return [(cost * count, value * count) for count in range(1, most + 1)]


def _conquests(world: World, seat: Seat, last: bool) -> Bought:
    """VP of what Military conquers: Provinces next to a seat's tiles, with units to spare."""
    constants, supply = world.content.constants, world.realms[seat].supply
    own, offers, counters = armies(world, seat), [], supply.military
    soldiers, warlord = sum(army.together.soldiers for army in own), any(army.home for army in own)
    for front in fronts(world, seat):
        place, needed = front.place, front.defence
        if needed > soldiers and warlord:
            needed = 1 + max(0, needed - constants.warlord_strength)
        if needed <= soldiers + warlord and front.falls_to(needed):
            tile = world.tile(place)
            value = world.content.terrain[world.land.terrain[place]].vp + BENEFIT * bool(tile.site)
            offers.append([(needed, value + TAKEN * (tile.owner is not None))])
            if tile.owner is None:
                counters = supply.military + supply.military_neutral
    units = soldiers + warlord
    counters = min(counters, units)
    return _bought(Purse(counters, 0, min(supply.gold, units - counters), last), offers)
