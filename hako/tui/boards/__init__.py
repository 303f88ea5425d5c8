"""Boards: one widget a game, and a plain one for a game that has none.

A board draws a masked state on a canvas and marks the places on it that can be pointed at. It posts
messages about the place at the cursor and the action that was chosen, and changes nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hako.engine.rules.game import Game
from hako.tui.boards.board import Board, PlacePointed
from hako.tui.boards.place_canvas import BoardPlace

__all__ = ["Board", "BoardPlace", "PlacePointed", "board_of"]


def board_of(game: Game[Any]) -> type[Board]:
    """The board of a game: class `GameBoard` of the module with the game's name.

    A game from elsewhere has its own in the module `board` of its package.
    """
    package = type(game).__module__
    is_builtin = package == f"hako.content.{game.id}"
    name = f"{__name__}.{game.id}" if is_builtin else f"{package}.board"
    try:
        board: Any = import_module(name).GameBoard
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        from hako.tui.boards.plain_board import PlainBoard

        return PlainBoard
    board_class: type[Board] = board
    return board_class
