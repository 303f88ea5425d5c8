"""Forced wins by following every way to the end: a second opinion on sure winners."""

from __future__ import annotations

from typing import Any

from hako.engine.rules.chance import NoChance
from hako.engine.rules.game import Game
from hako.engine.rules.model import Seat, State
from hako.engine.rules.play import legal_actions, play, waiting


def forces(game: Game[Any], state: State, seat: Seat) -> bool:
    """True if a seat can win alone whatever the others choose; nothing may be drawn any more."""
    if (outcome := game.outcome(state)) is not None:
        return outcome.winners == (seat,)
    (mover,) = waiting(state)
    states = (play(state, mover, action, NoChance())[0] for action in legal_actions(state, mover))
    wins = (forces(game, after, seat) for after in states)
    return any(wins) if mover == seat else all(wins)
