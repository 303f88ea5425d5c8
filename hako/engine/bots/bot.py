"""Bots: they get an Observation, what their seat may know, and never a handle to the State."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from hako.engine.log.table import Table
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view, world
from hako.engine.rules.play import legal_actions, play, preview, waiting
from hako.engine.rules.vocabulary import Seat, SecretChoice, State
from hako.engine.words.failure import Failure
from hako.engine.words.nearest import nearest


class Observation(Struct, frozen=True):
    """What a seat may know when it has to choose."""

    game: Game[Any]
    seat: Seat
    view: State
    """The mask of the state for that seat."""

    @property
    def actions(self) -> Sequence[Any]:
        """What may be chosen."""
        return legal_actions(self.view, self.seat)


class UnknownBot(Failure, ValueError):
    """No bot has that level."""


Bot: TypeAlias = Callable[[Observation, Chance], Any]
"""Chooses one of the observation's actions; the same for the same observation and chance."""

HINTS = "greedy"
"""The level of the bot that gives hints."""

WORLDS = 4
"""How often a greedy bot deals anew what it cannot see."""


def question(table: Table[Any], seat: Seat) -> tuple[Observation, Chance]:
    """What a bot on that seat is asked: what the seat may know, and draws that foresee nothing.

    The same wherever it is asked, so that one seed and the same bots make one game.
    """
    observation = Observation(table.game, seat, table.view(seat))
    return observation, table.chance().fork(f"bot {seat}")


def random_bot(observation: Observation, chance: Chance) -> Any:
    """Any legal action, all alike."""
    return chance.stream("choice").choice(observation.actions)


def greedy_bot(observation: Observation, chance: Chance) -> Any:
    """The action after which the seat stands best, by the game's evaluation of one move ahead."""
    actions = observation.actions
    if len(actions) == 1:
        return actions[0]
    foreseen = [_foreseen(observation, action) for action in actions]
    worlds = _worlds(observation, chance) if None in foreseen else []
    values = [
        _expected(observation, worlds, action, chance) if value is None else value
        for action, value in zip(actions, foreseen, strict=True)
    ]
    best = max(values)
    ties = [action for action, value in zip(actions, values, strict=True) if value == best]
    return chance.stream("choice").choice(ties)


def _foreseen(observation: Observation, action: Any) -> float | None:
    """The value of an action where neither chance nor a secret comes in; None where one does.

    Such an action leads to the same position in whatever world, so one look is enough.
    """
    game, seat, state = observation.game, observation.seat, observation.view
    if isinstance(state.agenda[-1], SecretChoice):
        return None
    while True:
        after = preview(state, seat, action)
        if after.open_end:
            return None
        state = view(game, after.state, seat)
        action = game.settle(state, seat) if seat in waiting(state) else None
        if action is None:
            return game.evaluate(state, seat)


def _worlds(observation: Observation, chance: Chance) -> list[State]:
    game, mine, seat = observation.game, observation.view, observation.seat
    return [world(game, mine, seat, chance.fork(f"world {number}")) for number in range(WORLDS)]


def _expected(
    observation: Observation, worlds: Sequence[State], action: Any, chance: Chance
) -> float:
    """The mean value of an action in the worlds that may be."""
    game, seat = observation.game, observation.seat
    values = [
        _value(game, state, seat, action, chance.fork(f"play {number}"))
        for number, state in enumerate(worlds)
    ]
    return sum(values) / len(values)


def _value(game: Game[Any], state: State, seat: Seat, action: Any, chance: Chance) -> float:
    after = _settled(game, _play_secretly(state, seat, action, chance), seat, chance)
    return game.evaluate(view(game, after, seat), seat)


def _settled(game: Game[Any], state: State, seat: Seat, chance: Chance) -> State:
    """Play on while the seat itself has to choose and the game says how; see Game.settle."""
    while seat in waiting(state):
        action = game.settle(view(game, state, seat), seat)
        if action is None:
            break
        state, _ = play(state, seat, action, chance)
    return state


def _play_secretly(state: State, seat: Seat, action: Any, chance: Chance) -> State:
    """Play on; where others choose in secret at the same time, they choose anything."""
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


LEVELS: Mapping[str, Bot] = {"random": random_bot, "greedy": greedy_bot}
"""The bots by level, the weakest first."""


def bot(level: str) -> Bot:
    """The bot of that level. Raises UnknownBot with the levels there are."""
    try:
        return LEVELS[level]
    except KeyError:
        near = nearest(level, LEVELS)
        raise UnknownBot("no_bot", near=near, level=level, levels=(*LEVELS,)) from None
