"""A bot that searches: it plays its best few actions on, in worlds that may be.

Rollouts improve the policy that plays them (Tesauro and Galperin, "On-line policy improvement
using Monte-Carlo search", 1996). Here greedy plays for every seat until the cut. The candidates
are its choice and those that leave the best chance to win at first sight; its choice stays unless
another one proved better: what others lose at first sight counts like a few rollouts. All
candidates are played in the same worlds, with the same draws in a seat's n-th turn, so that what
tells them apart is the action and not luck. Which candidate gets the next rollouts is told by
sequential halving, again and again, so that the search can be stopped at any time (Sagers,
Winands, Soemers: "Anytime Sequential Halving in Monte-Carlo Tree Search", 2024).
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import exp, fsum, inf, sqrt
from time import perf_counter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.bots.bot import Observation, one_ply_values, quiesce, ranked
from hako.engine.bots.characters import NEARLY, by_taste, character
from hako.engine.bots.win_probability import by_first_sight, scale_of, win_probabilities
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view, world
from hako.engine.rules.model import Seat, SecretChoice, State
from hako.engine.rules.play import play, waiting

CANDIDATES = 4

PLIES = 24
"""Decisions that a rollout plays on before it is cut."""

LONGEST = 200
"""Decisions of a turn that is played to its end, at most."""

FORESEEN = 5
"""How many rollouts that show what one sees at first are thought beside those that were played."""

DOUBT = 0.6
"""By how many standard deviations of one rollout others have to gain on greedy in all."""

TEMPERATURE = 0.1
"""Log odds by which a secret choice of others has to be worse to be e times as unlikely."""

PARTS = 1 << 30
"""Into how many parts a draw divides the weights of secret choices."""

SLICE = 0.1
"""Seconds after which a thought comes up for air."""


class Candidate(Struct, frozen=True):
    """An action that may be the best one."""

    action: Any
    rollouts: tuple[float, ...] = ()
    """The chance to win that it led to in world 0, 1, 2, ..."""
    sight: float = 0.0
    """What it gains on greedy's choice at first sight, in chance to win: nothing, or less."""

    def gains_on(self, other: Candidate) -> list[float]:
        """By how much it did better than another one, in each world that both have played."""
        return [ours - its for ours, its in zip(self.rollouts, other.rollouts, strict=False)]


class ActionEstimate(Struct, frozen=True):
    """What an action is expected to bring, as far as a search has come."""

    action: Any
    chance: float
    """To win."""
    gain: float
    """Of that, what it has more than greedy's choice."""
    error: float
    """The standard error of the gain; without end where no world tells it."""
    worlds: int
    """In how many worlds both were played on."""


class SearchState(Struct, frozen=True):
    """How far a search has come: plain data, so it can be stopped, sent, and taken up again."""

    candidates: tuple[Candidate, ...]
    """The one that greedy likes best comes first."""
    group: tuple[int, ...]
    """The candidates that the halving has left, by number; greedy's always."""
    queue: tuple[int, ...] = ()
    """The candidates that are still to be played on before it halves again."""
    simulations: int = 0
    seconds: float = 0.0

    @property
    def action(self) -> Any:
        """What seems best so far: greedy's choice, unless another one did better by enough."""
        gains = self.gains()
        return self.candidates[gains.index(max(gains))].action

    def estimates(self) -> tuple[ActionEstimate, ...]:
        """What all candidates are expected to bring, the best first; none before a rollout."""
        first = self.candidates[0]
        if not first.rollouts:
            return ()
        found = []
        for its, gain in zip(self.candidates, self.gains(), strict=True):
            seen = its.gains_on(first)
            error = _deviation([seen]) / sqrt(len(seen)) if seen else inf
            chance = min(1.0, max(0.0, fsum(first.rollouts) / len(first.rollouts) + gain))
            found.append(ActionEstimate(its.action, chance, gain, error, len(seen)))
        return tuple(sorted(found, key=lambda its: -its.gain))

    def gains(self) -> tuple[float, ...]:
        """What each candidate is expected to gain on greedy's choice, in chance to win.

        That it gains is doubted, the more the fewer rollouts tell it and the more they differ,
        and the more it loses at first sight.
        """
        first, *others = self.candidates
        seen = [its.gains_on(first) for its in others]
        doubt = DOUBT * _deviation(seen)
        return 0.0, *(
            (sum(gains) + FORESEEN * its.sight - doubt) / (len(gains) + FORESEEN)
            for its, gains in zip(others, seen, strict=True)
        )

    def queued(self) -> SearchState:
        """The thought with its next rollouts in the queue: as many for each round of halving.

        Two for each candidate in the first one: fewer do not tell how much they differ.
        """
        if self.queue:
            return self
        everybody = (*range(len(self.candidates)),)
        halves = self.simulations > 0 and len(self.group) > 2
        group = self._better_half() if halves else everybody
        return replace(self, group=group, queue=group * (2 * len(everybody) // len(group)))

    def with_rollout(self, number: int, chance: float) -> SearchState:
        """The thought after one more rollout, of the first in the queue."""
        its = self.candidates[number]
        seen = replace(its, rollouts=(*its.rollouts, chance))
        candidates = (*self.candidates[:number], seen, *self.candidates[number + 1 :])
        return replace(
            self, candidates=candidates, queue=self.queue[1:], simulations=self.simulations + 1
        )

    def _better_half(self) -> tuple[int, ...]:
        """Greedy's choice, and those of the others that gain most on it."""
        gains, most = self.gains(), (len(self.group) + 1) // 2 - 1
        return 0, *sorted(self.group[1:], key=lambda its: -gains[its])[:most]


class Search(Struct, frozen=True):
    """A bot that searches for so many simulations, or for so many seconds."""

    simulations: int | None = None
    """The same choice, wherever it is made."""
    seconds: float = inf
    character: str = ""
    """Whose taste decides among what proved nearly best; nobody's."""

    def __call__(self, observation: Observation, chance: Chance) -> Any:
        """The action that is chosen in the end."""
        return self.chosen(observation, self.think(observation, chance))

    def chosen(self, observation: Observation, thought: SearchState) -> Any:
        """The action that proved best, or of those nearly as good the one that is liked most."""
        if not self.character or len(thought.candidates) == 1:
            return thought.action
        its, gains = character(observation.game, self.character), thought.gains()
        best = max(gains)
        near = [(each, best - gain) for each, gain in zip(thought.candidates, gains, strict=True)]
        near = [(each, lost) for each, lost in near if lost <= NEARLY]
        near.sort(key=lambda each: each[1])
        actions, lost = [each.action for each, _ in near], [lost for _, lost in near]
        return actions[by_taste(observation, its, actions, lost)[0]]

    def think(self, observation: Observation, chance: Chance) -> SearchState:
        """The whole search."""
        thought = self.further(observation, chance)
        while not self.is_done(thought):
            thought = self.further(observation, chance, thought)
        return thought

    def is_done(self, thought: SearchState) -> bool:
        """Whether it is time to choose."""
        most = inf if self.simulations is None else self.simulations
        spent = thought.simulations >= most or thought.seconds >= self.seconds
        return spent or len(thought.candidates) == 1

    def left(self, thought: SearchState) -> range:
        """The places in the queue of a thought whose rollouts may be played at once."""
        most = inf if self.simulations is None else self.simulations - thought.simulations
        return range(int(min(most, len(thought.queue))))

    def further(
        self, observation: Observation, chance: Chance, thought: SearchState | None = None
    ) -> SearchState:
        """Think on for a moment; where it pauses makes no difference to what is found."""
        began = perf_counter()
        thought = first_thought(observation, chance) if thought is None else thought
        before, pause = thought.seconds, began + SLICE
        while not self.is_done(thought):
            thought = thought.queued()
            number = thought.queue[0]
            seen = len(thought.candidates[number].rollouts)
            found = rollout(observation, chance, thought, number, seen)
            thought = thought.with_rollout(number, found)
            now = perf_counter()
            thought = replace(thought, seconds=before + now - began)
            if now > pause:
                break
        return thought


def merge(
    observation: Observation, chance: Chance, thought: SearchState, which: Sequence[int]
) -> tuple[Sequence[float], float]:
    """The chances that rollouts of the queue lead to, by their places in it; and the seconds.

    Each is the same as if those before it had been played first, so several can be at once.
    """
    began = perf_counter()
    found = []
    for place in which:
        number = thought.queue[place]
        before = len(thought.candidates[number].rollouts) + thought.queue[:place].count(number)
        found.append(rollout(observation, chance, thought, number, before))
    return found, perf_counter() - began


def first_thought(observation: Observation, chance: Chance) -> SearchState:
    """Greedy's choice, and what seems best beside it."""
    actions = observation.actions
    if len(actions) == 1:
        return SearchState((Candidate(actions[0]),), (0,))
    first = actions.index(ranked(observation, chance)[0])
    seen = by_first_sight(observation, first, chance)[:CANDIDATES]
    candidates = tuple(Candidate(actions[its], sight=min(0.0, gain)) for its, gain in seen)
    return SearchState(candidates, (*range(len(candidates)),))


def rollout(
    observation: Observation, chance: Chance, thought: SearchState, number: int, world_number: int
) -> float:
    """The chance to win that a candidate leads to in that world."""
    its = thought.candidates[number]
    state = played_on(observation, its.action, chance.fork(f"world {world_number}"))
    return chance_to_win(observation, state)


def chance_to_win(observation: Observation, state: State) -> float:
    """That of the seat where a rollout was cut, on the scale of the turn in which it began.

    So a candidate gains nothing by ending rounds faster than others, after which any lead
    would be worth more.
    """
    game, seats = observation.game, observation.seats
    return win_probabilities(game, state, seats, observation.turn)[observation.seat]


def played_on(observation: Observation, action: Any, chance: Chance) -> State:
    """Where an action has led to after a while in the world that the chance deals, at rest."""
    game, seat = observation.game, observation.seat
    draws = WorldDraws(chance)
    state, _ = play(dealt(observation, chance), seat, action, draws.of(seat))
    for _ in range(PLIES):
        if not state.agenda:
            break
        state = _decided(observation, state, draws)
    return _at_rest(game, state, draws)


def turn_by_turn(
    observation: Observation, action: Any | None, chance: Chance, turns: int
) -> Iterator[State]:
    """Each of the next turns' ends, at rest, in the world that the chance deals.

    The first turn is the seat's own, which goes on with the action; None is what the policy
    likes. Another seat's choice ends a turn.
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
        yield _at_rest(observation.game, state, draws)
        mover = waiting(state)[:1]


def _decided(observation: Observation, state: State, draws: WorldDraws) -> State:
    """What the policy makes of a state: whoever is next has made a choice."""
    game, seats = observation.game, observation.seats
    who = waiting(state)[0]
    draw = draws.of(who)
    asked = Observation(game, who, view(game, state, who), seats)
    state, _ = play(state, who, policy(asked, draw.fork("thought")), draw)
    return state


class WorldDraws:
    """The draws of a world, by the seat, its turn, and the draw in it.

    A decision more or less in one turn shifts nothing in those that follow.
    """

    def __init__(self, chance: Chance) -> None:
        self._world = self._last = chance
        self._turns: Counter[Seat] = Counter()
        self._seat: Seat | None = None
        self._drawn = 0

    def of(self, seat: Seat) -> Chance:
        """The chance for the decision that the seat makes now."""
        if seat != self._seat:
            self._seat, self._drawn = seat, 0
            self._turns[seat] += 1
        else:
            self._drawn += self._last.drew
        self._last = self._world.fork(f"{seat}, turn {self._turns[seat]}, draw {self._drawn}")
        return self._last


def policy(observation: Observation, chance: Chance) -> Any:
    """What a seat does in a rollout: as greedy, but hastily, and not foreseeable in secret."""
    actions = observation.actions
    if len(actions) == 1:
        return actions[0]
    values, stream = one_ply_values(observation, chance, count=1), chance.stream("choice")
    best = max(values)
    if not isinstance(observation.view.agenda[-1], SecretChoice):
        top = [its for its, value in zip(actions, values, strict=True) if value == best]
        return stream.choice(top)
    beta = _beta(observation) / TEMPERATURE
    weights = tuple(accumulate(exp(beta * (value - best)) for value in values))
    return actions[bisect(weights, weights[-1] * stream.below(PARTS) / PARTS)]


def dealt(observation: Observation, chance: Chance) -> State:
    """A world that agrees with the view; what others chose in secret is what they might like."""
    game, seat, seats = observation.game, observation.seat, observation.seats
    state: State = world(game, observation.view, seat, chance)
    step = state.agenda[-1]
    if not isinstance(step, SecretChoice):
        return state
    answers = []
    for other in step.answered:
        before = replace(state, agenda=(*state.agenda[:-1], replace(step, answered=(), answers=())))
        asked = Observation(game, other, view(game, before, other), seats)
        answers.append(policy(asked, chance.fork(f"answer of {other}")))
    return replace(state, agenda=(*state.agenda[:-1], replace(step, answers=tuple(answers))))


def _at_rest(game: Game[Any], state: State, draws: WorldDraws) -> State:
    """The position when everybody who is in the middle of something has brought it to rest."""
    for seat in waiting(state):
        state = quiesce(game, state, seat, draws.of(seat))
    return state


def _deviation(samples: Sequence[Sequence[float]]) -> float:
    """The standard deviation within samples, of all together; 1 where none has two values."""
    free = sum(len(its) - 1 for its in samples if its)
    if not free:
        return 1.0
    means = [fsum(its) / len(its) if its else 0.0 for its in samples]
    squares = ((one - mean) ** 2 for its, mean in zip(samples, means, strict=True) for one in its)
    return sqrt(sum(squares) / free)


def _beta(observation: Observation) -> float:
    """What a point of the evaluation is worth now, in log odds."""
    return scale_of(observation.game, observation.seats).point(observation.turn)
