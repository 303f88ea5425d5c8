"""The board in large: a panel a civilization with whole names, and the prices of every round.

round, phase, start player, the clock of the end
seats: coins, Shares, net worth
╭ Egypt ───────────────────────────────╮
│ Price 9 +2  pays a dividend           prices of all rounds as bars
│ ●Ann 2   ■Ben 1   ▲Cat ·
│ Share ×2  Villager 1 ×2  (Chariot 3)
╰──────────────────────────────────────╯
supply
"""

from __future__ import annotations

from textual.geometry import Region

from hako.content.world_monger.heuristics import net_worth
from hako.content.world_monger.state import Civilization, pays_dividend
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.world_monger.draw_context import WorldMongerContext
from hako.tui.boards.world_monger.small import candidates
from hako.tui.widgets.canvas import StyledLine, wrapped

COLUMNS, ROWS = 100, 42
"""Columns and rows of the least room for it."""

HISTORY = 28
"""Columns of the prices of the rounds; the last ones if there are more."""
BAR = 4
"""Columns of a round's price."""
PILE = 25
"""Columns of a supply pile."""
TALLEST = 14
"""Lines of a civilization, at most."""


class LargeBoard:
    """The large drawing of a table model."""

    def __init__(self, context: WorldMongerContext) -> None:
        self.context = context
        self.drawing = context.drawing
        self.ink = context.ink
        self.width = self.drawing.width - 2
        self.seat = min(20, (self.width - 12) // len(context.world.seats))
        """Columns of a seat."""

    def draw(self) -> None:
        """Draw everything, from the top down."""
        world = self.context.world
        self._heading(0)
        self._seats(2)
        if not world.supply:
            candidates(self.context, 6)
            return
        rows = -(-len(world.supply) // self._a_row)
        height = min(TALLEST, (self.drawing.height - 7 - rows) // len(world.civilizations))
        y = 6
        for number, civilization in enumerate(world.civilizations):
            self._civilization(Region(1, y, self.width, height), number, civilization)
            y += height
        self._supply(y)

    @property
    def _a_row(self) -> int:
        return self.width // PILE

    # ------------------------------------------------------------------ round and players

    def _heading(self, y: int) -> None:
        context, world = self.context, self.context.world
        line = self.drawing.at(2, y).put(context.say("round", number=world.round), self.ink.strong)
        line.put(f"  {context.texts.term('phase', world.phase)}", self.ink.text)
        line.put(f"   {context.say('start')} ", self.ink.dim)
        self._name(line, world.start_player, 16).put("  ", self.ink.text)
        text, style = context.clock()
        x = line.x
        line.put(text, style)
        self.drawing.place(("clock",), x, y, cell_width(text))

    def _name(self, line: StyledLine, seat: Seat, width: int) -> StyledLine:
        """A seat's sign, letter and name."""
        end = line.x + width
        self.context.owner(line, seat).put(" ", self.ink.text)
        return line.put(self.context.texts.term("seat", seat), self.ink.owner(seat), end - line.x)

    def _seats(self, y: int) -> None:
        context, world = self.context, self.context.world
        self.drawing.at(2, y + 1).put(context.say("coins"), self.ink.dim)
        self.drawing.at(2, y + 2).put(context.say("worth"), self.ink.dim)
        for seat in world.seats:
            x = 14 + seat * self.seat
            self._name(self.drawing.at(x, y), seat, self.seat - 1)
            self.drawing.at(x + 3, y + 1).put(str(world.coins[seat]), self.ink.money)
            self.drawing.at(x + 3, y + 2).put(str(net_worth(world, seat)), self.ink.text)
            self.drawing.place(("seat", seat), x, y, self.seat - 1, 3)

    # ------------------------------------------------------------------ a civilization

    def _civilization(self, region: Region, number: int, civilization: Civilization) -> None:
        x, y, width, height = region
        self._box(region, civilization, is_acting=self.context.acting == civilization.id)
        self._price(y + 1, number, civilization)
        self._holders(y + 2, civilization)
        below = self._area(y + 3, y + height - 1, width - HISTORY - 4, civilization)
        self._texts(below, y + height - 1, width - HISTORY - 6, civilization)
        self._history(x + width - HISTORY - 1, y + 1, height - 2, number)

    def _box(self, region: Region, civilization: Civilization, *, is_acting: bool) -> None:
        context, frame = self.context, self.context.symbols.frame
        x, y, width, height = region
        name = context.texts.term("civilization", civilization.id)
        mark = f"{context.symbols.pointer} " if is_acting else ""
        feature = f" {context.symbol('grows')} {context.card(context.feature(civilization.id))} "
        style = self.ink.accent if is_acting else self.ink.rule
        line = self.drawing.at(x, y).put(f"{frame.top_left}{frame.horizontal} ", style)
        line.put(f"{mark}{name} ", self.ink.strong)
        self.drawing.place(
            ("civilization", civilization.id), x + 2, y, cell_width(f"{mark}{name}") + 1
        )
        if expected := context.expected(civilization):
            line.put(f"{frame.horizontal} ", style)
            line.put(f"{context.say('expected', price=expected)} ", self.ink.text)
        bar = x + width - 3 - cell_width(feature) - line.x
        line.put(frame.horizontal * max(1, bar), style).put(feature, self.ink.dim)
        line.put(f"{frame.horizontal * 2}{frame.top_right}", style)
        for row in range(y + 1, y + height - 1):
            self.drawing.at(x, row).put(frame.vertical, style)
            self.drawing.at(x + width - 1, row).put(frame.vertical, style)
        bottom = f"{frame.bottom_left}{frame.horizontal * (width - 2)}{frame.bottom_right}"
        self.drawing.at(x, y + height - 1).put(bottom, style)

    def _price(self, y: int, number: int, civilization: Civilization) -> None:
        context = self.context
        line = self.drawing.at(3, y).put(f"{context.say('price')} ", self.ink.dim)
        style = self.ink.money if civilization.area else self.ink.dim
        line.put(str(context.price(number)), style)
        change = context.change(number)
        line.put(f" {change}", context.change_style(change)).at(16)
        if pays_dividend(context.world, civilization.id):
            line.put(f"{context.symbol('dividend')} {context.say('dividend')}", self.ink.money)
        start = line.at(32).x
        text = context.say("piles", deck=len(civilization.deck), discard=len(civilization.discard))
        line.put(text, self.ink.text)
        if civilization.discard and (top := civilization.discard[-1]) is not None:
            line.put(f"  {context.say('top', card=top)}", self.ink.dim)
        self.drawing.place(("deck", civilization.id), start, y, line.x - start)

    def _holders(self, y: int, civilization: Civilization) -> None:
        context = self.context
        room = (self.width - HISTORY - 4) // len(context.world.seats)
        for seat in context.world.seats:
            x, count = 3 + seat * room, civilization.shares[seat]
            controls = context.controller(civilization.id) == seat
            line = self.drawing.at(x, y)
            line.put(context.symbols.pointer if controls else " ", self.ink.accent)
            self._name(line, seat, min(room - 4, 16)).put(" ", self.ink.text)
            line.put(
                str(count) if count else context.symbols.dot,
                self.ink.strong if count else self.ink.rule,
            )
            self.drawing.place(("held", civilization.id, seat), x, y, room - 1)

    def _area(self, top: int, bottom: int, width: int, civilization: Civilization) -> int:
        context = self.context
        groups = context.groups(civilization)
        y, line = top, self.drawing.at(3, top)
        for group in groups:
            text = f" {context.marked(group, f'{context.card(group.card)} ')} "
            if line.x + cell_width(text) > width and y + 1 < bottom:
                y, line = y + 1, self.drawing.at(3, y + 1)
            place, start = ("card", civilization.id, group.card, group.used), line.x
            line.put(text, context.style(group.card, place))
            self.drawing.place(place, start, y, line.x - start)
            line.at(line.x + 1)
        return y + 1

    def _texts(self, top: int, bottom: int, width: int, civilization: Civilization) -> None:
        """Write the effects of the cards that can be used, as far as whole texts fit."""
        context, y = self.context, top
        for card in dict.fromkeys(laid.card for laid in civilization.area):
            if card not in context.cards.usable:
                continue
            text = context.cards.card[card].text.text(context.texts.language)
            lines = wrapped(context.say("told", name=context.card(card), text=text), width)
            if y + len(lines) > bottom:
                return
            for part in lines:
                self.drawing.at(4, y).put(part, self.ink.dim)
                y += 1

    def _history(self, x: int, y: int, rows: int, number: int) -> None:
        """The prices of the last rounds, as bars that end above their numbers."""
        context = self.context
        prices = [round_[number] for round_ in context.world.prices][-(HISTORY // BAR) :]
        highest = max((price for round_ in context.world.prices for price in round_), default=1)
        for column, price in enumerate(prices):
            left = x + column * BAR
            self.drawing.at(left, y + rows - 1).put(str(price), self.ink.text, 3, right=True)
            for up in range(max(1, round(price * (rows - 1) / highest))):
                bar = context.symbols.full_block * 2
                self.drawing.at(left + 1, y + rows - 2 - up).put(bar, self.ink.rule)

    # ------------------------------------------------------------------ the supply

    def _supply(self, y: int) -> None:
        context = self.context
        self.drawing.at(2, y).put(context.say("supply_columns"), self.ink.dim)
        for number, pile in enumerate(context.world.supply):
            row, column = divmod(number, self._a_row)
            x, place = 2 + column * PILE, ("pile", pile.card)
            printed = context.cards.card[pile.card]
            line = self.drawing.at(x, y + 1 + row)
            line.put(f" {context.card(pile.card)}", context.style(pile.card, place), 15)
            left = f"{context.symbols.times}{pile.left}"
            line.put(left, context.pile_style(pile.left), 4, right=True)
            line.put(
                f" {printed.value}{context.icon(pile.card)} {context.end(printed)}", self.ink.dim
            )
            self.drawing.place(place, x, y + 1 + row, PILE - 1)
