"""The draw context: the table model and drawing that every board reads while it draws."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import cycle
from typing import Any, Generic, TypeVar, cast

from hako.engine.content.icons import icons_in
from hako.engine.rules.model import S
from hako.tui.boards.board import Board
from hako.tui.boards.place_canvas import PlaceCanvas
from hako.tui.theme.styles import Hue
from hako.tui.widgets.table_model import TableModel

C = TypeVar("C")
"""A game's content."""


class DrawContext(Generic[S, C]):
    """The context that a board is drawn with; a game's subclass adds properties of its content.

    Everything is computed when it is read: many a context is only asked for the place of an action.
    """

    def __init__(self, board: Board, scene: TableModel, drawing: PlaceCanvas | None = None) -> None:
        self.scene = scene
        self.view = cast(S, scene.view)
        """The table, as the viewer may see it."""
        self.cards: C = scene.content
        self.ink = board.ink
        self.symbols = board.symbols
        self.texts = scene.texts
        self.offered = board.offered
        """The actions that may be chosen, by place."""
        self.cursor = board.cursor
        self.meant: Any = board.meant
        """The selected action at the cursor."""
        self._board = board
        self._drawing = drawing

    @cached_property
    def drawing(self) -> PlaceCanvas:
        """The canvas to draw on; a blank one where the context is only asked for places."""
        return self._drawing or self._board.blank()

    def symbol(self, key: str) -> str:
        """The mark of a sign of the game, as this terminal can draw it."""
        return icons_in(self.scene.game.folder).sign[key].mark(self.symbols.name)

    def say(self, key: str, **values: object) -> str:
        """A text of the board by its key."""
        return self.texts.text(f"board.{key}", **values)


def in_hues(kinds: Iterable[str], hues: tuple[Hue, ...]) -> dict[str, Hue]:
    """A colour for each kind; the colours repeat after the last one."""
    return dict(zip(kinds, cycle(hues), strict=False))
