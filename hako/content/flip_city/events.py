"""The events of Flip City."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Self

from msgspec.structs import replace

from hako.content.flip_city.cards import FaceId
from hako.content.flip_city.state import Board, Cardset, City, Turn, with_cards, without
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Event, Seat, Viewer

# ------------------------------------------------------------ the start and the turns


class StartPlayerChosen(Event[City], frozen=True):
    """The start player was drawn (flip_city.setup.7)."""

    seat: Seat

    def apply(self, city: City, /) -> City:
        return replace(city, turn=replace(city.turn, seat=self.seat))


class TurnBegan(Event[City], frozen=True):
    """A seat's turn begins."""

    opens = True

    seat: Seat
    number: int

    def apply(self, city: City, /) -> City:
        return replace(city, turn=replace(city.turn, seat=self.seat, number=self.number))


class TurnEnded(Event[City], frozen=True):
    """The city went to the discard pile, and the turn's counters are lost (flip_city.end.1)."""

    quiet = True

    seat: Seat

    def apply(self, city: City, /) -> City:
        board = city.boards[self.seat]
        board = replace(board, discard=with_cards(board.discard, board.city), city=())
        constants = city.content.constants
        turn = Turn(self.seat, city.turn.number, constants.unhappy_limit, constants.build_actions)
        return city.with_board(self.seat, board, turn)


# ------------------------------------------------------------ decks


class _DeckOrdered(Event[City], frozen=True):
    """A deck was shuffled; all see its top card."""

    reveals = True

    seat: Seat
    order: tuple[FaceId | None, ...]
    """The top card first. None where nobody may know it."""

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, order=(*self.order[:1], *(None for _ in self.order[1:])))

    def apply(self, city: City, /) -> City:
        board = city.boards[self.seat]
        unseen: Cardset = ()
        if None in self.order:
            unseen = (*board.deck_cards(), *board.discard)
            for face in self.order:
                if face is not None:
                    unseen = without(unseen, face)
        shuffled = Board(self.order, (), board.city, seen_top=1, unseen=tuple(sorted(unseen)))
        return city.with_board(self.seat, shuffled)


class StartDeckShuffled(_DeckOrdered, frozen=True):
    """A player's starting deck was shuffled (flip_city.setup.4)."""

    quiet = True


class DeckReshuffled(_DeckOrdered, frozen=True):
    """A discard pile was shuffled into a new deck (flip_city.play.8)."""


class CardUncovered(Event[City], frozen=True):
    """A new top card was revealed (flip_city.info.2)."""

    reveals = True
    quiet = True

    seat: Seat
    face: FaceId

    def apply(self, city: City, /) -> City:
        board = city.boards[self.seat]
        top = board.deck[0]
        if top == self.face:
            return city.with_board(self.seat, replace(board, seen_top=1))
        unseen = without(board.unseen, self.face) if top is None else board.unseen
        deck = (self.face, *board.deck[1:])
        return city.with_board(self.seat, replace(board, deck=deck, seen_top=1, unseen=unseen))


class TopBuried(Event[City], frozen=True):
    """The top card of a deck was put on its bottom (flip_city.card.office)."""

    seat: Seat
    face: FaceId

    def apply(self, city: City, /) -> City:
        board = city.boards[self.seat]
        buried = replace(
            board,
            deck=(*board.deck[1:], self.face),
            seen_top=max(0, board.seen_top - 1),
            seen_bottom=min(len(board.deck), board.seen_bottom + 1),
        )
        return city.with_board(self.seat, buried)


# ------------------------------------------------------------ playing cards


class CardPlayed(Event[City], frozen=True):
    """The top card of a deck went to the city and gave its icons (flip_city.play.7)."""

    seat: Seat
    face: FaceId

    def apply(self, city: City, /) -> City:
        boards, turn = [*city.boards], city.turn
        board, face = boards[self.seat], city.content.face[self.face]
        deck = board.deck[1:]
        boards[self.seat] = replace(
            board,
            deck=deck,
            city=(*board.city, self.face),
            seen_top=board.seen_top and board.seen_top - 1,
            seen_bottom=board.seen_bottom and min(len(deck), board.seen_bottom),
        )
        turn = replace(
            turn,
            money=turn.money + face.cash,
            points=turn.points + face.points,
            unhappy=turn.unhappy + face.unhappy,
            obliged=False,
        )
        return replace(city, boards=tuple(boards), turn=turn)


class PlayObliged(Event[City], frozen=True):
    """A seat has to play one more card (flip_city.play.6)."""

    quiet = True

    seat: Seat

    def apply(self, city: City, /) -> City:
        return replace(city, turn=replace(city.turn, obliged=True))


class MoneyGained(Event[City], frozen=True):
    """An effect or a recycle bonus brought money."""

    seat: Seat
    amount: int

    def apply(self, city: City, /) -> City:
        return replace(city, turn=replace(city.turn, money=city.turn.money + self.amount))


class PointsGained(Event[City], frozen=True):
    """An effect or a recycle bonus brought points."""

    seat: Seat
    amount: int

    def apply(self, city: City, /) -> City:
        return replace(city, turn=replace(city.turn, points=city.turn.points + self.amount))


class LimitRaised(Event[City], frozen=True):
    """An effect or a recycle bonus raised the unhappiness limit."""

    seat: Seat
    amount: int

    def apply(self, city: City, /) -> City:
        return replace(city, turn=replace(city.turn, limit=city.turn.limit + self.amount))


class ActionsGained(Event[City], frozen=True):
    """An effect or a recycle bonus brought build actions."""

    seat: Seat
    amount: int

    def apply(self, city: City, /) -> City:
        return replace(city, turn=replace(city.turn, actions=city.turn.actions + self.amount))


class TurnBusted(Event[City], frozen=True):
    """The unhappy icons reached the limit: the turn is over (flip_city.bust.1)."""

    matters = True
    counts = "against"

    seat: Seat
    unhappy: int
    limit: int

    def highlight(self, before: City, /) -> Sequence[LazyText]:
        """The cards of the turn, and the points and the money that the bust takes."""
        return [_turn_note("lost", before, self.seat)]

    def apply(self, city: City, /) -> City:
        return city


# ------------------------------------------------------------ recycling


class CardRecycled(Event[City], frozen=True):
    """A card of the discard pile was flipped to its front (flip_city.recycle.2)."""

    seat: Seat
    face: FaceId
    """The side that was up before."""

    def apply(self, city: City, /) -> City:
        return _flip(city, self.seat, self.face)


class CardPutOnDeck(Event[City], frozen=True):
    """A card went from the discard pile to the top of the deck (flip_city.recycle.8)."""

    seat: Seat
    face: FaceId

    def apply(self, city: City, /) -> City:
        board = city.boards[self.seat]
        covered = replace(
            board,
            deck=(self.face, *board.deck),
            discard=without(board.discard, self.face),
            seen_top=board.seen_top + 1,
        )
        return city.with_board(self.seat, covered)


# ------------------------------------------------------------ building


class CardBought(Event[City], frozen=True):
    """A card of the supply was bought (flip_city.build.4)."""

    seat: Seat
    face: FaceId
    cost: int

    def apply(self, city: City, /) -> City:
        return _take_from_supply(city, self.seat, self.face, self.face, self.cost)


class CardDeveloped(Event[City], frozen=True):
    """A card of the supply was bought and upgraded at once (flip_city.build.6)."""

    seat: Seat
    face: FaceId
    """The front, as it lay in the supply."""
    cost: int

    def apply(self, city: City, /) -> City:
        back = city.content.other_side[self.face]
        return _take_from_supply(city, self.seat, self.face, back, self.cost)


class CardUpgraded(Event[City], frozen=True):
    """A card of the discard pile was upgraded (flip_city.build.5)."""

    seat: Seat
    face: FaceId
    """The side that was up before."""
    cost: int

    def apply(self, city: City, /) -> City:
        return _flip(city, self.seat, self.face, _paid(city.turn, self.cost))


class CardPassedOn(Event[City], frozen=True):
    """An upgraded card went to another player (flip_city.build.8)."""

    seat: Seat
    face: FaceId
    to: Seat

    def apply(self, city: City, /) -> City:
        giver, taker = city.boards[self.seat], city.boards[self.to]
        city = city.with_board(self.seat, replace(giver, discard=without(giver.discard, self.face)))
        return city.with_board(
            self.to, replace(taker, discard=with_cards(taker.discard, (self.face,)))
        )


# ------------------------------------------------------------ the solo game


class CardRemoved(Event[City], frozen=True):
    """An upgraded Apartment left the game (flip_city.solo.6)."""

    seat: Seat
    face: FaceId

    def apply(self, city: City, /) -> City:
        board = city.boards[self.seat]
        city = replace(city, removed=with_cards(city.removed, (self.face,)))
        return city.with_board(self.seat, replace(board, discard=without(board.discard, self.face)))


class SupplyShrank(Event[City], frozen=True):
    """A card of the supply left the game because of a shuffle (flip_city.solo.3)."""

    seat: Seat
    face: FaceId

    def apply(self, city: City, /) -> City:
        return replace(
            city,
            supply=city.with_pile_less(self.face),
            removed=with_cards(city.removed, (self.face,)),
        )


# ------------------------------------------------------------ the end


class GameWon(Event[City], frozen=True):
    """The active player won (flip_city.win.1-3)."""

    matters = True

    seat: Seat
    by: Literal["points", "cards"]

    def highlight(self, before: City, /) -> Sequence[LazyText]:
        """The cards, points and money of the turn."""
        return [_turn_note("brought", before, self.seat)]

    def apply(self, city: City, /) -> City:
        return replace(city, ending=self.by)


class GameLost(Event[City], frozen=True):
    """The supply of a solo game is empty (flip_city.solo.5)."""

    matters = True

    seat: Seat

    def apply(self, city: City, /) -> City:
        return replace(city, ending="lost")


def _turn_note(key: str, city: City, seat: Seat) -> LazyText:
    """A note about the cards, the points and the money of a turn."""
    turn = city.turn
    return LazyText(
        key, {"faces": city.boards[seat].city, "points": turn.points, "money": turn.money}
    )


def _flip(city: City, seat: Seat, face: FaceId, turn: Turn | None = None) -> City:
    board = city.boards[seat]
    other = city.content.other_side[face]
    discard = with_cards(without(board.discard, face), (other,))
    return city.with_board(seat, replace(board, discard=discard), turn)


def _paid(turn: Turn, cost: int) -> Turn:
    return replace(turn, money=turn.money - cost, actions=turn.actions - 1)


def _take_from_supply(city: City, seat: Seat, pile: FaceId, side_up: FaceId, cost: int) -> City:
    board = city.boards[seat]
    board = replace(board, discard=with_cards(board.discard, (side_up,)))
    city = replace(city, supply=city.with_pile_less(pile))
    return city.with_board(seat, board, _paid(city.turn, cost))
