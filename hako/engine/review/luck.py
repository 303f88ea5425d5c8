"""Luck and play told apart, turn by turn, with the chances that mistakes are told in.

    near    what was expected as a turn began: the chances a few turns later, as the policy of
            rollouts plays on in worlds that the seat could not tell from the true one
    rest    how that changes, still expected, with a turn more: what the scale did not know of itself
    play    how it changed by choices other than greedy's
    luck    all else that a turn changed: near as the next one began is what draws made of it

One scale and one policy tell all of them, so they sum to the result; the model is GNU
Backgammon's. Draws explain much of a result only where that scale knows much: `bench.luck`
measures it on bots' games, and where it is not half of the variance nothing is told of luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import fsum, sqrt
from pathlib import Path
from typing import Any

from msgspec import Struct, convert
from msgspec.structs import replace

from hako.engine.bots.bot import best_of, one_ply_values
from hako.engine.bots.search import turn_by_turn
from hako.engine.bots.win_probability import win_probabilities
from hako.engine.content.files import read_toml
from hako.engine.review.judgement import ERRORS, Decision
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game

FILE = "luck.toml"

HALF = 0.5
"""The part of the variance of results that luck has to explain to be told."""

AHEAD = 2
"""So many turns are played on after the one that is told apart."""

WORLDS = 24
"""In so many worlds."""


class LuckScale(Struct, frozen=True, forbid_unknown_fields=True):
    """How much of the results of bots' games their luck explains."""

    seats: int
    games: int
    explained: float
    """Of the variance, with what is told taken as it is."""
    low: float
    high: float
    """Between these with 95 % confidence."""


def measured(game: Game[Any]) -> tuple[LuckScale, ...]:
    """What was measured for a game, by numbers of seats."""
    return _measured(game.folder / FILE)


@cache
def _measured(path: Path) -> tuple[LuckScale, ...]:
    if not path.exists():
        return ()
    return tuple(convert(entry, LuckScale) for entry in read_toml(path)["table"])


def is_shown(game: Game[Any], seats: int) -> bool:
    """Whether luck explains enough at such tables."""
    return any(its.seats == seats and its.explained >= HALF for its in measured(game))


class LuckDelta(Struct, frozen=True, omit_defaults=True):
    """A turn, told apart: changes of each seat's chance. Plain data, kept with the review."""

    moment: int
    """The first record of the turn."""
    near: tuple[float, ...] = ()
    """None before it was thought about."""
    near_squares: tuple[float, ...] = ()
    """Its squared standard errors."""
    rest: tuple[float, ...] = ()
    play: tuple[float, ...] = ()
    squares: tuple[float, ...] = ()
    """The squared standard errors of rest and play together."""

    @property
    def is_done(self) -> bool:
        """Whether it was thought about."""
        return bool(self.near)


class LuckShare(Struct, frozen=True):
    """The result of a seat told apart, in points of a hundred beside an even chance."""

    result: float
    luck: float
    luck_error: float
    """Two standard errors of it."""
    play: float
    rest: float
    """What is neither's, as far as one knows."""


def luck_text(its: LuckDelta, turn: Sequence[Decision]) -> LuckDelta:
    """Tell a turn apart by its decisions."""
    near, far = zip(*_played_on(turn[0], None), strict=True)
    rest = [_changed(*ends) for ends in zip(near, far, strict=True)]
    samples, play = [rest], [0.0] * len(rest[0])
    for decision in turn:
        if (greedy := _greedys(decision)) is not None:
            chosen = decision.observation.actions[decision.played]
            pairs = zip(_played_on(decision, greedy), _played_on(decision, chosen), strict=True)
            change = [_changed(before, after) for (_, before), (_, after) in pairs]
            samples.append(change)
            play = [one + more for one, more in zip(play, _mean(change), strict=True)]
    squares = [fsum(errors) for errors in zip(*map(_squares, samples), strict=True)]
    return replace(
        its,
        near=_rounded(_mean(near)),
        near_squares=_kept(_squares(near)),
        rest=_rounded(_mean(rest)),
        play=_rounded(play),
        squares=_kept(squares),
    )


def _greedys(decision: Decision) -> Any | None:
    """What greedy would have chosen; None where that is what was chosen, or as good."""
    asked = decision.observation
    if len(asked.actions) == 1:
        return None
    best = best_of(asked, one_ply_values(asked, Chance(0, decision.ply).fork("luck")))
    return None if asked.actions[decision.played] in best else best[0]


def _played_on(
    decision: Decision, action: Any | None
) -> Iterator[tuple[Sequence[float], Sequence[float]]]:
    """In each world the chances a few turns on, and those after one turn more."""
    asked = decision.observation
    for number in range(WORLDS):
        chance = Chance(0, decision.ply).fork(f"luck {number}")
        ends = [*turn_by_turn(asked, action, chance, AHEAD + 1)][-2:]
        near, far = (win_probabilities(asked.game, state, asked.seats) for state in ends)
        yield near, far


def luck_share_text(outlooks: Sequence[LuckDelta], won: Sequence[float]) -> list[LuckShare]:
    """The result of each seat, from all turns of a game and who won it."""
    even, found = 1 / len(won), []
    for seat, share in enumerate(won):
        play = fsum(its.play[seat] for its in outlooks)
        rest = fsum(its.rest[seat] for its in outlooks) + outlooks[0].near[seat] - even
        squares = fsum(its.squares[seat] for its in outlooks) + outlooks[0].near_squares[seat]
        error = ERRORS * sqrt(squares)
        sums = share - even, share - even - play - rest, error, play, rest
        found.append(LuckShare(*(round(100 * its, 1) for its in sums)))
    return found


def _mean(several: Sequence[Sequence[float]]) -> list[float]:
    return [fsum(its) / len(its) for its in zip(*several, strict=True)]


def _changed(before: Sequence[float], after: Sequence[float]) -> list[float]:
    return [late - early for early, late in zip(before, after, strict=True)]


def _squares(sample: Sequence[Sequence[float]]) -> list[float]:
    """The squared standard error of each mean."""
    means, free = _mean(sample), len(sample) * (len(sample) - 1)
    return [
        fsum((one - mean) ** 2 for one in its) / free
        for its, mean in zip(zip(*sample, strict=True), means, strict=True)
    ]


def _kept(squares: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(its, 6) for its in squares)


def _rounded(chances_of_seats: Sequence[float]) -> tuple[float, ...]:
    """As much of a number as is kept."""
    return tuple(round(its, 4) for its in chances_of_seats)
