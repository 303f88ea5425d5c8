"""The signs of the map, in words beside or below it."""

from __future__ import annotations

from collections.abc import Iterator

from textual.geometry import Region

from hako.content.monumental.cards.land import TerrainId
from hako.engine.i18n.width import cell_width
from hako.tui.boards.monumental.draw_context import MonumentalContext

PIECES = ("warlord", "outpost", "wonder", "explorer", "barbarian")
"""The signs of what stands on tiles."""
LANDS: tuple[TerrainId, ...] = ("meadow", "forest", "mountain", "volcano")
"""The lands that count points."""
ALL_SIGNS = 1 + len(PIECES) + 1 + len(LANDS)
"""Rows of all signs in a column."""
SIGN = 4
"""Columns of a sign."""


def draw_legend(context: MonumentalContext, region: Region, *, has_words: bool) -> None:
    """Write the signs in a row, as many as fit; `has_words` if the Defence has one on tiles."""
    pieces = [f"{sign} {name}" for sign, name in _pieces(context)]
    words = ["word"] if has_words else ["defence", "defence_brief"]
    rows = [
        (" " * gap).join((context.say(f"legend.{word}"), *pieces[:count]))
        for count in range(len(pieces), -1, -1)
        for word in words
        for gap in (3, 2)
    ]
    text = next((row for row in rows if cell_width(row) < region.width), "")
    context.drawing.at(region.x + 1, region.y).put(text, context.ink.dim)


def draw_lands(context: MonumentalContext, region: Region) -> bool:
    """Write the lands in the last row with what they count, if all fit; True if so.

    Above it, given a row, stands what the figure and the token of a tile mean.
    """
    lands = "   ".join(f"{sign} {name}" for sign, name in _lands(context))
    if not region.height or cell_width(lands) >= region.width:
        return False
    x, y = region.x + 1, region.bottom - 1
    context.drawing.at(x, y).put(lands, context.ink.dim)
    tile = context.say("legend.tile")
    if region.height > 1 and cell_width(tile) < region.width:
        context.drawing.at(x, y - 1).put(tile, context.ink.dim)
    return True


def draw_signs(context: MonumentalContext, region: Region, *, has_lands: bool = True) -> None:
    """Write the signs in a column; without room for all, those that are not on the map now give way."""
    owner = context.symbols.owner(context.home)
    signs: dict[str, tuple[str, str]] = {
        "soldiers": (f"{owner}4", context.say("legend.soldiers")),
        **dict(zip(PIECES, _pieces(context), strict=True)),
        "capital": (context.symbol("capital") * 2, context.sign_name("capital")),
        **(dict(zip(LANDS, _lands(context), strict=True)) if has_lands else {}),
    }
    for key in reversed(PIECES):
        if len(signs) > region.height and key not in _pieces_on_map(context):
            del signs[key]
    for line, (sign, name) in enumerate([*signs.values()][: region.height]):
        if SIGN + cell_width(name) <= region.width:
            written = context.drawing.at(region.x, region.y + line)
            written.put(sign, context.ink.text, SIGN).put(name, context.ink.dim)


def _pieces_on_map(context: MonumentalContext) -> set[str]:
    """The pieces that are on the map now."""
    world = context.world
    on_tiles = {
        "warlord": any(tile.warlord for tile in world.tiles),
        "outpost": any(tile.outpost for tile in world.tiles),
        "wonder": any(tile.wonder is not None for tile in world.tiles),
        "barbarian": any(tile.site == "barbarian" for tile in world.tiles),
        "explorer": any(realm.explorers for realm in world.realms),
    }
    return {key for key, is_there in on_tiles.items() if is_there}


def _pieces(context: MonumentalContext) -> Iterator[tuple[str, str]]:
    for key in PIECES:
        sign = context.symbol(key)
        if key == "explorer":
            sign = f"{sign}{context.mark(context.home)[-1]}"
        yield sign, context.say(f"legend.{key}")


def _lands(context: MonumentalContext) -> Iterator[tuple[str, str]]:
    for key in LANDS:
        points = f"{context.symbols.star}{context.cards.terrain[key].vp}"
        yield context.symbol(key) * 2, f"{context.sign_name(key)} {points}"
