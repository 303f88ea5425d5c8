"""What both sizes of the board draw with: faces, icons, counts, and each place in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from rich.style import Style

from hako.content.flip_city.cards import Face, FaceId
from hako.content.flip_city.notes import counted
from hako.content.flip_city.odds import risk
from hako.content.flip_city.state import Board as Cards
from hako.content.flip_city.state import City, Pile
from hako.content.flip_city.steps import BuildPhase, PlayPhase
from hako.engine.rules import Seat
from hako.tui.boards.board import Drawing, Place
from hako.tui.scene import Scene
from hako.tui.styles import Hue, Styles
from hako.tui.symbols import Symbols, letter
from hako.tui.widgets.lines import Line

TURN, DECK, CITY, CONTENTS = "turn", "deck", "city", "contents"
HUES: tuple[Hue, ...] = ("grey", "yellow", "rose", "violet", "green", "blue")
"""A colour for each pair of the content file, in its order."""


class PileOf(Struct, frozen=True):
    """A pile of the supply."""

    face: FaceId


class Discarded(Struct, frozen=True):
    """The copies of a face in the discard pile."""

    face: FaceId


class Other(Struct, frozen=True):
    """Another player's line."""

    seat: Seat


class Sketch:
    """A drawing under way, with the table that it shows."""

    def __init__(self, drawing: Drawing, scene: Scene, ink: Styles, symbols: Symbols) -> None:
        assert isinstance(scene.view, City), "this board draws Flip City"
        self.drawing = drawing
        self.scene = scene
        self.city: City = scene.view
        self.ink = ink
        self.symbols = symbols
        pairs = self.city.content.pairs
        self._hue = {
            face: HUES[number % len(HUES)]
            for number, pair in enumerate(pairs)
            for face in (pair.front, pair.back)
        }
        self._fronts = {pair.front for pair in pairs}

    # ------------------------------------------------------------------ looking things up

    @property
    def seat(self) -> Seat:
        """The seat whose turn it is."""
        return self.city.turn.seat

    @property
    def board(self) -> Cards:
        """Its cards."""
        return self.city.boards[self.seat]

    def face(self, face: FaceId) -> Face:
        """What is printed on a face."""
        return self.city.content.face[face]

    def paint(self, face: FaceId) -> Style:
        """The colour of a card; backs are bolder than fronts."""
        hues = self.ink.fronts if face in self._fronts else self.ink.backs
        return hues[self._hue[face]]

    def short(self, face: FaceId | None) -> str:
        """The short name of a face."""
        return self.scene.texts.term("short", face)

    def name(self, face: FaceId | None) -> str:
        """The name of a face."""
        return self.scene.texts.term("card", face)

    def say(self, key: str, **values: Any) -> str:
        """A sentence of the board."""
        return self.scene.texts.say(f"board.{key}", **values)

    def counted(self, cards: Iterable[FaceId]) -> tuple[tuple[FaceId, int], ...]:
        """Cards by face."""
        return counted(self.city, cards)

    def icons(self, face: Face) -> str:
        """What a face provides: money, unhappy icons, points."""
        parts = (
            f"${face.cash}" if face.cash else "",
            f"{self.symbols.unhappy}{face.unhappy}" if face.unhappy else "",
            f"{self.symbols.star}{face.points}" if face.points else "",
        )
        return " ".join(filter(None, parts))

    def is_building(self) -> bool:
        """Whether the turn's money can be spent now."""
        return isinstance(self.scene.step, BuildPhase)

    def pays(self, cost: int | None) -> bool:
        """Whether the turn's money is enough for it."""
        return cost is not None and cost <= self.city.turn.money

    def at(self, x: int, y: int) -> Line:
        """Where to write."""
        return self.drawing.at(x, y)

    # ------------------------------------------------------------------ parts of both sizes

    def heading(self, x: int, y: int, words: str, width: int) -> None:
        """Words and a line after them."""
        line = self.at(x, y).put(f"{words} ", self.ink.dim)
        line.put(self.symbols.frame.horizontal * max(0, x + width - line.x), self.ink.rule)

    def put_counters(self, line: Line) -> None:
        """Money, points, unhappy icons against the limit, actions, cards in the city."""
        turn, ink, symbols = self.city.turn, self.ink, self.symbols
        constants = self.city.content.constants
        near = turn.unhappy >= turn.limit - 1
        line.put(f"${turn.money}", ink.money).put("  ", ink.text)
        line.put(f"{symbols.star} {turn.points}/{constants.points_to_win}", ink.strong)
        line.put("  ", ink.text)
        line.put(
            f"{symbols.unhappy} {turn.unhappy}/{turn.limit}", ink.danger if near else ink.strong
        )
        line.put(f"  {self.say('actions')} ", ink.dim).put(str(turn.actions), ink.strong)
        crowd = self.city.content.winning_crowds
        most = f"/{crowd[0][1]}" if crowd else ""
        line.put(f"  {self.say('cards')} ", ink.dim)
        line.put(f"{len(self.board.city)}{most}", ink.strong)

    def put_risk(self, line: Line) -> None:
        """The chance of a bust: by the next card, and before the next free choice."""
        if not isinstance(self.scene.step, PlayPhase):
            return
        chances = risk(self.city, self.seat)
        for key, chance in (("next_card", chances.next_card), ("forced", chances.forced)):
            if key == "forced" and chance == chances.next_card:
                continue
            style = self.ink.danger if chance >= 0.5 else self.ink.warn if chance else self.ink.good
            line.put(f"  {self.say(key)} ", self.ink.dim).put(percent(chance), style)

    def put_player(self, line: Line, seat: Seat) -> None:
        """Another player in a line: open card, deck, discard pile, points, cards."""
        ink, board = self.ink, self.city.boards[seat]
        line.put(f"{self.symbols.owner(seat)}{letter(seat)} ", ink.owner(seat))
        line.put(self.scene.texts.term("seat", seat), ink.text, 12).put(" ", ink.text)
        line.put(f"{self.say('top')} ", ink.dim)
        if board.deck:
            top = board.deck[0]
            line.put(f" {self.short(top)} ", self.paint(top) if top else ink.dim)
        else:
            line.put(f" {self.symbols.dot}{self.symbols.dot}{self.symbols.dot} ", ink.dim)
        for key, number in (("in_deck", len(board.deck)), ("in_discard", len(board.discard))):
            line.put(f"  {self.say(key)} ", ink.dim).put(str(number), ink.text, 2, right=True)
        line.put(f"  {self.symbols.star}", ink.dim)
        line.put(str(self.city.points_owned(seat)), ink.strong, 2, right=True)
        line.put(f" {self.say('owned')}", ink.dim)
        line.put(str(len(board.owned())), ink.strong, 4, right=True).put(
            f" {self.say('cards')}", ink.dim
        )

    # ------------------------------------------------------------------ in words

    def describe(self, place: Place) -> str:
        """A place in words."""
        match place:
            case "turn":
                turn = self.city.turn
                return self.say(
                    "turn_in_words",
                    seat=self.seat,
                    money=turn.money,
                    points=turn.points,
                    unhappy=turn.unhappy,
                    limit=turn.limit,
                    actions=turn.actions,
                )
            case "deck":
                return self._describe_deck()
            case "city":
                return self.say("city_in_words", faces=self.board.city or None)
            case "contents":
                return self.say("contents_in_words", cards=self._in_words(self.board.deck_cards()))
            case PileOf(face):
                return self._describe_pile(next(p for p in self.city.supply if p.face == face))
            case Discarded(face):
                return f"{self.name(face)}. {self._printed(self.face(face))}"
            case Other(seat):
                owned = self._in_words(self.city.boards[seat].owned())
                return self.say("player_in_words", seat=seat, cards=owned)
            case _:
                return ""

    def _describe_deck(self) -> str:
        if not self.board.deck:
            return self.say("deck_empty")
        top = self.board.deck[0]
        if top is None:
            return self.say("deck_unseen")
        return self.say("top_in_words", face=top, text=self._printed(self.face(top)))

    def _describe_pile(self, of: Pile) -> str:
        front, back = self.face(of.face), self.city.content.other_side[of.face]
        return self.say(
            "pile_in_words",
            face=of.face,
            left=of.left,
            cost=front.cost,
            back=back,
            develop=front.develop_cost,
            text=self._printed(front),
            more=self._printed(self.face(back)),
        )

    def _printed(self, face: Face) -> str:
        words = face.text.say(self.scene.texts.language)
        upgrade = "" if face.upgrade_cost is None else self.say("upgrade", cost=face.upgrade_cost)
        return "  ".join(filter(None, (self.icons(face), words, upgrade)))

    def _in_words(self, cards: Iterable[FaceId]) -> str:
        counts = self.counted(cards)
        times = self.symbols.times
        return ", ".join(f"{self.name(face)} {times}{copies}" for face, copies in counts) or "0"


def percent(chance: float) -> str:
    """A chance as a whole number of per cent; neither 0 nor 100 unless it is certain."""
    if chance in (0, 1):
        return f"{round(100 * chance)}%"
    return f"{min(99, max(1, round(100 * chance)))}%"
