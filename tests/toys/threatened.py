"""Tic-tac-toe in which the other seat threatens: for tests of what is shown of threats."""

from __future__ import annotations

from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.game import Game
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.threats import GRAVITIES, Threat
from tests.toys.tic_tac_toe import Grid, TicTacToe

NOTE = LazyText("wins_surely", {"seat": 1})


class Threatened(TicTacToe):
    """Threats of seat 1 of all kinds but the gravest, the least grave one first."""

    def threats(self, view: Grid, seat: Viewer) -> list[Threat]:
        return [Threat(gravity, NOTE, 1) for gravity in reversed(GRAVITIES[1:])]


class Gains(TicTacToe):
    """Seat 1 can gain something, which concerns nobody else."""

    def threats(self, view: Grid, seat: Viewer) -> list[Threat]:
        return [Threat("gains", NOTE, 1)]


class Decided(TicTacToe):
    """Seat 1 wins for certain."""

    def sure_winner(self, view: Grid) -> Seat | None:
        return 1


THREATENED: Game[Grid] = Threatened()
GAINS: Game[Grid] = Gains()
DECIDED: Game[Grid] = Decided()
