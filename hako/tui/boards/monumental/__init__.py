"""The board of Monumental: Cities, the map, the display, and what everybody has."""

from hako.tui.boards.monumental.board import GameBoard

__all__ = ["GameBoard"]
