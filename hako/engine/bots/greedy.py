"""The greedy bot: the best evaluation one move ahead, and in its last turn the best line."""

from __future__ import annotations

from typing import Any

from hako.engine.bots.observation import Observation
from hako.engine.bots.one_ply import one_ply_values
from hako.engine.bots.simple_bots import best_of
from hako.engine.bots.turn_lines import BeamSize, is_last_turn, lines
from hako.engine.rules.chance import Chance

BEAM = BeamSize(worlds=2, played_on=4)
"""The size of the search for lines in a last turn."""


def greedy_bot(observation: Observation, chance: Chance) -> Any:
    """Choose the action with the best evaluation one move ahead; in a last turn the best line."""
    actions = observation.actions
    if len(actions) == 1:
        return actions[0]
    if is_last_turn(observation.game, observation.view, observation.seat):
        return lines(observation, chance, BEAM)[0].actions[0]
    values = one_ply_values(observation, chance)
    return chance.stream("choice").choice(best_of(observation, values))
