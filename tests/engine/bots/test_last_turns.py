"""Last turns: what a bot makes of the last turn of a game, beside a far wider search for lines."""

from __future__ import annotations

import os
from math import sqrt
from typing import Any, NamedTuple

import pytest

from hako.content import THE_SHELF, load
from hako.engine.bots.greedy import greedy_bot
from hako.engine.bots.observation import Observation
from hako.engine.bots.turn_lines import BeamSize, lead, lines
from hako.engine.log.history import History
from hako.engine.review.played_lines import state_before, turns_of
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view
from hako.engine.rules.model import Seat, State
from hako.engine.rules.play import play, waiting
from tests.engine.bots.test_turn_lines import played

GAMES = int(os.environ.get("HAKO_LAST_TURNS", "1"))
"""The number of games of each kind that are tried, up to 20; `make last-turns` tries all."""

SEATS = {"flip_city": 2, "world_monger": 2, "cultus": 2, "monumental": 2, "quo_vadis": 3}

DRAWS = 2 if GAMES > 1 else 1
"""The number of times that a turn is played, each with other draws; the same for both players.

A single one has no error: then the wide search may make nothing more of the turn at all.
"""

WIDE = BeamSize(width=25, depth=60, nodes=500, worlds=2, played_on=6)
if GAMES > 1:
    WIDE = WIDE._replace(width=50, nodes=2000)

LONGEST = 60
"""The most decisions that a last turn takes."""


class Result(NamedTuple):
    """The result of a last turn."""

    is_over: bool
    """True if the game ended; leads of a game that goes on are not compared."""
    has_won: bool
    lead: float
    """The distance to the best of the others; 0 where points do not decide the game."""


def last_turn(table: History[Any]) -> tuple[State, Seat]:
    """The state before the last turn of a game, and its seat."""
    first = [*turns_of(table)][-1][0]
    assert first.record.seat is not None
    return state_before(table, first), first.record.seat


def beam(observation: Observation, chance: Chance) -> Any:
    """Choose the first action of the best line of a wide search."""
    if len(observation.actions) == 1:
        return observation.actions[0]
    return lines(observation, chance, WIDE)[0].actions[0]


def result(game: Game[Any], state: State, seat: Seat, seats: int, bot: Any, draw: int) -> Result:
    """The result for the seat at the end of the turn; the others play as greedy does."""
    chance, (turn, _) = Chance(draw, 1), game.progress(view(game, state, None))
    for number in range(LONGEST):
        if not state.agenda or game.progress(view(game, state, None))[0] != turn:
            break
        mover = waiting(state)[0]
        asked = Observation(game, mover, view(game, state, mover), seats)
        chosen = (bot if mover == seat else greedy_bot)(asked, chance.fork(f"bot {number}"))
        state, _ = play(state, mover, chosen, chance.fork(f"play {number}"))
    outcome = game.outcome(state)
    has_won = outcome is not None and seat in outcome.winners
    return Result(
        outcome is not None, has_won, lead(game, state, seat) if game.is_won_by_score else 0.0
    )


@pytest.mark.parametrize("name", [box.id for box in THE_SHELF.boxes])
def test_no_wide_search_makes_more_of_a_last_turn_than_chance_explains(name: str) -> None:
    """Twice the standard error over games."""
    game, seats = load(name), SEATS[name]
    wins, leads = list[list[float]](), list[list[float]]()
    for number in range(GAMES):
        state, seat = last_turn(played(game, seats, 90101 + number))
        pairs = [
            [result(game, state, seat, seats, bot, draw) for bot in (beam, greedy_bot)]
            for draw in range(DRAWS)
        ]
        wins.append([float(wide.has_won) - narrow.has_won for wide, narrow in pairs])
        ended = [pair for pair in pairs if pair[0].is_over and pair[1].is_over]
        alike = [pair for pair in ended if pair[0].has_won == pair[1].has_won]
        leads.append([wide.lead - narrow.lead for wide, narrow in alike])

    for gains in (wins, leads):
        several = [mean(draws) for draws in gains if draws]
        assert mean(several) <= 2 * error(several), gains


def mean(values: list[float]) -> float:
    """The mean of numbers; 0 without one."""
    return sum(values) / max(1, len(values))


def error(values: list[float]) -> float:
    """The standard error of the mean of numbers; 0 for one number."""
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    return sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values))
