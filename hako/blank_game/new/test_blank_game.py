"""Blank game, clause by clause."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hako.blank_game import GAME, BlankState, PlayCard, Turn
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header

TWO = (Player("Ann"), Player("Ben"))


def table(**field: object) -> History[BlankState]:
    """A table for two, with these fields of its state."""
    made = History.new(GAME, new_header(GAME, TWO, seed=1))
    moment = made.positions[0]
    made.positions[0] = replace(moment, state=replace(moment.state, **field))
    return made


@pytest.mark.rule("blank_game.setup.1")
def test_each_player_draws_three() -> None:
    assert [len(hand) for hand in table().state.hands] == [3, 3]


@pytest.mark.rule("blank_game.turn.1")
@pytest.mark.parametrize(("top", "points"), [((), 1), ((4,), 1), ((5,), 0), ((6,), 0)])
def test_a_higher_card_gets_a_point(top: tuple[int, ...], points: int) -> None:
    at = table(hands=((5,), (1,)), played=top)
    at.play(0, PlayCard(5))

    assert at.state.points == (points, 0)


@pytest.mark.rule("blank_game.turn.2")
def test_who_has_played_draws_and_the_next_has_a_turn() -> None:
    at = table(hands=((5, 7), (1,)), deck=(6, 2))
    at.play(0, PlayCard(5))

    assert at.state.hands == ((7, 6), (1,))
    assert at.state.agenda == (Turn(1, 1),)


@pytest.mark.rule("blank_game.end.1")
def test_without_a_card_to_play_the_most_points_win() -> None:
    at = table(hands=((5,), ()), deck=())
    at.play(0, PlayCard(5))

    assert at.outcome is not None
    assert at.outcome.winners == (0,)
