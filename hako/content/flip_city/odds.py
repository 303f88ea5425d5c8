"""The chance of a bust, computed exactly from what everybody knows.

The rules themselves are played on the mask: wherever a card is revealed, each face
that may lie there is tried, weighted by its number of copies.
"""

from __future__ import annotations

from collections.abc import Container, Hashable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from hako.content.flip_city.actions import PlayTop, Recycle
from hako.content.flip_city.cards import Cards, FaceId
from hako.content.flip_city.events import CardUncovered, DeckReshuffled, TurnBusted
from hako.content.flip_city.state import Board, City, Turn, counted
from hako.content.flip_city.steps import PlayPhase
from hako.engine.content.cache_decorators import remembered
from hako.engine.rules.chance import NoChance
from hako.engine.rules.model import Hidden, Seat
from hako.engine.rules.preview import preview

_PLAY, _NO_CHANCE = PlayTop(), NoChance()


class Risk(Struct, frozen=True):
    """Chances of a bust, 0 to 1, for a seat that plays on now, recycling and burying nothing."""

    next_card: float
    """By the next card; 0 or 1 while that card is open."""
    two_cards: float
    """By the next card or the one after it."""
    forced: float
    """Before the seat may choose to stop, the open card included; after a reshuffle the
    new top card only if it has to be played."""


def risk(view: City, seat: Seat) -> Risk:
    """The chances of a bust if the active seat plays on from here."""
    return _risk(replace(view, agenda=(PlayPhase(seat),)), seat)


@lru_cache(maxsize=256)
def _risk(view: City, seat: Seat) -> Risk:
    """Computed once for each masked position, on which alone it depends."""
    return Risk(
        next_card=_Outlook(view, seat, 1).bust(),
        two_cards=_Outlook(view, seat, 2).bust(),
        forced=_Outlook(view, seat, None).bust(),
    )


def forced_bust(view: City, seat: Seat) -> float:
    """The chance of a bust before the seat may stop, once a card was played; the next is hidden."""
    now = view.turn
    turn = Turn(0, 0, now.limit, 0, points=now.points, unhappy=now.unhappy, obliged=now.obliged)
    return _forced_bust(view.content, view.boards[seat], turn)


@remembered  # bots meet the same cards many times
def _forced_bust(content: Cards, board: Board, turn: Turn) -> float:
    """The chance on a table with the seat's own cards and turn alone, on which it depends."""
    city = City((PlayPhase(0),), content, (board,), (), turn)
    return _Outlook(city, 0, None).after(city)


def card_played(view: City, seat: Seat) -> City | None:
    """The table once the seat has played its open card, by the rules; None after a bust."""
    resolution = PlayPhase(seat).resolve(view, _PLAY, _NO_CHANCE)
    try:
        item = next(resolution)
        while not isinstance(item, TurnBusted):
            if item.is_event:
                view = item.apply(view)
            item = resolution.send(view)
    except (StopIteration, Hidden):  # the card below it may be revealed
        return view
    return None


def limit_recycled(view: City, seat: Seat) -> City:
    """The table after the active seat has recycled all that raises its limit: the Churches."""
    view = replace(view, agenda=(PlayPhase(seat),))  # in a solo game it may be ShrinkSupply
    for card in view.boards[seat].discard:
        if card in view.content.recycled_limit:
            view = preview(view, seat, Recycle(card)).state
    return view


class _Outlook:
    """The chance of a bust within `cards` more cards; None: before the seat may stop."""

    def __init__(self, view: City, seat: Seat, cards: int | None) -> None:
        self._view = view
        self._seat = seat
        self._step = PlayPhase(seat)
        self._city_size = None if cards is None else len(view.boards[seat].city) + cards
        self._answers: dict[Hashable, float] = {}

    def bust(self) -> float:
        """The chance of a bust if the seat goes on: plays its open card, or else reshuffles."""
        board = self._view.boards[self._seat]
        return self._play(self._view) if board.deck else self._next(self._view)

    def _play(self, view: City) -> float:
        """The chance once the next card, which is open, is played."""
        played = card_played(view, self._seat)
        if played is None:
            return 1.0
        return self.after(played) if played.ending is None else 0.0

    def after(self, view: City) -> float:
        """The chance after a card was played and before the next one is revealed."""
        if self._is_over(view):
            return 0.0
        board = view.boards[self._seat]
        key = (board.deck, board.unseen, board.discard, view.turn.obliged)
        if key not in self._answers:
            self._answers[key] = self._next(view)
        return self._answers[key]

    def _is_over(self, view: City) -> bool:
        board = view.boards[self._seat]
        if self._city_size is not None:
            return len(board.city) == self._city_size
        return not board.deck and self._step.why_not_stop(view) is None

    def _next(self, view: City) -> float:
        """The chance over all cards that may come next, as far as they have to be played."""
        board = view.boards[self._seat]
        if not board.deck:
            view = DeckReshuffled(self._seat, (None,) * len(board.discard)).apply(view)
            board = view.boards[self._seat]
        if not board.deck:
            return 0.0
        to_play = self._to_play(view)
        if board.deck[0] is not None:
            return self._play(view) if board.deck[0] in to_play else 0.0
        chance = 0.0
        for face, copies in counted(board.unseen):
            if face in to_play:
                bust = self._play(CardUncovered(self._seat, face).apply(view))
                chance += copies / len(board.unseen) * bust
        return chance

    def _to_play(self, view: City) -> Container[FaceId]:
        """The faces that have to be played if one is the next card."""
        if self._city_size is not None or self._step.why_play_any(view) is not None:
            return view.content.face
        return view.content.forced
