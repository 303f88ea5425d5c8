"""Tests of lessons: each can be played to its end, through every branch."""

from __future__ import annotations

from typing import Any

from hako.engine.lessons.check import faults
from hako.engine.lessons.lesson import lessons_of
from hako.engine.rules.game import Game
from hako.testing.cases import every_game


@every_game
def test_every_branch_of_a_lesson_leads_to_its_end(game: Game[Any]) -> None:
    """Every move is legal, every target on the board exists, and every reply has an occasion."""
    lessons = lessons_of(game).values()
    assert [str(fault) for lesson in lessons for fault in faults(game, lesson)] == []
