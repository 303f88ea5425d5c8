"""The rows of the viewer's own seat: tracks, pile, and pieces at home; and the legend of the map."""

from __future__ import annotations

from hako.content.quo_vadis.actions import SelectArea
from hako.content.quo_vadis.map_queries import reserve, tokens
from hako.content.quo_vadis.working_skills import maximum
from hako.engine.i18n.width import cell_width
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext, Row
from hako.tui.boards.quo_vadis.tracks_and_skills import TRACKS
from hako.tui.widgets.canvas import wrapped

OWN_WIDTH = 17
"""Columns of the own tracks."""


# ------------------------------------------------------------ tracks


def own_rows(context: QuoVadisContext, width: int) -> list[Row]:
    """The name of the home seat, and its tracks as bars."""
    name = context.texts.term("seat", context.home)
    sign, style = context.owner(context.home)
    rows = [Row(((f"{sign} ", style), (name, context.ink.owner(context.home))))]
    return [*rows, *(_track(context, which, width) for which in TRACKS)]


def _track(context: QuoVadisContext, which: str, width: int) -> Row:
    """A track: its name, a block a cube, its number where there is room."""
    has = context.player.has(which)  # type: ignore[arg-type] # one of the tracks
    most = maximum(context.world, context.home, which)  # type: ignore[arg-type] # one of the tracks
    names = [context.say(f"track.{track}") for track in TRACKS]
    room = max(map(cell_width, names)) + 1
    name = context.say(f"track.{which}")
    marks: list[HexMark] = [
        (f"{name}{' ' * (room - cell_width(name))}", context.ink.dim),
        (context.symbols.full_block * has, context.ink.strong),
        (context.symbols.light_block * max(0, most - has), context.ink.rule),
    ]
    number = f" {has}"
    if room + max(has, most) + cell_width(number) <= width:
        marks.append((number, context.ink.text))
    return Row(tuple(marks), ("track", which))


def pile_row(context: QuoVadisContext, width: int) -> list[Row]:
    """The generation that grows: how many cards it has, and the kind on top where there is room."""
    brief = pile_count(context)
    if not brief:
        return []
    whole = f"{brief} {context.epic(context.player.generations[-1][-1])}"
    return [context.text(whole if cell_width(whole) <= width else brief, context.ink.text)]


def pile_count(context: QuoVadisContext) -> str:
    """The number of cards of the generation that grows; empty before the first card."""
    if not context.player.generations:
        return ""
    count = f"{context.symbols.times}{len(context.player.generations[-1])}"
    return context.say("home.pile", count=count)


def home_rows(context: QuoVadisContext, width: int) -> list[Row]:
    """Workers and cities at home as signs, and the number of skills kept."""
    workers, cities = (
        reserve(context.world, context.home),
        tokens(context.world, context.home, "city"),
    )
    sign, style = context.symbols.owner(context.home), context.ink.owner(context.home)
    rows = []
    for key, mark, count in (
        ("workers", sign, workers),
        ("cities", context.symbol("city"), cities),
    ):
        label = f"{context.say(f'home.{key}')} "
        signs = mark * count
        if cell_width(f"{label}{signs}") > width:
            signs = f"{mark}{context.symbols.times}{count}"
        rows.append(Row(((label, context.ink.dim), (signs or "0", style))))
    kept = len(context.player.face_down)
    text = context.say("home.skills", count=kept)
    return [*rows, context.text(text, context.ink.dim)]


# ------------------------------------------------------------ the hand


# ------------------------------------------------------------ genesis cards


# ------------------------------------------------------------ the legend


def legend_rows(context: QuoVadisContext, width: int) -> list[str]:
    """The meanings of signs on the map, in lines."""
    keys = ["seams", "dominion", "ruin"]
    if context.contested:
        keys.append("war")
    if context.offers(SelectArea):
        keys.append("key")
    cube, war = context.symbol("cube"), context.symbol("contested")
    return [
        line
        for key in keys
        for line in wrapped(context.say(f"legend.{key}", cube=cube, war=war), width)
    ]
