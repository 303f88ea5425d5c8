"""The board in small: one City, or the map, or what else there is; beside it supply and players.

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
from hako.tui.boards.monumental.draw_context import Sketch
from hako.tui.boards.monumental.land import draw_land
from hako.tui.boards.monumental.seats import (
    draw_other,
    draw_own,
    draw_policies,
    draw_rivals,
    score_line,
)
from hako.tui.widgets.canvas import wrapped

PANE = 49
"""Columns of the part that is turned to, at least."""
SIDE = 30
"""Columns of what stands beside it, at least; they share what is left."""
PANE_LINES, MOST_LINES = 9, 12
"""Lines of the pane, at least, and at most."""
DETAILED = 2
"""Lines of a card in the display, where there is room for what it brings."""
DISPLAY_LINES = 2
"""With fewer lines left below the pane, the display is turned to like the rest."""


def is_cramped(rows: int) -> bool:
    """Whether a board of so many rows has no room for the display below the pane."""
    return rows < 1 + PANE_LINES + DISPLAY_LINES


def is_narrow(columns: int) -> bool:
    """Whether a board of so many columns has no room beside the pane: that is turned to, too."""
    return columns < PANE + SIDE


def draw_small(sketch: Sketch, page: str) -> None:
    """Draw everything into some thirteen lines."""
    drawing = sketch.drawing
    heading(sketch, 0)
    if not sketch.world.display:
        draw_civilizations(sketch, Region(1, 2, drawing.width - 2, drawing.height - 2))
        return
    narrow = is_narrow(drawing.width)
    width = drawing.width if narrow else PANE + max(0, drawing.width - PANE - SIDE) // 2
    lines = min(MOST_LINES, drawing.height - 1 - DETAILED * display_rows(sketch, drawing.width))
    pane = Region(0, 1, width, max(PANE_LINES, lines))
    match page.partition("."):
        case ("map", _, _):
            draw_land(sketch, pane)
        case ("display", _, _):
            draw_display(sketch, pane)
        case ("cards", _, _):
            _cards(sketch, Region(1, 1, drawing.width - 2, pane.height))
        case ("seat", _, seat):
            _other(sketch, int(seat), pane)
        case ("own", _, _):
            _side(sketch, Region(1, 1, drawing.width - 2, pane.height))
        case _:
            draw_city(sketch, sketch.home, pane)
    if not narrow and page != "cards":
        _side(sketch, Region(width + 1, 1, drawing.width - width - 2, pane.height))
    if is_cramped(drawing.height) or (narrow and page == "cards"):
        return
    room = Region(0, pane.bottom, drawing.width, drawing.height - pane.bottom)
    in_detail = room.height >= DETAILED * display_rows(sketch, room.width)
    draw_display(sketch, room, lines=DETAILED if in_detail else 1)


def heading(sketch: Sketch, y: int) -> None:
    """The round, the phase, and how near the end is."""
    world = sketch.world
    line = sketch.drawing.at(1, y).put(sketch.say("round", number=world.round), sketch.ink.strong)
    line.put(f"  {sketch.say(f'phase.{world.phase}')}  ", sketch.ink.text)
    start = line.x
    if world.display:
        line.put(*sketch.clock())
        sketch.drawing.place(("clock",), start, y, line.x - start)
    gone = f"  {sketch.say('leaving', count=len(sketch.leaving))}" if sketch.leaving else ""
    if line.x + cell_width(gone) <= sketch.drawing.width:  # each says so itself, too
        line.put(gone, sketch.ink.dim)
    sketch.drawing.place(("turn",), 1, y, max(1, start - 3))


def draw_civilizations(sketch: Sketch, room: Region) -> None:
    """The civilizations while they are picked."""
    taken = {realm.civilization: seat for seat, realm in enumerate(sketch.world.realms)}
    y = room.y
    for name, its in sketch.cards.civilization.items():
        place = ("civilization", name)
        line = sketch.drawing.at(room.x, y)
        if name in taken:
            sketch.owner(line, taken[name])
        style = (sketch.ink.backs if place in sketch.offered else sketch.ink.fronts)["yellow"]
        line.at(room.x + 3).put(f" {sketch.words(its.name)} ", style, 14)
        warlord = sketch.cards.warlord[its.warlord]
        line.put(
            f" {sketch.words(warlord.name)}: {sketch.words(warlord.text)}",
            sketch.ink.dim,
            room.right - line.x,
        )
        sketch.drawing.place(place, room.x, y, room.width)
        y += 2 if room.height > 2 * len(sketch.cards.civilization) else 1


def _other(sketch: Sketch, seat: Seat, pane: Region) -> None:
    x, y, width, height = pane
    draw_other(sketch, seat, x, y, width - 1)
    draw_city(sketch, seat, Region(x, y + 2, width, height - 3))
    sketch.drawing.at(x + 1, y + height - 1).put(
        score_line(sketch, seat, brief=True), sketch.ink.dim, width - 2
    )


def _side(sketch: Sketch, room: Region) -> None:
    """What the home seat has, and the others."""
    below = draw_own(sketch, room)
    draw_rivals(sketch, Region(room.x, below, room.width, room.bottom - below))


def _cards(sketch: Sketch, room: Region) -> None:
    """The own Policies and Warlord; Heroes and Monsters."""
    x, y, width, height = room
    narrow = is_narrow(sketch.drawing.width)
    below = draw_policies(sketch, room, in_full=narrow)
    warlord = sketch.cards.civilization[sketch.world.realms[sketch.home].civilization].warlord
    its = sketch.cards.warlord[warlord]
    text = f"{sketch.words(its.name)}: {sketch.words(its.text)}"
    world = sketch.world
    alone = not (world.heroes or world.lairs or world.realms[sketch.home].hero)
    lines = wrapped(text, width) if alone or narrow else [text]
    for row, said in enumerate(lines):
        sketch.drawing.at(x, below + row).put(said, sketch.ink.text, width)
    sketch.drawing.place(("warlord",), x, below, width, len(lines))
    below += len(lines)
    draw_heroes(sketch, Region(x, below, width, max(height if narrow else 0, y + height - below)))
