"""Tic-tac-toe: a game in a screenful, for tests of the engine and for the bench."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, Outcome, Setup
from hako.engine.rules.model import Action, Choice, Event, Resolution, Seat, State, Viewer

LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
FULL = 0o777


class Grid(State, frozen=True):
    """The board; a seat's marks are the bits of a number, cell 0 the lowest."""

    marks: tuple[int, int] = (0, 0)
    winner: Seat | None = None

    def mark(self, cell: int) -> str:
        """Term for the contents of a cell."""
        crosses, noughts = (marks >> cell & 1 for marks in self.marks)
        return "cross" if crosses else "nought" if noughts else "empty"


class Place(Action, frozen=True):
    """Put a mark on an empty cell."""

    cell: int


CELLS = {cell: "abc"[cell % 3] + "123"[cell // 3] for cell in range(9)}
"""Their names: a1 b1 c1 in the first row."""

PLACES = tuple(Place(cell) for cell in range(9))
FREE = tuple(
    tuple(place for place in PLACES if not taken >> place.cell & 1) for taken in range(FULL + 1)
)
"""Legal actions, by the cells taken."""


class MarkPlaced(Event[Grid], frozen=True):
    """A mark lies on a cell."""

    seat: Seat
    cell: int

    def apply(self, grid: Grid, /) -> Grid:
        crosses, noughts = grid.marks
        mark = 1 << self.cell
        marks = (crosses, noughts | mark) if self.seat else (crosses | mark, noughts)
        return Grid(grid.agenda, marks, grid.winner)


class LineMade(Event[Grid], frozen=True):
    """Three in a row: the game is won."""

    seat: Seat

    def apply(self, grid: Grid, /) -> Grid:
        return replace(grid, winner=self.seat)


class Turn(Choice[Grid, Place], frozen=True):
    """A seat places a mark; the first to have three in a row wins."""

    clause = "tic_tac_toe.turn.1"

    def actions(self, grid: Grid, /) -> tuple[Place, ...]:
        return FREE[grid.marks[0] | grid.marks[1]]

    def resolve(self, grid: Grid, action: Place, chance: Chance, /) -> Resolution[Grid]:
        grid = yield MarkPlaced(self.seat, action.cell)
        number = grid.marks[self.seat]
        if WINS[number]:
            yield LineMade(self.seat)
        elif grid.marks[0] | grid.marks[1] != FULL:
            yield TURNS[1 - self.seat]


WINS = tuple(any(marks & line == line for line in LINES) for marks in range(FULL + 1))
TURNS = (Turn(0), Turn(1))


class NoCards(Struct, frozen=True, forbid_unknown_fields=True):
    """Tic-tac-toe has no content."""


class TicTacToe(Game[Grid]):
    """Two seats, nine cells, nothing hidden."""

    id = "tic_tac_toe"
    seats = range(2, 3)
    actions = Place
    content = NoCards
    folder: ClassVar[Path] = Path(__file__).parent

    def new(self, setup: Setup) -> Grid:
        return Grid((TURNS[0],))

    def mask(self, state: Grid, viewer: Viewer) -> Grid:
        return state

    def determinize(self, view: Grid, seat: Seat, chance: Chance) -> Grid:
        return view

    def outcome(self, state: Grid) -> Outcome | None:
        if state.agenda:
            return None
        winners = () if state.winner is None else (state.winner,)
        how = LazyText("line") if winners else LazyText("draw")
        return Outcome(winners, tuple(int(seat in winners) for seat in (0, 1)), how)

    def evaluate(self, view: Grid, seat: Seat) -> float:
        return 0 if view.winner is None else 1 if view.winner == seat else -1

    def progress(self, view: Grid) -> tuple[int, tuple[int, ...]]:
        placed = [marks.bit_count() for marks in view.marks]
        return sum(placed) + 1, tuple(placed)

    def terms(self, content: NoCards, language: str) -> Mapping[str, Mapping[int, str]]:
        return {"cell": CELLS}

    def describe(self, view: Grid, viewer: Viewer) -> tuple[LazyText, ...]:
        marks = tuple(map(view.mark, range(9)))
        rows = (marks[first : first + 3] for first in (0, 3, 6))
        return tuple(
            LazyText("row", {"row": row, "marks": cells}) for row, cells in enumerate(rows, 1)
        )


GAME = TicTacToe()
