"""Judgements: what a stretch of play gave away, by what its seat could know then.

    search    the best lines from its first decision, the same that a hint finds
    screen    the line played and those are played on for a while, in a few worlds
    measure   where much may be lost, the line played and the best other to the end of the game

A reported loss comes from the worlds of the measurement alone: the best of several lines looks
better than it is in the worlds by which it was selected, and a review must not invent mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.bots.estimates import (
    Difference,
    Estimate,
    JoinWeights,
    difference,
    estimated,
    mean_of,
)
from hako.engine.bots.line_differences import differences, joined
from hako.engine.bots.rollouts import Playout, playout, rollout
from hako.engine.bots.search import first_thought
from hako.engine.bots.turn_lines import end_of, wins
from hako.engine.review.played_lines import Stretch, line_at, path_of
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Seat, State

MISTAKE = 0.05
"""The least loss of win probability that makes a mistake."""

SUSPECT = 0.03
"""The loss in the screening from which on a stretch is measured."""

OTHERS = 2
"""The number of lines not played that are screened."""

SCREEN, AGAIN, LEAST, MOST = 3, 12, 8, 48
"""Numbers of worlds: to screen; to screen a suspect; to measure before a suspect is dropped; at most."""

SLICE = 0.5
"""The seconds after which a judgement pauses and returns."""


class Judgement(Struct, frozen=True, omit_defaults=True):
    """The state of judging a stretch: plain data that can be stored and resumed."""

    moment: int
    """The number of the record with its first choice."""
    seat: Seat
    length: int = 1
    """The number of records of the stretch."""
    others: tuple[tuple[int, ...], ...] | None = None
    """Lines that may be better, as paths (see path_of); None before they are searched."""
    missed: int | None = None
    """The place among `others` of a line that certainly wins, where the line played does not."""
    screened: tuple[tuple[float, ...], ...] = ()
    """For each world, the win probabilities after the line played and after each of `others`."""
    measured: tuple[tuple[float, float, float, float], ...] = ()
    """For each new world, the win probability at the cut and the share of the win at the end after
    the line played, and the same two after the better line."""
    parts: Mapping[str, tuple[int, ...]] = {}
    """For each part of the score, the difference better minus played in each new world."""

    @property
    def better(self) -> int:
        """The place among `others` of the best line in the screening that was not played."""
        if self.missed is not None:
            return self.missed
        _, *others = map(sum, zip(*self.screened, strict=True))
        return others.index(max(others))

    @property
    def suspicion(self) -> float:
        """The loss in the screening."""
        played, *others = map(sum, zip(*self.screened, strict=True))
        return (max(others) - played) / len(self.screened)

    @property
    def is_screened(self) -> bool:
        """True if it is known whether the stretch may be a mistake."""
        return self.others is not None and (not self.others or len(self.screened) >= SCREEN)

    @property
    def is_suspect(self) -> bool:
        """True if the stretch may have lost so much that it has to be measured."""
        return bool(self.screened) and (self.missed is not None or self.suspicion >= SUSPECT)

    @property
    def is_done(self) -> bool:
        """True if no more worlds are needed."""
        if not self.is_screened:
            return False
        if not self.is_suspect or len(self.measured) >= MOST:
            return True
        loss = self.raw_loss
        return len(self.measured) >= LEAST and loss.mean + 2 * loss.error < MISTAKE

    @property
    def is_missed_win(self) -> bool:
        """True if a win was there: by the rules alone, or in all worlds, where the line played has none."""
        ends = {(played, better) for _, played, _, better in self.measured}
        return self.missed is not None or (len(self.measured) >= MOST and ends == {(0.0, 1.0)})

    @property
    def raw_loss(self) -> Difference:
        """The loss by the winners alone, without the evaluation at the cut."""
        return mean_of([better - played for _, played, _, better in self.measured])


class Verdict(Struct, frozen=True):
    """The measurement of a stretch."""

    loss: Difference
    played: Estimate
    better: Estimate

    @property
    def is_mistake(self) -> bool:
        """True if a loss of at least MISTAKE is certain."""
        return self.loss.is_certain and self.loss.mean >= MISTAKE


def verdict_of(judgement: Judgement, weights: JoinWeights) -> Verdict | None:
    """The measurement of a stretch; None if it is not done, or if it is no mistake without one.

    That is a stretch which was not suspect, or which the winners of a few games cleared: those few
    are too few to tell a chance by, and the evaluation beside them must not overrule them.
    """
    if not judgement.is_done or not judgement.measured:
        return None
    if len(judgement.measured) < MOST and judgement.missed is None:
        return None
    played = [Playout((cut,), (end,)) for cut, end, _, _ in judgement.measured]
    better = [Playout((cut,), (end,)) for _, _, cut, end in judgement.measured]
    return Verdict(
        difference(weights, better, played, 0),
        estimated(weights, played, 0),
        estimated(weights, better, 0),
    )


def judge(stretch: Stretch, judgement: Judgement, *, only_screen: bool = False) -> Judgement:
    """Continue a judgement for SLICE seconds; the pauses make no difference to the result."""
    pause = perf_counter() + SLICE
    while not (judgement.is_screened if only_screen else judgement.is_done):
        judgement = _further(stretch, judgement)
        if perf_counter() > pause:
            break
    return judgement


def _further(stretch: Stretch, judgement: Judgement) -> Judgement:
    if judgement.others is None:
        return _search(stretch, judgement)
    needed = AGAIN if judgement.is_screened else SCREEN
    if len(judgement.screened) < needed and not judgement.measured:
        observation, number = stretch.observation, len(judgement.screened)
        tried = (stretch.line, *(line_at(observation, path) for path in judgement.others))
        world = _chance(stretch).fork(f"world {number}")
        values = tuple(_rounded(rollout(observation, line, world)) for line in tried)
        return replace(judgement, screened=(*judgement.screened, values))
    return _measure(stretch, judgement)


def _search(stretch: Stretch, judgement: Judgement) -> Judgement:
    """The judgement with the lines to screen: the best that lead elsewhere than the line played."""
    observation = stretch.observation
    won, others = None, list[tuple[int, ...]]()
    for line, is_win in _candidates(stretch):
        if is_win:
            won = len(others)
        if is_win or len(others) < OTHERS:
            others.append(path_of(observation, line))
    return replace(judgement, others=tuple(others), missed=won)


def _candidates(stretch: Stretch) -> Iterator[tuple[tuple[Any, ...], bool]]:
    """Lines that lead elsewhere than the line played, each with True if it wins the game at once."""
    observation, chance = stretch.observation, _chance(stretch)
    end, has_won = end_of(observation, stretch.line), wins(observation, stretch.line)
    for candidate in first_thought(observation, chance).candidates:
        if not _leads_to(stretch, candidate.line, end):
            yield candidate.line, not has_won and wins(observation, candidate.line)


def _leads_to(stretch: Stretch, line: Sequence[Any], end: State | None) -> bool:
    """True if a line is the one that was played, or leads to the same position."""
    if tuple(line) == stretch.line[: len(line)]:
        return True
    return end is not None and end_of(stretch.observation, line) == end


def _measure(stretch: Stretch, judgement: Judgement) -> Judgement:
    """The judgement after one more new world."""
    assert judgement.others is not None, "it was searched"
    observation, seat = stretch.observation, stretch.observation.seat
    chance = _chance(stretch).fork(f"measure {len(judgement.measured)}")
    better = line_at(observation, judgement.others[judgement.better])
    first, second = (playout(observation, line, chance) for line in (stretch.line, better))
    parts = joined(judgement.parts, len(judgement.measured), differences(second, first, seat))
    world = (first.cut[seat], first.end[seat], second.cut[seat], second.end[seat])
    rounded = tuple(map(_rounded, world))
    return replace(judgement, measured=(*judgement.measured, rounded), parts=parts)


def _chance(stretch: Stretch) -> Chance:
    """Random draws independent of the table's seed, which the seat did not know."""
    return Chance(0, stretch.ply).fork("review")


def _rounded(chance: float) -> float:
    """The number with the digits that are stored."""
    return round(chance, 4)
