"""The exam for bots: they choose what is legal, and the same whenever they are asked the same."""

from __future__ import annotations

import pickle

import pytest

from hako.engine.bots.bot import LEVELS, Observation, bot
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view
from hako.engine.rules.play import legal_actions
from hako.exam.sitting import Sitting, choices, every_sitting, followed


@every_sitting
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_chooses_what_is_legal_and_the_same_in_any_process(
    sitting: Sitting, level: str
) -> None:
    for moment, seat in choices(followed(sitting, 1, 40), 8):
        seen = Observation(sitting.game, seat, view(sitting.game, moment.state, seat))
        elsewhere = pickle.loads(pickle.dumps(seen))

        chosen = bot(level)(seen, Chance(7, moment.ply))

        assert chosen in legal_actions(moment.state, seat)
        assert bot(level)(elsewhere, Chance(7, moment.ply)) == chosen
