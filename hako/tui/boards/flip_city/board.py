"""The board of Flip City: the open card, the city, what one owns, the supply, the others."""

from __future__ import annotations

from hako.content.flip_city import actions
from hako.content.flip_city.action_hints import counted
from hako.engine.rules.model import Seat
from hako.tui.boards.board import Board
from hako.tui.boards.flip_city.cards import Sketch, in_words
from hako.tui.boards.flip_city.components import no_top
from hako.tui.boards.flip_city.large import COLUMNS, ROWS, LargeBoard
from hako.tui.boards.flip_city.small import SmallBoard
from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas
from hako.tui.widgets.table_model import TableModel


class GameBoard(Board):
    """A table of Flip City, in small or in large as there is room."""

    whole = COLUMNS, ROWS

    def draw(self, drawing: PlaceCanvas, scene: TableModel) -> None:
        sketch = Sketch(self, scene, drawing)
        (LargeBoard if self.is_large else SmallBoard)(sketch).draw()

    def place_of(self, action: actions.FlipCityAction) -> BoardPlace | None:
        match action:
            case actions.PlayTop() | actions.BuryTop() | actions.KeepTop() | actions.Reshuffle():
                return ("top",)
            case actions.Recycle(face) | actions.Upgrade(face) | actions.PassOn(face):
                return ("discard", face)
            case actions.Buy(face) | actions.RemoveFromSupply(face):
                return ("buy", face)
            case actions.Develop(face):
                return ("develop", face)
            case actions.Stop() | actions.EndTurn():
                return ("count", "actions")

    def describe(self, place: BoardPlace) -> str:
        if self.scene is None:
            return ""
        sketch = Sketch(self, self.scene)
        match place:
            case ("top",):
                deck = sketch.city.boards[sketch.active].deck
                if deck and deck[0] is not None:
                    return in_words(sketch, deck[0])
                return no_top(sketch)
            case ("city", int(number)):
                return in_words(sketch, sketch.city.boards[sketch.active].city[number])
            case ("deck" | "discard" | "buy" as where, str(face)):
                return _pile_in_words(sketch, where, face)
            case ("develop", str(face)):
                return in_words(sketch, sketch.cards.other_side[face])
            case ("seat", int(seat)):
                return _seat_in_words(sketch, seat)
            case ("count", str(key)):
                return sketch.say(f"about.{key}")
            case _:
                return ""


def _pile_in_words(sketch: Sketch, where: str, face: str) -> str:
    """How many copies lie there, and what the face is."""
    board = sketch.city.boards[sketch.home]
    match where:
        case "buy":
            copies = next(pile.left for pile in sketch.city.supply if pile.face == face)
        case "deck":
            copies = board.deck_cards().count(face)
        case _:
            copies = board.discard.count(face)
    return f"{sketch.say(f'there.{where}', count=copies)} {in_words(sketch, face)}"


def _seat_in_words(sketch: Sketch, seat: Seat) -> str:
    city, board = sketch.city, sketch.city.boards[seat]
    return sketch.say(
        "seat",
        seat=seat,
        top=board.deck[:1],
        deck=len(board.deck),
        discard=len(board.discard),
        owned=len(board.owned()),
        points=city.points_owned(seat),
        cards=dict(counted(city, board.owned())),
    )
