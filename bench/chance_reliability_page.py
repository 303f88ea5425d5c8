"""The page about reliability: tables of what was predicted beside what came, and a plot a game.

Each position has several outcomes. A bin's interval counts the positions of one game as one. The
Brier score is the mean squared distance between a chance and an outcome; that of a forecaster who
always predicts an even chance is the one to beat.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import fsum, sqrt
from pathlib import Path
from statistics import variance
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from bench.play import game_of
from hako.engine.bots.estimates import JoinWeights, weights_of
from hako.engine.lab.summary import Z

DOCS = Path(__file__).parent.parent / "docs"
BEGIN, END = "<!-- tables -->", "<!-- end of tables -->"
BINS = 10
CELLS = 50
"""The width of a plot, in cells."""
CURVE = 12
"""The playouts of a point of a review's curve."""

SLOPES = tuple(slope / 20 for slope in range(10, 31))
WORTHS = (1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0)


class Prediction(Struct, frozen=True, array_like=True):
    """A position: what was predicted of it, and what came."""

    game: str
    seed: int
    quarter: int
    players: str
    """A letter for each seat: g for greedy, e for gentle."""
    evaluation: float
    """The win probability by the evaluations alone."""
    hint: float | None
    """The chance that a hint gives its choice; None where it has words only."""
    cuts: float
    """The mean of the win probabilities at the cuts of the curve's playouts."""
    ends: float
    """The share of wins in the curve's playouts."""
    sure: float | None
    """The chance that the rules make certain; None where they leave it open."""
    won: tuple[float, ...]
    """The share of the win in each outcome."""

    def curve(self, weights: JoinWeights) -> float:
        """The chance by the curve."""
        if self.sure is not None:
            return self.sure
        return min(1.0, max(0.0, weights.joined(self.cuts, self.ends, CURVE)))


Forecast: TypeAlias = Callable[[Prediction], float]


class ReliabilityBin(NamedTuple):
    """The positions whose chances are in one tenth."""

    number: int
    positions: int
    predicted: float
    won: float
    margin: float
    """Half the 95 % interval of `won`."""


def brier(rows: Sequence[Prediction], forecast: Forecast) -> float:
    """The mean squared distance between a forecast and each outcome."""
    squares = [(forecast(row) - won) ** 2 for row in rows for won in row.won]
    return fsum(squares) / len(squares)


def least_brier(rows: Sequence[Prediction]) -> float:
    """The Brier score of one who knows the chance of each position: the scatter of its outcomes."""
    return _mean([variance(row.won) for row in rows])


def bins(rows: Sequence[Prediction], forecast: Forecast) -> Iterator[ReliabilityBin]:
    """The bins that have positions, ascending."""
    by_bin: defaultdict[int, list[Prediction]] = defaultdict(list)
    for row in rows:
        by_bin[min(BINS - 1, int(forecast(row) * BINS))].append(row)
    for number, members in sorted(by_bin.items()):
        predicted = _mean([forecast(row) for row in members])
        won = _mean([_mean(row.won) for row in members])
        off: defaultdict[int, float] = defaultdict(float)
        for row in members:
            off[row.seed] += _mean(row.won) - won
        margin = Z * sqrt(fsum(error * error for error in off.values())) / len(members)
        yield ReliabilityBin(number, len(members), predicted, won, margin)


def worst(rows: Sequence[Prediction], forecast: Forecast, least: int = 40) -> float | None:
    """The largest distance between predicted and won in a bin of so many positions."""
    off = [abs(one.predicted - one.won) for one in bins(rows, forecast) if one.positions >= least]
    return max(off, default=None)


def fitted(rows: Sequence[Prediction], seats: int) -> JoinWeights:
    """The weights with the least Brier score of the curve in these positions."""
    tried = (JoinWeights(seats, slope, worth) for slope in SLOPES for worth in WORTHS)
    return min(tried, key=lambda weights: brier(rows, lambda row: row.curve(weights)))


def forecasts(game: str, seats: int) -> Mapping[str, Forecast]:
    """The forecasts of the page, by the names of its rows."""
    weights = weights_of(game_of(game), seats)
    return {
        "even": lambda _: 1 / seats,
        "evaluation": lambda row: row.evaluation,
        "hint": lambda row: row.evaluation if row.hint is None else row.hint,
        "curve": lambda row: row.curve(weights),
    }


def tables(rows: Sequence[Prediction], seats: Mapping[str, int]) -> str:
    """The tables of all games, as Markdown."""
    parts = []
    for game in dict.fromkeys(row.game for row in rows):
        own = [row for row in rows if row.game == game]
        sure = [row for row in own if row.hint is not None or row.sure is not None]
        games = len({row.seed for row in own})
        lines = [f"## {game}", "", f"{len(own)} positions, {games} games", ""]
        lines += ["| | Brier | worst bin of 40 |", "| --- | --- | --- |"]
        for name, forecast in forecasts(game, seats[game]).items():
            most = worst(sure, forecast)
            off = "" if most is None else f"{100 * most:.1f}"
            lines.append(f"| {name} | {brier(sure, forecast):.4f} | {off} |")
        lines.append(f"| perfect | {least_brier(sure):.4f} |  |")
        for name in ("hint", "curve"):
            lines += ["", f"| {name} | n | % | won | ± |", "| --- | --- | --- | --- | --- |"]
            for one in bins(sure, forecasts(game, seats[game])[name]):
                numbers = (100 * one.predicted, 100 * one.won, 100 * one.margin)
                figures = " | ".join(f"{number:.0f}" for number in numbers)
                tens = f"{10 * one.number}-{10 * one.number + 10}"
                lines.append(f"| {tens} | {one.positions} | {figures} |")
            lines += [
                "",
                "```text",
                *plot([*bins(sure, forecasts(game, seats[game])[name])]),
                "```",
            ]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def plot(rows: Sequence[ReliabilityBin]) -> Iterator[str]:
    """A row for each bin: its interval as a line, `o` for what was predicted, `X` for what came."""
    for one in rows:
        row = ["."] * (CELLS + 1)
        low, high = (min(1.0, max(0.0, one.won + side * one.margin)) for side in (-1, 1))
        first, last = round(low * CELLS), round(high * CELLS)
        row[first : last + 1] = "-" * (last + 1 - first)
        row[round(one.won * CELLS)] = "X"
        row[round(one.predicted * CELLS)] = "o" if row[round(one.predicted * CELLS)] != "X" else "*"
        yield f"{10 * one.number:>3} %  {''.join(row)}  n {one.positions}"


def write(rows: Sequence[Prediction], seats: Mapping[str, int]) -> None:
    """Put the tables between their marks in the pages of both languages."""
    for page in sorted(DOCS.glob("reliability.*.md")):
        text = page.read_text(encoding="utf-8")
        head, _, rest = text.partition(BEGIN)
        _, _, tail = rest.partition(END)
        page.write_text(f"{head}{BEGIN}\n\n{tables(rows, seats)}\n\n{END}{tail}", encoding="utf-8")


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)
