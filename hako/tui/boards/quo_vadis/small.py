"""The board in small: the map, the hand and the own tracks, and one part of the rest.

Round 3/10 Genesis ●A     1  2█ 3  4█ 5  FREE
    │M A5 2-4T    │P  ●│          now  players  signs
       │P ●■  │S  1-5D  │         2-4  4 + FREE: 1 faith
 ...                               M  no food  A5
 Blessing×2  Labour  Miracle      ...
Spirit 3/5  Food 2/5  Faith 1/5  Wrath 0/5
"""

from __future__ import annotations

from rich.cells import set_cell_size
from textual.geometry import Region

from hako.content.quo_vadis.actions import Decline, Enough, RollOn
from hako.engine.rules.vocabulary import Seat
from hako.tui.boards.quo_vadis.choices import basic_skills
from hako.tui.boards.quo_vadis.field import FieldMap
from hako.tui.boards.quo_vadis.outlook import outlook
from hako.tui.boards.quo_vadis.panels import (
    face_down,
    genesis,
    hand,
    heading,
    legend,
    race,
    resources,
    seat_rows,
    skills,
    stock,
    tracks,
)
from hako.tui.boards.quo_vadis.sketch import BESIDE, Row, Sketch

PAGES = ("now", "players", "skills", "signs")
"""What stands beside the map, one at a time."""
PANE = 30
"""Columns beside the map."""
ROWS = 13
"""Lines for the largest map with a line above and two below."""
NAME = 7
"""Columns for the name of a player."""


class SmallBoard:
    """Draws a scene in small."""

    def __init__(self, sketch: Sketch, page: str) -> None:
        self.sketch = sketch
        self.page = page
        self.width, self.height = sketch.drawing.width, sketch.drawing.height
        self.beside = self.width - PANE
        """Where the part beside the map begins."""

    def draw(self) -> None:
        """Draw everything."""
        sketch, drawing = self.sketch, self.sketch.drawing
        heading(sketch, drawing.at(1, 0))
        genesis(sketch, drawing.at(self.beside + 1, 0), 0)
        # where it is low, the tracks give way to the map
        lines = 2 if self.height >= ROWS else 1
        FieldMap(sketch, Region(0, 1, self.beside - 1, self.height - 1 - lines)).draw()
        hand(sketch, drawing.at(1, self.height - lines), self.height - lines, self.beside - 1)
        self._tabs(1)
        end = self.height
        if lines > 1:
            tracks(sketch, drawing.at(1, self.height - 1), self.height - 1)
        else:
            end -= 1
            row = resources(sketch, sketch.home)
            sketch.lay(Region(self.beside, end, PANE, 1), [row])
        self._pane(Region(self.beside, 2, PANE, end - 2))

    def _tabs(self, y: int) -> None:
        sketch = self.sketch
        line = sketch.drawing.at(self.beside, y)
        for page in PAGES:
            start = line.x
            style = sketch.ink.mark if page == self.page else sketch.ink.dim
            line.put(f" {sketch.say(f'page.{page}')} ", style)
            sketch.drawing.place(("page", page), start, y, line.x - start, group=BESIDE)

    def _pane(self, region: Region) -> None:
        self.sketch.lay(region, self._rows(region.height))

    def _rows(self, height: int) -> list[Row]:
        sketch = self.sketch
        match self.page:
            case "players":
                return self._players()
            case "skills":
                return skills(sketch)
            case "signs":
                return [*legend(sketch, PANE), *stock(sketch)[2:]]
            case _:
                rows = [*outlook(sketch, PANE), *basic_skills(sketch, PANE, in_full=False)]
                rows = rows or face_down(sketch)
                ends = way_out(sketch)
                return [*rows[: height - len(ends)], *ends]

    def _players(self) -> list[Row]:
        """A line for each seat, and more of the one that is pointed at."""
        sketch = self.sketch
        seats = sketch.world.seats
        pointed = [seat for seat in seats if sketch.cursor == ("seat", seat)]
        shown = pointed[0] if pointed else sketch.home
        rows = [
            Row(
                (
                    (sketch.symbols.pointer if seat == shown else " ", sketch.ink.accent),
                    sketch.owner(seat),
                    (f" {_name(sketch, seat)} ", sketch.ink.text),
                    race(sketch, seat),
                ),
                ("seat", seat),
            )
            for seat in seats
        ]
        return [*rows, *seat_rows(sketch, shown, PANE)]


def _name(sketch: Sketch, seat: Seat) -> str:
    return set_cell_size(sketch.symbols.spell(sketch.texts.term("seat", seat)), NAME)


def way_out(sketch: Sketch) -> list[Row]:
    """How to do no more of it, and what else has no place of its own."""
    rows = []
    for action in sketch.offers(Enough | Decline | RollOn):
        place = (action.__struct_config__.tag,)
        mark = sketch.symbols.pointer if sketch.cursor == place else " "
        rows.append(sketch.text(f"{mark} {sketch.texts.tell(action)}", sketch.ink.accent, place))
    return rows
