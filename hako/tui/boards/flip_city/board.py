"""The board of Flip City: the open card, the city, the own cards, the supply, the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hako.content.flip_city import actions
from hako.content.flip_city.action_notes import counted
from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.rules.model import Seat
from hako.engine.transcript.highlights import Highlight
from hako.engine.transcript.seen_events import SeenEvent
from hako.tui.boards.board import Board
from hako.tui.boards.flip_city.draw_context import FlipCityContext, face_text
from hako.tui.boards.flip_city.motion import moment, motions
from hako.tui.boards.flip_city.sizes import LADDER
from hako.tui.boards.flip_city.small_board import SmallDrawing
from hako.tui.boards.flip_city.table_drawing import TableDrawing
from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas
from hako.tui.boards.size_ladder import step_for
from hako.tui.motion.moment_pictures import Moment
from hako.tui.motion.motions import Motion
from hako.tui.widgets.table_model import TableModel


class GameBoard(Board):
    """A table of Flip City, in the largest step of its ladder that fits."""

    ladder = LADDER
    has_own_seats = True

    def draw(self, drawing: PlaceCanvas, scene: TableModel) -> None:
        context = FlipCityContext(self, scene, drawing)
        step = step_for(LADDER, drawing.width, drawing.height)
        (TableDrawing if step.has_headings else SmallDrawing)(context, step).draw()

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

    def motions(self, event: Any, views: SeenEvent) -> Iterable[Motion]:
        if self.scene is None:
            return ()
        return motions(FlipCityContext(self, self.scene), event, views)

    def moment(self, highlight: Highlight) -> Moment | None:
        return None if self.scene is None else moment(FlipCityContext(self, self.scene), highlight)

    def possessions(self, seat: Seat) -> Sequence[str]:
        if self.scene is None:
            return ()
        context = FlipCityContext(self, self.scene)
        return [context.say("owned_cards", count=len(context.city.boards[seat].owned()))]

    def describe(self, place: BoardPlace) -> str:
        if self.scene is None:
            return ""
        context = FlipCityContext(self, self.scene)
        match place:
            case ("top",):
                deck = context.city.boards[context.active].deck
                if deck and deck[0] is not None:
                    return face_text(context, deck[0])
                return context.say("top_hidden" if deck else "no_deck")
            case ("city", int(number)):
                return face_text(context, context.city.boards[context.active].city[number])
            case ("deck" | "discard" | "buy" as where, str(face)):
                return _pile_text(context, where, face)
            case ("develop", str(face)):
                return face_text(context, context.cards.other_side[face])
            case ("seat", int(seat)):
                return _seat_text(context, seat)
            case ("count", str(key)):
                return context.say(f"about.{key}")
            case _:
                return ""


def _pile_text(context: FlipCityContext, where: str, face: str) -> str:
    """The number of copies in a pile, and the text of the face."""
    board = context.city.boards[context.home]
    match where:
        case "buy":
            copies = next(pile.left for pile in context.city.supply if pile.face == face)
        case "deck":
            copies = board.deck_cards().count(face)
        case _:
            copies = board.discard.count(face)
    place_words = context.say(f"there.{where}", count=copies)
    return join_sentences((place_words, face_text(context, face)))


def _seat_text(context: FlipCityContext, seat: Seat) -> str:
    city, board = context.city, context.city.boards[seat]
    return context.say(
        "seat",
        seat=seat,
        top=board.deck[:1],
        deck=len(board.deck),
        discard=len(board.discard),
        owned=len(board.owned()),
        points=city.points_owned(seat),
        cards=dict(counted(city, board.owned())),
    )
