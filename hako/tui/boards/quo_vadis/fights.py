"""A war next to the map: who fights, how strong, with which dice, and who is likely to win."""

from __future__ import annotations

from hako.content.quo_vadis.actions import Declare
from hako.content.quo_vadis.state import War, World
from hako.content.quo_vadis.warfare import chances, dice
from hako.engine.i18n.percent import percent
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.quo_vadis.draw_context import Row, Sketch

CHANCE = 7
"""Columns for an amount of spirit and the chance that it gives."""


def war_rows(sketch: Sketch, world: World, war: War) -> list[Row]:
    """Who fights: strength, what was spent, dice, and the chance to win."""
    ink = sketch.ink
    rows = [
        Row(
            (
                (f"{sketch.say('war')} ", ink.danger),
                (" ".join(war.cells), ink.strong),
            )
        )
    ]
    won = chances(world, war)
    spirited = _with_all_spirit(sketch, world, war)
    for place, seat in enumerate(war.seats):
        rolls = dice(world, seat, war.cells, war.seats)
        marks = [sketch.owner(seat), (f" {war.strengths[place]}", ink.strong)]
        if place < len(war.declared):
            marks.append((f"+{war.declared[place]}", ink.text))
        many = "" if rolls.count == 1 else str(rolls.count)
        sides = sketch.say("die", count=many, sides=rolls.sides)
        if war.dice:
            faces = " ".join(map(str, war.faces[place]))
            marks.append((f" {sides}:{faces} = {war.total(seat)}", ink.text))
        else:
            marks.append((f" {sides} ", ink.dim))
            marks.append((f"{percent(won[place]):3}%", ink.text))
            if seat == sketch.home and spirited is not None:
                marks.append((sketch.symbols.spell(f" → {percent(spirited)}%"), ink.good))
        if seat == war.winner:
            marks.append((f" {sketch.symbols.yes}", ink.good))
        elif seat in war.losers:
            marks.append((f" {sketch.symbols.no}", ink.danger))
        rows.append(Row(tuple(marks)))
    return rows


def _with_all_spirit(sketch: Sketch, world: World, war: War) -> float | None:
    """The chance of the seat at home with all its spirit; None if it has none to spend."""
    seat = sketch.home
    spirit = world.players[seat].spirit
    if seat not in war.seats or not spirit or war.seats.index(seat) < len(war.declared):
        return None
    place = war.seats.index(seat)
    spending = [spirit if other == place else 0 for other in range(len(war.seats))]
    return chances(world, war, spending)[place]


def declarations(sketch: Sketch, war: War, width: int) -> list[Row]:
    """The chance to win with each amount of spirit, if nobody after spends any."""
    offered: dict[int, Declare] = {}
    for action in sketch.offers(Declare):
        offered.setdefault(action.spirit, action)
    if not offered:
        return []
    if isinstance(sketch.meant, Declare):
        offered[sketch.meant.spirit] = sketch.meant
    each = width // CHANCE
    numbers = list(offered)
    rows = sketch.words(sketch.say("spend"), width, sketch.ink.dim)
    for start in range(0, len(numbers), each):
        marks = [_chance(sketch, war, offered[number]) for number in numbers[start : start + each]]
        rows.append(Row(tuple(marks), places=tuple(("declare", n) for n in numbers[start:])))
    return rows


def _chance(sketch: Sketch, war: War, action: Declare) -> HexMark:
    place = war.seats.index(sketch.home)
    spent = action.spirit + (action.food or 0)
    spending = [spent if other == place else 0 for other in range(len(war.seats))]
    chance = chances(sketch.world, war, spending)[place]
    here = sketch.cursor == ("declare", action.spirit)
    style = sketch.ink.strong if here else sketch.ink.text
    return f"{action.spirit}:{percent(chance)}%".ljust(CHANCE), style
