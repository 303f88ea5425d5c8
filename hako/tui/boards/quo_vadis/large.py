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
from hako.content.quo_vadis.skills import maximum
from hako.tui.boards.quo_vadis.choice_panel import outlook
from hako.tui.boards.quo_vadis.choices import basic_skills, whole_skills
from hako.tui.boards.quo_vadis.draw_context import BESIDE, Row, Sketch
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
    skills_in_words,
    stock,
    track,
)
from hako.tui.boards.quo_vadis.small import way_out

COLUMNS, ROWS = 100, 40
"""So much room it needs."""
PANE = 22
"""Columns beside the map, at least."""
COUNTS = 33
"""Where the numbers of the players begin."""


class LargeBoard:
    """Draws a scene in large."""

    def __init__(self, sketch: Sketch) -> None:
        self.sketch = sketch
        self.drawing = sketch.drawing
        self.ink = sketch.ink
        self.players = self.drawing.height - 2 * len(sketch.world.players) - 1
        """Where the players begin."""

    def draw(self) -> None:
        """Draw everything."""
        heading(self.sketch, self.drawing.at(1, 0))
        skills = whole_skills(self.sketch, self.drawing.width - 2)
        self.sketch.lay(Region(1, 2, self.drawing.width - 2, len(skills)), skills)
        top = len(skills) + 3 if skills else 1
        room = Region(0, top, self.drawing.width - PANE - 1, self.players - top)
        field = FieldMap(self.sketch, room)
        # a smaller map leaves more to what stands beside it
        taken = min(room.width, field.hexes.extent.width + 2)
        if taken < room.width:
            field = FieldMap(self.sketch, Region(0, top, taken, room.height))
        field.draw()
        self._beside(
            Region(taken + 1, top, self.drawing.width - taken - 1, room.height),
            asks=not skills,
        )
        self._players()

    # ------------------------------------------------------------------ beside the map

    def _beside(self, region: Region, *, asks: bool) -> None:
        x, y = region.offset
        genesis(self.sketch, self.drawing.at(x, y), y)
        y = self._tracks(x, y + 2)
        y = self._hand(x, y + 1, region.width)
        left = stock(self.sketch)
        if not self.sketch.offers(LaySkill):  # these stand above with their texts
            left = [*face_down(self.sketch), *left]
        left = left[: max(0, region.bottom - y - 2)]
        below = region.bottom - len(left)
        self.sketch.lay(Region(x, below, region.width, len(left)), left)
        ends = way_out(self.sketch)
        room = Region(x, y + 1, region.width, max(0, below - y - 2))
        rows = outlook(self.sketch, region.width) if asks else []
        rows += basic_skills(self.sketch, region.width)
        rows = rows[: max(0, room.height - len(ends))]
        self.sketch.lay(room, [*rows, *ends])

    def _tracks(self, x: int, y: int) -> int:
        sketch = self.sketch
        for number, which in enumerate(TRACKS):
            has, most = sketch.player.has(which), maximum(sketch.world, sketch.home, which)
            line = self.drawing.at(x, y + number)
            line.put(sketch.say(f"track.{which}"), self.ink.dim, 7).put(" ", self.ink.text)
            line.put(sketch.symbols.full_block * has, self.ink.strong)
            line.put(sketch.symbols.light_block * max(0, most - has), self.ink.rule)
            line.put(" ", self.ink.text).put(*track(sketch, sketch.home, which))
            self.drawing.place(("track", which), x, y + number, line.x - x, group=BESIDE)
        return y + len(TRACKS)

    def _hand(self, x: int, y: int, width: int) -> int:
        sketch = self.sketch
        cards = Counter(sketch.player.hand)
        self.drawing.at(x, y).put(sketch.say("hand", count=len(sketch.player.hand)), self.ink.dim)
        for number, (kind, count) in enumerate(cards.items(), 1):
            place = ("hand", kind)
            copies = f"{sketch.symbols.times}{count}" if count > 1 else ""
            style = sketch.epic_style(kind, solid=place in sketch.offered)
            line = self.drawing.at(x, y + number)
            line.put(f" {sketch.epic(kind)} {copies}", style, min(width, 16))
            self.drawing.place(place, x, y + number, line.x - x, group=BESIDE)
        return y + 1 + len(cards)

    # ------------------------------------------------------------------ the players

    def _players(self) -> None:
        """A table of all seats, with generations and skills below each."""
        sketch, top = self.sketch, self.players
        heads = [*(f"track.{which}" for which in TRACKS), *(f"column.{key}" for key in COUNTED)]
        step = (self.drawing.width - COUNTS) // len(heads)
        self.drawing.at(1, top).put(sketch.say("in_reserve"), self.ink.dim, COUNTS - 2)
        for number, head in enumerate(heads):
            self.drawing.at(COUNTS + number * step, top).put(
                sketch.say(head), self.ink.dim, step - 1
            )
        for seat in sketch.world.seats:
            y = top + 1 + 2 * seat
            line = self.drawing.at(1, y).put(*sketch.owner(seat)).put(" ", self.ink.text)
            line.put(sketch.texts.term("seat", seat), self.ink.owner(seat), 9)
            line.put(" ", self.ink.text).put(*race(sketch, seat))
            cells = [*(track(sketch, seat, which) for which in TRACKS)]
            cells += [(str(count), self.ink.text) for count in pieces_left(sketch, seat)]
            for number, (text, style) in enumerate(cells):
                self.drawing.at(COUNTS + number * step, y).put(text, style)
            self.drawing.place(("seat", seat), 1, y, COUNTS - 2)
            hidden = f"+{len(sketch.world.players[seat].face_down)}"
            row = Row(
                (
                    *generations(sketch, seat),
                    (hidden, self.ink.dim),
                    *skills_in_words(sketch, seat),
                )
            )
            sketch.lay(Region(4, y + 1, self.drawing.width - 4, 1), [row])
