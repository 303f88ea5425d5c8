"""Estimates: chances to win that were measured in playouts, each with its error.

All chances that players are told are of this type. A playout gives two numbers: the evaluation at
its cut, which is steady and somewhat wrong, and the winner at its end, which is right and scatters.
Each game has two numbers by which they are joined (`make calibration`):

    f    = even + slope * (mean at the cut - even)        even = 1 / seats
    mean = (worth * f + wins) / (worth + playouts)

So the evaluation counts like `worth` playouts, and the more are played the less it counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import fsum, sqrt
from pathlib import Path
from typing import Any

from msgspec import Struct, convert

from hako.engine.bots.rollouts import Playout
from hako.engine.bots.win_probability_scale import FILE
from hako.engine.content.files import read_toml
from hako.engine.rules.game import Game
from hako.engine.rules.model import Seat, State

ERRORS = 2.0
"""The number of standard errors from which on a difference is certain."""

ERRORS_OF_MANY = 3.0
"""The same where many differences are looked at and the largest ones told: of sixty between equal
chances two reach ERRORS, and one in ten times one reaches this."""


class Estimate(Struct, frozen=True):
    """A chance to win, 0 to 1, that was measured."""

    mean: float
    error: float
    """The standard error of the mean."""
    playouts: int
    """The number of games played on; 0 where the rules decide it."""

    @property
    def is_decided(self) -> bool:
        """True if the rules make it certain."""
        return not self.playouts


class Difference(Struct, frozen=True):
    """A difference of two chances, measured in the same worlds."""

    mean: float
    error: float
    """The standard error of the mean over the worlds."""

    @property
    def is_certain(self) -> bool:
        """True if the difference is at least ERRORS standard errors, and not 0."""
        return self.mean != 0 and abs(self.mean) >= ERRORS * self.error


class JoinWeights(Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of the evaluation at the cut beside wins, for a number of seats."""

    seats: int
    slope: float
    """The share of an evaluation's distance from an even chance that proves true."""
    worth: float
    """The number of playouts that the evaluation counts for."""

    def joined(self, cut: float, won: float, playouts: int) -> float:
        """The chance to win from the mean at the cut and the share of wins in so many playouts."""
        even = 1 / self.seats if self.seats > 1 else 0.5
        steady = even + self.slope * (cut - even)
        return (self.worth * steady + playouts * won) / (self.worth + playouts)

    def values(self, playouts: Sequence[Playout], seat: Seat) -> list[float]:
        """A value for each playout, with the chance to win as their mean."""
        count = len(playouts)
        return [self.joined(one.cut[seat], one.end[seat], count) for one in playouts]


UNMEASURED = 1.0, 4.0
"""The slope and the worth in a game where nobody measured them."""


def weights_of(game: Game[Any], seats: int) -> JoinWeights:
    """The game's weights for a number of seats, or for the nearest number that was measured."""
    known = _weights(game.folder / FILE)
    plain = JoinWeights(seats, *UNMEASURED)
    nearest = min(known, key=lambda weights: abs(weights.seats - seats), default=plain)
    return JoinWeights(seats, nearest.slope, nearest.worth)


@cache
def _weights(path: Path) -> tuple[JoinWeights, ...]:
    if not path.exists():
        return ()
    tables = read_toml(path)["table"]
    return tuple(convert(table["join"], JoinWeights) for table in tables if "join" in table)


def estimated(weights: JoinWeights, playouts: Sequence[Playout], seat: Seat) -> Estimate:
    """The chance to win of a seat; the error is that of a beta distribution with such counts."""
    count = len(playouts)
    mean = fsum(weights.values(playouts, seat)) / count
    mean = min(1.0, max(0.0, mean))  # a slope above 1 may lead out
    return Estimate(mean, sqrt(mean * (1 - mean) / (weights.worth + count + 1)), count)


def difference(
    weights: JoinWeights, first: Sequence[Playout], second: Sequence[Playout], seat: Seat
) -> Difference:
    """The difference of a seat's chances, from playouts in the same worlds in the same order."""
    count = min(len(first), len(second))
    values = zip(
        weights.values(first[:count], seat), weights.values(second[:count], seat), strict=True
    )
    return mean_of([one - other for one, other in values])


def mean_of(values: Sequence[float]) -> Difference:
    """The mean of values in several worlds, with its standard error; infinite for a single one."""
    # `statistics` is exact but ten times slower, and a page waits for this
    if len(values) < 2:
        return Difference(fsum(values), float("inf"))
    mean = fsum(values) / len(values)
    squares = fsum((value - mean) ** 2 for value in values)
    return Difference(mean, sqrt(squares / (len(values) - 1) / len(values)))


def decided(game: Game[Any], state: State, seat: Seat) -> Estimate | None:
    """The chance that the rules make certain: 0 or 1; None while they leave it open."""
    winner = game.sure_winner(state) if state.agenda else None
    return None if winner is None else Estimate(float(winner == seat), 0.0, 0)
