"""The board in large: real cards, both sides of the supply, everything owned as a table.

open card         counts of the turn
                  chances of a bust, what the money buys
city              small cards
supply            both sides of each pile, with prices
what one owns     the others
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from hako.content.flip_city.action_hints import counted
from hako.content.flip_city.actions import Buy, Develop, RemoveFromSupply
from hako.content.flip_city.cards import FaceId
from hako.content.flip_city.state import Pile
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.flip_city.cards import FlipCityContext
from hako.tui.boards.flip_city.components import card, count, flip, open_card, price
from hako.tui.boards.flip_city.odds_panel import Count, bought_now, bust_counts, turn_counts

COLUMNS, ROWS = 100, 42
"""Columns and rows of the least room for it."""

OPEN_CARD = (32, 8)
"""Columns and rows of the open card."""
SIDES, GAP = (5, 9), 4
"""Rows of a side of a card in the supply: at least, and at most; of a gap between parts, at most."""
SAID = 6
"""Rows of a side on which every text is whole; with rows to spare, names elsewhere are whole."""
SMALL = 9
"""Columns of a card of the city, at least."""
COUNT = 12
"""Columns of a count of the turn."""
BAR = 20
"""Cells of a bar that is full at 100%."""
TABLE = 62
"""Columns of the table of owned cards."""

Chip: TypeAlias = tuple[FaceId, str]
"""A small card, and the text after it."""


class LargeBoard:
    """The large drawing of a table model."""

    def __init__(self, context: FlipCityContext) -> None:
        self.context = context
        self.drawing = context.drawing
        self.ink = context.ink
        self.name = 2 + max(cell_width(context.name(face)) for face in context.cards.face)
        """Columns of a whole name."""
        cards = len(context.city.boards[context.active].city)
        fits = cards * (self.name + 1) <= self.drawing.width - 2
        small = self.name if fits else SMALL
        for columns, whole in ((self.name, True), (small, True), (small, False)):
            self.small, self.whole = columns, whole
            """Columns of a card of the city, and whether the others' cards have their whole names."""
            self.side, self.gap = self._shares()
            """Rows of a side of a card in the supply, and from one part to the next."""
            if self.side >= SAID:
                break

    def draw(self) -> None:
        """Draw everything, from the top down."""
        y = self._turn(1)
        y = self._city(y + self.gap)
        y = self._supply(y + self.gap)
        self._owned(y + self.gap)
        self._others(TABLE + 4, y + self.gap)

    def _shares(self) -> tuple[int, int]:
        """The height that is left for a side of a card, and for each gap."""
        context = self.context
        city = context.city.boards[context.active].city
        owned = len(set(context.city.boards[context.home].owned()))
        others = sum(self._other_rows(seat) for seat in self._rivals)
        rest = OPEN_CARD[1] + 2 * self._city_rows(len(city)) + max(owned, others) + 10
        (least, most), spare = SIDES, self.drawing.height - rest
        side = max(least, min(most, spare // 2))
        return side, max(1, min(GAP, 1 + (spare - 2 * side) // 4))

    def _city_rows(self, cards: int) -> int:
        return max(1, -(-cards // self._a_row))

    @property
    def _a_row(self) -> int:
        """The number of city cards that fit side by side."""
        return (self.drawing.width - 2) // (self.small + 1)

    def _label(self, x: int, y: int, text: str) -> None:
        self.drawing.at(x, y).put(text, self.ink.dim)

    def _heading(self, x: int, y: int, text: str, width: int) -> None:
        """A heading and a line after it."""
        line = self.drawing.at(x, y).put(f"{text} ", self.ink.dim)
        bar = self.context.symbols.frame.horizontal * (x + width - line.x)
        line.put(bar, self.ink.rule)

    # ------------------------------------------------------------------ the turn

    def _turn(self, y: int) -> int:
        width, height = OPEN_CARD
        open_card(self.context, 2, y, width, height)
        x = width + 6
        column = x
        for counter in turn_counts(self.context):
            column += count(self.context, column, y, COUNT, counter)
        self._bust(x, y + 3)
        self._buys(x, y + height - 1)
        return y + height

    def _bust(self, x: int, y: int) -> None:
        chances = bust_counts(self.context)
        if not chances:
            return
        self._label(x, y, self.context.say("bust"))
        labels = x + cell_width(self.context.say("bust")) + 2
        bars = labels + max(cell_width(counter.label) for counter in chances) + 2
        for row, counter in enumerate(chances, y):
            self._chance(labels, bars, row, counter)

    def _chance(self, x: int, bars: int, y: int, counter: Count) -> None:
        symbols = self.context.symbols
        line = self.drawing.at(x, y).put(counter.label, self.ink.text).at(bars)
        line.put(counter.value, counter.style, 4, right=True).put("  ", self.ink.text)
        filled = round(BAR * int(counter.value.rstrip("%")) / 100)
        line.put(symbols.full_block * filled, counter.style)
        line.put(symbols.light_block * (BAR - filled), self.ink.rule)
        self.drawing.place(("count", counter.key), x, y, line.x - x)

    def _buys(self, x: int, y: int) -> None:
        """Draw the faces that the money buys, in at most two rows that end at line y."""
        bought = [(face, f" ${cost} ") for face, cost in bought_now(self.context)]
        if not bought:
            return
        chips = x + cell_width(self.context.say("buys")) + 2
        rows, whole = self._chips(chips, bought, whole=True), True
        if len(rows) > 2:
            rows, whole = self._chips(chips, bought, whole=False), False
        top = y + 1 - len(rows[:2])
        self._label(x, top, self.context.say("buys"))
        self._put_chips(chips, top, rows[:2], whole=whole)

    # ------------------------------------------------------------------ the city

    def _city(self, y: int) -> int:
        context = self.context
        city = context.city.boards[context.active].city
        self._heading(2, y, context.say("city"), self.drawing.width - 4)
        if not city:
            bust = context.bust()
            style = self.ink.danger if bust else self.ink.dim
            self.drawing.at(2, y + 1).put(bust or context.say("no_city"), style)
        for number, face in enumerate(city):
            row, column = divmod(number, self._a_row)
            x = 2 + column * (self.small + 1)
            self._small(x, y + 1 + row * 2, face)
            self.drawing.place(("city", number), x, y + 1 + row * 2, self.small)
        return y + 1 + 2 * self._city_rows(len(city))

    def _small(self, x: int, y: int, face: FaceId) -> None:
        context = self.context
        name = context.short(face) if self.small == SMALL else context.name(face)
        self.drawing.at(x, y).put(f" {name}", context.style(face), self.small)
        self.drawing.at(x, y + 1).put(f" {context.icons(face)}", context.tint(face), self.small)

    # ------------------------------------------------------------------ the supply

    def _supply(self, y: int) -> int:
        context = self.context
        left = f" {context.city.supply_left()}" if context.city.is_solo else ""
        self._heading(2, y, f"{context.say('supply')}{left}", self.drawing.width - 4)
        piles = context.city.supply
        width = min(28, (self.drawing.width - 2) // len(piles) - 2)
        for number, pile in enumerate(piles):
            self._pile(2 + number * (width + 2), y + 1, width, pile)
        return y + 1 + 2 * (self.side + 1)

    def _pile(self, x: int, y: int, width: int, pile: Pile) -> None:
        context = self.context
        face = context.face(pile.face)
        card(context, x, y, width, self.side, face.id)
        can_buy = price(context, Buy(face.id), RemoveFromSupply(face.id))
        line = self.drawing.at(x, y + self.side).put(f" ${face.cost}", can_buy)
        line.ending_at(x + width - 1, f"{context.symbols.times}{pile.left}", self.ink.text)
        self.drawing.place(("buy", face.id), x, y, width)
        back = context.cards.other_side[face.id]
        below = y + self.side + 1
        card(context, x, below, width, self.side, back)
        if face.develop_cost is not None:
            line = self.drawing.at(x, below + self.side)
            cost = f" {context.symbol('upgrade')}${face.develop_cost}"
            line.put(cost, price(context, Develop(face.id)))
            self.drawing.place(("develop", face.id), x, below, width)
        if bonus := context.recycles(back):
            self.drawing.at(x, below + self.side).ending_at(x + width - 1, bonus, self.ink.dim)

    # ------------------------------------------------------------------ what one owns

    def _owned(self, y: int) -> None:
        """Draw a line for each face that the home seat owns: the places of its copies."""
        context = self.context
        board = context.city.boards[context.home]
        counts = {
            "deck": board.deck_cards(),
            "discard": board.discard,
            "city": board.city,
        }
        line = context.owner(self.drawing.at(2, y), context.home, 30).at(33)
        for key, cards in counts.items():
            line.put(f"{context.say(key)} ", self.ink.dim).put(f"{len(cards)}  ", self.ink.text)
        for row, (face, _) in enumerate(counted(context.city, board.owned()), y + 1):
            self._owned_face(row, face, [cards.count(face) for cards in counts.values()])

    def _owned_face(self, y: int, face: FaceId, copies: list[int]) -> None:
        context = self.context
        line = self.drawing.at(2, y).put(f" {context.name(face)}", context.style(face), self.name)
        line.put(f" {context.icons(face)}", context.tint(face), 10).at(33)
        for key, number in zip(("deck", "discard", "city"), copies, strict=True):
            width = cell_width(f"{context.say(key)} 10") + 1
            line.put(
                str(number) if number else context.symbols.dot,
                self.ink.text if number else self.ink.rule,
                width,
            )
        mark, style = flip(context, face)
        line.put(mark, style)
        where = "discard" if copies[1] else "deck" if copies[0] else "city"
        if where != "city":
            self.drawing.place((where, face), 2, y, 20)

    # ------------------------------------------------------------------ the others

    @property
    def _rivals(self) -> list[Seat]:
        return [seat for seat in range(len(self.context.city.boards)) if seat != self.context.home]

    def _others(self, x: int, y: int) -> None:
        for seat in self._rivals:
            y = self._other(x, y, seat)

    def _other_rows(self, seat: Seat) -> int:
        """The rows of another seat, with an empty one after them."""
        return 3 + len(self._owned_chips(TABLE + 4, seat))

    def _owned_chips(self, x: int, seat: Seat) -> list[list[Chip]]:
        city, times = self.context.city, self.context.symbols.times
        owned = counted(city, city.boards[seat].owned())
        chips = [(face, f"{times}{copies}" if copies > 1 else "") for face, copies in owned]
        return self._chips(x + 2, chips, whole=self.whole)

    def _other(self, x: int, y: int, seat: Seat) -> int:
        context = self.context
        city, board = context.city, context.city.boards[seat]
        line = self.drawing.at(x - 2, y)
        line.put(context.symbols.pointer if seat == context.active else " ", self.ink.accent).at(x)
        context.owner(line, seat, 17).at(x + 18)
        self.drawing.place(("seat", seat), x, y, 16)
        if board.deck and board.deck[0] is not None:
            line.put(f"{context.say('column.top')} ", self.ink.dim)
            name = context.name(board.deck[0])
            context.chip(line, board.deck[0], whole=line.x + cell_width(name) <= self.drawing.width)
        values = (len(board.deck), len(board.discard), len(board.owned()), city.points_owned(seat))
        line = self.drawing.at(x + 2, y + 1)
        for key, value in zip(("deck", "discard", "owned", "points_owned"), values, strict=True):
            line.put(f"{context.say(f'column.{key}')} ", self.ink.dim).put(
                f"{value}  ", self.ink.text
            )
        self._put_chips(x + 2, y + 2, self._owned_chips(x, seat), whole=self.whole)
        return y + self._other_rows(seat)

    # ------------------------------------------------------------------ chips

    def _chips(self, x: int, chips: Iterable[Chip], *, whole: bool) -> list[list[Chip]]:
        """Chips in rows, from a column to the last but one."""
        rows: list[list[Chip]] = [[]]
        left = room = self.drawing.width - x
        for face, after in chips:
            name = cell_width(self.context.name(face)) if whole else self.context.chip_width
            width = name + cell_width(after) + 1
            if width > left and rows[-1]:
                rows.append([])
                left = room
            rows[-1].append((face, after))
            left -= width
        return rows

    def _put_chips(self, x: int, y: int, rows: list[list[Chip]], *, whole: bool) -> None:
        for below, row in enumerate(rows):
            line = self.drawing.at(x, y + below)
            for face, after in row:
                self.context.chip(line, face, whole=whole).put(f"{after} ", self.ink.text)
