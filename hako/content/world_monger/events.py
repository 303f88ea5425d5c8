"""What may happen, each with what follows from it on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Self, TypeAlias

from msgspec.structs import replace

from hako.content.world_monger.cards import SHARE, CardId, CivilizationId
from hako.content.world_monger.sight import (
    Sight,
    look,
    mix,
    put_on_top,
    put_under,
    take,
    take_top,
    with_cards,
)
from hako.content.world_monger.state import Civilization, Laid, Phase, Pile, World
from hako.engine.rules import Event, Seat, Viewer, known

# ------------------------------------------------------------ the start


class CivilizationPlaced(Event[World], frozen=True):
    """A civilization lies below those placed before, with its starting deck."""

    civilization: CivilizationId

    def apply(self, world: World, /) -> World:
        cards = world.content.civilization[self.civilization].start_deck
        placed = Civilization(
            id=self.civilization,
            shares=tuple(0 for _ in world.seats),
            deck=tuple(sorted(card for card, count in cards.items() for _ in range(count))),
            sights=tuple(() for _ in range(len(world.seats) + 1)),
        )
        return replace(world, civilizations=(*world.civilizations, placed))


class SupplyLaidOut(Event[World], frozen=True):
    """What the starting decks left of their cultures is the supply (world_monger.setup.7-9)."""

    quiet: ClassVar[bool] = True

    def apply(self, world: World, /) -> World:
        decks = [its.deck for its in world.civilizations]
        counts = [
            (card, sum(deck.count(card.id) for deck in decks)) for card in world.content.cultures
        ]
        supply = tuple(Pile(card.id, card.copies - used) for card, used in counts if used)
        return replace(world, supply=supply)


class DeckShuffled(Event[World], frozen=True):
    """A starting deck was shuffled (world_monger.setup.5)."""

    quiet: ClassVar[bool] = True

    civilization: CivilizationId
    order: tuple[CardId | None, ...]
    """The top card first. None for all who look."""

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, order=tuple(None for _ in self.order))

    def apply(self, world: World, /) -> World:
        its = world.civilization(self.civilization)
        return world.with_civilization(replace(its, deck=self.order))


class StartPlayerChosen(Event[World], frozen=True):
    """The start player was drawn or named (world_monger.setup.12)."""

    seat: Seat

    def apply(self, world: World, /) -> World:
        return replace(world, start_player=self.seat)


# ------------------------------------------------------------ rounds and phases


class RoundBegan(Event[World], frozen=True):
    """A round begins."""

    number: int

    def apply(self, world: World, /) -> World:
        return replace(world, round=self.number)


class PhaseBegan(Event[World], frozen=True):
    """A phase begins (world_monger.round.1)."""

    quiet: ClassVar[bool] = True

    phase: Phase

    def apply(self, world: World, /) -> World:
        return replace(world, phase=self.phase)


class PricesSet(Event[World], frozen=True):
    """The prices of the investment phase, from top to bottom (world_monger.price.3)."""

    quiet: ClassVar[bool] = True

    prices: tuple[int, ...]

    def apply(self, world: World, /) -> World:
        return replace(world, prices=(*world.prices, self.prices))


class FinalRoundAnnounced(Event[World], frozen=True):
    """Enough kinds of cards have run out: the next round is the last (world_monger.end.1)."""

    number: int

    def apply(self, world: World, /) -> World:
        return replace(world, final_round=self.number)


class AreasCleared(Event[World], frozen=True):
    """All play areas went to their discard piles (world_monger.cleanup.1)."""

    quiet: ClassVar[bool] = True

    def apply(self, world: World, /) -> World:
        return replace(
            world,
            civilizations=tuple(
                replace(its, area=(), discard=(*its.discard, *its.area_cards()))
                for its in world.civilizations
            ),
        )


class StartPlayerPassed(Event[World], frozen=True):
    """The start player marker went to the left neighbour (world_monger.cleanup.2)."""

    seat: Seat

    def apply(self, world: World, /) -> World:
        return replace(world, start_player=self.seat)


# ------------------------------------------------------------ decks


class DeckReshuffled(Event[World], frozen=True):
    """A discard pile was shuffled and put under its deck (world_monger.detail.1)."""

    reveals: ClassVar[bool] = True

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

    reveals: ClassVar[bool] = True

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
                area=(*its.area, *(Laid(card) for card in self.cards)),
            )
        )


class CardsLaidOut(_FromDeckTop, frozen=True):
    """The cards of a new round (world_monger.civ.2)."""


class CardsDrawn(_FromDeckTop, frozen=True):
    """Cards that an effect drew (world_monger.term.2)."""


class CardsLookedAt(Event[World], frozen=True):
    """A seat looked at the top cards of a deck (world_monger.secret.5)."""

    reveals: ClassVar[bool] = True

    seat: Seat
    civilization: CivilizationId
    count: int
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

    reveals: ClassVar[bool] = True

    civilization: CivilizationId
    card: CardId

    def apply(self, world: World, /) -> World:
        its = _without_looked(world.civilization(self.civilization), self.card)
        return world.with_civilization(its.with_area((self.card,)))


class LookedCardDiscarded(Event[World], frozen=True):
    """A card looked at went to the discard pile beside its deck."""

    reveals: ClassVar[bool] = True

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


# ------------------------------------------------------------ effects


class CardUsed(Event[World], frozen=True):
    """A card was used (world_monger.civ.4)."""

    seat: Seat
    civilization: CivilizationId
    card: CardId

    def apply(self, world: World, /) -> World:
        return _marked(world, self.civilization, self.card, used=True)


class CardRefreshed(Event[World], frozen=True):
    """A used card became unused."""

    civilization: CivilizationId
    card: CardId

    def apply(self, world: World, /) -> World:
        return _marked(world, self.civilization, self.card, used=False)


class CardTrashed(Event[World], frozen=True):
    """A card of a play area left the game (world_monger.term.5)."""

    civilization: CivilizationId
    card: CardId
    used: bool = False
    """Whether it was a used card."""

    def apply(self, world: World, /) -> World:
        its = world.civilization(self.civilization)
        rest = its.without_laid(self.card, self.used)
        return world.with_civilization(replace(rest, trash=with_cards(its.trash, (self.card,))))


class CardDiscarded(Event[World], frozen=True):
    """A card of a play area went to the discard pile (world_monger.term.4)."""

    civilization: CivilizationId
    card: CardId

    def apply(self, world: World, /) -> World:
        its = world.civilization(self.civilization).without_laid(self.card)
        return world.with_civilization(replace(its, discard=(*its.discard, self.card)))


class CardDiscardedElsewhere(Event[World], frozen=True):
    """A card of another civilization's play area was discarded, used or not."""

    civilization: CivilizationId
    """The other one."""
    card: CardId

    def apply(self, world: World, /) -> World:
        its = world.civilization(self.civilization).without_laid(self.card, None)
        return world.with_civilization(replace(its, discard=(*its.discard, self.card)))


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


class _FromSupply(Event[World], frozen=True):
    """Cards of the supply went to a civilization."""

    civilization: CivilizationId
    card: CardId
    count: int = 1

    def apply(self, world: World, /) -> World:
        its = world.civilization(self.civilization)
        cards = (self.card,) * self.count
        world = world.without_supply(self.card, self.count)
        return world.with_civilization(replace(its, discard=(*its.discard, *cards)))


class CardsGained(_FromSupply, frozen=True):
    """An effect took cards to a discard pile (world_monger.term.7)."""


class CardsPutIntoPlay(_FromSupply, frozen=True):
    """An effect took cards into a play area (world_monger.term.3)."""

    def apply(self, world: World, /) -> World:
        its = world.civilization(self.civilization).with_area((self.card,) * self.count)
        return world.without_supply(self.card, self.count).with_civilization(its)


class HolderPaid(Event[World], frozen=True):
    """An effect paid a seat for its Shares."""

    seat: Seat
    civilization: CivilizationId
    coins: int

    def apply(self, world: World, /) -> World:
        return world.with_coins(self.seat, self.coins)


class DividendPaid(Event[World], frozen=True):
    """A seat took the dividend for its Shares (world_monger.dividend.1)."""

    seat: Seat
    civilization: CivilizationId
    coins: int

    def apply(self, world: World, /) -> World:
        return world.with_coins(self.seat, self.coins)


# ------------------------------------------------------------ investments


class ShareBought(Event[World], frozen=True):
    """A seat bought a Share (world_monger.invest.3)."""

    seat: Seat
    civilization: CivilizationId
    price: int

    def apply(self, world: World, /) -> World:
        its = world.civilization(self.civilization).without_laid(SHARE)
        world = world.with_coins(self.seat, -self.price)
        return world.with_civilization(replace(its, shares=_more(its.shares, self.seat, 1)))


class _SharesGiven(Event[World], frozen=True):
    """A seat gave Shares of one civilization for coins."""

    seat: Seat
    civilization: CivilizationId
    count: int
    price: int
    """Coins for each Share."""
    coins: int
    """In all."""

    def apply(self, world: World, /) -> World:
        its = world.civilization(self.civilization)
        return world.with_coins(self.seat, self.coins).with_civilization(
            replace(
                its,
                shares=_more(its.shares, self.seat, -self.count),
                discard=(*its.discard, *(SHARE,) * self.count),
            )
        )


class SharesSold(_SharesGiven, frozen=True):
    """A sale on an investment turn (world_monger.invest.4)."""


class Passed(Event[World], frozen=True):
    """A seat neither bought nor sold (world_monger.invest.5)."""

    seat: Seat

    def apply(self, world: World, /) -> World:
        return world


# ------------------------------------------------------------ development


class CardAdded(_FromSupply, frozen=True):
    """A controller added a card to its civilization (world_monger.develop.2)."""


class FeatureAdded(_FromSupply, frozen=True):
    """Nobody controls a civilization: its feature culture was added (world_monger.develop.3)."""


class NothingAdded(Event[World], frozen=True):
    """There was no card to add to a civilization (world_monger.develop.3-4)."""

    civilization: CivilizationId

    def apply(self, world: World, /) -> World:
        return world


# ------------------------------------------------------------ the end


class EndValuesFound(Event[World], frozen=True):
    """All cards are back in their decks, open to all, and count (world_monger.end.3)."""

    reveals: ClassVar[bool] = True

    values: tuple[int, ...]
    """Coins for a Share, from the topmost civilization to the bottommost."""

    def apply(self, world: World, /) -> World:
        return replace(
            world,
            end_values=self.values,
            civilizations=tuple(_laid_open(its) for its in world.civilizations),
        )


class SharesCashed(_SharesGiven, frozen=True):
    """A seat gave Shares at their end value (world_monger.end.4)."""


WorldMongerEvent: TypeAlias = (
    CivilizationPlaced
    | SupplyLaidOut
    | DeckShuffled
    | StartPlayerChosen
    | RoundBegan
    | PhaseBegan
    | PricesSet
    | FinalRoundAnnounced
    | AreasCleared
    | StartPlayerPassed
    | DeckReshuffled
    | CardsLaidOut
    | CardsDrawn
    | CardsLookedAt
    | LookedCardPutIntoPlay
    | LookedCardDiscarded
    | LookedCardReturned
    | CardUsed
    | CardRefreshed
    | CardTrashed
    | CardDiscarded
    | CardDiscardedElsewhere
    | CardPutOnDeck
    | CardsGained
    | CardsPutIntoPlay
    | HolderPaid
    | DividendPaid
    | ShareBought
    | SharesSold
    | Passed
    | CardAdded
    | FeatureAdded
    | NothingAdded
    | EndValuesFound
    | SharesCashed
)


def _seen(its: Civilization, change: Callable[[Sight], Sight]) -> tuple[Sight | None, ...]:
    """What all know of the deck after a change that all saw."""
    return tuple(None if sight is None else change(sight) for sight in its.sights)


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


def _marked(world: World, civilization: CivilizationId, card: CardId, *, used: bool) -> World:
    """The table with the leftmost such card that is not yet so marked as used or unused."""
    its = world.civilization(civilization)
    place = its.place(card, not used)
    area = (*its.area[:place], Laid(card, used), *its.area[place + 1 :])
    return world.with_civilization(replace(its, area=area))


def _more(shares: tuple[int, ...], seat: Seat, count: int) -> tuple[int, ...]:
    return (*shares[:seat], shares[seat] + count, *shares[seat + 1 :])


def _laid_open(its: Civilization) -> Civilization:
    """A civilization with all its cards in its deck, known to all."""
    deck = its.owned()
    open_to_all = look((), deck)
    return replace(
        its,
        deck=deck,
        sights=tuple(open_to_all for _ in its.sights),
        area=(),
        discard=(),
        unseen_deck=(),
        unseen_discard=(),
    )
