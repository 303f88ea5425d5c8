"""Gains: fixed ones, and those with a part that the player chooses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from hako.content.monumental.actions import TakeMarketToken, TakeResources
from hako.content.monumental.cards.effects import (
    BASIC_RESOURCES,
    Gain,
    GainPerEffect,
    Resources,
)
from hako.content.monumental.events.city import (
    MarketTokenGained,
    ResourcesGained,
)
from hako.content.monumental.map_queries import tiles_of
from hako.content.monumental.state import World
from hako.content.monumental.steps.ask_or_skip import ask
from hako.content.monumental.steps.draw_and_activate import Moves
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat


class ChooseBasic(Choice[World, TakeResources], frozen=True):
    """Basic resources of the player's choice are gained (monumental.pay.8)."""

    clause = "monumental.pay.8"

    source: str
    count: int

    def actions(self, world: World, /) -> Sequence[TakeResources]:
        picks = combinations_with_replacement(BASIC_RESOURCES, self.count)
        return [
            TakeResources({name: pick.count(name) for name in BASIC_RESOURCES if name in pick})
            for pick in picks
        ]

    def resolve(self, world: World, action: TakeResources, chance: Chance, /) -> Resolution[World]:
        yield ResourcesGained(self.seat, self.source, dict(action.resources))


class ChooseMarket(Choice[World, TakeMarketToken], frozen=True):
    """A Market token of the player's choice comes from the general supply (monumental.op.gain)."""

    clause = "monumental.op.gain"

    source: str
    count: int
    """The number of tokens to be gained, this one included."""

    def actions(self, world: World, /) -> Sequence[TakeMarketToken]:
        return [TakeMarketToken(pile.id) for pile in world.market if pile.left]

    def resolve(
        self, world: World, action: TakeMarketToken, chance: Chance, /
    ) -> Resolution[World]:
        world = yield MarketTokenGained(self.seat, self.source, action.market)
        if self.count > 1:
            yield from ask(world, ChooseMarket(self.seat, self.source, self.count - 1), chance)


def gain_all(world: World, seat: Seat, source: str, gained: Gain, chance: Chance) -> Moves[World]:
    """Gain all resources, then ask for those of the player's choice."""
    world = yield from gain(world, seat, source, gained)
    if gained.basic:
        yield ChooseBasic(seat, source, gained.basic)
    if gained.market:
        yield from ask(world, ChooseMarket(seat, source, gained.market), chance)
    return world


def brings(world: World, gained: Gain) -> bool:
    """True if there is anything to gain (monumental.gen.3)."""
    return bool(
        gained.amounts
        or gained.basic
        or (gained.market and any(pile.left for pile in world.market))
    )


def counted(world: World, seat: Seat, effect: GainPerEffect) -> int:
    """The amount gained for Provinces or Wonders of a player (monumental.op.gain_per)."""
    land = world.land
    match effect.per:
        case "province":
            count = len(tiles_of(world, seat).keys() - land.homes)
        case "coastal_province":
            count = len((tiles_of(world, seat).keys() - land.homes) & land.coastal)
        case "wonder":
            count = len(world.realms[seat].wonders)
    return effect.plus + min(effect.max, effect.each * (count // effect.step))


def gain(world: World, seat: Seat, source: str, resources: Resources) -> Moves[World]:
    """Gain fixed resources; `gains.gain_all` adds those of the player's choice."""
    if amounts := resources.amounts:
        world = yield ResourcesGained(seat, source, dict(amounts))
    return world
