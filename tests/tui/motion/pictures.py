"""Pictures of boards from text, and the frames of motions over them as text again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.tui.motion.board_snapshot import Picture, PictureChange, Place
from hako.tui.motion.motions import Motion
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import FULL, Symbols
from hako.tui.widgets.line_overlays import LineOverlay, painted_over

Places: TypeAlias = Mapping[Place, tuple[int, int, int, int]]
"""Places with column, row, width and height."""


def picture(rows: str, places: Places, width: int = 44) -> Picture:
    """A picture of these rows; the first line break is left out."""
    lines = [
        Strip([Segment(row + " " * (width - cell_width(row)))], width)
        for row in rows.removeprefix("\n").rstrip().split("\n")
    ]
    return Picture(lines, {place: Region(*region) for place, region in places.items()})


def change(before: Picture, after: Picture, symbols: Symbols = FULL) -> PictureChange:
    """A change between two pictures in the dark theme."""
    return PictureChange(before, after, styles_of("hako-dark"), symbols)


def over(shown: Picture, patches: Sequence[LineOverlay]) -> str:
    """A picture with patches on it, as text without blanks at the ends of its lines."""
    lines = [
        painted_over(line, [patch for patch in patches if patch.y == y])
        for y, line in enumerate(shown.lines)
    ]
    return "\n".join(line.text.rstrip() for line in lines)


def frame(motion: Motion, changed: PictureChange, ms: int) -> str:
    """The board after a change with the frame of a motion over it."""
    return over(changed.after, motion.patches(changed, ms))


def drawn(rows: str) -> str:
    """Expected rows, without the first line break and blanks at the ends."""
    return "\n".join(row.rstrip() for row in rows.removeprefix("\n").rstrip().split("\n"))
