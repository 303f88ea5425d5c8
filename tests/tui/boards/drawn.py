"""Boards without an app around them, at the moments of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace
from textual.geometry import Size

from hako.engine.i18n.languages import Language
from hako.engine.log.history import History
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game
from hako.engine.rules.model import Seat
from hako.engine.transcript.sentences import texts_of
from hako.tui.boards import board_of
from hako.tui.boards.board import Board
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.boards.window_regions import board_size
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS, SymbolSet
from hako.tui.widgets.table_model import table_model_of
from tests.tui.tables import new_table

SMALL, LARGE = (80, 13), (104, 45)
"""Size that the table screen gives a board at 80x24 and at 160x50."""

MEDIUM = (120, 19)
"""And at 120x40."""

HUGE = (162, 64)
"""And at 250x70."""

LOW = (80, 12)
"""With a line of talk."""

NARROW = (60, 14)
"""And at 60x20, where it is a page."""

NAMES = ("Ann", "葉子", "Catherine-Elisabeth", "Dan", "Eve", "Fay")


def put(table: History[Any], state: Any) -> History[Any]:
    """The table, with that lying on it now."""
    table.positions[table.head] = replace(table.positions[table.head], state=state)
    return table


def drawn(
    table: History[Any],
    size: tuple[int, int] = SMALL,
    language: Language = "en",
    symbols: SymbolSet = "full",
    page: str | None = None,
    cursor: BoardPlace | None = None,
    viewer: Seat | None = None,
    window: tuple[int, int] | None = None,
) -> Board:
    """The board as the seat sees it that has to choose; turned to a page, pointing at a place.

    Another viewer looks on. Without a window the board stands alone.
    """
    seat = table.waiting()[0]
    seen_by, decides = (seat, seat) if viewer in {None, seat} else (viewer, None)
    board = board_of(table.game)()
    board.columns, board.rows = size
    board.window = None if window is None else Size(*window)
    board.apply_theme(styles_of("hako-dark"), SYMBOLS[symbols])
    now = table.positions[table.head]
    scene = table_model_of(table, now, seen_by, texts_of(table, language), decides)
    board.set_reactive(Board.scene, scene)
    if page is not None:
        board.set_reactive(Board.page, page)
    if cursor is not None:
        board.set_reactive(Board.cursor, cursor)
    board.redraw()
    return board


def in_window(
    table: History[Any],
    window: tuple[int, int],
    language: Language = "en",
    symbols: SymbolSet = "full",
    page: str | None = None,
) -> Board:
    """A board that has all rows between question and keys, with panels in front of it."""
    size = board_size(Size(*window), 1)
    state = table.positions[table.head].state
    assert board_of(table.game).panels_in(state, size) is not None, "its panels stand beside it"
    return drawn(table, size, language, symbols, page, window=window)


def parts(
    table: History[Any],
    size: tuple[int, int],
    language: Language = "en",
    symbols: SymbolSet = "full",
) -> Iterator[Board]:
    """The board turned to each part that one of that size has now, one after the other."""
    board = drawn(table, size, language, symbols)
    assert board.scene is not None
    for page in board.pages(board.scene):
        if page != board.page:
            board.set_reactive(Board.page, page)
            board.redraw()
        yield board


def lines(board: Board) -> list[str]:
    """Text of its lines."""
    return [board.paint(index).text for index in range(board.count())]


def text(board: Board) -> str:
    """Text of it, line by line."""
    return "\n".join(lines(board))


def at_place(board: Board, *place: Any) -> str:
    """Text at a place, on the first of its lines."""
    region = board.places[place]
    return board.paint(region.y).crop(region.x, region.right).text


def whole_place(board: Board, *place: Any) -> str:
    """Text at a place, on all of its lines."""
    region = board.places[place]
    rows = [board.paint(y).crop(region.x, region.right).text for y in region.line_range]
    return "\n".join(rows)


def moments(
    game: Game[Any],
    seats: int,
    plies: int = 40,
    options: dict[str, str] | None = None,
) -> Iterator[History[Any]]:
    """A table at every choice of a game in which anything is chosen."""
    table = new_table(game, *NAMES[:seats], seed=seats, options=options)
    for ply in range(plies):
        if not table.waiting():
            return
        yield table
        seat = table.waiting()[0]
        table.play(seat, Chance(seats, ply).cards.choice(table.legal_actions(seat)))


def reached(board: Board) -> set[BoardPlace | None]:
    """The places to which the arrow keys lead from the cursor."""
    reached: set[BoardPlace | None] = set()
    new: set[BoardPlace | None] = {board.cursor}
    while new:
        reached |= new
        before, new = new, set()
        for place in before:
            for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                board.set_reactive(Board.cursor, place)
                new |= {board.place_beside(*step)} - reached - {None}
    return reached
