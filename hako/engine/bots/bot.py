"""Bots: they get an Observation, what their seat may know, and never a handle to the State."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, TypeAlias

from msgspec import Struct

from hako.engine.i18n.failure import Failure
from hako.engine.log.table import Table
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import IDLE, Game, view, world
from hako.engine.rules.model import Seat, SecretChoice, State
from hako.engine.rules.play import legal_actions, play, preview, waiting


class UnknownBot(Failure, ValueError):
    """No bot has that level, or that character."""


class Observation(Struct, frozen=True, dict=True):
    """What a seat may know when it has to choose."""

    game: Game[Any]
    seat: Seat
    view: State
    """The mask of the state for that seat."""
    seats: int = 0
    """How many sit at the table; only bots that search ask for it."""

    @cached_property
    def actions(self) -> Sequence[Any]:
        """What may be chosen."""
        return legal_actions(self.view, self.seat)

    @property
    def turn(self) -> int:
        """The number of the turn or round; see Game.progress."""
        turn, _ = self.game.progress(self.view)
        return turn


Bot: TypeAlias = Callable[[Observation, Chance], Any]
"""Chooses one of the observation's actions; the same for the same observation and chance."""

GENTLE = (4, 2, 1)
"""How often, beside each other, a gentle bot makes its best, second and third choice."""

WORLDS = 4
"""How often a greedy bot deals anew what it cannot see."""


def observation_of(table: Table[Any], seat: Seat) -> tuple[Observation, Chance]:
    """What a bot on that seat is asked: what the seat may know, and draws that foresee nothing.

    The same wherever it is asked, so that one seed and the same bots make one game.
    """
    observation = Observation(table.game, seat, table.view(seat), len(table.players))
    return observation, table.chance().fork(f"bot {seat}")


def random_bot(observation: Observation, chance: Chance) -> Any:
    """Any legal action, all alike."""
    return chance.stream("choice").choice(observation.actions)


def greedy_bot(observation: Observation, chance: Chance) -> Any:
    """The action after which the seat stands best, by the game's evaluation of one move ahead."""
    actions = observation.actions
    if len(actions) == 1:
        return actions[0]
    values = one_ply_values(observation, chance)
    return chance.stream("choice").choice(best_of(observation, values))


def gentle_bot(observation: Observation, chance: Chance) -> Any:
    """One of the three actions that greedy likes best, the better the likelier."""
    few = ranked(observation, chance)[: len(GENTLE)]
    draw = chance.stream("choice").below(sum(GENTLE[: len(few)]))
    return few[bisect([*accumulate(GENTLE[: len(few)])], draw)]


def ranked(observation: Observation, chance: Chance) -> list[Any]:
    """The actions as greedy likes them, those last that do nothing; ties in any order."""
    actions = observation.actions
    if len(actions) == 1:
        return [*actions]
    values = one_ply_values(observation, chance)
    idle = [is_idle(observation, its) for its in actions]
    in_any_order = chance.stream("ties").shuffle(range(len(actions)))
    order = sorted(in_any_order, key=lambda its: (idle[its], -values[its]))
    return [actions[its] for its in order]


def best_of(observation: Observation, values: Sequence[float]) -> Sequence[Any]:
    """The actions of the highest value; those that do nothing only where all do."""
    by_value: dict[float, list[Any]] = {}
    for action, value in zip(observation.actions, values, strict=True):
        by_value.setdefault(value, []).append(action)
    for value in sorted(by_value, reverse=True):
        if useful := [its for its in by_value[value] if not is_idle(observation, its)]:
            return useful
    return by_value[max(values)]


def is_idle(observation: Observation, action: Any) -> bool:
    """Whether an action would do nothing, as the game's own note says."""
    note = observation.game.note(observation.view, observation.seat, action)
    return note is not None and note.key.partition("_")[0] == IDLE


def one_ply_values(observation: Observation, chance: Chance, count: int = WORLDS) -> list[float]:
    """What the game's evaluation says of each action, one move ahead.

    What the seat cannot see is dealt anew in so many worlds.
    """
    actions = observation.actions
    foreseen = [_foreseen(observation, action) for action in actions]
    dealt = determinizations(observation, chance, count) if None in foreseen else []
    return [
        _expected(observation, dealt, action, chance) if value is None else value
        for action, value in zip(actions, foreseen, strict=True)
    ]


def _foreseen(observation: Observation, action: Any) -> float | None:
    """The value of an action where neither chance nor a secret comes in; None where one does.

    Such an action leads to the same position in whatever world, so one look is enough.
    """
    if isinstance(observation.view.agenda[-1], SecretChoice):
        return None
    state, open_end = as_seen(observation, action)
    return None if open_end else observation.game.evaluate(state, observation.seat)


def as_seen(observation: Observation, action: Any) -> tuple[State, bool]:
    """Where an action leads, at rest, in the seat's view; as far as the seat foresees that.

    And whether chance or a secret comes in before.
    """
    game, seat, state = observation.game, observation.seat, observation.view
    while action is not None:
        seen = preview(state, seat, action)
        if seen.open_end:
            return seen.state, True
        state = view(game, seen.state, seat)
        action = game.settle(state, seat) if seat in waiting(state) else None
    return state, False


def determinizations(observation: Observation, chance: Chance, count: int) -> list[State]:
    """Whole states that agree with what the seat sees."""
    game, mine, seat = observation.game, observation.view, observation.seat
    return [world(game, mine, seat, chance.fork(f"world {number}")) for number in range(count)]


def _expected(
    observation: Observation, dealt: Sequence[State], action: Any, chance: Chance
) -> float:
    """The mean value of an action in the worlds that may be."""
    game, seat = observation.game, observation.seat
    led_to = (
        after(game, state, seat, action, chance.fork(f"play {number}"))
        for number, state in enumerate(dealt)
    )
    values = [game.evaluate(view(game, its, seat), seat) for its in led_to]
    return sum(values) / len(values)


def after(game: Game[Any], state: State, seat: Seat, action: Any, chance: Chance) -> State:
    """The position that an action leads to, at rest."""
    return quiesce(game, _play_secretly(state, seat, action, chance), seat, chance)


def quiesce(game: Game[Any], state: State, seat: Seat, chance: Chance) -> State:
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
