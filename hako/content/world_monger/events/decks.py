"""Events of decks: cards come from them and go back, and seats look at them."""

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
    """The cards put under the deck, the upper card first; None in every view."""

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, order=tuple(None for _ in self.order))

    def apply(self, world: World, /) -> World:
        civilization = world.civilization(self.civilization)
        remaining = civilization.deck_cards()
        return world.with_civilization(
            replace(
                civilization,
                deck=(*civilization.deck, *self.order),
                discard=(),
                sights=_seen(civilization, lambda sight: put_under(sight, remaining)),
            )
        )


class _FromDeckTop(Event[World], frozen=True):
    """Cards went from the top of a deck into its play area."""

    reveals = True

    civilization: CivilizationId
    cards: tuple[CardId, ...]
    """In the order in which they lay, the top card first."""

    def apply(self, world: World, /) -> World:
        civilization = world.civilization(self.civilization)
        return world.with_civilization(
            replace(
                civilization,
                deck=civilization.deck[len(self.cards) :],
                sights=_seen(civilization, lambda sight: take_top(sight, self.cards)),
                area=(*civilization.area, *map(Laid, self.cards)),
            )
        )


class CardsLaidOut(_FromDeckTop, frozen=True):
    """The cards of a new round were laid out (world_monger.civ.2)."""


class CardsDrawn(_FromDeckTop, frozen=True):
    """An effect drew cards (world_monger.term.2)."""


class CardPutOnDeck(Event[World], frozen=True):
    """A card of a play area went face down on top of the deck (world_monger.term.8)."""

    civilization: CivilizationId
    card: CardId

    def apply(self, world: World, /) -> World:
        civilization = world.civilization(self.civilization).without_laid(self.card)
        return world.with_civilization(
            replace(
                civilization,
                deck=(self.card, *civilization.deck),
                sights=_seen(civilization, lambda sight: put_on_top(sight, self.card)),
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
        civilization = world.civilization(self.civilization)
        sights = _seen(civilization, lambda sight: mix(sight, self.count))
        if self.cards is not None:
            sights = _seen_by(self.seat, civilization, sights, self.cards)
        return world.with_civilization(replace(civilization, sights=sights))


class LookedCardPutIntoPlay(Event[World], frozen=True):
    """A card looked at went into the play area beside its deck."""

    reveals = True

    civilization: CivilizationId
    card: CardId

    def apply(self, world: World, /) -> World:
        civilization = _without_looked(world.civilization(self.civilization), self.card)
        return world.with_civilization(civilization.with_area((self.card,)))


class LookedCardDiscarded(Event[World], frozen=True):
    """A card looked at went to the discard pile beside its deck."""

    reveals = True

    civilization: CivilizationId
    card: CardId

    def apply(self, world: World, /) -> World:
        civilization = _without_looked(world.civilization(self.civilization), self.card)
        return world.with_civilization(
            replace(civilization, discard=(*civilization.discard, self.card))
        )


class LookedCardReturned(Event[World], frozen=True):
    """A seat chose which of the cards looked at lies at a place of the deck."""

    seat: Seat
    civilization: CivilizationId
    looked: int
    """The number of cards that the seat has in hand."""
    place: int
    """0 is the top."""
    card: CardId | None
    """None for all others."""

    def masked(self, viewer: Viewer, /) -> Self:
        return self if viewer == self.seat else replace(self, card=None)

    def apply(self, world: World, /) -> World:
        if self.card is None:
            return world
        civilization = world.civilization(self.civilization)
        index = civilization.deck.index(self.card, self.place)
        rest = civilization.deck[:index] + civilization.deck[index + 1 :]
        deck = (*rest[: self.place], self.card, *rest[self.place :])
        hand = tuple(known(card) for card in deck[: self.looked])
        sights = _seen_by(self.seat, civilization, civilization.sights, hand)
        return world.with_civilization(replace(civilization, deck=deck, sights=sights))


def _seen(civilization: Civilization, change: Callable[[Sight], Sight]) -> tuple[Sight | None, ...]:
    """The sights of all after a change that all saw; if they are equal, it is applied once."""
    sights, public = civilization.sights, known(civilization.sights[-1])
    if sights.count(public) == len(sights):
        return (change(public),) * len(sights)
    after = {sight: None if sight is None else change(sight) for sight in set(sights)}
    return tuple([after[sight] for sight in sights])


def _seen_by(
    seat: Seat,
    civilization: Civilization,
    sights: tuple[Sight | None, ...],
    cards: tuple[CardId, ...],
) -> tuple[Sight | None, ...]:
    """The sights after a seat took the top cards in hand, which changes its own sight."""
    own = look(civilization.sight(seat), cards)
    return (*sights[:seat], own, *sights[seat + 1 :])


def _without_looked(civilization: Civilization, card: CardId) -> Civilization:
    """A civilization without one of the cards looked at on top of its deck."""
    place = civilization.deck.index(card)
    return replace(
        civilization,
        deck=civilization.deck[:place] + civilization.deck[place + 1 :],
        sights=_seen(civilization, lambda sight: take(sight, place, card)),
    )
