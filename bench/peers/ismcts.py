"""OpenSpiel's ISMCTSBot at hako's tables, and `strong` with the same processor time.

    make strength ONLY=ismcts

The bot gets positions as they are, in Python, and deals worlds as hako's bots do. A seat's
knowledge is its view, so histories with the same view share a node. Random games may last for
thousands of moves, so its rollouts are cut where those of `strong` are, and valued by the same win
probabilities. All of this favours the bot.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from msgspec import msgpack
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from hako.engine.bots.observation import Observation
from hako.engine.bots.rollouts import PLIES
from hako.engine.bots.search import Search
from hako.engine.bots.simple_bots import Bot
from hako.engine.bots.win_probability_scale import win_probabilities
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view, world
from hako.engine.rules.play import legal_actions, play, waiting

UCT_C = 1.0
"""Exploration constant where a win is worth 1; 0.05 to 2 did alike against greedy: no win of 6."""

WITHOUT_END = 1 << 30


class Rules:
    """Protocol of a pyspiel.Game, as the bot uses it: seats choose one after the other."""

    dynamics = pyspiel.GameType.Dynamics.SEQUENTIAL
    information = pyspiel.GameType.Information.IMPERFECT_INFORMATION

    def get_type(self) -> Rules:
        return self


class Position:
    """Protocol of a pyspiel.State, as the bot uses it; an action is its index among the legal ones."""

    def __init__(self, game: Game[Any], state: Any, seats: int, dice: Random) -> None:
        self.game, self.seats, self.dice = game, seats, dice
        self._stand(state)

    def _stand(self, state: Any) -> None:
        self.state = state
        self.seat = waiting(state)[0] if state.agenda else None
        self._actions: Sequence[Any] = legal_actions(state, self.seat) if state.agenda else ()
        self._seen: bytes | None = None

    def get_game(self) -> Rules:
        return Rules()

    def clone(self) -> Position:
        return Position(self.game, self.state, self.seats, self.dice)

    def is_terminal(self) -> bool:
        return self.seat is None

    def is_chance_node(self) -> bool:
        return False

    def current_player(self) -> int:
        return self.seat

    def legal_actions(self, player: int | None = None) -> list[int]:
        return [*range(len(self._actions))]

    def apply_action(self, action: int) -> None:
        chance = Chance(self.dice.getrandbits(63), 0)
        self._stand(play(self.state, self.seat, self._actions[action], chance)[0])

    def information_state_string(self) -> bytes:
        if self._seen is None:
            item = view(self.game, self.state, self.seat)
            self._seen = msgpack.encode(item, order="deterministic")
        return self._seen

    def returns(self) -> np.ndarray:
        return np.array(win_probabilities(self.game, self.state, self.seats))


class TimeIsUp(Exception):
    """There is no time for one more world."""


class ClockedBot(ISMCTSBot):
    """It searches for so long instead of so often."""

    def __init__(self, seconds: float, dice: np.random.RandomState) -> None:
        evaluator = RandomRolloutEvaluator(1, dice, max_length=PLIES)
        super().__init__(Rules(), evaluator, UCT_C, WITHOUT_END, random_state=dice)
        self._until = process_time() + seconds

    def resample_from_infostate(self, state: Position) -> Position:
        if process_time() > self._until and self._root_node.total_visits > 0:
            raise TimeIsUp
        chance = Chance(state.dice.getrandbits(63), 0)
        dealt = world(state.game, state.state, state.seat, chance)
        return Position(state.game, dealt, state.seats, state.dice)

    def run_search(self, state: Position) -> list[tuple[int, float]]:
        try:
            return super().run_search(state)
        except TimeIsUp:
            return self.get_final_policy(state, self._root_node)


def ismcts(seconds: float) -> Bot:
    """OpenSpiel's bot."""

    def choose(asked: Observation, chance: Chance) -> Any:
        seed = chance.stream("choice").bits()
        dice = np.random.RandomState(seed % 2**32)
        bot = ClockedBot(seconds, dice)
        place = bot.step(Position(asked.game, asked.view, asked.seats, Random(seed)))
        return asked.actions[place]

    return choose


def strong(seconds: float) -> Bot:
    """Ours, by processor time: a rollout at a time."""

    def choose(asked: Observation, chance: Chance) -> Any:
        until = process_time() + seconds
        thought = Search(simulations=0).further(asked, chance)
        while len(thought.candidates) > 1 and process_time() < until:
            search = Search(simulations=thought.simulations + 1)
            thought = search.further(asked, chance, thought)
        return thought.action

    return choose


def clocked(level: str) -> Bot:
    """The bot of `strong:0.3s` or `ismcts:0.3s`: seconds of processor time for a decision."""
    match = re.fullmatch(r"(strong|ismcts):([\d.]+)s", level)
    assert match, level
    return {"strong": strong, "ismcts": ismcts}[match[1]](float(match[2]))
