"""The board in small: one City, or the map, or another page; beside it supply and players.

Round 3  Actions    deck 12 (last at 3)
 Work Camp   Library ✓  Fort          P3 S1 M0 G2 C1 T0
 1P          1S         1M            Policies 1 Silk Road +2C
 ...                                  Colossus 1/2 5P
 ...                                  deck 5, discarded 3, drawn 0
                                       ■B   23VP 2P 4G 1C 1st
                                      ▸●A M12+ S3 A5+ C1
 Castle 6P   Writing 3S   Colossus 4+5P   Workshop 3P ×9
"""

from __future__ import annotations

from textual.geometry import Region

from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.monumental.city import draw_city
from hako.tui.boards.monumental.display import display_rows, draw_display, draw_heroes
from hako.tui.boards.monumental.draw_context import MonumentalContext
from hako.tui.boards.monumental.land import draw_land
from hako.tui.boards.monumental.seats import (
    draw_other,
    draw_own,
    draw_policies,
    draw_rivals,
    draw_supply,
    score_line,
)
from hako.tui.widgets.canvas import wrapped

PANE = 49
"""Columns of the pane with the page, at least."""
SIDE = 30
"""Columns beside the pane, at least; both share the rest."""
PANE_LINES, MOST_LINES = 9, 30
"""Lines of the pane, at least, and at most."""
DETAILED = 2
"""Lines of a card in the display, where there is room for its yield."""
TALL = 20
"""Rows of a board from which on the pane takes all columns."""
DISPLAY_LINES = 2
"""With fewer lines left below the pane, the display is a page like the rest."""


def is_cramped(rows: int) -> bool:
    """True if a board of so many rows has no room for the display below the pane."""
    return rows < 1 + PANE_LINES + DISPLAY_LINES


def is_narrow(columns: int, rows: int) -> bool:
    """True if a pane takes all columns, so that what else stands beside it is a page, too.

    It does where they are few, or where the rows are so many that a map as wide has larger tiles.
    """
    return columns < PANE + SIDE or is_tall(rows)


def is_tall(rows: int) -> bool:
    """True if a board has a row for the own supply above a pane that takes all columns."""
    return rows >= TALL


def draw_small(context: MonumentalContext, page: str) -> None:
    """Draw everything into some thirteen lines."""
    drawing = context.drawing
    heading(context, 0)
    if not context.world.display:
        draw_civilizations(context, Region(1, 2, drawing.width - 2, drawing.height - 2))
        return
    narrow, top = is_narrow(drawing.width, drawing.height), 1
    if is_tall(drawing.height):
        top = draw_supply(context, Region(1, 1, drawing.width - 2, 1))
    width = drawing.width if narrow else PANE + max(0, drawing.width - PANE - SIDE) // 2
    lines = min(MOST_LINES, drawing.height - top - DETAILED * display_rows(context, drawing.width))
    pane = Region(0, top, width, max(PANE_LINES, lines))
    match page.partition("."):
        case ("map", _, _):
            draw_land(context, pane)
        case ("display", _, _):
            draw_display(context, pane)
        case ("cards", _, _):
            _cards(context, Region(1, top, drawing.width - 2, pane.height))
        case ("seat", _, seat):
            _other(context, int(seat), pane)
        case ("own", _, _):
            _side(context, Region(1, top, drawing.width - 2, pane.height))
        case _:
            draw_city(context, context.home, pane)
    if not narrow and page != "cards":
        _side(context, Region(width + 1, 1, drawing.width - width - 2, pane.height))
    if is_cramped(drawing.height) or (narrow and page == "cards"):
        return
    room = Region(0, pane.bottom, drawing.width, drawing.height - pane.bottom)
    in_detail = room.height >= DETAILED * display_rows(context, room.width)
    draw_display(context, room, lines=DETAILED if in_detail else 1)


def heading(context: MonumentalContext, y: int) -> None:
    """The round, the phase, and how near the end is."""
    world = context.world
    line = context.drawing.at(1, y).put(
        context.say("round", number=world.round), context.ink.strong
    )
    line.put(f"  {context.say(f'phase.{world.phase}')}  ", context.ink.text)
    start = line.x
    if world.display:
        line.put(*context.clock())
        context.drawing.place(("clock",), start, y, line.x - start)
    gone = f"  {context.say('leaving', count=len(context.leaving))}" if context.leaving else ""
    if line.x + cell_width(gone) <= context.drawing.width:  # each says so itself, too
        line.put(gone, context.ink.dim)
    context.drawing.place(("turn",), 1, y, max(1, start - 3))


def draw_civilizations(context: MonumentalContext, room: Region) -> None:
    """Draw the civilizations while they are picked."""
    taken = {realm.civilization: seat for seat, realm in enumerate(context.world.realms)}
    y = room.y
    for name, civilization in context.cards.civilization.items():
        place = ("civilization", name)
        line = context.drawing.at(room.x, y)
        if name in taken:
            context.owner(line, taken[name])
        style = (context.ink.backs if place in context.offered else context.ink.fronts)["yellow"]
        line.at(room.x + 3).put(f" {context.words(civilization.name)} ", style, 14)
        warlord = context.cards.warlord[civilization.warlord]
        line.put(
            f" {context.words(warlord.name)}: {context.words(warlord.text)}",
            context.ink.dim,
            room.right - line.x,
        )
        context.drawing.place(place, room.x, y, room.width)
        y += 2 if room.height > 2 * len(context.cards.civilization) else 1


def _other(context: MonumentalContext, seat: Seat, pane: Region) -> None:
    x, y, width, height = pane
    draw_other(context, seat, x, y, width - 1)
    draw_city(context, seat, Region(x, y + 2, width, height - 3))
    context.drawing.at(x + 1, y + height - 1).put(
        score_line(context, seat, brief=True), context.ink.dim, width - 2
    )


def _side(context: MonumentalContext, room: Region) -> None:
    """Draw the possessions of the home seat, and a line for each other seat."""
    below = draw_own(context, room)
    draw_rivals(context, Region(room.x, below, room.width, room.bottom - below))


def _cards(context: MonumentalContext, room: Region) -> None:
    """Draw the own Policies and Warlord; Heroes and Monsters."""
    x, y, width, height = room
    narrow = is_narrow(context.drawing.width, context.drawing.height)
    below = draw_policies(context, room, in_full=narrow)
    warlord = context.cards.civilization[context.world.realms[context.home].civilization].warlord
    card = context.cards.warlord[warlord]
    text = f"{context.words(card.name)}: {context.words(card.text)}"
    world = context.world
    alone = not (world.heroes or world.lairs or world.realms[context.home].hero)
    lines = wrapped(text, width) if alone or narrow else [text]
    for row, part in enumerate(lines):
        context.drawing.at(x, below + row).put(part, context.ink.text, width)
    context.drawing.place(("warlord",), x, below, width, len(lines))
    below += len(lines)
    draw_heroes(context, Region(x, below, width, max(height if narrow else 0, y + height - below)))
