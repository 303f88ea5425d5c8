"""The board of Quo Vadis."""

from __future__ import annotations

from hako.tui.boards.quo_vadis.board import GameBoard

__all__ = ["GameBoard"]
