"""The chance of a bust, computed exactly from what everybody knows.

The rules themselves are played on the mask: wherever a card comes to light, each face
that may lie there is tried, weighted by its number of copies.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from hako.content.flip_city.actions import PlayTop, Recycle
from hako.content.flip_city.cards import FaceId, RaiseLimit
from hako.content.flip_city.events import CardUncovered, DeckReshuffled, TurnBusted
from hako.content.flip_city.state import City, counted
from hako.content.flip_city.steps import PlayPhase
from hako.engine.rules.play import preview
from hako.engine.rules.vocabulary import Seat


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
    """What the active seat risks by playing on from here."""
    return _risk(replace(view, agenda=(PlayPhase(seat),)), seat)


@lru_cache(maxsize=256)
def _risk(view: City, seat: Seat) -> Risk:
    """Worked out once for all who see the same: it follows from that alone."""
    return Risk(
        next_card=_Outlook(view, seat, 1).bust(),
        two_cards=_Outlook(view, seat, 2).bust(),
        forced=_Outlook(view, seat, None).bust(),
    )


def forced_bust(view: City, seat: Seat) -> float:
    """The chance of a bust before the seat may stop, once a card was played; the next is hidden."""
    view = replace(view, agenda=(PlayPhase(seat),))
    return _Outlook(view, seat, None).after(view)


def limit_recycled(view: City, seat: Seat) -> City:
    """The table after the active seat has recycled all that raises its limit: the Churches."""
    face = view.content.face
    view = replace(view, agenda=(PlayPhase(seat),))  # alone, it may wait for the supply's card
    for card in view.boards[seat].discard:
        if isinstance(face[card].recycle, RaiseLimit):
            view = preview(view, seat, Recycle(card)).state
    return view


class _Outlook:
    """A question about the next so many cards, or, with None, those before one may stop."""

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
        foreseen = preview(view, self._seat, PlayTop())
        if TurnBusted in map(type, foreseen.events):
            return 1.0
        if foreseen.state.ending is not None:
            return 0.0
        return self.after(replace(foreseen.state, agenda=view.agenda))

    def after(self, view: City) -> float:
        """The chance once a card was played, and before the next one comes to light."""
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
        if board.deck[0] is not None:
            return self._play(view) if self._has_to_play(view, board.deck[0]) else 0.0
        return sum(
            copies / len(board.unseen) * self._play(CardUncovered(self._seat, face).apply(view))
            for face, copies in counted(board.unseen)
            if self._has_to_play(view, face)
        )

    def _has_to_play(self, view: City, face: FaceId) -> bool:
        return self._city_size is not None or self._step.why_play(view, face) is not None
