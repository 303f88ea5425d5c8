"""A war next to the map: the fighters, their strength and dice, and their chances to win."""

from __future__ import annotations

from hako.content.quo_vadis.actions import Declare
from hako.content.quo_vadis.state import War, World
from hako.content.quo_vadis.war_preview import chances, dice
from hako.engine.i18n.percent import percent
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext, Row

CHANCE = 7
"""Columns for an amount of spirit and the chance that it gives."""


def war_rows(context: QuoVadisContext, world: World, war: War) -> list[Row]:
    """The rows of a war: each fighter's strength, spirit spent, dice, and chance to win."""
    ink = context.ink
    rows = [
        Row(
            (
                (f"{context.say('war')} ", ink.danger),
                (" ".join(war.cells), ink.strong),
            )
        )
    ]
    won = chances(world, war)
    spirited = _with_all_spirit(context, world, war)
    for place, seat in enumerate(war.seats):
        rolls = dice(world, seat, war.cells, war.seats)
        marks = [context.owner(seat), (f" {war.strengths[place]}", ink.strong)]
        if place < len(war.declared):
            marks.append((f"+{war.declared[place]}", ink.text))
        many = "" if rolls.count == 1 else str(rolls.count)
        sides = context.say("die", count=many, sides=rolls.sides)
        if war.dice:
            faces = " ".join(map(str, war.faces[place]))
            marks.append((f" {sides}:{faces} = {war.total(seat)}", ink.text))
        else:
            marks.append((f" {sides} ", ink.dim))
            marks.append((f"{percent(won[place]):3}%", ink.text))
            if seat == context.home and spirited is not None:
                marks.append((context.symbols.spell(f" → {percent(spirited)}%"), ink.good))
        if seat == war.winner:
            marks.append((f" {context.symbols.yes}", ink.good))
        elif seat in war.losers:
            marks.append((f" {context.symbols.no}", ink.danger))
        rows.append(Row(tuple(marks)))
    return rows


def _with_all_spirit(context: QuoVadisContext, world: World, war: War) -> float | None:
    """The chance of the seat at home with all its spirit; None if it has none to spend."""
    seat = context.home
    spirit = world.players[seat].spirit
    if seat not in war.seats or not spirit or war.seats.index(seat) < len(war.declared):
        return None
    place = war.seats.index(seat)
    spending = [spirit if other == place else 0 for other in range(len(war.seats))]
    return chances(world, war, spending)[place]


def declarations(context: QuoVadisContext, war: War, width: int) -> list[Row]:
    """The chance to win with each amount of spirit, if no seat after spends any."""
    offered: dict[int, Declare] = {}
    for action in context.offers(Declare):
        offered.setdefault(action.spirit, action)
    if not offered:
        return []
    if isinstance(context.meant, Declare):
        offered[context.meant.spirit] = context.meant
    per_row = width // CHANCE
    numbers = list(offered)
    rows = context.words(context.say("spend"), width, context.ink.dim)
    for start in range(0, len(numbers), per_row):
        marks = [
            _chance(context, war, offered[number]) for number in numbers[start : start + per_row]
        ]
        rows.append(Row(tuple(marks), places=tuple(("declare", n) for n in numbers[start:])))
    return rows


def _chance(context: QuoVadisContext, war: War, action: Declare) -> HexMark:
    place = war.seats.index(context.home)
    spent = action.spirit + (action.food or 0)
    spending = [spent if other == place else 0 for other in range(len(war.seats))]
    chance = chances(context.world, war, spending)[place]
    is_pointed_at = context.cursor == ("declare", action.spirit)
    style = context.ink.strong if is_pointed_at else context.ink.text
    return f"{action.spirit}:{percent(chance)}%".ljust(CHANCE), style
