"""The free corners of a map: what is placed there covers neither the map nor anything else."""

from __future__ import annotations

from textual.geometry import Region

from hako.tui.boards.free_corners import FreeCorners

ROOM = Region(0, 1, 20, 6)
MAP = (Region(8, 1, 8, 3), Region(4, 4, 8, 3))
"""  ........########....   rows 1 to 3
     ....########........   rows 4 to 6"""


def free() -> FreeCorners:
    return FreeCorners(ROOM, MAP)


def test_a_corner_gives_the_rows_nearest_to_it() -> None:
    """It leaves one column free beside the map."""
    assert free().place("top left", 7, 2) == Region(0, 1, 7, 2)
    assert free().place("bottom right", 7, 3) == Region(13, 4, 7, 3)
    assert free().place("top right", 3, 6) == Region(17, 1, 3, 6)


def test_what_is_too_wide_at_the_edge_goes_further_in_or_nowhere() -> None:
    assert free().place("bottom left", 7, 2) == Region(0, 2, 7, 2)
    assert free().place("bottom left", 7, 4) is None
    assert free().place("top left", 8, 1) is None


def test_what_is_placed_is_taken() -> None:
    corners = free()
    first, second = corners.place("top left", 7, 2), corners.place("top left", 7, 1)
    assert (first, second) == (Region(0, 1, 7, 2), Region(0, 3, 7, 1))
    assert corners.place("top left", 7, 1) is None
    assert corners.place("top left", 3, 1) == Region(0, 4, 3, 1)


def test_an_empty_row_is_free_at_both_edges() -> None:
    corners = FreeCorners(Region(0, 0, 20, 2), ())
    assert corners.place("top left", 9, 2) == Region(0, 0, 9, 2)
    assert corners.place("top right", 9, 2) == Region(11, 0, 9, 2)
    assert corners.place("top right", 9, 1) is None
