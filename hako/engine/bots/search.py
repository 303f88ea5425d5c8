"""A bot that searches: Monte-Carlo rollouts of its best few actions in determinized worlds.

Rollouts improve the policy that plays them (Tesauro and Galperin, "On-line policy improvement
using Monte-Carlo search", 1996). Here greedy plays for every seat until the cut-off. The
candidates are greedy's choice and the actions with the best win probability one move ahead.
Greedy's choice stays unless another one proves better; the estimate one move ahead counts like a
few rollouts. All candidates are played in the same worlds, with the same draws in a seat's n-th
turn (common random numbers), so they differ by the action and not by luck. Anytime sequential
halving allots the rollouts, so the search can be stopped at any time (Sagers, Winands, Soemers:
"Anytime Sequential Halving in Monte-Carlo Tree Search", 2024).
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
"""The number of decisions after which a rollout is cut off."""

LONGEST = 200
"""The most decisions of a turn that is played to its end."""

FORESEEN = 5
"""The weight of the estimate one move ahead, in rollouts."""

DOUBT = 0.6
"""The total gain over greedy that another action needs, in standard deviations of one rollout."""

TEMPERATURE = 0.1
"""The log odds by which a secret choice has to be worse to be e times less likely."""

PARTS = 1 << 30
"""The resolution of a draw among weighted secret choices."""

SLICE = 0.1
"""The seconds after which a search pauses and returns its state."""


class Candidate(Struct, frozen=True):
    """An action that the search compares."""

    action: Any
    rollouts: tuple[float, ...] = ()
    """The win probability that it led to in world 0, 1, 2, ..."""
    sight: float = 0.0
    """The gain over greedy's choice one move ahead, in win probability; at most 0."""

    def gains_on(self, other: Candidate) -> list[float]:
        """The difference to another candidate in each world that both have played."""
        return [
            chance - other_chance
            for chance, other_chance in zip(self.rollouts, other.rollouts, strict=False)
        ]


class ActionEstimate(Struct, frozen=True):
    """The value of an action, as estimated by a search so far."""

    action: Any
    chance: float
    """The win probability."""
    gain: float
    """The gain in win probability over greedy's choice."""
    error: float
    """The standard error of the gain; infinite without a common world."""
    worlds: int
    """The number of worlds in which both were played."""


class SearchState(Struct, frozen=True):
    """The state of a search: plain data that can be stored, sent to a process and resumed."""

    candidates: tuple[Candidate, ...]
    """Greedy's choice comes first."""
    group: tuple[int, ...]
    """The indices of the candidates that the halving has kept; always with greedy's choice."""
    queue: tuple[int, ...] = ()
    """The indices of the candidates whose rollouts are due before the next halving."""
    simulations: int = 0
    seconds: float = 0.0

    @property
    def action(self) -> Any:
        """The best action so far: greedy's choice, unless another one is better by enough."""
        gains = self.gains()
        return self.candidates[gains.index(max(gains))].action

    def estimates(self) -> tuple[ActionEstimate, ...]:
        """The estimates of all candidates, the best first; empty before the first rollout."""
        first = self.candidates[0]
        if not first.rollouts:
            return ()
        estimates = []
        for candidate, gain in zip(self.candidates, self.gains(), strict=True):
            seen = candidate.gains_on(first)
            error = _deviation([seen]) / sqrt(len(seen)) if seen else inf
            chance = min(1.0, max(0.0, fsum(first.rollouts) / len(first.rollouts) + gain))
            estimates.append(ActionEstimate(candidate.action, chance, gain, error, len(seen)))
        return tuple(sorted(estimates, key=lambda estimate: -estimate.gain))

    def gains(self) -> tuple[float, ...]:
        """The estimated gain of each candidate over greedy's choice, in win probability.

        The estimate is conservative: it is lower the fewer rollouts there are, the more they
        vary, and the more the candidate loses one move ahead.
        """
        first, *others = self.candidates
        seen = [candidate.gains_on(first) for candidate in others]
        doubt = DOUBT * _deviation(seen)
        return 0.0, *(
            (sum(gains) + FORESEEN * candidate.sight - doubt) / (len(gains) + FORESEEN)
            for candidate, gains in zip(others, seen, strict=True)
        )

    def queued(self) -> SearchState:
        """The state with its next rollouts in the queue: the same number for each round of halving.

        The first round has two for each candidate: a variance needs at least two values.
        """
        if self.queue:
            return self
        everybody = (*range(len(self.candidates)),)
        halves = self.simulations > 0 and len(self.group) > 2
        group = self._better_half() if halves else everybody
        return replace(self, group=group, queue=group * (2 * len(everybody) // len(group)))

    def with_rollout(self, number: int, chance: float) -> SearchState:
        """The state after the rollout of the first candidate in the queue."""
        candidate = self.candidates[number]
        seen = replace(candidate, rollouts=(*candidate.rollouts, chance))
        candidates = (*self.candidates[:number], seen, *self.candidates[number + 1 :])
        return replace(
            self, candidates=candidates, queue=self.queue[1:], simulations=self.simulations + 1
        )

    def _better_half(self) -> tuple[int, ...]:
        """Greedy's choice and the better half of the others."""
        gains, most = self.gains(), (len(self.group) + 1) // 2 - 1
        return 0, *sorted(self.group[1:], key=lambda number: -gains[number])[:most]


class Search(Struct, frozen=True):
    """A bot that searches up to a number of simulations or of seconds."""

    simulations: int | None = None
    """A limit that makes the choice the same on any machine."""
    seconds: float = inf
    character: str = ""
    """The character that decides among nearly best actions; empty for none."""

    def __call__(self, observation: Observation, chance: Chance) -> Any:
        """Search and choose an action."""
        return self.chosen(observation, self.think(observation, chance))

    def chosen(self, observation: Observation, thought: SearchState) -> Any:
        """The best action, or the one of those nearly as good that the character likes most."""
        if not self.character or len(thought.candidates) == 1:
            return thought.action
        bot_character, gains = character(observation.game, self.character), thought.gains()
        best = max(gains)
        near = [
            (candidate, best - gain)
            for candidate, gain in zip(thought.candidates, gains, strict=True)
        ]
        near = [(candidate, lost) for candidate, lost in near if lost <= NEARLY]
        near.sort(key=lambda pair: pair[1])
        actions, lost = [candidate.action for candidate, _ in near], [lost for _, lost in near]
        return actions[by_taste(observation, bot_character, actions, lost)[0]]

    def think(self, observation: Observation, chance: Chance) -> SearchState:
        """Search until the limit is reached."""
        thought = self.further(observation, chance)
        while not self.is_done(thought):
            thought = self.further(observation, chance, thought)
        return thought

    def is_done(self, thought: SearchState) -> bool:
        """True if the limit is reached or there is only one candidate."""
        most = inf if self.simulations is None else self.simulations
        spent = thought.simulations >= most or thought.seconds >= self.seconds
        return spent or len(thought.candidates) == 1

    def left(self, thought: SearchState) -> range:
        """The positions in the queue whose rollouts may be played in parallel."""
        most = inf if self.simulations is None else self.simulations - thought.simulations
        return range(int(min(most, len(thought.queue))))

    def further(
        self, observation: Observation, chance: Chance, thought: SearchState | None = None
    ) -> SearchState:
        """Search for SLICE seconds; the pauses make no difference to the result."""
        began = perf_counter()
        thought = first_thought(observation, chance) if thought is None else thought
        before, pause = thought.seconds, began + SLICE
        while not self.is_done(thought):
            thought = thought.queued()
            number = thought.queue[0]
            seen = len(thought.candidates[number].rollouts)
            probability = rollout(observation, chance, thought, number, seen)
            thought = thought.with_rollout(number, probability)
            now = perf_counter()
            thought = replace(thought, seconds=before + now - began)
            if now > pause:
                break
        return thought


def play_rollouts(
    observation: Observation, chance: Chance, thought: SearchState, which: Sequence[int]
) -> tuple[Sequence[float], float]:
    """Play the rollouts at some positions of the queue; their win probabilities and the seconds spent.

    Each result is independent of the others, so several processes can play them in parallel.
    """
    began = perf_counter()
    probabilities = []
    for place in which:
        number = thought.queue[place]
        before = len(thought.candidates[number].rollouts) + thought.queue[:place].count(number)
        probabilities.append(rollout(observation, chance, thought, number, before))
    return probabilities, perf_counter() - began


def first_thought(observation: Observation, chance: Chance) -> SearchState:
    """The initial state: greedy's choice and the best others one move ahead."""
    actions = observation.actions
    if len(actions) == 1:
        return SearchState((Candidate(actions[0]),), (0,))
    first = actions.index(ranked(observation, chance)[0])
    seen = by_first_sight(observation, first, chance)[:CANDIDATES]
    candidates = tuple(Candidate(actions[number], sight=min(0.0, gain)) for number, gain in seen)
    return SearchState(candidates, (*range(len(candidates)),))


def rollout(
    observation: Observation, chance: Chance, thought: SearchState, number: int, world_number: int
) -> float:
    """Play a candidate on in a world; the win probability at the cut-off."""
    candidate = thought.candidates[number]
    state = played_on(observation, candidate.action, chance.fork(f"world {world_number}"))
    return chance_to_win(observation, state)


def chance_to_win(observation: Observation, state: State) -> float:
    """The seat's win probability at a rollout's cut-off, on the scale of the turn in which it began.

    So a candidate gains nothing by ending rounds faster than others, after which any lead
    would be worth more.
    """
    game, seats = observation.game, observation.seats
    return win_probabilities(game, state, seats, observation.turn)[observation.seat]


def played_on(observation: Observation, action: Any, chance: Chance) -> State:
    """The quiescent position PLIES decisions after an action, in the world that `chance` deals."""
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
        yield _at_rest(observation.game, state, draws)
        mover = waiting(state)[:1]


def _decided(observation: Observation, state: State, draws: WorldDraws) -> State:
    """The state after the policy has chosen for the next seat."""
    game, seats = observation.game, observation.seats
    seat = waiting(state)[0]
    draw = draws.of(seat)
    seat_view = Observation(game, seat, view(game, state, seat), seats)
    state, _ = play(state, seat, policy(seat_view, draw.fork("thought")), draw)
    return state


class WorldDraws:
    """The random draws of a world, by seat, turn of the seat, and number of the draw in that turn.

    One decision more or less in a turn changes no draw of later turns.
    """

    def __init__(self, chance: Chance) -> None:
        self._world = self._last = chance
        self._turns: Counter[Seat] = Counter()
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


def _at_rest(game: Game[Any], state: State, draws: WorldDraws) -> State:
    """The position after every waiting seat has played its forced continuations."""
    for seat in waiting(state):
        state = quiesce(game, state, seat, draws.of(seat))
    return state


def _deviation(samples: Sequence[Sequence[float]]) -> float:
    """The pooled standard deviation within samples; 1 where no sample has two values."""
    free = sum(len(sample) - 1 for sample in samples if sample)
    if not free:
        return 1.0
    means = [fsum(sample) / len(sample) if sample else 0.0 for sample in samples]
    squares = (
        (value - mean) ** 2 for sample, mean in zip(samples, means, strict=True) for value in sample
    )
    return sqrt(sum(squares) / free)


def _beta(observation: Observation) -> float:
    """The log odds that a point of the evaluation is worth in the current turn."""
    return scale_of(observation.game, observation.seats).point(observation.turn)
