"""Rollouts: how a game goes on from a line of actions when a fast policy plays for every seat.

The policy is greedy in a single dealt world. A rollout is cut off after PLIES decisions, where the
evaluation says how it stands; a playout goes on to the end of the game and knows who has won. All
lines of a decision meet the same worlds, with the same draws in a seat's n-th turn (common random
numbers), so they differ by the actions and not by luck.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import exp
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.bots.observation import Observation
from hako.engine.bots.one_ply import one_ply_values, quiesce
from hako.engine.bots.playout_tally import Occurrence, PlayoutTally
from hako.engine.bots.win_probability_scale import scale_of, shares, win_probabilities
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view, world
from hako.engine.rules.model import Seat, SecretChoice, State
from hako.engine.rules.play import legal_actions, play, waiting

PLIES = 24
"""The number of decisions after which a rollout is cut off."""

LONGEST = 200
"""The most decisions of a turn that is played to its end."""

LONGEST_GAME = 2000
"""The most decisions of a playout; a longer game is told by its evaluation."""

TEMPERATURE = 0.1
"""The log odds by which a secret choice has to be worse to be e times less likely."""

PARTS = 1 << 30
"""The resolution of a draw among weighted secret choices."""


class Playout(Struct, frozen=True, gc=False):
    """A game that was played on in one dealt world, to its end."""

    cut: tuple[float, ...]
    """The win probability of each seat after PLIES decisions, by the evaluation."""
    end: tuple[float, ...]
    """The share of the win of each seat."""
    parts: tuple[Mapping[str, int | None], ...] = ()
    """The score breakdown at the end (see Game.score_parts), where the score decides who wins."""
    turn: int = 0
    """The number of the last turn or round."""
    incomes: tuple[Mapping[str, int], ...] = ()
    """The points that came in for each seat, by source, where the game names sources (Game.income)."""
    occurrences: Mapping[str, Occurrence] = {}
    """The events that count, by the tag of the event and the seat."""

    def parts_of(self, seat: Seat) -> Mapping[str, int | None]:
        """The parts of a seat's score at the end."""
        return self.parts[seat] if self.parts else {}

    def points(self, seat: Seat, part: str) -> int:
        """The points of one part of a seat's score at the end; 0 without that part."""
        return self.parts_of(seat).get(part) or 0

    def is_won_by(self, seat: Seat) -> bool:
        """True if no seat has a larger share of the win."""
        return self.end[seat] == max(self.end)

    def incomes_of(self, seat: Seat) -> Mapping[str, int]:
        """The points that came in for a seat, by source."""
        return self.incomes[seat] if self.incomes else {}


def rollout(observation: Observation, line: Sequence[Any], chance: Chance) -> float:
    """The seat's win probability where a rollout of the line is cut off."""
    return chance_to_win(observation, played_on(observation, line, chance))


def chance_to_win(observation: Observation, state: State) -> float:
    """The seat's win probability at a rollout's cut-off, on the scale of the turn in which it began.

    So a candidate gains nothing by ending rounds faster than others, after which any lead
    would be worth more.
    """
    game, seats = observation.game, observation.seats
    return win_probabilities(game, state, seats, observation.turn)[observation.seat]


def played_on(observation: Observation, line: Sequence[Any], chance: Chance) -> State:
    """The quiescent position PLIES decisions after a line began, in the world that `chance` deals."""
    draws = WorldDraws(chance)
    state = along(dealt(observation, chance), observation.seat, line, draws)
    state = _decided_times(observation, state, draws, PLIES - len(line) + 1)
    return at_rest(observation.game, state, draws)


def playout(observation: Observation, line: Sequence[Any], chance: Chance) -> Playout:
    """Play a line, then by the policy to the end of the game, in the world that `chance` deals."""
    game, seats = observation.game, observation.seats
    draws, counter = WorldDraws(chance), PlayoutTally(game)
    state = along(dealt(observation, chance), observation.seat, line, draws, counter)
    state = _decided_times(observation, state, draws, PLIES - len(line) + 1, counter)
    quiet = at_rest(game, state, WorldDraws(chance.fork("rest")))
    cut = win_probabilities(game, quiet, seats, observation.turn)
    state = _decided_times(observation, state, draws, LONGEST_GAME, counter)
    public = view(game, state, None)
    end = shares(game, state, seats) if not state.agenda else cut
    parts = (*game.score_parts(public),) if game.is_won_by_score else ()
    turn, incomes = game.progress(public)[0], counter.incomes(seats)
    return Playout(cut, end, parts, turn, incomes, counter.occurrences)


def brief_playout(observation: Observation, line: Sequence[Any], chance: Chance) -> Playout:
    """Play a line, then by the policy, PLIES decisions in all, in the world that `chance` deals.

    It is for games that take too long to be played to their end: it tells what a line brings, and
    no chance to win, for both of its numbers are the evaluation's.
    """
    game, seats = observation.game, observation.seats
    draws, counter = WorldDraws(chance), PlayoutTally(game)
    state = along(dealt(observation, chance), observation.seat, line, draws, counter)
    state = _decided_times(observation, state, draws, PLIES - len(line), counter)
    cut = win_probabilities(game, state, seats, observation.turn)
    parts = (*game.score_parts(view(game, state, None)),) if game.is_won_by_score else ()
    return Playout(cut, cut, parts, 0, counter.incomes(seats), counter.occurrences)


def turn_by_turn(
    observation: Observation, action: Any | None, chance: Chance, turns: int
) -> Iterator[State]:
    """The quiescent positions at the ends of the next turns, in the world that `chance` deals.

    The first turn is the seat's own and goes on with `action`; None leaves the choice to the
    policy. A turn ends when another seat chooses.
    """
    draws, state = WorldDraws(chance), dealt(observation, chance)
    mover: tuple[Seat, ...] = (observation.seat,)
    if action is not None:
        state, _ = play(state, observation.seat, action, draws.of(observation.seat))
    for _ in range(turns):
        for _ in range(LONGEST):
            if not state.agenda or waiting(state)[:1] != mover:
                break
            state = _decided(observation, state, draws)
        yield at_rest(observation.game, state, draws)
        mover = waiting(state)[:1]


def along(
    state: State,
    seat: Seat,
    line: Sequence[Any],
    draws: WorldDraws,
    counter: PlayoutTally | None = None,
) -> State:
    """The position after a line in a world, as far as it can be followed there."""
    for action in line:
        if seat not in waiting(state) or action not in legal_actions(state, seat):
            break
        state, then = play(state, seat, action, draws.of(seat))
        if counter is not None:
            counter.add(state, then)
    return state


def at_rest(game: Game[Any], state: State, draws: WorldDraws) -> State:
    """The position after every waiting seat has played its forced continuations."""
    for seat in waiting(state):
        state = quiesce(game, state, seat, draws.of(seat))
    return state


def _decided_times(
    observation: Observation,
    state: State,
    draws: WorldDraws,
    times: int,
    counter: PlayoutTally | None = None,
) -> State:
    """The state after so many decisions by the policy, at least one, or at the end of the game."""
    for _ in range(max(1, times)):
        if not state.agenda:
            break
        state = _decided(observation, state, draws, counter)
    return state


def _decided(
    observation: Observation, state: State, draws: WorldDraws, counter: PlayoutTally | None = None
) -> State:
    """The state after the policy has chosen for the next seat."""
    game, seats = observation.game, observation.seats
    seat = waiting(state)[0]
    draw = draws.of(seat)
    seat_view = Observation(game, seat, view(game, state, seat), seats)
    state, then = play(state, seat, policy(seat_view, draw.fork("thought")), draw)
    if counter is not None:
        counter.add(state, then)
    return state


class WorldDraws:
    """The random draws of a world, by seat, turn of the seat, and number of the draw in that turn.

    One decision more or less in a turn changes no draw of later turns.
    """

    def __init__(self, chance: Chance) -> None:
        self._world = self._last = chance
        self._turns: Counter[Seat] = Counter()
        """The number of times that each seat has begun to choose."""
        self._seat: Seat | None = None
        self._drawn = 0

    def of(self, seat: Seat) -> Chance:
        """The draws for the next decision of a seat."""
        if seat != self._seat:
            self._seat, self._drawn = seat, 0
            self._turns[seat] += 1
        else:
            self._drawn += self._last.drew
        self._last = self._world.fork(f"{seat}, turn {self._turns[seat]}, draw {self._drawn}")
        return self._last


def policy(observation: Observation, chance: Chance) -> Any:
    """The rollout policy: greedy in a single world; secret choices are drawn by a softmax."""
    actions = observation.actions
    if len(actions) == 1:
        return actions[0]
    values, stream = one_ply_values(observation, chance, count=1), chance.stream("choice")
    best = max(values)
    if not isinstance(observation.view.agenda[-1], SecretChoice):
        top = [action for action, value in zip(actions, values, strict=True) if value == best]
        return stream.choice(top)
    beta = _beta(observation) / TEMPERATURE
    weights = tuple(accumulate(exp(beta * (value - best)) for value in values))
    return actions[bisect(weights, weights[-1] * stream.below(PARTS) / PARTS)]


def dealt(observation: Observation, chance: Chance) -> State:
    """Deal a world that agrees with the view; the policy makes the others' secret choices."""
    game, seat, seats = observation.game, observation.seat, observation.seats
    state: State = world(game, observation.view, seat, chance)
    step = state.agenda[-1]
    if not isinstance(step, SecretChoice):
        return state
    answers = []
    for other in step.answered:
        before = replace(state, agenda=(*state.agenda[:-1], replace(step, answered=(), answers=())))
        other_view = Observation(game, other, view(game, before, other), seats)
        answers.append(policy(other_view, chance.fork(f"answer of {other}")))
    return replace(state, agenda=(*state.agenda[:-1], replace(step, answers=tuple(answers))))


def _beta(observation: Observation) -> float:
    """The log odds that a point of the evaluation is worth in the current turn."""
    return scale_of(observation.game, observation.seats).point(observation.turn)
