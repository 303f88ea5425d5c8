"""The board in large: the own City, what can be acquired, the map, and everybody's Cities.

round, phase, the clock of the end
own City                                    own supply, Wonder, Policies; everybody's points
display, Basic buildings, Heroes, Monsters
map                                         the others: supply and City
"""

from __future__ import annotations

from textual.geometry import Region

from hako.content.monumental.realm import ROWS as CITY_ROWS
from hako.tui.boards.monumental.city import draw_city
from hako.tui.boards.monumental.display import draw_display, draw_heroes
from hako.tui.boards.monumental.land import draw_land
from hako.tui.boards.monumental.seats import (
    draw_other,
    draw_own,
    draw_policies,
    draw_scores,
)
from hako.tui.boards.monumental.sketch import Sketch
from hako.tui.boards.monumental.small import draw_civilizations, heading

COLUMNS, ROWS = 100, 40
"""So much room it needs."""

CITY = 55
"""Columns of the own City."""
CITY_LINES = 12
OTHERS = 38
"""Columns of the others' Cities."""
HEADING = 2
"""Lines of another seat above its City."""
ROOMY = 3
"""Lines of a slot, at most; more would stay empty."""


def draw_large(sketch: Sketch) -> None:
    """Draw everything at once."""
    drawing = sketch.drawing
    heading(sketch, 0)
    if not sketch.world.display:
        draw_civilizations(sketch, Region(2, 3, drawing.width - 4, 20))
        return
    draw_city(sketch, sketch.home, Region(1, 2, CITY, CITY_LINES))
    _own(sketch, Region(CITY + 3, 2, drawing.width - CITY - 4, CITY_LINES + 1))
    y = 3 + CITY_LINES
    draw_display(sketch, Region(1, y, drawing.width - 2, 6), lines=2)
    y += 7
    world = sketch.world
    if world.heroes or world.lairs or world.realm(sketch.home).hero:
        draw_heroes(sketch, Region(1, y, drawing.width - 2, 2))
        y += 3
    draw_land(sketch, Region(0, y, drawing.width - OTHERS, drawing.height - y))
    _others(sketch, Region(drawing.width - OTHERS + 1, y, OTHERS - 1, drawing.height - y))


def _own(sketch: Sketch, room: Region) -> None:
    x, y, width, height = room
    below = draw_own(sketch, Region(x, y, width, height))
    below = draw_policies(sketch, Region(x, below, width, height), columns=2)
    draw_scores(sketch, Region(x, below, width, y + height - below))


def _others(sketch: Sketch, room: Region) -> None:
    """The others' supplies and Cities, one below the other, in equal parts of the room."""
    x, y, width, height = room
    lines = min(height // len(sketch.others), HEADING + CITY_ROWS * ROOMY)
    slots = (lines - HEADING) // CITY_ROWS
    for number, seat in enumerate(sketch.others):
        top = y + number * lines
        draw_other(sketch, seat, x, top, width)
        if slots:
            draw_city(sketch, seat, Region(x, top + HEADING, width, slots * CITY_ROWS))
