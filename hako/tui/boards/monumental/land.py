"""The map on the board: terrain, who holds what, and the tokens to be had.

In one line a tile:       In several:
^●3†?                     ^ 3 ●3†      terrain, Defence; owner, Soldiers, Warlord, Outpost
                          ? silk Π °A  tokens, Wonder, Explorers

An owner has a sign here and no letter: beside a number it would read like a tile's name.
At the left stands the letter of each row; tiles are numbered in their row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.style import Style
from textual.geometry import Region

from hako.content.monumental.cards.land import Hex
from hako.content.monumental.cards.land import Place as TilePlace
from hako.content.monumental.land import defence
from hako.content.monumental.state import Tile
from hako.engine.rules.model import Seat, letter
from hako.tui.boards.hex_map import Area, HexMark, HexView, fitting
from hako.tui.boards.monumental.draw_context import Sketch
from hako.tui.theme.styles import Hue

ROW_SIGN = 3
"""Columns from the letter of a row to its first tile."""

COMPACT = 4
"""Columns of an army and the tokens beside it, where a tile has one line."""

HUES: Mapping[str, Hue] = {
    "meadow": "green",
    "forest": "teal",
    "mountain": "grey",
    "volcano": "rose",
    "water": "blue",
    "capital": "yellow",
}


def land_width(sketch: Sketch, room: Region) -> int:
    """Columns that the map takes in a room, with the letters of its rows."""
    return min(room.width, fitting(_areas(sketch), room.size).extent.width + 2 * ROW_SIGN)


def draw_land(sketch: Sketch, room: Region) -> None:
    """Draw the map into a room, in the largest size that fits."""
    world, land = sketch.world, sketch.world.land
    areas = _areas(sketch)
    hexes = fitting(areas, room.size)
    field = HexView(sketch.drawing, room, hexes, sketch.ink, _around(sketch))
    lit: dict[Area, Style] = {
        ("owner", seat): sketch.ink.owner(seat)
        for seat in world.seats
        if ("owner", seat) in areas.values()
    }
    if hexes.size.ruled:
        field.rule(lit)
    for place, cell in land.hex.items():
        lines = _roomy(sketch, place) if hexes.size.lines > 1 else [_compact(sketch, place)]
        field.write(cell, lines, _ground(sketch, place))
        field.place(cell, ("tile", place))
    _rows(sketch, field, room)
    if not hexes.size.ruled:
        field.rule()


def _rows(sketch: Sketch, field: HexView, room: Region) -> None:
    """Write the letter of each row before its first tile, where there is room for it."""
    for place, cell in sketch.world.land.hex.items():
        row, number = place[0], place[1:]
        region = field.region(cell) if number == "1" else None
        if region is not None and region.x - ROW_SIGN >= room.x:
            sketch.drawing.at(region.x - ROW_SIGN, region.y).put(row, sketch.ink.dim)


def _areas(sketch: Sketch) -> dict[Hex, Area]:
    return {cell: _area(sketch, place) for place, cell in sketch.world.land.hex.items()}


def _area(sketch: Sketch, place: TilePlace) -> Area:
    owner = sketch.world.tile(place).owner if sketch.world.tiles else None
    return place if owner is None else ("owner", owner)


def _around(sketch: Sketch) -> Hex | None:
    match sketch.cursor:
        case ("tile", str(place)) if place in sketch.world.land.hex:
            return sketch.world.land.hex[place]
        case _:
            return None


def _terrain(sketch: Sketch, place: TilePlace) -> str:
    return sketch.world.land.terrain.get(place, "capital")


def _ground(sketch: Sketch, place: TilePlace) -> Style:
    hue = HUES[_terrain(sketch, place)]
    chosen = ("tile", place) in sketch.offered
    return (sketch.ink.backs if chosen else sketch.ink.fronts)[hue]


def _holder(sketch: Sketch, owner: Seat | None, ground: Style) -> Style:
    """The owner's colour on the tile's ground."""
    return ground if owner is None else ground + Style(color=sketch.ink.owner(owner).color)


def _compact(sketch: Sketch, place: TilePlace) -> Sequence[HexMark]:
    """Terrain, an army or else the Defence against one, and what lies there, as far as it fits."""
    ground, tile, terrain = (
        _ground(sketch, place),
        sketch.world.tile(place),
        _terrain(sketch, place),
    )
    marks = [(sketch.symbol(terrain), ground)]
    if tile.owner is not None:
        owner = sketch.symbols.owner(tile.owner)
        army = f"{owner}{tile.soldiers or ''}{_pieces(sketch, tile)}"
    else:
        army = _strength(sketch, place)
    tokens = _token(sketch, place)[: COMPACT - max(1, len(army))]
    marks.append((army.ljust(COMPACT - len(tokens)), _holder(sketch, tile.owner, ground)))
    marks.append((tokens, ground))
    return marks


def _strength(sketch: Sketch, place: TilePlace) -> str:
    """The Defence of a tile that can be conquered."""
    is_taken = _terrain(sketch, place) in ("capital", "water")
    return "" if is_taken else str(defence(sketch.world, place))


def _roomy(sketch: Sketch, place: TilePlace) -> Sequence[Sequence[HexMark]]:
    ground, terrain = _ground(sketch, place), _terrain(sketch, place)
    tile = sketch.world.tile(place)
    strength = f" {its}" if (its := _strength(sketch, place)) else ""
    heading = sketch.symbol(terrain)
    sign = "" if tile.owner is None else f" {sketch.symbols.owner(tile.owner)}"
    army = f"{sign}{tile.soldiers or ''}{_pieces(sketch, tile)}"
    first = [(f"{heading}{strength}", ground), (army, _holder(sketch, tile.owner, ground))]
    return [first, [(_token(sketch, place, whole=True), ground)]]


def _pieces(sketch: Sketch, tile: Tile) -> str:
    warlord = sketch.symbol("warlord") if tile.warlord else ""
    return f"{warlord}{sketch.symbol('outpost') if tile.outpost else ''}"


def _token(sketch: Sketch, place: TilePlace, *, whole: bool = False) -> str:
    """What lies on a tile, the most telling sign first."""
    world, tile = sketch.world, sketch.world.tile(place)
    signs = []
    if any(lair.place == place for lair in world.lairs):
        signs.append(sketch.symbol("lair"))
    if tile.wonder is not None:
        signs.append(sketch.symbol("wonder"))
    if tile.site is not None:
        signs.append(sketch.symbol(tile.site))
    if tile.resource is not None:
        signs.append(sketch.say(f"token.{tile.resource}") if whole else sketch.symbol("token"))
    for seat in world.seats:
        at = [explorer.place for explorer in world.realms[seat].explorers]
        name = f"{sketch.symbol('explorer')}{letter(seat)}" if whole else sketch.symbol("explorer")
        signs += [name] * (0 if world.is_capital(place) else at.count(place))
    return (" " if whole else "").join(signs)
