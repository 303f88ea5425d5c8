"""Acquiring cards of the display and Basic buildings (monumental.acquire.1-4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from hako.content.monumental.actions import AcquireBasic, AcquireCard
from hako.content.monumental.cards import Cards
from hako.content.monumental.cards.effects import CardId, CardKind
from hako.content.monumental.events.acquisitions import BasicAcquired, CardAcquired
from hako.content.monumental.payment import means, payment, reduced
from hako.content.monumental.realm import Amounts
from hako.content.monumental.state import Pile, World
from hako.content.monumental.steps.draw_and_activate import Moves
from hako.engine.content.cache_decorators import at_hand, remembered
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat

Acquisition: TypeAlias = AcquireCard | AcquireBasic

Offer: TypeAlias = tuple[Acquisition, int, bool]
"""An acquisition, its cost, and True if that is paid in Science, False in Production."""


class ChooseCard(Choice[World, Acquisition], frozen=True):
    """An effect lets a seat acquire a card for less (monumental.effect.4)."""

    clause = "monumental.acquire.1"

    kinds: tuple[CardKind, ...]
    discount: int

    def actions(self, world: World, /) -> Sequence[Acquisition]:
        production, science, _military = means(world.realms[self.seat].supply)
        offered = acquirable(world, production + self.discount, science + self.discount)
        printed = world.content.card
        return [action for action in offered if printed[action.card].kind in self.kinds]

    def resolve(self, world: World, action: Acquisition, chance: Chance, /) -> Resolution[World]:
        yield from acquire(world, self.seat, action, self.discount)


def acquirable(world: World, production: int, science: int) -> Sequence[Acquisition]:
    """The cards that cost no more than that, from right to left, then the piles."""
    most = production, science  # indexed by `in_science`
    offered = _offered(world.content, world.display, world.basics)
    return [action for action, cost, in_science in offered if cost <= most[in_science]]


@at_hand  # called on every turn, and the display seldom changes
def _offered(
    content: Cards, display: tuple[tuple[CardId, ...], ...], basics: tuple[Pile, ...]
) -> Sequence[Offer]:
    """The acquisitions on offer, whatever a seat can pay."""
    offers = _offers(content)
    cards = [card for row in display for card in reversed(row)]
    piles = [pile.id for pile in basics if pile.left]
    return [offers[card] for card in (*cards, *piles) if card in offers]


@remembered
def _offers(content: Cards) -> Mapping[CardId, Offer]:
    """The acquisition of each card, except Wonders, which are built in sections."""
    return {
        card.id: (
            AcquireBasic(card.id) if card.set == "basic" else AcquireCard(card.id),
            card.cost,
            card.paid_in == "science",
        )
        for card in content.cards
        if not card.is_wonder
    }


def price(world: World, seat: Seat, card: CardId, discount: int = 0) -> Amounts | None:
    """The payment of a seat for a Building or Knowledge; None if it cannot pay."""
    printed = world.content.card[card]
    return payment(world.realms[seat].supply, printed.paid_in, reduced(printed.cost, discount))


def acquire(world: World, seat: Seat, action: Acquisition, discount: int = 0) -> Moves[World]:
    """Pay a card and put it on top of the City deck (monumental.acquire.3)."""
    paid = price(world, seat, action.card, discount)
    assert paid is not None, "only what can be paid is offered"
    kind = CardAcquired if isinstance(action, AcquireCard) else BasicAcquired
    world = yield kind(seat, action.card, dict(paid))
    return world
