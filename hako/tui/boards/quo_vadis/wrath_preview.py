"""A strike of wrath next to the map: the seats it hits or spares, and the new terrain."""

from __future__ import annotations

from collections.abc import Iterator

from hako.content.quo_vadis.actions import Strike, StrikeAndDestroy
from hako.content.quo_vadis.cards import AreaId
from hako.content.quo_vadis.geometry import cells_of
from hako.content.quo_vadis.map_queries import is_protected
from hako.content.quo_vadis.steps.wrath import ring_laid
from hako.content.quo_vadis.wrath_preview import Blow, blows
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext, Row


def strike_rows(context: QuoVadisContext) -> list[Row]:
    """The effect of the selected strike on each seat, the seats that are safe, and the new ring."""
    ink = context.ink
    rows = [context.text(context.say("strike.pays", count=context.player.wrath), ink.warn)]
    if isinstance(context.meant, Strike | StrikeAndDestroy):
        hits = blows(context.world, context.home, context.meant)
        rows += [row for blow in hits for row in _blow(context, blow)]
        if not hits:
            rows.append(context.text(context.say("strike.nobody"), ink.dim))
    area = context.world.creation_area
    return [*rows, *_safe(context, area), *_ring(context, area)]


def _safe(context: QuoVadisContext, area: AreaId) -> Iterator[Row]:
    """The seats with pieces in the area that no strike reaches."""
    world = context.world
    marks: list[HexMark] = []
    for seat, player in enumerate(world.players):
        cells = {*player.all_workers(), *player.intact_buildings()}
        if cells & {*cells_of(area)} and is_protected(world, seat, context.home, area):
            marks += [context.owner(seat), (" ", context.ink.text)]
    if marks:
        yield Row(((f"{context.say('strike.safe', area=area)} ", context.ink.dim), *marks))


def _ring(context: QuoVadisContext, area: AreaId) -> Iterator[Row]:
    """The terrain that the area becomes, if a ring is left to lay around it."""
    if (terrain := ring_laid(context.world, context.home)) is not None:
        label = f"{context.say('strike.ring', area=area)} "
        name = f" {context.terrain(terrain)} "
        yield Row(((label, context.ink.dim), (name, context.ground(terrain))))


def _blow(context: QuoVadisContext, blow: Blow) -> list[Row]:
    """A seat with its losses and the pieces that it keeps."""
    effects = [
        (key, count)
        for key in ("workers", "cities", "dominion", "small", "kept")
        if (count := getattr(blow, key))
    ]
    owner = context.owner(blow.seat)
    rows = []
    for number, (key, count) in enumerate(effects):
        style = context.ink.good if key == "kept" else context.ink.text
        text = context.say(f"strike.{key}", count=count)
        sign: HexMark = owner if number == 0 else ("  ", context.ink.text)
        rows.append(Row((sign, (f" {text}", style))))
    return rows
