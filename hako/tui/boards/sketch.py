"""One scene while it is being drawn: what every board asks of it."""

from __future__ import annotations

from hako.tui.boards.drawing import Drawing
from hako.tui.looks.styles import Styles
from hako.tui.looks.symbols import Symbols
from hako.tui.widgets.scene import Scene


class BoardSketch:
    """What a board is drawn with; a game's own sketch adds what it asks of state and content."""

    def __init__(self, drawing: Drawing, scene: Scene, ink: Styles, symbols: Symbols) -> None:
        self.drawing = drawing
        self.scene = scene
        self.ink = ink
        self.symbols = symbols
        self.texts = scene.texts

    def say(self, key: str, **values: object) -> str:
        """A sentence of the board."""
        return self.texts.say(f"board.{key}", **values)
