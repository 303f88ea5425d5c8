"""The board in large: the map with whole names, and everything else around it.

Round 3/10  Genesis  ●A Ann
┏━━━━━━━━━┱─────────╮                    Genesis cards
┃ Plains  ┃ Sea     │                    tracks as bars
┃ A5 ●    ┃ ■2      │                    hand
┗━━━━┓┈┈┈2-4┈┈┈┏━━━━┛                    what may be chosen
                                         stock
●A Ann  Glorious  Spirit 3/5 ...  workers 7  cities 3 ...
   3B 1L  Deft Cultivators  Veterans  4 face down
"""

from __future__ import annotations

from collections import Counter

from textual.geometry import Region

from hako.content.quo_vadis.actions import LaySkill
from hako.content.quo_vadis.working_skills import maximum
from hako.tui.boards.quo_vadis.choice_panel import choice_panel
from hako.tui.boards.quo_vadis.choices import basic_skills, whole_skills
from hako.tui.boards.quo_vadis.draw_context import BESIDE, QuoVadisContext, Row
from hako.tui.boards.quo_vadis.field import FieldMap
from hako.tui.boards.quo_vadis.panels import (
    COUNTED,
    TRACKS,
    face_down,
    generations,
    genesis,
    heading,
    pieces_left,
    race,
    skill_marks,
    stock,
    track,
)
from hako.tui.boards.quo_vadis.small import way_out

COLUMNS, ROWS = 100, 40
"""Columns and rows of the least room for it."""
PANE = 22
"""Columns beside the map, at least."""
COUNTS = 33
"""The first column of the players' numbers."""


class LargeBoard:
    """The large drawing of a table model."""

    def __init__(self, context: QuoVadisContext) -> None:
        self.context = context
        self.drawing = context.drawing
        self.ink = context.ink
        self.players = self.drawing.height - 2 * len(context.world.players) - 1
        """The first line of the players."""

    def draw(self) -> None:
        """Draw everything."""
        heading(self.context, self.drawing.at(1, 0))
        skills = whole_skills(self.context, self.drawing.width - 2)
        self.context.lay(Region(1, 2, self.drawing.width - 2, len(skills)), skills)
        top = len(skills) + 3 if skills else 1
        room = Region(0, top, self.drawing.width - PANE - 1, self.players - top)
        field = FieldMap(self.context, room)
        # a smaller map leaves more to what stands beside it
        taken = min(room.width, field.hexes.extent.width + 2)
        if taken < room.width:
            field = FieldMap(self.context, Region(0, top, taken, room.height))
        field.draw()
        self._beside(
            Region(taken + 1, top, self.drawing.width - taken - 1, room.height),
            asks=not skills,
        )
        self._players()

    # ------------------------------------------------------------------ beside the map

    def _beside(self, region: Region, *, asks: bool) -> None:
        x, y = region.offset
        genesis(self.context, self.drawing.at(x, y), y)
        y = self._tracks(x, y + 2)
        y = self._hand(x, y + 1, region.width)
        left = stock(self.context)
        if not self.context.offers(LaySkill):  # these stand above with their texts
            left = [*face_down(self.context), *left]
        left = left[: max(0, region.bottom - y - 2)]
        below = region.bottom - len(left)
        self.context.lay(Region(x, below, region.width, len(left)), left)
        ends = way_out(self.context)
        room = Region(x, y + 1, region.width, max(0, below - y - 2))
        rows = choice_panel(self.context, region.width) if asks else []
        rows += basic_skills(self.context, region.width)
        rows = rows[: max(0, room.height - len(ends))]
        self.context.lay(room, [*rows, *ends])

    def _tracks(self, x: int, y: int) -> int:
        context = self.context
        for number, which in enumerate(TRACKS):
            has, most = context.player.has(which), maximum(context.world, context.home, which)
            line = self.drawing.at(x, y + number)
            line.put(context.say(f"track.{which}"), self.ink.dim, 7).put(" ", self.ink.text)
            line.put(context.symbols.full_block * has, self.ink.strong)
            line.put(context.symbols.light_block * max(0, most - has), self.ink.rule)
            line.put(" ", self.ink.text).put(*track(context, context.home, which))
            self.drawing.place(("track", which), x, y + number, line.x - x, group=BESIDE)
        return y + len(TRACKS)

    def _hand(self, x: int, y: int, width: int) -> int:
        context = self.context
        cards = Counter(context.player.hand)
        self.drawing.at(x, y).put(context.say("hand", count=len(context.player.hand)), self.ink.dim)
        for number, (kind, count) in enumerate(cards.items(), 1):
            place = ("hand", kind)
            copies = f"{context.symbols.times}{count}" if count > 1 else ""
            style = context.epic_style(kind, solid=place in context.offered)
            line = self.drawing.at(x, y + number)
            line.put(f" {context.epic(kind)} {copies}", style, min(width, 16))
            self.drawing.place(place, x, y + number, line.x - x, group=BESIDE)
        return y + 1 + len(cards)

    # ------------------------------------------------------------------ the players

    def _players(self) -> None:
        """A table of all seats, with generations and skills below each."""
        context, top = self.context, self.players
        heads = [*(f"track.{which}" for which in TRACKS), *(f"column.{key}" for key in COUNTED)]
        step = (self.drawing.width - COUNTS) // len(heads)
        self.drawing.at(1, top).put(context.say("in_reserve"), self.ink.dim, COUNTS - 2)
        for number, head in enumerate(heads):
            self.drawing.at(COUNTS + number * step, top).put(
                context.say(head), self.ink.dim, step - 1
            )
        for seat in context.world.seats:
            y = top + 1 + 2 * seat
            line = self.drawing.at(1, y).put(*context.owner(seat)).put(" ", self.ink.text)
            line.put(context.texts.term("seat", seat), self.ink.owner(seat), 9)
            line.put(" ", self.ink.text).put(*race(context, seat))
            cells = [*(track(context, seat, which) for which in TRACKS)]
            cells += [(str(count), self.ink.text) for count in pieces_left(context, seat)]
            for number, (text, style) in enumerate(cells):
                self.drawing.at(COUNTS + number * step, y).put(text, style)
            self.drawing.place(("seat", seat), 1, y, COUNTS - 2)
            hidden = f"+{len(context.world.players[seat].face_down)}"
            row = Row(
                (
                    *generations(context, seat),
                    (hidden, self.ink.dim),
                    *skill_marks(context, seat),
                )
            )
            context.lay(Region(4, y + 1, self.drawing.width - 4, 1), [row])
