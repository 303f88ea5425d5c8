"""The smallest board of World Monger: a row for each civilization, and one for its cards.

Round 7, ▲C starts   »●A Ann 14$ worth 44$   ■B Ben 14$ 44$   ▲C Cat 19$ 42$
civilization  price   rounds 1-7  who decides, by what Shares    dividend deck
Celts         8$ ↓2   ▃▃▄▃█▇▅     ●A Ann ●● ■■, next after ▲C   ¢ paid      12
   ╭Share 8$╮ ╭Observatory 1╮ ╭Law Code 1¢╮ ╭Villager 2╮╮
"""

from __future__ import annotations

from textual.geometry import Region

from hako.content.world_monger.state import Civilization
from hako.engine.i18n.width import cell_width
from hako.tui.boards.cards import LaidCard, edges
from hako.tui.boards.world_monger.deciding_seat import put_deciding
from hako.tui.boards.world_monger.draw_context import WorldMongerContext
from hako.tui.boards.world_monger.supply import draw_supply
from hako.tui.boards.world_monger.two_row_cards import ROWS, open_cards

WIDE = 80
"""Columns from which on the prices of the rounds have a column."""

NAME, PRICE, ROUNDS, DECIDES = 1, 15, 23, 35
"""The first columns of the parts of a row."""
BARS = 10
"""Rounds whose prices are shown, at most."""
DECK, DIVIDEND = 5, 10
"""Cells of the deck and of the dividend, at the end of a row."""
CARDS = 4
"""The first column of cards."""


class RowsDrawing:
    """A drawing with two rows for each civilization."""

    def __init__(self, context: WorldMongerContext) -> None:
        self.context = context
        self.drawing = context.drawing
        self.ink = context.ink
        self.is_wide = context.drawing.width >= WIDE
        self.decides = DECIDES if self.is_wide else ROUNDS
        """The first column of who decides."""
        self.deck = context.drawing.width - DECK
        self.dividend = self.deck - DIVIDEND

    def draw(self, y: int) -> None:
        """Draw civilizations and supply from a row on."""
        world = self.context.world
        self._heads(y)
        y += 1
        areas = [self._cards(civilization) for civilization in world.civilizations]
        taken = (
            y
            + len(areas)
            + sum(
                self._rows(cards, self._room(civilization))
                for civilization, cards in zip(world.civilizations, areas, strict=True)
            )
        )
        is_open = taken + 4 <= self.drawing.height  # a row for an edge below, three of the supply
        for number, civilization in enumerate(world.civilizations):
            self._civilization(y, number, civilization)
            is_acting = self.context.acting == civilization.id
            y = self._area(y + 1, civilization, areas[number], has_edges=is_open and is_acting)
        draw_supply(self.context, y, max(2, self.drawing.height - y))

    def _heads(self, y: int) -> None:
        context = self.context
        last = len(context.rounds) or 1
        first = max(1, last - BARS + 1)
        heads = {
            NAME: context.say("head.civilization"),
            PRICE: context.say("head.price"),
            self.decides: context.say("head.decides"),
        }
        if self.is_wide:
            key = "head.rounds" if first < last else "round_short"
            heads[ROUNDS] = context.say(key, first=first, last=last, number=last)
        for x, head in heads.items():
            self.drawing.at(x, y).put(head, self.ink.dim)
        end = self.drawing.width - 1
        deck = context.say("head.deck")
        self.drawing.at(0, y).ending_at(end, deck, self.ink.dim)
        end -= cell_width(deck) + 1
        self.drawing.at(0, y).ending_at(end, context.say("head.dividend"), self.ink.dim)

    def _civilization(self, y: int, number: int, civilization: Civilization) -> None:
        context = self.context
        is_acting = context.acting == civilization.id
        sign = context.symbols.pointer if is_acting else " "
        line = self.drawing.at(0, y).put(sign, self.ink.accent)
        style = self.ink.strong if is_acting else self.ink.text
        target = context.target_key(civilization.id)
        line.put(context.name(civilization.id, PRICE - NAME - 1 - cell_width(target)), style)
        line.put(target, self.ink.accent).at(PRICE)
        price = self.ink.money if civilization.area else self.ink.dim
        line.put(f"{context.price(number)}$ ", price)
        change = context.change(number)
        line.put(change, context.change_style(change)).at(ROUNDS)
        if self.is_wide:
            line.put(context.ladder(number, BARS), self.ink.dim)
        self.drawing.place(("civilization", civilization.id), NAME, y, self.decides - NAME - 1)
        put_deciding(
            context, line.at(self.decides), y, civilization, self.dividend - self.decides - 1
        )
        self._dividend(y, civilization)
        deck = str(len(civilization.deck))
        self.drawing.at(self.deck, y).put(deck, self.ink.text, DECK - 1, right=True)
        self.drawing.place(("deck", civilization.id), self.deck, y, DECK - 1)

    def _dividend(self, y: int, civilization: Civilization) -> None:
        context, state = self.context, self.context.dividend_state(civilization)
        if not state:
            return
        text = context.say(f"dividend_{state}")
        if state != "none":
            text = f"{context.symbol('dividend')} {text}"
        style = self.ink.dim if state == "none" else self.ink.money
        self.drawing.at(self.dividend, y).put(text, style)

    # ------------------------------------------------------------------ cards

    def _cards(self, civilization: Civilization) -> list[LaidCard]:
        """The cards of a civilization; with short names where whole ones take more rows."""
        whole = [
            self._card(civilization, number, is_brief=False)
            for number in range(len(self.context.groups(civilization)))
        ]
        if self._rows(whole, self._room(civilization)) < 2 or not self.is_wide:
            return whole
        return [self._card(civilization, number, is_brief=True) for number in range(len(whole))]

    def _card(self, civilization: Civilization, number: int, *, is_brief: bool) -> LaidCard:
        group = self.context.groups(civilization)[number]
        texts = [self.context.phrase(group)]
        return self.context.laid(civilization, group, texts, width=40, rows=1, is_brief=is_brief)

    def _expected(self, civilization: Civilization) -> str:
        """The expected price behind the cards, where the table has a ledger."""
        expected = self.context.expected(civilization)
        return self.context.say("about", price=expected) if expected else ""

    def _room(self, civilization: Civilization) -> int:
        """The cells for the cards of a civilization."""
        expected = self._expected(civilization)
        return self.drawing.width - CARDS - (cell_width(expected) + 2 if expected else 0)

    def _rows(self, cards: list[LaidCard], room: int) -> int:
        """The number of rows that cards take as edges; one for none."""
        rows, x = 1, 0
        for laid in cards:
            taken = laid.face.least_of_edge + laid.face.behind
            if x > 0 and x + taken > room:
                rows, x = rows + 1, 0
            x += taken + 1
        return rows

    def _area(
        self, y: int, civilization: Civilization, cards: list[LaidCard], *, has_edges: bool
    ) -> int:
        """Draw the cards of a civilization; the next free row."""
        expected = self._expected(civilization)
        room = Region(CARDS, y, self._room(civilization), 1)
        if coming := self.context.coming(civilization):
            self.drawing.at(CARDS, y).put(coming, self.ink.dim, room.width)
        opened = Region(room.x, y, room.width, ROWS)
        below = open_cards(self.drawing, opened, cards) if has_edges else None
        below = below or edges(self.drawing, room, cards)
        self.drawing.at(0, y).ending_at(self.drawing.width - 1, expected, self.ink.dim)
        return max(below, y + 1)
