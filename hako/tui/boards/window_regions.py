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
A board may have all rows between question and keys instead, and leave a part of itself to the panels,
which stand in front of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from textual.geometry import Region, Size

from hako.tui.boards.size_ladder import BoardStep, step_for

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
LEAST_LOG = 3
"""Rows of a log below list and text in front of a board, at least; the list takes fewer."""
WIDE_TEXT = 60
"""Columns from which on the text has room for a measured hint without the rows of such a log."""
TEXT = 4
"""Rows of the text below a narrow board, at least."""
MOST_TEXT = 16
"""Rows of the text at the side, at most, where the log stands below it."""

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
    score_sources: Region = NOWHERE
    """The sources of points, above a log in a column of its own."""


class FrameNeeds(Struct, frozen=True):
    """The needs of a table that decide on its frame."""

    ladder: Sequence[BoardStep]
    shape: BoardShape = "wide"
    seats: int = 2
    has_own_seats: bool = False
    """True if the board shows the seats itself in the small frame."""
    ask: int = 1
    """Rows of the question."""
    map_size: Size | None = None
    """Columns and rows that a map takes in this window; None for a board of another shape."""
    panels: Region | None = None
    """The part that panels cover of a board that has all rows between question and keys."""
    score_sources: int = 0
    """Rows that a game has for its sources of points, where the log has a column of its own."""
    has_people: bool = False
    """True at a table with people from elsewhere: whose time it is, and who is away, has a panel."""


def frame(width: int, height: int, needs: FrameNeeds) -> Frame:
    """The regions of a window of so many columns and rows; 80x24 is the smallest."""
    margin = max(0, width - WIDEST) // 2
    whole = Region(margin, 0, width - 2 * margin, height)
    if needs.panels is not None:
        return _in_front(whole, needs, needs.panels)
    if not has_side(whole.size):
        return _small(whole, needs)
    return _side(whole, needs)


def has_side(window: Size) -> bool:
    """True if panels stand beside the board in a window; the seats are the first one."""
    return window.width >= SIDE[0] and window.height >= SIDE[1]


def board_width(width: int, height: int, needs: FrameNeeds) -> int:
    """The columns of a board beside the side column.

    Of the columns that its step does not need, the side gets enough for a log beside list and text.
    """
    if needs.map_size is not None:
        return min(width - 1 - LEAST_SIDE, needs.map_size.width)
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
    if needs.map_size is not None:
        return _small_map(whole, needs, needs.map_size)
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


def map_room(height: int) -> int:
    """The rows of a board with a map in the small frame: the same for questions of any length."""
    return height - LEAST_LIST - 2


def _small_map(whole: Region, needs: FrameNeeds, size: Size) -> Frame:
    """The small frame of a map: all rows go to the map as far as it takes them, then to the list.

    The log has a row only where more than the least rows are left for the list.
    """
    x, _, width, height = whole
    board = Region(x, needs.ask, width, min(map_room(height), size.height))
    rest = height - board.bottom - 1
    logged = int(rest > LEAST_LIST)
    actions = Region(x, board.bottom, LIST, rest - logged)
    text = Region(x + LIST, board.bottom, width - LIST, actions.height)
    log = Region(x, actions.bottom, width, logged)
    ask, keys = Region(x, 0, width, needs.ask), Region(x, height - 1, width, 1)
    return Frame(True, ask, board, NOWHERE, actions, text, log, keys)


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
    most_text = rest * 40 // 100 if has_own_log else min(MOST_TEXT, rest * 30 // 100)
    listed = rest - most_text if has_own_log else rest * 55 // 100
    actions = Region(left, seats.bottom, column, listed)
    text = Region(left, actions.bottom, column, most_text)
    log = Region(left, text.bottom, column, rows + top - text.bottom)
    sources = NOWHERE
    if has_own_log:
        source_rows = min(needs.score_sources, rows // 2)
        sources = Region(left + column + 1, top, LOG, source_rows)
        log = Region(sources.x, top + source_rows, LOG, rows - source_rows)
    ask, keys = Region(x, 0, width, top), Region(x, height - 1, width, 1)
    return Frame(False, ask, board, seats, actions, text, log, keys, sources)


def board_size(window: Size, ask: int) -> Size:
    """The size of a board that has all rows between a question of so many rows and the keys."""
    return Size(min(WIDEST, window.width), window.height - ask - 1)


def _in_front(whole: Region, needs: FrameNeeds, panels: Region) -> Frame:
    """The frame of a board that leaves a part of itself to the panels, which stand in front of it.

    In a low part text and log stand beside the list, or the text alone where it is narrow; else they
    are below.
    """
    x, _, width, height = whole
    asked, is_small = needs.ask, panels.x == 0
    board = Region(x, asked, width, height - asked - 1)
    left, top, columns, rows = panels.translate(board.offset)
    seats = log = NOWHERE
    if needs.has_people:
        has_room = rows > LEAST_LIST + TEXT + needs.seats
        high = 1 if is_small else needs.seats + 1 if has_room else 2
        seats = Region(left, top, columns, high)
        top, rows = seats.bottom, rows - high
    actions = Region(left, top, LIST, rows)
    text = Region(left + LIST, top, columns - LIST, rows)
    if is_small and rows > LEAST_LIST + 1:
        actions, text = (one.shrink((0, 0, 1, 0)) for one in (actions, text))
        log = Region(left, top + rows - 1, columns, 1)
    elif not is_small and columns >= LEAST_SIDE + 1 + LOG:
        actions = Region(left, top, columns - LOG - 1, rows)
        read = min(MOST_TEXT, rows // 2)
        text = Region(actions.right + 1, top, LOG, read)
        log = Region(text.x, text.bottom, LOG, rows - read)
    elif not is_small:
        listed = max(LEAST_LIST, rows * 3 // 5)
        read = min(MOST_TEXT, max(TEXT, (rows - listed) * 2 // 3), rows - listed)
        if columns >= WIDE_TEXT and rows - listed - read < LEAST_LOG:
            listed = rows - read
        actions = Region(left, top, columns, listed)
        text = Region(left, actions.bottom, columns, read)
        log = Region(left, text.bottom, columns, rows - listed - read)
    ask, keys = Region(x, 0, width, asked), Region(x, height - 1, width, 1)
    return Frame(is_small, ask, board, seats, actions, text, log, keys)
