"""Certainty about the winner where so little is left to choose that every way can be followed."""

from __future__ import annotations

from typing import Any

from hako.engine.rules.game import Game
from hako.engine.rules.model import Hidden, Seat, SecretChoice, State
from hako.engine.rules.play import legal_actions, preview

MOST = 24
"""The most actions that are followed; with more, nothing is certain."""


def proven_winner(game: Game[Any], view: State) -> Seat | None:
    """The only seat that wins in each way in which a game can end from a view.

    None where two ways end differently, where victory is shared, where a draw or a hidden value
    comes before the end, and where there are more than MOST actions.
    """
    left, ways, winners = MOST, [view], set[tuple[Seat, ...]]()
    while ways:
        state = ways.pop()
        outcome = game.outcome(state)
        if outcome is not None:
            winners.add(outcome.winners)
            continue
        step = state.agenda[-1]
        if isinstance(step, SecretChoice) or len(winners) > 1:
            return None
        (seat,) = step.waiting()
        try:
            actions = legal_actions(state, seat)
        except Hidden:
            return None
        left -= len(actions)
        if left < 0:
            return None
        for action in actions:
            foreseen = preview(state, seat, action)
            if foreseen.open_end:
                return None
            ways.append(foreseen.state)
    if len(winners) != 1:
        return None
    (won,) = winners
    return won[0] if len(won) == 1 else None
