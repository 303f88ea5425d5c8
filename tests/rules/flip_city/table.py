"""A table of Flip City written as text, and the players' verbs.

    table = at("R C K | M U | H R F | $5 0 2/3 2")
               deck   discard city   money points unhappy/limit build actions

Decks are written top card first, cities in the order of play, discard piles in the order
of the alphabet. "obliged" may stand at the end. The letters are those of the rulebook's
examples: fronts R C H F K O, backs A M U W S T.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hako.content.flip_city import GAME
from hako.content.flip_city.actions import (
    BuryTop,
    Buy,
    Develop,
    EndTurn,
    KeepTop,
    PassOn,
    PlayTop,
    Recycle,
    RemoveFromSupply,
    Reshuffle,
    Stop,
    Upgrade,
)
from hako.content.flip_city.cards import Cards, FaceId
from hako.content.flip_city.state import Board, City, Pile, Turn
from hako.content.flip_city.steps import BuildPhase, PlayPhase
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Seat
from tests.rules import tables
from tests.rules.tables import GameTable, Verb, begun, in_box, stacking

LETTERS = {
    "R": "residential_area",
    "A": "apartment",
    "C": "convenience_store",
    "M": "shopping_mall",
    "H": "hospital",
    "U": "church",
    "F": "factory",
    "W": "power_plant",
    "K": "central_park",
    "S": "station",
    "O": "office",
    "T": "trade_center",
}
LETTER_OF = {face: letter for letter, face in LETTERS.items()}

NEIGHBOUR = "H C R | F R"
"""Another player, where it does not matter what they have."""


def cards() -> Cards:
    """The cards as they come in the box."""
    content: Cards = in_box(GAME)
    return content


def faces(letters: str) -> tuple[FaceId, ...]:
    """The faces of "R R C"; nothing for "-"."""
    return tuple(LETTERS[letter] for letter in letters.split() if letter != "-")


def letters(cards: Iterable[FaceId | None]) -> str:
    """The letters of faces, "?" for one that is masked, "-" for none."""
    return " ".join("?" if face is None else LETTER_OF[face] for face in cards) or "-"


def in_alphabet(cards: Iterable[FaceId]) -> str:
    """The letters of cards that lie in no order."""
    return " ".join(sorted(LETTER_OF[face] for face in cards)) or "-"


def new(seats: int = 2, *, office: bool = False, supply: str = "rulebook", seed: int = 1) -> City:
    """A game that was set up to its first choice."""
    return begun(GAME, seats, office="on" if office else "off", supply=supply, seed=seed)


def corrected(face: FaceId, **fields: object) -> Cards:
    """The cards with a face changed, as by an owner's content file."""
    content: Cards = tables.corrected(GAME, face=[{"id": face, **fields}])
    return content


def at(
    line: str,
    *others: str,
    build: bool = False,
    supply: str = "C8 H8 F12 K12",
    seat: Seat = 0,
    content: Cards | None = None,
) -> Table:
    """The table of an active seat's line and those of the others, in turn order."""
    own_board, turn = _active(line, seat)
    boards = [*(_board(other) for other in others or (NEIGHBOUR,))]
    boards.insert(seat, own_board)
    return Table(
        City(
            agenda=(BuildPhase(seat) if build else PlayPhase(seat),),
            content=content or cards(),
            boards=tuple(boards),
            supply=tuple(_pile(pile) for pile in supply.split()),
            turn=turn,
        )
    )


def alone(line: str, *, build: bool = False, supply: str = "C4 H4 F4 K4") -> Table:
    """The table of a solo game."""
    table = at(line, build=build, supply=supply)
    return table.given(boards=table.city.boards[:1])


def _board(line: str) -> Board:
    deck, discard, city = ([*line.split("|"), "-", "-"])[:3]
    return Board(
        deck=faces(deck),
        discard=tuple(sorted(faces(discard))),
        city=faces(city),
        seen_top=1 if faces(deck) else 0,
    )


def _active(line: str, seat: Seat) -> tuple[Board, Turn]:
    cards_part, _, counters = line.rpartition("|")
    money, points, unhappy, actions, *obliged = counters.split()
    icons, _, limit = unhappy.partition("/")
    turn = Turn(
        seat=seat,
        number=1,
        limit=int(limit),
        actions=int(actions),
        money=int(money.removeprefix("$")),
        points=int(points),
        unhappy=int(icons),
        obliged=obliged == ["obliged"],
    )
    return _board(cards_part), turn


def _pile(text: str) -> Pile:
    return Pile(LETTERS[text[0]], int(text[1:]))


def stacked(order: str) -> Chance:
    """Chance whose shuffle comes out in this order."""
    return stacking(faces(order))


class Table(GameTable[City]):
    """A table at which the test plays; each verb returns the table again."""

    game = GAME

    def chance(self, order: str | None) -> Chance:
        return stacked(order) if order else Chance(1, 1)

    def word(self, value: Any) -> str:
        return LETTER_OF.get(value, str(value))

    # ------------------------------------------------------------ looking

    @property
    def city(self) -> City:
        """The whole table."""
        return self.state

    def cards(self, seat: Seat) -> str:
        """A seat's cards as "deck | discard | city"."""
        board = self.state.boards[seat]
        return f"{letters(board.deck)} | {in_alphabet(board.discard)} | {letters(board.city)}"

    @property
    def turn(self) -> str:
        """The turn's counters."""
        turn = self.state.turn
        counters = f"${turn.money} {turn.points} {turn.unhappy}/{turn.limit} {turn.actions}"
        return f"{counters} obliged" if turn.obliged else counters

    @property
    def line(self) -> str:
        """The active seat's line."""
        return f"{self.cards(self.state.turn.seat)} | {self.turn}"

    @property
    def supply(self) -> str:
        """The piles, such as "C8 H8"."""
        return " ".join(f"{LETTER_OF[pile.face]}{pile.left}" for pile in self.state.supply)

    @property
    def options(self) -> str:
        """Legal actions of the active seat, such as "play, stop, recycle U"."""
        return self.offered

    def seen_deck(self, seat: Seat) -> str:
        """A seat's deck as everybody sees it."""
        return letters(self.seen().boards[seat].deck)

    # ------------------------------------------------------------ playing

    stop = Verb(Stop)
    play = Verb(PlayTop)
    reshuffle = Verb(Reshuffle)
    remove = Verb(RemoveFromSupply, LETTERS.__getitem__)
    recycle = Verb(Recycle, LETTERS.__getitem__)
    bury = Verb(BuryTop)
    keep = Verb(KeepTop)
    buy = Verb(Buy, LETTERS.__getitem__)
    develop = Verb(Develop, LETTERS.__getitem__)
    upgrade = Verb(Upgrade, LETTERS.__getitem__)
    pass_ = Verb(PassOn, LETTERS.__getitem__, int)
    end = Verb(EndTurn)

    def finish_turn(self) -> Table:
        """Play no more cards than needed and build nothing."""
        number = self.city.turn.number
        while self.city.agenda and self.city.turn.number == number:
            legal = self.legal
            self.do(next((action for action in (Stop(), EndTurn()) if action in legal), legal[0]))
        return self
