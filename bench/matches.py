"""Matches: test whether one bot is stronger than others, in whole rotations of the seats.

A rotation is one seed played with the challenger on each seat in turn, so that seats and deals
favour nobody. A sequential probability ratio test on the means of rotations decides whether the
share of wins is over the bar, with as few games as possible (Wald 1945; in the form of fishtest).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from statistics import NormalDist, fmean, variance
from time import process_time
from typing import Any, TypeAlias

from msgspec import Struct

from hako.engine.bots.levels import bot
from hako.engine.bots.observation import observation_of
from hako.engine.bots.simple_bots import Bot
from hako.engine.bots.win_probability_scale import shares
from hako.engine.lab.simulate import DECISIONS, GameTooLong, seed_of
from hako.engine.lab.summary import CONFIDENCE
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.game import Game
from hako.engine.storage.memory_save import MemorySave

WIDTH = 0.1
"""The default of Match.width."""

ERROR = 0.05
"""The error rate of the test, of either kind."""

SURE = log((1 - ERROR) / ERROR)
"""The log likelihood ratio at which it ends."""


BotFactory: TypeAlias = Callable[[str], Bot]
"""A function from a level to its bot."""


class Match(Struct, frozen=True):
    """A hypothesis: the challenger, alone against others, wins a larger share than the bar."""

    game: str
    seats: int
    challenger: str
    """The level of its bot."""
    others: str
    bar: float
    """A share of the games, 0 to 1."""
    width: float = WIDTH
    """The excess over the bar that the test distinguishes from a share at the bar."""


class SeatRotation(Struct, frozen=True):
    """The games of one seed, with the challenger on each seat in turn."""

    number: int
    """1-based; the seed follows from it."""
    shares: tuple[float, ...]
    """The challenger's share of the win from each seat; a fraction where several won."""
    seconds: float
    """Processor time of all bots together."""
    decisions: int
    """The number of the challenger's decisions with at least two actions."""


class MatchScore(Struct, frozen=True):
    """The score of a match so far."""

    rotations: int
    share: float
    low: float
    """Lower bound of Student's interval for the share; see summary.CONFIDENCE."""
    high: float
    ratio: float
    """The log likelihood ratio of a share `width` over the bar to a share at the bar."""
    thinking: float
    """Processor time of all bots for each decision of the challenger, in seconds."""

    @property
    def verdict(self) -> bool | None:
        """True if the share is over the bar, False if not; None while undecided."""
        return None if abs(self.ratio) < SURE else self.ratio > 0


def play_rotation(
    game: Game[Any], match: Match, base: int, number: int, bots: BotFactory = bot
) -> SeatRotation:
    """Play one rotation. Raises GameTooLong."""
    began, seed = process_time(), seed_of(base, number)
    played = [_play(game, match, seat, seed, bots) for seat in range(match.seats)]
    won, decisions = zip(*played, strict=True)
    return SeatRotation(number, won, process_time() - began, sum(decisions))


def _play(
    game: Game[Any], match: Match, seat: int, seed: int, bots: BotFactory
) -> tuple[float, int]:
    """The challenger's share of the win from a seat, and the number of its decisions."""
    levels = [match.others] * match.seats
    levels[seat] = match.challenger
    players = tuple(Player(str(at), bot=level) for at, level in enumerate(levels))
    table = History.new(game, new_header(game, players, seed=seed), MemorySave.create)
    decisions = 0
    for _ in range(DECISIONS):
        if not (waiting := table.waiting()):
            return shares(game, table.state, match.seats)[seat], decisions
        observation, chance = observation_of(table, waiting[0])
        decisions += waiting[0] == seat and len(observation.actions) > 1
        table.play(waiting[0], bots(levels[waiting[0]])(observation, chance))
    raise GameTooLong(seed, DECISIONS)


def standing(match: Match, rotations: Sequence[SeatRotation]) -> MatchScore:
    """The score of a match after these rotations.

    One won and one lost rotation are added as a prior: a few equal results prove little.
    """
    means = [0.0, 1.0, *(fmean(rotation.shares) for rotation in rotations)]
    share, spread = fmean(means), variance(means)
    ratio = len(means) * match.width * (2 * (share - match.bar) - match.width) / (2 * spread)
    margin = student(len(means) - 1) * sqrt(spread / len(means))
    decisions = sum(rotation.decisions for rotation in rotations)
    return MatchScore(
        rotations=len(rotations),
        share=fmean(means[2:]) if rotations else share,
        low=max(0.0, share - margin),
        high=min(1.0, share + margin),
        ratio=ratio if rotations else 0.0,
        thinking=sum(rotation.seconds for rotation in rotations) / max(1, decisions),
    )


def student(freedom: int) -> float:
    """The quantile of Student's t for CONFIDENCE, by Cornish and Fisher's expansion.

    The error is below 0.01 from nine degrees of freedom on.
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / freedom + second / freedom**2
