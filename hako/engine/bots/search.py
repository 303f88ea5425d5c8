"""A bot that searches: Monte-Carlo rollouts of its best few lines in determinized worlds.

Rollouts improve the policy that plays them (Tesauro and Galperin, "On-line policy improvement
using Monte-Carlo search", 1996). The candidates are lines of the seat's own actions (turn_lines.py):
greedy's choice goes on with its best line, and beside it stand the lines that leave the best win
probability. Greedy's choice stays unless another one proves better; the estimate at the end of the
line counts like a few rollouts. All candidates are played in the same worlds (rollouts.py). Anytime
sequential halving allots the rollouts, so the search can be stopped at any time (Sagers, Winands,
Soemers: "Anytime Sequential Halving in Monte-Carlo Tree Search", 2024).

All numbers in here are scores: they choose, and no player is told them (estimates.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, inf, sqrt
from time import perf_counter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.bots.characters import NEARLY, by_taste, character
from hako.engine.bots.observation import Observation, determinizations
from hako.engine.bots.one_ply import WORLDS
from hako.engine.bots.rollouts import WorldDraws, along, at_rest, chance_to_win, rollout
from hako.engine.bots.simple_bots import ranked
from hako.engine.bots.turn_lines import Line, best_by_first_action, lines, useful
from hako.engine.rules.chance import Chance

CANDIDATES = 4

LOOKED_AT = 6
"""The number of lines whose win probability is looked at to find the candidates."""

OVERLOOKED = 2
"""The number of other first actions that are looked at, by their win probabilities alone."""

FORESEEN = 5
"""The weight of the win probability at the end of a line, in rollouts."""

DOUBT = 0.6
"""The total gain over greedy that another action needs, in standard deviations of one rollout."""

SLICE = 0.1
"""The seconds after which a search pauses and returns its state."""


class Candidate(Struct, frozen=True):
    """A line that the search compares."""

    action: Any
    """The first action of the line."""
    rest: tuple[Any, ...] = ()
    """The other actions of the line, with which the seat goes on before the policy chooses."""
    rollouts: tuple[float, ...] = ()
    """The win probability that it led to in world 0, 1, 2, ..."""
    sight: float = 0.0
    """The gain over greedy's choice at the end of the line, in win probability; at most 0."""

    @property
    def line(self) -> tuple[Any, ...]:
        """All actions of the line."""
        return (self.action, *self.rest)

    def gains_on(self, other: Candidate) -> list[float]:
        """The difference to another candidate in each world that both have played."""
        return [
            chance - other_chance
            for chance, other_chance in zip(self.rollouts, other.rollouts, strict=False)
        ]


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
        return self.ranked[0].action

    @property
    def ranked(self) -> list[Candidate]:
        """The candidates, the best first."""
        gains = self.gains()
        order = sorted(range(len(gains)), key=lambda number: -gains[number])
        return [self.candidates[number] for number in order]

    def gains(self) -> tuple[float, ...]:
        """The estimated gain of each candidate over greedy's choice, in win probability.

        The estimate is conservative: it is lower the fewer rollouts there are, the more they
        vary, and the more the candidate loses at the end of its line.
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
            probability = rollout_of(observation, chance, thought, number, seen)
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
        probabilities.append(rollout_of(observation, chance, thought, number, before))
    return probabilities, perf_counter() - began


def first_thought(observation: Observation, chance: Chance) -> SearchState:
    """The initial state: greedy's choice with its best line, and the best lines beside it."""
    actions = observation.actions
    if len(actions) == 1:
        return SearchState((Candidate(actions[0]),), (0,))
    first, *others = leading(observation, chance)
    before, few = _sight(observation, first, chance), others[:LOOKED_AT]
    few += _overlooked(observation, [first, *few], chance)
    seen = [(line, _sight(observation, line, chance) - before) for line in few]
    seen.sort(key=lambda pair: -pair[1])
    candidates = [Candidate(first.actions[0], first.actions[1:])]
    for line, gain in seen[: CANDIDATES - 1]:
        candidates.append(Candidate(line.actions[0], line.actions[1:], sight=min(0.0, gain)))
    return SearchState(tuple(candidates), (*range(len(candidates)),))


def leading(observation: Observation, chance: Chance) -> list[Line]:
    """The best line of each first action, greedy's choice first, then by their values.

    In the place of greedy's choice stands the best line, where both are finished and it is worth
    more. In a last turn all lines are finished, and their values are scores.
    """
    by_value = best_by_first_action(lines(observation, chance))
    choice = ranked(observation, chance)[0]
    greedy = next(
        (line for line in by_value if line.actions[0] == choice), Line((choice,), 0.0, "cut")
    )
    best = by_value[0]
    is_better = best.is_finished and greedy.is_finished and best.value > greedy.value
    first = best if is_better else greedy
    return [first, *(line for line in by_value if line.actions[0] != first.actions[0])]


def _overlooked(observation: Observation, known: Sequence[Line], chance: Chance) -> Sequence[Line]:
    """The first actions beside the known lines that leave the best win probability in one world.

    Lines are found by the seat's own evaluation, which may hope for more than the end of the game
    that an action brings, and knows nothing of the others' chances.
    """
    begun = [line.actions[0] for line in known]
    alone = [Line((action,), 0.0, "cut") for action in useful(observation) if action not in begun]
    seen = [(line, _sight(observation, line, chance, 1)) for line in alone]
    seen.sort(key=lambda pair: -pair[1])
    return [line for line, _ in seen[:OVERLOOKED]]


def _sight(observation: Observation, line: Line, chance: Chance, count: int = WORLDS) -> float:
    """The win probability at the end of a line, in a few worlds, with the same draws for any line."""
    game, seat = observation.game, observation.seat
    probabilities = []
    for number, state in enumerate(determinizations(observation, chance, count)):
        draws = WorldDraws(chance.fork(f"play {number}"))
        end = at_rest(game, along(state, seat, line.actions, draws), draws)
        probabilities.append(chance_to_win(observation, end))
    return fsum(probabilities) / len(probabilities)


def rollout_of(
    observation: Observation, chance: Chance, thought: SearchState, number: int, world_number: int
) -> float:
    """Play a candidate on in a world; the win probability at the cut-off."""
    line = thought.candidates[number].line
    return rollout(observation, line, chance.fork(f"world {world_number}"))


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
