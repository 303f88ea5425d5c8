"""All boards: parts that are turned to, and actions that lie at one place."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from hako.engine.log.history import History
from hako.engine.rules.model import Seat
from hako.tui.boards.board import Board
from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas
from hako.tui.screens.table.local_play import PlayScreen
from hako.tui.screens.table.replay import ReplayScreen
from hako.tui.theme.symbols import FULL
from hako.tui.widgets.table_model import TableModel
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.toys.tic_tac_toe import Place as Mark
from tests.tui.tables import OneTable, lines, new_table, painted, press, screen_of, settled, text

ROWS = ("first", "second", "third")


class Rows(Board):
    """A grid of which one row is shown at a time, as one place with all its cells."""

    def pages(self, scene: TableModel) -> Sequence[str]:
        return ROWS if self.columns < 100 else ("",)

    def page_of(self, place: BoardPlace) -> str | None:
        return str(place) if self.has_pages else None

    def place_of(self, action: Mark) -> BoardPlace | None:
        return ROWS[action.cell // 3]

    def describe(self, place: BoardPlace) -> str:
        return f"The {place} row."

    def draw(self, drawing: PlaceCanvas, scene: TableModel) -> None:
        shown = [self.page] if self.has_pages else ROWS
        for y, row in enumerate(shown):
            drawing.at(0, y).put(f"{row} row, meant: {self.meant}", self.ink.text)
            drawing.place(row, 0, y, 8)


class GhostlyRows(Rows):
    """The same, and it shows the cell that is meant."""

    shows_meant = True


class RowsScreen(PlayScreen):
    """A table with that board."""

    board_class: type[Board] = Rows

    def board_type(self) -> type[Board]:
        return self.board_class


class RowsReplay(ReplayScreen):
    """A replay with that board."""

    def board_type(self) -> type[Board]:
        return Rows


class RowsApp(OneTable):
    """An app with such a table."""

    board_class: type[Board] = Rows

    def open_table(self, table: History[Any], seats: Iterable[Seat] | None = None) -> None:
        kind = type("RowsScreen", (RowsScreen,), {"board_class": self.board_class})
        self.push_screen(kind(table, (0, 1)))


@asynccontextmanager
async def rows(
    board: type[Board] = Rows, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[Any], Board]]:
    app = RowsApp(new_table(TIC_TAC_TOE, "Ann", "Ben"))
    app.board_class = board
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        yield pilot, pilot.app.screen.query_exactly_one("#board", Board)


def marks(pilot: Pilot[Any]) -> tuple[int, int]:
    assert isinstance(pilot.app, OneTable)
    state: Any = pilot.app.table.state
    pair: tuple[int, int] = state.marks
    return pair


async def test_where_not_all_fits_a_key_turns_to_the_next_part_and_round() -> None:
    async with rows() as (pilot, board):
        for page in ("second", "third", "first"):
            await press(pilot, "b")
            assert text(board).startswith(f"{page} row")

        await press(pilot, "B")
        assert text(board).startswith("third row")


async def test_where_all_fits_there_is_no_key_to_turn_with() -> None:
    async with rows(size=(200, 50)) as (pilot, _):
        assert "more" not in painted(pilot)[-1]
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert "more" in painted(pilot)[-1]


async def test_a_table_that_is_opened_shows_the_part_on_which_its_first_action_lies() -> None:
    """The first row is taken: the first cell that is free lies in the second."""
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    for cell in range(3):
        table.play(table.waiting()[0], Mark(cell))
    async with RowsApp(table).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert pilot.app.screen.query_exactly_one("#board", Board).page == "second"


async def test_the_part_is_shown_on_which_the_action_lies_that_is_pointed_at() -> None:
    async with rows() as (pilot, board):
        await press(pilot, "down", "down", "down")  # in the list, to the fourth cell
        assert board.page == "second"


async def test_a_replay_turns_pages_with_the_same_key() -> None:
    app = OneTable(new_table(TIC_TAC_TOE, "Ann", "Ben"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        app.push_screen(RowsReplay(app.table))
        await settled(pilot)
        await press(pilot, "b")
        assert text(app.screen.query_exactly_one("#board", Board)).startswith("second row")


@pytest.mark.parametrize("board_class", [Rows, GhostlyRows])
async def test_space_turns_to_the_next_action_at_the_place(board_class: type[Board]) -> None:
    """The list names it at its cursor; the description tells what it does."""
    async with rows(board_class) as (pilot, board):
        board.focus()
        assert board.meant == Mark(0)
        for cell in (1, 2, 0):
            await press(pilot, "space")
            assert board.meant == Mark(cell)
            pointed = [
                row for row in lines(screen_of(pilot).action_list) if row.startswith(FULL.pointer)
            ]
            assert [row.split()[-2:] for row in pointed] == [["Mark", f"{'abc'[cell]}1"]]
            assert f"Ann marks {'abc'[cell]}1." in text(screen_of(pilot).view.described)


async def test_the_right_button_turns_too() -> None:
    async with rows() as (pilot, board):
        await pilot.click(board, offset=(2, 0), button=3)
        assert board.meant == Mark(1)


async def test_enter_plays_what_is_meant_where_the_board_shows_it() -> None:
    async with rows(GhostlyRows) as (pilot, board):
        board.focus()
        await press(pilot, "space")
        assert "meant: Place(cell=1)" in text(board)
        await press(pilot, "enter")
        assert marks(pilot) == (0b10, 0)


async def test_enter_opens_the_list_where_it_cannot_be_seen_what_is_meant() -> None:
    async with rows() as (pilot, board):
        board.focus()
        await press(pilot, "space", "enter")
        assert marks(pilot) == (0, 0)
        await press(pilot, "enter")  # in the list now, at the cell that was meant
        assert marks(pilot) == (0b10, 0)


class CountedRows(GhostlyRows):
    """The same, and it counts how often it is drawn."""

    times = 0

    def draw(self, drawing: PlaceCanvas, scene: TableModel) -> None:
        self.times += 1
        super().draw(drawing, scene)


async def test_list_and_board_point_at_the_same_from_the_first_moment_of_a_choice() -> None:
    """A new position and the mark on it are drawn at once."""
    async with rows(CountedRows, size=(200, 50)) as (pilot, board):
        assert isinstance(board, CountedRows)
        await press(pilot, "down", "enter")  # b1, in the list
        assert screen_of(pilot).action_list.action == board.meant == Mark(0)
        board.times = 0
        await press(pilot, "1")
        assert screen_of(pilot).action_list.action == board.meant == Mark(2)
        assert board.times == 1


async def test_who_plays_on_the_board_stays_at_a_place_where_there_is_more_to_choose() -> None:
    async with rows(GhostlyRows, size=(200, 50)) as (pilot, board):
        board.focus()
        await press(pilot, "down", "enter")  # a2
        assert board.cursor == "second"
        assert screen_of(pilot).action_list.action == board.meant == Mark(4)


async def test_a_place_with_one_action_has_nothing_to_turn_to() -> None:
    async with rows(GhostlyRows) as (pilot, board):
        await press(pilot, "1", "1")  # a1, b1: c1 is left in the first row
        board.focus()
        assert board.meant == Mark(2)
        await press(pilot, "space")
        assert board.meant == Mark(2)


class Tabs(Rows):
    """The same with a tab for each row, and more around a row that points at it."""

    def page_of(self, place: BoardPlace) -> str | None:
        return place[1] if isinstance(place, tuple) else super().page_of(place)

    def draw(self, drawing: PlaceCanvas, scene: TableModel) -> None:
        super().draw(drawing, scene)
        for number, row in enumerate(ROWS):
            drawing.at(10 * number, 5).put(row, self.ink.text)
            drawing.place(("tab", row), 10 * number, 5, 8)
        drawing.around.append((Region(0, 7, 20, 2), self.page))


async def test_a_part_is_shown_when_its_tab_is_pointed_at() -> None:
    async with rows(Tabs) as (pilot, board):
        await pilot.click(board, offset=(12, 5))
        assert board.page == "second"
        await press(pilot, "right")
        assert board.page == "third"


async def test_a_click_around_a_place_points_at_it() -> None:
    async with rows(Tabs) as (pilot, board):
        await pilot.click(board, offset=(12, 5))
        await pilot.click(board, offset=(15, 8))
        assert board.cursor == "second"


async def test_the_mark_goes_to_the_first_action_as_the_list_does() -> None:
    async with rows(size=(200, 50)) as (pilot, board):
        seen = []
        for keys in (["down"] * 6, ["enter"]):
            await press(pilot, *keys)
            seen.append(board.cursor)
        assert seen == ["third", "first"]


async def test_the_mark_stays_where_the_keys_are_on_the_board() -> None:
    async with rows(GhostlyRows, size=(200, 50)) as (pilot, board):
        board.focus()
        await press(pilot, "down", "down", "enter")
        assert marks(pilot) == (0b1000000, 0)
        assert board.cursor == "third"


class Fewer(GhostlyRows):
    """Rows that are gone when they are full, and a heading in which there is nothing to do."""

    def draw(self, drawing: PlaceCanvas, scene: TableModel) -> None:
        drawing.place("heading", 0, 0, 8)
        for y, row in enumerate(ROWS):
            if self.actions_at(row):
                drawing.place(row, 0, 2 + 2 * y, 8)


async def test_from_a_place_that_is_gone_the_cursor_goes_where_there_is_something_to_do() -> None:
    async with rows(Fewer, size=(200, 50)) as (pilot, board):
        board.focus()
        await press(pilot, "enter", "enter", "enter")
        assert marks(pilot) == (0b101, 0b010)
        assert board.cursor == "second"
