"""The board of Monumental: Cities, the map, the display, and the players' possessions."""

from hako.tui.boards.monumental.board import GameBoard

__all__ = ["GameBoard"]
