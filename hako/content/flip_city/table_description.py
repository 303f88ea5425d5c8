"""The table as text, for screen readers and plain output."""

from __future__ import annotations

from hako.content.flip_city.action_notes import counted
from hako.content.flip_city.state import City
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat, Viewer


def describe(view: City, viewer: Viewer) -> list[LazyText]:
    """The turn, the cards of each seat, the viewer's own first, and the supply."""
    first = viewer or 0
    seats = [first, *view.others(first)]
    piles = {pile.face: pile.left for pile in view.supply}
    return [
        _turn(view),
        *(_board(view, seat) for seat in seats),
        LazyText("supply", {"piles": piles}),
    ]


def _turn(view: City) -> LazyText:
    turn = view.turn
    values = {
        "number": turn.number,
        "seat": turn.seat,
        "money": turn.money,
        "points": turn.points,
        "goal": view.content.constants.points_to_win,
        "unhappy": turn.unhappy,
        "limit": turn.limit,
        "actions": turn.actions,
        "city": view.boards[turn.seat].city,
    }
    return LazyText("turn", values)


def _board(view: City, seat: Seat) -> LazyText:
    board = view.boards[seat]
    values = {
        "seat": seat,
        "top": board.deck[:1],
        "deck": dict(counted(view, board.deck_cards())),
        "discard": dict(counted(view, board.discard)),
        "points": view.points_owned(seat),
        "cards": len(board.owned()),
    }
    return LazyText("board", values)
