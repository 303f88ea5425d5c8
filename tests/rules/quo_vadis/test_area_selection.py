"""Rounds, turns, and area selection."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.quo_vadis.actions import SelectArea
from hako.content.quo_vadis.events.area_and_genesis import (
    AreaSelected,
    GenerationContinued,
    WorkerPlaced,
    WrathStruck,
)
from hako.content.quo_vadis.events.rounds import PhaseBegan, RoundBegan, TurnBegan
from hako.content.quo_vadis.steps.area_selection import ChooseArea, GenesisBegins, TurnStart
from hako.content.quo_vadis.steps.rounds import FinalSettlement, Round, TakeTurn
from tests.rules.quo_vadis.table import Table, at


def selecting(**table: Any) -> Table:
    """A select an area."""
    return at(TurnStart(0), ChooseArea(0), GenesisBegins(0), turn="A", **table).go()


# ------------------------------------------------------------ rounds and turns


@pytest.mark.rule("quo_vadis.turn.1")
def test_everybody_takes_a_turn_clockwise_from_the_start_player_in_each_round() -> None:
    table = at(Round(9), number=8).go()
    while table.world.agenda:
        table.do(table.options[0])
    turns = [
        event.seat if isinstance(event, TurnBegan) else "round"
        for event in table.all_told
        if isinstance(event, TurnBegan | RoundBegan)
    ]

    assert turns == ["round", 0, 1, 2, "round", 0, 1, 2]
    assert table.world.start_player == 0


@pytest.mark.rule("quo_vadis.turn.2")
def test_the_final_settlement_follows_the_tenth_round() -> None:
    assert isinstance(at(Round(10)).go().world.agenda[0], FinalSettlement)
    assert at(Round(9)).go().world.agenda[0] == Round(10)


@pytest.mark.rule("quo_vadis.turn.3")
def test_a_turn_has_five_phases_and_genesis_goes_wrath_workers_card() -> None:
    """A has 3 wrath and strikes an empty cell; nothing is contested and nothing built."""
    table = at(TakeTurn(0), A="wrath=3").go()
    table.select("2-5", 2, 5).strike("2-5b").place("2-5a").enough().play("l").enough()
    story = [
        getattr(event, "phase", type(event).__name__)
        for event in table.all_told
        if isinstance(event, PhaseBegan | WrathStruck | WorkerPlaced | GenerationContinued)
    ]

    assert story == [
        "selection", "genesis", "WrathStruck", "WorkerPlaced", "GenerationContinued",
        "war", "build", "end",
    ]  # fmt: skip


@pytest.mark.rule("quo_vadis.turn.4")
def test_the_player_whose_turn_it_is_makes_its_choices() -> None:
    table = at(TakeTurn(2), C="food=5").go()
    asked = set()
    while table.world.agenda:
        asked.add(table.seat)
        table.do(table.options[0])

    assert asked == {"C"}


# ------------------------------------------------------------ selection


@pytest.mark.rule("quo_vadis.select.1")
def test_both_markers_move_to_two_cards_without_a_marker() -> None:
    table = selecting(markers=(3, 5))

    assert {it.cards for it in table.options} == {(1, 2), (1, 4), (2, 4)}
    table.select("2-4", 2, 4)
    assert table.world.markers == (2, 4)


@pytest.mark.rule("quo_vadis.select.2")
def test_a_number_that_a_marker_leaves_cannot_be_chosen_in_the_same_move() -> None:
    table = selecting(markers=(2, 4), A="faith=2")

    assert not any({2, 4} & set(it.cards) for it in table.options)
    why = table.why_not(SelectArea((2, 4), "2-4"))
    assert why is not None
    assert why.key == "marked"


@pytest.mark.rule("quo_vadis.select.3")
def test_free_may_be_chosen_under_a_marker_and_twice() -> None:
    table = selecting(markers=(0, 0), A="faith=2")

    assert SelectArea((2, 0), "2-4") in table.options
    table.select("3-5", 0, 0)
    assert table.world.markers == (0, 0)


@pytest.mark.rule("quo_vadis.select.4")
@pytest.mark.parametrize(("numbers", "faith"), [((1, 3), 0), ((1, 0), 1), ((0, 0), 2)])
def test_each_free_costs_one_faith(numbers: tuple[int, int], faith: int) -> None:
    table = selecting(A="faith=2").select("1-3", *numbers)

    assert table.of("A").faith == 2 - faith
    assert table.told[0] == AreaSelected(0, numbers, "1-3", faith)


@pytest.mark.rule("quo_vadis.select.4")
def test_free_stands_for_a_marked_number_and_for_the_other_choice_too() -> None:
    """R4 has 1-1 and 3-3; 3 carries a marker."""
    table = selecting(players=4, markers=(3, 0), A="faith=1")

    assert SelectArea((2, 0), "2-3") in table.options
    assert SelectArea((1, 0), "1-1") in table.options
    assert not any(it.cards == (0, 0) for it in table.options)


@pytest.mark.rule("quo_vadis.select.4")
def test_without_faith_there_is_no_free() -> None:
    assert not any(0 in it.cards for it in selecting(A="faith=0").options)


@pytest.mark.rule("quo_vadis.select.5")
def test_a_number_card_can_be_chosen_only_once() -> None:
    offered = selecting(players=4, A="faith=2").options

    assert not any(it.cards[0] == it.cards[1] != 0 for it in offered)


@pytest.mark.rule("quo_vadis.select.6")
def test_the_numbers_in_ascending_order_name_the_creation_area() -> None:
    """4 and 2 select 2-4; FREE as 1 and 5 select 1-5."""
    assert selecting().select("2-4", 2, 4).world.creation_area == "2-4"
    assert SelectArea((5, 0), "1-5") in selecting(A="faith=1").options


@pytest.mark.rule("quo_vadis.select.7")
def test_an_area_that_is_not_on_the_map_cannot_be_selected() -> None:
    """R3 has no doubles."""
    areas = {it.area for it in selecting(A="faith=5").options}

    assert areas == set(at().world.geography.areas)


@pytest.mark.rule("quo_vadis.select.7")
@pytest.mark.parametrize("markers", [(1, 2), (4, 5), (0, 3), (0, 0)])
def test_something_can_always_be_selected(markers: tuple[int, int]) -> None:
    assert len(selecting(markers=markers).options) >= 3


@pytest.mark.rule("quo_vadis.select.8")
def test_skills_of_the_turns_start_come_first_and_those_of_genesis_right_after() -> None:
    """Great Harvest before the choice; Deft Cultivators after it."""
    table = selecting(A="food=1 skills=deft_cultivators,great_harvest")
    assert table.seat == "A"
    table.decline()
    assert table.of("A").food == 1
    table.select("1-2", 1, 2)
    assert table.of("A").food == 2


@pytest.mark.rule("quo_vadis.variant.16")
def test_twelve_rounds_may_be_played() -> None:
    """V16."""
    assert at(Round(10), rounds=12).go().world.agenda[0] == Round(11)
    assert isinstance(at(Round(12), rounds=12).go().world.agenda[0], FinalSettlement)
