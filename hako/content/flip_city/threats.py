"""Threats: what the others' cards can do in their next turns, from what everybody knows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from hako.content.flip_city.evaluation import chance_to_win_now
from hako.content.flip_city.events import DeckReshuffled
from hako.content.flip_city.state import City
from hako.content.flip_city.steps import BuryOrKeep, PlayPhase
from hako.content.flip_city.sure_winner import SURE, sure_winner, turn_of
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.i18n.percent import percent
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.threats import Threat

NEAR = 2
"""The most cards short of a win by their number that are a threat: about a turn's purchases."""


def threats(view: City, viewer: Viewer) -> Iterator[Threat]:
    """The others that win or can win in their next turn, the next one in turn order first.

    Nothing that others build changes a deck before its seat's turn, but for one that is empty: an
    Apartment may come to its discard pile (flip_city.build.8), so that nothing is certain.
    """
    if view.is_solo or not view.turn.number or view.ending is not None:
        return
    winner, active = sure_winner(view), view.turn.seat
    plays = isinstance(view.agenda[-1], PlayPhase | BuryOrKeep)
    for seat in (active, *view.others(active)):
        if seat == viewer:
            continue
        is_now = seat == active and plays
        turn = view if is_now else _begun(view, seat)
        chance = chance_to_win_now(turn, seat)
        when = "now" if is_now else "next"
        if seat == winner:
            when = "first" if viewer == active and plays else when
            means = _means(turn, seat)
            if means["unhappy"] < means["limit"]:
                yield Threat("wins", LazyText(f"wins_{when}", means), seat)
        elif not chance or _means(turn, seat)["points"] < view.content.constants.points_to_win:
            yield from _crowd(view, seat)
        else:
            values = {**_means(turn, seat), "chance": None if chance >= SURE else percent(chance)}
            yield Threat("can_win", LazyText(f"can_win_{when}", values), seat)


def _begun(view: City, seat: Seat) -> City:
    """The table when a seat's turn begins, an empty deck reshuffled (flip_city.play.10)."""
    turn = turn_of(view, seat)
    board = turn.boards[seat]
    if board.deck:
        return turn
    return DeckReshuffled(seat, (None,) * len(board.discard)).apply(turn)


def _means(turn: City, seat: Seat) -> dict[str, Any]:
    """The points that a turn has and can bring, the cards of the deck, and the unhappy icons in all.

    Recycling counts where it adds points or raises the limit; cards of the deck may raise it further.
    """
    board, content = turn.boards[seat], turn.content
    deck = [content.face[card] for card in board.deck_cards()]
    points = [content.recycled_points.get(card, 0) for card in board.discard]
    limits = [content.recycled_limit.get(card, 0) for card in board.discard]
    return {
        "seat": seat,
        "points": turn.turn.points + sum(face.points for face in deck) + sum(points),
        "goal": content.constants.points_to_win,
        "cards": len(deck),
        "unhappy": turn.turn.unhappy + sum(face.unhappy for face in deck),
        "limit": turn.turn.limit + sum(limits),
    }


def _crowd(view: City, seat: Seat) -> Iterator[Threat]:
    """The threat of a win by the number of cards (flip_city.win.2)."""
    owned, playable = view.boards[seat].owned(), _most_cards(view, seat)
    for face, wanted in view.content.winning_crowds:
        if face in owned and playable >= wanted - NEAR:
            values: dict[str, Any] = {"seat": seat, "owned": playable, "wanted": wanted}
            values |= {"face": face, "copies": owned.count(face)}
            if playable >= wanted:
                yield Threat("can_win", LazyText("can_win_crowd", values), seat)
            else:
                yield Threat("ends", LazyText("crowd_near", values), seat)


def _most_cards(view: City, seat: Seat) -> int:
    """The most cards of a seat that one turn can hold, with as few unhappy icons as the limit asks.

    Each card that raises the limit does so once, played or recycled; those of the city have done so.
    """
    board, content, constants = view.boards[seat], view.content, view.content.constants
    limit = view.turn.limit if seat == view.turn.seat else constants.unhappy_limit
    for card in (*board.deck_cards(), *board.discard):
        limit += content.recycled_limit.get(card, 0)
    icons = sorted(content.face[card].unhappy for card in board.owned())
    return sum(total < limit for total in accumulate(icons))
