"""The state of the table, and questions about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from functools import cache, lru_cache
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from hako.content.flip_city.cards import Cards, FaceId
from hako.engine.rules.model import Seat, State, Viewer
from hako.engine.rules.secret_declarations import Secret, in_own_row

Counted = TypeVar("Counted", bound=Hashable)

Cardset: TypeAlias = tuple[FaceId, ...]
"""Cards that lie in no order, sorted so that equal sets are equal."""

Ending: TypeAlias = Literal["points", "cards", "lost"]
"""The ending of the game: by points, by the number of cards, or by an empty solo supply."""


def _is_place_known(city: City, viewer: Viewer, seat: Seat, place: int) -> bool:
    board = city.boards[seat]
    return place < board.seen_top or place >= len(board.deck) - board.seen_bottom


SECRETS = (Secret("boards.*.deck.*", _is_place_known, among=in_own_row),)
"""The order of the decks, from everybody (flip_city.info.2-4)."""


def without(cards: Cardset, face: FaceId) -> Cardset:
    """The cards with one copy of a face taken out."""
    place = cards.index(face)
    return cards[:place] + cards[place + 1 :]


def with_cards(cards: Cardset, more: tuple[FaceId, ...]) -> Cardset:
    """The cards with others added."""
    return tuple(sorted(cards + more))


@cache
def _others(seats: int, seat: Seat) -> tuple[Seat, ...]:
    return tuple((seat + step) % seats for step in range(1, seats))


@lru_cache(maxsize=1 << 12)  # bots count the same sets many times
def counted(cards: tuple[Counted, ...]) -> tuple[tuple[Counted, int], ...]:
    """Each distinct item with its number of copies, in the order of first occurrence."""
    return tuple([(card, cards.count(card)) for card in dict.fromkeys(cards)])


class Board(Struct, frozen=True, gc=False):
    """A player's cards."""

    deck: tuple[FaceId | None, ...]
    """The top card first. In a mask, None where nobody knows the card."""
    discard: Cardset = ()
    city: Cardset = ()
    """The cards played this turn, in that order."""
    seen_top: int = 0
    """The number of cards from the top that everybody knows."""
    seen_bottom: int = 0
    """The number of cards from the bottom that everybody knows."""
    unseen: Cardset = ()
    """In a mask: the deck's cards whose places nobody knows. Empty on the table itself."""

    def hides_top(self) -> bool:
        """True if there is a top card and nobody has seen it."""
        return self.seen_top == 0 and self.seen_bottom < len(self.deck)

    def deck_cards(self) -> Cardset:
        """The cards of the deck, in no order; they are public (flip_city.info.4)."""
        return with_cards(self.unseen, tuple(face for face in self.deck if face is not None))

    def owned(self) -> Cardset:
        """All cards of the player, in no order."""
        deck = [face for face in self.deck if face is not None]
        return (*deck, *self.unseen, *self.discard, *self.city)

    def masked(self) -> Board:
        """The board as everybody may see it: without the order of the deck (flip_city.info.2-4)."""
        size = len(self.deck)
        top = min(self.seen_top, size)
        bottom = max(top, size - self.seen_bottom)
        middle, unseen = self.deck[top:bottom], (None,) * (bottom - top)
        if middle == unseen:  # it is already masked
            return self
        return Board(
            deck=(*self.deck[:top], *unseen, *self.deck[bottom:]),
            discard=self.discard,
            city=self.city,
            seen_top=self.seen_top,
            seen_bottom=self.seen_bottom,
            unseen=with_cards(self.unseen, tuple(face for face in middle if face is not None)),
        )


class Turn(Struct, frozen=True, gc=False):
    """The turn: its seat, and its counters so far (flip_city.turn.2)."""

    seat: Seat
    number: int
    """1-based, counted over all seats; 0 before the first."""
    limit: int
    """The turn is lost when `unhappy` reaches it."""
    actions: int
    """Build actions left."""
    money: int = 0
    points: int = 0
    unhappy: int = 0
    obliged: bool = False
    """True if a Central Park obliges the seat to play one more card."""


class Pile(Struct, frozen=True, gc=False):
    """A pile of the supply."""

    face: FaceId
    left: int
    """Cards."""


class City(State, frozen=True):
    """The table."""

    content: Cards
    boards: tuple[Board, ...]
    """The board of each seat, in turn order."""
    supply: tuple[Pile, ...]
    turn: Turn
    removed: Cardset = ()
    """Cards that left a solo game."""
    ending: Ending | None = None

    @property
    def is_solo(self) -> bool:
        """True if there is one player."""
        return len(self.boards) == 1

    @property
    def winner(self) -> Seat | None:
        """The winner, always the active player (flip_city.win.3); None while nobody has won."""
        return None if self.ending in (None, "lost") else self.turn.seat

    def next_seat(self, seat: Seat) -> Seat:
        """The neighbour to the right (flip_city.setup.8)."""
        return (seat + 1) % len(self.boards)

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats, in turn order from the next one."""
        return _others(len(self.boards), seat)

    def supply_left(self) -> int:
        """Cards in all piles together."""
        return sum(pile.left for pile in self.supply)

    def points_by_card(self, seat: Seat) -> Mapping[FaceId, int]:
        """Points on all cards of a seat: the most that one turn could bring by playing."""
        counts = Counter(self.boards[seat].owned())
        return {
            face.id: face.points * counts[face.id]
            for face in self.content.faces
            if face.points and counts[face.id]
        }

    def points_owned(self, seat: Seat) -> int:
        """The points on all cards of a seat."""
        return sum(self.points_by_card(seat).values())

    def is_forced(self, face: FaceId) -> bool:
        """True if a card has to be played while it is on top (flip_city.play.5)."""
        return face in self.content.forced

    def win_now(self) -> Literal["points", "cards"] | None:
        """The winning condition that the turn fulfils (flip_city.win.1-2)."""
        if self.turn.points >= self.content.constants.points_to_win:
            return "points"
        city = self.boards[self.turn.seat].city
        for face, cards in self.content.winning_crowds:
            if len(city) >= cards and face in city:
                return "cards"
        return None

    def with_board(self, seat: Seat, board: Board, turn: Turn | None = None) -> City:
        """The table with a player's cards replaced, and the turn where it is given."""
        boards = [*self.boards]
        boards[seat] = board
        return replace(self, boards=tuple(boards), turn=turn or self.turn)

    def with_pile_less(self, face: FaceId) -> tuple[Pile, ...]:
        """The supply with a card less in one pile."""
        place = [pile.face for pile in self.supply].index(face)
        less = Pile(face, self.supply[place].left - 1)
        return (*self.supply[:place], less, *self.supply[place + 1 :])
