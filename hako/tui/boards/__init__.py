"""Boards: one widget a game, and a plain one for a game that has none yet.

A board draws a masked state on a canvas and says which things on it can be pointed
at. It tells what is pointed at, posts what was chosen, and never changes anything itself.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from hako.tui.boards.board import Board, Place, Pointed
from hako.tui.boards.plain import PlainBoard

__all__ = ["Board", "Place", "PlainBoard", "Pointed", "board_of"]


def board_of(game_id: str) -> type[Board]:
    """The board of a game: class `GameBoard` of the module with the game's name."""
    name = f"{__name__}.{game_id}"
    if find_spec(name) is None:
        return PlainBoard
    board: Any = import_module(name).GameBoard
    found: type[Board] = board
    return found
