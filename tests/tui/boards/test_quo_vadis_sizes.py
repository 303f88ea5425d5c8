"""The sizes of the board of Quo Vadis: its cells grow on two axes, and no window shows less."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise, product
from typing import Any

import pytest
from msgspec.structs import replace
from textual.geometry import Size

from hako.content.quo_vadis.actions import SelectArea
from hako.content.quo_vadis.cards import FREE
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.area_selection import ChooseArea
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.log.history import History
from hako.engine.transcript.sentences import texts_of
from hako.tui.boards.board import Board
from hako.tui.boards.hex_map import HexSize
from hako.tui.boards.quo_vadis.board import GameBoard
from hako.tui.boards.quo_vadis.sizes import LADDER, is_pictured
from hako.tui.boards.quo_vadis.table_drawing import map_region
from hako.tui.boards.quo_vadis.world_map import rows_of
from hako.tui.boards.window_regions import FrameNeeds, frame
from hako.tui.theme.symbols import FULL
from tests.rules.quo_vadis.table import at
from tests.tui.boards.drawn import NAMES, drawn, lines
from tests.tui.boards.test_quo_vadis import QUO_VADIS, moments, waiting_for, with_world
from tests.tui.tables import new_table

MOCK_UPS = [(80, 24), (100, 30), (120, 40), (140, 45), (160, 50), (220, 60), (250, 70)]
"""The windows in which the table was drawn before it was built."""

EDGES = (80, 81, 99, 100, 119, 120, 139, 140, 159, 160, 219, 220, 249, 250, 260)
"""Widths of windows: nothing changes between those beside each other."""

SEATS = (3, 4, 5)


@lru_cache(maxsize=1)
def worlds() -> dict[int, World]:
    """A map of each height that there is, with the fewest rows first."""
    kept: dict[int, World] = {}
    for seats, seed in product(SEATS, range(40)):
        world = new_table(QUO_VADIS, *NAMES[:seats], seed=seed).state
        kept.setdefault(rows_of(world.geography.hex.values()), world)
    return dict(sorted(kept.items()))


def board_size(world: World, window: Size, seats: int, ask: int = 1) -> Size:
    """The columns and rows of the board in a window."""
    needs = FrameNeeds((), "map", seats, True, ask, GameBoard.map_size(world, window))
    return frame(*window, needs).board.size


def cell_size(world: World, window: Size, seats: int, ask: int = 1) -> HexSize:
    """The size of a cell in a window."""
    board = board_size(world, window, seats, ask)
    room = map_region(board, window.width, seats)
    return LADDER.size(window.width, rows_of(world.geography.hex.values()), room.height)


def grown(size: HexSize) -> tuple[int, int, bool]:
    return size.width, size.lines, size.ruled


def in_window(
    table: History[Any], window: tuple[int, int], language: Language = "en", page: str = "map"
) -> Board:
    """The board as a window of that size has it."""
    size = board_size(table.state, Size(*window), len(table.state.players))
    return drawn(table, (size.width, size.height), language, page=page, window=window)


def test_maps_have_from_six_to_ten_rows() -> None:
    """quo_vadis.setup.2-4: seven tiles, and three to seven more around them."""
    assert set(worlds()) <= set(range(6, 11))
    assert len(worlds()) >= 4
    for world in worlds().values():
        columns = {2 * q + r for q, r in world.geography.hex.values()}
        assert max(columns) - min(columns) + 2 <= 16, "eight cells, of two halves each"


@pytest.mark.parametrize("rows", range(6, 11))
def test_neither_axis_falls_where_the_window_grows(rows: int) -> None:
    """Windows from 80x24 to 260x75, all heights of maps, 3 to 5 seats."""
    world = worlds().get(rows)
    for seats in SEATS if world is not None else ():
        assert world is not None
        sizes = {
            (width, height): cell_size(world, Size(width, height), seats)
            for width, height in product(EDGES, range(24, 76))
        }
        for (width, height), size in sizes.items():
            for other in ((width, height + 1), *((w, height) for w in EDGES if w > width)):
                larger = sizes.get(other, size)
                assert larger.width >= size.width, (width, height, other)
                assert (larger.lines, larger.ruled) >= (size.lines, size.ruled), (width, height)
                facts = LADDER.facts(other[0], larger)
                assert LADDER.facts(width, size) <= facts, (width, height, other)


def test_facts_of_each_axis_contain_those_before() -> None:
    assert all(few < many for few, many in pairwise(LADDER.lines))
    assert all(one.facts <= other.facts for one, other in pairwise(LADDER.widths))
    assert all(one.most_lines <= other.most_lines for one, other in pairwise(LADDER.widths))


def test_a_longer_question_and_a_tip_cost_the_map_no_line() -> None:
    for world, window in product(worlds().values(), ((80, 24), (90, 40), (120, 26))):
        sizes = [grown(cell_size(world, Size(*window), 3, ask)) for ask in (1, 2, 3)]
        assert len(set(sizes)) == 1, window


def test_the_windows_of_the_mock_ups_have_their_cells() -> None:
    """Seven rows, three seats."""
    sizes = [grown(cell_size(worlds()[7], Size(*window), 3)) for window in MOCK_UPS]
    assert sizes == [
        (8, 2, False),
        (8, 2, True),
        (10, 3, True),
        (12, 4, True),
        (14, 5, True),
        (16, 6, True),
        (20, 7, True),
    ]
    boards = [tuple(board_size(worlds()[7], Size(*window), 3)) for window in MOCK_UPS]
    assert boards == [
        (80, 15), (65, 28), (81, 38), (97, 43), (113, 48), (129, 58), (161, 68),
    ]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("window", MOCK_UPS)
def test_a_cell_shows_the_facts_of_its_lines(window: tuple[int, int], language: Language) -> None:
    """A city of dominion 5, a worker of another seat; a next worker there would mean war."""
    world = at(ChooseArea(0), turn="A", pieces="B:city@1-2a/5 B:1-2a").go().world
    world = replace(world, map=worlds()[7].map)
    table = with_world(world)

    board, say = in_window(table, window, language), texts_of(table, language).text
    shown, size = "\n".join(lines(board)), cell_size(world, Size(*window), 3)
    sign = FULL.owner(1)
    if size.width >= 10:
        assert f"{sign} {say('board.piece.city', dominion=5)}" in shown
    else:
        assert f"{sign}⌂5" in shown
    assert ("▪▪▪▪▪" in shown) == (size.lines >= 4)
    assert (say("board.worker_free_long") in shown) == (size.lines >= 5)
    assert (say("board.war_with", rivals=sign) in shown) == (size.lines >= 6)
    assert ("▟▙" in shown) == is_pictured(size)
    assert ("~~~~" in shown) == (size.width >= 14)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 5])
def test_in_no_window_is_anything_cut_or_a_quarter_empty_while_larger_cells_would_fit(
    language: Language, seats: int
) -> None:
    """Names of players set aside; the map, its corners and the players count as full rows."""
    for table in moments(seats, 37):
        for window in [*MOCK_UPS, (90, 34), (110, 52), (125, 26), (180, 75), (260, 45)]:
            board = in_window(table, window, language)
            text = lines(board)
            assert FULL.ellipsis not in re.sub(r"Cathe\w*(-\w*)?…\w*", "", "\n".join(text)), window
            assert len(text) == board.rows, window
            size = cell_size(table.state, Size(*window), seats)
            most = LADDER.width(window[0]).most_lines
            blank = sum(not line.strip() for line in text)
            assert size.lines == most or 4 * blank <= len(text), window


@pytest.mark.parametrize("window", MOCK_UPS)
def test_points_of_all_seats_stand_once(window: tuple[int, int]) -> None:
    """On the board; where a panel of the seats stands beside it, there alone."""
    world = replace(waiting_for(SelectArea, seats=3).state, markers=(3, FREE))
    table = with_world(world)
    scores = QUO_VADIS.progress(table.state)[1]
    shown = "\n".join(lines(in_window(table, window)))
    assert "(FREE)" in shown  # a marker on it, which does not close it
    has_panel = window[0] >= 100
    for seat, score in enumerate(scores):
        points = re.findall(rf"{FULL.owner(seat)}{'ABC'[seat]}.*★{score}", shown)
        assert len(points) == (not has_panel), window
