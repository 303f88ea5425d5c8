"""Blank game: a deck, secret hands, and a card on the table to be beaten.

This is a complete small game; `hako new-game` starts a new game with a copy of it. From top to
bottom: the state, the actions, the events, the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.content.files import Amount, BadEntry, Count
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, Option, Outcome, Setup
from hako.engine.rules.model import (
    Action,
    Choice,
    Event,
    Resolution,
    Seat,
    State,
    Step,
    Viewer,
    known,
)
from hako.engine.rules.secret_declarations import Secret, owner

FOLDER = Path(__file__).parent
MOST_SEATS = 4

Card: TypeAlias = Amount
"""A card's number."""

Cards: TypeAlias = tuple[Card | None, ...]
"""Cards; None for a hidden one."""


class NotEnough(BadEntry):
    """A fault of an owner's content file, with sentences in this game's catalogue."""

    words = FOLDER


class Content(Struct, frozen=True):
    """The content file, blank_game.toml."""

    cards: tuple[Card, ...]
    hand: Count

    def __post_init__(self) -> None:
        if len(self.cards) < self.hand * MOST_SEATS:
            raise NotEnough("not_enough", cards=len(self.cards), needed=self.hand * MOST_SEATS)


# ------------------------------------------------------------ the state


class BlankState(State, frozen=True):
    """Everything on the table."""

    cards: tuple[Card, ...]
    """All cards of the game."""
    rounds: int
    deck: Cards
    """Face down, the top card first."""
    hands: tuple[Cards, ...]
    """Hands in the order drawn; each is known only to its seat."""
    points: tuple[int, ...]
    played: tuple[Card, ...] = ()
    """Cards played, the top card last."""

    @property
    def top(self) -> Card:
        """The card to beat; 0 for none."""
        return self.played[-1] if self.played else 0


SECRETS = (Secret("deck.*", among="cards"), Secret("hands.*.*", owner, among="cards"))
"""The hidden parts of the state; the conformance tests check that no view shows them."""


def face_down(cards: Cards) -> Cards:
    """The same number of hidden cards."""
    return (None,) * len(cards)


def with_hand(field: BlankState, seat: Seat, hand: Cards) -> tuple[Cards, ...]:
    """The hands of all seats with that of one seat replaced."""
    return (*field.hands[:seat], hand, *field.hands[seat + 1 :])


# ------------------------------------------------------------ the actions


class PlayCard(Action, frozen=True):
    """Play a card from the hand."""

    card: Card


# ------------------------------------------------------------ the events


class DeckShuffled(Event[BlankState], frozen=True):
    """All cards were shuffled into the deck."""

    order: Cards

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, order=face_down(self.order))

    def apply(self, field: BlankState, /) -> BlankState:
        return replace(field, deck=self.order)


class CardDrawn(Event[BlankState], frozen=True):
    """A seat drew the top card."""

    reveals = True

    seat: Seat
    card: Card | None

    def masked(self, viewer: Viewer, /) -> Self:
        return self if viewer == self.seat else replace(self, card=None)

    def apply(self, field: BlankState, /) -> BlankState:
        hand = (*field.hands[self.seat], self.card)
        return replace(field, deck=field.deck[1:], hands=with_hand(field, self.seat, hand))


class CardPlayed(Event[BlankState], frozen=True):
    """A seat played a card from its hand."""

    reveals = True

    seat: Seat
    card: Card

    def apply(self, field: BlankState, /) -> BlankState:
        hand = field.hands[self.seat]
        place = hand.index(self.card if self.card in hand else None)
        hand = (*hand[:place], *hand[place + 1 :])
        played = (*field.played, self.card)
        return replace(field, played=played, hands=with_hand(field, self.seat, hand))


class PointScored(Event[BlankState], frozen=True):
    """A seat scored a point for beating the top card."""

    seat: Seat

    def apply(self, field: BlankState, /) -> BlankState:
        points = [*field.points]
        points[self.seat] += 1
        return replace(field, points=tuple(points))


# ------------------------------------------------------------ the rules


class SetUp(Step[BlankState, None], frozen=True):
    """The deck is shuffled, and every seat draws its hand (blank_game.setup.1)."""

    clause = "blank_game.setup.1"

    hand: Count

    def resolve(self, field: BlankState, action: None, chance: Chance, /) -> Resolution[BlankState]:
        field = yield DeckShuffled(chance.cards.shuffle(field.cards))
        for seat in range(len(field.hands)):
            for _ in range(self.hand):
                field = yield CardDrawn(seat, field.deck[0])
        yield Turn(0, 1)


class Turn(Choice[BlankState, PlayCard], frozen=True):
    """A seat plays a card (blank_game.turn.1)."""

    clause = "blank_game.turn.1"

    round: int

    def actions(self, field: BlankState, /) -> Sequence[PlayCard]:
        return [PlayCard(card) for card in sorted({known(it) for it in field.hands[self.seat]})]

    def resolve(
        self, field: BlankState, action: PlayCard, chance: Chance, /
    ) -> Resolution[BlankState]:
        beaten = action.card > field.top
        yield CardPlayed(self.seat, action.card)
        if beaten:
            yield PointScored(self.seat)
        yield EndTurn(self.seat, self.round)


class EndTurn(Step[BlankState, None], frozen=True):
    """The seat draws, and the next one has its turn, until all is played (blank_game.turn.2)."""

    clause = "blank_game.turn.2"

    seat: Seat
    round: int

    def resolve(self, field: BlankState, action: None, chance: Chance, /) -> Resolution[BlankState]:
        if field.deck:
            field = yield CardDrawn(self.seat, known(field.deck[0]))
        following = (self.seat + 1) % len(field.hands)
        round_ = self.round + (following == 0)
        if round_ <= field.rounds and field.hands[following]:
            yield Turn(following, round_)


class BlankGame(Game[BlankState]):
    """Two to four seats; hands and deck are secret."""

    id = "blank_game"
    seats = range(2, MOST_SEATS + 1)
    options = (Option("rounds", ("5", "3", "9")),)
    actions = PlayCard
    secrets = SECRETS
    content = Content
    folder: ClassVar[Path] = FOLDER

    def new(self, setup: Setup) -> BlankState:
        return BlankState(
            agenda=(SetUp(setup.content.hand),),
            cards=setup.content.cards,
            rounds=int(setup.options["rounds"]),
            deck=(),
            hands=((),) * setup.seats,
            points=(0,) * setup.seats,
        )

    def mask(self, state: BlankState, viewer: Viewer) -> BlankState:
        return BlankState(
            agenda=state.agenda,
            cards=state.cards,
            rounds=state.rounds,
            deck=face_down(state.deck),
            hands=tuple(
                hand if seat == viewer else face_down(hand) for seat, hand in enumerate(state.hands)
            ),
            points=state.points,
            played=state.played,
        )

    def determinize(self, view: BlankState, seat: Seat, chance: Chance) -> BlankState:
        seen = Counter([*view.played, *(card for hand in view.hands for card in hand if card)])
        unseen = iter(chance.cards.shuffle((Counter(view.cards) - seen).elements()))

        def dealt(cards: Cards) -> tuple[Card, ...]:
            return tuple(next(unseen) if card is None else card for card in cards)

        return replace(view, hands=tuple(map(dealt, view.hands)), deck=dealt(view.deck))

    def outcome(self, state: BlankState) -> Outcome | None:
        if state.agenda:
            return None
        best = max(state.points)
        winners = tuple(seat for seat, points in enumerate(state.points) if points == best)
        return Outcome(winners, state.points, LazyText("most_points"))

    def evaluate(self, view: BlankState, seat: Seat) -> float:
        """The value for bots: the points of the seat, then a high card left on top."""
        return view.points[seat] + view.top / 100

    def progress(self, view: BlankState) -> tuple[int, tuple[int, ...]]:
        return len(view.played) // len(view.hands) + 1, view.points

    def describe(self, view: BlankState, viewer: Viewer) -> Sequence[LazyText]:
        table = LazyText("table", {"top": view.top, "deck": len(view.deck)})
        seats = range(len(view.hands))
        return (table, *(_line(view, seat) for seat in seats))


def _line(view: BlankState, seat: Seat) -> LazyText:
    return LazyText("seat", {"seat": seat, "hand": view.hands[seat], "points": view.points[seat]})


GAME = BlankGame()
