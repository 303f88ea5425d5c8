"""A table's board as text, drawn without a screen as one viewer may see it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from textual.strip import Strip

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.model import Viewer
from hako.tui.boards import Board, board_of
from hako.tui.theme.styles import Styles
from hako.tui.theme.symbols import FULL
from hako.tui.widgets.table_model import table_model_of


class BoardText:
    """Draws one position after the other."""

    def __init__(
        self,
        table: History[Any],
        viewer: Viewer,
        texts: Catalogue,
        size: tuple[int, int],
        styles: Styles,
    ) -> None:
        self._table, self._viewer, self._texts = table, viewer, texts
        self._board = board_of(table.game)()
        self._board.columns, self._board.rows = self.size = size
        self._board.apply_theme(styles, FULL)

    def strips(self, moment: Position[Any]) -> list[Strip]:
        """The lines of its first page, as many as there is room for."""
        return next(self._pages(moment))

    def all_strips(self, moment: Position[Any]) -> list[Strip]:
        """The lines of all pages, one below the other, without blank lines at their ends."""
        lines: list[Strip] = []
        for page in self._pages(moment):
            lines += [Strip.blank(self.size[0])] * bool(lines) + _without_blank_end(page)
        return lines

    def lines(self, moment: Position[Any]) -> list[str]:
        """The lines of all pages as text, without blanks around it."""
        text = "\n".join(strip.text.rstrip() for strip in self.all_strips(moment))
        return text.strip("\n").split("\n")

    def _pages(self, moment: Position[Any]) -> Iterator[list[Strip]]:
        scene = table_model_of(self._table, moment, self._viewer, self._texts)
        board, (width, height) = self._board, self.size
        board.set_reactive(Board.scene, scene)
        for page in board.pages(scene):
            board.set_reactive(Board.page, page)
            board.redraw()
            known = [board.paint(row) for row in range(min(height, board.count()))]
            yield known + [Strip.blank(width)] * (height - len(known))


def _without_blank_end(lines: list[Strip]) -> list[Strip]:
    end = len(lines)
    while end and not lines[end - 1].text.strip():
        end -= 1
    return lines[:end]
