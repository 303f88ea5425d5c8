"""Hex maps: lines between areas, text in cells, and arrows that lead through staggered rows."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest
from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Region, Size

from hako.engine.i18n.width import cell_width
from hako.tui.boards.board import Board
from hako.tui.boards.hex_map import SIZES, Area, Cell, HexMap, HexSize, HexView, fitting
from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS, SymbolSet
from hako.tui.widgets.table_model import TableModel

PLAIN = Style()
INK = styles_of("hako-dark")
ROOMY, COMPACT = HexSize(10, 2, ruled=True), HexSize(6, 1, ruled=False)

TRIO: Mapping[Cell, Area] = {(0, 0): "one", (1, 0): "one", (0, 1): "one"}
"""Three cells that meet in one point."""
NEIGHBORS: Mapping[Cell, Area] = {**TRIO, (2, 0): "two", (1, 1): "three"}
DISK: Mapping[Cell, Area] = {
    (q, r): (q, r) for q, r in product(range(-3, 4), repeat=2) if abs(q + r) <= 3
}
"""A cell and all cells within three steps of it, each an area."""


class Hexes(Board):
    """A board with nothing but a map, whose cells are its places."""

    areas: Mapping[Cell, Area] = DISK
    hex_size: HexSize = ROOMY

    def draw(self, drawing: PlaceCanvas, scene: TableModel | None) -> None:
        cursor = self.cursor
        field = HexView(
            drawing,
            Region(0, 0, drawing.width, drawing.height),
            HexMap(self.areas, self.hex_size),
            self.ink,
            around=cursor if isinstance(cursor, tuple) else None,
        )
        for cell in self.areas:
            field.write(cell, [[(f"{cell[0]},{cell[1]}", PLAIN)]], PLAIN)
            field.place(cell, cell)
        field.rule()

    def redraw(self) -> None:
        self._draw_page(None)  # type: ignore[arg-type]  # no game is shown


def board_of(
    areas: Mapping[Cell, Area], size: HexSize, room: tuple[int, int], at: Cell | None = None
) -> Hexes:
    """A board as large as the room, drawn without an app around it."""
    board = Hexes()
    board.areas, board.hex_size = areas, size
    board.columns, board.rows = room
    board.set_reactive(Board.cursor, at)
    board.redraw()
    return board


def drawn(
    areas: Mapping[Cell, Area],
    size: HexSize,
    texts: Mapping[Cell, str],
    *,
    symbols: SymbolSet = "full",
    lit: tuple[Area, ...] = (),
    labels: Mapping[Area, str] | None = None,
) -> list[str]:
    """The lines of a room just as large as the map."""
    hexes, board = HexMap(areas, size), Board()
    board.columns, board.rows = hexes.extent
    board.apply_theme(INK, SYMBOLS[symbols])
    drawing = board.blank()
    field = HexView(drawing, Region(0, 0, *hexes.extent), hexes, INK)
    for area, label in (labels or {}).items():
        field.label(area, label, PLAIN)
    for cell in areas:
        field.write(cell, [[(texts.get(cell, ""), PLAIN)]], PLAIN)
    field.rule(dict.fromkeys(lit, INK.accent))
    return [strip.text for strip in drawing.strips()]


def test_lines_run_between_areas_and_faint_ones_within() -> None:
    texts = {(0, 0): "a", (1, 0): "b", (0, 1): "c", (2, 0): "d", (1, 1): "e"}

    assert drawn(NEIGHBORS, ROOMY, texts) == [
        "╭───────────────────┬─────────╮",
        "│a        ┊b        │d        │",
        "│         ┊         │         │",
        "╰────╮┈┈┈┈·┈┈┈┈╭────┴────┬────╯",
        "     │c        │e        │     ",
        "     │         │         │     ",
        "     ╰─────────┴─────────╯     ",
    ]


def test_an_area_that_stands_out_has_thick_lines_all_around() -> None:
    assert drawn(NEIGHBORS, ROOMY, {}, lit=("three",)) == [
        "╭───────────────────┬─────────╮",
        "│         ┊         │         │",
        "│         ┊         │         │",
        "╰────╮┈┈┈┈·┈┈┈┈┏━━━━┷━━━━┱────╯",
        "     │         ┃         ┃     ",
        "     │         ┃         ┃     ",
        "     ╰─────────┺━━━━━━━━━┛     ",
    ]


@pytest.mark.parametrize("symbols", ["narrow", "ascii"])
def test_other_terminals_draw_the_same_lines_with_ascii(symbols: SymbolSet) -> None:
    assert drawn(NEIGHBORS, ROOMY, {}, symbols=symbols, lit=("three",)) == [
        "+-------------------+---------+",
        "|         :         |         |",
        "|         :         |         |",
        "+----+.........H=========H----+",
        "     |         H         H     ",
        "     |         H         H     ",
        "     +---------H=========H     ",
    ]


def test_a_compact_map_has_a_line_a_row() -> None:
    texts = {(0, 0): "a", (1, 0): "b", (0, 1): "c", (2, 0): "d", (1, 1): "e"}

    assert drawn(NEIGHBORS, COMPACT, texts, lit=("two",)) == [
        "│a     b    ┃d    ┃",
        "   │c    │e    │   ",
    ]


def test_an_area_is_named_where_its_cells_meet() -> None:
    assert drawn(TRIO, ROOMY, {}, labels={"one": "2-4"})[3] == "╰────╮┈┈┈2-4┈┈┈╭────╯"
    assert drawn(TRIO, COMPACT, {(0, 0): "abcdef", (1, 0): "gh"}, labels={"one": "2-4"}) == [
        "│abc…2-4gh  │",
        "   │     │   ",
    ]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("symbols", ["full", "narrow", "ascii"])
def test_wide_characters_stay_within_their_cells(size: HexSize, symbols: SymbolSet) -> None:
    texts = dict.fromkeys(DISK, "平原の都市、神殿と砦")

    lines = drawn(DISK, size, texts, symbols=symbols)

    assert {cell_width(line) for line in lines} == {HexMap(DISK, size).extent.width}
    assert sum(line.count("平原") for line in lines) == len(DISK)


def test_the_roomiest_size_is_taken_in_which_all_fits() -> None:
    assert fitting(DISK, Size(116, 50)).size == SIZES[0]
    assert fitting(DISK, Size(104, 45)).size == HexSize(14, 3, ruled=True)
    assert fitting(DISK, Size(60, 15)).size == HexSize(8, 2, ruled=False)
    assert fitting(DISK, Size(43, 7)).size == COMPACT
    assert fitting(DISK, Size(20, 5)).size == COMPACT


def test_a_smaller_map_stands_in_the_middle_of_its_room() -> None:
    assert board_of({(5, 5): "only"}, ROOMY, (31, 9)).places == {(5, 5): Region(11, 3, 9, 2)}


# ------------------------------------------------------------------ the cursor


def way(board: Hexes, *steps: tuple[int, int]) -> list[BoardPlace]:
    """Positions of the cursor after each step."""
    visited: list[BoardPlace] = []
    for step in steps:
        board.action_move(*step)
        board.redraw()
        visited.append(board.cursor)
    return visited


LEFT, RIGHT, UP, DOWN = (-1, 0), (1, 0), (0, -1), (0, 1)


@pytest.mark.parametrize("size", [ROOMY, COMPACT])
def test_left_and_right_lead_along_a_row(size: HexSize) -> None:
    board = board_of(DISK, size, (80, 40), at=(0, 0))

    assert way(board, RIGHT, RIGHT, LEFT) == [(1, 0), (2, 0), (1, 0)]


@pytest.mark.parametrize("size", [ROOMY, COMPACT])
def test_up_and_down_lead_straight_through_staggered_rows(size: HexSize) -> None:
    """Two rows further down stands the cell right below: (q - 1, r + 2)."""
    board = board_of(DISK, size, (80, 40), at=(0, 0))

    assert way(board, DOWN, DOWN)[-1] == (-1, 2)
    assert way(board, UP, UP)[-1] == (0, 0)
    assert way(board, UP, UP)[-1] == (1, -2)


@pytest.mark.parametrize("size", [ROOMY, COMPACT])
@pytest.mark.parametrize(
    ("steps", "neighbor"),
    [
        ((LEFT, RIGHT, UP), (1, -1)),
        ((RIGHT, LEFT, UP), (0, -1)),
        ((LEFT, RIGHT, DOWN), (0, 1)),
        ((RIGHT, LEFT, DOWN), (-1, 1)),
        ((LEFT,), (-1, 0)),
        ((RIGHT,), (1, 0)),
    ],
)
def test_up_and_down_lead_to_the_side_to_which_one_last_went(
    size: HexSize, steps: tuple[tuple[int, int], ...], neighbor: Cell
) -> None:
    assert way(board_of(DISK, size, (80, 40), at=(0, 0)), *steps)[-1] == neighbor


@pytest.mark.parametrize("size", SIZES)
def test_arrows_lead_to_every_cell_of_a_map_larger_than_its_room(size: HexSize) -> None:
    board = board_of(DISK, size, (3 * size.width + 1, 3 * size.pitch + 1), at=(0, 0))
    assert board.places.keys() < DISK.keys()
    reached: set[BoardPlace] = set()
    new: set[BoardPlace] = {(0, 0)}
    while new:
        reached |= new
        before, new = new, set()
        for cell in before:
            board.set_reactive(Board.cursor, cell)
            board.redraw()
            assert cell in board.places
            ways = {board.place_beside(*step) for step in (LEFT, RIGHT, UP, DOWN)}
            new |= ways - reached - {None}

    assert reached == DISK.keys()


async def test_the_way_down_stays_straight_while_the_map_moves() -> None:
    class OneMap(App[None]):
        def compose(self) -> ComposeResult:
            yield Hexes()

    async with OneMap().run_test(size=(31, 10)) as pilot:
        board = pilot.app.query_exactly_one(Hexes)
        board.focus()
        board.cursor = (1, -3)
        for cell in ((0, -1), (-1, 1), (-2, 3)):
            await pilot.press("down", "down")
            assert board.cursor == cell
            assert cell in board.places


def test_arrows_stay_on_the_map_as_long_as_they_lead_on_there() -> None:
    """A place nearer beside the map is reached from the end of a row, not on the way down."""
    board = board_of(TRIO, HexSize(10, 3, ruled=True), (21, 9), at=(1, 0))
    board.places["beside"] = Region(22, 2, 8, 1)

    assert board.place_beside(*DOWN) == (0, 1)
    assert board.place_beside(*RIGHT) == "beside"


def test_out_of_the_map_one_comes_from_every_row() -> None:
    """And into it: what stands beside the map is rarely as high as a cell."""
    board = board_of(TRIO, HexSize(10, 3, ruled=True), (21, 9), at=(1, 0))
    board.places["beside"] = Region(22, 4, 8, 1)
    board._drawing.groups["beside"] = "others"

    assert board.place_beside(*RIGHT) == "beside"
    board.set_reactive(Board.cursor, "beside")
    assert board.place_beside(*LEFT) == (1, 0)


def test_a_cell_out_of_sight_can_be_pointed_at_from_the_list() -> None:
    class Listed(Hexes):
        def place_of(self, action: Cell) -> BoardPlace | None:
            return action

    board = Listed()
    board.hex_size, (board.columns, board.rows) = ROOMY, (31, 10)
    board.set_reactive(Board.cursor, (0, 0))
    board.redraw()
    assert (3, 0) not in board.places

    board.point_at((3, 0))

    assert (3, 0) in board.places
