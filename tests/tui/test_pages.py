"""Below 80x24 the panels of a table are pages: one is shown, all are reached, nothing is cut."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from textual.geometry import Size
from textual.pilot import Pilot

from hako.content import THE_SHELF, Box
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game
from hako.engine.transcript.sentences import goal
from hako.tui.boards.board import Board
from hako.tui.screens.table.replay import ReplayScreen
from hako.tui.screens.table.screen import TableScreen
from hako.tui.theme.symbols import FULL
from hako.tui.widgets.action_choices import ActionChoices, ActionRow
from hako.tui.widgets.line_panel import LinePanel
from hako.tui.widgets.log_panel import LogPanel
from hako.tui.widgets.replay_timeline import ReplayTimeline
from hako.tui.widgets.tabs import Tabs
from tests.testing.games import GAMES
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.toys.tic_tac_toe import Place
from tests.tui.tables import assert_aligned, at, new_table, painted, press, screen_of, settled

PAGE = (60, 20)

HIDDEN = re.compile(f"{FULL.below}\\d+ $")
"""The number of lines below, which stands at the end of the last line in sight."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
async def test_all_that_can_be_chosen_is_reached_and_read(
    game: Game[Any], language: Language
) -> None:
    """Refused actions as well; and the board, on all of its parts."""
    names = ("Ann", "Ben", "Cat", "Dan")[: min(4, game.seats[-1])]
    table = new_table(game, *names, seed=7)
    async with at(table, [0], size=PAGE, language=language) as pilot:
        for ply in range(120):
            if not table.waiting():
                break
            seat = table.waiting()[0]
            if seat == 0 and ply % 6 == 0:
                await settled(pilot)
                _read_all(screen_of(pilot))
                _read_board(screen_of(pilot).view.board)
                assert_aligned(pilot)
            table.play(seat, Chance(7, ply).cards.choice(table.legal_actions(seat)))
        await settled(pilot)


def _read_all(screen: TableScreen) -> None:
    choices, listed = screen.choices, screen.action_list
    assert choices is not None
    assert screen.pages.shown == "actions"
    for number, entry in enumerate(listed._entries):
        listed.cursor = number
        assert listed._layout.rows_of(number)[0] in listed.shown
        described = screen.view.described
        text = "".join(
            HIDDEN.sub("", panel.paint(at).text)
            for panel in (listed, described)
            for at in range(panel.count())
        )
        for words in (entry.text, *(() if entry.is_rest else told(choices, entry))):
            assert "".join(words.split()) in "".join(text.split())


def told(choices: ActionChoices, entry: ActionRow) -> Sequence[str]:
    """All that is said of an entry besides its text."""
    return [entry.apart or choices.note(entry.action), *choices.printed(entry.action)]


def _read_board(board: Board) -> None:
    """A board that was not shown yet is as large as its page."""
    board.lay_out(Size(PAGE[0], PAGE[1] - 6))
    assert board.scene is not None
    for page in board.pages(board.scene):
        board.page = page
        board.redraw()
        for action in board.scene.actions:
            board.point_at(action)
            assert board.place_of(action) in {None, *board.places}
        assert FULL.ellipsis not in "".join(board.paint(at).text for at in range(board.count()))


@pytest.mark.parametrize("box", THE_SHELF.boxes, ids=lambda box: box.id)
async def test_the_aim_stands_under_the_title_in_all_sizes_and_on_every_page(
    box: Box,
) -> None:
    """Whole where there is more than a page; on one, at least as far as a line goes.

    In the frame it stands with the text about what an action does, so that the board has its row.
    """
    table = new_table(THE_SHELF.load(box.id), *("Ann", "Ben", "Cat")[: box.players.usual], seed=7)
    async with at(table, [0], size=(160, 50)) as pilot:
        await settled(pilot)
        screen = screen_of(pilot)
        for size in ((160, 50), (100, 30), (80, 24), PAGE):
            await pilot.resize_terminal(*size)
            for _ in screen.pages.panels if size == PAGE else (None,):
                await settled(pilot)
                sentence = goal(table.game, table.view(0), 0, screen.words)
                line = sentence if size != PAGE else sentence[: PAGE[0] // 2]
                assert line
                if screen.has_class("-framed"):
                    described = screen.view.described
                    rows = [described.paint(at).text for at in range(described.count())]
                    shown = " ".join(HIDDEN.sub("", row.removeprefix("│")) for row in rows).split()
                    assert " ".join(sentence.split()) in " ".join(shown)
                else:
                    assert line in "".join(painted(pilot)[1:3])
                await press(pilot, "tab")


def panel_of(pilot: Pilot[None]) -> str:
    """The panel that is named, shown, and alone."""
    screen = screen_of(pilot)
    shown = [
        name
        for name, widget in screen.pages.panels.items()
        if widget.display and widget.size.height
    ]
    assert shown == [screen.pages.shown]
    name = screen.app.texts.text(f"panels.{shown[0]}")
    assert f"[{name}]" in "".join(painted(pilot))
    return shown[0]


async def test_tab_and_a_click_turn_to_another_page_and_a_decision_to_the_list() -> None:
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    async with at(table, [0], size=PAGE) as pilot:
        turned = []
        for key in ("tab", "tab", "tab", "shift+tab", "right", "escape"):
            turned.append(panel_of(pilot))
            await press(pilot, key)
        assert turned == ["actions", "log", "board", "actions", "board", "board"]
        assert panel_of(pilot) == "actions"

        await pilot.click(Tabs, offset=(2, 0))
        assert panel_of(pilot) == "board"
        assert isinstance(pilot.app.focused, Board)

        await press(pilot, "escape", "1")
        assert panel_of(pilot) == "board", "nobody here is asked, so there is no list"
        table.play(1, Place(4))
        await settled(pilot)
        assert panel_of(pilot) == "actions"


async def test_another_size_keeps_focus_and_cursor() -> None:
    async with at(new_table(TIC_TAC_TOE, "Ann", "Ben"), size=(120, 40)) as pilot:
        await pilot.resize_terminal(*PAGE)
        await settled(pilot)
        assert panel_of(pilot) == "actions"

        await press(pilot, "shift+tab", "down", "right")
        board = screen_of(pilot).view.board
        place = board.cursor
        for size in (PAGE, (80, 24), (100, 20), (160, 50)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert (pilot.app.focused, board.cursor) == (board, place)
            assert len(screen_of(pilot).query(Tabs)) == (size[0] < 80 or size[1] < 24)
            assert_aligned(pilot)
        for panel in screen_of(pilot).query(LinePanel):
            assert panel.display


async def test_a_replay_is_turned_through_as_well() -> None:
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    table.play(0, Place(4))
    async with at(table, size=PAGE) as pilot:
        await pilot.app.push_screen(ReplayScreen(table))
        shown = []
        for _ in range(4):
            shown += [
                action
                for action in (Board, ReplayTimeline, LogPanel)
                if pilot.app.screen.query_one(action).display
            ]
            await pilot.press("tab")
        assert shown == [Board, ReplayTimeline, LogPanel, Board]
