"""The board in small: two lines a civilization, everything in a dozen lines of eighty cells.

Round 3 Investment       ●A 15   ■B  9   ▲C 22    1st ●A 1/2 empty
           price           Shares                 deck  top  grows
 Egypt        9 +2  ¢ ●A      2       1       .    10/2  SHR  ⚘PYR
   Share×2  Villager 1×2  (Chariot 3)  Pyramid 2
 Greece ...
Supply VIL16 PYR7 CHA7 ...
Net worth                    33      18      22
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rich.cells import cell_len

from hako.content.world_monger.cards import CardId
from hako.content.world_monger.outlook import net_worth
from hako.content.world_monger.state import Civilization, pays_dividend
from hako.tui.boards.world_monger.sketch import Group, Sketch

NAME = 11
"""Cells for a civilization's name."""
SEATS = 25
"""Where the columns of the seats begin."""
SEAT = 8
"""Cells of a seat's column, at most."""
PILES = 18
"""Cells for deck, discard pile and feature culture."""

TOP, WHOLE = 5, 14
"""Cells of a card's name there: of the short one, and of the whole one."""

Pile: TypeAlias = tuple[CardId, str, int]
"""A pile of the supply: its card, what that is called, how many are left."""


class SmallBoard:
    """Draws a scene in small."""

    def __init__(self, sketch: Sketch) -> None:
        self.sketch = sketch
        self.drawing = sketch.drawing
        self.ink = sketch.ink
        self.seats = sketch.world.seats
        self.column = min(SEAT, (self.drawing.width - SEATS - PILES) // len(self.seats))
        self.number = min(4, self.column - 3)
        """Cells of a number in a seat's column; one stays free after it."""
        self.beside = SEATS + self.column * len(self.seats) + 1
        """Where deck, discard pile and feature culture begin."""
        is_wide = self.drawing.width >= self.beside + PILES + 2 * (WHOLE - TOP)
        self.top, self.name = (WHOLE, sketch.card) if is_wide else (TOP, sketch.short)
        """Cells of the card on top of a discard pile, and how cards are called there."""

    def draw(self) -> None:
        """Draw everything; with few civilizations a line stays free here and there."""
        civilizations = self.sketch.world.civilizations
        self._heading()
        if not self.sketch.world.supply:
            self._candidates()
            return
        spare = self.drawing.height - 2 - 2 * len(civilizations)
        y = 1 + (spare > 2)
        if spare > 2:
            self._heads(1)
        for number, its in enumerate(civilizations):
            self._civilization(y, number, its)
            y += 2
        rows = max(1, self.drawing.height - y - 1)
        y = self._supply(y + (spare > 3), rows - (spare > 3))
        if spare > 0:
            self._worth(y)

    # ------------------------------------------------------------------ the round

    def _heading(self) -> None:
        sketch, world = self.sketch, self.sketch.world
        phase = sketch.say(f"phase.{world.phase}")
        line = self.drawing.at(1, 0).put(sketch.say("round", number=world.round), self.ink.strong)
        line.put(f" {phase}", self.ink.text, SEATS - line.x)
        for seat in self.seats:
            self._seat(seat)
        text, style = sketch.clock()
        line = self.drawing.at(self.beside, 0).put(f"{sketch.say('first')} ", self.ink.dim)
        sketch.owner(line, world.start_player).put(" ", self.ink.text)
        x = line.x
        line.put(text, style)
        self.drawing.place(("clock",), x, 0, cell_len(text))

    def _heads(self, y: int) -> None:
        """What stands in the columns of a civilization, where a line is free for it."""
        heads = {"price": 11, "shares": SEATS + 2, "deck": self.beside, "top": self.beside + 6}
        for key, x in {**heads, "grows": self.beside + 6 + self.top}.items():
            self.drawing.at(x, y).put(self.sketch.say(f"head.{key}"), self.ink.dim)

    def _seat(self, seat: int) -> None:
        x = SEATS + seat * self.column
        line = self.sketch.owner(self.drawing.at(x, 0), seat)
        line.put(str(self.sketch.world.coins[seat]), self.ink.money, self.number, right=True)
        self.drawing.place(("seat", seat), x, 0, self.column)

    # ------------------------------------------------------------------ a civilization

    def _civilization(self, y: int, number: int, its: Civilization) -> None:
        sketch = self.sketch
        is_acting = sketch.acting == its.id
        line = self.drawing.at(0, y).put(
            sketch.symbols.pointer if is_acting else " ", self.ink.accent
        )
        name_style = self.ink.strong if is_acting else self.ink.text
        line.put(sketch.name(its.id, NAME), name_style, NAME)
        self.drawing.place(("civilization", its.id), 1, y, SEATS - 2)
        price_style = self.ink.money if its.area else self.ink.dim
        line.put(str(sketch.price(number)), price_style, 3, right=True)
        change = sketch.change(number)
        line.put(f" {change}", sketch.change_style(change), 4)
        line.put(
            f" {sketch.symbol('dividend') if pays_dividend(sketch.world, its.id) else ' '} ",
            self.ink.money,
        )
        sketch.owner(line, sketch.controller(its.id))
        for seat in self.seats:
            self._held(y, its, seat)
        self._piles(y, its)
        self._area(y + 1, its)

    def _held(self, y: int, its: Civilization, seat: int) -> None:
        x, count = SEATS + seat * self.column, its.shares[seat]
        most = self.sketch.controller(its.id) == seat
        style = self.ink.owner(seat) if most else self.ink.text if count else self.ink.rule
        text = str(count) if count else self.sketch.symbols.dot
        self.drawing.at(x + 2, y).put(text, style, self.number, right=True)
        self.drawing.place(("held", its.id, seat), x, y, self.column)

    def _piles(self, y: int, its: Civilization) -> None:
        sketch, x = self.sketch, self.beside
        line = self.drawing.at(x, y).put(f"{len(its.deck)}/{len(its.discard)}", self.ink.text, 6)
        top = its.discard[-1] if its.discard else None
        line.put(self.name(top) if top else sketch.symbols.dot, self.ink.dim, self.top)
        self.drawing.place(("deck", its.id), x, y, line.x - x - 1)
        line.put(f"{sketch.symbol('grows')}{self.name(sketch.feature(its.id))}", self.ink.dim)

    def _area(self, y: int, its: Civilization) -> None:
        groups = self.sketch.groups(its)
        expected = self.sketch.expected(its)
        about = f" {self.sketch.say('about', price=expected)}" if expected else ""
        texts = [self.sketch.marked(group, f"{self.sketch.card(group.card)} ") for group in groups]
        room = self.drawing.width - 3
        if sum(map(cell_len, texts)) + len(texts) > room - cell_len(about):
            texts = [self.sketch.marked(group, self.sketch.short(group.card)) for group in groups]
        taken = sum(map(cell_len, texts))
        gap = next((gap for gap in (2, 1) if taken + gap * len(texts) <= room), 0)
        line = self.drawing.at(3, y)
        for group, text in zip(groups, texts, strict=True):
            place = _place(its, group)
            start = line.x
            line.put(text, self.sketch.style(group.card, place))
            self.drawing.place(place, start, y, line.x - start)
            line.at(line.x + gap)
        if about:
            line.at(line.x + 1).ending(about, self.ink.dim)

    # ------------------------------------------------------------------ supply and players

    def _supply(self, y: int, rows: int) -> int:
        """The piles in so many rows at most, by whole names if they fit; the next free line."""
        sketch = self.sketch
        label = f"{sketch.say('supply')} "
        left, piles = 1 + cell_len(label), sketch.world.supply
        self.drawing.at(1, y).put(label, self.ink.dim)
        for name, gap in ((sketch.card, 2), (sketch.short, 1), (sketch.short, 0)):
            texts = [
                (pile.card, f"{name(pile.card)}{' ' * (gap > 1)}", pile.left) for pile in piles
            ]
            lines = list(self._broken(texts, left, gap))
            if len(lines) <= rows:
                break
        for row, line in enumerate(lines[:rows], y):
            for x, (card, text, count) in line:
                put = self.drawing.at(x, row).put(text, sketch.style(card, ("pile", card)))
                put.put(str(count), sketch.pile_style(count))
                self.drawing.place(("pile", card), x, row, put.x - x)
        return y + len(lines[:rows])

    def _broken(self, texts: list[Pile], left: int, gap: int) -> Iterator[list[tuple[int, Pile]]]:
        """Piles with their columns, row by row."""
        row, x = list[tuple[int, Pile]](), left
        for pile in texts:
            width = cell_len(f"{pile[1]}{pile[2]}")
            if row and x + width > self.drawing.width:
                yield row
                row, x = [], left
            row.append((x, pile))
            x += width + gap
        yield row

    def _worth(self, y: int) -> None:
        sketch = self.sketch
        self.drawing.at(1, y).put(sketch.say("worth"), self.ink.dim)
        for seat in self.seats:
            worth = str(net_worth(sketch.world, seat))
            x = SEATS + seat * self.column
            self.drawing.at(x + 2, y).put(worth, self.ink.text, self.number, right=True)

    def _candidates(self) -> None:
        candidates(self.sketch, 2)


def candidates(sketch: Sketch, y: int) -> None:
    """The civilizations that may be picked, and those that are in the game already."""
    placed = [its.id for its in sketch.world.civilizations]
    width = 26
    a_row = (sketch.drawing.width - 2) // width
    for number, (name, its) in enumerate(sketch.cards.civilization.items()):
        row, column = divmod(number, a_row)
        x = 1 + column * width
        mark = f"{placed.index(name) + 1} " if name in placed else "  "
        line = sketch.drawing.at(x, y + row).put(mark, sketch.ink.accent)
        style = sketch.ink.dim if name in placed else sketch.ink.text
        line.put(sketch.name(name, NAME), style, NAME + 1)
        kinds = [sketch.short(card) for card in its.start_deck if card in sketch.cards.culture]
        line.put(" ".join(kinds[1:]), sketch.ink.dim)
        sketch.drawing.place(("pick", name), x, y + row, width - 2)


def _place(its: Civilization, group: Group) -> tuple[str, str, str, bool]:
    return ("card", its.id, group.card, group.used)
