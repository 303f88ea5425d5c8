"""Calibration: fit the conversion from a game's evaluations to win probabilities.

Greedy bots play. The scale (see bots/win_probability.py) is fitted to the winners over all
positions of their games, all turns together. Its quality is measured by cross-validation: each
part of the games is predicted by a scale that is fitted to the other parts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import log, sqrt
from operator import sub
from statistics import fmean
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.bots.win_probability_scale import WinProbabilityScale, shares, softmax
from hako.engine.lab.simulate import play_out, seed_of
from hako.engine.lab.summary import Z
from hako.engine.log.header import Header
from hako.engine.log.history import History
from hako.engine.log.log_content import content_of
from hako.engine.rules.game import Game, view

KNOTS = 4
"""The most turns for which a beta is fitted; the turns are quantiles of the positions."""

EVERY = 5
"""The distance between the decisions that are used; neighbouring positions are nearly alike."""

PARTS = 10
"""The number of folds of the cross-validation.

With two folds a scale would be fitted to too few games, and its error would be mostly luck.
"""

BINS = 10
"""The number of bins for probabilities from 0 to 1."""

STEPS = 12
"""The most steps of Newton's method."""

PLACE = 1e-6
"""The length of a step at which the iteration stops."""

KNEES = (64.0, 32.0, 16.0, 8.0, 4.0, 2.0)
"""The knees that are tried; see WinProbabilityScale.knee."""

WORTH = 0.001
"""The improvement over no knee that a knee needs, in nats per position."""

RIDGE = 1e-6
"""A ridge penalty that keeps beta finite where a few games are perfectly separable."""

LEAST = 1e-9
"""The least probability in a log loss, which is infinite for 0."""


class CalibrationRow(Struct, frozen=True):
    """A position of a finished game."""

    turn: int
    worth: tuple[float, ...]
    """The evaluation of each seat, in its own view."""
    scores: tuple[float, ...]
    shares: tuple[float, ...]
    """The share of the win of each seat."""


Judge: TypeAlias = Callable[[CalibrationRow], tuple[float, ...]]
"""A function from a row to the predictor of each seat: the evaluation, or the score alone."""

Predicted: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]
"""The win probabilities of a position (or its evaluations) and the shares of the win."""


class CalibrationBin(NamedTuple):
    """The outcomes of similar probabilities; all numbers are means or shares, 0 to 1."""

    part: float
    """The share of all predictions that is in the bin."""
    predicted: float
    won: float
    low: float
    """Lower bound of the interval for `won`: positions of one game count as one."""
    high: float


class CalibrationFit(Struct, frozen=True):
    """The quality of win probabilities in games that they were not fitted to."""

    games: int
    error: float
    """The mean distance between probabilities and shares of wins, over bins (calibration error)."""
    log_loss: float
    """The mean log loss of a position, in nats."""
    of_scores: float
    """The log loss with the score alone as predictor."""
    bins: tuple[CalibrationBin, ...] = ()
    """The bins of the reliability diagram, ascending; empty bins are left out."""


def rows_of(
    game: Game[Any], header: Header, games: Iterable[int]
) -> Iterator[tuple[CalibrationRow, ...]]:
    """The positions of each game, as the header's bots play it; `games` are numbers of games."""
    content = content_of(game, header, "the calibration")
    for number in games:
        game_header = replace(header, seed=seed_of(header.seed, number))
        yield tuple(_rows(game, play_out(game, game_header, content), number))


def _rows(game: Game[Any], table: History[Any], number: int) -> Iterator[CalibrationRow]:
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
    """The scale that fits all games, and the quality of such scales by cross-validation."""
    rows = [row for rows in games for row in rows]
    knee = knee_of(rows, by_worth)
    by_worths = judged(games, by_worth, knee)
    by_scores = judged(games, by_score, knee_of(rows, by_score))
    predictions = [*chain.from_iterable(by_worths)]
    fit = CalibrationFit(
        games=len(games),
        error=round(error_of(predictions), 4),
        log_loss=round(loss_of(predictions), 4),
        of_scores=round(loss_of([*chain.from_iterable(by_scores)]), 4),
        bins=bins_of(by_worths),
    )
    return fitted(rows, by_worth, knee), fit


def judged(
    games: Sequence[Sequence[CalibrationRow]], judge: Judge, knee: float = 0.0
) -> list[list[Predicted]]:
    """The cross-validated predictions of each game, in any order."""
    predictions: list[list[Predicted]] = []
    for part in range(PARTS):
        others = [rows for number, rows in enumerate(games) if number % PARTS != part]
        scale = fitted([row for rows in others for row in rows], judge, knee)
        predictions += (predicted_by(scale, rows, judge) for rows in games[part::PARTS])
    return predictions


def predicted_by(
    scale: WinProbabilityScale, rows: Sequence[CalibrationRow], judge: Judge
) -> list[Predicted]:
    """The predictions of a scale for these positions."""
    return [(scale.win_probabilities(row.turn, judge(row)), row.shares) for row in rows]


def by_worth(row: CalibrationRow) -> tuple[float, ...]:
    """The evaluations of the seats as predictors."""
    return row.worth


def by_score(row: CalibrationRow) -> tuple[float, ...]:
    """The scores alone as predictors."""
    return row.scores


def knee_of(rows: Sequence[CalibrationRow], judge: Judge) -> float:
    """The knee that fits these positions best; 0 where no knee improves the loss by WORTH."""
    losses = {
        knee: loss_of(predicted_by(fitted(rows, judge, knee), rows, judge))
        for knee in (0.0, *KNEES)
    }
    best = min(losses, key=losses.__getitem__)
    return best if losses[best] < losses[0.0] - WORTH else 0.0


def fitted(rows: Sequence[CalibrationRow], judge: Judge, knee: float = 0.0) -> WinProbabilityScale:
    """Fit a scale with that knee: the betas of the least log loss in these positions."""
    turns = sorted(row.turn for row in rows)
    knots = (turns[len(turns) * (2 * number + 1) // (2 * KNOTS)] for number in range(KNOTS))
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
    return replace(scale, beta=tuple(round(beta, 4) for beta in scale.beta))


def _step(
    scale: WinProbabilityScale, of_turn: Mapping[int, Sequence[Predicted]]
) -> Sequence[float]:
    """A step of Newton's method towards the betas of least loss, which is convex in them."""
    slope = [RIDGE * beta for beta in scale.beta]
    bend, beside = [RIDGE] * len(slope), [0.0] * len(slope)
    for turn, rows in of_turn.items():
        beta, (place, part) = scale.point(turn), scale.place(turn)
        turn_slope = turn_bend = 0.0
        for values, won in rows:
            chances = softmax([beta * value for value in values])
            mean = sum(p * value for p, value in zip(chances, values, strict=True))
            turn_slope += mean - sum(
                share * value for share, value in zip(won, values, strict=True)
            )
            turn_bend += sum(
                p * (value - mean) ** 2 for p, value in zip(chances, values, strict=True)
            )
        slope[place] += (1 - part) * turn_slope
        bend[place] += (1 - part) ** 2 * turn_bend
        if part:
            slope[place + 1] += part * turn_slope
            bend[place + 1] += part**2 * turn_bend
            beside[place] += part * (1 - part) * turn_bend
    return solved(bend, beside, slope)


def solved(
    diagonal: Sequence[float], beside: Sequence[float], right: Sequence[float]
) -> Sequence[float]:
    """Solve A x = right for a symmetric tridiagonal A (Thomas, 1949).

    `beside` is the secondary diagonal, as long as the diagonal, with 0 at its end.
    """
    bends, solution = [diagonal[0]], [right[0]]
    for place in range(1, len(right)):
        share = beside[place - 1] / bends[-1]
        bends.append(diagonal[place] - share * beside[place - 1])
        solution.append(right[place] - share * solution[-1])
    for place in reversed(range(len(right))):
        after = solution[place + 1] if place + 1 < len(right) else 0.0
        solution[place] = (solution[place] - beside[place] * after) / bends[place]
    return solution


def loss_of(predictions: Sequence[Predicted]) -> float:
    """The mean log loss of a position."""
    return sum(log_loss(chances, won) for chances, won in predictions) / len(predictions)


def error_of(predictions: Sequence[Predicted]) -> float:
    """The mean distance between probabilities and shares of wins, over bins weighted by their size."""
    bins = _binned(predictions).values()
    off = (abs(sum(won - chance for chance, won in pairs)) for pairs in bins)
    return sum(off) / sum(map(len, bins))


def bins_of(games: Sequence[Sequence[Predicted]]) -> tuple[CalibrationBin, ...]:
    """The bins of the reliability diagram over these games."""
    all_pairs = _binned([prediction for predictions in games for prediction in predictions])
    by_game = [_binned(predictions) for predictions in games]
    count = sum(map(len, all_pairs.values()))
    bins = []
    for place, pairs in sorted(all_pairs.items()):
        won = fmean(share for _, share in pairs)
        off = (sum(share - won for _, share in game.get(place, ())) for game in by_game)
        margin = Z * sqrt(sum(error * error for error in off)) / len(pairs)
        predicted = fmean(chance for chance, _ in pairs)
        numbers = len(pairs) / count, predicted, won, max(0.0, won - margin), min(1.0, won + margin)
        bins.append(CalibrationBin(*(round(number, 4) for number in numbers)))
    return tuple(bins)


def _binned(predictions: Sequence[Predicted]) -> dict[int, list[tuple[float, float]]]:
    """Pairs of a seat's probability and share of the win, by the bin of the probability."""
    bins: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for chances, shares_won in predictions:
        for chance, won in zip(chances, shares_won, strict=True):
            bins[min(BINS - 1, int(chance * BINS))].append((chance, won))
    return bins


def log_loss(predicted: Sequence[float], won: Sequence[float]) -> float:
    """The cross-entropy of predicted probabilities and the shares of the win, in nats."""
    return -sum(share * log(max(p, LEAST)) for p, share in zip(predicted, won, strict=True))
