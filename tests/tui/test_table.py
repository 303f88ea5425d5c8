"""The table on screen: playing, taking back, looking back, and what is said when that fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import set_cell_size
from textual._compositor import Compositor, LayoutUpdate
from textual.command import CommandList
from textual.events import AppBlur, Click, Key
from textual.geometry import Size
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import OptionList

from bench.soak_players import LOG_TITLE
from hako.content import load
from hako.content.flip_city import GAME as FLIP_CITY
from hako.content.quo_vadis import GAME as QUO_VADIS
from hako.content.world_monger import GAME as WORLD_MONGER
from hako.engine.bots.advice import Advice, advise
from hako.engine.bots.observation import Observation
from hako.engine.bots.runner import BotRunner
from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.i18n.failure import Failure
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.action_groups import group_actions
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game
from hako.engine.rules.model import Seat
from hako.engine.storage.folder import FolderStore
from hako.engine.transcript.glossary import Glossary
from hako.tui.boards import Board
from hako.tui.screens.confirm_dialog import ConfirmDialog
from hako.tui.screens.export import ExportScreen
from hako.tui.screens.game_over import GameOverScreen
from hako.tui.screens.handover_cover import HandoverCover
from hako.tui.terminal.capabilities import TerminalCapabilities
from hako.tui.theme.symbols import FULL, SYMBOLS
from hako.tui.widgets import line_panel as lines_of_panels
from hako.tui.widgets.action_list import ActionList
from hako.tui.widgets.line_panel import LinePanel
from hako.tui.widgets.log_panel import LogPanel
from hako.tui.widgets.paragraph import Paragraph
from tests.toys.connect_four import GAME as CONNECT_FOUR
from tests.toys.sealed_bids import GAME as SEALED_BIDS
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.toys.tic_tac_toe import Grid, Place
from tests.tui.boards.drawn import drawn, moments
from tests.tui.boards.test_every_board import every_game
from tests.tui.tables import (
    ThinkingHere,
    assert_aligned,
    at,
    lines,
    new_table,
    painted,
    people,
    press,
    screen_of,
    settled,
    text,
)


@asynccontextmanager
async def ann_and_ben(
    seats: Iterable[Seat] | None = None,
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[tuple[History[Grid], Pilot[None]]]:
    """Tic-tac-toe on screen, played from these seats (both)."""
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    async with at(table, seats, size=size) as pilot:
        yield table, pilot


async def test_a_game_around_one_keyboard_is_played_with_digits() -> None:
    async with ann_and_ben() as (table, pilot):
        assert "Ann, mark a cell." in text(screen_of(pilot).view.prompt)

        await press(pilot, "1", "3", "1", "3", "1")  # a1 a2 b1 c2 c1: the first row

        assert table.outcome is not None
        assert table.outcome.winners == (0,)


async def test_every_frame_is_laid_out_for_the_size_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first one, too: a table that is rearranged a moment later would flash."""
    seen: list[Size] = []
    render = Compositor.render_full_update

    def frame(self: Compositor, simplify: bool = False) -> LayoutUpdate:
        if self.root is not None:
            seen.extend(board.outer_size for board in self.root.query(Board))
        return render(self, simplify)

    monkeypatch.setattr(Compositor, "render_full_update", frame)
    async with at(new_table(TIC_TAC_TOE, "Ann", "Ben"), size=(160, 50)) as pilot:
        assert {*seen} == {screen_of(pilot).view.board.outer_size}


async def test_the_bar_of_keys_is_painted_anew_where_its_words_change_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the list Enter plays whatever is pointed at; on a board of words it says why not."""
    widgets: list[Widget] = []
    monkeypatch.setattr(lines_of_panels, "paint_soon", lambda panel, *_: widgets.append(panel))
    async with ann_and_ben() as (_, pilot):
        await press(pilot, "5")
        screen = screen_of(pilot)
        widgets.clear()
        await press(pilot, "down", "down", "up")
        assert screen.view.described in widgets
        assert screen.view.key_bar not in widgets

        screen.view.board.focus()
        await settled(pilot)
        assert screen.view.key_bar in widgets
        assert "Enter why" in text(screen.view.key_bar)


async def test_the_window_calls_only_while_the_bell_may_ring() -> None:
    async with ann_and_ben() as (_, pilot):
        app = screen_of(pilot).app
        assert app._window == "* hako: your turn"

        app.change_settings(replace(app.settings, bell=False))

        assert app._window == "hako"


async def test_the_bell_rings_once_for_whoever_looked_away_when_it_becomes_their_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ben plays from elsewhere; Ann's window has the focus, or not, or she wants no bell."""
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    rung: list[int] = []
    async with at(table, [0]) as pilot:
        app = screen_of(pilot).app
        monkeypatch.setattr(app, "bell", lambda: rung.append(table.head))
        for key, bell, blur in (("1", True, False), ("2", True, True), ("1", False, True)):
            app.change_settings(replace(app.settings, bell=bell))
            await press(pilot, key)
            if blur:
                app.post_message(AppBlur())
                await settled(pilot)
            table.play(1, table.legal_actions(1)[0])
            await settled(pilot)

        assert rung == [4]


async def test_a_list_that_is_painted_late_tells_of_its_own_moment() -> None:
    """The last of nine cells are drawn when the game is over already."""
    table = new_table(TIC_TAC_TOE, "Ann", "Ben", undo="horizon")
    async with at(table) as pilot:
        actions = screen_of(pilot).action_list
        assert "Mark c3" not in text(actions), "its row is not drawn"
        for seat, cell in ((0, 0), (1, 3), (0, 1), (1, 4), (0, 2)):
            table.play(seat, Place(cell))
        assert table.outcome is not None

        actions.scroll_lines(9)

        assert "Mark c3" in lines(actions)[-1]
        assert lines(actions)[-1].endswith(FULL.warning)
        await settled(pilot)


async def test_a_game_is_played_with_arrows_and_enter() -> None:
    async with ann_and_ben() as (table, pilot):
        await press(pilot, "down", "down", "enter")
        assert table.state.marks == (0b100, 0)

        await press(pilot, "end", "home", "down", "enter")
        assert table.state.marks == (0b100, 0b10)


async def test_a_first_click_points_and_a_second_one_plays() -> None:
    async with ann_and_ben() as (table, pilot):
        for row, mark, both in ((4, "Ann marks b2", (1 << 4, 0)), (0, "Ben marks a1", (1 << 4, 1))):
            before = table.state.marks
            await pilot.click(ActionList, offset=(8, row + 1))
            await settled(pilot)
            assert table.state.marks == before, "also where the cursor stood already"
            assert mark in text(screen_of(pilot).view.described)

            await pilot.click(ActionList, offset=(8, row + 1))
            await settled(pilot)
            assert table.state.marks == both


async def test_bots_answer_by_themselves_and_each_move_is_a_line_of_the_log() -> None:
    table = new_table(TIC_TAC_TOE, "Ann", "bot:random")
    async with at(table, size=(100, 30)) as pilot:
        await press(pilot, "5")

        assert table.state.marks[1].bit_count() == 1
        texts = lines(screen_of(pilot).view.log_panel)
        assert texts[0].endswith("Ann marks b2.")
        assert "Random marks" in texts[1]
        assert any(LOG_TITLE in line for line in painted(pilot)), "by which the soak reads the log"


async def test_undo_takes_back_and_redo_does_it_again_bots_included() -> None:
    table = new_table(TIC_TAC_TOE, "Ann", "bot:random")
    async with at(table) as pilot:
        await press(pilot, "5")
        played = table.state

        await press(pilot, "u")
        assert table.state.marks == (0, 0)
        await press(pilot, "U")
        assert table.state == played


async def test_what_cannot_be_taken_back_is_said() -> None:
    async with ann_and_ben() as (_, pilot):
        await press(pilot, "u")

        assert "nothing to undo" in text(screen_of(pilot).view.described)


async def test_pointing_at_an_action_previews_it_and_says_whether_it_is_final() -> None:
    async with at(new_table(TIC_TAC_TOE, "Ann", "Ben", undo="horizon"), [0]) as pilot:
        await press(pilot, "down")

        line = text(screen_of(pilot).view.described)
        assert "Ann marks b1." in line
        assert "can't be undone: the other players go on from there" in line
        assert lines(screen_of(pilot).action_list)[2].endswith("!")


async def test_a_refused_action_stands_in_the_list_with_its_reason() -> None:
    async with at(new_table(CONNECT_FOUR, "Ann", "Ben"), size=(80, 40)) as pilot:
        await press(pilot, "1", "1", "1", "1", "1", "1", "end")

        shown = text(screen_of(pilot).action_list)
        assert "Column 1 That column is full." in shown


async def test_the_prompt_cites_the_rule_of_what_is_pointed_at_now() -> None:
    """play.2 forbids to stop before the first card; the counts at the rim are of the step, play.3."""
    async with at(new_table(FLIP_CITY, "Ann", "Ben")) as pilot:
        screen = screen_of(pilot)
        await press(pilot, "end")
        assert "rule play.2" in text(screen.view.prompt)

        screen.view.board.focus()
        screen.view.board.cursor = ("count", "money")
        assert "play.3" in text(screen.view.prompt)


@every_game
async def test_the_text_of_a_card_is_told_where_one_points_on_the_board(game: Game[Any]) -> None:
    """At the first choice of a game in which something with a text may be chosen there."""
    for table in moments(game, game.seats[0], 60):
        board = drawn(table)
        assert board.scene is not None
        cards = Glossary(game, table.content, board.scene.texts)
        offered = {place: cards.of(actions[0]) for place, actions in board.offered.items()}
        things = {
            item: thing
            for item, second_entries in offered.items()
            for thing in second_entries
            if thing.text
        }
        if things:
            break
    async with at(table, table.waiting()) as pilot:
        screen = screen_of(pilot)
        screen.view.board.focus()
        place, thing = next(iter(things.items()))
        screen.view.board.cursor = place
        await settled(pilot)
        assert thing.words in screen.view.described._text


async def test_a_click_on_a_refused_line_points_at_no_action_that_is_offered() -> None:
    """Column a is full, and stands below the six that are offered; the line before it is g's."""
    table = new_table(CONNECT_FOUR, "Ann", "Ben")
    async with at(table, size=(80, 40)) as pilot:
        await press(pilot, "1", "1", "1", "1", "1", "1")
        screen, head = screen_of(pilot), table.head

        for _ in range(2):
            await pilot.click(ActionList, offset=(8, 7))
            await settled(pilot)

        assert screen.action_list.is_open, "the row of what cannot be done"
        assert screen.action_list.action is None
        assert table.head == head


async def test_a_line_of_the_log_shows_the_table_as_it_was() -> None:
    async with ann_and_ben(size=(100, 30)) as (_, pilot):
        await press(pilot, "1", "1", "1")
        screen = screen_of(pilot)

        await pilot.click(LogPanel, offset=(5, 1))
        await settled(pilot)
        assert "after move 1 of 3" in text(screen.view.described)
        assert "cross, empty, empty" in text(screen.view.board)
        assert screen.action_list.count() == 0

        await press(pilot, "escape")
        assert "cross, nought, cross" in text(screen.view.board)
        assert screen.action_list.count() == 6


async def test_who_came_back_to_now_sees_what_is_played_next() -> None:
    """Escape leaves the earlier position for good: the next line does not bring it back."""
    async with ann_and_ben([0]) as (table, pilot):
        screen = screen_of(pilot)
        await press(pilot, "1")
        table.play(1, Place(4))
        await settled(pilot)
        await press(pilot, "tab", "up", "enter")
        assert screen.scene is not None
        assert screen.scene.moment == 1

        await press(pilot, "escape", "1")
        assert screen.scene.moment == table.head == 3
        assert not screen.check_action("command", ("now",))


async def test_looking_back_by_keys_plays_nothing() -> None:
    async with ann_and_ben() as (table, pilot):
        await press(pilot, "1", "1", "tab", "up", "enter")
        assert "after move 1 of 2" in text(screen_of(pilot).view.described)

        await press(pilot, "1", "h", "u")

        assert table.path()[-1].ply == 1


async def test_who_takes_back_while_looking_back_sees_what_is_taken_back() -> None:
    async with ann_and_ben() as (_, pilot):
        await press(pilot, "1", "1", "1", "tab", "up", "up", "enter")
        assert "after move 1 of 3" in text(screen_of(pilot).view.described)

        await press(pilot, "u")

        assert "Ann, mark a cell" in text(screen_of(pilot).view.prompt)
        assert screen_of(pilot).action_list.count() == 7


async def test_a_move_that_was_taken_back_is_told_to_be_one() -> None:
    """Its number may be higher than that of the last move now."""
    async with ann_and_ben() as (_, pilot):
        await press(pilot, "1", "1", "u", "u", "tab", "end", "enter")

        assert "move 2, which was undone" in text(screen_of(pilot).view.described)


async def test_a_branch_taken_back_stays_in_the_log() -> None:
    async with ann_and_ben(size=(100, 30)) as (_, pilot):
        await press(pilot, "1", "u", "5")

        texts = lines(screen_of(pilot).view.log_panel)
        assert [line[2:] for line in texts[:2]] == ["Ann marks a1.", "Ann marks b2."]


async def test_the_log_shows_what_is_left_behind_also_where_all_is_heard_of_at_once() -> None:
    async with ann_and_ben([]) as (table, pilot):
        log = screen_of(pilot).view.log_panel
        table.play(0, Place(0))
        await settled(pilot)
        table.undo()
        await settled(pilot)
        assert [record.is_left_behind for record in log.records] == [True]

        table.redo()
        await settled(pilot)
        table.undo()
        table.play(0, Place(4))
        await settled(pilot)
        assert [row.is_left_behind for row in log.records] == [True, False]


async def test_one_record_of_the_log_is_pointed_at() -> None:
    async with ann_and_ben(size=(100, 30)) as (_, pilot):
        log = screen_of(pilot).view.log_panel
        await press(pilot, "1", "1", "1")
        log.focus()

        await press(pilot, "up", "up", "down")

        strips = pilot.app.screen._compositor.render_strips()[log.content_region.y :][:3]
        inside = [strip.crop(log.region.x, log.region.right) for strip in strips]
        lit = [any(part.style and part.style.reverse for part in strip) for strip in inside]
        assert lit == [False, True, False]


async def test_a_wider_terminal_has_room_for_more_keys() -> None:
    async with at(new_table(TIC_TAC_TOE, "Ann", "Ben")) as pilot:
        await press(pilot, "1")
        before = painted(pilot)[-1]
        await pilot.resize_terminal(160, 24)
        await settled(pilot)

        assert len(painted(pilot)[-1].split()) > len(before.split())


async def test_somebody_elses_move_is_shown_and_an_old_choice_plays_nothing() -> None:
    async with ann_and_ben([0]) as (table, pilot):
        screen, shown = screen_of(pilot), table.head
        table.play(0, Place(4))  # from another screen, not heard of here yet
        screen.play(Place(0), shown)

        assert "The position has changed; nothing was played." in text(screen.view.described)
        await settled(pilot)
        assert table.state.marks == (1 << 4, 0)


async def test_a_choice_that_arrives_after_the_next_moment_is_shown_plays_nothing() -> None:
    """From a second terminal Ann marks b2, and it is her turn again; a1 she meant for the first."""
    async with ann_and_ben([0]) as (table, pilot):
        screen = screen_of(pilot)
        screen.action_list.action_enter("play")  # on its way to the screen
        table.play(0, Place(4))
        table.play(1, Place(8))
        screen.show_table()
        await settled(pilot)

        assert table.state.marks == (1 << 4, 1 << 8)
        assert "The position has changed; nothing was played." in text(screen.view.described)


async def test_an_old_choice_of_the_palette_plays_nothing() -> None:
    async with ann_and_ben([0]) as (table, pilot):
        await pilot.press("ctrl+p")
        await until(pilot, lambda: pilot.app.screen.query_one(CommandList).option_count > 0)
        table.play(0, Place(4))
        table.play(1, Place(8))
        await settled(pilot)
        await pilot.press("down", "enter")
        await settled(pilot)

        assert "The position has changed; nothing was played." in text(
            screen_of(pilot).view.described
        )
        assert table.state.marks == (1 << 4, 1 << 8)


async def test_a_watcher_sees_and_changes_nothing() -> None:
    async with ann_and_ben([]) as (table, pilot):
        await press(pilot, "1", "enter", "u", "U", "h")
        assert table.state.marks == (0, 0)

        table.play(0, Place(4))
        await settled(pilot)
        assert "Ann marks b2." in text(screen_of(pilot).view.log_panel)


async def test_a_hint_is_pointed_at_and_not_played() -> None:
    async with ann_and_ben() as (table, pilot):
        await press(pilot, "1", "3", "1", "3")  # a1 a2 b1 c2: Ann can complete her row
        before = table.state

        await press(pilot, "h")

        line = text(screen_of(pilot).view.described)
        assert "Hint: Mark c1." in line
        assert "It wins the game." in line
        assert screen_of(pilot).action_list.action == Place(2)
        assert table.state == before


async def test_the_list_shows_the_chances_of_the_best_that_a_hint_has_found() -> None:
    """Both of two actions of a game whose chances are measured; none before the hint.

    The chance of a bust stays where it was, and that to win stands beside it, where there is room.
    """
    table = new_table(FLIP_CITY, "Ann", "Ben", seed=4)
    async with at(table, hints="short", size=(160, 50)) as pilot:
        shown = screen_of(pilot).action_list
        while len(table.legal_actions(table.waiting()[0])) < 2:
            await press(pilot, "1")
        before = text(shown).count(" %")

        await press(pilot, "h")
        await settled(pilot)

        assert text(shown).count(" %") - before >= 2
        assert "bust" in text(shown)


async def test_a_hint_that_comes_when_the_table_has_moved_on_is_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is of a position that nobody looks at any more."""
    may_answer = asyncio.Event()

    async def advised(_: WorkerPool, observation: Observation, chance: Chance) -> Advice:
        await may_answer.wait()
        return advise(observation, chance)

    monkeypatch.setattr(ThinkingHere, "advise", advised)
    async with at(new_table(TIC_TAC_TOE, "Ann", "Ben")) as pilot:
        await press(pilot, "h")
        assert "Thinking" in text(screen_of(pilot).view.described)
        await press(pilot, "3")

        may_answer.set()
        await settled(pilot)

        assert "Hint: " not in text(screen_of(pilot).view.described)


@asynccontextmanager
async def thinking_twice(
    monkeypatch: pytest.MonkeyPatch, table: History[Any], first: Any, better: Any
) -> AsyncIterator[tuple[Pilot[None], asyncio.Event]]:
    """A table where hints say one thing at once and another after more thought."""
    has_thought = asyncio.Event()

    async def hints(*_: object) -> AsyncIterator[Advice]:
        yield Advice((first,), better)
        await has_thought.wait()
        yield Advice((better,), first)

    monkeypatch.setattr(BotRunner, "hints", hints)
    async with at(table) as pilot:
        await press(pilot, *["y"] * isinstance(pilot.app.screen, HandoverCover), "h")
        yield pilot, has_thought


async def test_the_cursor_stands_on_what_is_recommended_after_more_thought_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Enter plays the recommendation that is on screen; there is one at a time."""
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    async with thinking_twice(monkeypatch, table, Place(2), Place(6)) as (pilot, has_thought):
        screen = screen_of(pilot)
        assert screen.action_list.action == Place(2)
        has_thought.set()
        await settled(pilot)
        assert screen.action_list.action == Place(6)
        assert "Hint: Mark a3." in text(screen.view.described)

        await press(pilot, "enter")
        assert table.now.record.action == Place(6)


async def test_a_hint_pulls_nobody_back_who_looks_on_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    async with thinking_twice(monkeypatch, table, Place(2), Place(6)) as (pilot, has_thought):
        await press(pilot, "down")
        line = text(screen_of(pilot).view.described)
        has_thought.set()
        await settled(pilot)

        assert screen_of(pilot).action_list.action == Place(3)
        assert text(screen_of(pilot).view.described) == line


async def test_a_hint_leads_through_a_folded_list_without_going_in_a_ring(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its first word is among the first of the folded, its last among the others."""
    table = new_table(QUO_VADIS, "Ann", "Ben", "Cat")
    while len(group_actions(table.legal_actions(table.waiting()[0]))) < 2 or not all(
        fold.first for fold in group_actions(table.legal_actions(table.waiting()[0]))
    ):
        table.play(table.waiting()[0], table.legal_actions(table.waiting()[0])[0])
    one, *_, other = (
        fold.actions[1] for fold in group_actions(table.legal_actions(table.waiting()[0]))
    )
    async with thinking_twice(monkeypatch, table, one, other) as (pilot, has_thought):
        actions = screen_of(pilot).action_list
        await press(pilot, "enter")
        assert actions.is_open
        has_thought.set()
        await settled(pilot)
        assert actions.action == one, "the list stays as it was opened"

        await press(pilot, "h", "enter")
        assert actions.is_open
        assert actions.action == other
        await press(pilot, "h")
        assert actions.is_open
        assert actions.action == other


class FullDisk:
    """A save on a disk that is full until somebody makes room."""

    name = "game"
    has_room = False

    def append(self, line: bytes) -> None:
        if not self.has_room:
            raise StorageError("in_file", file="game.hako", reason=Failure("disk_full"))

    def read_new(self) -> bytes:
        return b""

    def beside(self, ending: str) -> None:
        return None


async def test_a_move_that_cannot_be_saved_has_not_happened_and_can_be_tried_again() -> None:
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    disk = table.log.save = FullDisk()
    async with at(table) as pilot:
        await press(pilot, "5")
        assert isinstance(pilot.app.screen, ConfirmDialog)
        assert "the disk is full" in "".join(painted(pilot))
        assert table.state.marks == (0, 0)

        disk.has_room = True
        await press(pilot, "y")
        assert table.state.marks == (1 << 4, 0)


async def test_a_bots_move_that_cannot_be_saved_is_tried_again_on_request() -> None:
    table = new_table(TIC_TAC_TOE, "bot:random", "Ben")
    disk = table.log.save = FullDisk()
    async with at(table, [1]) as pilot:
        while not isinstance(pilot.app.screen, ConfirmDialog):
            await pilot.pause()

        disk.has_room = True
        await press(pilot, "y")
        assert table.state.marks[0].bit_count() == 1


def answered() -> History[Grid]:
    """Ben has answered Ann's mark, so that it is final for her."""
    table = new_table(TIC_TAC_TOE, "Ann", "Ben", undo="ask")
    table.play(0, Place(4))
    table.play(1, Place(0))
    return table


async def test_an_undo_beyond_the_horizon_asks_the_others() -> None:
    table = answered()
    async with at(table, [1]) as pilot:
        table.ask(by=0)
        await settled(pilot)
        assert isinstance(pilot.app.screen, ConfirmDialog)
        assert "Ann asks to undo the last choice." in "".join(painted(pilot))

        await press(pilot, "y")
        assert table.state.marks == (0, 0)


async def test_who_asks_is_told_so_and_a_no_leaves_the_table_as_it_is() -> None:
    table = answered()
    async with at(table, [0]) as pilot:
        await press(pilot, "u")
        assert "The other players are asked" in text(screen_of(pilot).view.described)
        assert table.request is not None

        table.answer(by=1, yes=False)
        await settled(pilot)
        assert table.state.marks == (1 << 4, 1 << 0)


async def test_a_request_that_was_withdrawn_asks_no_longer() -> None:
    table = answered()
    async with at(table, [1]) as pilot:
        table.ask(by=0)
        await settled(pilot)
        table.answer(by=0, yes=False)
        await settled(pilot)

        assert not isinstance(pilot.app.screen, ConfirmDialog)


@pytest.mark.parametrize("key", ["y", "ctrl+y", "ｙ"])
async def test_between_two_seats_with_secrets_the_screen_is_covered(key: str) -> None:
    """An input method may make y a wide one, but leaves ctrl+y alone."""
    table = new_table(SEALED_BIDS, "Ann", "Ben", options={"rounds": "1"})
    leader = table.waiting()[0]
    async with at(table) as pilot:
        screen = screen_of(pilot)
        await press(pilot, "y")  # the first to choose has secrets already
        while table.waiting() == (leader,):
            await press(pilot, "1")
        await press(pilot, "1")

        assert "is next" in "".join(painted(pilot))
        hidden = screen.scene
        await press(pilot, key)
        assert pilot.app.screen is screen
        assert screen.scene is not hidden
        assert screen.scene is not None
        assert screen.scene.viewer == screen.acting


@pytest.mark.parametrize("seed", range(1, 5))
async def test_a_table_with_secrets_is_covered_from_its_first_moment(seed: int) -> None:
    """The user who opens it need not be the one who is to choose."""
    table = new_table(load("cultus"), "Ann", "Ben", seed=seed)
    seat = table.waiting()[0]
    async with at(table) as pilot:
        screen = screen_of(pilot)
        assert pilot.app.screen is not screen
        assert f"{table.players[seat].name} is next" in "".join(painted(pilot))
        under_it = screen.scene
        assert under_it is None

        await press(pilot, "y")
        assert screen.scene is not None
        assert screen.scene.viewer == seat


@pytest.mark.parametrize("key", ["enter", "space", "1", "tab"])
async def test_a_key_held_down_from_the_last_move_shows_nobody_elses_secrets(key: str) -> None:
    table = new_table(load("cultus"), "Ann", "Ben")
    first = table.waiting()[0]
    async with at(table) as pilot:
        await press(pilot, "y", *["1"] * 3)
        while table.waiting() == (first,):
            await press(pilot, "1")
        played = table.line

        await press(pilot, *[key] * 10)

        assert isinstance(pilot.app.screen, HandoverCover)
        assert table.line == played


async def test_a_double_click_on_the_last_move_shows_nobody_elses_secrets() -> None:
    """Its second click may fall on the cover; a click of its own shows the table."""
    async with at(new_table(load("cultus"), "Ann", "Ben")) as pilot:
        cover = pilot.app.screen
        show = cover.query_one("#uncover")
        show.post_message(Click(show, 1, 0, 0, 0, 1, False, False, False, chain=2))
        await settled(pilot)
        assert pilot.app.screen is cover

        await pilot.click(cover, offset=(1, 1))
        await settled(pilot)
        assert pilot.app.screen is cover

        await pilot.click("#uncover")
        await settled(pilot)
        assert pilot.app.screen is screen_of(pilot)


@pytest.mark.parametrize("key", ["slash", "o", "ctrl+p"])
async def test_what_one_opened_is_not_left_open_for_the_next_player(key: str) -> None:
    """The table may go on while one reads; below the cover lies the table alone."""
    table = new_table(load("cultus"), "Ann", "Ben")
    first = table.waiting()[0]
    async with at(table) as pilot:
        await press(pilot, "y", key)
        while table.waiting() == (first,):
            table.play(first, table.legal_actions(first)[0])
        await settled(pilot)
        assert isinstance(pilot.app.screen, HandoverCover)

        await press(pilot, "y")
        assert screen_of(pilot).is_active


async def test_the_cover_speaks_the_language_of_now() -> None:
    async with at(new_table(load("cultus"), "Ann", "Ben")) as pilot:
        await press(pilot, "f2")

        assert "次は" in "".join(painted(pilot))


async def test_one_leaves_from_under_the_cover_without_a_look() -> None:
    async with at(new_table(load("cultus"), "Ann", "Ben")) as pilot:
        screen = screen_of(pilot)

        await pilot.press("q")
        await pilot.pause()

        assert screen not in pilot.app.screen_stack
        assert len(pilot.app.screen_stack) == 1
        assert screen.scene is None


async def test_a_request_that_comes_while_one_plays_is_not_answered_by_enter() -> None:
    table = answered()
    async with at(table, [1]) as pilot:
        table.ask(by=0)
        await press(pilot, *["enter"] * 3)

        assert isinstance(pilot.app.screen, ConfirmDialog)
        assert table.request is not None
        assert "y  I agree" in "".join(painted(pilot))


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 50)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "terminal",
    [TerminalCapabilities(), TerminalCapabilities(ambiguous=2), TerminalCapabilities(term="linux")],
)
async def test_every_line_is_as_wide_as_the_screen(
    size: tuple[int, int], language: Language, terminal: TerminalCapabilities
) -> None:
    table = new_table(TIC_TAC_TOE, "Ann と Zoë…", "箱入りの娘さん")
    async with at(table, size=size, language=language, terminal=terminal) as pilot:
        await press(pilot, "1", "1", "1")

        assert_aligned(pilot)


async def test_the_screen_changes_its_language_at_once() -> None:
    async with ann_and_ben() as (_, pilot):
        await press(pilot, "1")
        assert "Ann marks a1." in text(screen_of(pilot).view.log_panel)

        pilot.app.change_settings(replace(pilot.app.settings, language="ja"))  # type: ignore[attr-defined]  # Pilot knows no kind of app
        await settled(pilot)

        assert "Ann marks" not in "".join(painted(pilot))
        assert_aligned(pilot)


async def test_resizing_at_any_time_is_safe() -> None:
    async with ann_and_ben() as (_, pilot):
        for size in ((160, 50), (81, 24), (1, 1), (0, 0), (20, 70), (300, 5), (80, 24)):
            await pilot.resize_terminal(*size)
            await press(pilot, "down", "1" if size[0] > 80 else "up")

        assert_aligned(pilot)
        assert "a cell." in text(screen_of(pilot).view.prompt)


async def test_the_palette_plays_an_action_by_its_name_in_either_language() -> None:
    async with ann_and_ben() as (table, pilot):
        await pilot.press("ctrl+p")
        await pilot.pause()
        await pilot.press(*"mark b3")
        await until(pilot, lambda: pilot.app.screen.query_one(CommandList).option_count > 0)
        await pilot.press("enter")
        await settled(pilot)

        assert table.state.marks == (1 << 7, 0)


async def test_the_palette_lists_what_may_be_chosen_first() -> None:
    async with at(new_table(TIC_TAC_TOE, "Ann", "Ben")) as pilot:
        await pilot.press("ctrl+p")
        await until(pilot, lambda: pilot.app.screen.query_one(CommandList).option_count > 10)

        first = pilot.app.screen.query_one(CommandList).get_option_at_index(0).prompt
        assert str(first).startswith("Mark a1")


@pytest.mark.parametrize("opened", ["question_mark", "slash", "ctrl+p"])
async def test_ctrl_c_leaves_from_a_dialog_as_well(opened: str) -> None:
    async with at(new_table(TIC_TAC_TOE, "Ann", "Ben")) as pilot:
        await press(pilot, opened)
        assert pilot.app.screen.is_modal

        await pilot.press("ctrl+c")

        assert not pilot.app.is_running


@pytest.mark.parametrize("key", ["question_mark", "f1", "e", "slash", "ctrl+p"])
@pytest.mark.parametrize("turns", range(8))
async def test_one_may_leave_while_a_screen_opens(key: str, turns: int) -> None:
    """A signal comes when it comes: its exit status stands, and nothing fails."""
    async with at(new_table(FLIP_CITY, "Ann", "Ben")) as pilot:
        pilot.app.post_message(Key(key, None))
        for _ in range(turns):
            await asyncio.sleep(0)
        pilot.app.exit(return_code=130)

    assert pilot.app.return_code == 130


@pytest.mark.parametrize(
    "terminal", [TerminalCapabilities(term="linux"), TerminalCapabilities(ambiguous=2)]
)
async def test_panels_and_dialogs_draw_nothing_that_the_terminal_lacks(
    terminal: TerminalCapabilities,
) -> None:
    """A console without other signs; one that makes some of them two cells wide."""
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    async with at(table, size=(160, 50), terminal=terminal) as pilot:
        look = screen_of(pilot).app.appearance
        dialogs = ExportScreen(table), ConfirmDialog("Sure?", "yes", "no"), None
        for dialog in dialogs:
            lines = "".join(painted(pilot)).replace("日本語", "")
            assert SYMBOLS[look.symbols].spell(lines) == lines
            if dialog is not None:
                pilot.app.push_screen(dialog)
                await settled(pilot)


async def test_words_are_found_in_the_log_and_lead_to_that_moment() -> None:
    async with ann_and_ben() as (_, pilot):
        await press(pilot, "1", "1", "1", "slash")
        await pilot.press(*"BEN marks")
        await pilot.pause()
        await pilot.press("enter")
        await settled(pilot)

        assert "after move 2 of 3" in text(screen_of(pilot).view.described)


async def test_words_are_found_in_the_rules() -> None:
    async with ann_and_ben() as (_, pilot):
        await press(pilot, "slash")
        await pilot.press(*"three in a row")
        await pilot.pause()

        listed = pilot.app.screen.query_one(OptionList)
        assert str(listed.get_option_at_index(0).prompt).startswith("end.1 ")


async def test_a_find_is_told_in_a_line_from_the_word_on_and_whole_below_the_list() -> None:
    """flip_city.setup.1 tells the kinds of cards at length, and of the back in its last lines."""
    async with at(new_table(FLIP_CITY, "Ann", "Ben")) as pilot:
        await press(pilot, "slash")
        await pilot.press(*"throughout")
        await settled(pilot)

        text = str(pilot.app.screen.query_one(OptionList).get_option_at_index(0).prompt)
        assert text.startswith("setup.1  … ")
        assert "throughout" in text
        assert "\n" not in text
        assert "The game has five kinds of cards" in pilot.app.screen.query_one(Paragraph).words


async def test_a_word_that_comes_at_once_is_looked_up_as_one_that_is_typed() -> None:
    """As from an input method: what was highlighted for its first letters is told no more."""
    async with at(new_table(FLIP_CITY, "Ann", "Ben")) as pilot:
        await press(pilot, "slash")
        for letter in "xyzzy":  # no pause between them
            pilot.app.post_message(Key(letter, letter))
        await settled(pilot)

        assert "Nothing in the game, its log or its rules matches" in "".join(painted(pilot))


async def test_finding_nothing_is_said() -> None:
    async with at(new_table(FLIP_CITY, "Ann", "Ben")) as pilot:
        await press(pilot, "slash")
        await pilot.press(*"xyzzy", "enter")
        await pilot.pause()

        assert "Nothing in the game, its log or its rules matches" in "".join(painted(pilot))


@pytest.mark.parametrize("opened", ["question_mark", "slash", "ctrl+p"])
async def test_a_click_beside_a_dialog_leaves_it(opened: str) -> None:
    async with at(new_table(TIC_TAC_TOE, "Ann", "Ben")) as pilot:
        await press(pilot, opened)
        assert pilot.app.screen.is_modal

        await pilot.click(offset=(1, 1))
        await settled(pilot)

        assert pilot.app.screen is screen_of(pilot)


async def test_a_click_beside_a_question_is_no_answer() -> None:
    table = answered()
    async with at(table, [1]) as pilot:
        table.ask(by=0)
        await settled(pilot)

        await pilot.click(offset=(1, 1))
        await settled(pilot)

        assert isinstance(pilot.app.screen, ConfirmDialog)


@pytest.mark.parametrize(
    ("language", "leave", "helps"), [("en", "q back", "? help"), ("ja", "q 戻る", "? ヘルプ")]
)
async def test_the_way_out_is_always_among_the_keys_below(
    language: Language, leave: str, helps: str
) -> None:
    table = new_table(FLIP_CITY, "Ann", "Ben")
    async with at(table, language=language) as pilot:
        await press(pilot, "1", "u")  # so that there is something to redo as well

        keys = painted(pilot)[-1]
        assert leave in keys
        assert keys.rstrip().endswith(helps)


async def until(pilot: Pilot[None], done: Callable[[], bool]) -> None:
    """Wait for something that happens by itself, such as a search."""
    for _ in range(200):
        if done():
            return
        await pilot.pause(0.01)
    raise AssertionError("it did not happen")


async def test_moving_the_cursor_is_seen_at_once() -> None:
    async with ann_and_ben() as (_, pilot):
        await press(pilot, "down", "down")

        rows = screen_of(pilot).action_list.region.line_range
        (pointed,) = [painted(pilot)[y] for y in rows if painted(pilot)[y].startswith(FULL.pointer)]
        assert "3 Mark c1" in pointed


async def test_help_lists_every_key_of_the_table_even_those_that_can_do_nothing_now() -> None:
    async with at(new_table(TIC_TAC_TOE, "Ann", "Ben"), size=(100, 50)) as pilot:
        await press(pilot, "question_mark")

        screen = " ".join(" ".join(painted(pilot)).split())
        assert "← ↓ ↑ → move" in screen
        assert "u undo the last choice" in screen
        assert "U ^R redo what was undone" in screen


async def test_what_the_screen_shows_is_what_its_panels_hold() -> None:
    """Nothing stays unpainted after moves, undo, looking back, scrolling."""
    async with at(new_table(FLIP_CITY, "Ann", "Ben", seed=4)) as pilot:
        keys = ["1"] * 12 + ["u", "u", "1", "down", "tab", "up", "up", "enter", "escape", "1"]
        for key in keys:
            await press(pilot, key)
            rows = painted(pilot)
            for panel in screen_of(pilot).query(LinePanel):
                _, y, width, _ = panel.content_region
                for row in range(panel.rows):
                    shown = set_cell_size(panel.render_line(row).text, width)
                    assert shown in rows[y + row], (key, panel)


async def test_enter_held_down_from_the_last_move_leads_through_no_door() -> None:
    async with ann_and_ben() as (table, pilot):
        await press(pilot, "1", "3", "1", "3", *["enter"] * 5)

        assert table.outcome is not None
        assert isinstance(pilot.app.screen, GameOverScreen)


async def test_a_table_whose_game_is_over_opens_with_its_end() -> None:
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    for cell in (0, 3, 1, 4, 2):
        table.play(table.waiting()[0], Place(cell))
    async with at(table) as pilot:
        assert "Ann wins!" in "".join(painted(pilot))

        await press(pilot, "u", "u")
        assert "Ann, mark a cell." in "".join(painted(pilot))


async def test_a_result_is_opened_once_however_fast_the_last_moves_came() -> None:
    async with ann_and_ben([]) as (table, pilot):
        for cell in (0, 3, 1, 4, 2):
            table.play(table.waiting()[0], Place(cell))
        await settled(pilot)

        opened = [screen for screen in pilot.app.screen_stack if isinstance(screen, GameOverScreen)]
        assert len(opened) == 1


async def test_a_card_is_looked_up_from_the_option_that_names_it() -> None:
    """world_monger.card.egypt: the first civilization offered comes first, then all the others."""
    table = new_table(WORLD_MONGER, "Ann", "Ben", options={"civilizations": "chosen"})
    async with at(table) as pilot:
        await press(pilot, "i")

        listed = pilot.app.screen.query_one(OptionList)
        shown = pilot.app.screen.query_one(Paragraph)
        names = [str(option.prompt).partition("  ")[0] for option in listed.options]
        assert names[0] == "Egypt"
        assert names.count("Egypt") == 1
        assert shown.words.startswith("Egypt (Civilizations; short: EGY)")
        assert "Feature culture: Pyramid." in shown.words

        await pilot.press(*"trash")
        await settled(pilot)
        assert str(listed.get_option_at_index(0).prompt).startswith("trash ")
        assert "out of the game for good" in shown.words


async def test_a_game_that_names_nothing_says_so_where_one_looks_things_up() -> None:
    async with at(new_table(CONNECT_FOUR, "Ann", "Ben")) as pilot:
        await press(pilot, "i")
        await settled(pilot)

        assert "nothing to look up" in "".join(painted(pilot))


async def test_a_finished_game_is_left_with_the_way_to_look_at_it(tmp_path: Path) -> None:
    """To go on with it would mean to take its end back."""
    header = new_header(TIC_TAC_TOE, people("Ann", "Ben"), seed=1)
    table = History.new(TIC_TAC_TOE, header, FolderStore(tmp_path).create)
    async with at(table) as pilot:
        assert "hako resume" in screen_of(pilot).farewell()
        for cell in (0, 3, 1, 4, 2):
            table.play(table.waiting()[0], Place(cell))
        await settled(pilot)

        assert "hako replay" in screen_of(pilot).farewell()
        assert "hako resume" not in screen_of(pilot).farewell()
