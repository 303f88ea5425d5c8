"""The frame of a table: its regions at each size of a window, as every game has them."""

from __future__ import annotations

from itertools import combinations

import pytest
from textual.geometry import Region, Size

from hako.tui.boards.size_ladder import BoardStep, step_for
from hako.tui.boards.window_regions import Frame, FrameNeeds, frame
from hako.tui.boards.world_monger.sizes import LADDER

NARROW = (BoardStep(name="S", columns=57, rows=17), BoardStep(name="M", columns=65, rows=25))

WINDOWS = [(100, 30), (120, 40), (140, 45), (160, 50), (220, 60), (250, 70)]


def needs(seats: int = 3, **more: object) -> FrameNeeds:
    return FrameNeeds(**{"ladder": LADDER, "seats": seats, "has_own_seats": True, **more})  # type: ignore[arg-type] # as keywords


def regions(of: Frame) -> dict[str, Region]:
    return {name: getattr(of, name) for name in of.__struct_fields__ if name != "is_small"}


@pytest.mark.parametrize(
    ("window", "board", "side"),
    [
        ((100, 30), (65, 28), 34),
        ((120, 40), (79, 38), 40),
        ((140, 45), (93, 43), 46),
        ((160, 50), (106, 48), 53),
        ((220, 60), (155, 58), 64),
    ],
)
def test_the_side_takes_a_third(window: tuple[int, int], board: tuple[int, int], side: int) -> None:
    """Between 34 and 64 columns; the board all the rest, but for the question and the keys."""
    layout = frame(*window, needs())
    assert (layout.board.width, layout.board.height) == board
    assert layout.actions.width == side
    assert layout.actions.x == layout.board.right + 1


def test_at_80x24_a_wide_board_has_thirteen_rows_below_the_seats() -> None:
    layout = frame(80, 24, needs())
    assert layout.board == Region(0, 1, 80, 14)  # with the row of the seats
    assert layout.actions == Region(0, 15, 44, 7)
    assert layout.text == Region(44, 15, 36, 7)
    assert layout.log == Region(0, 22, 80, 1)
    assert layout.keys == Region(0, 23, 80, 1)


def test_at_80x24_a_narrow_board_has_the_list_beside_it() -> None:
    layout = frame(80, 24, needs(ladder=NARROW, shape="narrow", has_own_seats=False))
    assert layout.board == Region(0, 1, 57, 17)
    assert layout.actions == Region(58, 1, 22, 17)
    assert layout.text == Region(0, 18, 80, 4)
    assert layout.seats == Region(0, 22, 80, 1)


@pytest.mark.parametrize("shape", ["wide", "narrow", "map"])
@pytest.mark.parametrize("seats", [1, 3, 6])
def test_regions_lie_within_the_window_and_never_overlap(shape: str, seats: int) -> None:
    for width in range(80, 301, 4):
        for height in range(24, 101, 4):
            ladder = NARROW if shape == "narrow" else LADDER
            layout = regions(frame(width, height, needs(seats, shape=shape, ladder=ladder)))
            window = Region(0, 0, width, height)
            for name, region in layout.items():
                assert region.width >= 0, name
                assert region.height >= 0, name
                assert not region.area or window.contains_region(region), (name, width, height)
            for (one, first), (other, second) in combinations(layout.items(), 2):
                assert not first.intersection(second).area, (one, other, width, height)
            assert layout["actions"].height >= 7, (width, height)
            assert layout["text"].height >= 4, (width, height)


def test_more_room_never_shows_less() -> None:
    def step(width: int, height: int) -> int:
        region = frame(width, height, needs()).board
        return LADDER.index(step_for(LADDER, region.width, region.height))

    for width in range(80, 300):
        for height in range(24, 100):
            assert step(width + 1, height) >= step(width, height), (width, height)
            assert step(width, height + 1) >= step(width, height), (width, height)


def test_each_window_of_the_ladder_has_its_step() -> None:
    names = []
    for window in [(80, 24), *WINDOWS]:
        region = frame(*window, needs()).board
        names.append(step_for(LADDER, region.width, region.height).name)
    assert names == ["S", "M", "L-", "L0", "L", "XL", "XL"]


def test_a_map_takes_its_step_first_and_the_side_the_rest() -> None:
    ladder = (BoardStep(name="M", columns=65, rows=22), BoardStep(name="L", columns=113, rows=43))
    layout = frame(160, 50, needs(ladder=ladder, shape="map"))
    assert (layout.board.width, layout.actions.width) == (113, 46)
    layout = frame(100, 30, needs(ladder=ladder, shape="map"))
    assert (layout.board.width, layout.actions.width) == (65, 34)


def test_from_200_columns_on_the_log_has_a_column_of_what_the_step_does_not_need() -> None:
    """World Monger's largest step takes 155 columns: at 250 there are 94 more, at 220 but 64."""
    layout = frame(250, 70, needs())
    assert layout.board == Region(0, 1, 155, 68)
    assert layout.actions.width == 50
    assert layout.log == Region(207, 1, 43, 68)


def test_from_200_columns_on_the_log_has_a_column_beside_a_map_where_the_side_is_wide() -> None:
    ladder = (BoardStep(name="M", columns=65, rows=22), BoardStep(name="XL", columns=129, rows=50))
    layout = frame(220, 60, needs(ladder=ladder, shape="map"))
    assert layout.log == Region(177, 1, 43, 58)
    assert layout.actions.width == 46
    assert frame(220, 60, needs()).log.x == frame(220, 60, needs()).actions.x


def test_a_window_of_more_than_255_columns_has_margins() -> None:
    layout = frame(301, 60, needs())
    assert layout.ask == Region(23, 0, 255, 1)


def test_an_account_of_points_stands_above_a_log_in_a_column_of_its_own() -> None:
    """At 220x60 beside a map of 129 columns; where the log has no column, there is none."""
    needs = FrameNeeds((), "map", 3, True, 1, Size(129, 50), score_sources=16)
    large = frame(220, 60, needs)
    assert (large.score_sources.size, large.score_sources.x) == (Size(43, 16), large.log.x)
    assert large.text.height == (58 - 4) * 40 // 100, (
        "a war with all its pieces, and what it brings"
    )
    assert large.score_sources.bottom == large.log.y
    assert large.log.bottom == large.board.bottom
    assert not frame(160, 50, needs).score_sources.area
    assert not frame(80, 24, needs).score_sources.area


@pytest.mark.parametrize(("rows", "listed", "logged"), [(14, 10, 0), (24, 14, 4)])
def test_in_front_of_a_board_the_list_takes_the_rows_of_a_log_of_one_line(
    rows: int, listed: int, logged: int
) -> None:
    """As at 160x50 beside Monumental's City: a log of a title and one line tells nothing."""
    layout = frame(160, 50, FrameNeeds((), panels=Region(89, 48 - rows, 71, rows)))

    assert (layout.actions.height, layout.log.height) == (listed, logged)
    assert layout.actions.height + layout.text.height + layout.log.height == rows
