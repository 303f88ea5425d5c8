"""The board of World Monger: the civilizations, who holds them, the supply, the coins."""

from __future__ import annotations

from hako.content.world_monger.actions import (
    AddCard,
    BuyShare,
    ChooseCivilization,
    DiscardCard,
    DiscardLooked,
    DiscardThere,
    EndTurn,
    Enough,
    GainCard,
    Pass,
    PickCivilization,
    PutCard,
    PutCards,
    PutLooked,
    RefreshCard,
    ReturnLooked,
    SellShares,
    TopdeckCard,
    TrashCard,
    UseCard,
    WorldMongerAction,
)
from hako.content.world_monger.cards import SHARE
from hako.tui.boards.board import Board
from hako.tui.boards.drawing import Drawing, Place
from hako.tui.boards.world_monger.large import COLUMNS, ROWS, LargeBoard
from hako.tui.boards.world_monger.sketch import Sketch
from hako.tui.boards.world_monger.small import SmallBoard
from hako.tui.boards.world_monger.words import in_words
from hako.tui.widgets.scene import Scene


class GameBoard(Board):
    """A table of World Monger, in small or in large as there is room."""

    whole = COLUMNS, ROWS

    def draw(self, drawing: Drawing, scene: Scene) -> None:
        sketch = Sketch(self, scene, drawing)
        (LargeBoard if self.is_large else SmallBoard)(sketch).draw()

    def place_of(self, action: WorldMongerAction) -> Place | None:
        return None if self.scene is None else _place(Sketch(self, self.scene), action)

    def describe(self, place: Place) -> str:
        return "" if self.scene is None else in_words(Sketch(self, self.scene), place)


def _place(sketch: Sketch, action: WorldMongerAction) -> Place | None:
    match action:
        case PickCivilization(name):
            return ("pick", name)
        case UseCard(card) | TrashCard(card) | DiscardCard(card) | TopdeckCard(card):
            return ("card", sketch.acting, card, False)
        case RefreshCard(card):
            return ("card", sketch.acting, card, True)
        case DiscardThere(name, card):
            return ("card", name, card, sketch.used_first(name, card))
        case BuyShare(name):
            return ("card", name, SHARE, False)
        case SellShares(name):
            return ("held", name, sketch.scene.seat)
        case GainCard(card) | PutCard(card) | PutCards(card) | AddCard(card):
            return ("pile", card)
        case ChooseCivilization(name):
            return ("civilization", name)
        case PutLooked() | DiscardLooked() | ReturnLooked():
            return ("deck", sketch.looked_at)
        case EndTurn() | Enough():
            return ("civilization", sketch.acting)
        case Pass():
            return ("seat", sketch.scene.seat)
