"""Hints: what they spend on the choice and on its measurement, and when they end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from hako.engine.bots import hint_search as hints
from hako.engine.bots.hint_search import BRIEF_PATIENCE, PATIENCE, TOLD, HintSearch, HintState
from hako.engine.bots.observation import Observation
from hako.engine.bots.rollouts import Playout
from hako.engine.bots.search import Candidate, SearchState
from hako.engine.rules.chance import Chance
from tests.toys.tic_tac_toe import GAME, Grid, Place, Turn

FIRST = Observation(GAME, 0, Grid((Turn(0),)), 2)
PLAYED = Playout((0.5, 0.5), (1.0, 0.0))


def state(best: int, other: int, seconds: float) -> HintState:
    """The state of a hint that has chosen, with so many playouts."""
    thought = SearchState((Candidate(Place(4)), Candidate(Place(0))), (0, 1), simulations=9)
    return HintState(thought, ((PLAYED,) * best, (PLAYED,) * other), seconds, is_chosen=True)


def test_the_best_line_is_measured_until_it_can_be_told_and_then_both_in_turn() -> None:
    due = [state(best, other, 0.0).due for best, other in ((0, 0), (7, 0), (8, 0), (8, 7), (8, 8))]

    assert due == [0, 0, 1, 1, 0]


def test_a_hint_ends_with_its_time_or_a_little_later_if_it_could_not_tell_anything_yet() -> None:
    search = HintSearch(1.0, simulations=9)

    assert not search.is_done(state(TOLD, TOLD, 0.9))
    assert search.is_done(state(TOLD, TOLD, 1.0))
    assert not search.is_done(state(TOLD, TOLD - 1, 1.0))
    assert search.is_done(state(0, 0, PATIENCE))
    brief = replace(state(TOLD, TOLD - 1, 3 * PATIENCE), is_brief=True)
    assert not search.is_done(brief), "a busy machine took long, and nothing else can be told"
    assert search.is_done(replace(brief, seconds=BRIEF_PATIENCE))


def test_a_hint_is_the_same_wherever_it_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    search = HintSearch(600.0, simulations=12, playouts=TOLD)
    at_once = search.think(FIRST, Chance(1, 1))
    monkeypatch.setattr("hako.engine.bots.search.SLICE", 0.0)
    monkeypatch.setattr(hints, "SLICE", 1e-9)

    in_pieces = search.think(FIRST, Chance(1, 1))

    assert in_pieces.playouts == at_once.playouts
    assert [len(played) for played in at_once.playouts] == [TOLD, TOLD]


@pytest.mark.parametrize(("seconds", "is_brief"), [(1.0, True), (60.0, False)])
def test_where_whole_games_take_too_long_both_lines_are_played_on_for_some_choices(
    monkeypatch: pytest.MonkeyPatch, seconds: float, is_brief: bool
) -> None:
    """By a clock on which a whole game takes a second, and a brief playout a hundredth of one."""
    now = [0.0]

    def play_in(taken: float) -> Callable[..., Playout]:
        def play(*_: object) -> Playout:
            now[0] += taken
            return replace(PLAYED, turn=int(taken))

        return play

    monkeypatch.setattr(hints, "perf_counter", lambda: now[0])
    monkeypatch.setattr(hints, "playout", play_in(1.0))
    monkeypatch.setattr(hints, "brief_playout", play_in(0.01))

    state = HintSearch(seconds, simulations=12, playouts=TOLD).think(FIRST, Chance(1, 1))

    assert state.is_brief == is_brief
    assert [len(played) for played in state.playouts] == [TOLD, TOLD]
    assert {one.turn for played in state.playouts for one in played} == {int(not is_brief)}
