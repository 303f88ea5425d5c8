"""`hako learn`: which lesson is meant, and whether lessons can be played."""

from __future__ import annotations

from hako.content import THE_SHELF
from hako.engine.lessons.lesson import begin, lessons_of
from hako.engine.lessons.session import LessonSession
from tests.cli.commands.terminal import Person, one_line


def test_check_plays_every_lesson(person: Person) -> None:
    result = person.hako("learn", "tic_tac_toe", "--check")

    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "tic_tac_toe/01-a-row: 4 steps; every branch leads to the end.",
        "tic_tac_toe: All steps of the rules are covered.",
    ]


def test_check_tells_what_no_lesson_meets(person: Person) -> None:
    """No lesson has an Office in it; before a lesson the table was set up."""
    result = person.hako("learn", "flip_city", "--check", shelf=THE_SHELF)

    assert result.stdout.splitlines()[-1] == (
        "flip_city: 4 of 6 steps of the rules are covered. Not covered: "
        "BuryOrKeep (flip_city.card.office), SetUp (flip_city.setup.4)."
    )


def test_a_lesson_that_there_is_not_is_answered_with_those_there_are(person: Person) -> None:
    result = person.hako("learn", "tic_tac_toe", "a-raw", "--plain")

    assert result.exit_code == 2
    assert "tic_tac_toe has no lesson 'a-raw'. Lessons: 01-a-row." in one_line(result)
    assert "has no lessons yet" in one_line(person.hako("learn", "connect_four", "--plain"))


def test_a_lesson_without_a_screen_says_at_its_end_what_was_learnt(person: Person) -> None:
    game = THE_SHELF.load("flip_city")
    lesson = lessons_of(game)["03-there-and-back"]
    session = LessonSession(begin(game, lesson), lesson)
    typed = ""
    while session.step is not None:
        if session.waits_for_reader:
            session.read_on()
            typed += "\n"
        else:
            actions = session.table.legal_actions(session.seat)
            number = next(n for n, action in enumerate(actions, 1) if session.goes_on(action))
            session.table.play(session.seat, actions[number - 1])
            typed += f"{number}\n"

    result = person.hako("learn", "flip_city", lesson.id, "--plain", typed=typed, shelf=THE_SHELF)

    output = " ".join(result.stdout.split())
    for sentence in lesson.learnt:
        assert f"- {sentence.en}" in output
