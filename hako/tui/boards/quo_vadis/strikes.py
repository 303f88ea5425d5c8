"""A strike of wrath next to the map: whom it hits, whom a temple keeps, what the land becomes."""

from __future__ import annotations

from hako.content.quo_vadis.actions import Strike, StrikeAndDestroy
from hako.content.quo_vadis.land import is_protected
from hako.content.quo_vadis.skills import home
from hako.content.quo_vadis.strikes import Blow, blows
from hako.tui.boards.hexes import Mark
from hako.tui.boards.quo_vadis.sketch import Row, Sketch


def strike_rows(sketch: Sketch) -> list[Row]:
    """What the strike that is meant does to each seat; else who is safe from all strikes."""
    world, ink = sketch.world, sketch.ink
    rows = [sketch.text(sketch.say("strike.pays", count=sketch.player.wrath), ink.warn)]
    if isinstance(sketch.meant, Strike | StrikeAndDestroy):
        found = blows(world, sketch.home, sketch.meant)
        rows += [row for blow in found for row in _blow(sketch, blow)]
        if not found:
            rows.append(sketch.text(sketch.say("strike.nobody"), ink.dim))
    area = world.creation_area
    safe = [
        seat
        for seat, player in enumerate(world.players)
        if any(
            cell.startswith(area) for cell in (*player.all_workers(), *player.intact_buildings())
        )
        and is_protected(world, seat, sketch.home, area)
    ]
    if safe:
        marks: list[Mark] = [(f"{sketch.say('strike.safe', area=area)} ", ink.dim)]
        for seat in safe:
            marks += [sketch.owner(seat), (" ", ink.text)]
        rows.append(Row(tuple(marks)))
    ring = home(world, sketch.home)
    if world.ring(area) != ring and world.rings_left(ring):
        said = sketch.say("strike.ring", area=area)
        rows.append(
            Row(((f"{said} ", ink.dim), (f" {sketch.terrain(ring)} ", sketch.ground(ring))))
        )
    return rows


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
        sign: Mark = owner if number == 0 else ("  ", sketch.ink.text)
        rows.append(Row((sign, (f" {text}", style))))
    return rows
