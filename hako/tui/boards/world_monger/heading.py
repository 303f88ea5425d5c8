"""The first row of the board of World Monger: round, start player, coins and net worth."""

from __future__ import annotations

from hako.content.world_monger.net_worth import net_worth
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.world_monger.draw_context import WorldMongerContext
from hako.tui.theme.truncation import shortened

GAP = 3
"""Cells between two seats."""
NAME = 11
"""Cells for the name of a candidate."""
SHORT_NAME = 8
"""Cells of a shortened name of a player."""


def draw_seats(context: WorldMongerContext, y: int) -> None:
    """Write the round and all seats with their coins and net worth, in one row.

    The first seat says what the figures are. Where they do not fit, names are left out first, then
    that word, then the round and the start player, last net worth.
    """
    world, drawing = context.world, context.drawing
    start = context.say("starts", mark=context.mark(world.start_player))
    head = f"{context.say('round', number=world.round)}{start}"
    room = drawing.width - 1
    ways = (
        (head, "coins_worth", 99, GAP),
        (head, "coins_worth", SHORT_NAME, GAP),
        (head, "coins_worth", 0, GAP),
        (head, "coins_worth", 0, 1),
        (head, "coins_short", 0, 1),
        ("", "coins_worth", 0, 1),
        ("", "coins_short", 0, 1),
        ("", "coins_only", 0, 1),
    )
    for text, first, cells, gap in ways:
        rest = first if first == "coins_only" else "coins_short"
        seats = [_seat(context, seat, rest if seat else first, cells) for seat in world.seats]
        if cell_width(text) + sum(gap + 1 + cell_width(seat) for seat in seats) <= room:
            break
    line = context.drawing.at(1, y)
    context.put_marked(line, text, context.ink.strong)
    for seat, text in zip(world.seats, seats, strict=True):
        line.at(line.x + gap - 1 + (line.x > 1))
        is_asked = seat in context.scene.waiting
        line.put(context.symbols.pointer if is_asked else " ", context.ink.accent)
        x = line.x
        context.put_marked(line, text, context.ink.strong if is_asked else context.ink.text)
        drawing.place(("seat", seat), x, y, line.x - x)


def draw_candidates(context: WorldMongerContext, y: int) -> None:
    """Draw the civilizations that may be picked, and those that are in the game already."""
    placed = [civilization.id for civilization in context.world.civilizations]
    width = 26
    a_row = (context.drawing.width - 2) // width
    for number, (name, civilization) in enumerate(context.cards.civilization.items()):
        row, column = divmod(number, a_row)
        x = 1 + column * width
        mark = f"{placed.index(name) + 1} " if name in placed else "  "
        line = context.drawing.at(x, y + row).put(mark, context.ink.accent)
        style = context.ink.dim if name in placed else context.ink.text
        line.put(context.name(name, NAME), style, NAME + 1)
        kinds = [
            context.short(card) for card in civilization.start_deck if card in context.cards.culture
        ]
        line.put(" ".join(kinds[1:]), context.ink.dim)
        context.drawing.place(("pick", name), x, y + row, width - 2)


def _seat(context: WorldMongerContext, seat: Seat, key: str, cells: int) -> str:
    """The mark of a seat, its name in so many cells, coins and net worth."""
    world, named = context.world, context.mark(seat)
    if cells:
        name = shortened(context.texts.term("seat", seat), cells, context.symbols)
        named = f"{named} {name}"
    return f"{named} {context.say(key, coins=world.coins[seat], worth=net_worth(world, seat))}"
