"""The chart of all prices of World Monger: a row for so many coins, a column for a round.

8$ ┤  Hittites ┈┈ 8 ┈┈╮           ┏━━━ 8$ Han
7$ ┤                  ┊        ┏━━┛
6$ ┤       Han ━━ 6 ━━━━━━━━ 6 ┛
"""

from __future__ import annotations

from itertools import pairwise

from rich.style import Style

from hako.engine.i18n.width import cell_width
from hako.tui.boards.borders import GridPoint, write
from hako.tui.boards.world_monger.draw_context import WorldMongerContext

AXIS = 6
"""Cells of the axis of coins."""
ROUND, LEAST_ROUND = 11, 8
"""Cells of a round, and the fewest where there are many."""
NAMES = 26
"""Cells for the names at the right end of the lines."""
START = 14
"""Cells for the names at the left end, at least."""
TALL = 2
"""Rows of a coin, at most."""

LINES = ("─│╭╮╰╯", "╌╎╭╮╰╯", "┈┊╭╮╰╯", "╴┊╭╮╰╯", "─┊╭╮╰╯")
"""The strokes of each civilization: level, upright, and the corners, in the order of _Corner."""
THICK = "━┃┏┓┗┛"
"""The strokes of the civilization that acts."""
LEVEL, UPRIGHT, OPENS_DOWN, CLOSES_DOWN, OPENS_UP, CLOSES_UP = range(6)


def draw_chart(context: WorldMongerContext, y: int, rows: int) -> None:
    """Draw the prices of all civilizations in so many rows, with a heading and the rounds."""
    if rows < 4:
        return
    context.heading(y, context.say("price_heading"), context.say("thick_line"))
    chart = _Chart(context, y + 1, rows - 2)
    if chart.prices:
        chart.draw()


class _Chart:
    """The chart of the last rounds that fit."""

    def __init__(self, context: WorldMongerContext, top: int, rows: int) -> None:
        self.context = context
        room = context.drawing.width - AXIS - START - NAMES
        rounds = context.rounds
        self.width = ROUND if len(rounds) <= room // ROUND + 1 else LEAST_ROUND
        """Cells of a round."""
        self.prices = rounds[-(room // self.width + 1) :]
        free = room - max(0, len(self.prices) - 1) * self.width
        self.start = START + max(0, min(free, self._first_names() - START))
        """Cells for the names at the left end; more where the rounds leave them."""
        self.first = len(rounds) - len(self.prices) + 1
        values = [price for round_ in self.prices for price in round_] or [0]
        self.low = min(values)
        count = max(values) - self.low + 1
        self.coins = -(-count // rows)
        """Coins of a row."""
        self.rows = min(TALL, max(1, (rows - 1) // max(1, count - 1)))
        """Rows of a coin, where there are more rows than coins."""
        self.top = top
        self.height = (max(values) - self.low) * self.rows // self.coins + 1
        self.signs: dict[GridPoint, tuple[str, Style]] = {}

    def _first_names(self) -> int:
        """The cells for whole names at the left end, those with the same price in a row."""
        rows: dict[int, list[str]] = {}
        for place, price in enumerate(self.prices[0] if self.prices else ()):
            name = self.context.world.civilizations[place].id
            rows.setdefault(price, []).append(self.context.name(name, START))
        return max((cell_width(", ".join(names)) + 1 for names in rows.values()), default=0)

    def draw(self) -> None:
        """Draw the axes, the lines, and the figures and names on them."""
        context, bottom = self.context, self.top + self.height
        for row in range(self.height):
            price = self.low + row * self.coins // self.rows
            label = f"{price}$ ┤" if row % self.rows == 0 else "│"
            context.drawing.at(0, bottom - 1 - row).put(label, context.ink.dim, AXIS, right=True)
        acting = [
            place
            for place, civilization in enumerate(context.world.civilizations)
            if self._acts(civilization.id)
        ]
        others = [place for place in range(len(context.world.civilizations)) if place not in acting]
        for place in (*others, *acting):
            self._line(place)
        for column, round_ in enumerate(self.prices):
            for price in dict.fromkeys(round_):
                self._figure(column, price)
        self._names(0, at_start=True)
        self._names(len(self.prices) - 1, at_start=False)
        signs = sorted(self.signs.items(), key=lambda sign: (sign[0][1], sign[0][0]))
        write(context.drawing, ((point, sign, style) for point, (sign, style) in signs))
        for column in range(len(self.prices)):
            number = self.first + column
            is_wide = self.width == ROUND
            text = context.say("round_short", number=number) if is_wide else str(number)
            x = self._x(column) - cell_width(text) // 2 + 1
            context.drawing.at(x, bottom).put(text, context.ink.dim)

    def _acts(self, name: str) -> bool:
        return self.context.acting == name

    def _x(self, column: int) -> int:
        return AXIS + self.start + column * self.width

    def _y(self, price: int) -> int:
        return self.top + self.height - 1 - (price - self.low) * self.rows // self.coins

    def _line(self, place: int) -> None:
        """Draw the line of a civilization from round to round; each turns at a column of its own."""
        context = self.context
        is_acting = self._acts(context.world.civilizations[place].id)
        strokes = THICK if is_acting else LINES[place % len(LINES)]
        style = context.ink.money if is_acting else context.ink.dim
        points = [
            (self._x(column), self._y(round_[place])) for column, round_ in enumerate(self.prices)
        ]
        for (x, y), (end, below) in pairwise(points):
            turn = x + self.width // 2 - 1 + place % 4
            for level in range(x + 1, turn):
                self._put((level, y), strokes[LEVEL], style)
            for level in range(turn + 1, end):
                self._put((level, below), strokes[LEVEL], style)
            if y == below:
                self._put((turn, y), strokes[LEVEL], style)
                continue
            corners = (CLOSES_DOWN, OPENS_UP) if below > y else (CLOSES_UP, OPENS_DOWN)
            self._put((turn, y), strokes[corners[0]], style)
            self._put((turn, below), strokes[corners[1]], style)
            for between in range(min(y, below) + 1, max(y, below)):
                self._put((turn, between), strokes[UPRIGHT], style)

    def _put(self, point: GridPoint, sign: str, style: Style) -> None:
        self.signs[point] = self.context.symbols.spell(sign), style

    def _text(self, x: int, y: int, text: str, style: Style) -> None:
        for point in range(x, x + cell_width(text)):
            self.signs.pop((point, y), None)
        self.signs[x, y] = text, style

    def _figure(self, column: int, price: int) -> None:
        text = f" {price}{'$' if column == len(self.prices) - 1 else ' '}"
        self._text(self._x(column) - 1, self._y(price), text, self.context.ink.text)

    def _names(self, column: int, *, at_start: bool) -> None:
        """Write the civilizations of each price at an end of their lines."""
        context = self.context
        by_row: dict[int, list[int]] = {}
        for place, price in enumerate(self.prices[column]):
            by_row.setdefault(self._y(price), []).append(place)
        for y, places in by_row.items():
            x = self._x(column)
            start = x + 1 + len(f"{self.prices[column][places[0]]}$")
            room = self.start - 1 if at_start else context.drawing.width - 1 - start
            text = ""
            for width in (room, 1):
                text = ", ".join(
                    context.name(context.world.civilizations[place].id, width) for place in places
                )
                if cell_width(text) <= room:
                    break
            start = x - 1 - cell_width(text) if at_start else start
            context.drawing.at(max(AXIS, start), y).put(text, context.ink.text)
