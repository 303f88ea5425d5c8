"""The plain board, for a game without one of its own: the sentences of its description."""

from __future__ import annotations

from typing import Any

from hako.tui.boards.board import Board
from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas
from hako.tui.widgets.canvas import wrapped
from hako.tui.widgets.table_model import TableModel

MARGIN = 1
"""Cells left free on either side."""

HANGING = "  "
"""The indent of all lines of a sentence but the first."""


class PlainBoard(Board):
    """A board of sentences: those of `Game.describe`, one below the other."""

    def blank(self) -> PlaceCanvas:
        lines = 0 if self.scene is None else sum(map(len, self._sentence_lines(self.scene)))
        return PlaceCanvas(self.columns, max(lines, self.rows), self.symbols)

    def draw(self, drawing: PlaceCanvas, scene: TableModel) -> None:
        y = 0
        for number, lines in enumerate(self._sentence_lines(scene)):
            drawing.place(number, MARGIN, y, drawing.width - 2 * MARGIN, len(lines))
            for line in lines:
                drawing.at(MARGIN, y).put(line, self.ink.text)
                y += 1

    def place_of(self, action: Any) -> BoardPlace | None:  # noqa: ARG002 - nothing has a place here
        return None

    def describe(self, place: BoardPlace) -> str:
        sentences = () if self.scene is None else _sentences(self.scene)
        return next((sentence for number, sentence in enumerate(sentences) if number == place), "")

    def _sentence_lines(self, scene: TableModel) -> list[list[str]]:
        """The sentences, each in lines as wide as the board."""
        width = max(len(HANGING) + 2, self.columns - 2 * MARGIN)
        return [_hanging(sentence, width) for sentence in _sentences(scene)]


def _sentences(scene: TableModel) -> list[str]:
    """The description in the reader's language, or the raw values where the game has no texts."""
    notes = scene.game.describe(scene.view, scene.viewer)
    return [scene.texts.lazy_text(note) for note in notes] or [
        scene.texts.text("table.undescribed")
    ]


def _hanging(sentence: str, width: int) -> list[str]:
    first, *more = wrapped(sentence, width) or [""]
    rest = wrapped(sentence[len(first) :].lstrip(), width - len(HANGING)) if more else []
    return [first, *(HANGING + line for line in rest)]
