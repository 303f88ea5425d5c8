"""The greedy bot: what it makes of positions that one can judge at a glance."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.quo_vadis import GAME
from hako.content.quo_vadis.actions import (
    ChangeGeneration,
    Declare,
    PlaceWorker,
    SelectArea,
    SpreadCubes,
)
from hako.content.quo_vadis.evaluation import evaluate, turns_left
from hako.content.quo_vadis.quiescence import quiet_action
from hako.content.quo_vadis.steps.area_selection import ChooseArea
from hako.content.quo_vadis.steps.build import BuildPhase
from hako.content.quo_vadis.steps.end_phase import EndPhase
from hako.content.quo_vadis.steps.place import PlaceFirst, PlaceFurther, PlacingBegins
from hako.content.quo_vadis.steps.play_card import PlayCard
from hako.content.quo_vadis.steps.rounds import FinalSettlement, Round
from hako.content.quo_vadis.steps.setup import SpreadResources
from hako.content.quo_vadis.steps.war import WarPhase
from tests.rules.quo_vadis.table import at
from tests.rules.tables import wins_against_random


def worth(pieces: str = "", **rows: Any) -> float:
    """Value to A of a position before A's turn in round 5."""
    return evaluate(at(ChooseArea(0), number=5, pieces=pieces, **rows).world, 0)


def test_more_is_worth_more() -> None:
    nothing = worth()

    assert worth(A="vp=1") > nothing
    assert worth(A="spirit=1") > nothing
    assert worth("A:1-2a A:1-2b") > worth("A:1-2a A:1-3b") > nothing
    assert worth("A:city@1-2a/2") > worth("A:ruin@1-2a/2")
    assert worth(B="vp=4") < nothing


def test_tracks_beyond_the_usual_maxima_are_valued() -> None:
    """A Deep One of the custom mode with Granary holds up to nine food."""
    assert worth(A="food=9 wrath=7") >= worth(A="food=7 wrath=6")


def test_in_the_last_round_a_change_that_pays_is_made() -> None:
    """Two majorities times three cards."""
    table = at(
        PlayCard(0), EndPhase(0), turn="A 1-2", number=10, A="hand=bl gens=l/bbb",
        pieces="A:1-2a A:1-2b A:1-3a A:1-3b",
    ).go()  # fmt: skip

    assert isinstance(table.greedy(), ChangeGeneration)


def test_in_the_last_round_a_worker_goes_where_a_city_could_be_built() -> None:
    """card.4: the worker in 1-2a stands with a temple; one majority times five cards."""
    table = at(
        PlaceFurther(0), PlayCard(0), EndPhase(0), turn="A 1-2", number=10,
        A="food=2 hand=b gens=l/bbbbb", pieces="A:temple@1-2a A:1-2a A:city@1-2b/1",
    ).go()  # fmt: skip

    assert table.would("place 1-2c")


def test_a_second_worker_goes_where_it_makes_the_majority() -> None:
    """1-3 is plains, desert, plains: 1-3c is free and makes the majority."""
    table = at(PlacingBegins(0), PlayCard(0), turn="A 1-3", pieces="A:1-3a", number=5).go()

    assert table.would("place 1-3c")


def test_a_worker_goes_where_a_destroyed_city_is_to_be_rebuilt() -> None:
    """1-3c is plains as well, but the city in 1-3a makes the majority (build.7)."""
    table = at(PlacingBegins(0), PlayCard(0), turn="A 1-3", pieces="A:ruin@1-3a/2", number=5).go()

    assert table.would("place 1-3a")


def test_an_area_is_selected_that_brings_a_majority_without_a_fight() -> None:
    """A stands in 1-4; B holds 1-2 and 1-3 in force."""
    pieces = "A:1-4a B:1-2a B:1-2b B:1-2c B:1-3a B:1-3b B:1-3c C:1-5a C:1-5b C:1-5c"
    table = at(ChooseArea(0), PlacingBegins(0), PlayCard(0), turn="A", pieces=pieces, number=5)

    assert isinstance(choice := table.greedy(), SelectArea)
    assert choice.area not in ("1-2", "1-3", "1-5")


def test_spirit_is_not_spent_on_a_hopeless_war() -> None:
    table = at(
        WarPhase(), turn="B 2-5", pieces="A:2-5c B:2-5c*5 B:2-5b B:2-5a", A="spirit=2", B="spirit=0"
    ).go()

    assert table.seat == "A"
    assert table.greedy() == Declare(0)


def test_first_cubes_are_spread_over_all_resources() -> None:
    choice = at(SpreadResources((0, 1, 2)), number=0).greedy()

    assert isinstance(choice, SpreadCubes)
    assert min(choice.spirit, choice.food, choice.faith) >= 1


def test_turns_left_are_counted_from_the_turn_that_goes_on() -> None:
    """Round 9 of 10, B's turn: A and B have one more turn, C two."""
    table = at(PlayCard(1), turn="B 1-2", number=9)

    assert [turns_left(table.world, seat) for seat in range(3)] == [1, 1, 2]


def test_the_last_seat_of_a_round_does_not_build_to_put_off_its_end() -> None:
    """C holds 1-5 with two workers; A, who is next, is going to change generation.

    A fort would cost C the majority, however little C likes what comes next.
    """
    table = at(
        BuildPhase(2), EndPhase(2), Round(2), turn="C 1-5", number=1,
        pieces="A:1-3a A:1-3b B:2-4a B:2-4c C:1-5a C:1-5c C:temple@4-5a",
        A="gens=p hand=blmr", B="gens=p hand=blmr", C="gens=p hand=blm",
    ).go()  # fmt: skip

    assert table.would("enough")


def test_at_the_end_only_vp_count() -> None:
    assert evaluate(at(FinalSettlement(), A="vp=5", B="vp=3", C="vp=1").go().world, 0) == 3.0


def test_greedy_beats_random() -> None:
    """Three games of one greedy bot against two random ones, from every seat."""
    assert all(wins_against_random(GAME, seat, 3, seed=seat) for seat in range(3))


@pytest.mark.rule("quo_vadis.variant.18")
@pytest.mark.parametrize(("by", "cell"), [("any_piece", "1-2c"), ("workers_and_cities", "1-2a")])
def test_a_cell_with_a_rivals_fort_is_avoided_where_that_makes_it_contested(
    by: str, cell: str
) -> None:
    """The first of three cells is as good as the last, and better than the second."""
    table = at(
        PlaceFirst(0), PlayCard(0), turn="A 1-2", pieces="B:fort@1-2a", contested_by=by
    ).go()  # fmt: skip

    assert quiet_action(table.world, 0) == PlaceWorker(cell)
