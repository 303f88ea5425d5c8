"""The board in large: cells with names, cards with their texts, all tracks, all at once.

      1      2      3            turn, phase, action points, decks
   |      |      |               income cards with their pay, decks and medals
1  |Market=Plaza |Plaza          open monument cards: what each does, and would score here
   |  "   |      |               plan
hand
players: tracks of gold, cubes, monuments, abilities     score sheet
choices and powers
"""

from __future__ import annotations

from hako.content.cultus.cards import MonumentId
from hako.content.cultus.geometry import Cell
from hako.content.cultus.state import Space, pair
from hako.engine.rules.model import Seat, letter
from hako.tui.boards.cultus import components
from hako.tui.boards.cultus.draw_context import CultusContext
from hako.tui.boards.cultus.pages import score_sheet
from hako.tui.widgets.canvas import wrapped

COLUMNS, ROWS = 100, 44
"""Columns and rows of the least room for it."""

WIDE, HIGH = 7, 3
"""Columns and rows of a cell of the map, at least; the last ones are between it and the next."""
BESIDE = 43
"""Columns beside the map, at least."""
HAND = 9
"""Cells of a cell of a hand card, at most."""


class LargeBoard:
    """The large drawing of a table model."""

    def __init__(self, context: CultusContext) -> None:
        self.context = context
        self.drawing = context.drawing
        self.ink = context.ink
        self.geometry = context.town.geometry
        self.wide, self.high = self._cells()
        """Columns and rows of a cell of the map."""
        self.beside = 5 + self.wide * self.geometry.columns
        """The first column beside the map."""
        self.below = 1 + self.high * self.geometry.rows

    def _cells(self) -> tuple[int, int]:
        """The size of a cell: as high as rows allow, as wide as looks square and fits names."""
        town, drawing = self.context.town, self.drawing
        tracks = 2 * len(town.seats) + (3 if town.enemy is not None else 0)
        # and 7: two heads, three gaps, what may be chosen, the names of the icons
        below = self.geometry.card_rows + tracks + len(self.context.owners) + 7
        room = (drawing.width - 5 - BESIDE) // self.geometry.columns
        high = max(HIGH, min((drawing.height - 1 - below) // self.geometry.rows, room))
        wide = 1 + max(2 * high, self.context.longest_name)
        return max(WIDE, min(wide, room)), high

    def draw(self) -> None:
        """Draw everything, from the top down."""
        self._heading()
        for cell in self.geometry.cells:
            self._cell(cell)
        y = self._incomes(2)
        for card in self.context.town.open_monuments:
            y = self._monument_card(y + 1, card)
        self._plan(y + 1)
        self._move_preview(self.below - 1)
        y = self._hand(self.below)
        y = self._rulers(y + 1)
        y = score_sheet(self.context, 1, y + 1)
        components.choice_strip(self.context, y + 1)
        components.legend(self.context, 1, self.drawing.height - 1)

    # ------------------------------------------------------------------ the map

    def _heading(self) -> None:
        context, centre = self.context, self.context.symbol("centre")
        rows, columns = components.middle(context)
        for row in range(1, self.geometry.rows + 1):
            text = f"{row}{centre if row in rows else ''}"
            y = 1 + self.high * (row - 1) + (self.high - 1) // 2
            self.drawing.at(1, y).put(text, self.ink.dim)
        for column in range(1, self.geometry.columns + 1):
            text = f"{column}{centre if column in columns else ''}"
            x = 4 + self.wide * (column - 1) + (self.wide - 2) // 2
            self.drawing.at(x, 0).put(text, self.ink.dim)
        components.heading(context, self.beside, 0)

    def _cell(self, cell: Cell) -> None:
        context = self.context
        row, column = self.geometry.spot(cell)
        x, y = 4 + self.wide * (column - 1), 1 + self.high * (row - 1)
        width, height = self.wide - 1, self.high - 1
        middle, named = (width - 1) // 2, y + height // 2
        icon = context.shown.icons[cell]
        name = context.name_in(icon, width) if icon else f"{' ' * middle}{context.symbols.dot}"
        self._tokens(x, y, cell)
        for line in range(y + 1, y + height):
            text = name if line == named else ""
            self.drawing.at(x, line).put(text, context.ground(cell), width)
        if column < self.geometry.columns:
            self._link(x + width, named, cell, cell + 1)
        if row < self.geometry.rows:
            self._link(x + middle, y + height, cell, cell + self.geometry.columns)
        self.drawing.place(("cell", cell), x, y, width, height, group="map")

    def _tokens(self, x: int, y: int, cell: Cell) -> None:
        """Write the pawn and monuments above the name of a cell, or the pay of a step there."""
        context, ground = self.context, self.context.ground(cell)
        line = self.drawing.at(x, y)
        seat, step = context.pawns.get(cell), components.step(context, cell)
        if seat is not None:
            line.put(context.mark(seat) + letter(seat), components.pawn_style(context, cell))
        elif step is not None:
            line.put(f"+{step[0]}" if step[0].isdigit() else step[0], step[1], 2)
        elif context.is_offered(("cell", cell)):
            line.put(context.symbols.pointer, self.ink.accent)
        line.put(" " * (x + 3 - line.x), ground)
        owners = context.monuments.get(cell, [])
        if owners:
            line.put(*components.token(context, cell))
        if len(owners) == 1 and owners[0] is not None:
            line.put(letter(owners[0]), components.token(context, cell)[1])
        line.put(" " * (x + self.wide - 1 - line.x), ground)

    def _link(self, x: int, y: int, cell: Cell, other: Cell) -> None:
        text, style = components.link(self.context, pair(cell, other), down=other != cell + 1)
        if text in (self.context.symbol("pays"), self.context.symbol("pays_down")):
            text = str(self.context.step_gold)
        if text != " ":
            self.drawing.at(x, y).put(text, style)

    # ------------------------------------------------------------------ beside the map

    def _incomes(self, y: int) -> int:
        for number, space in enumerate(self.context.town.row):
            self._income(y + number, space)
        return y + len(self.context.town.row)

    def _income(self, y: int, space: Space) -> None:
        context, place = self.context, ("income", space.income)
        mark = context.symbols.pointer if context.is_offered(place) else " "
        line = self.drawing.at(self.beside - 1, y).put(mark, self.ink.accent)
        if space.is_gold:
            line.put(f"$ {context.say('gold_side')}", self.ink.money)
        else:
            first, second = context.cards.income[space.income].icons
            line.put(context.name(first), context.style(first)).put("-", self.ink.dim)
            line.put(context.name(second), context.style(second))
            line.at(self.beside + 23).put(f"+{context.step_gold}", self.ink.money)
            line.put(f"  {context.say('deck', cards=len(space.deck))}", self.ink.text)
        if space.medal is not None:
            context.owner(line.at(self.beside + 36), space.medal)
        self.drawing.place(place, self.beside - 1, y, 40, group="beside")

    def _monument_card(self, y: int, card: MonumentId) -> int:
        context, place = self.context, ("monument", card)
        mark = context.symbols.pointer if context.is_offered(place) else " "
        line = self.drawing.at(self.beside - 1, y).put(mark, self.ink.accent)
        pays = components.site_pays(context, card)
        if pays is not None:
            line.put(f"+{pays}", self.ink.good, 3, right=True)
            line.put(" ", self.ink.text)
        icon = context.cards.monument[card].bonus_icon
        line.put(context.sign(icon), context.style(icon))
        line.put(f" {context.monument_name(card)}", self.ink.strong)
        text = context.cards.monument[card].text.text(context.texts.language)
        lines = wrapped(text, self.drawing.width - self.beside - 1)
        for row, part in enumerate(lines, y + 1):
            self.drawing.at(self.beside, row).put(part, self.ink.dim)
        width = self.drawing.width - self.beside
        self.drawing.place(place, self.beside - 1, y, width, group="beside")
        return y + 1 + len(lines)

    def _plan(self, y: int) -> None:
        context = self.context
        plan = context.town.rulers[context.home].plan
        if plan is None:
            return
        text = context.texts.term("plan", plan)
        line = self.drawing.at(self.beside, y).put(f"{context.say('plan')} ", self.ink.dim)
        line.put(f"{text}  ", self.ink.strong).put(components.plan_worth(context), self.ink.text)
        width = line.x - self.beside
        self.drawing.place(("own_plan",), self.beside, y, width, group="beside")

    # ------------------------------------------------------------------ below the map

    def _move_preview(self, y: int) -> None:
        context, move_preview = self.context, self.context.move_preview
        if move_preview is not None and move_preview.covered:
            components.changes(context, self.drawing.at(4, y), move_preview)

    def _hand(self, y: int) -> int:
        context = self.context
        hand, columns = context.town.rulers[context.home].hand, self.geometry.card_columns
        room = (self.drawing.width - 8) // max(1, len(hand)) - 2
        width = max(3, min(HAND, room // columns))
        self.drawing.at(1, y).put(context.say("hand"), self.ink.dim)
        for number, card in enumerate(hand):
            x, place = 8 + number * (width * columns + 2), ("hand", card)
            if components.is_in_hand_offered(context, card):
                self.drawing.at(x - 1, y).put(context.symbols.pointer, self.ink.accent)
            for at, icon in enumerate(context.faces(card)):
                down, right = divmod(at, columns)
                text = "?" if icon is None else context.name_in(icon, width - 1)
                style = self.ink.dim if icon is None else context.style(icon)
                self.drawing.at(x + width * right, y + down).put(text, style, width)
            if card is not None:
                self.drawing.place(place, x, y, width * columns, self.geometry.card_rows)
        return y + self.geometry.card_rows

    def _rulers(self, y: int) -> int:
        context = self.context
        track = context.cards.constants.cost_track
        titles = (("cost", 36), ("gold", 40 + track), ("cubes", 45 + 2 * track))
        for key, x in titles:
            self.drawing.at(x, y).put(context.say(f"track_columns.{key}"), self.ink.dim)
        for seat in context.town.seats:
            self._ruler(y + 1 + 2 * seat, seat)
        y += 1 + 2 * len(context.town.seats)
        if context.town.enemy is not None:
            self._enemy(y)
            y += 3
        return y

    def _ruler(self, y: int, seat: Seat) -> None:
        context, ruler = self.context, self.context.town.rulers[seat]
        constants, icon = context.cards.constants, context.character(seat)
        line = context.owner(self.drawing.at(1, y), seat).put(" ", self.ink.text)
        line.put(context.owner_name(seat), self.ink.owner(seat), 14).put(" ", self.ink.text)
        if ruler.character is not None and icon is not None:
            line.put(context.texts.term("character", ruler.character), self.ink.text, 13)
            line.put(context.glyph(icon), context.style(icon))
        self._bar(36, y, ruler.cost, constants.cost_track)
        self._bar(40 + constants.cost_track, y, ruler.character_gold, constants.character_track)
        counts = context.say(
            "counts", stock=ruler.stock, hand=len(ruler.hand), monuments=len(ruler.monuments)
        )
        line = self.drawing.at(45 + 2 * constants.cost_track, y).put(counts, self.ink.text)
        if ruler.has_medal:
            line.put(f"  {context.symbol('medal')}{context.say('medal')}", self.ink.good)
        owned = "  ".join(map(context.monument_name, ruler.cards))
        self.drawing.at(4, y + 1).put(owned, self.ink.dim)
        self.drawing.place(("seat", seat), 1, y, self.drawing.width - 2)

    def _bar(self, x: int, y: int, gold: int | None, track: int) -> None:
        """Gold on a track; a dash where there is no cube any more."""
        symbols = self.context.symbols
        line = self.drawing.at(x, y)
        line.put("-" if gold is None else str(gold), self.ink.money, 2, right=True)
        line.put(f" {symbols.full_block * (gold or 0)}", self.ink.money)
        line.put(symbols.light_block * (track - (gold or 0)), self.ink.rule)

    def _enemy(self, y: int) -> None:
        context, enemy = self.context, self.context.town.foe
        card = context.cards.enemy[enemy.id]
        line = context.owner(self.drawing.at(1, y), None).put(" ", self.ink.text)
        line.put(f"{context.owner_name(None)} ", self.ink.danger)
        line.put(context.glyph(card.icon), context.style(card.icon))
        line.put(f" {context.say('track', track=enemy.track, steps=card.track)}", self.ink.text)
        text = card.text.text(context.texts.language)
        for row, part in enumerate(wrapped(text, self.drawing.width - 6), y + 1):
            self.drawing.at(4, row).put(part, self.ink.dim)
        self.drawing.place(("enemy",), 1, y, self.drawing.width - 2)
