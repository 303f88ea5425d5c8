"""The board in large: the own City, the display, the map, and all Cities.

round, phase, the clock of the end
own City                                    own supply, Wonder, Policies; points of all seats
display, Basic buildings, Heroes, Monsters
map                                         the others: supply and City
"""

from __future__ import annotations

from textual.geometry import Region

from hako.content.monumental.realm import ROWS as CITY_ROWS
from hako.tui.boards.monumental.city import draw_city
from hako.tui.boards.monumental.display import draw_display, draw_heroes
from hako.tui.boards.monumental.draw_context import MonumentalContext
from hako.tui.boards.monumental.land import draw_land, land_width
from hako.tui.boards.monumental.seats import draw_other, draw_own, draw_policies, draw_scores
from hako.tui.boards.monumental.small import draw_civilizations, heading

COLUMNS, ROWS = 100, 40
"""Columns and rows of the least room for it."""

CITY = 51
"""Columns of the own City, at least; half of the board where it is wide."""
CITY_LINES = 12
OTHERS = 38
"""Columns of the others' Cities, at least; else all that the map leaves."""
HEADING = 2
"""Lines of another seat above its City."""
ROOMY = 2
"""Lines of a slot, and one for each Knowledge under it; more would stay empty."""


def draw_large(context: MonumentalContext) -> None:
    """Draw everything at once."""
    drawing = context.drawing
    heading(context, 0)
    if not context.world.display:
        draw_civilizations(context, Region(2, 3, drawing.width - 4, 20))
        return
    city = max(CITY, drawing.width // 2 - 3)
    draw_city(context, context.home, Region(1, 2, city, CITY_LINES))
    _own(context, Region(city + 3, 2, drawing.width - city - 4, CITY_LINES + 1))
    y = 3 + CITY_LINES
    draw_display(context, Region(1, y, drawing.width - 2, 6), lines=2)
    y += 7
    world = context.world
    if world.heroes or world.lairs or world.realms[context.home].hero:
        draw_heroes(context, Region(1, y, drawing.width - 2, 2))
        y += 3
    room = Region(0, y, drawing.width - OTHERS, drawing.height - y)
    taken = land_width(context, room)
    draw_land(context, Region(0, y, taken, room.height))
    _others(context, Region(taken + 1, y, drawing.width - taken - 1, room.height))


def _own(context: MonumentalContext, room: Region) -> None:
    x, y, width, height = room
    below = draw_own(context, Region(x, y, width, height))
    below = draw_policies(context, Region(x, below, width, height), columns=2)
    draw_scores(context, Region(x, below, width, y + height - below))


def _others(context: MonumentalContext, room: Region) -> None:
    """The others' supplies and Cities, one below the other, in equal parts of the room."""
    x, y, width, height = room
    top, most = y, height // len(context.others)
    for seat in context.others:
        under = max(len(slot.knowledge) for slot in context.world.realms[seat].city)
        slots = min((most - HEADING) // CITY_ROWS, ROOMY + max(1, under))
        draw_other(context, seat, x, top, width)
        if slots > 0:
            draw_city(context, seat, Region(x, top + HEADING, width, slots * CITY_ROWS))
        top += min(most, HEADING + max(0, slots) * CITY_ROWS)
