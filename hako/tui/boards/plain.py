"""The plain board: what a game without a board of its own shows, namely its state in words."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from hako.engine.rules.vocabulary import State
from hako.tui.boards.board import Board
from hako.tui.boards.drawing import Drawing, Place
from hako.tui.widgets.scene import Scene

_UNSEEN = frozenset({"agenda", "content"})


class PlainBoard(Board):
    """Every field of the masked state as a line; the list of actions does the rest."""

    def draw(self, drawing: Drawing, scene: Scene) -> None:
        styles = self.ink
        fields = [name for name in scene.view.__struct_fields__ if name not in _UNSEEN]
        width = max(map(len, fields), default=0)
        for y, name in enumerate(fields):
            line = drawing.at(1, y).put(name, styles.dim, width).put("  ", styles.text)
            line.put(_shown(getattr(scene.view, name)), styles.text)
            drawing.place(name, 1, y, width)

    def place_of(self, action: Any) -> Place | None:  # noqa: ARG002 - nothing has a place here
        return None

    def describe(self, place: Place) -> str:
        value = "" if self.scene is None else _shown(getattr(self.scene.view, str(place)))
        return f"{place}: {value}"


def _shown(value: Any) -> str:
    match value:
        case None:
            return "?"
        case tuple() | list():
            return " ".join(map(_shown, value))
        case Struct() if not isinstance(value, State):
            return f"({' '.join(_shown(getattr(value, name)) for name in value.__struct_fields__)})"
        case _:
            return str(value)
