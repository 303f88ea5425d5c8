"""The bot interface and the bots without search. A bot gets an Observation, never the State."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, TypeAlias

from msgspec import Struct

from hako.engine.i18n.failure import Failure
from hako.engine.log.history import History
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import IDLE, Game, view, world
from hako.engine.rules.model import Seat, SecretChoice, State
from hako.engine.rules.play import legal_actions, play, preview, waiting


class UnknownBot(Failure, ValueError):
    """A level or a character that no bot has."""


class Observation(Struct, frozen=True, dict=True):
    """A decision as its seat may see it."""

    game: Game[Any]
    seat: Seat
    view: State
    """The state masked for that seat."""
    seats: int = 0
    """The number of seats at the table; only bots that search use it."""

    @cached_property
    def actions(self) -> Sequence[Any]:
        """The legal actions."""
        return legal_actions(self.view, self.seat)

    @property
    def turn(self) -> int:
        """The number of the turn or round; see Game.progress."""
        turn, _ = self.game.progress(self.view)
        return turn


Bot: TypeAlias = Callable[[Observation, Chance], Any]
"""A function that chooses one of the observation's actions, deterministic in observation and chance."""

GENTLE = (4, 2, 1)
"""The weights with which a gentle bot draws its best, second and third choice."""

WORLDS = 4
"""The number of worlds in which a greedy bot deals what it cannot see."""


def observation_of(table: History[Any], seat: Seat) -> tuple[Observation, Chance]:
    """The observation of a seat and the bot's own random draws, which foresee nothing of the game's.

    Both depend only on the table, so one seed and the same bots always play the same game.
    """
    observation = Observation(table.game, seat, table.view(seat), len(table.players))
    return observation, table.chance().fork(f"bot {seat}")


def random_bot(observation: Observation, chance: Chance) -> Any:
    """Choose any legal action with equal probability."""
    return chance.stream("choice").choice(observation.actions)


def gentle_bot(observation: Observation, chance: Chance) -> Any:
    """Choose one of greedy's three best actions, a better one with a higher probability."""
    few = ranked(observation, chance)[: len(GENTLE)]
    draw = chance.stream("choice").below(sum(GENTLE[: len(few)]))
    return few[bisect([*accumulate(GENTLE[: len(few)])], draw)]


def ranked(observation: Observation, chance: Chance) -> list[Any]:
    """The actions in greedy's order, idle ones last; ties in random order."""
    actions = observation.actions
    if len(actions) == 1:
        return [*actions]
    values = one_ply_values(observation, chance)
    idle = [is_idle(observation, action) for action in actions]
    in_any_order = chance.stream("ties").shuffle(range(len(actions)))
    order = sorted(in_any_order, key=lambda number: (idle[number], -values[number]))
    return [actions[number] for number in order]


def best_of(observation: Observation, values: Sequence[float]) -> Sequence[Any]:
    """The actions of the highest value; idle ones only where all actions are idle."""
    by_value: dict[float, list[Any]] = {}
    for action, value in zip(observation.actions, values, strict=True):
        by_value.setdefault(value, []).append(action)
    for value in sorted(by_value, reverse=True):
        if useful := [action for action in by_value[value] if not is_idle(observation, action)]:
            return useful
    return by_value[max(values)]


def is_idle(observation: Observation, action: Any) -> bool:
    """True if an action would do nothing, according to the game's own hint."""
    hint = observation.game.action_hint(observation.view, observation.seat, action)
    return hint is not None and hint.key.partition("_")[0] == IDLE


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


def determinizations(observation: Observation, chance: Chance, count: int) -> list[State]:
    """Random whole states that agree with the seat's view."""
    game, own_view, seat = observation.game, observation.view, observation.seat
    return [world(game, own_view, seat, chance.fork(f"world {number}")) for number in range(count)]


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
