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
    session = guide_of(table)
    assert session is not None
    return session


def test_nothing_goes_on_before_a_text_was_read(table: History[Any]) -> None:
    session = guide(table)
    assert (session.position.step, session.waits_for_reader) == (0, True)

    session.read_on()

    assert session.position.step == 1
    assert not session.waits_for_reader


def test_only_what_the_step_asks_for_goes_on(table: History[Any]) -> None:
    session = guide(table)
    session.read_on()

    assert [cell for cell in range(9) if session.goes_on(Place(cell))] == [1, 2]
    answer = session.answer_to(Place(8))
    assert answer is not None
    assert answer.say.en == "That would be no row."


def test_an_answer_once_lets_the_same_action_through_the_second_time(table: History[Any]) -> None:
    session = guide(table)
    session.read_on()

    assert session.answer_to(Place(1)) is not None
    assert session.answer_to(Place(1)) is None
    assert session.goes_on(Place(1))


def test_a_hint_is_nothing_that_the_lesson_advises_against(table: History[Any]) -> None:
    """b1 and c1 go on; of b1 it says that c1 is better."""
    session = guide(table)
    assert session.onward(table.legal_actions(0)) is None, "a text is to be read"
    session.read_on()

    assert session.onward(table.legal_actions(0)) == Place(2)
    assert session.onward([Place(1)]) == Place(1)


def test_of_several_actions_the_next_is_pointed_at(table: History[Any]) -> None:
    step, asked, *rest = A_ROW.steps
    point = ({"cell": 2}, ["cell", 8])
    both = replace(asked, point=point, go_on=({"cell": 2}, {"cell": 1}))
    session = LessonSession(table, replace(A_ROW, steps=(step, both, *rest)))
    session.read_on()
    assert not session.points_at(Place(1))

    table.play(0, Place(2))
    table.play(1, Place(7))

    assert session.points_at(Place(1))
    assert not session.points_at(Place(2)), "that is done"
    assert [*session.places()] == [["cell", 8]]


def test_bots_do_what_the_lesson_says_next(table: History[Any]) -> None:
    session = guide(table)
    table.play(0, Place(2))

    assert session.reply(1) == Place(7)


def test_where_one_is_follows_from_the_log(table: History[Any]) -> None:
    """Taking back leads to the step before, another guide finds the same step, free play is none."""
    session = guide(table)
    session.read_on()
    table.play(0, Place(2))
    table.play(1, Place(7))
    assert session.position == guide(table).position
    assert session.position.step == 2

    table.undo(0)
    assert session.position.step == 1
    assert session.is_at_start

    table.redo(0)
    table.play(0, Place(1))
    assert session.is_at_end
    session.read_on()
    assert session.step is None


def test_a_log_of_a_lesson_that_was_rewritten_is_played_on_freely(table: History[Any]) -> None:
    """Held to steps that it never took, nothing might go on in it for ever."""
    table.play(0, Place(8))
    assert guide(table).step is None

    table.go_to(A_ROW.moves)
    table.play(0, Place(2))
    step, asked, *rest = A_ROW.steps
    impossible = replace(asked, then=((1, {"cell": 2}),))
    assert LessonSession(table, replace(A_ROW, steps=(step, impossible, *rest))).reply(1) is None
