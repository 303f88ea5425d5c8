"""The exam for bots: they choose what is legal, and the same whenever they are asked the same."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from hako.engine.bots.bot import Observation
from hako.engine.bots.levels import bot
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view
from hako.engine.rules.play import legal_actions
from hako.exam.sitting import Sitting, choices, every_game, every_sitting, followed, worlds


@every_sitting
@pytest.mark.parametrize("level", ["random", "greedy"])
def test_a_bot_chooses_what_is_legal_and_the_same_in_any_process(
    sitting: Sitting, level: str
) -> None:
    for moment, seat in choices(followed(sitting, 1, 40), 8):
        seen = Observation(sitting.game, seat, view(sitting.game, moment.state, seat))
        elsewhere = pickle.loads(pickle.dumps(seen))

        chosen = bot(level)(seen, Chance(7, moment.ply))

        assert chosen in legal_actions(moment.state, seat)
        assert bot(level)(elsewhere, Chance(7, moment.ply)) == chosen


@every_game
def test_a_search_chooses_what_is_legal_and_the_same_whatever_it_cannot_see(
    game: Game[Any],
) -> None:
    """One table a game, for it takes its time; a few rollouts pass all that it does."""
    sitting = Sitting(game, max(2, game.seats[0]))
    search = bot("strong:5")
    for moment, seat in choices(followed(sitting, 1, 40), 3):
        mine = view(game, moment.state, seat)
        (other,) = worlds(sitting, mine, seat, 1)

        seen, again = (
            Observation(game, seat, its, sitting.seats) for its in (mine, view(game, other, seat))
        )
        chosen = search(pickle.loads(pickle.dumps(seen)), Chance(7, moment.ply))

        assert chosen in legal_actions(moment.state, seat)
        assert search(again, Chance(7, moment.ply)) == chosen
