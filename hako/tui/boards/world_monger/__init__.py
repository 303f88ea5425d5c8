"""The board of World Monger."""

from __future__ import annotations

from hako.tui.boards.world_monger.board import GameBoard

__all__ = ["GameBoard"]
