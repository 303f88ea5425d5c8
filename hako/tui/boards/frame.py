"""The frame of a table: the regions of a window, for all games.

    ask                              ask
    board                            board               │ seats
                                                         │ list
    list            │ text                               │ text
    log                                                  │ log
    keys                             keys
    small                            side (from 100x30 on)

A board in a narrow small frame has the list beside it and the text below. From 200 columns on the log
has a column of its own where the side is wide enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from textual.geometry import Region

from hako.tui.boards.ladder import BoardStep, step_for

SIDE = (100, 30)
"""Columns and rows from which on panels stand beside the board."""
LEAST_SIDE, MOST_SIDE = 34, 64
"""Columns of the side, at least, and at most beside a board of any width."""
OWN_LOG = 200
"""Columns from which on the log may have a column of its own."""
LOG = 43
"""Columns of such a log."""
WIDEST = 255
"""Columns of a window, at most; a wider one has margins."""
LIST = 44
"""Columns of the list beside the text, in the small frame."""
LEAST_LIST = 7
"""Rows of list and text in the small frame, at least."""
MOST_LIST = 20
"""Rows of list and text in the small frame, at most; the log has the rest."""
LEAST_BOARD = 13
"""Rows of a board without steps in the small frame, at least, where the window has them."""
TEXT = 4
"""Rows of the text below a narrow board, at least."""
MOST_TEXT = 16
"""Rows of the text at the side, at most."""

BoardShape: TypeAlias = Literal["wide", "narrow", "map"]
"""The shape of a board: as wide as the window in the small frame; with the list beside it there; or a
map, whose steps decide how wide the side is."""

NOWHERE = Region(0, 0, 0, 0)


class Frame(Struct, frozen=True):
    """The regions of a window, in cells from the top left; one without cells is not shown."""

    is_small: bool
    """True if list and text are below the board, or the list beside it and the text below."""
    ask: Region
    board: Region
    seats: Region
    actions: Region
    text: Region
    log: Region
    keys: Region


class FrameNeeds(Struct, frozen=True):
    """The needs of a table that decide on its frame."""

    ladder: Sequence[BoardStep]
    shape: BoardShape = "wide"
    seats: int = 2
    has_own_seats: bool = False
    """True if the board shows the seats itself in the small frame."""
    ask: int = 1
    """Rows of the question."""


def frame(width: int, height: int, needs: FrameNeeds) -> Frame:
    """The regions of a window of so many columns and rows; 80x24 is the smallest."""
    margin = max(0, width - WIDEST) // 2
    whole = Region(margin, 0, width - 2 * margin, height)
    if width < SIDE[0] or height < SIDE[1]:
        return _small(whole, needs)
    return _side(whole, needs)


def board_width(width: int, height: int, needs: FrameNeeds) -> int:
    """The columns of a board beside the side column.

    Of the columns that its step does not need, the side gets enough for a log beside list and text.
    """
    least_side = LEAST_SIDE if needs.shape == "map" else min(MOST_SIDE, width // 3)
    most = width - 1 - max(LEAST_SIDE, least_side)
    wanted = min(most, step_for(needs.ladder, most, height).columns) if needs.ladder else most
    if needs.shape == "map":
        return wanted
    side = width - 1 - wanted
    if width < OWN_LOG or side < LEAST_SIDE + 1 + LOG:
        return most
    return max(wanted, width - 1 - (MOST_SIDE + 1 + LOG))


def _small(whole: Region, needs: FrameNeeds) -> Frame:
    """The small frame: the board takes its first or second step, the panels what is left over."""
    x, _, width, height = whole
    ask = Region(x, 0, width, needs.ask)
    keys = Region(x, height - 1, width, 1)
    own = int(not needs.has_own_seats)
    top, room = needs.ask + own, height - needs.ask - own - LEAST_LIST - 2
    if needs.shape == "narrow" and not needs.ladder[1].fits(width, room):
        return _beside(whole, needs, ask, keys)
    seats = Region(x, needs.ask, width, own)
    board = Region(x, top, width, _board_rows(needs, width, room))
    rows = height - board.bottom - 2
    listed = min(rows, MOST_LIST)
    actions = Region(x, board.bottom, LIST, listed)
    text = Region(x + LIST, board.bottom, width - LIST, listed)
    log = Region(x, actions.bottom, width, 1 + rows - listed)
    return Frame(True, ask, board, seats, actions, text, log, keys)


def _board_rows(needs: FrameNeeds, columns: int, room: int) -> int:
    """The rows of a board above its list: those of its step, or two thirds of what is free."""
    if needs.ladder:
        return min(room, step_for(needs.ladder[:2], columns, room).rows)
    least = min(room, LEAST_BOARD)
    return least + (room - least) * 2 // 3


def _beside(whole: Region, needs: FrameNeeds, ask: Region, keys: Region) -> Frame:
    """The small frame of a narrow board: the list beside it, the text below both."""
    x, _, width, height = whole
    step, own = needs.ladder[0], int(not needs.has_own_seats)
    rest = height - needs.ask - step.rows - own - 1
    board = Region(x, needs.ask, step.columns, step.rows + min(0, rest - TEXT))
    actions = Region(board.right + 1, needs.ask, width - step.columns - 1, board.height)
    text = Region(x, board.bottom, width, min(2 * TEXT, max(TEXT, rest)))
    log = Region(x, text.bottom, width, max(0, rest - text.height))
    seats = Region(x, log.bottom, width, own)
    return Frame(True, ask, board, seats, actions, text, log, keys)


def _side(whole: Region, needs: FrameNeeds) -> Frame:
    """The frame with a side column, whose log has a column of its own where there is room."""
    x, _, width, height = whole
    top, rows = needs.ask, height - needs.ask - 1
    board = Region(x, top, board_width(width, rows, needs), rows)
    left, columns = board.right + 1, width - board.width - 1
    has_own_log = width >= OWN_LOG and columns >= LEAST_SIDE + 1 + LOG
    column = columns - LOG - 1 if has_own_log else columns
    seats = Region(left, top, column, needs.seats + 1)
    rest = rows - seats.height
    most_text = min(MOST_TEXT, rest * (40 if has_own_log else 30) // 100)
    listed = rest - most_text if has_own_log else rest * 55 // 100
    actions = Region(left, seats.bottom, column, listed)
    text = Region(left, actions.bottom, column, most_text)
    log = Region(left, text.bottom, column, rows + top - text.bottom)
    if has_own_log:
        log = Region(left + column + 1, top, LOG, rows)
    ask, keys = Region(x, 0, width, top), Region(x, height - 1, width, 1)
    return Frame(False, ask, board, seats, actions, text, log, keys)
