"""Draws from a City deck, and activation: parts of a resolution that several steps share."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, TypeAlias, TypeVar

from hako.content.monumental.cards import Cards
from hako.content.monumental.cards.effects import (
    RESOURCES,
    CardId,
    Resource,
)
from hako.content.monumental.events.city import (
    CardDrawn,
    KnownCardDrawn,
    SlotsActivated,
)
from hako.content.monumental.events.setup import CityDeckShuffled
from hako.content.monumental.state import World
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Event, Seat, Step

Result = TypeVar("Result")

Moves: TypeAlias = Generator[Event[World] | Step[World, Any], World, Result]
"""A part of a resolution; `yield from` it returns its result."""


def replenish(world: World, seat: Seat, chance: Chance) -> Moves[World]:
    """Shuffle the discard pile into a new City deck if the deck is empty (monumental.city.7)."""
    realm = world.realms[seat]
    if not realm.deck.cards and realm.discard:
        world = yield CityDeckShuffled(seat, chance.cards.shuffle(realm.discard))
    return world


def can_draw(world: World, seat: Seat) -> bool:
    """True if a seat has a card to draw (monumental.city.7)."""
    realm = world.realms[seat]
    return bool(realm.deck.cards or realm.discard)


def draw(world: World, seat: Seat, count: int, chance: Chance) -> Moves[World]:
    """Draw cards of a City deck one by one, as many as there are (monumental.city.5)."""
    for _ in range(count):
        world = yield from replenish(world, seat, chance)
        deck = world.realms[seat].deck
        if not deck.cards:
            break
        card = deck.top()
        kind = KnownCardDrawn if deck.shown else CardDrawn
        world = yield kind(seat, card, yields(world.content, [card]), len(deck.cards) - 1)
    return world


def activate(world: World, seat: Seat, slots: tuple[int, ...]) -> Moves[World]:
    """Activate slots that are not activated yet (monumental.city.2, city.4)."""
    city = world.realms[seat].city
    cards = [card for slot in slots for card in city[slot].cards()]
    world = yield SlotsActivated(seat, slots, yields(world.content, cards))
    return world


def yields(content: Cards, cards: Iterable[CardId]) -> dict[Resource, int]:
    """The resources that cards bring when they are activated or drawn (monumental.city.2)."""
    total: dict[Resource, int] = {}
    printed = content.card
    for card in cards:
        for name, amount in printed[card].activate.amounts.items():
            total[name] = total.get(name, 0) + amount
    return {name: total[name] for name in RESOURCES if name in total}
