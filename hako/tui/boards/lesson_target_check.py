"""A check that the board shows every target of a lesson, in small and in large."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hako.engine.log.history import History
from hako.engine.rules.model import Seat
from hako.engine.transcript.sentences import texts_of
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI
from hako.tui.boards import board_of
from hako.tui.boards.board import Board
from hako.tui.boards.place_canvas import place_named
from hako.tui.widgets.table_model import table_model_of

SIZES = ((80, 12), (104, 42))
"""Columns and rows of a board beside a lesson: on 80x24, and on 160x50."""


def missing_targets(table: History[Any], seat: Seat, places: Iterable[Any]) -> Iterator[Any]:
    """The places that a seat's board does not show at one of the sizes."""
    scene = table_model_of(table, table.now, seat, texts_of(table, "en", MULTIPLAYER, TUI), seat)
    for name in places:
        for columns, rows in SIZES:
            board = board_of(table.game)()
            board.columns, board.rows = columns, rows
            board.set_reactive(Board.scene, scene)
            board.redraw()
            if not board.shows(place_named(name)):
                yield name
                break
