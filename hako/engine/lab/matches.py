"""Duels: is one bot stronger than others? Whole rotations, and no more than it takes to know.

A rotation is one seed played with the challenger on each seat in turn: who sits where and what
was dealt help nobody. Whether its share of the wins is over the bar is told by a sequential
probability ratio test on the means of rotations (Wald 1945; in this form that of fishtest).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from statistics import NormalDist, fmean, variance
from time import process_time
from typing import Any, TypeAlias

from msgspec import Struct

from hako.engine.bots.bot import Bot, observation_of
from hako.engine.bots.levels import bot
from hako.engine.bots.win_probability import shares
from hako.engine.lab.simulate import DECISIONS, GameTooLong, seed_of
from hako.engine.lab.summary import CONFIDENCE
from hako.engine.log.records import Player
from hako.engine.log.setup import new_header
from hako.engine.log.table import Table
from hako.engine.rules.game import Game
from hako.engine.storage.folder import MemorySave

WIDTH = 0.1
"""That of a duel of which nothing else is said; see Duel."""

ERROR = 0.05
"""How often the test may be wrong, either way."""

SURE = log((1 - ERROR) / ERROR)
"""The log likelihood ratio at which it ends."""


Bots: TypeAlias = Callable[[str], Bot]
"""Who plays at a level."""


class Match(Struct, frozen=True):
    """A question: does the challenger, alone against others, win more than the bar says?"""

    game: str
    seats: int
    challenger: str
    """The level of its bot."""
    others: str
    bar: float
    """A share of the games, 0 to 1."""
    width: float = WIDTH
    """How far over the bar a share is that is surely to be told from one at the bar."""


class SeatRotation(Struct, frozen=True):
    """One seed, played with the challenger on each seat."""

    number: int
    """1-based; the seed follows from it."""
    shares: tuple[float, ...]
    """What it won from each seat; a part, where several won."""
    seconds: float
    """Of processor time, of all together."""
    decisions: int
    """In which the challenger had a choice."""


class MatchScore(Struct, frozen=True):
    """What rotations say so far."""

    rotations: int
    share: float
    low: float
    """Lower bound of Student's interval for the share; see summary.CONFIDENCE."""
    high: float
    ratio: float
    """The log likelihood ratio of a share by the duel's width over the bar to one at the bar."""
    thinking: float
    """Seconds of processor time for a decision, those of the others included."""

    @property
    def is_over(self) -> bool | None:
        """Whether the share is over the bar; None while that is undecided."""
        return None if abs(self.ratio) < SURE else self.ratio > 0


def play_rotation(
    game: Game[Any], duel: Match, base: int, number: int, bots: Bots = bot
) -> SeatRotation:
    """Play one rotation. Raises NeverEnds."""
    began, seed = process_time(), seed_of(base, number)
    played = [_play(game, duel, seat, seed, bots) for seat in range(duel.seats)]
    won, decisions = zip(*played, strict=True)
    return SeatRotation(number, won, process_time() - began, sum(decisions))


def _play(game: Game[Any], duel: Match, seat: int, seed: int, bots: Bots) -> tuple[float, int]:
    """What the challenger won from a seat, and how often it had a choice."""
    levels = [duel.others] * duel.seats
    levels[seat] = duel.challenger
    players = tuple(Player(str(at), bot=level) for at, level in enumerate(levels))
    table = Table.new(game, new_header(game, players, seed=seed), MemorySave.create)
    decisions = 0
    for _ in range(DECISIONS):
        if not (waiting := table.waiting()):
            return shares(game, table.state, duel.seats)[seat], decisions
        observation, chance = observation_of(table, waiting[0])
        decisions += waiting[0] == seat and len(observation.actions) > 1
        table.play(waiting[0], bots(levels[waiting[0]])(observation, chance))
    raise GameTooLong(seed, DECISIONS)


def standing(duel: Match, rotations: Sequence[SeatRotation]) -> MatchScore:
    """What these rotations say.

    One all won and one all lost are thought beside them: a few of the same end prove little.
    """
    means = [0.0, 1.0, *(fmean(its.shares) for its in rotations)]
    share, spread = fmean(means), variance(means)
    ratio = len(means) * duel.width * (2 * (share - duel.bar) - duel.width) / (2 * spread)
    margin = student(len(means) - 1) * sqrt(spread / len(means))
    decisions = sum(its.decisions for its in rotations)
    return MatchScore(
        rotations=len(rotations),
        share=fmean(means[2:]) if rotations else share,
        low=max(0.0, share - margin),
        high=min(1.0, share + margin),
        ratio=ratio if rotations else 0.0,
        thinking=sum(its.seconds for its in rotations) / max(1, decisions),
    )


def student(freedom: int) -> float:
    """The quantile of Student's t for CONFIDENCE, to a hundredth from nine degrees of freedom on.

    Cornish and Fisher's expansion from the normal one.
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / freedom + second / freedom**2
