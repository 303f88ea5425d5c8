"""Judgements: what a decision lost, estimated with what its seat could know then.

    lookahead  one move ahead: small losses, and the actions that may be better
    screen     the action played and those are played on in a few worlds (see search.played_on)
    measure    where much may be lost, the action played and the best other in many new worlds

A reported loss comes from the new worlds alone: the best of several actions looks better than it
is in the worlds by which it was selected, and a review must not invent mistakes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, sqrt
from time import perf_counter
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from hako.engine.bots.bot import Observation, best_of, one_ply_values
from hako.engine.bots.search import chance_to_win, played_on
from hako.engine.bots.win_probability import by_first_sight, chances_after
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view
from hako.engine.rules.model import Seat

MISTAKE = 0.05
"""The least loss of win probability that makes a mistake."""

ERRORS = 2.0
"""The number of standard errors that a loss needs to count as certain."""

SUSPECT = 0.03
"""The estimated loss of win probability from which on a decision is measured."""

OTHERS = 2
"""The number of actions not played that are screened."""

AHEAD, SCREEN, LEAST, MOST = 12, 4, 8, 48
"""Numbers of worlds: one move ahead; to screen; to measure before a suspect is dropped; at most."""

SLICE = 0.5
"""The seconds after which a judgement pauses and returns."""


class Decision(NamedTuple):
    """A decision of a game: what the seat saw and what it chose."""

    observation: Observation
    played: int
    """The index of the chosen action in `observation.actions`."""
    ply: int


class DecisionLoss(NamedTuple):
    """A loss of win probability."""

    mean: float
    error: float
    """The standard error of the mean."""

    @property
    def is_certain(self) -> bool:
        """True if the loss is positive beyond its error."""
        return self.mean > 0 and self.mean >= ERRORS * self.error


class Judgement(Struct, frozen=True, omit_defaults=True):
    """The state of judging a decision: plain data that can be stored and resumed."""

    moment: int
    """The number of the record with the decision."""
    seat: Seat
    played: int
    """The index of the chosen action, see Decision; `others` are indices, too."""
    lookahead: tuple[float, ...] | None = field(default=None, name="ahead")
    """The loss against greedy's choice in each world, one move ahead; None before that is done."""
    others: tuple[int, ...] = ()
    """Actions that may be better: greedy's choice, then by win probability one move ahead."""
    screened: tuple[tuple[float, ...], ...] = ()
    """For each world, the win probabilities after the action played and after each of `others`."""
    measured: tuple[tuple[float, float], ...] = ()
    """For each new world, the win probabilities after the action played and after `better`."""
    parts: Mapping[str, tuple[int, ...]] = {}
    """For each part of the score, the difference played minus better in each new world."""

    @property
    def better(self) -> int:
        """The index of the best action in the screening that was not played."""
        _, *others = map(sum, zip(*self.screened, strict=True))
        return self.others[others.index(max(others))]

    @property
    def sight(self) -> DecisionLoss:
        """The loss one move ahead."""
        return loss_of(self.lookahead or ())

    @property
    def loss(self) -> DecisionLoss:
        """The loss in the new worlds."""
        return loss_of([better - played for played, better in self.measured])

    @property
    def suspicion(self) -> float:
        """The estimated loss before measuring; the lookahead weighs as much as two screened worlds."""
        played, *others = map(sum, zip(*self.screened, strict=True))
        return (2 * self.sight.mean + max(others) - played) / (2 + len(self.screened))

    @property
    def is_screened(self) -> bool:
        """True if it is known whether the decision has to be measured."""
        return self.lookahead is not None and (not self.others or len(self.screened) == SCREEN)

    @property
    def is_suspect(self) -> bool:
        """True if the decision may have lost so much that it has to be measured."""
        return (
            bool(self.screened)
            and max(self.suspicion + MISTAKE - SUSPECT, self.sight.mean) >= MISTAKE
        )

    @property
    def is_done(self) -> bool:
        """True if no more worlds are needed."""
        if not self.is_screened:
            return False
        if not self.is_suspect or len(self.measured) >= MOST:
            return True
        mean, error = self.loss
        return len(self.measured) >= LEAST and mean + ERRORS * error < MISTAKE

    @property
    def is_mistake(self) -> bool:
        """True if a loss of at least MISTAKE is certain."""
        return self.is_done and self.loss.is_certain and self.loss.mean >= MISTAKE

    @property
    def small(self) -> DecisionLoss:
        """The loss of a decision that is no mistake; 0 where it is uncertain."""
        if self.is_mistake or not self.is_done:
            return DecisionLoss(0.0, 0.0)
        if not self.measured:
            return self.sight
        return self.loss if self.loss.is_certain else DecisionLoss(0.0, 0.0)


def loss_of(lost: Sequence[float]) -> DecisionLoss:
    """The mean of losses in several worlds, with its standard error."""
    # `statistics` is exact but ten times slower, and a page waits for this
    if len(lost) < 2:
        return DecisionLoss(sum(lost), inf)
    mean = sum(lost) / len(lost)
    squares = sum((value - mean) ** 2 for value in lost)
    return DecisionLoss(mean, sqrt(squares / (len(lost) - 1) / len(lost)))


def judge(decision: Decision, judgement: Judgement, *, only_screen: bool = False) -> Judgement:
    """Continue a judgement for SLICE seconds; the pauses make no difference to the result."""
    pause = perf_counter() + SLICE
    while not (judgement.is_screened if only_screen else judgement.is_done):
        judgement = _further(decision, judgement)
        if perf_counter() > pause:
            break
    return judgement


def _further(decision: Decision, judgement: Judgement) -> Judgement:
    if judgement.lookahead is None:
        return _look_ahead(decision, judgement)
    if not judgement.is_screened:
        tried = (judgement.played, *judgement.others)
        world = tuple(
            _branch_result(decision, action, len(judgement.screened)).chance for action in tried
        )
        return replace(judgement, screened=(*judgement.screened, world))
    return _measure(decision, judgement)


def _look_ahead(decision: Decision, judgement: Judgement) -> Judgement:
    """The judgement with the loss one move ahead and the other actions to screen."""
    observation, chance = decision.observation, _chance(decision)
    actions, values = observation.actions, one_ply_values(observation, chance)
    best = actions.index(best_of(observation, values)[0])
    if values[best] == values[judgement.played]:
        best = judgement.played
    played, greedy = (
        chances_after(observation, actions[number], chance.fork("ahead"), AHEAD)
        for number in (judgement.played, best)
    )
    lost = tuple(_rounded(more - less) for less, more in zip(played, greedy, strict=True))
    others = [number for number, _ in by_first_sight(observation, best, chance)]
    others.remove(judgement.played)
    return replace(judgement, lookahead=lost, others=tuple(others[:OTHERS]))


def _measure(decision: Decision, judgement: Judgement) -> Judgement:
    """The judgement after one more new world."""
    number = SCREEN + len(judgement.measured)
    played, better = (
        _branch_result(decision, action, number) for action in (judgement.played, judgement.better)
    )
    parts = {
        part: (*judgement.parts.get(part, ()), (points or 0) - (better.parts.get(part) or 0))
        for part, points in played.parts.items()
    }
    return replace(
        judgement, measured=(*judgement.measured, (played.chance, better.chance)), parts=parts
    )


class BranchResult(NamedTuple):
    """The result of an action in a world: win probability and parts of the score."""

    chance: float
    parts: Mapping[str, int | None]


def _branch_result(decision: Decision, action: int, number: int) -> BranchResult:
    observation, chance = decision.observation, _chance(decision).fork(f"world {number}")
    game, seat = observation.game, observation.seat
    state = played_on(observation, observation.actions[action], chance)
    won = chance_to_win(observation, state)
    return BranchResult(_rounded(won), game.score_parts(view(game, state, seat))[seat])


def _chance(decision: Decision) -> Chance:
    """Random draws independent of the table's seed, which the seat did not know."""
    return Chance(0, decision.ply).fork("review")


def _rounded(chance: float) -> float:
    """The number with the digits that are stored."""
    return round(chance, 4)
