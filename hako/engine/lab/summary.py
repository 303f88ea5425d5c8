"""Summaries of many games: lengths, wins, scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist, fmean, quantiles, stdev
from typing import Any

from msgspec import Struct

from hako.engine.lab.simulate import AbandonedGame, FinishedGame, SimulatedGame
from hako.engine.log.header import Header
from hako.engine.rules.game import Game

CONFIDENCE = 0.95
"""The confidence level of all intervals."""
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""Half the width of such an interval, in standard errors."""


class Proportion(Struct, frozen=True):
    """A count of events among trials, with a confidence interval of the share."""

    times: int
    of: int
    share: float
    low: float
    """Lower bound of Wilson's interval; see CONFIDENCE."""
    high: float


def margin(of: int, total: float, squares: float) -> float | None:
    """Half the confidence interval of the mean of `of` numbers, from their sum and sum of squares.

    None where the variance is unknown: for a single number, or where all are equal.
    """
    rest = squares - total * total / of
    if of < 2 or rest <= 1e-12 * squares:
        return None
    return Z * sqrt(rest / (of - 1) / of)


class Distribution(Struct, frozen=True):
    """The distribution of integers."""

    mean: float
    deviation: float
    """The standard deviation; 0 for a single number."""
    least: int
    quarter: float
    """The first quartile."""
    median: float
    three_quarters: float
    most: int
    counts: Mapping[int, int]
    """The count of each number, ascending by number."""


class SeatSummary(Struct, frozen=True):
    """The results of a seat."""

    bot: str
    wins: Proportion
    """Wins, shared ones included."""
    scores: Distribution


class BotSummary(Struct, frozen=True):
    """The results of the bots of one level."""

    bot: str
    seats: tuple[int, ...]
    """The seats of these bots."""
    wins: Proportion
    """The games that at least one of them won."""


class SideSummary(Struct, frozen=True):
    """The results of one side, on any seat; see Game.side."""

    side: str
    wins: Proportion
    """Wins among all participations on this side."""
    scores: Distribution


class Summary(Struct, frozen=True):
    """The result of a simulation; the same for the same header and number of games."""

    hako: str
    game: str
    options: Mapping[str, str]
    """The chosen options that the number of seats allows; see Game.chosen."""
    seed: int
    games: int
    decisions: Distribution
    """The number of decisions in a game, of all seats together."""
    turns: Distribution
    """Turns or rounds, as the game counts them."""
    seats: tuple[SeatSummary, ...]
    bots: tuple[BotSummary, ...]
    sides: tuple[SideSummary, ...]
    """The sides by name; empty in a game without sides."""
    unwon: int
    """Games that nobody won."""
    shared: int
    """Games that several seats won."""
    how: Mapping[str, int]
    """The count of each ending, by the key of its text."""
    given_up: int
    """The number of abandoned games; they count in `games` and nowhere else."""
    played: tuple[SimulatedGame, ...]
    broken_off: tuple[AbandonedGame, ...]


def summarize(rules: Game[Any], header: Header, ended: Sequence[FinishedGame]) -> Summary:
    """The summary of these games."""
    played = tuple(game for game in ended if isinstance(game, SimulatedGame))
    broken_off = tuple(game for game in ended if isinstance(game, AbandonedGame))
    levels = [player.bot or "" for player in header.seats]
    return Summary(
        hako=header.hako,
        game=header.game,
        options=rules.chosen(header.options, len(header.seats)),
        seed=header.seed,
        games=len(ended),
        decisions=spread([game.decisions for game in played]),
        turns=spread([game.turns for game in played]),
        seats=tuple(_seat(seat, level, played) for seat, level in enumerate(levels)),
        bots=tuple(_bot(level, levels, played) for level in dict.fromkeys(levels)),
        sides=_sides(played),
        unwon=sum(not game.winners for game in played),
        shared=sum(len(game.winners) > 1 for game in played),
        how=dict(Counter(game.how for game in played).most_common()),
        given_up=len(broken_off),
        played=played,
        broken_off=broken_off,
    )


def share(times: int, of: int) -> Proportion:
    """The share with Wilson's interval (1927), which stays between 0 and 1 even for few trials.

    Without trials the interval is 0 to 1.
    """
    if not of:
        return Proportion(0, 0, 0.0, 0.0, 1.0)
    proportion = times / of
    middle = proportion + Z * Z / (2 * of)
    margin = Z * sqrt(proportion * (1 - proportion) / of + Z * Z / (4 * of * of))
    scale = 1 + Z * Z / of
    low, high = (middle - margin) / scale, (middle + margin) / scale
    return Proportion(times, of, proportion, max(0.0, low), min(1.0, high))


def spread(numbers: Sequence[int]) -> Distribution:
    """The distribution of these numbers; all values are 0 where there are none."""
    if not numbers:
        return Distribution(0.0, 0.0, 0, 0.0, 0.0, 0.0, 0, {})
    quarters = quantiles(numbers, n=4, method="inclusive") if len(numbers) > 1 else [*numbers] * 3
    return Distribution(
        mean=fmean(numbers),
        deviation=stdev(numbers) if len(numbers) > 1 else 0.0,
        least=min(numbers),
        quarter=quarters[0],
        median=quarters[1],
        three_quarters=quarters[2],
        most=max(numbers),
        counts=dict(sorted(Counter(numbers).items())),
    )


def _seat(seat: int, level: str, played: Sequence[SimulatedGame]) -> SeatSummary:
    wins = sum(seat in game.winners for game in played)
    return SeatSummary(
        level, share(wins, len(played)), spread([game.scores[seat] for game in played])
    )


def _bot(level: str, levels: Sequence[str], played: Sequence[SimulatedGame]) -> BotSummary:
    seats = tuple(seat for seat, other in enumerate(levels) if other == level)
    wins = sum(any(seat in seats for seat in game.winners) for game in played)
    return BotSummary(level, seats, share(wins, len(played)))


def _sides(played: Sequence[SimulatedGame]) -> tuple[SideSummary, ...]:
    by_side: dict[str, list[tuple[bool, int]]] = {}
    for game in played:
        for seat, side in enumerate(game.sides):
            if side is not None:
                by_side.setdefault(side, []).append((seat in game.winners, game.scores[seat]))
    return tuple(
        SideSummary(
            side,
            share(sum(won for won, _ in results), len(results)),
            spread([score for _, score in results]),
        )
        for side, results in sorted(by_side.items())
    )
