"""The board of Flip City."""

from __future__ import annotations

from hako.tui.boards.flip_city.board import GameBoard

__all__ = ["GameBoard"]
