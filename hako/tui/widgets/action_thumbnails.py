"""Pictures of things in the list of actions, such as cards of a hand, side by side with their keys.

▸5 Barracks Plaza    6 Plaza  Winery
   Houses   Church     Houses Barracks
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rich.style import Style

from hako.engine.i18n.width import cell_width
from hako.tui.widgets.canvas import StyledLine

Thumbnail: TypeAlias = Sequence[Sequence[tuple[str, Style]]]
"""A thing drawn in a few rows, each of pieces with their styles; all rows are equally wide."""

KEY = 3
"""Cells before a thumbnail, where there is room: the pointer, the digit, a blank."""


def thumbnails_beside(thumbnail: Thumbnail, columns: int) -> int:
    """The number of such pictures that stand beside each other, each with its digit before it."""
    return max(1, columns // (_width(thumbnail) + 1))


def put_thumbnail(
    line: StyledLine,
    thumbnail: Thumbnail,
    row: int,
    cells: int,
    key: str,
    over: Style | None,
    ink: Style,
) -> None:
    """Write a row of a thumbnail in so many cells, with its key before the first one."""
    before = min(KEY, cells - _width(thumbnail))
    text = "" if row else key if before > 1 else key.strip()[-1:]
    line.put(text, over or ink, before)
    for piece, style in thumbnail[row]:
        line.put(piece, over or style)


def _width(thumbnail: Thumbnail) -> int:
    return sum(cell_width(text) for text, _ in thumbnail[0])
