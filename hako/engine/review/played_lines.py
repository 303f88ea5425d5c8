"""Stretches: what a seat chose in a row, with nothing drawn, revealed or chosen by others between.

A stretch is one line of actions (bots/turn_lines.py), so that what was played can be compared with the
best line from the same position. A turn has one stretch, or more where draws divide it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil
from typing import Any, NamedTuple

from hako.engine.bots.observation import Observation
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.game import view
from hako.engine.rules.model import State
from hako.engine.rules.play import legal_actions
from hako.engine.rules.preview import preview

MOST_SPANS = 60
"""The most points of a review's curve before the result."""


class Stretch(NamedTuple):
    """A line of a game that was played."""

    observation: Observation
    """Its first decision, in which there was a choice."""
    line: tuple[Any, ...]
    """The actions."""
    ply: int
    """The ply of the first decision, from which the draws of its judgement follow."""


def turns_of(table: History[Any]) -> Iterator[list[Position[Any]]]:
    """The positions of each turn: those of one seat until another one chooses."""
    chosen = (position for position in table.path() if position.record.seat is not None)
    for _, turn in groupby(chosen, key=lambda position: position.record.seat):
        yield [*turn]


def spans_of(table: History[Any]) -> list[list[Position[Any]]]:
    """The positions between two points of a review's curve: a turn, or a few where there are many."""
    turns = [*turns_of(table)]
    size = _turns_of_a_span(len(turns))
    spans = (turns[first : first + size] for first in range(0, len(turns), size))
    return [[position for turn in span for position in turn] for span in spans]


def turns_before(table: History[Any]) -> list[int]:
    """The number of turns before each point of a review's curve, the result included."""
    count = sum(1 for _ in turns_of(table))
    return [*range(0, count, _turns_of_a_span(count)), count]


def _turns_of_a_span(turns: int) -> int:
    return ceil(turns / MOST_SPANS) or 1


def stretches_of(
    table: History[Any], turn: Sequence[Position[Any]]
) -> Iterator[list[Position[Any]]]:
    """The positions of each stretch of a turn that has a choice, from its first choice on."""
    stretch: list[Position[Any]] = []
    for position in turn:
        before = state_before(table, position)
        if stretch or len(_actions(before, position)) > 1:
            stretch.append(position)
        if ends_stretch(table, position):
            if stretch:
                yield stretch
            stretch = []
    if stretch:
        yield stretch


def ends_stretch(table: History[Any], position: Position[Any]) -> bool:
    """True if chance or a secret came in with a record, as far as its seat could foresee."""
    seat = position.record.seat
    assert seat is not None, "a turn has only choices"
    seen = view(table.game, state_before(table, position), seat)
    return preview(seen, seat, position.record.action).finality(seat) == "chance"


def stretch_of(table: History[Any], positions: Sequence[Position[Any]]) -> Stretch:
    """The stretch of these positions, as its seat saw it."""
    first, seat = positions[0], positions[0].record.seat
    assert seat is not None, "a stretch has only choices"
    seen = view(table.game, state_before(table, first), seat)
    observation = Observation(table.game, seat, seen, len(table.players))
    return Stretch(observation, tuple(one.record.action for one in positions), first.ply)


def state_before(table: History[Any], position: Position[Any]) -> State:
    """The state in which the choice of a record was made."""
    assert position.parent is not None, "a seat decides after the deal"
    state: State = table.positions[position.parent].state
    return state


def path_of(observation: Observation, line: Sequence[Any]) -> tuple[int, ...]:
    """A line as the indices of its actions among the legal ones, for storing."""
    path, state = list[int](), observation.view
    for action in line:
        path.append([*legal_actions(state, observation.seat)].index(action))
        state = _next(observation, state, action)
    return tuple(path)


def line_at(observation: Observation, path: Sequence[int]) -> tuple[Any, ...]:
    """The line of a path; see path_of."""
    line, state = list[Any](), observation.view
    for number in path:
        action = legal_actions(state, observation.seat)[number]
        line.append(action)
        state = _next(observation, state, action)
    return tuple(line)


def common_actions(line: Sequence[Any], other: Sequence[Any]) -> int:
    """The number of actions with which both lines begin."""
    pairs = enumerate(zip(line, other, strict=False))
    return next((at for at, (one, two) in pairs if one != two), min(len(line), len(other)))


def _next(observation: Observation, state: State, action: Any) -> State:
    seen = preview(state, observation.seat, action)
    following: State = view(observation.game, seen.state, observation.seat)
    return following


def _actions(state: State, position: Position[Any]) -> Sequence[Any]:
    assert position.record.seat is not None, "a turn has only choices"
    return legal_actions(state, position.record.seat)
