"""The board in small: the whole town and everything to be chosen in a dozen lines of eighty cells.

      1    2    3 ...    8   Turn 7 Action 3AP +2 decks 27
1    M  " P    P ...         1 C-W  4 ●A   ●A C  4  2 4 2 0
2    W =  C    B ...         2 W-M  6      ■B H  6  0 3 3 1
...                          Mil B 9   Ind M 3   Rec:C O 6
8    B    O    C ...         Plan B O-H 24   now 31
Hand  C P   M P
      W C   O B
▸3 pawn  ▸5 monument  10 score +8   ▸end the phase
"""

from __future__ import annotations

from rich.style import Style

from hako.content.cultus.cards import IconId
from hako.content.cultus.geometry import Cell
from hako.content.cultus.state import Space, pair
from hako.engine.rules.model import Seat
from hako.tui.boards.cultus import shared_parts
from hako.tui.boards.cultus.draw_context import GLYPH, CultusContext
from hako.tui.boards.cultus.pages import score_sheet

CELL = 5
"""Cells of a cell of the map, at least: pawn or pay, icon, monument, link to the right."""
NAME = 6
"""Cells of an icon's name on the map, at least."""
INCOME = 14
"""Cells of the income cards."""
RULER = 20
"""Cells of a seat's row."""
HEADS = ("columns", "more_columns")
"""The rows that name the figures of a seat in their order."""
CARD = 12
"""Cells of an open monument card."""
BESIDE = 38
"""Cells beside the map before its cells grow."""


class SmallBoard:
    """The small drawing of a table model."""

    def __init__(self, context: CultusContext) -> None:
        self.context = context
        self.drawing = context.drawing
        self.ink = context.ink
        self.geometry = context.town.geometry
        spare = self.drawing.width - 2 - CELL * self.geometry.columns - BESIDE
        room = min(GLYPH + spare // self.geometry.columns, context.longest_name)
        self.icon = room if room >= NAME else GLYPH
        """Cells of an icon on the map: for its name if there is room, else for its glyph."""
        self.cell = CELL - GLYPH + self.icon
        """Cells of a cell of the map."""
        self.beside = 2 + self.cell * self.geometry.columns + 1
        """The first column beside the map."""
        self.is_narrow = self.drawing.width < self.beside + INCOME + RULER
        """True if only the income cards are beside the map, and the rest is below."""
        self.top = 1 if self.is_narrow else 0
        """The line above the map."""
        self.below = self.top + 1 + max(self.geometry.rows, 8)
        """The line below the map."""

    def draw(self) -> None:
        """Draw everything, from the top down."""
        self._heading()
        for cell in self.geometry.cells:
            self._cell(cell)
        for y, space in enumerate(self.context.town.row, self.top + 1):
            self._income(y, space)
        self._hand(self.below)
        y = self.below + self.geometry.card_rows
        if self.context.move_preview and self.context.move_preview.covered:
            shared_parts.changes(self.context, self.drawing.at(1, y), self.context.move_preview)
            y += 1
        else:
            y = shared_parts.choice_strip(self.context, y)
        if self.is_narrow:
            self._rest_below(y)
        else:
            self._rest_beside(y)

    def _rest_beside(self, y: int) -> None:
        self._rulers(self.beside + INCOME, 1)
        self._open_monuments(self.beside - 1, 7)
        self._worth(self.beside, 8)
        if y < self.drawing.height:
            shared_parts.legend(self.context, 1, y)
        if self.drawing.height >= y + 3 + len(self.context.owners):
            score_sheet(self.context, 1, y + 2)

    def _rest_below(self, y: int) -> None:
        self._open_monuments(0, y)
        self._worth(1, y + 1)
        self._rulers(1, y + 2)
        shared_parts.legend(self.context, 1, y + 3 + len(HEADS) + len(self.context.owners))

    # ------------------------------------------------------------------ the map

    def _heading(self) -> None:
        context, centre = self.context, self.context.symbol("centre")
        rows, columns = shared_parts.middle(context)
        for row in range(1, self.geometry.rows + 1):
            self.drawing.at(0, self.top + row).put(
                f"{row}{centre if row in rows else ''}", self.ink.dim
            )
        for column in range(1, self.geometry.columns + 1):
            text = f"{column}{centre if column in columns else ''}"
            x = 2 + self.cell * (column - 1) + (self.icon + 2) // 2
            self.drawing.at(x, self.top).put(text, self.ink.dim)
        shared_parts.heading(context, 1 if self.is_narrow else self.beside, 0)

    def _cell(self, cell: Cell) -> None:
        context = self.context
        row, column = self.geometry.spot(cell)
        x, y = 2 + self.cell * (column - 1), self.top + row
        icon = context.shown.icons[cell]
        line = self.drawing.at(x, y)
        before, upwards = self._before(cell), self._upwards(cell, row)
        line.put(*(before or upwards))
        line.put(self._name(icon), context.ground(cell), self.icon)
        behind = shared_parts.token(context, cell)
        line.put(*(upwards if before and behind[0] == " " else behind))
        if column < self.geometry.columns:
            line.put(*shared_parts.link(context, pair(cell, cell + 1), down=False))
        self.drawing.place(("cell", cell), x, y, self.cell - 1, group="map")

    def _name(self, icon: IconId | None) -> str:
        if icon is None:
            return f"{' ' * (self.icon // 2)}{self.context.symbols.dot}"
        return (
            self.context.glyph(icon) if self.icon < NAME else self.context.name_in(icon, self.icon)
        )

    def _upwards(self, cell: Cell, row: int) -> tuple[str, Style]:
        """The link to the cell above: before the icon, or behind it where something is before."""
        if row == 1:
            return " ", self.ink.text
        return shared_parts.link(self.context, pair(cell - self.geometry.columns, cell), down=True)

    def _before(self, cell: Cell) -> tuple[str, Style] | None:
        """The sign before the icon: a pawn, the pay of a step, or a pointer; None without one."""
        context = self.context
        if cell in context.pawns:
            return context.mark(context.pawns[cell]), self.ink.owner(context.pawns[cell])
        if (step := shared_parts.step(context, cell)) is not None:
            return step
        if context.is_offered(("cell", cell)):
            return context.symbols.pointer, self.ink.accent
        return None

    # ------------------------------------------------------------------ beside the map

    def _income(self, y: int, space: Space) -> None:
        context = self.context
        place = ("income", space.income)
        mark = context.symbols.pointer if context.is_offered(place) else " "
        line = self.drawing.at(self.beside - 1, y).put(mark, self.ink.accent)
        if space.is_gold:
            line.put(f"$ {context.say('gold_side')}", self.ink.money, INCOME - 2)
        else:
            first, second = context.cards.income[space.income].icons
            line.put(context.glyph(first), context.style(first)).put("-", self.ink.dim)
            line.put(context.glyph(second), context.style(second))
            line.put(str(len(space.deck)), self.ink.text, 3, right=True).put(" ", self.ink.text)
        if space.medal is not None:
            context.owner(line, space.medal)
        self.drawing.place(place, self.beside - 1, y, INCOME - 1)

    def _rulers(self, x: int, y: int) -> None:
        context = self.context
        for row, key in enumerate(HEADS, y):
            self.drawing.at(x, row).put(context.say(key), self.ink.dim)
        first = y + len(HEADS)
        for seat in context.town.seats:
            self._ruler(x, first + seat, seat)
        if context.town.enemy is not None:
            self._enemy(x, first + len(context.town.seats))

    def _ruler(self, x: int, y: int, seat: Seat) -> None:
        context, ruler = self.context, self.context.town.rulers[seat]
        line = context.owner(self.drawing.at(x, y), seat).put(" ", self.ink.text)
        icon = context.character(seat)
        line.put(context.glyph(icon), context.style(icon))
        cost = "-" if ruler.cost is None else str(ruler.cost)
        line.put(cost, self.ink.money, 3, right=True)
        line.put(str(ruler.character_gold), self.ink.money, 3, right=True)
        for count in (ruler.stock, len(ruler.hand), len(ruler.monuments)):
            line.put(str(count), self.ink.text, 3, right=True)
        line.put(context.symbol("medal") if ruler.has_medal else " ", self.ink.good)
        self.drawing.place(("seat", seat), x, y, line.x - x)

    def _enemy(self, x: int, y: int) -> None:
        context, enemy = self.context, self.context.town.foe
        card = context.cards.enemy[enemy.id]
        line = context.owner(self.drawing.at(x, y), None).put(" ", self.ink.text)
        line.put(context.glyph(card.icon), context.style(card.icon))
        line.put(f" {context.owner_name(None)}", self.ink.danger)
        self.drawing.place(("enemy",), x, y, 20, 2)
        text = context.say("track", track=enemy.track, steps=card.track)
        line = self.drawing.at(x + 3, y + 1).put(text, self.ink.text)
        line.put(f"  {context.symbols.star}{enemy.vp}", self.ink.strong)

    def _open_monuments(self, left: int, y: int) -> None:
        context = self.context
        for number, card in enumerate(context.town.open_monuments):
            x, place = left + number * CARD, ("monument", card)
            mark = context.symbols.pointer if context.is_offered(place) else " "
            line = self.drawing.at(x, y).put(mark, self.ink.accent)
            line.put(context.monument_short(card), self.ink.text)
            icon = context.cards.monument[card].bonus_icon
            line.put(context.glyph(icon), context.style(icon))
            pays = shared_parts.site_pays(context, card)
            if pays is not None:
                line.put(str(pays), self.ink.good, 3, right=True)
            self.drawing.place(place, x, y, CARD)

    def _worth(self, x: int, y: int) -> None:
        context = self.context
        line = self.drawing.at(x, y)
        plan = shared_parts.plan_worth(context)
        if plan:
            line.put(f"{context.say('plan')} ", self.ink.dim).put(plan, self.ink.text)
            self.drawing.place(("own_plan",), x, y, line.x - x)
            line.put("   ", self.ink.text)
        if context.town.turn.number:
            x = line.x
            line.put(f"{context.say('now')} ", self.ink.dim)
            for owner in context.owners if len(context.owners) < 3 else [context.home]:
                context.owner(line, owner).put(
                    f"{shared_parts.total(context, owner)} ", self.ink.strong
                )
            self.drawing.place(("sheet",), x, y, line.x - x)

    # ------------------------------------------------------------------ below the map

    def _hand(self, y: int) -> None:
        context = self.context
        self.drawing.at(1, y).put(context.say("hand"), self.ink.dim)
        hand, columns = context.town.rulers[context.home].hand, self.geometry.card_columns
        room = self.drawing.width - (8 if self.is_narrow else 30)
        icon_room = min((room // max(1, len(hand)) - 2) // columns, context.longest_name + 1)
        face = (
            icon_room if icon_room > NAME <= self.icon else GLYPH
        )  # signs, where the map has signs
        width = face * columns
        gap = max(1, min(4, room // max(1, len(hand)) - width))
        for number, card in enumerate(hand):
            x, place = 8 + number * (width + gap), ("hand", card)
            if shared_parts.is_in_hand_offered(context, card):
                self.drawing.at(x - 1, y).put(context.symbols.pointer, self.ink.accent)
            for at, icon in enumerate(context.faces(card)):
                down, right = divmod(at, columns)
                text = self._face(icon, face) if icon else " ?"
                line = self.drawing.at(x + face * right, y + down)
                line.put(text, context.style(icon) if icon else self.ink.dim, face)
            if card is not None:
                self.drawing.place(place, x, y, width, self.geometry.card_rows)

    def _face(self, icon: IconId, width: int) -> str:
        """An icon of a hand card: its glyph, or its name where there is room."""
        return self.context.glyph(icon) if width == GLYPH else self.context.name_in(icon, width - 1)
