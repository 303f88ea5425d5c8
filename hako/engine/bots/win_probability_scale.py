"""Win probabilities: the probability of each seat to win from a position, for any game.

    p = softmax(beta * evaluate)    over the seats; alone, over the seat and an evaluation of 0

`beta` belongs to a game, a number of seats and a turn. It is interpolated between turns, so that
no lead is worth much more just because a round is over. In some games the points of a large lead
count less than those of a small one: there a `knee` bends the evaluations. Both are fitted to the
winners of bots' games; `make calibration` writes them into the game's folder.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from math import asinh, exp
from pathlib import Path
from typing import Any

from msgspec import Struct, convert

from hako.engine.bots.observation import Observation, determinizations
from hako.engine.bots.one_ply import WORLDS, after
from hako.engine.content.files import read_toml
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view
from hako.engine.rules.model import Seat, State

FILE = "chances.toml"


class WinProbabilityScale(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The conversion from evaluations to win probabilities, for a number of seats."""

    seats: int
    beta: tuple[float, ...]
    """The log odds that a point of the evaluation is worth in each of `turns`."""
    turns: tuple[int, ...] = (1,)
    """The turns with a measured beta (see Game.progress), ascending; beta is constant before the
    first and after the last."""
    knee: float = 0.0
    """The distance from the mean, in points, beyond which points count less; 0 for no bend."""

    def point(self, turn: int) -> float:
        """The log odds that a point of the evaluation is worth in a turn."""
        place, part = self.place(turn)
        early, late = self.beta[place], self.beta[min(place + 1, len(self.beta) - 1)]
        return early + part * (late - early)

    def place(self, turn: int) -> tuple[int, float]:
        """The index in `turns` of the last one not after `turn`, and the fraction of the way to the next.

        The fraction is at least 0 and less than 1.
        """
        turns = self.turns
        place = bisect_right(turns, turn) - 1
        if place < 0 or place == len(turns) - 1:
            return max(0, place), 0.0
        return place, (turn - turns[place]) / (turns[place + 1] - turns[place])

    def win_probabilities(self, turn: int, worth: Sequence[float]) -> tuple[float, ...]:
        """The win probability of each seat, from the evaluations in the seats' own views."""
        beta, worth = self.point(turn), self.bent(worth)
        if len(worth) == 1:
            return (sigmoid(beta * worth[0]),)
        return softmax([beta * value for value in worth])

    def bent(self, worth: Sequence[float]) -> Sequence[float]:
        """The evaluations with distances from their mean compressed beyond the knee (asinh)."""
        if not self.knee:
            return worth
        mean = sum(worth) / len(worth) if len(worth) > 1 else 0.0
        return [self.knee * asinh((value - mean) / self.knee) for value in worth]


UNMEASURED = 0.2
"""The log odds of a point in a game without a measured scale."""


def scale_of(game: Game[Any], seats: int) -> WinProbabilityScale:
    """The game's scale for a number of seats, or for the nearest number that was measured."""
    scales = _scales(game.folder / FILE)
    return min(
        scales,
        key=lambda scale: abs(scale.seats - seats),
        default=WinProbabilityScale(seats, (UNMEASURED,)),
    )


def is_calibrated(game: Game[Any], seats: int) -> bool:
    """True if the scale was fitted to games of so many seats, or the game has none at all."""
    return scale_of(game, seats).seats == seats


@cache
def _scales(path: Path) -> tuple[WinProbabilityScale, ...]:
    """The measured scales in a file; empty if there is no such file."""
    if not path.exists():
        return ()
    return tuple(convert(entry["scale"], WinProbabilityScale) for entry in read_toml(path)["table"])


def win_probabilities(
    game: Game[Any], state: State, seats: int, turn: int | None = None
) -> tuple[float, ...]:
    """The win probability of each seat in a whole state, such as a determinized world.

    Each seat's evaluation comes from its own view, on the scale of `turn`, by default the state's
    own turn. At the end the winners share 1; what the rules make certain overrules evaluations.
    """
    if not state.agenda:
        return shares(game, state, seats)
    if (winner := game.sure_winner(state)) is not None:
        return tuple(float(seat == winner) for seat in range(seats))
    if turn is None:
        turn, _ = game.progress(view(game, state, None))
    return scale_of(game, seats).win_probabilities(turn, values(game, state, seats))


def values(game: Game[Any], state: State, seats: int) -> Sequence[float]:
    """The evaluation of each seat in its own view."""
    return [game.evaluate(view(game, state, seat), seat) for seat in range(seats)]


def chances_after(
    observation: Observation, action: Any, chance: Chance, count: int = WORLDS
) -> list[float]:
    """The seat's win probability after an action in `count` worlds, with the same draws for any action.

    All are on the scale of the turn in which the action is chosen, so that ending a round makes
    no lead worth more.
    """
    game, seat, seats = observation.game, observation.seat, observation.seats
    turn, probabilities = observation.turn, []
    for number, state in enumerate(determinizations(observation, chance, count)):
        end = after(game, state, seat, action, chance.fork(f"play {number}"))
        probabilities.append(win_probabilities(game, end, seats, turn)[seat])
    return probabilities


def shares(game: Game[Any], state: State, seats: int) -> tuple[float, ...]:
    """The share of the win of each seat in a game that is over; equal shares for a draw."""
    outcome = game.outcome(state)
    winners: Sequence[Seat] = outcome.winners if outcome is not None else ()
    if not winners and seats > 1:
        winners = range(seats)
    return tuple((seat in winners) / max(1, len(winners)) for seat in range(seats))


def softmax(logits: Sequence[float]) -> tuple[float, ...]:
    """Numbers in proportion to e to the power of each logit, with the sum 1."""
    most = max(logits)
    weights = [exp(logit - most) for logit in logits]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def sigmoid(logit: float) -> float:
    """The probability with these log odds."""
    return softmax((logit, 0.0))[0]
