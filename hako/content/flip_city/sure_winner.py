"""Games that are decided: the seat that wins by the rules, whatever comes."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.flip_city.cards import GainPoints
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
    """The points of the turn, and all that deck and discard pile could add: each card with all it has."""
    most, content = view.turn.points, view.content
    for card in (*board.deck_cards(), *board.discard):
        face = content.face[card]
        sides = [face] if face.recycle is None else [face, content.face[content.other_side[card]]]
        for side in sides:
            bonuses = (side.when_played, side.recycle)
            gained = sum(bonus.amount for bonus in bonuses if isinstance(bonus, GainPoints))
            most += side.points + gained
    return most
