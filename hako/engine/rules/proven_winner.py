"""Certainty about the winner where so little is left to choose that every way can be followed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hako.engine.rules.game import Game
from hako.engine.rules.model import Hidden, Seat, SecretChoice, State
from hako.engine.rules.play import legal_actions
from hako.engine.rules.preview import Preview, preview

MOST = 24
"""The most actions that are followed; with more, nothing is certain."""


def proven_winner(game: Game[Any], view: State) -> Seat | None:
    """The seat that can win alone whatever the others choose, by following each way to the end.

    None where no seat can, where a draw or a hidden value comes before the end, and where there are
    more than MOST actions.
    """
    try:
        return _Proof(game).winner(view)
    except (Hidden, _Open):
        return None


class _Open(Exception):
    """The end is too far, or depends on a draw or on something hidden."""


class _Proof:
    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._left = MOST

    def winner(self, state: State) -> Seat | None:
        """The seat that can win alone from a state; the one that chooses needs a single way."""
        outcome = self._game.outcome(state)
        if outcome is not None:
            return outcome.winners[0] if len(outcome.winners) == 1 else None
        step = state.agenda[-1]
        if isinstance(step, SecretChoice):
            raise _Open
        (seat,) = step.waiting()
        winners: set[Seat | None] = set()
        is_open = False
        for foreseen in self._previews(state, seat):
            try:
                winners.add(self._winner_after(foreseen))
            except (Hidden, _Open):
                is_open = True  # another action may still win
            if seat in winners:
                return seat
        if is_open:
            raise _Open
        return winners.pop() if len(winners) == 1 else None

    def _winner_after(self, foreseen: Preview[Any]) -> Seat | None:
        if foreseen.open_end:
            raise _Open
        return self.winner(foreseen.state)

    def _previews(self, state: State, seat: Seat) -> Sequence[Preview[Any]]:
        """The previews of all actions of a seat, those at the end of the game first."""
        actions = legal_actions(state, seat)
        self._left -= len(actions)
        if self._left < 0:
            raise _Open
        previews = [preview(state, seat, action) for action in actions]
        return sorted(previews, key=lambda foreseen: len(foreseen.state.agenda))
