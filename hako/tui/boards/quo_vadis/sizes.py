"""The axes on which the board of Quo Vadis grows, and the pictures of its buildings."""

from __future__ import annotations

from collections.abc import Mapping

from hako.tui.boards.hex_map import HexSize
from hako.tui.boards.size_ladder import CellWidth, MapLadder, with_facts

CELLS = 8
"""Cells in a row of the widest map; every map has as much room."""

PANE = 15
"""Columns beside the map from which on own cards and tracks stand there."""
LEAST_PANE_ROWS = 10
"""Rows of such a pane, at least."""

CARDS = 14
"""Columns of a cell from which on genesis cards and the hand are drawn as cards."""

_WIDTHS = with_facts(
    "areas, genesis cards, tracks, hand, workers and cities at home, points of all seats",
    "key of an area, key of a cell",
    "",
    "ground as texture, hand as cards, tracks of all seats",
    "",
    "",
)
_LINES = with_facts(
    "pieces, dominion, destroyed cities",
    "ground by name",
    "buildings and workers apart, price of a next worker, who has the majority",
    "dominion as cubes",
    "price on a line of its own",
    "war that would come",
    "large picture",
)

LADDER = MapLadder(
    widths=(
        CellWidth(window=80, columns=8, most_lines=6, facts=_WIDTHS[0]),
        CellWidth(window=120, columns=10, most_lines=6, facts=_WIDTHS[1]),
        CellWidth(window=140, columns=12, most_lines=6, facts=_WIDTHS[2]),
        CellWidth(window=160, columns=14, most_lines=6, facts=_WIDTHS[3]),
        CellWidth(window=220, columns=16, most_lines=7, facts=_WIDTHS[4]),
        CellWidth(window=250, columns=20, most_lines=7, facts=_WIDTHS[5]),
    ),
    lines=tuple(_LINES),
)
"""Cells of 8, 10, 12, 14, 16 and 20 columns, and of one line to seven."""


PANELS_BELOW = 37
"""Rows of a board that stands alone from which on players are below the map."""


def width_alone(columns: int, rows: int) -> int:
    """The columns of the window as which a board that stands alone is drawn.

    Its cells are the widest that leave it a pane, or where it is high any that fit.
    """
    room = columns if rows >= PANELS_BELOW else columns - PANE
    fitting = [width.window for width in LADDER.widths if CELLS * width.columns < room]
    return fitting[-1] if fitting else LADDER.widths[0].window


PICTURED = (16, 6)
"""Columns and lines of a cell from which on buildings have a picture."""

PICTURES: Mapping[str, tuple[str, str]] = {
    "city": ("▗▙▟▖▟▙", "████▌█"),
    "fort": ("▙█▟█▟ ", "█████ "),
    "temple": ("▗▄█▄▖ ", "▐▌█▐▌ "),
    "ruin": ("▖ ▗▖ ▗", "▙▖▟▙▖▟"),
}
"""Pictures of two lines."""

LARGE_PICTURES: Mapping[str, tuple[str, str, str]] = {
    "city": ("  ▗▖ ▖ ", "▗▙▟▙▟▙▖", "██▐█▌██"),
    "fort": ("▙▟▙▟▙▟ ", "██████ ", "██▌▐██ "),
    "temple": ("  ▄█▄  ", "▗█████▖", "▐▌▐▌▐▌ "),
    "ruin": ("   ▗   ", "▖▗▟▖ ▗▖", "▙▟██▖▟█"),
}
"""Pictures of three lines, from 20 columns on."""


def is_pictured(size: HexSize) -> bool:
    """True if cells of a size have room for pictures."""
    return size.width >= PICTURED[0] and size.lines >= PICTURED[1]
