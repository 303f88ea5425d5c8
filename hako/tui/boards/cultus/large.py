"""The board in large: cells with names, cards with their texts, everybody's tracks, all at once.

      1      2      3            turn, phase, action points, decks
   |      |      |               income cards with what they pay, decks and medals
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
from hako.tui.boards.cultus import components as parts
from hako.tui.boards.cultus.draw_context import Sketch
from hako.tui.boards.cultus.pages import score_sheet
from hako.tui.widgets.canvas import wrapped

COLUMNS, ROWS = 100, 44
"""So much room it needs."""

WIDE, HIGH = 7, 3
"""Columns and rows of a cell of the map, at least; the last ones are between it and the next."""
BESIDE = 43
"""Columns beside the map, at least."""
HAND = 9
"""Cells of a cell of a hand card, at most."""


class LargeBoard:
    """Draws a scene in large."""

    def __init__(self, sketch: Sketch) -> None:
        self.sketch = sketch
        self.drawing = sketch.drawing
        self.ink = sketch.ink
        self.geometry = sketch.town.geometry
        self.wide, self.high = self._cells()
        """Columns and rows of a cell of the map."""
        self.beside = 5 + self.wide * self.geometry.columns
        """Where everything begins that stands beside the map."""
        self.below = 1 + self.high * self.geometry.rows

    def _cells(self) -> tuple[int, int]:
        """The room shared out: as high as there are rows, as wide as looks square and fits names."""
        town, drawing = self.sketch.town, self.drawing
        tracks = 2 * len(town.seats) + (3 if town.enemy is not None else 0)
        # and 7: two heads, three gaps, what may be chosen, the names of the icons
        below = self.geometry.card_rows + tracks + len(self.sketch.owners) + 7
        room = (drawing.width - 5 - BESIDE) // self.geometry.columns
        high = max(HIGH, min((drawing.height - 1 - below) // self.geometry.rows, room))
        wide = 1 + max(2 * high, self.sketch.longest_name)
        return max(WIDE, min(wide, room)), high

    def draw(self) -> None:
        """Draw everything, from the top down."""
        self._heading()
        for cell in self.geometry.cells:
            self._cell(cell)
        y = self._incomes(2)
        for card in self.sketch.town.open_monuments:
            y = self._monument_card(y + 1, card)
        self._plan(y + 1)
        self._ghost(self.below - 1)
        y = self._hand(self.below)
        y = self._rulers(y + 1)
        y = score_sheet(self.sketch, 1, y + 1)
        parts.choice_strip(self.sketch, y + 1)
        parts.legend(self.sketch, 1, self.drawing.height - 1)

    # ------------------------------------------------------------------ the map

    def _heading(self) -> None:
        sketch, centre = self.sketch, self.sketch.symbol("centre")
        rows, columns = parts.middle(sketch)
        for row in range(1, self.geometry.rows + 1):
            text = f"{row}{centre if row in rows else ''}"
            y = 1 + self.high * (row - 1) + (self.high - 1) // 2
            self.drawing.at(1, y).put(text, self.ink.dim)
        for column in range(1, self.geometry.columns + 1):
            text = f"{column}{centre if column in columns else ''}"
            x = 4 + self.wide * (column - 1) + (self.wide - 2) // 2
            self.drawing.at(x, 0).put(text, self.ink.dim)
        parts.heading(sketch, self.beside, 0)

    def _cell(self, cell: Cell) -> None:
        sketch = self.sketch
        row, column = self.geometry.spot(cell)
        x, y = 4 + self.wide * (column - 1), 1 + self.high * (row - 1)
        width, height = self.wide - 1, self.high - 1
        middle, named = (width - 1) // 2, y + height // 2
        icon = sketch.shown.icons[cell]
        name = sketch.name_in(icon, width) if icon else f"{' ' * middle}{sketch.symbols.dot}"
        self._tokens(x, y, cell)
        for line in range(y + 1, y + height):
            text = name if line == named else ""
            self.drawing.at(x, line).put(text, sketch.ground(cell), width)
        if column < self.geometry.columns:
            self._link(x + width, named, cell, cell + 1)
        if row < self.geometry.rows:
            self._link(x + middle, y + height, cell, cell + self.geometry.columns)
        self.drawing.place(("cell", cell), x, y, width, height, group="map")

    def _tokens(self, x: int, y: int, cell: Cell) -> None:
        """Who stands above the name of a cell, or what a step there would pay."""
        sketch, ground = self.sketch, self.sketch.ground(cell)
        line = self.drawing.at(x, y)
        seat, step = sketch.pawns.get(cell), parts.step(sketch, cell)
        if seat is not None:
            line.put(sketch.mark(seat) + letter(seat), parts.pawn_style(sketch, cell))
        elif step is not None:
            line.put(f"+{step[0]}" if step[0].isdigit() else step[0], step[1], 2)
        elif sketch.is_offered(("cell", cell)):
            line.put(sketch.symbols.pointer, self.ink.accent)
        line.put(" " * (x + 3 - line.x), ground)
        owners = sketch.monuments.get(cell, [])
        if owners:
            line.put(*parts.token(sketch, cell))
        if len(owners) == 1 and owners[0] is not None:
            line.put(letter(owners[0]), parts.token(sketch, cell)[1])
        line.put(" " * (x + self.wide - 1 - line.x), ground)

    def _link(self, x: int, y: int, cell: Cell, other: Cell) -> None:
        text, style = parts.link(self.sketch, pair(cell, other), down=other != cell + 1)
        if text in (self.sketch.symbol("pays"), self.sketch.symbol("pays_down")):
            text = str(self.sketch.step_gold)
        if text != " ":
            self.drawing.at(x, y).put(text, style)

    # ------------------------------------------------------------------ beside the map

    def _incomes(self, y: int) -> int:
        for number, space in enumerate(self.sketch.town.row):
            self._income(y + number, space)
        return y + len(self.sketch.town.row)

    def _income(self, y: int, space: Space) -> None:
        sketch, place = self.sketch, ("income", space.income)
        mark = sketch.symbols.pointer if sketch.is_offered(place) else " "
        line = self.drawing.at(self.beside - 1, y).put(mark, self.ink.accent)
        if space.is_gold:
            line.put(f"$ {sketch.say('gold_side')}", self.ink.money)
        else:
            first, second = sketch.cards.income[space.income].icons
            line.put(sketch.name(first), sketch.style(first)).put("-", self.ink.dim)
            line.put(sketch.name(second), sketch.style(second))
            line.at(self.beside + 23).put(f"+{sketch.step_gold}", self.ink.money)
            line.put(f"  {sketch.say('deck', cards=len(space.deck))}", self.ink.text)
        if space.medal is not None:
            sketch.owner(line.at(self.beside + 36), space.medal)
        self.drawing.place(place, self.beside - 1, y, 40, group="beside")

    def _monument_card(self, y: int, card: MonumentId) -> int:
        sketch, place = self.sketch, ("monument", card)
        mark = sketch.symbols.pointer if sketch.is_offered(place) else " "
        line = self.drawing.at(self.beside - 1, y).put(mark, self.ink.accent)
        pays = parts.site_pays(sketch, card)
        if pays is not None:
            line.put(f"+{pays}", self.ink.good, 3, right=True)
            line.put(" ", self.ink.text)
        icon = sketch.cards.monument[card].bonus_icon
        line.put(sketch.sign(icon), sketch.style(icon))
        line.put(f" {sketch.monument_name(card)}", self.ink.strong)
        text = sketch.cards.monument[card].text.text(sketch.texts.language)
        said = wrapped(text, self.drawing.width - self.beside - 1)
        for row, part in enumerate(said, y + 1):
            self.drawing.at(self.beside, row).put(part, self.ink.dim)
        width = self.drawing.width - self.beside
        self.drawing.place(place, self.beside - 1, y, width, group="beside")
        return y + 1 + len(said)

    def _plan(self, y: int) -> None:
        sketch = self.sketch
        plan = sketch.town.rulers[sketch.home].plan
        if plan is None:
            return
        text = sketch.texts.term("plan", plan)
        line = self.drawing.at(self.beside, y).put(f"{sketch.say('plan')} ", self.ink.dim)
        line.put(f"{text}  ", self.ink.strong).put(parts.plan_worth(sketch), self.ink.text)
        width = line.x - self.beside
        self.drawing.place(("own_plan",), self.beside, y, width, group="beside")

    # ------------------------------------------------------------------ below the map

    def _ghost(self, y: int) -> None:
        sketch, ghost = self.sketch, self.sketch.ghost
        if ghost is not None and ghost.covered:
            parts.changes(sketch, self.drawing.at(4, y), ghost)

    def _hand(self, y: int) -> int:
        sketch = self.sketch
        hand, columns = sketch.town.rulers[sketch.home].hand, self.geometry.card_columns
        room = (self.drawing.width - 8) // max(1, len(hand)) - 2
        width = max(3, min(HAND, room // columns))
        self.drawing.at(1, y).put(sketch.say("hand"), self.ink.dim)
        for number, card in enumerate(hand):
            x, place = 8 + number * (width * columns + 2), ("hand", card)
            if parts.is_in_hand_offered(sketch, card):
                self.drawing.at(x - 1, y).put(sketch.symbols.pointer, self.ink.accent)
            for at, icon in enumerate(sketch.faces(card)):
                down, right = divmod(at, columns)
                text = "?" if icon is None else sketch.name_in(icon, width - 1)
                style = self.ink.dim if icon is None else sketch.style(icon)
                self.drawing.at(x + width * right, y + down).put(text, style, width)
            if card is not None:
                self.drawing.place(place, x, y, width * columns, self.geometry.card_rows)
        return y + self.geometry.card_rows

    def _rulers(self, y: int) -> int:
        sketch = self.sketch
        track = sketch.cards.constants.cost_track
        titles = (("cost", 36), ("gold", 40 + track), ("cubes", 45 + 2 * track))
        for key, x in titles:
            self.drawing.at(x, y).put(sketch.say(f"track_columns.{key}"), self.ink.dim)
        for seat in sketch.town.seats:
            self._ruler(y + 1 + 2 * seat, seat)
        y += 1 + 2 * len(sketch.town.seats)
        if sketch.town.enemy is not None:
            self._enemy(y)
            y += 3
        return y

    def _ruler(self, y: int, seat: Seat) -> None:
        sketch, ruler = self.sketch, self.sketch.town.rulers[seat]
        constants, icon = sketch.cards.constants, sketch.character(seat)
        line = sketch.owner(self.drawing.at(1, y), seat).put(" ", self.ink.text)
        line.put(sketch.owner_name(seat), self.ink.owner(seat), 14).put(" ", self.ink.text)
        if ruler.character is not None and icon is not None:
            line.put(sketch.texts.term("character", ruler.character), self.ink.text, 13)
            line.put(sketch.glyph(icon), sketch.style(icon))
        self._bar(36, y, ruler.cost, constants.cost_track)
        self._bar(40 + constants.cost_track, y, ruler.character_gold, constants.character_track)
        counts = sketch.say(
            "counts", stock=ruler.stock, hand=len(ruler.hand), monuments=len(ruler.monuments)
        )
        line = self.drawing.at(45 + 2 * constants.cost_track, y).put(counts, self.ink.text)
        if ruler.has_medal:
            line.put(f"  {sketch.symbol('medal')}{sketch.say('medal')}", self.ink.good)
        owned = "  ".join(map(sketch.monument_name, ruler.cards))
        self.drawing.at(4, y + 1).put(owned, self.ink.dim)
        self.drawing.place(("seat", seat), 1, y, self.drawing.width - 2)

    def _bar(self, x: int, y: int, gold: int | None, track: int) -> None:
        """Gold on a track; a dash where there is no cube any more."""
        symbols = self.sketch.symbols
        line = self.drawing.at(x, y)
        line.put("-" if gold is None else str(gold), self.ink.money, 2, right=True)
        line.put(f" {symbols.full_block * (gold or 0)}", self.ink.money)
        line.put(symbols.light_block * (track - (gold or 0)), self.ink.rule)

    def _enemy(self, y: int) -> None:
        sketch, enemy = self.sketch, self.sketch.town.foe
        card = sketch.cards.enemy[enemy.id]
        line = sketch.owner(self.drawing.at(1, y), None).put(" ", self.ink.text)
        line.put(f"{sketch.owner_name(None)} ", self.ink.danger)
        line.put(sketch.glyph(card.icon), sketch.style(card.icon))
        line.put(f" {sketch.say('track', track=enemy.track, steps=card.track)}", self.ink.text)
        text = card.text.text(sketch.texts.language)
        for row, part in enumerate(wrapped(text, self.drawing.width - 6), y + 1):
            self.drawing.at(4, row).put(part, self.ink.dim)
        self.drawing.place(("enemy",), 1, y, self.drawing.width - 2)
