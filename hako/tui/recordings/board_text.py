"""A table's board as text, drawn without a screen as one viewer may see it."""

from __future__ import annotations

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
        """Its lines, as many as there is room for."""
        scene = table_model_of(self._table, moment, self._viewer, self._texts)
        self._board.set_reactive(Board.scene, scene)
        self._board.redraw()
        width, height = self.size
        known = [self._board.paint(row) for row in range(min(height, self._board.count()))]
        return known + [Strip.blank(width)] * (height - len(known))

    def lines(self, moment: Position[Any]) -> list[str]:
        """The strips as text, without blanks around it."""
        return (
            "\n".join(strip.text.rstrip() for strip in self.strips(moment)).strip("\n").split("\n")
        )
