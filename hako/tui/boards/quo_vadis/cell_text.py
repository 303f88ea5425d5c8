"""The text of a cell: the more lines it has, the more facts, each line with those above it.

1  texture and pieces           4  cubes of dominion       6  a war that would come; a picture
2  name; pieces in signs        5  price on its own line   7  a picture of three lines
3  building, workers and price apart
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from rich.style import Style

from hako.content.quo_vadis.actions import PlaceWorker, SelectArea
from hako.content.quo_vadis.geometry import CellId, area_of
from hako.content.quo_vadis.map_queries import Standing, place_price, reserve, standing
from hako.content.quo_vadis.war_forecast import claims
from hako.engine.i18n.width import cell_width
from hako.tui.boards.hex_map import HexMark, HexSize
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext, width_of
from hako.tui.boards.quo_vadis.sizes import LARGE_PICTURES, PICTURES, is_pictured

MORE = "+"
"""The sign for pieces that are left out."""

NAMED = 10
"""Columns of a cell from which on buildings go by their words if all pieces share a line."""
TEXTURED = 14
"""Columns of a cell from which on its ground has a texture beside its name."""
WORDED = 12
"""Columns from which on a contested cell says so in a word."""
LINES_APART = 3
LINES_CUBES = 4
LINES_PRICE = 5
LINES_WAR = 6
LINES_LARGE = 7
"""Lines of a cell from which on each fact has a line, see above."""


CellLines: TypeAlias = list[list[HexMark]]
"""The texts of a cell's lines, each with its style."""


def is_cut(lines: CellLines) -> bool:
    """True if there are more pieces than a line has room for."""
    return any(text == MORE for line in lines for text, _ in line)


class CellText:
    """The lines of one cell."""

    def __init__(
        self,
        context: QuoVadisContext,
        cell: CellId,
        size: HexSize,
        room: Callable[[int], int],
        ground: Style,
    ) -> None:
        """Take a cell in a size; `room` says how many columns of a line are free."""
        self._context = context
        self._cell = cell
        self._size = size
        self._room = room
        self._ground = ground
        self._terrain = context.world.terrain(cell)
        self._there = standing(context.world, cell)
        self._built = next((pieces for pieces in self._there if pieces.building), None)

    def lines(self) -> CellLines:
        """All lines of the cell."""
        lines = self._size.lines
        if lines == 1:
            return [self._compact()]
        if lines < LINES_APART:
            return [self._heading(), self._pieces()]
        if is_pictured(self._size):
            rows = [self._heading(), *self._pictured()]
        elif lines < LINES_CUBES:
            rows = [self._heading(), self._building(1)]
        else:
            rows = [self._heading(), self._building(1), self._cubes(self._room(2))]
        rows.append(self._workers(len(rows)))
        if lines >= LINES_WAR:
            rows.append(self._war(len(rows)))
        if lines >= LINES_PRICE:
            blanks = lines - len(rows) - 1
            return [*rows, *([[]] * blanks), [self._price(self._room(lines - 1))]]
        last = rows[-1]
        price = self._price(self._room(lines - 1) - width_of(last) - bool(last))
        rows[-1] = self._apart(last, price, lines - 1)
        return rows

    # ------------------------------------------------------------------ the ground

    def _heading(self) -> list[HexMark]:
        """The name of the ground; at the right a war, the key of the cell, or its texture."""
        context, room = self._context, self._room(0)
        name = context.terrain(self._terrain)
        end = self._end()
        if cell_width(f"{name}{end[0]}") > room:
            name = context.say(f"short_terrain.{self._terrain}")
        return self._apart([(name, self._ground)], end, 0)

    def _end(self) -> HexMark:
        context = self._context
        if self._cell in context.contested:
            sign = context.symbol("contested")
            word = f" {context.say('war_here')} {sign}"
            named = f"{context.terrain(self._terrain)}{word}"
            has_room = self._size.width >= WORDED and cell_width(named) <= self._room(0)
            return word[1:] if has_room else sign, self._ground + context.ink.danger
        key = context.key(("cell", self._cell)) if self._size.width >= NAMED else ""
        if key:
            return f"‹{key}›", self._ground + context.ink.accent
        if self._size.width < TEXTURED:
            return "", self._ground
        texture = context.texture(self._terrain)
        return texture * (4 + (self._size.width > TEXTURED)), self._ground + context.ink.dim

    def _compact(self) -> list[HexMark]:
        """Texture and pieces in one line; the texture gives way to pieces."""
        context, room = self._context, self._room(0)
        pieces = context.pieces(self._cell)
        if self._cell in context.contested:
            pieces = [(context.symbol("contested"), self._ground + context.ink.danger), *pieces]
        texture = context.texture(self._terrain)
        for sign in (texture * 2, texture):
            if width_of(pieces) + cell_width(sign) <= room:
                return [(sign, self._ground), *pieces]
        return fitted(pieces, room, self._ground)

    # ------------------------------------------------------------------ what is built

    def _pieces(self) -> list[HexMark]:
        """All pieces in one line: buildings by word in wider cells, if the workers fit beside."""
        context, room = self._context, self._room(1)
        if self._size.width >= NAMED:
            workers = context.workers(self._cell)
            named = [*context.named_buildings(self._cell, room), *workers]
            if width_of(named) + len(named) - 1 <= room:
                return self._spread(named, 1)
        return self._spread(context.pieces(self._cell), 1)

    def _building(self, line: int) -> list[HexMark]:
        return self._spread(self._context.named_buildings(self._cell, self._room(line)), line)

    def _cubes(self, room: int) -> list[HexMark]:
        """The dominion of a city, a cube each; as a number where there are too many."""
        if self._built is None or not self._built.dominion:
            return []
        context, count = self._context, self._built.dominion
        sign = context.symbol("cube")
        text = sign * count if count <= room else f"{sign}{context.symbols.times}{count}"
        return [(text, self._ground + context.ink.owner(self._built.seat))]

    def _pictured(self) -> list[list[HexMark]]:
        """The picture of a building, its name beside the first line, its cubes beside the last."""
        is_large = self._size.lines >= LINES_LARGE and len(LARGE_PICTURES["city"][0]) + 9 < (
            self._size.width
        )
        blank: list[list[HexMark]] = [[] for _ in range(3 if is_large else 2)]
        if self._built is None or self._context.symbols.name != "full":
            blank[0] = self._building(1)
            blank[-1] = self._cubes(self._room(len(blank)))
            return blank
        style = self._ground + self._context.ink.owner(self._built.seat)
        key = "ruin" if self._built.destroyed else str(self._built.building)
        picture: Sequence[str] = LARGE_PICTURES[key] if is_large else PICTURES[key]
        beside = len(picture[0]) + 1
        name = self._context.named_buildings(self._cell, self._room(1) - beside)
        cubes = self._cubes(self._room(len(picture)) - beside)
        words = [name, *([[]] * (len(picture) - 2)), cubes]
        return [
            [(row, style), (" ", self._ground), *word]
            for row, word in zip(picture, words, strict=True)
        ]

    # ------------------------------------------------------------------ who is there

    def _workers(self, line: int) -> list[HexMark]:
        """The workers by their signs, with the word where there is room."""
        context = self._context
        marks = context.workers(self._cell)
        if not marks or self._size.lines < LINES_PRICE:
            return self._spread(marks, line)
        several = len(marks) > 1 or any(pieces.workers > 1 for pieces in self._there)
        word = context.say("workers_here" if several else "worker_here")
        if width_of(marks) + 1 + cell_width(word) <= self._room(line):
            return [*marks, (f" {word}", self._ground)]
        return self._spread(marks, line)

    def _war(self, line: int) -> list[HexMark]:
        """The seats with which a worker placed here would be at war."""
        context = self._context
        if not self._has_price or self._cell in context.contested:
            return []
        rivals = [
            pieces.seat
            for pieces in self._there
            if pieces.seat != context.home and self._claims(pieces)
        ]
        if not rivals:
            return []
        signs = "".join(context.symbols.owner(seat) for seat in rivals)
        style = self._ground + context.ink.warn
        for key in ("war_with", "war_with_short"):
            text = context.say(key, rivals=signs)
            if cell_width(text) <= self._room(line):
                return [(text, style)]
        return [(signs, style)]

    def _claims(self, pieces: Standing) -> bool:
        world = self._context.world
        return self._cell in claims(world, world.players[pieces.seat])

    # ------------------------------------------------------------------ the price

    @property
    def _has_price(self) -> bool:
        """True if the home seat may place its next worker in this cell."""
        context = self._context
        if context.offers(SelectArea):
            is_offered = ("area", area_of(self._cell)) in context.offered
        else:
            is_offered = bool(context.offers(PlaceWorker)) and (
                ("cell", self._cell) in context.offered
            )
        return is_offered and reserve(context.world, context.home) > 0

    def _price(self, room: int) -> HexMark:
        """The price of a next worker here, by the longest text that fits."""
        context = self._context
        if not self._has_price:
            return "", self._ground
        food = place_price(context.world, context.home, self._cell).food
        key = "food" if food else "free"
        style = context.ink.money if food else context.ink.good
        texts = [
            context.say(f"worker_{key}_long", food=food),
            context.say(f"worker_{key}", food=food),
        ]
        if self._size.lines < LINES_PRICE:
            texts = texts[1:]
        text = next((text for text in texts if cell_width(text) <= room), "")
        return text, self._ground + style

    # ------------------------------------------------------------------ within

    def _apart(self, marks: list[HexMark], end: HexMark, line: int) -> list[HexMark]:
        """Marks, and a last one at the right edge of a line."""
        blanks = self._room(line) - width_of([*marks, end])
        if not end[0] or blanks < 0:
            return marks
        return [*marks, (" " * blanks, self._ground), end]

    def _spread(self, marks: Sequence[HexMark], line: int) -> list[HexMark]:
        """Marks with a blank between them, if there is room for that."""
        room = self._room(line)
        spread = [part for mark in marks for part in (mark, (" ", self._ground))][:-1]
        return spread if width_of(spread) <= room else fitted(marks, room, self._ground)


def fitted(marks: Sequence[HexMark], width: int, ground: Style) -> list[HexMark]:
    """As many marks as fit, with a sign where some were left out."""
    if width_of(marks) <= width:
        return list(marks)
    kept: list[HexMark] = []
    for mark in marks:
        if width_of([*kept, mark]) > width - 1:
            break
        kept.append(mark)
    return [*kept, (MORE, ground)]
