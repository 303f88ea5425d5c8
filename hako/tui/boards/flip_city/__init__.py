"""The board of Flip City: the turn, the deck's open card, the city, the discard pile, the supply."""

from __future__ import annotations

from typing import Any

from hako.content.flip_city.actions import (
    BuryTop,
    Buy,
    Develop,
    EndTurn,
    FlipCityAction,
    KeepTop,
    PassOn,
    PlayTop,
    Recycle,
    RemoveFromSupply,
    Reshuffle,
    Stop,
    Upgrade,
)
from hako.tui.boards.board import Board, Drawing, Place
from hako.tui.boards.flip_city.large import draw_large
from hako.tui.boards.flip_city.sketch import CITY, DECK, TURN, Discarded, PileOf, Sketch
from hako.tui.boards.flip_city.small import draw_small
from hako.tui.scene import Scene

LARGE = (96, 39)
"""From so many columns and lines on, cards are drawn as cards."""


class GameBoard(Board):
    """The cards of the seat whose turn it is, and everybody else's in a line each."""

    def draw(self, drawing: Drawing, scene: Scene) -> None:
        sketch = Sketch(drawing, scene, self.ink, self.symbols)
        columns, lines = LARGE
        if drawing.width >= columns and drawing.height >= lines:
            draw_large(sketch)
        else:
            draw_small(sketch)

    def place_of(self, action: Any) -> Place | None:
        chosen: FlipCityAction = action
        match chosen:
            case PlayTop() | Reshuffle() | BuryTop() | KeepTop():
                return DECK
            case Stop() | EndTurn():
                return TURN
            case Buy(face) | Develop(face) | RemoveFromSupply(face):
                return PileOf(face)
            case Recycle(face) | Upgrade(face) | PassOn(face):
                return Discarded(face)

    def describe(self, place: Place) -> str:
        if self.scene is None:
            return ""
        drawing = Drawing(self)
        return Sketch(drawing, self.scene, self.ink, self.symbols).describe(place)


__all__ = ["CITY", "GameBoard"]
