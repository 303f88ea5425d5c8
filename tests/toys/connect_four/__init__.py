"""Connect four: a game in a screenful, for tests of the engine and for the bench.

A seat's discs are the bits of a number. Columns have seven bits of which the
highest stays empty, so that no line runs over an edge:

     6 13 20 27 34 41 48      never set
     5 12 19 26 33 40 47      top row
     ...
     0  7 14 21 28 35 42      bottom row
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, Outcome, Setup
from hako.engine.rules.model import Action, Choice, Event, Resolution, Seat, State, Viewer

COLUMNS = range(7)
HEIGHT = 6
DIRECTIONS = (1, 6, 7, 8)
"""Up, down to the right, right, up to the right: how far apart two bits of a line are."""

BOTTOM = tuple(1 << 7 * column for column in COLUMNS)
WHOLE = tuple((1 << HEIGHT) - 1 << 7 * column for column in COLUMNS)
TOP_ROW = sum(bottom << HEIGHT - 1 for bottom in BOTTOM)


def has_four(discs: int) -> bool:
    """True if four of the discs stand in a line."""
    for step in DIRECTIONS:
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


class Rack(State, frozen=True):
    """The upright board, and who has four in a line."""

    discs: tuple[int, int] = (0, 0)
    winner: Seat | None = None

    def disc(self, column: int, row: int) -> str:
        """Whose disc lies there: first, second, or empty."""
        place = BOTTOM[column] << row
        first, second = self.discs
        return "first" if first & place else "second" if second & place else "empty"


class Drop(Action, frozen=True):
    """Let a disc fall into a column that has room."""

    column: int


class DiscDropped(Event[Rack], frozen=True):
    """A disc lies on top of a column."""

    seat: Seat
    column: int

    def apply(self, rack: Rack, /) -> Rack:
        first, second = rack.discs
        disc = (first | second) + BOTTOM[self.column] & WHOLE[self.column]
        discs = (first, second | disc) if self.seat else (first | disc, second)
        return Rack(rack.agenda, discs, rack.winner)


class FourMade(Event[Rack], frozen=True):
    """Four in a line: the game is won."""

    seat: Seat

    def apply(self, rack: Rack, /) -> Rack:
        return replace(rack, winner=self.seat)


DROPS = tuple(Drop(column) for column in COLUMNS)


@cache
def drops(top: int) -> tuple[Drop, ...]:
    """Legal actions, by the discs in the top row."""
    return tuple(drop for drop in DROPS if not top & WHOLE[drop.column])


class Turn(Choice[Rack, Drop], frozen=True):
    """A seat drops a disc; the first to have four in a line wins."""

    clause = "connect_four.turn.1"

    def actions(self, rack: Rack, /) -> tuple[Drop, ...]:
        return drops((rack.discs[0] | rack.discs[1]) & TOP_ROW)

    def resolve(self, rack: Rack, action: Drop, chance: Chance, /) -> Resolution[Rack]:
        rack = yield DiscDropped(self.seat, action.column)
        if has_four(rack.discs[self.seat]):
            yield FourMade(self.seat)
        elif (rack.discs[0] | rack.discs[1]) & TOP_ROW != TOP_ROW:
            yield TURNS[1 - self.seat]

    def refused(self, rack: Rack, /) -> tuple[tuple[Drop, LazyText], ...]:
        full = LazyText("column_full")
        offered = self.actions(rack)
        return tuple((drop, full) for drop in DROPS if drop not in offered)


TURNS = (Turn(0), Turn(1))


class NoCards(Struct, frozen=True):
    """Connect four has no content."""


class ConnectFour(Game[Rack]):
    """Two seats, seven columns of six, nothing hidden."""

    id = "connect_four"
    seats = range(2, 3)
    actions = Drop
    content = NoCards
    folder: ClassVar[Path] = Path(__file__).parent

    def new(self, setup: Setup) -> Rack:
        return Rack((TURNS[0],))

    def mask(self, state: Rack, viewer: Viewer) -> Rack:
        return state

    def determinize(self, view: Rack, seat: Seat, chance: Chance) -> Rack:
        return view

    def outcome(self, state: Rack) -> Outcome | None:
        if state.agenda:
            return None
        winners = () if state.winner is None else (state.winner,)
        how = LazyText("four") if winners else LazyText("draw")
        return Outcome(winners, tuple(int(seat in winners) for seat in (0, 1)), how)

    def evaluate(self, view: Rack, seat: Seat) -> float:
        return 0 if view.winner is None else 1 if view.winner == seat else -1

    def progress(self, view: Rack) -> tuple[int, tuple[int, ...]]:
        dropped = [discs.bit_count() for discs in view.discs]
        return sum(dropped) + 1, tuple(dropped)

    def terms(self, content: NoCards, language: str) -> Mapping[str, Mapping[int, str]]:
        return {"column": {column: str(column + 1) for column in COLUMNS}}

    def describe(self, view: Rack, viewer: Viewer) -> Sequence[LazyText]:
        return [
            LazyText(
                "row", {"row": row + 1, "discs": [view.disc(column, row) for column in COLUMNS]}
            )
            for row in reversed(range(HEIGHT))
        ]


GAME = ConnectFour()
