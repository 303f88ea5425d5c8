"""Chances: what each seat's chance to win is in a position, on one scale for all games.

    p = softmax(beta * evaluate)    over the seats; alone, over the seat and an evaluation of 0

`beta` belongs to a game, a number of seats and a turn: it changes evenly from turn to turn, so
that no lead is worth much more just because a round is over. In some games large leads say less,
point by point, than small ones: there a `knee` bends them. Both make the chances fit who won
bots' games; `make calibration` finds them and writes them into the game's folder.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from math import asinh, exp, fsum, log
from pathlib import Path
from typing import Any

from msgspec import Struct, convert

from hako.engine.bots.bot import WORLDS, Observation, after, determinizations, is_idle
from hako.engine.content.files import read_toml
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view
from hako.engine.rules.model import Seat, State

FILE = "chances.toml"


class WinProbabilityScale(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How evaluations become chances at tables with so many seats."""

    seats: int
    beta: tuple[float, ...]
    """What a point of the evaluation is worth in each of the turns, in log odds."""
    turns: tuple[int, ...] = (1,)
    """For these turns (see Game.progress) it was measured, ascending; before the first one and
    after the last one it stays as it is there."""
    knee: float = 0.0
    """From about so many points off the mean on, points count ever less; 0 where all count alike."""

    def point(self, turn: int) -> float:
        """What a point of the evaluation is worth in a turn, in log odds."""
        place, part = self.place(turn)
        early, late = self.beta[place], self.beta[min(place + 1, len(self.beta) - 1)]
        return early + part * (late - early)

    def place(self, turn: int) -> tuple[int, float]:
        """Which of the turns lies before a turn, or is it, and how far it is from there to the next.

        The second number is at least 0 and less than 1.
        """
        turns = self.turns
        place = bisect_right(turns, turn) - 1
        if place < 0 or place == len(turns) - 1:
            return max(0, place), 0.0
        return place, (turn - turns[place]) / (turns[place + 1] - turns[place])

    def win_probabilities(self, turn: int, worth: Sequence[float]) -> tuple[float, ...]:
        """The chance of each seat, from its evaluation in its own view."""
        beta, worth = self.point(turn), self.bent(worth)
        if len(worth) == 1:
            return (sigmoid(beta * worth[0]),)
        return softmax([beta * its for its in worth])

    def bent(self, worth: Sequence[float]) -> Sequence[float]:
        """The evaluations as far as they count: near their mean as they are, further off less."""
        if not self.knee:
            return worth
        mean = sum(worth) / len(worth) if len(worth) > 1 else 0.0
        return [self.knee * asinh((its - mean) / self.knee) for its in worth]


UNMEASURED = 0.2
"""The log odds that a point is worth where nobody has measured."""


def scale_of(game: Game[Any], seats: int) -> WinProbabilityScale:
    """The game's scale for so many seats, or for the nearest number that was measured."""
    found = _scales(game.folder / FILE)
    return min(
        found,
        key=lambda its: abs(its.seats - seats),
        default=WinProbabilityScale(seats, (UNMEASURED,)),
    )


def is_measured(game: Game[Any]) -> bool:
    """Whether bots' games have told what a point of the game's evaluation is worth."""
    return bool(_scales(game.folder / FILE))


@cache
def _scales(path: Path) -> tuple[WinProbabilityScale, ...]:
    """The scales measured for a game; none for one that has no such file."""
    if not path.exists():
        return ()
    return tuple(convert(entry["scale"], WinProbabilityScale) for entry in read_toml(path)["table"])


def win_probabilities(
    game: Game[Any], state: State, seats: int, turn: int | None = None
) -> tuple[float, ...]:
    """The chance of each seat to win from a whole state, such as a made-up world.

    Each seat judges by what it would see itself, and a lead is worth what it is worth in that
    turn, or else in the state's own one. At the end those who won share it.
    """
    if not state.agenda:
        return shares(game, state, seats)
    if turn is None:
        turn, _ = game.progress(view(game, state, None))
    return scale_of(game, seats).win_probabilities(turn, values(game, state, seats))


def values(game: Game[Any], state: State, seats: int) -> Sequence[float]:
    """The evaluation of each seat, in its own view."""
    return [game.evaluate(view(game, state, seat), seat) for seat in range(seats)]


def chances_after(
    observation: Observation, action: Any, chance: Chance, count: int = WORLDS
) -> list[float]:
    """The chance to win after an action in so many worlds, with the same draws for any action.

    All are told on the scale of the turn in which it is chosen: that the action ends a round
    makes no lead worth more.
    """
    game, seat, seats = observation.game, observation.seat, observation.seats
    turn, found = observation.turn, []
    for number, state in enumerate(determinizations(observation, chance, count)):
        end = after(game, state, seat, action, chance.fork(f"play {number}"))
        found.append(win_probabilities(game, end, seats, turn)[seat])
    return found


def by_first_sight(observation: Observation, first: int, chance: Chance) -> list[tuple[int, float]]:
    """The actions by number, `first` before all; and by how much each leaves a better chance to win.

    The others stand in that order, but those that do nothing come last. Greedy's order is another
    one: it goes by what the seat has, and towards the end what others have decides as much.
    """
    actions = observation.actions
    seen = [fsum(chances_after(observation, its, chance)) / WORLDS for its in actions]
    idle = [is_idle(observation, its) for its in actions]
    numbers = sorted(range(len(actions)), key=lambda its: (its != first, idle[its], -seen[its]))
    return [(its, seen[its] - seen[first]) for its in numbers]


def shares(game: Game[Any], state: State, seats: int) -> tuple[float, ...]:
    """What part of the win each seat has in a game that is over; of a draw, as much as others."""
    outcome = game.outcome(state)
    winners: Sequence[Seat] = outcome.winners if outcome is not None else ()
    if not winners and seats > 1:
        winners = range(seats)
    return tuple((seat in winners) / max(1, len(winners)) for seat in range(seats))


def softmax(logits: Sequence[float]) -> tuple[float, ...]:
    """Shares of 1 in proportion to e to the power of each."""
    most = max(logits)
    weights = [exp(its - most) for its in logits]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def sigmoid(logit: float) -> float:
    """The chance that has these log odds."""
    return softmax((logit, 0.0))[0]


def log_loss(said: Sequence[float], won: Sequence[float]) -> float:
    """How badly chances fitted what came out, in nats."""
    return -sum(share * log(max(p, LEAST)) for p, share in zip(said, won, strict=True))


LEAST = 1e-9
"""The least chance that a loss is reckoned with; that of none has no end."""
