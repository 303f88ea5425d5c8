"""The draw context: the table model and drawing that every board reads while it draws."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import cycle
from typing import Any, Generic, TypeVar, cast

from rich.style import Style

from hako.engine.content.icons import icons_in
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import S, Seat, letter
from hako.tui.boards.board import Board
from hako.tui.boards.place_canvas import PlaceCanvas
from hako.tui.theme.styles import Hue
from hako.tui.widgets.canvas import StyledLine
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
        self.key = board.key
        """The function that returns the key of a place, or nothing."""
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

    def mark(self, seat: Seat) -> str:
        """The sign and letter of a seat."""
        return f"{self.symbols.owner(seat)}{letter(seat)}"

    def full_mark(self, seat: Seat) -> str:
        """The sign, letter and name of a seat."""
        return f"{self.mark(seat)} {self.texts.term('seat', seat)}"

    def put_marked(self, line: StyledLine, text: str, style: Style) -> StyledLine:
        """Write a text; each mark of a seat in it has the colour of that seat."""
        for part, part_style in self.marked(text, style):
            line.put(part, part_style)
        return line

    def marked(self, text: str, style: Style) -> Sequence[tuple[str, Style]]:
        """A text in pieces with their styles; each mark of a seat has the colour of that seat."""
        marks = {self.mark(seat): seat for seat in range(len(self.scene.players))}
        parts = re.split(f"({'|'.join(map(re.escape, marks))})", text)
        return [(part, self.ink.owner(marks[part]) if part in marks else style) for part in parts]

    def heading(
        self,
        y: int,
        text: str,
        end: str = "",
        *,
        x: int = 0,
        width: int | None = None,
        end_style: Style | None = None,
    ) -> int:
        """Write a heading with a rule through its row, and a text at the end of the rule if it fits.

        Returns the first column of that text.
        """
        bar = self.symbols.frame.horizontal
        room = self.drawing.width - x if width is None else width
        line = self.drawing.at(x, y).put(f"{bar} ", self.ink.rule)
        line.put(f"{text} ", self.ink.dim)
        end = end if line.x + cell_width(end) + 4 <= x + room else ""
        closing = f" {end} {bar}" if end else ""
        line.put(bar * max(0, x + room - line.x - cell_width(closing)), self.ink.rule)
        start = line.x + 1
        if end:
            line.put(f" {end} ", end_style or self.ink.dim).put(bar, self.ink.rule)
        return start


def in_hues(kinds: Iterable[str], hues: tuple[Hue, ...]) -> dict[str, Hue]:
    """A colour for each kind; the colours repeat after the last one."""
    return dict(zip(kinds, cycle(hues), strict=False))
