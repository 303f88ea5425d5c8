"""Calibration: what a point of a game's evaluation is worth in chance to win.

Greedy bots play. In the positions of their games the chances (see bots.chances) are made to fit
who won, all turns together. How far they can be trusted is told by games that they were not made
from: each part of the games is judged by a scale that the other parts have made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import sqrt
from operator import sub
from statistics import fmean
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.bots.win_probability import WinProbabilityScale, log_loss, shares, softmax
from hako.engine.lab.simulate import play_out, seed_of
from hako.engine.lab.summary import Z
from hako.engine.log.records import Header
from hako.engine.log.setup import content_of
from hako.engine.log.table import Table
from hako.engine.rules.game import Game, view

KNOTS = 4
"""For so many turns a beta is sought, at most: each is the middle one of as many positions."""

EVERY = 5
"""Of how many decisions one is looked at; the positions beside it say nearly the same."""

PARTS = 10
"""Into how many parts the games are put, each of which tells how the others' scale fits it.

Of two halves a scale has too few games, and what one of them tells is its luck more than that.
"""

BINS = 10
"""Into how many bins chances from 0 to 1 are put."""

STEPS = 12
"""Of Newton's method at most."""

PLACE = 1e-6
"""A step as short as that has found it."""

KNEES = (64.0, 32.0, 16.0, 8.0, 4.0, 2.0)
"""The bends that are tried; see Scale.knee."""

WORTH = 0.001
"""By how many nats a position a bend has to be better than none."""

RIDGE = 1e-6
"""Keeps beta finite where a few games are told apart without a mistake."""


class CalibrationRow(Struct, frozen=True):
    """A position of a game that was played to its end."""

    turn: int
    worth: tuple[float, ...]
    """The evaluation of each seat, in its own view."""
    scores: tuple[float, ...]
    shares: tuple[float, ...]
    """Who won in the end."""


Judge: TypeAlias = Callable[[CalibrationRow], tuple[float, ...]]
"""What a row says of each seat: the evaluation, or the score alone."""

Predicted: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]
"""The chances of a position, or the evaluations that they come from, and who won in the end."""


class CalibrationBin(NamedTuple):
    """What came of chances that are nearly alike; all numbers are means or parts, 0 to 1."""

    part: float
    """Of all chances that were said."""
    said: float
    won: float
    low: float
    """Lower bound of the interval for `won`: positions of one game count as one."""
    high: float


class CalibrationFit(Struct, frozen=True):
    """How well chances fit games that they were not made from."""

    games: int
    error: float
    """The mean distance between chances and shares of wins, over bins of the chances."""
    log_loss: float
    """Of a position, in nats."""
    of_scores: float
    """The same for the score alone."""
    bins: tuple[CalibrationBin, ...] = ()
    """The calibration's plot, from the bin of the least chances on; those of no chance are left out."""


def rows_of(
    game: Game[Any], header: Header, games: Iterable[int]
) -> Iterator[tuple[CalibrationRow, ...]]:
    """The positions of each game that the header's bots play, by the number of the game."""
    content = content_of(game, header, "the calibration")
    for number in games:
        its = replace(header, seed=seed_of(header.seed, number))
        yield tuple(_rows(game, play_out(game, its, content), number))


def _rows(game: Game[Any], table: Table[Any], number: int) -> Iterator[CalibrationRow]:
    seats = len(table.players)
    won = shares(game, table.state, seats)
    for moment in table.path()[number % EVERY :: EVERY]:
        state = moment.state
        if state.agenda:
            turn, scores = game.progress(view(game, state, None))
            worth = tuple(game.evaluate(view(game, state, seat), seat) for seat in range(seats))
            yield CalibrationRow(turn, worth, scores[:seats], won)


def calibrated(
    games: Sequence[Sequence[CalibrationRow]],
) -> tuple[WinProbabilityScale, CalibrationFit]:
    """The scale that fits all games, and how scales from most of them fit the others."""
    rows = [row for rows in games for row in rows]
    knee = knee_of(rows, by_worth)
    by_worths = judged(games, by_worth, knee)
    by_scores = judged(games, by_score, knee_of(rows, by_score))
    said = [*chain.from_iterable(by_worths)]
    fit = CalibrationFit(
        games=len(games),
        error=round(error_of(said), 4),
        log_loss=round(loss_of(said), 4),
        of_scores=round(loss_of([*chain.from_iterable(by_scores)]), 4),
        bins=bins_of(by_worths),
    )
    return fitted(rows, by_worth, knee), fit


def judged(
    games: Sequence[Sequence[CalibrationRow]], judge: Judge, knee: float = 0.0
) -> list[list[Predicted]]:
    """The positions of each game, in any order, with chances from games other than that."""
    found: list[list[Predicted]] = []
    for part in range(PARTS):
        others = [rows for number, rows in enumerate(games) if number % PARTS != part]
        scale = fitted([row for rows in others for row in rows], judge, knee)
        found += (predicted_by(scale, rows, judge) for rows in games[part::PARTS])
    return found


def predicted_by(
    scale: WinProbabilityScale, rows: Sequence[CalibrationRow], judge: Judge
) -> list[Predicted]:
    """The positions, each with what a scale says of it."""
    return [(scale.win_probabilities(row.turn, judge(row)), row.shares) for row in rows]


def by_worth(row: CalibrationRow) -> tuple[float, ...]:
    """The evaluation."""
    return row.worth


def by_score(row: CalibrationRow) -> tuple[float, ...]:
    """The score alone."""
    return row.scores


def knee_of(rows: Sequence[CalibrationRow], judge: Judge) -> float:
    """The bend that fits these positions best; none where that gains next to nothing."""
    losses = {
        knee: loss_of(predicted_by(fitted(rows, judge, knee), rows, judge))
        for knee in (0.0, *KNEES)
    }
    best = min(losses, key=losses.__getitem__)
    return best if losses[best] < losses[0.0] - WORTH else 0.0


def fitted(rows: Sequence[CalibrationRow], judge: Judge, knee: float = 0.0) -> WinProbabilityScale:
    """The scale with that knee that has the least log loss in these positions."""
    turns = sorted(row.turn for row in rows)
    knots = (turns[len(turns) * (2 * its + 1) // (2 * KNOTS)] for its in range(KNOTS))
    of_turn: dict[int, list[Predicted]] = defaultdict(list)
    scale = WinProbabilityScale(len(rows[0].shares), (), (*dict.fromkeys(knots),), knee)
    for row in rows:
        of_turn[row.turn].append((tuple(scale.bent(judge(row))), row.shares))
    scale = replace(scale, beta=(0.0,) * len(scale.turns))
    for _ in range(STEPS):
        step = _step(scale, of_turn)
        scale = replace(scale, beta=tuple(map(sub, scale.beta, step)))
        if max(map(abs, step)) < PLACE:
            break
    return replace(scale, beta=tuple(round(its, 4) for its in scale.beta))


def _step(
    scale: WinProbabilityScale, of_turn: Mapping[int, Sequence[Predicted]]
) -> Sequence[float]:
    """A step of Newton's method towards the betas of least loss, which is convex in them."""
    slope = [RIDGE * its for its in scale.beta]
    bend, beside = [RIDGE] * len(slope), [0.0] * len(slope)
    for turn, rows in of_turn.items():
        beta, (place, part) = scale.point(turn), scale.place(turn)
        its_slope = its_bend = 0.0
        for values, won in rows:
            said = softmax([beta * its for its in values])
            mean = sum(p * its for p, its in zip(said, values, strict=True))
            its_slope += mean - sum(share * its for share, its in zip(won, values, strict=True))
            its_bend += sum(p * (its - mean) ** 2 for p, its in zip(said, values, strict=True))
        slope[place] += (1 - part) * its_slope
        bend[place] += (1 - part) ** 2 * its_bend
        if part:
            slope[place + 1] += part * its_slope
            bend[place + 1] += part**2 * its_bend
            beside[place] += part * (1 - part) * its_bend
    return solved(bend, beside, slope)


def solved(
    diagonal: Sequence[float], beside: Sequence[float], right: Sequence[float]
) -> Sequence[float]:
    """The x of A x = right, where A is symmetric and has but a diagonal and what is beside it.

    `beside` has as many numbers as the diagonal, the last of which is 0 (Thomas, 1949).
    """
    bends, found = [diagonal[0]], [right[0]]
    for place in range(1, len(right)):
        share = beside[place - 1] / bends[-1]
        bends.append(diagonal[place] - share * beside[place - 1])
        found.append(right[place] - share * found[-1])
    for place in reversed(range(len(right))):
        after = found[place + 1] if place + 1 < len(right) else 0.0
        found[place] = (found[place] - beside[place] * after) / bends[place]
    return found


def loss_of(said: Sequence[Predicted]) -> float:
    """The mean log loss of a position."""
    return sum(log_loss(chances, won) for chances, won in said) / len(said)


def error_of(said: Sequence[Predicted]) -> float:
    """How far chances are from shares of wins: over bins, weighted by what falls into each."""
    bins = _binned(said).values()
    off = (abs(sum(won - chance for chance, won in its)) for its in bins)
    return sum(off) / sum(map(len, bins))


def bins_of(games: Sequence[Sequence[Predicted]]) -> tuple[CalibrationBin, ...]:
    """What came of the chances in each bin, over these games."""
    all_said = _binned([its for said in games for its in said])
    by_game = [_binned(said) for said in games]
    count = sum(map(len, all_said.values()))
    found = []
    for place, its in sorted(all_said.items()):
        won = fmean(share for _, share in its)
        off = (sum(share - won for _, share in game.get(place, ())) for game in by_game)
        margin = Z * sqrt(sum(each * each for each in off)) / len(its)
        said = fmean(chance for chance, _ in its)
        numbers = len(its) / count, said, won, max(0.0, won - margin), min(1.0, won + margin)
        found.append(CalibrationBin(*(round(each, 4) for each in numbers)))
    return tuple(found)


def _binned(said: Sequence[Predicted]) -> dict[int, list[tuple[float, float]]]:
    """Each seat's chance and share of the win, by the bin of the chance."""
    bins: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for chances, shares_won in said:
        for chance, won in zip(chances, shares_won, strict=True):
            bins[min(BINS - 1, int(chance * BINS))].append((chance, won))
    return bins
