"""What many games tell together: lengths, wins, scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist, fmean, quantiles, stdev
from typing import Any

from msgspec import Struct

from hako.engine.lab.simulate import AbandonedGame, FinishedGame, SimulatedGame
from hako.engine.log.records import Header
from hako.engine.rules.game import Game

CONFIDENCE = 0.95
"""Of the intervals given with each share."""
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""So many standard errors on either side make such an interval."""


class Proportion(Struct, frozen=True):
    """How often something happened, and between which bounds the true share probably lies."""

    times: int
    of: int
    share: float
    low: float
    """Lower bound of Wilson's interval; see CONFIDENCE."""
    high: float


def margin(of: int, total: float, squares: float) -> float | None:
    """Half of the interval (see CONFIDENCE) around the mean of numbers with these sums.

    None where nothing tells how much they differ: of a single one, or where all are alike.
    """
    rest = squares - total * total / of
    if of < 2 or rest <= 1e-12 * squares:
        return None
    return Z * sqrt(rest / (of - 1) / of)


class Distribution(Struct, frozen=True):
    """How numbers are spread."""

    mean: float
    deviation: float
    """Standard deviation; 0 for a single number."""
    least: int
    quarter: float
    """A quarter of the numbers are at most this."""
    median: float
    three_quarters: float
    most: int
    counts: Mapping[int, int]
    """How often each number came, in order."""


class SeatSummary(Struct, frozen=True):
    """How a seat did."""

    bot: str
    wins: Proportion
    """Shared wins included."""
    scores: Distribution


class BotSummary(Struct, frozen=True):
    """How the bots of one level did."""

    bot: str
    seats: tuple[int, ...]
    """On which seats they sat."""
    wins: Proportion
    """Games that at least one of them won."""


class SideSummary(Struct, frozen=True):
    """How those did who played the same, on whatever seat; see Game.side."""

    side: str
    wins: Proportion
    """Of all times that somebody played it."""
    scores: Distribution


class Summary(Struct, frozen=True):
    """The result of a simulation; the same for the same header and number of games."""

    hako: str
    game: str
    options: Mapping[str, str]
    """Those of which there was a choice; see Game.chosen."""
    seed: int
    games: int
    decisions: Distribution
    """Of all seats together."""
    turns: Distribution
    """Turns or rounds, as the game counts them."""
    seats: tuple[SeatSummary, ...]
    bots: tuple[BotSummary, ...]
    sides: tuple[SideSummary, ...]
    """By name; none where all seats play the same."""
    unwon: int
    """Games that nobody won."""
    shared: int
    """Games that several seats won."""
    how: Mapping[str, int]
    """How often the game ended in which way: keys of the game's notes."""
    given_up: int
    """Games that were broken off; they count in `games`, and in nothing else."""
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
    """The share and its interval (Wilson, 1927), which stays between 0 and 1 for few games too.

    Of nothing, it may be anything.
    """
    if not of:
        return Proportion(0, 0, 0.0, 0.0, 1.0)
    found = times / of
    middle = found + Z * Z / (2 * of)
    margin = Z * sqrt(found * (1 - found) / of + Z * Z / (4 * of * of))
    scale = 1 + Z * Z / of
    low, high = (middle - margin) / scale, (middle + margin) / scale
    return Proportion(times, of, found, max(0.0, low), min(1.0, high))


def spread(numbers: Sequence[int]) -> Distribution:
    """How these numbers are spread; all is 0 where there is none."""
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
    found: dict[str, list[tuple[bool, int]]] = {}
    for game in played:
        for seat, side in enumerate(game.sides):
            if side is not None:
                found.setdefault(side, []).append((seat in game.winners, game.scores[seat]))
    return tuple(
        SideSummary(
            side,
            share(sum(won for won, _ in results), len(results)),
            spread([score for _, score in results]),
        )
        for side, results in sorted(found.items())
    )
