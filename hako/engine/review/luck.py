"""Luck and play: the changes of the win probabilities, turn by turn, divided by their causes.

    near    the expectation at the start of a turn: the win probabilities a few turns later, when
            the rollout policy plays on in worlds that the seat could not tell from the true one
    rest    the change of that expectation with one more turn: the bias of the scale
    play    the change by choices other than greedy's
    luck    all other changes in a turn, up to the `near` of the next one: the effect of draws

All use one scale and one policy, so they sum to the result; the model is GNU Backgammon's. Draws
explain much of a result only where the scale predicts well: `bench.luck` measures it on bots'
games, and where luck explains less than half of the variance it is not shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import fsum, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct, convert
from msgspec.structs import replace

from hako.engine.bots.estimates import ERRORS
from hako.engine.bots.observation import Observation
from hako.engine.bots.one_ply import one_ply_values
from hako.engine.bots.rollouts import turn_by_turn
from hako.engine.bots.simple_bots import best_of
from hako.engine.bots.win_probability_scale import win_probabilities
from hako.engine.content.files import read_toml
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game

FILE = "luck.toml"

HALF = 0.5
"""The least share of the variance of results that luck has to explain to be shown."""

AHEAD = 2
"""The number of turns that are played on after the analysed one."""

WORLDS = 24
"""The number of worlds for each expectation."""


class Decision(NamedTuple):
    """A decision of a game: what the seat saw and what it chose."""

    observation: Observation
    played: int
    """The index of the chosen action in `observation.actions`."""
    ply: int


class LuckScale(Struct, frozen=True, forbid_unknown_fields=True):
    """The measured share of results that luck explains, for a number of seats."""

    seats: int
    games: int
    explained: float
    """The share of the variance of results, 0 to 1."""
    low: float
    high: float
    """The bounds of the 95 % confidence interval of `explained`."""


def measured(game: Game[Any]) -> tuple[LuckScale, ...]:
    """The measurements for a game, one for each number of seats."""
    return _measured(game.folder / FILE)


@cache
def _measured(path: Path) -> tuple[LuckScale, ...]:
    if not path.exists():
        return ()
    return tuple(convert(entry, LuckScale) for entry in read_toml(path)["table"])


def is_shown(game: Game[Any], seats: int) -> bool:
    """True if luck explains enough at tables with so many seats."""
    return any(scale.seats == seats and scale.explained >= HALF for scale in measured(game))


class LuckDelta(Struct, frozen=True, omit_defaults=True):
    """The changes of each seat's win probability in a turn, by cause. Stored with the review."""

    moment: int
    """The first record of the turn."""
    near: tuple[float, ...] = ()
    """Empty before the turn is analysed."""
    near_squares: tuple[float, ...] = ()
    """The squared standard errors of `near`."""
    rest: tuple[float, ...] = ()
    play: tuple[float, ...] = ()
    squares: tuple[float, ...] = ()
    """The squared standard errors of `rest` and `play` together."""

    @property
    def is_done(self) -> bool:
        """True if the turn is analysed."""
        return bool(self.near)


class LuckShare(Struct, frozen=True):
    """The result of a seat divided by causes, in percentage points beside an even chance."""

    result: float
    luck: float
    luck_error: float
    """Two standard errors of `luck`."""
    play: float
    rest: float
    """The remainder that is neither luck nor play."""

    @property
    def is_told(self) -> bool:
        """True if the remainder is smaller than luck and than play, so that they explain the result."""
        return abs(self.rest) < min(abs(self.luck), abs(self.play))


def measure_luck(delta: LuckDelta, turn: Sequence[Decision]) -> LuckDelta:
    """Analyse a turn, given its decisions."""
    near, far = zip(*_played_on(turn[0], None), strict=True)
    rest = [_changed(*ends) for ends in zip(near, far, strict=True)]
    samples, play = [rest], [0.0] * len(rest[0])
    for decision in turn:
        if (greedy := _greedy_choice(decision)) is not None:
            chosen = decision.observation.actions[decision.played]
            pairs = zip(_played_on(decision, greedy), _played_on(decision, chosen), strict=True)
            change = [_changed(before, after) for (_, before), (_, after) in pairs]
            samples.append(change)
            play = [one + more for one, more in zip(play, _mean(change), strict=True)]
    squares = [fsum(errors) for errors in zip(*map(_squares, samples), strict=True)]
    return replace(
        delta,
        near=_rounded(_mean(near)),
        near_squares=_kept(_squares(near)),
        rest=_rounded(_mean(rest)),
        play=_rounded(play),
        squares=_kept(squares),
    )


def _greedy_choice(decision: Decision) -> Any | None:
    """Greedy's choice; None where the action played is greedy's or equally good."""
    observation = decision.observation
    if len(observation.actions) == 1:
        return None
    best = best_of(observation, one_ply_values(observation, Chance(0, decision.ply).fork("luck")))
    return None if observation.actions[decision.played] in best else best[0]


def _played_on(
    decision: Decision, action: Any | None
) -> Iterator[tuple[Sequence[float], Sequence[float]]]:
    """For each world, the win probabilities AHEAD turns later and one turn after that."""
    observation = decision.observation
    for number in range(WORLDS):
        chance = Chance(0, decision.ply).fork(f"luck {number}")
        ends = [*turn_by_turn(observation, action, chance, AHEAD + 1)][-2:]
        near, far = (
            win_probabilities(observation.game, state, observation.seats) for state in ends
        )
        yield near, far


def luck_shares(deltas: Sequence[LuckDelta], won: Sequence[float]) -> list[LuckShare]:
    """The luck and play of each seat, from all turns of a game and the shares of the win."""
    even, results = 1 / len(won), []
    for seat, share in enumerate(won):
        play = fsum(delta.play[seat] for delta in deltas)
        rest = fsum(delta.rest[seat] for delta in deltas) + deltas[0].near[seat] - even
        squares = fsum(delta.squares[seat] for delta in deltas) + deltas[0].near_squares[seat]
        error = ERRORS * sqrt(squares)
        sums = share - even, share - even - play - rest, error, play, rest
        results.append(LuckShare(*(round(100 * part, 1) for part in sums)))
    return results


def _mean(several: Sequence[Sequence[float]]) -> list[float]:
    return [fsum(column) / len(column) for column in zip(*several, strict=True)]


def _changed(before: Sequence[float], after: Sequence[float]) -> list[float]:
    return [late - early for early, late in zip(before, after, strict=True)]


def _squares(sample: Sequence[Sequence[float]]) -> list[float]:
    """The squared standard error of each column's mean."""
    means, free = _mean(sample), len(sample) * (len(sample) - 1)
    return [
        fsum((value - mean) ** 2 for value in column) / free
        for column, mean in zip(zip(*sample, strict=True), means, strict=True)
    ]


def _kept(squares: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(square, 6) for square in squares)


def _rounded(chances_of_seats: Sequence[float]) -> tuple[float, ...]:
    """The numbers with the digits that are stored."""
    return tuple(round(chance, 4) for chance in chances_of_seats)
