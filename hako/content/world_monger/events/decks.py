"""Cards come from decks and go back there, and seats look at them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from msgspec.structs import replace

from hako.content.world_monger.cards import CardId, CivilizationId
from hako.content.world_monger.deck_knowledge import (
    Sight,
    look,
    mix,
    put_on_top,
    put_under,
    take,
    take_top,
)
from hako.content.world_monger.state import Civilization, Laid, World
from hako.engine.content.files import Amount
from hako.engine.rules.model import Event, Seat, Viewer, known


class DeckReshuffled(Event[World], frozen=True):
    """A discard pile was shuffled and put under its deck (world_monger.detail.1)."""

    reveals = True

    civilization: CivilizationId
    order: tuple[CardId | None, ...]
    """What was put under the deck, the upper card first. None for all who look."""

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, order=tuple(None for _ in self.order))

    def apply(self, world: World, /) -> World:
        its = world.civilization(self.civilization)
        remaining = its.deck_cards()
        return world.with_civilization(
            replace(
                its,
                deck=(*its.deck, *self.order),
                discard=(),
                sights=_seen(its, lambda sight: put_under(sight, remaining)),
            )
        )


class _FromDeckTop(Event[World], frozen=True):
    """Cards went from the top of a deck into its play area."""

    reveals = True

    civilization: CivilizationId
    cards: tuple[CardId, ...]
    """In the order in which they lay, the top card first."""

    def apply(self, world: World, /) -> World:
        its = world.civilization(self.civilization)
        return world.with_civilization(
            replace(
                its,
                deck=its.deck[len(self.cards) :],
                sights=_seen(its, lambda sight: take_top(sight, self.cards)),
                area=(*its.area, *map(Laid, self.cards)),
            )
        )


class CardsLaidOut(_FromDeckTop, frozen=True):
    """The cards of a new round (world_monger.civ.2)."""


class CardsDrawn(_FromDeckTop, frozen=True):
    """Cards that an effect drew (world_monger.term.2)."""


class CardPutOnDeck(Event[World], frozen=True):
    """A card of a play area went face down on top of the deck (world_monger.term.8)."""

    civilization: CivilizationId
    card: CardId

    def apply(self, world: World, /) -> World:
        its = world.civilization(self.civilization).without_laid(self.card)
        return world.with_civilization(
            replace(
                its,
                deck=(self.card, *its.deck),
                sights=_seen(its, lambda sight: put_on_top(sight, self.card)),
            )
        )


class CardsLookedAt(Event[World], frozen=True):
    """A seat looked at the top cards of a deck (world_monger.secret.5)."""

    reveals = True

    seat: Seat
    civilization: CivilizationId
    count: Amount
    cards: tuple[CardId, ...] | None
    """The top card first. None for all others."""

    def masked(self, viewer: Viewer, /) -> Self:
        return self if viewer == self.seat else replace(self, cards=None)

    def apply(self, world: World, /) -> World:
        its = world.civilization(self.civilization)
        sights = _seen(its, lambda sight: mix(sight, self.count))
        if self.cards is not None:
            sights = _seen_by(self.seat, its, sights, self.cards)
        return world.with_civilization(replace(its, sights=sights))


class LookedCardPutIntoPlay(Event[World], frozen=True):
    """A card looked at went into the play area beside its deck."""

    reveals = True

    civilization: CivilizationId
    card: CardId

    def apply(self, world: World, /) -> World:
        its = _without_looked(world.civilization(self.civilization), self.card)
        return world.with_civilization(its.with_area((self.card,)))


class LookedCardDiscarded(Event[World], frozen=True):
    """A card looked at went to the discard pile beside its deck."""

    reveals = True

    civilization: CivilizationId
    card: CardId

    def apply(self, world: World, /) -> World:
        its = _without_looked(world.civilization(self.civilization), self.card)
        return world.with_civilization(replace(its, discard=(*its.discard, self.card)))


class LookedCardReturned(Event[World], frozen=True):
    """A seat chose which of the cards looked at lies at a place of the deck."""

    seat: Seat
    civilization: CivilizationId
    looked: int
    """How many cards the seat has in hand."""
    place: int
    """0 is the top."""
    card: CardId | None
    """None for all others."""

    def masked(self, viewer: Viewer, /) -> Self:
        return self if viewer == self.seat else replace(self, card=None)

    def apply(self, world: World, /) -> World:
        if self.card is None:
            return world
        its = world.civilization(self.civilization)
        found = its.deck.index(self.card, self.place)
        rest = its.deck[:found] + its.deck[found + 1 :]
        deck = (*rest[: self.place], self.card, *rest[self.place :])
        hand = tuple(known(card) for card in deck[: self.looked])
        sights = _seen_by(self.seat, its, its.sights, hand)
        return world.with_civilization(replace(its, deck=deck, sights=sights))


def _seen(its: Civilization, change: Callable[[Sight], Sight]) -> tuple[Sight | None, ...]:
    """What all know of the deck after a change that all saw; mostly it is the same."""
    sights, public = its.sights, known(its.sights[-1])
    if sights.count(public) == len(sights):
        return (change(public),) * len(sights)
    after = {sight: None if sight is None else change(sight) for sight in set(sights)}
    return tuple([after[sight] for sight in sights])


def _seen_by(
    seat: Seat, its: Civilization, sights: tuple[Sight | None, ...], cards: tuple[CardId, ...]
) -> tuple[Sight | None, ...]:
    """The sights with that of a seat which has the top cards in hand."""
    mine = look(its.sight(seat), cards)
    return (*sights[:seat], mine, *sights[seat + 1 :])


def _without_looked(its: Civilization, card: CardId) -> Civilization:
    """A civilization with a card gone from the top ones of its deck."""
    place = its.deck.index(card)
    return replace(
        its,
        deck=its.deck[:place] + its.deck[place + 1 :],
        sights=_seen(its, lambda sight: take(sight, place, card)),
    )
