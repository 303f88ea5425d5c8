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
from hako.engine.i18n.width import cell_width
from hako.tui.boards.quo_vadis.choice_panel import outlook
from hako.tui.boards.quo_vadis.choices import basic_skills
from hako.tui.boards.quo_vadis.draw_context import BESIDE, Row, Sketch
from hako.tui.boards.quo_vadis.field import FieldMap
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
from hako.tui.theme.truncation import shortened

PAGES = ("now", "players", "skills", "signs")
"""What stands beside the map, one at a time."""
MAP = "map"
"""The page before them where there is no room beside it."""
PANE = 30
"""Columns beside the map."""
ROWS = 13
"""Lines for the largest map with a line above and two below."""
MOST = 99
"""Lines of a page of its own: as many as it needs."""


def is_narrow(width: int) -> bool:
    """Whether the map has a page of its own, too."""
    return width < 50 + PANE


def pages(width: int) -> tuple[str, ...]:
    """The pages of a small board of so many columns."""
    return (MAP, *PAGES) if is_narrow(width) else PAGES


class SmallBoard:
    """Draws a scene in small."""

    def __init__(self, sketch: Sketch, page: str) -> None:
        self.sketch = sketch
        self.page = page
        self.width, self.height = sketch.drawing.width, sketch.drawing.height
        self.is_narrow = is_narrow(self.width)
        self.beside = 1 if self.is_narrow else self.width - PANE
        """Where the part beside the map begins; in its place, where it is turned to."""
        self.pane = self.width - self.beside

    def draw(self) -> None:
        """Draw everything."""
        sketch, drawing = self.sketch, self.sketch.drawing
        heading(sketch, drawing.at(1, 0))
        genesis(sketch, drawing.at(self.width - PANE + 1, 0), 0)
        self._tabs(1)
        # where it is low, the tracks give way to the map
        lines = 2 if self.height >= ROWS else 1
        end = self.height - lines
        bottom = MOST if self.is_narrow else end if lines == 1 else self.height
        rows = [] if self.page == MAP else self._rows(bottom - 2)
        sketch.lay(Region(self.beside, 2, self.pane, bottom - 2), rows)
        if not self.is_narrow:
            FieldMap(sketch, Region(0, 1, self.beside - 1, end - 1)).draw()
        elif self.page == MAP:
            FieldMap(sketch, Region(0, 2, self.width, end - 2)).draw()
        self._own(max(end, 2 + len(rows)) if self.is_narrow else end, lines)

    def _own(self, y: int, lines: int) -> None:
        """The hand, and the tracks below or beside it."""
        sketch, drawing = self.sketch, self.sketch.drawing
        hand(sketch, drawing.at(1, y), y, self.width if self.is_narrow else self.beside - 1)
        if lines > 1:
            tracks(sketch, drawing.at(1, y + 1), y + 1)
        else:
            row = resources(sketch, sketch.home)
            sketch.lay(Region(self.width - PANE, y, PANE, 1), [row])

    def _tabs(self, y: int) -> None:
        sketch = self.sketch
        line = sketch.drawing.at(self.beside, y)
        for page in pages(self.width):
            start = line.x
            style = sketch.ink.mark if page == self.page else sketch.ink.dim
            line.put(f" {sketch.say(f'page.{page}')} ", style)
            sketch.drawing.place(("page", page), start, y, line.x - start, group=BESIDE)

    def _rows(self, height: int) -> list[Row]:
        sketch = self.sketch
        match self.page:
            case "players":
                return self._players()
            case "skills":
                return skills(sketch)
            case "signs":
                return [*legend(sketch, self.pane), *stock(sketch)[2:]]
            case _:
                rows = [
                    *outlook(sketch, self.pane),
                    *basic_skills(sketch, self.pane, in_full=False),
                ]
                rows = rows or face_down(sketch)
                ends = way_out(sketch)
                return [*rows[: height - len(ends)], *ends]

    def _players(self) -> list[Row]:
        """A line for each seat, and more of the one that is pointed at."""
        sketch = self.sketch
        seats = sketch.world.seats
        pointed = [seat for seat in seats if sketch.cursor == ("seat", seat)]
        shown = pointed[0] if pointed else sketch.home
        races = [race(sketch, seat) for seat in seats]
        names = [sketch.symbols.spell(sketch.texts.term("seat", seat)) for seat in seats]
        taken = 2 + cell_width(sketch.owner(0)[0]) + max(cell_width(its) for its, _ in races)
        room = min(self.pane - taken, 1 + max(map(cell_width, names)))
        rows = [
            Row(
                (
                    (sketch.symbols.pointer if seat == shown else " ", sketch.ink.accent),
                    sketch.owner(seat),
                    (f" {_fitted(sketch, names[seat], room)}", sketch.ink.text),
                    races[seat],
                ),
                ("seat", seat),
            )
            for seat in seats
        ]
        return [*rows, *seat_rows(sketch, shown, self.pane)]


def _fitted(sketch: Sketch, name: str, width: int) -> str:
    return set_cell_size(shortened(name, width, sketch.symbols), width)


def way_out(sketch: Sketch) -> list[Row]:
    """How to do no more of it, and what else has no place of its own."""
    rows = []
    for action in sketch.offers(Enough | Decline | RollOn):
        place = (action.__struct_config__.tag,)
        mark = sketch.symbols.pointer if sketch.cursor == place else " "
        rows.append(sketch.text(f"{mark} {sketch.texts.render(action)}", sketch.ink.accent, place))
    return rows
