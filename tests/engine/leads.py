"""A game in which nothing changes but what a lead is worth."""

from __future__ import annotations

from hako.engine.bots.win_probability_scale import WinProbabilityScale
from tests.toys.tic_tac_toe import Grid, TicTacToe


class AlwaysAhead(TicTacToe):
    """The first player has the same lead in every position."""

    def evaluate(self, view: Grid, seat: int) -> float:
        return 1 - seat


EVER_MORE = WinProbabilityScale(2, beta=(0.0, 5.0), turns=(1, 2))
"""A lead is worth nothing before the first mark lies, and after it all but the game."""
