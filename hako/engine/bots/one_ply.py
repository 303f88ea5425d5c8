"""One-ply search: the value of the quiet position after each action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hako.engine.bots.observation import Observation, determinizations
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view
from hako.engine.rules.model import Seat, SecretChoice, State
from hako.engine.rules.play import legal_actions, play, waiting
from hako.engine.rules.preview import preview

WORLDS = 4
"""The number of worlds in which a greedy bot deals what it cannot see."""


def one_ply_values(observation: Observation, chance: Chance, count: int = WORLDS) -> list[float]:
    """The game's evaluation of each action, one move ahead.

    What the seat cannot see is dealt at random; the value is the mean over `count` worlds.
    """
    actions = observation.actions
    foreseen = [_foreseen(observation, action) for action in actions]
    dealt = determinizations(observation, chance, count) if None in foreseen else []
    return [
        _expected(observation, dealt, action, chance) if value is None else value
        for action, value in zip(actions, foreseen, strict=True)
    ]


def _foreseen(observation: Observation, action: Any) -> float | None:
    """The value of an action that involves neither chance nor a secret; None for any other.

    Such an action leads to the same position in every world, so it is evaluated once.
    """
    if isinstance(observation.view.agenda[-1], SecretChoice):
        return None
    state, open_end = as_seen(observation, action)
    return None if open_end else observation.game.evaluate(state, observation.seat)


def _expected(
    observation: Observation, dealt: Sequence[State], action: Any, chance: Chance
) -> float:
    """The mean value of an action over the dealt worlds."""
    game, seat = observation.game, observation.seat
    led_to = (
        after(game, state, seat, action, chance.fork(f"play {number}"))
        for number, state in enumerate(dealt)
    )
    values = [game.evaluate(view(game, state, seat), seat) for state in led_to]
    return sum(values) / len(values)


def after(game: Game[Any], state: State, seat: Seat, action: Any, chance: Chance) -> State:
    """The quiescent position after an action."""
    return quiesce(game, _play_secretly(state, seat, action, chance), seat, chance)


def quiesce(game: Game[Any], state: State, seat: Seat, chance: Chance) -> State:
    """Play on while it is the seat's turn and the game names a forced continuation; see Game.quiet_action."""
    while seat in waiting(state):
        action = game.quiet_action(view(game, state, seat), seat)
        if action is None:
            break
        state, _ = play(state, seat, action, chance)
    return state


def _play_secretly(state: State, seat: Seat, action: Any, chance: Chance) -> State:
    """Play an action; others who choose in secret at the same time choose at random."""
    state, _ = play(state, seat, action, chance)
    while (
        state.agenda
        and isinstance(step := state.agenda[-1], SecretChoice)
        and seat in step.answered
    ):
        other = step.waiting()[0]
        anything = chance.stream("others").choice(legal_actions(state, other))
        state, _ = play(state, other, anything, chance)
    return state


def as_seen(observation: Observation, action: Any) -> tuple[State, bool]:
    """The quiescent position after an action in the seat's view, as far as the seat can foresee it.

    The second value is True if chance or a secret comes in before that.
    """
    game, seat, state = observation.game, observation.seat, observation.view
    while action is not None:
        seen = preview(state, seat, action)
        if seen.open_end:
            return seen.state, True
        state = view(game, seen.state, seat)
        action = game.quiet_action(state, seat) if seat in waiting(state) else None
    return state, False
