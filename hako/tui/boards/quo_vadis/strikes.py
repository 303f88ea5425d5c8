"""A strike of wrath next to the map: whom it hits, whom a temple keeps, what the land becomes."""

from __future__ import annotations

from collections.abc import Iterator

from hako.content.quo_vadis.actions import Strike, StrikeAndDestroy
from hako.content.quo_vadis.cards import AreaId
from hako.content.quo_vadis.geography import cells_of
from hako.content.quo_vadis.land import is_protected
from hako.content.quo_vadis.steps.wrath import ring_laid
from hako.content.quo_vadis.strikes import Blow, blows
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.quo_vadis.draw_context import Row, Sketch


def strike_rows(sketch: Sketch) -> list[Row]:
    """What the strike that is meant does to each seat, who is safe from all, and the new ring."""
    ink = sketch.ink
    rows = [sketch.text(sketch.say("strike.pays", count=sketch.player.wrath), ink.warn)]
    if isinstance(sketch.meant, Strike | StrikeAndDestroy):
        found = blows(sketch.world, sketch.home, sketch.meant)
        rows += [row for blow in found for row in _blow(sketch, blow)]
        if not found:
            rows.append(sketch.text(sketch.say("strike.nobody"), ink.dim))
    area = sketch.world.creation_area
    return [*rows, *_safe(sketch, area), *_ring(sketch, area)]


def _safe(sketch: Sketch, area: AreaId) -> Iterator[Row]:
    """Who has pieces in the area that no strike reaches."""
    world = sketch.world
    marks: list[HexMark] = []
    for seat, player in enumerate(world.players):
        cells = {*player.all_workers(), *player.intact_buildings()}
        if cells & {*cells_of(area)} and is_protected(world, seat, sketch.home, area):
            marks += [sketch.owner(seat), (" ", sketch.ink.text)]
    if marks:
        yield Row(((f"{sketch.say('strike.safe', area=area)} ", sketch.ink.dim), *marks))


def _ring(sketch: Sketch, area: AreaId) -> Iterator[Row]:
    """What the area becomes, if a ring is left to lay around it."""
    if (terrain := ring_laid(sketch.world, sketch.home)) is not None:
        said = f"{sketch.say('strike.ring', area=area)} "
        name = f" {sketch.terrain(terrain)} "
        yield Row(((said, sketch.ink.dim), (name, sketch.ground(terrain))))


def _blow(sketch: Sketch, blow: Blow) -> list[Row]:
    """A seat, and under its sign what it loses and what it keeps."""
    said = [
        (key, count)
        for key in ("workers", "cities", "dominion", "small", "kept")
        if (count := getattr(blow, key))
    ]
    owner = sketch.owner(blow.seat)
    rows = []
    for number, (key, count) in enumerate(said):
        style = sketch.ink.good if key == "kept" else sketch.ink.text
        text = sketch.say(f"strike.{key}", count=count)
        sign: HexMark = owner if number == 0 else ("  ", sketch.ink.text)
        rows.append(Row((sign, (f" {text}", style))))
    return rows
