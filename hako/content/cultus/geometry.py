"""The geometry of the map: cells, cards on it, adjacency. Read from the content file.

    12345678
r1  aabbccdd      a card covers 2 x 2 cells here, and four by four cards fill the map;
r2  aabbccdd      nothing but the content file knows these numbers (cultus.map.1-5)
r3  ........
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, TypeAlias

from msgspec import Meta

from hako.engine.content.files import BadEntry, ContentEntry, Whole

Cell: TypeAlias = int
"""A cell of the map, counted row by row from the north-west corner, 0-based."""

Rotation: TypeAlias = Whole
"""Degrees by which a card is turned."""

Size: TypeAlias = Annotated[int, Meta(ge=1, le=9)]
Spot: TypeAlias = tuple[Size, Size]
"""A cell as it is written: row and column, 1-based."""

HALF_TURN: Rotation = 180


class BadCards(BadEntry):
    """A content file of this game that the rules cannot work with."""

    words = Path(__file__).parent


class Geometry(ContentEntry, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True):
    """The size of a card and of the map. `dict` keeps the look-up tables made from it."""

    card_rows: Size
    card_columns: Size
    board_card_rows: Size
    board_card_columns: Size
    centre: tuple[Spot, ...]
    corners: tuple[Spot, ...]
    rotations: tuple[Rotation, ...]

    def __post_init__(self) -> None:
        for row, column in (*self.centre, *self.corners):
            if row > self.rows or column > self.columns:
                raise BadCards("no_such_cell", row=row, column=column)
        for rotation in self.rotations:
            if rotation not in (0, HALF_TURN):
                raise BadCards("rotation", rotation=rotation)

    # ------------------------------------------------------------ cells

    @cached_property
    def rows(self) -> int:
        """Rows of cells."""
        return self.card_rows * self.board_card_rows

    @cached_property
    def columns(self) -> int:
        """Columns of cells."""
        return self.card_columns * self.board_card_columns

    @property
    def cells(self) -> range:
        """All cells."""
        return range(self.rows * self.columns)

    def cell(self, row: int, column: int) -> Cell:
        """The cell of a row and a column, both 1-based."""
        return (row - 1) * self.columns + column - 1

    def spot(self, cell: Cell) -> Spot:
        """Row and column of a cell, both 1-based."""
        return cell // self.columns + 1, cell % self.columns + 1

    @cached_property
    def names(self) -> Sequence[str]:
        """The cells as the rulebook writes them: r1c1 is the north-west corner."""
        return ["r{}c{}".format(*self.spot(cell)) for cell in self.cells]

    @cached_property
    def centre_cells(self) -> frozenset[Cell]:
        """The cells on which a monument scores at the end (cultus.map.4)."""
        return frozenset(self.cell(*spot) for spot in self.centre)

    @cached_property
    def corner_cells(self) -> tuple[Cell, ...]:
        """The cells in which a solo player may start (cultus.map.4)."""
        return tuple(self.cell(*spot) for spot in self.corners)

    @cached_property
    def adjacent(self) -> Sequence[tuple[Cell, ...]]:
        """For each cell those above, left, right and below it (cultus.map.5)."""
        return [self._beside(cell, ((-1, 0), (0, -1), (0, 1), (1, 0))) for cell in self.cells]

    @cached_property
    def around(self) -> Sequence[tuple[Cell, ...]]:
        """For each cell those that touch it by side or corner (cultus.map.5)."""
        ways = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column]
        return [self._beside(cell, ways) for cell in self.cells]

    @cached_property
    def pairs(self) -> Sequence[tuple[Cell, Cell]]:
        """All pairs of adjacent cells, each once, the north-western one first."""
        return [
            (cell, other) for cell in self.cells for other in self.adjacent[cell] if cell < other
        ]

    def _beside(self, cell: Cell, ways: Sequence[tuple[int, int]]) -> tuple[Cell, ...]:
        row, column = self.spot(cell)
        spots = [(row + down, column + right) for down, right in ways]
        return tuple(
            self.cell(down, right)
            for down, right in spots
            if 1 <= down <= self.rows and 1 <= right <= self.columns
        )

    # ------------------------------------------------------------ the way to the centre

    def distance(self, cell: Cell) -> int:
        """Steps from a cell to the rows and columns of the centre (cultus.enemy.8)."""
        spot = self.spot(cell)
        return sum(
            max(0, min(span) - where, where - max(span))
            for where, span in zip(spot, zip(*self.centre, strict=True), strict=True)
        )

    @cached_property
    def inwards(self) -> Sequence[tuple[Cell, ...]]:
        """For each cell the adjacent ones that are nearer to the centre (cultus.enemy.8)."""
        return [self._by_distance(cell, -1) for cell in self.cells]

    @cached_property
    def outwards(self) -> Sequence[tuple[Cell, ...]]:
        """For each cell the adjacent ones that are farther from the centre (cultus.enemy.8)."""
        return [self._by_distance(cell, 1) for cell in self.cells]

    def _by_distance(self, cell: Cell, change: int) -> tuple[Cell, ...]:
        wanted = self.distance(cell) + change
        return tuple(other for other in self.adjacent[cell] if self.distance(other) == wanted)

    # ------------------------------------------------------------ cards on the map

    @cached_property
    def covers(self) -> Mapping[Cell, tuple[Cell, ...]]:
        """The cells under a card, in reading order, by its north-western cell: its anchor.

        Only for anchors from which the whole card lies within the range (cultus.place.2).
        """
        rows = range(1, self.rows - self.card_rows + 2)
        columns = range(1, self.columns - self.card_columns + 2)
        return {
            self.cell(row, column): tuple(
                self.cell(row + down, column + right)
                for down in range(self.card_rows)
                for right in range(self.card_columns)
            )
            for row in rows
            for column in columns
        }

    @cached_property
    def spaces(self) -> tuple[Cell, ...]:
        """The anchors of cards that fill the map without overlap, in rows (cultus.solo.5)."""
        return tuple(
            self.cell(row * self.card_rows + 1, column * self.card_columns + 1)
            for row in range(self.board_card_rows)
            for column in range(self.board_card_columns)
        )

    @cached_property
    def anchors_beside(self) -> Sequence[tuple[Cell, ...]]:
        """For each cell the anchors of cards that lie beside it and do not cover it."""
        return [
            tuple(
                anchor
                for anchor, under in self.covers.items()
                if cell not in under and not set(under).isdisjoint(self.adjacent[cell])
            )
            for cell in self.cells
        ]
