"""The bot interface and the bots without search. A bot gets an Observation, never the State."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, TypeAlias

from hako.engine.bots.observation import Observation
from hako.engine.bots.one_ply import one_ply_values
from hako.engine.i18n.failure import Failure
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import IDLE


class UnknownBot(Failure, ValueError):
    """A level or a character that no bot has."""


Bot: TypeAlias = Callable[[Observation, Chance], Any]
"""A function that chooses one of the observation's actions, deterministic in observation and chance."""

GENTLE = (4, 2, 1)
"""The weights with which a gentle bot draws its best, second and third choice."""


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
    """True if an action would do nothing, according to the game's own note."""
    note = observation.game.action_note(observation.view, observation.seat, action)
    return note is not None and note.key.partition("_")[0] == IDLE
