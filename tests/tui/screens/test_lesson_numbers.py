"""Numbers in the texts of lessons: each that is read off the table stands on the screen at 80x24."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from hako.content import load
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.lessons.check import faults
from hako.engine.lessons.lesson import Lesson, LessonStep, lessons_of
from hako.engine.log.history import History
from hako.engine.rules.game import Game
from hako.engine.rules.model import Seat
from hako.engine.transcript.recap import since
from hako.engine.transcript.sentences import texts_of
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI
from hako.tui.boards import board_of
from hako.tui.boards.board import Board
from hako.tui.boards.lesson_target_check import SIZES
from hako.tui.boards.place_canvas import place_named
from hako.tui.widgets.table_model import table_model_of
from tests.testing.games import GAMES

NUMBER = re.compile(r"(?<![A-Za-z\d-])\d+(?![-\d])")
"""A number that is no part of a place such as C6 or 1-2."""

TOLD = {
    ("flip_city", "06-alone", 0): {"16"},  # the supply at the beginning (flip_city.solo.1)
    ("world_monger", "02-cheap-and-dear", 3): {"9"},  # what the learner sold for
    ("world_monger", "05-last-round", 1): {"21"},  # seven Pyramids, at the end
    ("world_monger", "05-last-round", 3): {"30", "46"},  # parts of the result, and another one
    ("cultus", "01-first-turn", 3): {"10"},  # the cost of a monument (cultus.build.1)
    ("cultus", "04-character", 0): {"10"},  # the cost of a power (cultus.power.4)
    ("cultus", "04-character", 4): {"10"},  # the worth of the centre (cultus.score.1)
    ("cultus", "04-character", 5): {"10"},
    ("cultus", "05-last-turn", 6): {"75", "50"},  # parts of the result
    ("quo_vadis", "02-close-a-generation", 5): {"12"},  # what it will be with a city
    ("quo_vadis", "02-close-a-generation", 10): {"12"},  # what it was
    ("quo_vadis", "03-war", 9): {"60"},  # a rule of thumb
    ("quo_vadis", "04-cards-that-echo", 8): {"21"},  # what it was
    ("quo_vadis", "05-last-round", 7): {"11"},  # the war that has just been shown
    ("quo_vadis", "05-last-round", 8): {"6"},  # a part of the result
    ("quo_vadis", "06-a-whole-game", 0): {"6"},  # skills (quo_vadis.setup)
    ("monumental", "01-first-round", 1): {"9"},  # the cards of a City
    ("monumental", "01-first-round", 2): {"5"},  # the cards of a row and a column
    ("monumental", "01-first-round", 5): {"3"},  # the points of a lead
    ("monumental", "04-land", 5): {"4"},  # what it changed
    ("monumental", "05-a-chain", 6): {"8"},
    ("monumental", "05-a-chain", 8): {"41", "3"},  # the points before it, and three questions
    ("monumental", "06-a-whole-game", 0): {"10", "5"},  # rounds, Policies
    ("monumental", "06-a-whole-game", 2): {"3"},  # the points of a lead
}
"""By game, lesson and step, numbers that are rules or reckoned, and so not read off the table."""


def on_screen(table: History[Any], seat: Seat, places: list[Any], language: Language) -> str:
    """The texts at 80x24: board, scores, question, actions with what they bring, and news."""
    texts = texts_of(table, language, MULTIPLAYER, TUI)
    view, is_asked = table.view(seat), seat in table.waiting()
    scene = table_model_of(table, table.now, seat, texts, seat if is_asked else None)
    board = board_of(table.game)()
    board.columns, board.rows = SIZES[0]
    board.set_reactive(Board.scene, scene)
    board.redraw()
    board.mark([*map(place_named, places)])
    board.redraw()
    shown = [board.paint(board.top + row).text for row in range(min(board.rows, board.count()))]
    if not board.shows_scores:  # then they stand in the bubble
        shown += map(str, table.game.progress(view)[1])
    shown += [item.sentence for item in since(table, seat, texts)]
    if is_asked:
        shown.append(texts.render(view.agenda[-1]))
    for action in table.legal_actions(seat) if is_asked else ():
        hint = table.game.action_note(view, seat, action)
        shown += [texts.render(action), texts.lazy_text(hint) if hint else ""]
    return "\n".join(shown)


def unseen(
    steps: Iterator[tuple[int, LessonStep]], table: History[Any], seat: Seat, places: list[Any]
) -> Iterator[tuple[int, str, Language]]:
    """The numbers of the next step's text that do not stand on the screen."""
    number, step = next(steps)
    for language in LANGUAGES:
        visible = set(re.findall(r"\d+", on_screen(table, seat, places, language)))
        for named in NUMBER.findall(step.say.text(language)):
            if named not in visible:
                yield number, named, language


def missing(game: Game[Any], lesson: Lesson) -> list[tuple[int, Language, str]]:
    """The steps of a lesson with numbers that do not stand on the screen."""
    steps, wrong = iter(enumerate(lesson.steps)), list[tuple[int, Language, str]]()

    def note(table: History[Any], seat: Seat, places: Iterable[Any]) -> Iterable[Any]:
        for number, named, language in unseen(steps, table, seat, [*places]):
            if named not in TOLD.get((game.id, lesson.id, number), ()):
                wrong.append((number, language, named))
        return ()

    assert [*faults(game, lesson, note)] == []
    return wrong


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_number_that_a_text_names_stands_on_the_screen(game: Game[Any]) -> None:
    """In every step of every lesson, in both languages."""
    visible = {lesson.id: missing(game, lesson) for lesson in lessons_of(game).values()}
    assert {lesson: numbers for lesson, numbers in visible.items() if numbers} == {}


@pytest.mark.parametrize("lesson", lessons_of(load("cultus")).values(), ids=lambda one: one.id)
def test_a_lesson_of_cultus_counts_the_actions_that_are_left(lesson: Lesson) -> None:
    """The turn has one action point where a text says that one is left (cultus.action.3)."""
    steps, wrong = iter(enumerate(lesson.steps)), list[int]()

    def note(table: History[Any], seat: Seat, places: Iterable[Any]) -> Iterable[Any]:
        number, step = next(steps)
        is_said = "one action is left" in step.say.text("en").lower()
        if is_said is not ("あと1回" in step.say.text("ja")) or (
            is_said and table.state.turn.points != 1
        ):
            wrong.append(number)
        return ()

    assert [*faults(load("cultus"), lesson, note)] == []
    assert wrong == []
