"""Stored decisions: hints and reviews agree, and tell what is true of positions of whole games.

`decisions/` has a game of each kind between a gentle and a greedy bot. `positions/` has games of a
newcomer against a greedy bot in which the chances that were told once were wrong.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from hako.content import THE_SHELF, load
from hako.content.world_monger.actions import SellShares
from hako.engine.bots.advice import Advice, advise, searched
from hako.engine.bots.estimates import weights_of
from hako.engine.bots.hint_search import HintSearch
from hako.engine.bots.observation import Observation
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.review.curve import points_of
from hako.engine.review.judgement import Judgement, judge, verdict_of
from hako.engine.review.played_lines import Stretch, state_before
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view
from hako.engine.rules.play import legal_actions

FOLDER = Path(__file__).parent

STORED = 40
"""The number of decisions of a game."""

TRIED = int(os.environ.get("HAKO_DECISIONS", "1"))
"""The number of them that are tried, from 1, the last one, to 40; `make decisions` tries all."""

ROLLOUTS = {"flip_city": 200, "world_monger": 90, "cultus": 45, "monumental": 50, "quo_vadis": 55}
PLAYOUTS = {"flip_city": 48, "world_monger": 30, "cultus": 8, "monumental": 8, "quo_vadis": 8}
"""The work of a hint of three seconds on an idle core."""


def game_in(folder: str, name: str) -> History[Any]:
    """A stored game."""
    path = FOLDER / folder / f"{name}.hako"
    return History.load(load(name), path.read_bytes(), path.name)


def decision(table: History[Any], position: Position[Any]) -> Observation:
    """View of the seat when it chose."""
    seat = position.record.seat
    assert seat is not None
    seen = view(table.game, state_before(table, position), seat)
    return Observation(table.game, seat, seen, len(table.players))


def decisions(table: History[Any]) -> list[Observation]:
    """The stored decisions: evenly spread over those with a choice."""
    free = [
        position
        for position in table.path()
        if position.record.seat is not None
        and len(legal_actions(state_before(table, position), position.record.seat)) > 1
    ]
    return [decision(table, free[number * len(free) // STORED]) for number in range(STORED)]


def hint(asked: Observation, name: str, seed: int = 1) -> Advice:
    """The hint of three seconds."""
    search = HintSearch(600.0, ROLLOUTS[name], PLAYOUTS[name])
    return searched(asked, search.think(asked, Chance(seed, 1).fork("hint")))


@pytest.mark.parametrize("name", [box.id for box in THE_SHELF.boxes])
def test_what_a_hint_recommends_is_no_mistake_by_the_review_but_for_1_in_40(name: str) -> None:
    table = game_in("decisions", name)
    stored = decisions(table)
    assert len(stored) == STORED
    mistakes = []
    for number in range(STORED // TRIED - 1, STORED, STORED // TRIED):
        asked = stored[number]
        stretch, judgement = (
            Stretch(asked, hint(asked, name).line, number),
            Judgement(1, asked.seat),
        )
        while not judgement.is_done:
            judgement = judge(stretch, judgement)
        verdict = verdict_of(judgement, weights_of(table.game, len(table.players)))
        if verdict is not None and verdict.is_mistake:
            mistakes.append(number)

    assert len(mistakes) <= 1


@pytest.fixture(scope="module")
def invested() -> History[Any]:
    """World Monger, two players, eight rounds; Ann is seat 0."""
    return game_in("positions", "world_monger")


@pytest.mark.parametrize("number", [28, 41])
def test_shares_are_sold_at_their_top(invested: History[Any], number: int) -> None:
    """Passing was told to be as good; 3 seconds of search gave selling 52 to 58 % and passing 22."""
    asked = decision(invested, invested.path()[number])

    advice = hint(asked, "world_monger")

    assert isinstance(advice.action, SellShares)


@pytest.mark.parametrize("number", [48, 59])
def test_a_game_without_hope_is_told_to_be_lost(invested: History[Any], number: int) -> None:
    """38 against 45 with nothing left to do, and the last turn: 65 and 28 % were told."""
    asked = decision(invested, invested.path()[number])

    advice = hint(asked, "world_monger")

    assert advice.estimate is not None
    assert advice.estimate.mean < 0.03
    assert not advice.is_clear


def test_what_the_rival_cannot_fail_to_do_overrules_any_estimate() -> None:
    """Flip City, turn 33: nine points in the ten cards of the rival's deck, two of them unhappy.

    51 to 60 % were told, and the only legal action of the turn before to be the turning point.
    """
    table = game_in("positions", "flip_city")
    turn = next(one for one in table.path() if one.state.turn.number == 33)
    asked = decision(table, next(one for one in table.path() if one.parent == turn.number))

    advice = advise(asked, Chance(1, 1))

    assert advice.estimate is not None
    assert advice.estimate.is_decided
    assert advice.estimate.mean == 0
    assert [point.sure for point in points_of(table)][-3:] == [(0.0, 1.0)] * 3
