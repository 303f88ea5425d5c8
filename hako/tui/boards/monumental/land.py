"""The map on the board: terrain, owners, and the tokens to take.

In one line a tile:       In two:        In three:
^●3†?                     ^^^^  3        Mountain 3   land, Defence
                          ●3†  Π°A       ●3†          owner, Soldiers, Warlord, Outpost
                                         silk Π °A    tokens, Wonder, Explorers

An owner has a sign here and no letter: beside a number it would read like a tile's name.
At the left stands the letter of each row; tiles are numbered in their row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.style import Style
from textual.geometry import Region

from hako.content.monumental.cards.land import Hex
from hako.content.monumental.cards.land import Place as TilePlace
from hako.content.monumental.map_queries import defence
from hako.content.monumental.state import Tile
from hako.engine.content.icons import icons_in
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat, letter
from hako.tui.boards.hex_map import Area, HexMark, HexView, fitting
from hako.tui.boards.monumental.draw_context import MonumentalContext
from hako.tui.theme.styles import Hue

ROW_SIGN = 3
"""Columns from the letter of a row to its first tile."""

NAMED, TEXTURE = 3, 4
"""Lines of a tile from which on its land has a name, and cells of a texture in place of one."""
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


def land_width(context: MonumentalContext, room: Region) -> int:
    """Columns that the map takes in a room, with the letters of its rows."""
    return min(room.width, fitting(_areas(context), room.size).extent.width + 2 * ROW_SIGN)


def draw_land(context: MonumentalContext, room: Region) -> None:
    """Draw the map into a room, in the largest size that fits."""
    world, land = context.world, context.world.land
    areas = _areas(context)
    hexes = fitting(areas, room.size)
    field = HexView(context.drawing, room, hexes, context.ink, _around(context))
    lit: dict[Area, Style] = {
        ("owner", seat): context.ink.owner(seat)
        for seat in world.seats
        if ("owner", seat) in areas.values()
    }
    if hexes.size.ruled:
        field.rule(lit)
    for place, cell in land.hex.items():
        _, width = field.span(cell)
        lines = (
            _roomy(context, place, width, hexes.size.lines)
            if hexes.size.lines > 1
            else [_compact(context, place)]
        )
        field.write(cell, lines, _ground(context, place))
        field.place(cell, ("tile", place))
    _rows(context, field, room)
    if not hexes.size.ruled:
        field.rule()


def _rows(context: MonumentalContext, field: HexView, room: Region) -> None:
    """Write the letter of each row before its first tile, where there is room for it."""
    for place, cell in context.world.land.hex.items():
        row, number = place[0], place[1:]
        region = field.region(cell) if number == "1" else None
        if region is not None and region.x - ROW_SIGN >= room.x:
            context.drawing.at(region.x - ROW_SIGN, region.y).put(row, context.ink.dim)


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


def _terrain(context: MonumentalContext, place: TilePlace) -> str:
    return context.world.land.terrain.get(place, "capital")


def _ground(context: MonumentalContext, place: TilePlace) -> Style:
    hue = HUES[_terrain(context, place)]
    chosen = ("tile", place) in context.offered
    return (context.ink.backs if chosen else context.ink.fronts)[hue]


def _holder(context: MonumentalContext, owner: Seat | None, ground: Style) -> Style:
    """The owner's colour on the tile's ground."""
    return ground if owner is None else ground + Style(color=context.ink.owner(owner).color)


def _compact(context: MonumentalContext, place: TilePlace) -> Sequence[HexMark]:
    """Terrain, an army or else the Defence against one, and tokens, as far as they fit."""
    ground, tile, terrain = (
        _ground(context, place),
        context.world.tile(place),
        _terrain(context, place),
    )
    marks = [(context.symbol(terrain), ground)]
    if tile.owner is not None:
        owner = context.symbols.owner(tile.owner)
        army = f"{owner}{tile.soldiers or ''}{_pieces(context, tile)}"
    else:
        army = _strength(context, place)
    tokens = _token(context, place)[: COMPACT - max(1, len(army))]
    marks.append((army.ljust(COMPACT - len(tokens)), _holder(context, tile.owner, ground)))
    marks.append((tokens, ground))
    return marks


def _strength(context: MonumentalContext, place: TilePlace) -> str:
    """The Defence of a tile that can be conquered."""
    is_taken = _terrain(context, place) in ("capital", "water")
    return "" if is_taken else str(defence(context.world, place))


def _roomy(
    context: MonumentalContext, place: TilePlace, width: int, lines: int
) -> Sequence[Sequence[HexMark]]:
    """The lines of a tile: land and Defence, what holds it, and what lies there to take.

    With three lines or more the land has its name, else a texture.
    """
    ground, terrain = _ground(context, place), _terrain(context, place)
    tile, strength = context.world.tile(place), _strength(context, place)
    name = icons_in(context.scene.game.folder).sign[terrain].name.text(context.texts.language)
    if lines < NAMED or cell_width(name) + cell_width(strength) >= width:
        name = context.symbol(terrain) * max(1, min(TEXTURE, width - cell_width(strength) - 1))
    blanks = " " * (width - cell_width(f"{name}{strength}"))
    sign = "" if tile.owner is None else context.symbols.owner(tile.owner)
    army = f"{sign}{tile.soldiers or ''}{_pieces(context, tile)}"
    held = (army, _holder(context, tile.owner, ground))
    heading: list[HexMark] = [(f"{name}{blanks}{strength}", ground)]
    token = _token(context, place, whole=True)
    if lines >= NAMED:
        return [heading, [held], [(token, ground)]]
    room = width - cell_width(army) - 1
    token = token if cell_width(token) <= room else _token(context, place)[: max(0, room)]
    apart = " " * (width - cell_width(f"{army}{token}"))
    return [heading, [held, (f"{apart}{token}", ground)]]


def _pieces(context: MonumentalContext, tile: Tile) -> str:
    warlord = context.symbol("warlord") if tile.warlord else ""
    return f"{warlord}{context.symbol('outpost') if tile.outpost else ''}"


def _token(context: MonumentalContext, place: TilePlace, *, whole: bool = False) -> str:
    """The signs of what lies on a tile, the most important first."""
    world, tile = context.world, context.world.tile(place)
    signs = []
    if any(lair.place == place for lair in world.lairs):
        signs.append(context.symbol("lair"))
    if tile.wonder is not None:
        signs.append(context.symbol("wonder"))
    if tile.site is not None:
        signs.append(context.symbol(tile.site))
    if tile.resource is not None:
        signs.append(context.say(f"token.{tile.resource}") if whole else context.symbol("token"))
    for seat in world.seats:
        at = [explorer.place for explorer in world.realms[seat].explorers]
        name = (
            f"{context.symbol('explorer')}{letter(seat)}" if whole else context.symbol("explorer")
        )
        signs += [name] * (0 if world.is_capital(place) else at.count(place))
    return (" " if whole else "").join(signs)
