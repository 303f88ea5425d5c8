"""The map on the board: lands, who holds them with what, and the tokens to take.

In two lines a tile:   In three:       In four:         In five:
C3 ^^ 3                Mountain        Mountain  3      Mountain ^^^^ 3
●3†  °A                ●3†  def 3      ●3 †             ●3 †
                       Π °A  silk      Π Petra                         ★2
                                       °A     silk      silk
                                                        °A Explorer

An owner has a sign here and no letter: beside a number it would read like a tile's name.
Each tile has its own name: in the line above it, or in its first line where there are no such lines.
At the left stands the letter of each row.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich.style import Style
from textual.geometry import Region

from hako.content.monumental.cards.land import Hex
from hako.content.monumental.cards.land import Place as TilePlace
from hako.tui.boards.hex_map import Area, HexSize, HexView, fitting
from hako.tui.boards.monumental.draw_context import MonumentalContext
from hako.tui.boards.monumental.tile_text import TileText
from hako.tui.theme.styles import Hue

ROW_SIGN = 3
"""Columns from the letter of a row to its first tile."""

HUES: Mapping[str, Hue] = {
    "meadow": "green",
    "forest": "teal",
    "mountain": "grey",
    "volcano": "rose",
    "water": "blue",
    "capital": "yellow",
}


def draw_land(context: MonumentalContext, region: Region, size: HexSize) -> Region:
    """Draw the map with tiles of a size into a region; the region that it takes.

    It is at the left, after the letters of its rows; a larger map is drawn around the cursor.
    """
    areas = _areas(context)
    hexes = fitting(areas, region.size, (size,))
    spare = region.width - hexes.extent.width
    x, y, width, height = region
    if spare >= 0:
        x, width = x + min(spare, ROW_SIGN), hexes.extent.width
    room = Region(x, y, width, min(height, hexes.extent.height))
    field = HexView(context.drawing, room, hexes, context.ink, _around(context))
    lit: dict[Area, Style] = {
        ("owner", seat): context.ink.owner(seat)
        for seat in context.world.seats
        if ("owner", seat) in areas.values()
    }
    if size.ruled:
        for place, cell in context.world.land.hex.items():
            field.name(cell, place, context.ink.dim)
        field.rule(lit)
    for place, cell in context.world.land.hex.items():
        ground = _ground(context, place)
        text = TileText(context, place, ground, is_named=not size.ruled)
        _, inside = field.span(cell)
        field.write(cell, text.lines(inside, size.lines), ground)
        field.place(cell, ("tile", place))
    _rows(context, field, region)
    if not size.ruled:
        field.rule(lit)
    return Region(region.x, y, x + width - region.x, room.height)


def _rows(context: MonumentalContext, field: HexView, region: Region) -> None:
    """Write the letter of each row before its first tile, where there is room for it."""
    for place, cell in context.world.land.hex.items():
        row, number = place[0], place[1:]
        at = field.region(cell) if number == "1" else None
        if at is not None:
            x = max(region.x, at.x - ROW_SIGN)
            if x < at.x - 1:
                context.drawing.at(x, at.y).put(row, context.ink.dim)


def _areas(context: MonumentalContext) -> dict[Hex, Area]:
    return {cell: _area(context, place) for place, cell in context.world.land.hex.items()}


def _area(context: MonumentalContext, place: TilePlace) -> Area:
    owner = context.world.tile(place).owner if context.world.tiles else None
    return place if owner is None else ("owner", owner)


def _around(context: MonumentalContext) -> Hex | None:
    match context.cursor:
        case ("tile", str(place)) if place in context.world.land.hex:
            return context.world.land.hex[place]
        case _:
            return None


def _ground(context: MonumentalContext, place: TilePlace) -> Style:
    hue = HUES[context.world.land.terrain.get(place, "capital")]
    chosen = ("tile", place) in context.offered
    return (context.ink.backs if chosen else context.ink.fronts)[hue]
