"""The board in small: everything in a dozen lines of eighty cells.

On top: Ann               Money  Unhappy  Points  Actions  City
Hospital       $1 ☹1      $6     2/3      3/8     2        7/18
When played: +$1 for      Bust   this card 0%  two cards 33%
each unhappy icon so             before a stop 40%  recycling first 12%
far, this card's incl…    Buys   Mal $6  Fac $5  Hos $4
City      Fac Res Con
Deck 6    Res3 Apt1 Hos2
Discard   Mal×2 ↺+$2  Par ↑$7
Supply    Con×8 $3 ↑$6  Hos×8 $4 ↑$9 ...
Others       top  deck  discard  cards  ★
■ Bo         Hos  6     9        15     5   Res4 Apt1 ...
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hako.content.flip_city.action_hints import counted
from hako.content.flip_city.actions import Buy, Develop, RemoveFromSupply
from hako.content.flip_city.cards import FaceId
from hako.content.flip_city.state import Pile
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.flip_city.cards import FlipCityContext
from hako.tui.boards.flip_city.components import count, flip, open_card, price
from hako.tui.boards.flip_city.odds_panel import Count, bought_now, bust_counts, turn_counts
from hako.tui.widgets.canvas import StyledLine

CARD = 30
"""Cells that the open card takes."""
TOP = 5
"""Lines for the open card and the counts of the turn."""
NARROW, HIGHER = 80, 8
"""With fewer columns its counts take more lines, so many in all."""
COUNT = 9
"""Cells for a count of the turn."""
NAME = 12
"""Cells for a player's sign and name."""
COPIES, FLIP, PRICES = 3, 6, 13
"""Cells for the number of copies, the gain of a flip, and the prices of a pile."""


class SmallBoard:
    """The small drawing of a table model."""

    def __init__(self, context: FlipCityContext) -> None:
        self.context = context
        self.drawing = context.drawing
        self.ink = context.ink
        labels = [context.say(label) for label in ("city", "deck", "discard", "supply")]
        self.left = max(map(cell_width, labels)) + 5
        """The first column after the labels."""
        self.is_narrow = self.drawing.width < NARROW
        self.lines = HIGHER if self.is_narrow else TOP
        """Lines for the open card and the counts of the turn."""

    def draw(self) -> None:
        """Draw everything, with lines left free between the parts where there is room."""
        city, discard = self._city_rows(), self._discard_rows()
        others = [
            seat for seat in range(len(self.context.city.boards)) if seat != self.context.home
        ]
        heading = 1 if others else 0
        supply = self._supply_rows()
        parts_lines = (self.lines, len(city), 1 + len(discard), len(supply), heading, len(others))
        spare = self.drawing.height - sum(parts_lines)
        if spare < 0 and heading and not self.is_narrow:
            heading, spare = 0, spare + 1
        parts: list[Callable[[int], int]] = [
            self._top,
            lambda y: self._city(y, city),
            lambda y: self._cards(y, discard),
            lambda y: self._supply(y, supply),
            lambda y: self._others(y, others, heading=heading > 0),
        ]
        y = 0
        for number, part in enumerate(parts):
            y = part(y)
            # what is left is shared among the gaps, the upper ones first
            gaps = len(parts) - 1 - number
            gap = min(2, -(-max(0, spare) // gaps)) if gaps else 0
            y, spare = y + gap, spare - gap

    # ------------------------------------------------------------------ the turn

    def _top(self, y: int) -> int:
        open_card(self.context, 1, y, CARD, self.lines)
        x, counts, bust = CARD + 3, turn_counts(self.context), bust_counts(self.context)
        if self.is_narrow:
            below = self._beside(x, y, counts)
        else:
            below, column = y + 2, x
            for counter in counts:
                column += count(self.context, column, y, COUNT, counter)
        if bust:
            self.drawing.at(x, below).put(self.context.say("bust"), self.ink.dim)
        label = cell_width(self.context.say("bust")) + 2
        if self.is_narrow:
            self._beside(x, below, bust, label)
        else:
            self._beside(x + label, below, bust[:2])
            self._beside(x + label, below + 1, bust[2:])
        self._buys(CARD + 3, y + self.lines - 1)
        return y + self.lines

    def _beside(self, x: int, y: int, counts: list[Count], label: int = 0) -> int:
        """Counts beside each other, as far as there is room, behind a label; the line below."""
        line, start = self.drawing.at(x + label, y), x
        for counter in counts:
            if (
                line.x > x
                and line.x + cell_width(f"{counter.label} {counter.value}") > self.drawing.width
            ):
                y, line, start = y + 1, self.drawing.at(x, y + 1), x
            line.put(f"{counter.label} ", self.ink.text).put(counter.value, counter.style)
            self.drawing.place(("count", counter.key), start, y, line.x - start)
            start = line.at(line.x + 2).x
        return y + 1

    def _buys(self, x: int, y: int) -> None:
        context = self.context
        bought = bought_now(context)
        line = self.drawing.at(x, y).put(f"{context.say('buys')}  " if bought else "", self.ink.dim)
        faces = [face for face, _ in bought]
        whole = line.x + context.whole_width(faces) + 5 * len(faces) <= self.drawing.width
        for face, cost in bought:
            if line.x + context.chip_width + 4 > self.drawing.width:
                break
            context.chip(line, face, whole=whole).put(f" ${cost}  ", self.ink.text)

    # ------------------------------------------------------------------ cards

    def _label(self, y: int, key: str, number: int | None = None) -> StyledLine:
        line = self.drawing.at(1, y).put(self.context.say(key), self.ink.dim)
        if number is not None:
            line.put(f" {number}", self.ink.text)
        return line.at(self.left)

    def _rows(self, widths: list[int], gap: int) -> list[list[int]]:
        """Numbers of things in rows that fit beside a label."""
        rows: list[list[int]] = [[]]
        x = self.left
        for number, width in enumerate(widths):
            if rows[-1] and x + width > self.drawing.width:
                rows.append([])
                x = self.left
            rows[-1].append(number)
            x += width + gap
        return rows

    def _city_rows(self) -> list[list[int]]:
        city = self.context.city.boards[self.context.active].city
        if self._spells_out(city):
            return [[*range(len(city))]]
        rows = self._rows([self.context.chip_width] * len(city), 1)
        return rows if len(rows) < 3 else self._rows([self.context.chip_width] * len(city), 0)

    def _spells_out(self, faces: Sequence[FaceId], beside: int = 0) -> bool:
        """True if whole names fit behind a label, with so many more cells for each."""
        room = self.drawing.width - self.left
        return self.context.whole_width(faces) + beside * len(faces) <= room + 1

    def _city(self, y: int, rows: list[list[int]]) -> int:
        context = self.context
        city = context.city.boards[context.active].city
        line = self._label(y, "city")
        if not city:
            bust = context.bust()
            line.put(bust or context.say("no_city"), self.ink.danger if bust else self.ink.dim)
        room, whole = self.drawing.width - self.left, self._spells_out(city)
        gap = whole or len(max(rows, key=len)) * (context.chip_width + 1) <= room + 1
        for row, numbers in enumerate(rows, y):
            line = self.drawing.at(self.left, row)
            for number in numbers:
                start = line.x
                context.chip(line, city[number], whole=whole)
                self.drawing.place(("city", number), start, row, line.x - start)
                line.at(line.x + gap)
        return y + len(rows)

    @property
    def _spells_discard(self) -> bool:
        return self._spells_out([face for face, _ in self._discard], COPIES + FLIP)

    def _discard_rows(self) -> list[list[int]]:
        if self._spells_discard:
            return [[*range(len(self._discard))]]
        return self._rows([cell_width(self._discarded(*group)) for group in self._discard], 2)

    @property
    def _discard(self) -> tuple[tuple[FaceId, int], ...]:
        return counted(self.context.city, self.context.city.boards[self.context.home].discard)

    def _discarded(self, face: FaceId, copies: int) -> str:
        """As much text as a group of the discard pile will take."""
        marks, _ = flip(self.context, face)
        return "x" * self.context.chip_width + self._copies(copies) + (f" {marks}" if marks else "")

    def _copies(self, copies: int) -> str:
        return f"{self.context.symbols.times}{copies}" if copies > 1 else ""

    def _cards(self, y: int, rows: list[list[int]]) -> int:
        """Draw deck and discard pile of the home seat."""
        context = self.context
        board = context.city.boards[context.home]
        line = self._label(y, "deck", len(board.deck))
        if context.home != context.active and board.deck and board.deck[0] is not None:
            line.put(f"{context.say('on_top')} ", self.ink.dim)
            context.chip(line, board.deck[0]).put("   ", self.ink.text)
        deck = counted(context.city, board.deck_cards())
        begins_here = line.x == self.left
        whole = begins_here and self._spells_out([face for face, _ in deck], COPIES)
        for face, copies in deck:
            start = line.x
            context.chip(line, face, whole=whole).put(self._copies(copies), self.ink.text)
            self.drawing.place(("deck", face), start, y, line.x - start)
            line.at(line.x + 2)
        groups = self._discard
        self._label(y + 1, "discard", len(board.discard))
        for row, numbers in enumerate(rows, y + 1):
            line = self.drawing.at(self.left, row)
            for number in numbers:
                self._group(line, row, *groups[number])
        return y + 1 + len(rows)

    def _group(self, line: StyledLine, y: int, face: FaceId, copies: int) -> None:
        context = self.context
        start = line.x
        context.chip(line, face, whole=self._spells_discard)
        line.put(self._copies(copies), self.ink.text)
        mark, style = flip(context, face)
        if mark:
            line.put(f" {mark}", style)
        self.drawing.place(("discard", face), start, y, line.x - start)
        line.at(line.x + 2)

    # ------------------------------------------------------------------ the supply

    def _supply_rows(self) -> list[list[int]]:
        widths = [*map(self._pile_width, self.context.city.supply)]
        return self._rows(widths, 2) if self.is_narrow else [[*range(len(widths))]]

    def _supply(self, y: int, rows: list[list[int]]) -> int:
        context = self.context
        line = self._label(
            y, "supply", context.city.supply_left() if context.city.is_solo else None
        )
        room = self.drawing.width - self.left
        wide = sum(map(self._pile_width, context.city.supply)) + 2 * len(context.city.supply) - 2
        is_tight = wide > room and not self.is_narrow
        if is_tight:  # five piles: no space to lose
            line.at(2 + cell_width(context.say("supply")))
        whole = self._spells_out([pile.face for pile in context.city.supply], PRICES)
        for row, numbers in enumerate(rows, y):
            for number in numbers:
                pile, sign = context.city.supply[number], "" if is_tight else "$"
                self._pile(line, row, pile, sign, whole=whole)
                line.at(line.x + (1 if is_tight else 2))
            line = self.drawing.at(self.left, row + 1)
        return y + len(rows)

    def _pile_width(self, pile: Pile) -> int:
        face = self.context.face(pile.face)
        return self.context.chip_width + len(f"x{pile.left} ${face.cost} u${face.develop_cost}")

    def _pile(self, line: StyledLine, y: int, pile: Pile, sign: str, *, whole: bool) -> None:
        context, symbols = self.context, self.context.symbols
        face, start = context.face(pile.face), line.x
        context.chip(line, face.id, whole=whole)
        line.put(f"{symbols.times}{pile.left}", self.ink.text)
        line.put(f" ${face.cost}", price(context, Buy(face.id), RemoveFromSupply(face.id)))
        self.drawing.place(("buy", face.id), start, y, line.x - start)
        if face.develop_cost is not None:
            start = line.x + 1
            cost = f" {context.symbol('upgrade')}{sign}{face.develop_cost}"
            line.put(cost, price(context, Develop(face.id)))
            self.drawing.place(("develop", face.id), start, y, line.x - start)

    # ------------------------------------------------------------------ the others

    def _columns(self) -> dict[str, int]:
        """The columns about the others besides their open card, each with its width in cells."""
        keys = ("deck", "discard", "owned", "points_owned")
        return {key: max(2, cell_width(self.context.say(f"column.{key}"))) + 2 for key in keys}

    def _others(self, y: int, others: list[Seat], *, heading: bool) -> int:
        if heading:
            self._heading(y)
        height = 1 + self.is_narrow
        for row, seat in enumerate(others):
            self._other(y + heading + height * row, seat)
        return y + heading + height * len(others)

    def _heading(self, y: int) -> None:
        line = self.drawing.at(1, y).put(self.context.say("others"), self.ink.dim, NAME)
        line.put(self.context.say("column.top"), self.ink.dim, self.context.chip_width + 2)
        for key, width in self._columns().items():
            line.put(self.context.say(f"column.{key}"), self.ink.dim, width)

    def _other(self, y: int, seat: Seat) -> None:
        context = self.context
        city, board = context.city, context.city.boards[seat]
        line = self.drawing.at(0, y)
        line.put(context.symbols.pointer if seat == context.active else " ", self.ink.accent)
        context.owner(line, seat, NAME - 1).at(NAME + 1)
        self.drawing.place(("seat", seat), 1, y, NAME - 1)
        if board.deck and board.deck[0] is not None:
            context.chip(line, board.deck[0])
        line.at(NAME + 1 + context.chip_width + 2)
        values = (len(board.deck), len(board.discard), len(board.owned()), city.points_owned(seat))
        for width, value in zip(self._columns().values(), values, strict=True):
            line.put(str(value), self.ink.text, width)
        groups = counted(city, board.owned())
        if self.is_narrow:
            line = self.drawing.at(3, y + 1)
        room = self.drawing.width - line.x
        whole = context.whole_width(face for face, _ in groups) + COPIES * len(groups) <= room
        needed = sum(context.chip_width + (copies > 1) + 1 for _, copies in groups)
        gap = 1 if whole or needed <= room + 1 else 0
        for face, copies in groups:
            context.chip(line, face, whole=whole)
            line.put(
                self._copies(copies) if whole else str(copies) if copies > 1 else "", self.ink.text
            )
            line.at(line.x + gap)
