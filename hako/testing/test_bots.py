"""Tests of bots: their choices are legal, reproducible, and independent of hidden information.

The characters of bots sacrifice little for their preferences.
"""

from __future__ import annotations

import pickle
from statistics import fmean
from typing import Any

import pytest
from msgspec.structs import replace

from hako.engine.bots.characters import NEARLY, Character, characters, greedy_in_character
from hako.engine.bots.greedy import greedy_bot
from hako.engine.bots.levels import bot
from hako.engine.bots.observation import Observation
from hako.engine.bots.search import Search
from hako.engine.bots.win_probability_scale import chances_after
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.i18n.languages import LANGUAGES
from hako.engine.i18n.width import cell_width
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view
from hako.engine.rules.play import legal_actions
from hako.testing.cases import Case, choices, every_game, once_per_case, replayed, worlds

LONGEST_NAME, LONGEST_LINE = 9, 72
"""Limits in cells: the name stands beside a bot's level in a form of 80 columns, the line below."""


def keen(game: Game[Any], name: str) -> Character:
    """The character of that name with preferences a hundred times as strong."""
    base = characters(game)[name]
    likes = (replace(like, points=100 * like.points) for like in base.likes)
    return replace(base, likes=tuple(likes))


@once_per_case
@pytest.mark.parametrize("level", ["random", "greedy"])
def test_a_bot_chooses_what_is_legal_and_the_same_in_any_process(case: Case, level: str) -> None:
    for moment, seat in choices(replayed(case, 1, 40), 8):
        seen = Observation(case.game, seat, view(case.game, moment.state, seat))
        elsewhere = pickle.loads(pickle.dumps(seen))

        chosen = bot(level)(seen, Chance(7, moment.ply))

        assert chosen in legal_actions(moment.state, seat)
        assert bot(level)(elsewhere, Chance(7, moment.ply)) == chosen


@every_game
def test_a_search_chooses_what_is_legal_and_the_same_whatever_it_cannot_see(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run one table per game, since it is slow; a few rollouts run all of the code."""
    case = Case(game, max(2, game.seats[0]))
    monkeypatch.setattr(f"{Search.__module__}.character", keen)
    search = Search(simulations=5)
    for moment, seat in choices(replayed(case, 1, 40), 3):
        own = view(game, moment.state, seat)
        (other,) = worlds(case, own, seat, 1)

        seen, again = (
            Observation(game, seat, shown, case.seats) for shown in (own, view(game, other, seat))
        )
        thought = search.think(pickle.loads(pickle.dumps(seen)), Chance(7, moment.ply))

        assert thought.action in legal_actions(moment.state, seat)
        assert search(again, Chance(7, moment.ply)) == thought.action
        gains = {
            estimate.action: gain
            for estimate, gain in zip(thought.candidates, thought.gains(), strict=True)
        }
        for name in characters(game):
            chosen = replace(search, character=name).chosen(seen, thought)
            assert gains[thought.action] - gains[chosen] <= NEARLY


@every_game
def test_a_character_gives_up_little_however_much_it_likes_and_whatever_it_cannot_see(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compared with the greedy choice by the win probability after one move."""
    monkeypatch.setattr(f"{greedy_in_character.__module__}.character", keen)
    case = Case(game, max(2, game.seats[0]))
    for moment, seat in choices(replayed(case, 1, 60), 12) if characters(game) else ():
        own = view(game, moment.state, seat)
        (other,) = worlds(case, own, seat, 1)
        seen, again = (
            Observation(game, seat, shown, case.seats) for shown in (own, view(game, other, seat))
        )
        best = greedy_bot(seen, Chance(7, moment.ply))
        for name in characters(game):
            in_character = bot(f"greedy@{name}")
            chosen = in_character(pickle.loads(pickle.dumps(seen)), Chance(7, moment.ply))

            assert chosen in legal_actions(moment.state, seat)
            assert in_character(again, Chance(7, moment.ply)) == chosen
            most, least = (
                fmean(chances_after(seen, action, Chance(7, moment.ply)))
                for action in (best, chosen)
            )
            assert most - least <= NEARLY


@every_game
def test_each_character_has_a_name_and_a_line_about_it(game: Game[Any]) -> None:
    for language in LANGUAGES:
        texts = load_catalogue(language, game.folder)
        for name in characters(game):
            assert cell_width(texts.text(f"character.{name}.name")) <= LONGEST_NAME
            assert cell_width(texts.text(f"character.{name}.about")) <= LONGEST_LINE
