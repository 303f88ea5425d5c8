"""Observation: all that a bot may look at, and random worlds that agree with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from hako.engine.log.history import History
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, world
from hako.engine.rules.model import Seat, State
from hako.engine.rules.play import legal_actions


class Observation(Struct, frozen=True, dict=True):
    """A decision as its seat may see it."""

    game: Game[Any]
    seat: Seat
    view: State
    """The state masked for that seat."""
    seats: int = 0
    """The number of seats at the table; only bots that search use it."""

    @cached_property
    def actions(self) -> Sequence[Any]:
        """The legal actions."""
        return legal_actions(self.view, self.seat)

    @property
    def turn(self) -> int:
        """The number of the turn or round; see Game.progress."""
        turn, _ = self.game.progress(self.view)
        return turn


def observation_of(table: History[Any], seat: Seat) -> tuple[Observation, Chance]:
    """The observation of a seat and the bot's own random draws, which foresee nothing of the game's.

    Both depend only on the table, so one seed and the same bots always play the same game.
    """
    observation = Observation(table.game, seat, table.view(seat), len(table.players))
    return observation, table.chance().fork(f"bot {seat}")


def determinizations(observation: Observation, chance: Chance, count: int) -> list[State]:
    """Random whole states that agree with the seat's view."""
    game, own_view, seat = observation.game, observation.view, observation.seat
    return [world(game, own_view, seat, chance.fork(f"world {number}")) for number in range(count)]
