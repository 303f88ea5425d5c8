"""Games that are decided: the seat that wins by the rules, whatever comes."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.flip_city.cards import Face, GainPoints
from hako.content.flip_city.evaluation import chance_to_win_now
from hako.content.flip_city.state import Board, City, Turn
from hako.content.flip_city.steps import BuryOrKeep, PlayPhase
from hako.engine.rules.model import Seat

SURE = 1 - 1e-9
"""The least chance that counts as certain, as the sum of many fractions may fall short of 1."""


def sure_winner(view: City) -> Seat | None:
    """The seat whose deck wins in its turn in any order; None while nobody's does.

    That is the active seat, or else the next one: what others build changes no deck but their own
    before that turn. Every turn after these is open.
    """
    if view.is_solo or view.ending is not None:
        return None
    seat = view.turn.seat
    plays = isinstance(view.agenda[-1], PlayPhase | BuryOrKeep)
    if plays and chance_to_win_now(view, seat) >= SURE:
        return seat
    if plays and _can_win(view, seat):
        return None
    following = view.next_seat(seat)
    wins = chance_to_win_now(turn_of(view, following), following) >= SURE
    return following if wins else None


def turn_of(view: City, seat: Seat) -> City:
    """The table when a seat's turn begins, with its cards as they are now (flip_city.turn.2)."""
    constants = view.content.constants
    turn = Turn(seat, view.turn.number + 1, constants.unhappy_limit, constants.build_actions)
    return replace(view, turn=turn, agenda=(PlayPhase(seat),))


def _can_win(view: City, seat: Seat) -> bool:
    """False if all cards together cannot win in this turn, whatever is played and recycled."""
    board, content = view.boards[seat], view.content
    owned = board.owned()
    if any(len(owned) >= cards and face in owned for face, cards in content.winning_crowds):
        return True
    return most_points(view, board) >= content.constants.points_to_win


def most_points(view: City, board: Board) -> int:
    """The points of the turn, and all that its cards could add, each played or recycled.

    A card of the deck is played as it is. One of the discard pile comes into the deck by a reshuffle,
    as it is or, with the bonus, on the side that recycling turns up (flip_city.recycle.2, play.10).
    """
    content = view.content
    most = view.turn.points + sum(_points(content.face[card]) for card in board.deck_cards())
    for card in board.discard:
        face = content.face[card]
        recycled = 0
        if face.recycle is not None:
            recycled = _gained(face.recycle) + _points(content.face[content.other_side[card]])
        most += max(_points(face), recycled)
    return most


def _points(face: Face) -> int:
    """The points of a face that is played."""
    return face.points + _gained(face.when_played)


def _gained(bonus: object) -> int:
    """The points that an effect gives at once."""
    return bonus.amount if isinstance(bonus, GainPoints) else 0
