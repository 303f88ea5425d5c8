"""Every lesson by the mouse alone, at 80x24: from the shelf to its last text.

Each in one language; with HAKO_LESSONS=both (`make lessons`) in both.
"""

from __future__ import annotations

import os
from itertools import cycle, takewhile
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import OptionList

from hako.content import THE_SHELF, Box
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.lessons.lesson import lessons_of
from hako.engine.rules.model import Action
from hako.multiplayer.accounts.settings import Settings
from hako.tui.apps.shelf import ShelfApp
from hako.tui.screens.game_over import GameOverScreen
from hako.tui.screens.lesson_done import LessonDoneScreen
from hako.tui.screens.lessons import LessonsScreen
from hako.tui.screens.table.features.lesson_guide import LessonGuide
from hako.tui.screens.table.lesson import LessonScreen
from hako.tui.widgets.action_list import ActionList
from hako.tui.widgets.key_bar import KeyBar
from tests.tui.lobbies import until
from tests.tui.whole_app import Installation, at_rest, click, painted, press

MOST_CLICKS = 12
"""For one action: a list scrolls, points, opens, points and plays, and an answer may come before."""

INTO = 6
"""Cells from the left edge of an entry to where it is clicked."""

FIRSTS = LANGUAGES if os.environ.get("HAKO_LESSONS") == "both" else LANGUAGES[:1]


@pytest.mark.parametrize("first", FIRSTS)
@pytest.mark.parametrize("box", THE_SHELF.boxes, ids=lambda box: box.id)
async def test_every_lesson_is_played_by_clicks_alone(
    box: Box, first: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is begun, read, played and left by the mouse; in both languages by turns from the first."""
    monkeypatch.setattr(LessonGuide, "clock", lambda: float("inf"))
    installation = Installation(tmp_path, THE_SHELF)
    installation.set(Settings(bot_speed="at_once", motion="none", recap="never"))
    async with installation.open() as pilot:
        app = pilot.app
        assert isinstance(app, ShelfApp)
        app.push_screen(learn := LessonsScreen(box))
        languages = sorted(LANGUAGES, key=first.__ne__)
        for name, language in zip(lessons_of(THE_SHELF.load(box.id)), cycle(languages)):
            app.change_settings(replace(app.settings, language=language))
            await at_rest(pilot)
            row = learn.query_one(OptionList).get_option_index(f"{box.id}/{name}")
            await click(pilot, "LessonList", (5, row))
            await _play(pilot)
            assert app.settings.lessons_done[-1] == f"{box.id}/{name}"
            while app.screen is not learn:
                await _leave(pilot)


async def _play(pilot: Pilot[None]) -> None:
    """Click through the lesson that is open."""
    screen = pilot.app.screen
    assert isinstance(screen, LessonScreen)
    session = screen.session
    while session.step is not None:
        await until(
            lambda: session.waits_for_reader or screen.acting is not None,
            lambda: f"the learner's turn:\n{painted(pilot.app)}",
        )
        ply = screen.table.now.ply
        await _sees(pilot, session.step.say.text(screen.app.appearance.language)[:8])
        if session.waits_for_reader:
            await click(pilot, "LessonPanel", (3, 0))
        else:
            await _choose(pilot, screen)
            assert screen.table.now.ply > ply


async def _sees(pilot: Pilot[None], words: str) -> None:
    await until(lambda: words in painted(pilot.app), lambda: f"{words}:\n{painted(pilot.app)}")


async def _choose(pilot: Pilot[None], screen: LessonScreen) -> None:
    """Click in the list until what goes on was played."""
    ply = screen.table.now.ply
    onward = screen.session.onward(screen.table.legal_actions(screen.session.seat))
    for _ in range(MOST_CLICKS):
        if screen.table.now.ply > ply:
            return
        await click(pilot, "ActionList", _cell(screen.action_list, onward))
    raise AssertionError(f"{onward} is not played by clicks:\n{painted(pilot.app)}")


def _cell(actions: ActionList, action: Action | None) -> tuple[int, int]:
    """A cell of an action in the list; of its title, which shows more, while it is not shown."""
    layout = actions._layout
    for index in actions.shown:
        row = layout.rows[index]
        for column, number in enumerate(row.beside or (row.number,)):
            if row.role != "heading" and actions._entries[number].holds(action):
                start = layout.start(number)
                if row.role == "pictures":
                    start = column * layout.thumbnail_cells(number)
                return start + INTO, index - actions.top + actions.has_head
    return INTO, 0


async def _leave(pilot: Pilot[None]) -> None:
    """Click on what leads back; at the end of a game, where Pilot reaches no bar, by its key.

    Not while bots play: with each of their moves other keys stand in the bar.
    """
    left = pilot.app.screen
    if isinstance(left, LessonDoneScreen):
        await press(pilot, "escape")
        left = pilot.app.screen
    if isinstance(left, LessonScreen):
        table, seats = left.table, left.seats
        await until(lambda: table.waiting() in {(), seats}, lambda: painted(pilot.app))
        await at_rest(pilot)
        left = pilot.app.screen
    if isinstance(left, GameOverScreen):
        await press(pilot, "escape")
    else:
        bar = left.query_one(KeyBar)
        words = takewhile(lambda word: word.target != "q", bar.words())
        await pilot.click(bar, offset=(sum(word.width for word in words), 0))
    await until(lambda: pilot.app.screen is not left, lambda: painted(pilot.app))
    await at_rest(pilot)
