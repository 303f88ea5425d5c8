"""The guide: what goes on, what is answered, and that all of it follows from the log."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hako.engine.lessons.lesson import begin, lessons_of
from hako.engine.lessons.session import LessonSession, guide_of
from hako.engine.log.history import History
from tests.toys.tic_tac_toe import GAME, Place

A_ROW = lessons_of(GAME)["01-a-row"]


@pytest.fixture
def table() -> History[Any]:
    """Ann on a1, Ben in the middle; the first text is still to be read."""
    return begin(GAME, A_ROW)


def guide(table: History[Any]) -> LessonSession:
    its = guide_of(table)
    assert its is not None
    return its


def test_nothing_goes_on_before_a_text_was_read(table: History[Any]) -> None:
    its = guide(table)
    assert (its.position.step, its.waits_for_reader) == (0, True)

    its.read_on()

    assert its.position.step == 1
    assert not its.waits_for_reader


def test_only_what_the_step_asks_for_goes_on(table: History[Any]) -> None:
    its = guide(table)
    its.read_on()

    assert [cell for cell in range(9) if its.goes_on(Place(cell))] == [1, 2]
    answer = its.answer_to(Place(8))
    assert answer is not None
    assert answer.say.en == "That would be no row."


def test_an_answer_once_lets_the_same_action_through_the_second_time(table: History[Any]) -> None:
    its = guide(table)
    its.read_on()

    assert its.answer_to(Place(1)) is not None
    assert its.answer_to(Place(1)) is None
    assert its.goes_on(Place(1))


def test_a_hint_is_nothing_that_the_lesson_advises_against(table: History[Any]) -> None:
    """b1 and c1 go on; of b1 it says that c1 is better."""
    its = guide(table)
    assert its.onward(table.legal_actions(0)) is None, "a text is to be read"
    its.read_on()

    assert its.onward(table.legal_actions(0)) == Place(2)
    assert its.onward([Place(1)]) == Place(1)


def test_of_several_actions_the_next_is_pointed_at(table: History[Any]) -> None:
    told, asked, *rest = A_ROW.steps
    point = ({"cell": 2}, ["cell", 8])
    both = replace(asked, point=point, go_on=({"cell": 2}, {"cell": 1}))
    its = LessonSession(table, replace(A_ROW, steps=(told, both, *rest)))
    its.read_on()
    assert not its.points_at(Place(1))

    table.play(0, Place(2))
    table.play(1, Place(7))

    assert its.points_at(Place(1))
    assert not its.points_at(Place(2)), "that is done"
    assert [*its.places()] == [["cell", 8]]


def test_bots_do_what_the_lesson_says_next(table: History[Any]) -> None:
    its = guide(table)
    table.play(0, Place(2))

    assert its.reply(1) == Place(7)


def test_where_one_is_follows_from_the_log(table: History[Any]) -> None:
    """Taking back leads to the step before, another guide finds the same step, free play is none."""
    its = guide(table)
    its.read_on()
    table.play(0, Place(2))
    table.play(1, Place(7))
    assert its.position == guide(table).position
    assert its.position.step == 2

    table.undo(0)
    assert its.position.step == 1
    assert its.is_at_start

    table.redo(0)
    table.play(0, Place(1))
    assert its.is_at_end
    its.read_on()
    assert its.step is None


def test_a_log_of_a_lesson_that_was_rewritten_is_played_on_freely(table: History[Any]) -> None:
    """Held to steps that it never took, nothing might go on in it for ever."""
    table.play(0, Place(8))
    assert guide(table).step is None

    table.go_to(A_ROW.moves)
    table.play(0, Place(2))
    told, asked, *rest = A_ROW.steps
    impossible = replace(asked, then=((1, {"cell": 2}),))
    assert LessonSession(table, replace(A_ROW, steps=(told, impossible, *rest))).reply(1) is None
