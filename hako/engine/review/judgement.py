"""Judgements: each decision looked at afterwards, with what its seat could know then.

    sight     one move ahead: small losses, and which actions may be better
    screen    those and what was played go on in a few worlds (see search.played_on)
    measure   where much may be lost, what was played and the best of them go on in many new ones

What is said of a loss comes from the new worlds alone: the best of several looks better than it
is in the worlds by which it was chosen, and a review must not invent mistakes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, sqrt
from time import perf_counter
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.bots.bot import Observation, best_of, one_ply_values
from hako.engine.bots.search import chance_to_win, played_on
from hako.engine.bots.win_probability import by_first_sight, chances_after
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view
from hako.engine.rules.model import Seat

MISTAKE = 0.05
"""The chance to win that a mistake gives away at least."""

ERRORS = 2.0
"""So many standard errors a loss has to be, to be told."""

SUSPECT = 0.03
"""A decision that seems to lose so much in the first worlds is measured."""

OTHERS = 2
"""So many of the actions that were not played are looked at further."""

AHEAD, SCREEN, LEAST, MOST = 12, 4, 8, 48
"""Worlds one move ahead; to screen in; to measure in before a suspect is let go; in all."""

SLICE = 0.5
"""Seconds after which a judgement comes up for air."""


class Decision(NamedTuple):
    """A choice that somebody had: nothing but what the seat saw, and what it did."""

    observation: Observation
    played: int
    """The number of its action among those that might be chosen."""
    ply: int


class DecisionLoss(NamedTuple):
    """How much lower the chance to win was."""

    mean: float
    error: float
    """Standard error of the mean."""

    @property
    def is_certain(self) -> bool:
        """Whether there is a loss, as far as one can tell."""
        return self.mean > 0 and self.mean >= ERRORS * self.error


class Judgement(Struct, frozen=True, omit_defaults=True):
    """How far a decision was judged: plain data, so it can be stopped, kept, and taken up again."""

    moment: int
    """The record in which the decision was made."""
    seat: Seat
    played: int
    """See Decision; the others are numbered the same way."""
    lookahead: tuple[float, ...] | None = None
    """Lost beside greedy's choice in each world, one move ahead; None before any look."""
    others: tuple[int, ...] = ()
    """The actions that may be better: greedy's choice first, then by their chance at first sight."""
    screened: tuple[tuple[float, ...], ...] = ()
    """For each world, the chances that the action played and the others led to."""
    measured: tuple[tuple[float, float], ...] = ()
    """For each new world, those of the action played and of the better one."""
    parts: Mapping[str, tuple[int, ...]] = {}
    """For each of them by how many points of a part the action played led to more; see Game.parts."""

    @property
    def better(self) -> int:
        """The action that seems best of those that were not played."""
        _, *others = map(sum, zip(*self.screened, strict=True))
        return self.others[others.index(max(others))]

    @property
    def sight(self) -> DecisionLoss:
        """What was lost as far as one sees one move ahead."""
        return loss_of(self.lookahead or ())

    @property
    def loss(self) -> DecisionLoss:
        """What was lost, from the new worlds."""
        return loss_of([better - played for played, better in self.measured])

    @property
    def suspicion(self) -> float:
        """What seems to be lost, from a first look and a few worlds that it counts like two of."""
        played, *others = map(sum, zip(*self.screened, strict=True))
        return (2 * self.sight.mean + max(others) - played) / (2 + len(self.screened))

    @property
    def is_screened(self) -> bool:
        """Whether it is known if it has to be measured."""
        return self.lookahead is not None and (not self.others or len(self.screened) == SCREEN)

    @property
    def is_suspect(self) -> bool:
        """Whether it may have lost so much that it has to be measured."""
        return (
            bool(self.screened)
            and max(self.suspicion + MISTAKE - SUSPECT, self.sight.mean) >= MISTAKE
        )

    @property
    def is_done(self) -> bool:
        """Whether no more worlds are needed."""
        if not self.is_screened:
            return False
        if not self.is_suspect or len(self.measured) >= MOST:
            return True
        mean, error = self.loss
        return len(self.measured) >= LEAST and mean + ERRORS * error < MISTAKE

    @property
    def is_mistake(self) -> bool:
        """Whether much was lost beyond doubt."""
        return self.is_done and self.loss.is_certain and self.loss.mean >= MISTAKE

    @property
    def small(self) -> DecisionLoss:
        """What was lost where it is no mistake."""
        if self.is_mistake or not self.is_done:
            return DecisionLoss(0.0, 0.0)
        if not self.measured:
            return self.sight
        return self.loss if self.loss.is_certain else DecisionLoss(0.0, 0.0)


def loss_of(lost: Sequence[float]) -> DecisionLoss:
    """What was lost in some worlds, as one."""
    # by hand: `statistics` is exact, and takes ten times as long where a page waits for it
    if len(lost) < 2:
        return DecisionLoss(sum(lost), inf)
    mean = sum(lost) / len(lost)
    squares = sum((its - mean) ** 2 for its in lost)
    return DecisionLoss(mean, sqrt(squares / (len(lost) - 1) / len(lost)))


def judge(decision: Decision, its: Judgement, *, only_screen: bool = False) -> Judgement:
    """Judge on for a moment; where it pauses makes no difference to what is found."""
    pause = perf_counter() + SLICE
    while not (its.is_screened if only_screen else its.is_done):
        its = _further(decision, its)
        if perf_counter() > pause:
            break
    return its


def _further(decision: Decision, its: Judgement) -> Judgement:
    if its.lookahead is None:
        return _looked_ahead(decision, its)
    if not its.is_screened:
        tried = (its.played, *its.others)
        world = tuple(_led_to(decision, action, len(its.screened)).chance for action in tried)
        return replace(its, screened=(*its.screened, world))
    return _measured(decision, its)


def _looked_ahead(decision: Decision, its: Judgement) -> Judgement:
    """What was lost beside greedy's choice, and which other actions are worth a closer look."""
    observation, chance = decision.observation, _chance(decision)
    actions, values = observation.actions, one_ply_values(observation, chance)
    best = actions.index(best_of(observation, values)[0])
    if values[best] == values[its.played]:
        best = its.played
    played, greedy = (
        chances_after(observation, actions[number], chance.fork("ahead"), AHEAD)
        for number in (its.played, best)
    )
    lost = tuple(_rounded(more - less) for less, more in zip(played, greedy, strict=True))
    others = [number for number, _ in by_first_sight(observation, best, chance)]
    others.remove(its.played)
    return replace(its, lookahead=lost, others=tuple(others[:OTHERS]))


def _measured(decision: Decision, its: Judgement) -> Judgement:
    """The same after one more new world."""
    number = SCREEN + len(its.measured)
    played, better = (_led_to(decision, action, number) for action in (its.played, its.better))
    parts = {
        part: (*its.parts.get(part, ()), (points or 0) - (better.parts.get(part) or 0))
        for part, points in played.parts.items()
    }
    return replace(its, measured=(*its.measured, (played.chance, better.chance)), parts=parts)


class BranchResult(NamedTuple):
    """Where an action led to in a world."""

    chance: float
    parts: Mapping[str, int | None]


def _led_to(decision: Decision, action: int, number: int) -> BranchResult:
    observation, chance = decision.observation, _chance(decision).fork(f"world {number}")
    game, seat = observation.game, observation.seat
    state = played_on(observation, observation.actions[action], chance)
    won = chance_to_win(observation, state)
    return BranchResult(_rounded(won), game.score_parts(view(game, state, seat))[seat])


def _chance(decision: Decision) -> Chance:
    """Draws of its own: not from the table's seed, of which the seat knew nothing."""
    return Chance(0, decision.ply).fork("review")


def _rounded(chance: float) -> float:
    """As much of a number as is kept."""
    return round(chance, 4)
