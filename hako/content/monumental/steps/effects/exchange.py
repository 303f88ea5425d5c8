"""Paying for a gain, and turning counters into others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement
from typing import TypeAlias

from msgspec.structs import replace

from hako.content.monumental.actions import ConvertCounter, Exchange, Stop
from hako.content.monumental.cards.effects import BASIC_RESOURCES, ExchangeEffect, Pay, Resource
from hako.content.monumental.events.effect_outcomes import CounterConverted, ResourcesPaid
from hako.content.monumental.payment import payment
from hako.content.monumental.realm import Amounts, Supply
from hako.content.monumental.state import World
from hako.content.monumental.steps.ask_or_skip import STOP, ask
from hako.content.monumental.steps.gains import brings, gain_all
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step

Paid: TypeAlias = dict[Resource, int]

CHOICES: tuple[Resource, ...] = (*BASIC_RESOURCES, "gold")
"""The means of paying basic resources of the player's choice, in the order of the offers."""


class ExchangeAgain(Choice[World, Exchange | Stop], frozen=True):
    """A player pays and gains, once or up to so many times (monumental.effect.5)."""

    clause = "monumental.op.exchange"

    source: str
    effect: ExchangeEffect
    left: int
    """The largest number of exchanges, this one included."""

    def actions(self, world: World, /) -> Sequence[Exchange | Stop]:
        offered = [Exchange(paid) for paid in exchanges(world, self.seat, self.effect)]
        return offered if self.left == self.effect.times else [*offered, STOP]

    def resolve(
        self, world: World, action: Exchange | Stop, chance: Chance, /
    ) -> Resolution[World]:
        if isinstance(action, Stop):
            return
        world = yield ResourcesPaid(self.seat, self.source, dict(action.paid))
        world = yield from gain_all(world, self.seat, self.source, self.effect.gain, chance)
        if self.left > 1:
            yield AskAgain(replace(self, left=self.left - 1))


class AskAgain(Step[World, None], frozen=True):
    """An exchange is offered again once all was gained, if another is possible then."""

    clause = "monumental.effect.5"

    choice: ExchangeAgain

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield from ask(world, self.choice, chance)


class ConvertCounters(Choice[World, ConvertCounter | Stop], frozen=True):
    """A player turns basic resource counters into others, one by one (monumental.op.convert)."""

    clause = "monumental.op.convert"

    left: int
    """The largest number of conversions, this one included."""

    def actions(self, world: World, /) -> Sequence[ConvertCounter | Stop]:
        supply = world.realms[self.seat].supply
        pairs = (
            ConvertCounter(given, taken)
            for given in BASIC_RESOURCES
            if supply.of(given)
            for taken in BASIC_RESOURCES
            if taken != given
        )
        return [*pairs, STOP]

    def resolve(
        self, world: World, action: ConvertCounter | Stop, chance: Chance, /
    ) -> Resolution[World]:
        if isinstance(action, Stop):
            return
        yield CounterConverted(self.seat, action.given, action.taken)
        if self.left > 1:
            yield replace(self, left=self.left - 1)


def exchanges(world: World, seat: Seat, effect: ExchangeEffect) -> Sequence[Paid]:
    """The ways in which a player can pay for an exchange that changes something."""
    if not brings(world, effect.gain):
        return []
    gained = effect.gain.amounts
    open_gain = effect.gain.basic or effect.gain.market
    ways = _ways(world.realms[seat].supply, effect.pay)
    return [paid for paid in ways if open_gain or paid != gained]


def _ways(supply: Supply, pay: Pay) -> Iterable[Paid]:
    """The payments of a price: fixed parts first, then each choice of basic resources."""
    fixed: Paid = {}
    for resource, due in pay.fixed.items():
        part = payment(supply.minus(fixed) if fixed else supply, resource, due)
        if part is None:
            return
        fixed = _sum(fixed, part) if fixed else {**part}
    if not pay.basic:
        yield fixed
        return
    left = supply.minus(fixed)
    for picked in combinations_with_replacement(CHOICES, pay.basic):
        chosen = _chosen(left, {name: picked.count(name) for name in picked})
        if chosen is not None:
            yield _sum(fixed, chosen)


def _chosen(supply: Supply, wanted: Paid) -> Paid | None:
    """The payment of the chosen basic resources; None if the supply lacks them.

    Production may come from tokens when no counter is left (monumental.pay.8).
    """
    paid: Paid = {}
    for name, count in wanted.items():
        counters = min(count, supply.of(name))
        tokens = count - counters if name == "production" else 0
        if counters + tokens < count or tokens > supply.production_token:
            return None
        paid |= {name: counters} if counters else {}
        paid |= {"production_token": tokens} if tokens else {}
    return paid


def _sum(one: Paid, other: Amounts) -> Paid:
    return {name: one.get(name, 0) + other.get(name, 0) for name in (*one, *other)}
