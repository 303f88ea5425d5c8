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
from hako.tui.boards.quo_vadis.choice_panel import choice_panel
from hako.tui.boards.quo_vadis.choices import basic_skills
from hako.tui.boards.quo_vadis.draw_context import BESIDE, QuoVadisContext, Row
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
"""The pages beside the map, one at a time."""
MAP = "map"
"""The page before them where there is no room beside it."""
PANE = 30
"""Columns beside the map."""
ROWS = 13
"""Lines for the largest map with a line above and two below."""
TALL = 24
"""Rows of a board from which on the map takes all columns."""
MOST = 99
"""Lines of a page of its own: as many as it needs."""


def is_narrow(width: int, height: int) -> bool:
    """True if the map has a page of its own, too.

    It has where columns are few, or rows so many that a map as wide as the board has larger cells.
    """
    return width < 50 + PANE or height >= TALL


def pages(width: int, height: int) -> tuple[str, ...]:
    """The pages of a small board of so many columns and rows."""
    return (MAP, *PAGES) if is_narrow(width, height) else PAGES


class SmallBoard:
    """The small drawing of a table model."""

    def __init__(self, context: QuoVadisContext, page: str) -> None:
        self.context = context
        self.page = page
        self.width, self.height = context.drawing.width, context.drawing.height
        self.is_narrow = is_narrow(self.width, self.height)
        self.beside = 1 if self.is_narrow else self.width - PANE
        """The first column of the part beside the map; where it is a page, of the page."""
        self.pane = self.width - self.beside

    def draw(self) -> None:
        """Draw everything."""
        context, drawing = self.context, self.context.drawing
        heading(context, drawing.at(1, 0))
        genesis(context, drawing.at(self.width - PANE + 1, 0), 0)
        self._tabs(1)
        # where it is low, the tracks give way to the map
        lines = 2 if self.height >= ROWS else 1
        end = self.height - lines
        bottom = MOST if self.is_narrow else end if lines == 1 else self.height
        rows = [] if self.page == MAP else self._rows(bottom - 2)
        context.lay(Region(self.beside, 2, self.pane, bottom - 2), rows)
        if not self.is_narrow:
            FieldMap(context, Region(0, 1, self.beside - 1, end - 1)).draw()
        elif self.page == MAP:
            FieldMap(context, Region(0, 2, self.width, end - 2)).draw()
        self._own(max(end, 2 + len(rows)) if self.is_narrow else end, lines)

    def _own(self, y: int, lines: int) -> None:
        """The hand, and the tracks below or beside it."""
        context, drawing = self.context, self.context.drawing
        hand(context, drawing.at(1, y), y, self.width if self.is_narrow else self.beside - 1)
        if lines > 1:
            tracks(context, drawing.at(1, y + 1), y + 1)
        else:
            row = resources(context, context.home)
            context.lay(Region(self.width - PANE, y, PANE, 1), [row])

    def _tabs(self, y: int) -> None:
        context = self.context
        line = context.drawing.at(self.beside, y)
        for page in pages(self.width, self.height):
            start = line.x
            style = context.ink.mark if page == self.page else context.ink.dim
            line.put(f" {context.say(f'page.{page}')} ", style)
            context.drawing.place(("page", page), start, y, line.x - start, group=BESIDE)

    def _rows(self, height: int) -> list[Row]:
        context = self.context
        match self.page:
            case "players":
                return self._players()
            case "skills":
                return skills(context)
            case "signs":
                return [*legend(context, self.pane), *stock(context)[2:]]
            case _:
                rows = [
                    *choice_panel(context, self.pane),
                    *basic_skills(context, self.pane, in_full=False),
                ]
                rows = rows or face_down(context)
                ends = way_out(context)
                return [*rows[: height - len(ends)], *ends]

    def _players(self) -> list[Row]:
        """A line for each seat, and the details of the one at the cursor."""
        context = self.context
        seats = context.world.seats
        pointed = [seat for seat in seats if context.cursor == ("seat", seat)]
        shown = pointed[0] if pointed else context.home
        races = [race(context, seat) for seat in seats]
        names = [context.symbols.spell(context.texts.term("seat", seat)) for seat in seats]
        taken = 2 + cell_width(context.owner(0)[0]) + max(cell_width(text) for text, _ in races)
        room = min(self.pane - taken, 1 + max(map(cell_width, names)))
        rows = [
            Row(
                (
                    (context.symbols.pointer if seat == shown else " ", context.ink.accent),
                    context.owner(seat),
                    (f" {_fitted(context, names[seat], room)}", context.ink.text),
                    races[seat],
                ),
                ("seat", seat),
            )
            for seat in seats
        ]
        return [*rows, *seat_rows(context, shown, self.pane)]


def _fitted(context: QuoVadisContext, name: str, width: int) -> str:
    return set_cell_size(shortened(name, width, context.symbols), width)


def way_out(context: QuoVadisContext) -> list[Row]:
    """The actions that end a choice, and others that have no place on the board."""
    rows = []
    for action in context.offers(Enough | Decline | RollOn):
        place = (action.__struct_config__.tag,)
        mark = context.symbols.pointer if context.cursor == place else " "
        rows.append(
            context.text(f"{mark} {context.texts.render(action)}", context.ink.accent, place)
        )
    return rows
