"""The board in small: a civilization's prices and Shares in a line, its cards in the next.

Round 7 Civilization  ●A 14$  ■B 14$  ▲C 19$        1st ▲C  1/2 empty
                  price    rounds   Shares       deck  grows
 ●A Celts            8$ -2 ▄▄▄█▇▆   ●● ■■      ¢ 12/3  ⚘Druid
   Share  Observatory 1  Law Code 1¢  Villager 2
▸●A Han              7$ +2 ▃▃▄▆▄▅   ●● ■■ ▲    ¢ 11/0  ⚘Official
   Monk 1  Villager 1×3  (Official 1¢)
Supply  Villager 12  Monk 5  Chariot 2 ...
Net worth  ●A 33  ■B 18  ▲C 22
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from hako.content.world_monger.cards import CardId
from hako.content.world_monger.heuristics import net_worth
from hako.content.world_monger.state import Civilization, pays_dividend
from hako.engine.i18n.width import cell_width
from hako.tui.boards.world_monger.draw_context import Group, WorldMongerContext
from hako.tui.widgets.canvas import StyledLine

NARROW, WIDE = 80, 100
"""With fewer columns lines are broken; from so many on the top of each discard pile is named."""

NAME, START = 11, 4
"""Cells for a civilization's name, and before it."""
PRICES = START + NAME + 9
"""The first column of the prices of the rounds, after the last price and its change."""
ROUNDS = (4, 7, 12)
"""The number of rounds shown: narrow, else, wide."""
COINS = (8, 7, 6)
"""Cells for the coins of a seat, as there is room."""
DECK, CARD = 7, 15
"""Cells for deck and discard pile, and for the name of a card."""

Pile: TypeAlias = tuple[CardId, str, int]
"""A pile of the supply: its card, the card's name, the number of cards left."""
Row: TypeAlias = list[tuple[int, Group | None, str]]
"""A line of cards: the column of each group and its text; None for a text without a card."""


class SmallBoard:
    """The small drawing of a table model."""

    def __init__(self, context: WorldMongerContext) -> None:
        self.context = context
        self.drawing = context.drawing
        self.ink = context.ink
        self.seats = context.world.seats
        width = self.drawing.width
        self.is_narrow = width < NARROW
        named = 0 if self.is_narrow else 2 if width >= WIDE else 1
        """The number of cards that a civilization's line names."""
        self.rounds = ROUNDS[named]
        self.shares = PRICES + max(self.rounds, cell_width(context.say("head.rounds"))) + 1
        """The first column of the Shares."""
        self.deck = width - DECK - named * CARD
        """The first column of deck and discard pile."""
        self.top = self.deck + DECK if named > 1 else None
        """The column of the top of the discard pile, where it is named."""
        self.grows = width - CARD if named else None
        """The column of the feature culture; None where it follows the cards."""

    def draw(self) -> None:
        """Draw everything; with few civilizations a line stays free here and there."""
        world = self.context.world
        y = self._heading()
        if not world.supply:
            candidates(self.context, y + 1)
            return
        areas = self._areas()
        if not self.is_narrow and y + sum(map(len, areas)) + len(areas) + 2 > self.drawing.height:
            pairs = zip(areas, self._areas(brief=True), strict=True)
            areas = [rows if len(rows) == 1 else brief for rows, brief in pairs]
        spare = self.drawing.height - y - 1 - sum(map(len, areas)) - len(areas)
        if spare > 2 or self.is_narrow:
            self._heads(y)
            y += 1
        gap = 1 if spare > len(areas) + 2 and not self.is_narrow else 0
        for number, civilization in enumerate(world.civilizations):
            y += gap if number else 0
            self._civilization(y, number, civilization)
            y = self._area(y + 1, civilization, areas[number])
        rows = max(1, self.drawing.height - y - 1)
        y = self._supply(y + (spare > 3), 99 if self.is_narrow else rows - (spare > 3))
        if spare > 0 or self.is_narrow:
            self._worth(y)

    # ------------------------------------------------------------------ the round

    def _heading(self) -> int:
        """Draw the round, the coins and the clock of the end; the next free line."""
        context, world = self.context, self.context.world
        line = self.drawing.at(1, 0).put(context.say("round", number=world.round), self.ink.strong)
        line.put(f" {context.say(f'phase.{world.phase}')}", self.ink.text)
        after, first = line.x, f"{context.say('first')} "
        text, style = context.clock()
        end = self.drawing.width - 1 - cell_width(text)
        self.drawing.at(end, 0).put(text, style)
        self.drawing.place(("clock",), end, 0, cell_width(text))
        start = end - cell_width(first) - 3
        context.owner(self.drawing.at(start, 0).put(first, self.ink.dim), world.start_player)
        return self._coins(after + 2, start - 2)

    def _coins(self, start: int, end: int) -> int:
        """Everybody's coins between two columns of the first line, or in the next; the line below."""
        count = len(self.seats)
        beside = next((width for width in COINS if width * count <= end - start), None)
        x, y = (start, 0) if beside else (1, 1)
        width = beside or min(10, (self.drawing.width - 1) // count)
        for seat in self.seats:
            line = self.context.owner(self.drawing.at(x, y), seat)
            coins = f"{self.context.world.coins[seat]}$"
            line.put(coins, self.ink.money, 4 if width > COINS[-1] else 3, right=True)
            self.drawing.place(("seat", seat), x, y, width - 1)
            x += width
        return y + 1

    def _heads(self, y: int) -> None:
        """Write the headings of a civilization's columns, where a line is free for them."""
        heads = {"price": START + NAME, "rounds": PRICES, "shares": self.shares, "deck": self.deck}
        for key, x in {**heads, "top": self.top, "grows": self.grows}.items():
            if x is not None:
                self.drawing.at(x, y).put(self.context.say(f"head.{key}"), self.ink.dim)
        sign = f"{self.context.say('dividend')}{self.context.symbol('dividend')}"
        self.drawing.at(0, y).ending_at(self.deck - 1, sign, self.ink.dim)

    # ------------------------------------------------------------------ a civilization

    def _civilization(self, y: int, number: int, civilization: Civilization) -> None:
        context = self.context
        is_acting = context.acting == civilization.id
        line = self.drawing.at(0, y).put(
            context.symbols.pointer if is_acting else " ", self.ink.accent
        )
        context.owner(line, context.controller(civilization.id)).at(START)
        name_style = self.ink.strong if is_acting else self.ink.text
        line.put(context.name(civilization.id, NAME), name_style, NAME)
        price_style = self.ink.money if civilization.area else self.ink.dim
        line.put(f"{context.price(number)}$", price_style, 4, right=True)
        change = context.change(number)
        line.put(f" {change}", context.change_style(change), PRICES - line.x)
        line.put(context.ladder(number, self.rounds), self.ink.dim)
        self.drawing.place(("civilization", civilization.id), 1, y, self.shares - 2)
        self._shares(y, civilization)
        if pays_dividend(context.world, civilization.id):
            self.drawing.at(self.deck - 2, y).put(context.symbol("dividend"), self.ink.money)
        self._piles(y, civilization)

    def _shares(self, y: int, civilization: Civilization) -> None:
        """The Shares, each as the sign of its holder; in figures where they are many."""
        context, line = self.context, self.drawing.at(self.shares, y)
        held = [
            (seat, civilization.shares[seat]) for seat in self.seats if civilization.shares[seat]
        ]
        room = self.deck - 3 - self.shares
        in_full = sum(count + 1 for _, count in held) <= room + 1
        for seat, count in held:
            start, sign = line.x, context.symbols.owner(seat)
            line.put(sign * count if in_full else f"{sign}{count}", self.ink.owner(seat))
            self.drawing.place(("held", civilization.id, seat), start, y, line.x - start)
            line.at(line.x + 1)

    def _piles(self, y: int, civilization: Civilization) -> None:
        context = self.context
        line = self.drawing.at(self.deck, y)
        line.put(f"{len(civilization.deck)}/{len(civilization.discard)}", self.ink.text)
        if self.top is not None and civilization.discard:
            top = civilization.discard[-1]
            line.at(self.top).put(context.card(top) if top else context.symbols.dot, self.ink.dim)
        self.drawing.place(("deck", civilization.id), self.deck, y, line.x - self.deck)
        if self.grows is not None:
            line.at(self.grows).put(self._grown(civilization), self.ink.dim)

    def _grown(self, civilization: Civilization) -> str:
        context = self.context
        return f"{context.symbol('grows')}{context.card(context.feature(civilization.id))}"

    # ------------------------------------------------------------------ its cards

    def _areas(self, *, brief: bool = False) -> list[list[Row]]:
        """The cards of each civilization, in the lines that they take."""
        return [
            [*self._rows(civilization, brief)] for civilization in self.context.world.civilizations
        ]

    def _rows(self, civilization: Civilization, brief: bool) -> Iterator[Row]:
        gap = 1 if brief else 2
        row: Row = []
        x = 3
        for group, text in self._area_texts(civilization, brief):
            if row and x + cell_width(text) > self.drawing.width:
                yield row
                row, x = [], 3
            row.append((x, group, text))
            x += cell_width(text) + gap
        yield row

    def _area_texts(
        self, civilization: Civilization, brief: bool
    ) -> Iterator[tuple[Group | None, str]]:
        """The cards of a civilization, alike ones together, and the texts behind them."""
        context = self.context
        for group in context.groups(civilization):
            name = context.short(group.card) if brief else f"{context.card(group.card)} "
            yield group, context.marked(group, name)
        if expected := context.expected(civilization):
            yield None, context.say("about", price=expected)
        if self.grows is None:
            yield None, self._grown(civilization)

    def _area(self, y: int, civilization: Civilization, rows: list[Row]) -> int:
        """Write the cards of a civilization; the next free line."""
        for down, row in enumerate(rows):
            for x, group, text in row:
                place = None if group is None else _place(civilization, group)
                style = self.context.style(group.card, place) if group else self.ink.dim
                self.drawing.at(x, y + down).put(text, style)
                if place is not None:
                    self.drawing.place(place, x, y + down, cell_width(text))
        return y + len(rows)

    # ------------------------------------------------------------------ supply and players

    def _supply(self, y: int, rows: int) -> int:
        """The piles in so many rows at most, by whole names if they fit; the next free line."""
        context = self.context
        label = f"{context.say('supply')} "
        left, piles = 1 + cell_width(label), context.world.supply
        self.drawing.at(1, y).put(label, self.ink.dim)
        for name, gap in ((context.card, 2), (context.short, 1), (context.short, 0)):
            texts = [
                (pile.card, f"{name(pile.card)}{' ' * (gap > 1)}", pile.left) for pile in piles
            ]
            lines = list(self._broken(texts, left, gap))
            if len(lines) <= rows:
                break
        for row, line in enumerate(lines[:rows], y):
            for x, (card, text, count) in line:
                put = self.drawing.at(x, row).put(text, context.style(card, ("pile", card)))
                put.put(str(count), context.pile_style(count))
                self.drawing.place(("pile", card), x, row, put.x - x)
        return y + len(lines[:rows])

    def _broken(self, texts: list[Pile], left: int, gap: int) -> Iterator[list[tuple[int, Pile]]]:
        """Piles with their columns, row by row."""
        row, x = list[tuple[int, Pile]](), left
        for pile in texts:
            width = cell_width(f"{pile[1]}{pile[2]}")
            if row and x + width > self.drawing.width:
                yield row
                row, x = [], left
            row.append((x, pile))
            x += width + gap
        yield row

    def _worth(self, y: int) -> None:
        context = self.context
        line: StyledLine = self.drawing.at(1, y).put(f"{context.say('worth')}  ", self.ink.dim)
        for seat in self.seats:
            context.owner(line, seat).put(f" {net_worth(context.world, seat)}  ", self.ink.text)


def candidates(context: WorldMongerContext, y: int) -> None:
    """Draw the civilizations that may be picked, and those that are in the game already."""
    placed = [civilization.id for civilization in context.world.civilizations]
    width = 26
    a_row = (context.drawing.width - 2) // width
    for number, (name, civilization) in enumerate(context.cards.civilization.items()):
        row, column = divmod(number, a_row)
        x = 1 + column * width
        mark = f"{placed.index(name) + 1} " if name in placed else "  "
        line = context.drawing.at(x, y + row).put(mark, context.ink.accent)
        style = context.ink.dim if name in placed else context.ink.text
        line.put(context.name(name, NAME), style, NAME + 1)
        kinds = [
            context.short(card) for card in civilization.start_deck if card in context.cards.culture
        ]
        line.put(" ".join(kinds[1:]), context.ink.dim)
        context.drawing.place(("pick", name), x, y + row, width - 2)


def _place(civilization: Civilization, group: Group) -> tuple[str, str, str, bool]:
    return ("card", civilization.id, group.card, group.used)
