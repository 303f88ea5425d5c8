"""Lessons as data: what is wrong with one is told with file, step and field."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from hako.content import THE_SHELF, Box
from hako.engine.content.files import BadContent, Wording
from hako.engine.lessons.check import faults
from hako.engine.lessons.lesson import lessons_of
from hako.engine.rules.action_patterns import fits
from hako.engine.rules.game import Game
from hako.engine.rules.model import Action
from tests.toys.tic_tac_toe import GAME

NUMBER = count()


def taught(folder: Path, old: str, new: str, file: str = "01-a-row") -> Game[Any]:
    """Tic-tac-toe with something else in its lesson."""
    copied = folder / f"{next(NUMBER)}"
    shutil.copytree(GAME.folder, copied)
    lesson = copied / "lessons" / f"{file}.toml"
    text = lesson.read_text(encoding="utf-8")
    assert old in text
    lesson.write_text(text.replace(old, new, 1), encoding="utf-8")
    kind = type("Taught", (type(GAME),), {"folder": copied})
    game: Game[Any] = kind()
    return game


class Trade(Action, frozen=True):
    """An action some fields of which may be nothing."""

    give: str
    take: str | None = None


def test_an_action_is_meant_by_the_fields_that_matter() -> None:
    swap, gift = Trade("wood", "clay"), Trade("wood")

    assert fits({"give": "wood"}, swap)
    assert fits({"take": ["clay", "iron"]}, swap)
    assert not fits({"take": ["iron", "corn"]}, swap)
    assert fits({"type": "trade", "take": ""}, gift)
    assert not fits({"take": ""}, swap)


@pytest.mark.parametrize("box", THE_SHELF.boxes, ids=lambda box: box.id)
def test_a_game_has_three_to_six_lessons_from_a_first_turn_to_a_whole_game(box: Box) -> None:
    """The first in three minutes, each in two to five, the last with tips."""
    first, *ideas, last = lessons_of(THE_SHELF.load(box.id)).values()

    assert 3 <= len(ideas) + 2 <= 6
    assert first.minutes == 3
    assert all(2 <= idea.minutes <= 5 for idea in ideas)
    assert [lesson.tips for lesson in (first, *ideas, last)] == [False] * (len(ideas) + 1) + [True]
    assert last.minutes > 5


def minutes(wordings: Sequence[Wording], choices: int) -> float:
    """200 words of English or 400 characters of Japanese a minute, and 6 s a choice."""
    words = sum(len(wording.en.split()) for wording in wordings)
    characters = sum(len(item.ja) for item in wordings)
    return max(words / 200, characters / 400) + choices / 10


@pytest.mark.parametrize("box", THE_SHELF.boxes, ids=lambda box: box.id)
def test_the_minutes_of_a_lesson_are_those_it_takes(box: Box) -> None:
    """To the nearest minute between straight through and trying all that is answered.

    At the end of the last one the game goes on.
    """
    for lesson in [*lessons_of(THE_SHELF.load(box.id)).values()][:-1]:
        texts = [step.say for step in lesson.steps]
        answers = [answer.say for step in lesson.steps for answer in step.answers]
        choices = sum(len(step.go_on) for step in lesson.steps)
        straight = minutes(texts, choices)
        curious = minutes([*texts, *answers], choices + len(answers))
        assert round(straight) <= lesson.minutes <= round(curious), lesson.id


WORDS_61 = " ".join(["word"] * 61)


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        (
            "Now the row.",
            WORDS_61,
            'steps "2".say: 61 words are shown at once; at most 60 are allowed.',
        ),
        ("これで一列です。", "列" * 141, 'steps "2".say: in Japanese 141 characters'),
        ("Now the row.", "See play.2.", "steps \"2\".say: a text cites 'play.2'"),
        ('type = "place"', 'type = "plaec"', "steps \"1\".go_on: unknown value 'plaec'. Did you"),
        ("go_on = [{cell", "go_on = [{sell", "steps \"2\".go_on: unknown field 'sell'. Did you"),
        ("[[steps.answers]]", "[[steps.anwsers]]", "steps \"1\": unknown field 'anwsers'. Did"),
        ('you win."', 'you win."\ngo_on = [{}]', "the last step must be only a text"),
    ],
)
def test_a_lesson_that_cannot_be_read_says_where_and_why(
    tmp_path: Path, old: str, new: str, text: str
) -> None:
    with pytest.raises(BadContent) as caught:
        lessons_of(taught(tmp_path, old, new))

    assert str(caught.value).startswith("01-a-row.toml, ")
    assert text in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("go_on = [{cell = [1, 2]}]", "go_on = [{cell = 2}]", 'steps "2".go_on: number 0 matches'),
        ("[1, {cell = 7}]", "[1, {cell = 4}]", 'steps "2".then: {"cell":4} matches no'),
        ("[1, {cell = 7}]", "[0, {cell = 7}]", 'steps "2".then: seat 0 belongs to the learner'),
        ("point = [{cell = 2}]", "point = [{cell = 0}]", 'steps "1".point "0": it matches nothing'),
        ("to = [{cell = 8}]", "to = [{cell = 0}]", 'steps "1".answers "0".to: this answer is'),
        ("once = true", "once = false", 'steps "1".answers "1".to: this answer is'),
    ],
)
def test_a_lesson_that_went_stale_says_where(tmp_path: Path, old: str, new: str, text: str) -> None:
    """The first of them fails in a branch alone: c1 may be chosen instead of b1."""
    game = taught(tmp_path, old, new)
    [lesson] = lessons_of(game).values()

    texts = [str(fault) for fault in faults(game, lesson)]

    assert any(fault.startswith(f"lessons/01-a-row.toml, {text}") for fault in texts), texts


def test_a_move_before_the_lesson_fits_one_action(tmp_path: Path) -> None:
    game = taught(tmp_path, "[0, {cell = 0}]", "[0, {}]", "grid")
    [lesson] = lessons_of(game).values()

    [fault] = map(str, faults(game, lesson))
    assert "moves: {} matches several actions that seat 0 may choose here" in fault
