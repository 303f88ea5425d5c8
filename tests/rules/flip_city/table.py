"""A table of Flip City written as text, and the players' verbs.

    table = at("R C K | M U | H R F | $5 0 2/3 2")
               deck   discard city   money points unhappy/limit build actions

Decks are written top card first, cities in the order of play, discard piles in the order
of the alphabet. "obliged" may stand at the end. The letters are those of the rulebook's
examples: fronts R C H F K O, backs A M U W S T.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from hako.content.flip_city import GAME
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
from hako.content.flip_city.cards import Cards, FaceId
from hako.content.flip_city.state import Board, City, Pile, Turn
from hako.content.flip_city.steps import BuildPhase, PlayPhase
from hako.engine.content.files import load
from hako.engine.rules.chance import Chance, Item, Stream
from hako.engine.rules.game import Setup, view
from hako.engine.rules.play import begin, check, events, legal_actions, play
from hako.engine.rules.vocabulary import Choice, Event, Seat, Step
from hako.engine.words.note import Note

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

WORDS: dict[type[FlipCityAction], str] = {
    PlayTop: "play",
    Stop: "stop",
    Reshuffle: "reshuffle",
    Recycle: "recycle",
    BuryTop: "bury",
    KeepTop: "keep",
    RemoveFromSupply: "remove",
    Buy: "buy",
    Develop: "develop",
    Upgrade: "upgrade",
    PassOn: "pass",
    EndTurn: "end",
}

NEIGHBOUR = "H C R | F R"
"""Another player, where it does not matter what they have."""


@cache
def cards() -> Cards:
    """The cards as they come in the box."""
    content: Cards = load(GAME.content, GAME.folder / f"{GAME.id}.toml")
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
    options = {"office": "on" if office else "off", "supply": supply}
    city, _ = begin(GAME.new(Setup(seats, options, cards())), Chance(seed, 0))
    return city


def corrected(face: FaceId, **fields: object) -> Cards:
    """The cards with a face changed, as by an owner's content file."""
    changes = {"face": [{"id": face, **fields}]}
    content: Cards = load(GAME.content, GAME.folder / f"{GAME.id}.toml", changes)
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
    ours, turn = _active(line, seat)
    boards = [*(_board(other) for other in others or (NEIGHBOUR,))]
    boards.insert(seat, ours)
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
    city = at(line, NEIGHBOUR, build=build, supply=supply).city
    return Table(replace(city, boards=city.boards[:1]))


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


class StackedDeck(Chance):
    """Chance whose shuffles come out as the test says."""

    def __init__(self, order: str) -> None:
        super().__init__(0, 0)
        self._order = faces(order)

    @property
    def cards(self) -> Stream:
        return _Stacked(self._order)


class _Stacked(Stream):
    def __init__(self, order: tuple[FaceId, ...]) -> None:
        super().__init__(0)
        self._order = order

    def shuffle(self, items: Iterable[Item]) -> tuple[Item, ...]:
        pool = list(items)
        taken = tuple(pool.pop(pool.index(face)) for face in self._order)  # type: ignore[arg-type] # faces
        assert not pool, f"the shuffled cards are more than the test says: {pool}"
        return taken


class Table:
    """A table at which the test plays; each verb returns the table again."""

    def __init__(self, city: City) -> None:
        self.city = city
        self.told: tuple[Event[City], ...] = ()
        """What the last action brought about."""

    # ------------------------------------------------------------ looking

    def seat(self, seat: Seat) -> str:
        """A seat's cards as "deck | discard | city"."""
        board = self.city.boards[seat]
        return f"{letters(board.deck)} | {in_alphabet(board.discard)} | {letters(board.city)}"

    @property
    def turn(self) -> str:
        """The turn's counters."""
        turn = self.city.turn
        counters = f"${turn.money} {turn.points} {turn.unhappy}/{turn.limit} {turn.actions}"
        return f"{counters} obliged" if turn.obliged else counters

    @property
    def line(self) -> str:
        """The active seat's line."""
        return f"{self.seat(self.city.turn.seat)} | {self.turn}"

    @property
    def supply(self) -> str:
        """The piles, such as "C8 H8"."""
        return " ".join(f"{LETTER_OF[pile.face]}{pile.left}" for pile in self.city.supply)

    @property
    def options(self) -> str:
        """What the active seat may do, such as "play, stop, recycle U"."""
        return ", ".join(_words(action) for action in self._legal())

    @property
    def awaits(self) -> Step[City, Any]:
        """What the table waits for."""
        return self.city.agenda[-1]

    def seen(self, seat: Seat) -> str:
        """A seat's deck as everybody sees it."""
        return letters(view(GAME, self.city, None).boards[seat].deck)

    def why_not(self, action: FlipCityAction) -> Note | None:
        """Why an action is not offered."""
        assert isinstance(self.awaits, Choice)
        refused = self.awaits.refused(self.city)
        return next((why for what, why in refused if what == action), None)

    def _legal(self) -> Sequence[FlipCityAction]:
        return legal_actions(self.city, self.awaits.waiting()[0])

    # ------------------------------------------------------------ playing

    def finish_turn(self) -> Table:
        """Play no more cards than needed and build nothing."""
        number = self.city.turn.number
        while self.city.agenda and self.city.turn.number == number:
            legal = self._legal()
            self.do(next((action for action in (Stop(), EndTurn()) if action in legal), legal[0]))
        return self

    def do(self, action: FlipCityAction, chance: Chance | None = None) -> Table:
        """Take a legal action."""
        seat = self.awaits.waiting()[0]
        check(self.city, seat, action)
        self.city, then = play(self.city, seat, action, chance or Chance(1, 1))
        self.told = tuple(events(then))
        return self

    def play(self, times: int = 1) -> Table:
        """Play so many cards."""
        for _ in range(times):
            self.do(PlayTop())
        return self

    def stop(self) -> Table:
        """Go on to the build phase."""
        return self.do(Stop())

    def reshuffle(self, order: str) -> Table:
        """Make a new deck of the discard pile, which comes out in this order."""
        return self.do(Reshuffle(), StackedDeck(order))

    def recycle(self, letter: str) -> Table:
        """Recycle a card."""
        return self.do(Recycle(LETTERS[letter]))

    def bury(self) -> Table:
        """Put the top card on the bottom, after an Office."""
        return self.do(BuryTop())

    def keep(self) -> Table:
        """Leave the top card, after an Office."""
        return self.do(KeepTop())

    def remove(self, letter: str, order: str = "") -> Table:
        """Take a card out of the solo supply; the shuffle then comes out in this order."""
        return self.do(RemoveFromSupply(LETTERS[letter]), StackedDeck(order))

    def buy(self, letter: str) -> Table:
        """Buy a card."""
        return self.do(Buy(LETTERS[letter]))

    def develop(self, letter: str) -> Table:
        """Buy and upgrade a card."""
        return self.do(Develop(LETTERS[letter]))

    def upgrade(self, letter: str) -> Table:
        """Upgrade a card."""
        return self.do(Upgrade(LETTERS[letter]))

    def pass_on(self, letter: str, to: Seat) -> Table:
        """Upgrade an Apartment, for another player."""
        return self.do(PassOn(LETTERS[letter], to))

    def end(self) -> Table:
        """Build no more."""
        return self.do(EndTurn())


def _words(action: FlipCityAction) -> str:
    values = (getattr(action, name) for name in action.__struct_fields__)
    return " ".join([WORDS[type(action)], *(LETTER_OF.get(it, str(it)) for it in values)])
