"""Activating and refilling a City (monumental.city.1-11)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from hako.content.monumental.actions import ActivateCity
from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.events.city import CardLaid, CityActivated, CityCleared
from hako.content.monumental.realm import COLUMNS, ROWS, SLOTS, Realm
from hako.content.monumental.state import World
from hako.content.monumental.steps.draw_and_activate import Moves, replenish, yields
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat

PAIRS = tuple(
    ActivateCity(row, column) for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)
)
"""Every row with every column."""


class Activate(Choice[World, ActivateCity], frozen=True):
    """A seat activates a row and a column of its City (monumental.city.3)."""

    clause = "monumental.city.3"

    def actions(self, world: World, /) -> Sequence[ActivateCity]:
        return PAIRS

    def depends_on(self, world: World, action: ActivateCity, /) -> Realm:
        """The seat's own realm: activation depends on nothing of other seats."""
        return world.realms[self.seat]

    def resolve(self, world: World, action: ActivateCity, chance: Chance, /) -> Resolution[World]:
        slots = slots_of(action.row, action.column)
        gain = yields(world.content, cards_at(world.realms[self.seat], action))
        yield CityActivated(self.seat, slots, gain, action.row, action.column)


def cards_at(realm: Realm, action: ActivateCity) -> Sequence[CardId]:
    """The cards of a row and a column."""
    slots = slots_of(action.row, action.column)
    return [card for slot in slots for card in realm.city[slot].cards()]


@cache
def slots_of(row: int, column: int) -> tuple[int, ...]:
    """The five slots of a row and a column, 1-based, in reading order."""
    return tuple(
        slot for slot in range(SLOTS) if slot // COLUMNS == row - 1 or slot % COLUMNS == column - 1
    )


def refill(world: World, seat: Seat, chance: Chance) -> Moves[World]:
    """Discard what was used, and fill the slots without a top card (monumental.city.10-11)."""
    world = yield CityCleared(seat)
    realm = world.realms[seat]
    for number in range(SLOTS):
        while realm.city[number].card is None:
            if not realm.deck.cards:
                world = yield from replenish(world, seat, chance)
                realm = world.realms[seat]
            if not (deck := realm.deck).cards:
                return world
            world = yield CardLaid(seat, number, deck.top(), len(deck.cards) - 1)
            realm = world.realms[seat]
    return world
