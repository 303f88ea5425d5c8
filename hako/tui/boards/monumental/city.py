"""A City on the board: nine slots, each a card with what it brings and what lies under it."""

from __future__ import annotations

from textual.geometry import Region

from hako.content.monumental.realm import COLUMNS, ROWS
from hako.engine.rules.vocabulary import Seat
from hako.tui.boards.monumental.sketch import HUES, Sketch


def draw_city(sketch: Sketch, seat: Seat, room: Region) -> None:
    """Draw a seat's City into a room; each slot takes a ninth of it."""
    width, height = room.width // COLUMNS, max(1, room.height // ROWS)
    for number in range(ROWS * COLUMNS):
        row, column = divmod(number, COLUMNS)
        place = Region(room.x + column * width, room.y + row * height, width - 1, height)
        _slot(sketch, seat, number, place)


def _slot(sketch: Sketch, seat: Seat, number: int, room: Region) -> None:
    slot = sketch.world.realm(seat).city[number]
    x, y, width, height = room
    place = ("slot", seat, number)
    sketch.drawing.place(place, x, y, width, height)
    if slot.card is None:
        for row in range(height):
            sketch.drawing.at(x, y + row).put(sketch.symbols.dot, sketch.ink.rule, width)
        return
    card = sketch.cards.card[slot.card]
    is_lit = seat == sketch.home and number in sketch.lit
    colours = sketch.ink.backs if is_lit else sketch.ink.fronts
    style = colours[HUES[card.kind]]
    signs = sketch.signs(seat, number)
    line = sketch.drawing.at(x, y).put(f" {sketch.brief(card)}", style, width - len(signs))
    line.put(signs, style)
    under = " ".join(f"+{sketch.brief(sketch.cards.card[name])}" for name in slot.knowledge)
    brings = f" {sketch.yields(slot.cards())}"
    if height == 2:
        sketch.drawing.at(x, y + 1).put(f"{brings} {under}", style, width)
    for row, text in enumerate((brings, f" {under}"), 1):
        if height > 2:
            sketch.drawing.at(x, y + row).put(text, style, width)
    for row in range(3, height):
        sketch.drawing.at(x, y + row).put("", style, width)
