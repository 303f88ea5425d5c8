"""The curve: the chance of each seat to win before the turns of a finished game.

Each point comes from playouts in worlds of the view of the seat whose turn begins. Where the rules
make the winner certain, no playout is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from time import perf_counter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.bots.estimates import Estimate, JoinWeights, estimated
from hako.engine.bots.observation import Observation
from hako.engine.bots.rollouts import Playout, playout
from hako.engine.bots.win_probability_scale import shares
from hako.engine.log.history import History
from hako.engine.review.played_lines import spans_of, state_before
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view
from hako.engine.rules.model import Seat

FIRST, MOST = 1, 24
"""The numbers of playouts of a point in the first pass, and in the end."""

SLICE = 0.5
"""The seconds after which the work at a point pauses and returns."""


class CurvePoint(Struct, frozen=True, omit_defaults=True):
    """The state of the measurement before a turn: plain data that can be stored and resumed."""

    moment: int
    """The number of the record before the turn."""
    playouts: tuple[tuple[tuple[float, ...], tuple[float, ...]], ...] = ()
    """For each playout, the win probabilities at the cut and the shares of the win, by seat."""
    sure: tuple[float, ...] = ()
    """The shares of the win that the rules make certain, by seat; empty where it is open."""

    @property
    def is_screened(self) -> bool:
        """True if the first pass is done."""
        return bool(self.sure) or len(self.playouts) >= FIRST

    @property
    def is_done(self) -> bool:
        """True if no more playouts are needed."""
        return bool(self.sure) or len(self.playouts) >= MOST

    def estimate(self, seat: Seat, weights: JoinWeights) -> Estimate:
        """The chance of a seat; the point must have a playout."""
        if self.sure:
            return Estimate(self.sure[seat], 0.0, 0)
        return estimated(weights, [Playout(cut, end) for cut, end in self.playouts], seat)


def points_of(table: History[Any]) -> Iterator[CurvePoint]:
    """The points of a finished game: before each span of turns, and the result."""
    game, seats = table.game, len(table.players)
    for span in spans_of(table):
        parent = span[0].parent
        assert parent is not None, "a seat decides after the deal"
        winner = game.sure_winner(view(game, state_before(table, span[0]), None))
        sure = () if winner is None else tuple(float(seat == winner) for seat in range(seats))
        yield CurvePoint(parent, sure=sure)
    yield CurvePoint(table.path()[-1].number, sure=shares(game, table.state, seats))


def measured(
    observation: Observation, point: CurvePoint, *, only_screen: bool = False
) -> CurvePoint:
    """Continue the measurement of a point for SLICE seconds, from the view of the seat to move."""
    pause = perf_counter() + SLICE
    while not (point.is_screened if only_screen else point.is_done):
        chance = Chance(0, point.moment).fork(f"curve {len(point.playouts)}")
        one = playout(observation, (), chance)
        world = tuple(round(p, 4) for p in one.cut), tuple(round(p, 4) for p in one.end)
        point = replace(point, playouts=(*point.playouts, world))
        if perf_counter() > pause:
            break
    return point


def measured_part(points: Iterable[CurvePoint]) -> Iterator[CurvePoint]:
    """The points up to the first one that is not measured: a line beyond it would be made up."""
    return takewhile(lambda point: point.is_screened, points)


def curve_of(points: Iterable[CurvePoint], seat: Seat, weights: JoinWeights) -> Iterator[float]:
    """The chances of a seat at the points that have been measured, in percent."""
    for point in measured_part(points):
        yield round(100 * point.estimate(seat, weights).mean, 1)
