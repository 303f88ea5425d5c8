"""The board of Cultus."""

from __future__ import annotations

from hako.tui.boards.cultus.board import GameBoard

__all__ = ["GameBoard"]
