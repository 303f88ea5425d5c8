"""The larger boards of Cultus: buildings by name and in pictures, roads on the streets between them.

1        2
Office   Plaza
1 ┌───┐     · ·
│▪∩▪│    · o ·
║4$
Market   Office
2 ▀▄▀▄▀    ┌───┐
│   │═4$═│▪∩▪│
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from rich.style import Style

from hako.content.cultus.cards import IconId
from hako.content.cultus.geometry import Cell
from hako.content.cultus.state import Owner, pair
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import letter
from hako.tui.boards.cultus import shared_parts
from hako.tui.boards.cultus.draw_context import CultusContext
from hako.tui.boards.cultus.pages import score_sheet
from hako.tui.boards.cultus.seat_rows import enemy_row, seat_row, seat_rows
from hako.tui.boards.cultus.sizes import MONUMENTS, PICTURES, CultusStep
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.widgets.canvas import StyledLine

Chip: TypeAlias = tuple[BoardPlace, str, Style]
"""A place that is no cell: its text and style."""

PICTURE = 5
"""Columns of a picture, at least; so much is left free for one where there is none."""
NAMED = 4
"""Rows of a picture from which on a pawn has its name beside it, and roads are two cells wide."""


class TownDrawing:
    """A drawing of the town, and of as much below it as there is room for."""

    def __init__(self, context: CultusContext, step: CultusStep) -> None:
        self.context = context
        self.drawing = context.drawing
        self.ink = context.ink
        self.step = step
        self.geometry = context.town.geometry
        self.wide, self.high = step.cell
        self.has_pictures = step.picture > 0 and context.symbols.name == "full"
        pictures = PICTURES.get(step.picture, {})
        self.picture = max((len(rows[0]) for rows in pictures.values()), default=PICTURE)
        """Columns of a picture."""
        self.bottom = 1 + self.high * self.geometry.rows
        """The first row below the town."""

    def draw(self) -> None:
        """Draw everything; what has no room below the town is drawn when it is pointed at."""
        self._heads()
        for cell in self.geometry.cells:
            self._cell(cell)
            self._roads(cell)
        self.draw_table(self.bottom)
        self._pointed()

    def draw_table(self, top: int) -> None:
        """Draw what stands below the town, from a row on."""
        is_listed = self.step.picture == 0 and self.context.scene.seat is not None
        end = shared_parts.heading(self.context, 1, top, has_turn=not is_listed)
        shared_parts.plan(self.context, end + 2, top)
        y = self._changes(top + 1)
        for label, chips in self._groups():
            y = self._flow(y, label, chips)
        y = self._flow(self._hand(y), *self._powers())
        if self.drawing.height - y > len(self.context.owners):
            y = seat_rows(self.context, y)
        if self.drawing.height - y > len(self.context.owners) + 1:
            score_sheet(self.context, 1, y + 1)

    # ------------------------------------------------------------------ the town

    def _heads(self) -> None:
        rows, columns = shared_parts.middle(self.context)
        for row in range(1, self.geometry.rows + 1):
            y = 1 + self.high * (row - 1) + (1 if self.step.picture else 0)
            mark = "│" if row in rows and self.step.left > 1 else ""
            self.drawing.at(0, y).put(f"{mark}{row}", self.ink.dim)
        digits = {
            self._x(number) + self.picture // 2: f"{number}"
            for number in range(1, self.geometry.columns + 1)
        }
        frame, bracket = self.context.symbols.frame, range(0)
        if columns:
            first = self._x(min(columns)) - (self.step.left > 1)
            bracket = range(first, self._x(max(columns)) + self.picture + 1)
        corners = {bracket.start: frame.top_left, bracket.stop - 1: frame.top_right}
        for x in {*digits, *bracket}:
            sign = digits.get(x) or corners.get(x, frame.horizontal)
            self.drawing.at(x, 0).put(sign, self.ink.accent if x in bracket else self.ink.dim)

    def _x(self, column: int) -> int:
        return self.step.left + self.wide * (column - 1)

    def _spot(self, cell: Cell) -> tuple[int, int]:
        row, column = self.geometry.spot(cell)
        return self._x(column), 1 + self.high * (row - 1)

    def _cell(self, cell: Cell) -> None:
        context, (x, y) = self.context, self._spot(cell)
        icon, ground = context.shown.icons[cell], context.ground(cell)
        room = self.wide if self.step.picture == 0 else self.wide - 1
        if icon is None:
            middle = x + self.picture // 2, y + (self.high - 1) // 2
            self.drawing.at(*middle).put(context.symbols.dot, self.ink.rule)
        else:
            name = context.name_in(icon, room)
            start = x - 1 if cell_width(name) >= self.wide else x
            self.drawing.at(start, y).put(name, ground)
            self._picture(x, y + 1, icon, ground)
        self._pawn_and_key(x, y, cell)
        self._monument(x, y, cell)
        self.drawing.place(("cell", cell), x, y, self.wide - 2, self.high - 1, group="map")

    def _picture(self, x: int, y: int, icon: IconId, ground: Style) -> None:
        pictures: Mapping[str, Sequence[str]] = (
            PICTURES[self.step.picture] if self.has_pictures else {}
        )
        for row, text in enumerate(pictures.get(icon, ()), y):
            self.drawing.at(x, row).put(text, ground)

    @property
    def _road_row(self) -> int:
        """The row of a cell on which the road to the right runs."""
        return min(2, self.step.picture) or 1

    @property
    def _road_width(self) -> int:
        """Rows or columns of a road."""
        return 2 if self.step.picture >= NAMED else 1

    @property
    def _pawn_row(self) -> int:
        """The row of a cell on which its pawn stands; another than that of the road."""
        return 1 if self.step.picture < 3 else self.step.picture

    @property
    def _beside(self) -> int:
        """The column of a cell on which monuments and keys stand, next to its picture."""
        if not self.step.picture:
            return 0
        return self.picture + (self.wide > self.picture + 4)

    def _pawn_and_key(self, x: int, y: int, cell: Cell) -> None:
        """Draw the pawn of a cell, or the key and the pay of a step to it."""
        context = self.context
        seat, place = context.pawns.get(cell), ("cell", cell)
        has_monument = bool(context.monuments.get(cell))
        # beside a picture with a monument there is room in the street before it alone
        is_on_street = has_monument and self.step.picture > 0
        if seat is not None:
            row = self.high - 1 if is_on_street else self._pawn_row
            text = f"{context.mark(seat)}{letter(seat)}"
            beside = x + (self.picture + 1 if self.step.picture else 0)
            name = f" {context.owner_name(seat)}" if self.step.picture >= NAMED else ""
            room = x + self.wide - 1 - beside - cell_width(text)
            text += name if cell_width(name) <= room else ""
            self.drawing.at(beside, y + row).put(text, self.ink.owner(seat))
        elif context.is_offered(place):
            row = self.high - 1 if is_on_street else 1
            room = 3 if has_monument and not is_on_street else self.wide - self._beside
            self._key(self.drawing.at(x + self._beside, y + row), cell, room)

    def _key(self, line: StyledLine, cell: Cell, room: int) -> None:
        """Write the key of a step to a cell, which Enter's has a pointer for, and its pay."""
        context, place = self.context, ("cell", cell)
        pay, key, end = shared_parts.step(context, cell), context.key(place), line.x + room
        pointer = context.symbols.pointer
        if context.cursor == place or not key:
            line.put(f"{pointer}{key}", self.ink.accent)
        else:
            line.put(f"‹{key}›", self.ink.accent)
        if pay is not None and pay[0] != pointer:
            text = f"+{pay[0]}" if pay[0].isdigit() else pay[0]
            if line.x + cell_width(text) <= end:
                line.put(text, pay[1])

    def _monument(self, x: int, y: int, cell: Cell) -> None:
        context, owners = self.context, self.context.monuments.get(cell, [])
        if not owners:
            return
        _, style = shared_parts.token(context, cell)
        sign = self._owner_sign(owners)
        if context.symbols.name != "full":
            self.drawing.at(x + 3, y + 1).put(f"{context.symbol('monument')[0]}{sign}", style)
            return
        rows = MONUMENTS[self.step.picture]
        left = x + (self._beside or 3)
        for row, text in enumerate(rows, y + 1):
            self.drawing.at(left, row).put(text.format(sign), style)

    def _owner_sign(self, owners: list[Owner]) -> str:
        """The letter of an owner, the sign of the enemy, or the number of several."""
        if len(owners) > 1:
            return str(len(owners))
        return self.context.symbol("enemy") if owners[0] is None else letter(owners[0])

    def _roads(self, cell: Cell) -> None:
        """Draw the roads to the right and down that pay, or have paid in this turn."""
        row, column = self.geometry.spot(cell)
        x, y = self._spot(cell)
        if column < self.geometry.columns:
            sign, style = shared_parts.link(self.context, pair(cell, cell + 1), down=False)
            if sign != " ":
                start = x + self.picture + (not self.step.picture)
                if self.context.monuments.get(cell) and self.step.picture:
                    start = x + self._beside + len(MONUMENTS[self.step.picture][-1])
                length = x + self.wide - start if self.step.picture else 2
                self.drawing.at(start, y + self._road_row).put(self._road(sign, length), style)
                if self._road_width > 1:
                    self.drawing.at(start, y + self._road_row + 1).put(sign * length, style)
        if row < self.geometry.rows:
            below = cell + self.geometry.columns
            sign, style = shared_parts.link(self.context, pair(cell, below), down=True)
            if sign != " ":
                is_open = sign == self.context.symbol("pays_down")
                gold = f"{self.context.step_gold}$" if is_open and self.step.picture else ""
                middle = x + self.picture // 2
                first = y + (self.step.picture or self.high) + 1
                for row in range(first, y + self.high - 1):
                    self.drawing.at(middle, row).put(sign * self._road_width, style)
                road = f"{sign * self._road_width}{gold}"
                self.drawing.at(middle, y + self.high - 1).put(road, style)

    def _road(self, sign: str, length: int) -> str:
        """A road in so many cells, with what it pays where there is room."""
        gold = f"{self.context.step_gold}$"
        if sign != self.context.symbol("pays") or length < len(gold) + 2:
            return sign * length
        before = (length - len(gold)) // 2
        return f"{sign * before}{gold}{sign * (length - before - len(gold))}"

    # ------------------------------------------------------------------ below the town

    def _changes(self, y: int) -> int:
        """Write what the card being laid would change; the next free row."""
        move_preview = self.context.move_preview
        if move_preview is None or not move_preview.covered:
            return y
        shared_parts.changes(self.context, self.drawing.at(1, y), move_preview)
        return y + 1

    def _groups(self) -> Iterator[tuple[str, list[Chip]]]:
        """The places beside the town in groups: choices, monument cards, income cards."""
        context = self.context
        choices = [*shared_parts.choices(context)]
        yield "", [(place, text, self.ink.text) for place, text in choices]
        yield (
            context.say("build", vp=context.cards.constants.monument_bonus_vp),
            [self._open_monument(card) for card in context.town.open_monuments],
        )
        yield (
            context.say("decks_here"),
            [self._income(number) for number in range(len(context.town.row))],
        )

    def _powers(self) -> tuple[str, list[Chip]]:
        """The group of the powers of the own character, which the list has where they can be used."""
        context = self.context
        if context.town.turn.phase == "setup" or context.character(context.home) is None:
            return "", []
        powers = [(power, shared_parts.power_text(context, power)) for power in context.cards.power]
        return context.say("powers_here"), [
            (("power", power), text, self.ink.text) for power, text in powers
        ]

    def _income(self, number: int) -> Chip:
        context, space = self.context, self.context.town.row[number]
        place = ("income", space.income)
        medal = "" if space.medal is None else f" {context.symbols.owner(space.medal)}"
        if space.is_gold:
            return place, f"{context.say('gold_side')} $1{medal}", self.ink.money
        first, second = context.cards.income[space.income].icons
        text = f"{context.name(first)}-{context.name(second)} {len(space.deck)}{medal}"
        return place, text, self.ink.text

    def _open_monument(self, card: str) -> Chip:
        context, pays = self.context, shared_parts.site_pays(self.context, card)
        icon = context.name(context.cards.monument[card].bonus_icon)
        points = "" if pays is None else f" {pays}{context.symbols.star}"
        text = f"{context.monument_kind(card)} {icon}{points}"
        return ("monument", card), text, self.ink.text

    def _flow(self, y: int, label: str, chips: list[Chip]) -> int:
        """Write chips in rows behind a label as long as there are rows; the next free row."""
        line = self.drawing.at(1, y)
        if label and chips and y < self.drawing.height:
            line.put(f"{label} ", self.ink.dim)
        left = line.x
        for place, text, style in chips:
            cells = cell_width(text) + 4
            if line.x > left and line.x + cells > self.drawing.width:
                y, line = y + 1, self.drawing.at(1, y + 1)
            if y >= self.drawing.height:
                self.drawing.beyond.add(place)
                continue
            self._chip(line, place, text, style, y)
        return y + bool(chips)

    def _chip(self, put: StyledLine, place: BoardPlace, text: str, style: Style, y: int) -> None:
        """Write a place that is no cell, with its key."""
        context, drawing = self.context, self.drawing
        start, offered, key = put.x, context.is_offered(place), context.key(place)
        sign = f"‹{key}›" if key else " "
        if place == context.cursor and offered:
            sign = f"{context.symbols.pointer}{key} "
        put.put(sign, self.ink.accent).put(text, self.ink.strong if offered else style)
        drawing.place(place, start, y, put.x - start)
        put.at(put.x + 2)

    # ------------------------------------------------------------------ the hand

    def _hand(self, y: int) -> int:
        """Draw the hand as little cards of named buildings; the next free row."""
        context, geometry = self.context, self.geometry
        hand = context.town.rulers[context.home].hand
        known = [card for card in hand if card is not None]
        width = context.longest_name + 1
        cells = width * geometry.card_columns + 3
        fits = (self.drawing.width - 1) // cells
        if not known:
            return y
        rows = -(-len(hand) // max(1, fits))
        if y + rows * geometry.card_rows > self.drawing.height:
            self.drawing.beyond |= {("hand", card) for card in known}
            return y
        for number, card in enumerate(hand):
            row, column = divmod(number, max(1, fits))
            top, x, place = y + row * geometry.card_rows, 1 + column * cells, ("hand", card)
            key = context.key(place) if card is not None else ""
            sign = f"{key} "
            if place == context.cursor and shared_parts.is_in_hand_offered(context, card):
                sign = f"{context.symbols.pointer}{key}"
            self.drawing.at(x, top).put(sign, self.ink.accent)
            for at, icon in enumerate(context.faces(card)):
                down, right = divmod(at, geometry.card_columns)
                text = "?" if icon is None else context.name(icon)
                style = self.ink.dim if icon is None else context.style(icon)
                self.drawing.at(x + 2 + width * right, top + down).put(text, style, width)
            if card is not None:
                self.drawing.place(place, x, top, cells - 1, geometry.card_rows)
        return y + rows * geometry.card_rows

    def _pointed(self) -> None:
        """Draw the place at the cursor in the last row, where it has no other."""
        context, place = self.context, self.context.cursor
        last = self.drawing.height - 1
        seats = {("seat", seat) for seat in context.town.seats} | {("enemy",)}
        self.drawing.beyond |= {one for one in seats if one not in self.drawing.places}
        if place not in self.drawing.beyond:
            return
        match place:
            case ("hand", str(card)):
                names = [context.name(icon) for icon in context.faces(card) if icon]
                half = self.geometry.card_columns
                text = f"{' '.join(names[:half])} / {' '.join(names[half:])}"
            case ("seat", int(seat)):
                self.drawing.clear(last)
                seat_row(context, last, seat)
                return
            case ("enemy",) if context.town.enemy is not None:
                self.drawing.clear(last)
                enemy_row(context, last)
                return
            case _:
                chips = [chip for _, group in (*self._groups(), self._powers()) for chip in group]
                text = next((text for one, text, _ in chips if one == place), "")
        self.drawing.clear(last)
        self._chip(self.drawing.at(1, last), place, text, self.ink.text, last)
