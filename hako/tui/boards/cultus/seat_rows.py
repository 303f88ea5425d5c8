"""The rows of the seats below a large town: character, gold, cubes and cards of each."""

from __future__ import annotations

from collections.abc import Sequence

from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.cultus.draw_context import CultusContext

NAME = 20
"""Cells for the name of a player."""


def seat_rows(context: CultusContext, y: int) -> int:
    """Draw a row for each seat: character, gold, cubes and cards; the next free row."""
    for seat in context.town.seats:
        seat_row(context, y + seat, seat)
    y += len(context.town.seats)
    if context.town.enemy is not None:
        enemy_row(context, y)
        y += 1
    return y


def seat_facts(context: CultusContext, seat: Seat) -> Sequence[str]:
    """The gold of a seat with its monuments in stock and its cards in hand, and the gold alone."""
    ruler = context.town.rulers[seat]
    gold = context.say("gold", cost=ruler.cost or 0, gold=ruler.character_gold)
    counts = context.say("counts_short", stock=ruler.stock, hand=len(ruler.hand))
    return f"{gold} {counts}", gold


def seat_row(context: CultusContext, y: int, seat: Seat) -> None:
    """Draw the row of a seat."""
    ruler, drawing, ink = context.town.rulers[seat], context.drawing, context.ink
    line = context.owner(drawing.at(1, y), seat).put(" ", ink.text)
    line.put(context.owner_name(seat), ink.owner(seat), NAME).put(" ", ink.text)
    icon = context.character(seat)
    line.put(context.glyph(icon), context.style(icon)).put(" ", ink.text)
    cost = ruler.cost or 0
    gold = context.say("gold", cost=cost, gold=ruler.character_gold)
    counts = context.say(
        "counts", stock=ruler.stock, hand=len(ruler.hand), monuments=len(ruler.monuments)
    )
    line.put(f"{gold}  ", ink.money)
    if line.x + cell_width(counts) < drawing.width:
        line.put(counts, ink.text)
    drawing.place(("seat", seat), 1, y, line.x - 1)


def enemy_row(context: CultusContext, y: int) -> None:
    """Draw the row of the enemy of a solo game."""
    enemy, drawing, ink = context.town.foe, context.drawing, context.ink
    card = context.cards.enemy[enemy.id]
    line = context.owner(drawing.at(1, y), None).put(" ", ink.text)
    line.put(f"{context.owner_name(None)} ", ink.danger)
    line.put(context.glyph(card.icon), context.style(card.icon))
    text = context.say("track", track=enemy.track, steps=card.track)
    line.put(f" {text}  {context.symbols.star}{enemy.vp}", ink.text)
    drawing.place(("enemy",), 1, y, line.x - 1)
