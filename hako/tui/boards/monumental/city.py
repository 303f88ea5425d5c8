"""A City on the board: nine slots, each a card with what it brings and what lies under it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import set_cell_size
from textual.geometry import Region

from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.realm import COLUMNS, ROWS, Slot
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.monumental.draw_context import HUES, Sketch

LEAST = 4
"""Cells by which a name can be told from others."""


def draw_city(sketch: Sketch, seat: Seat, room: Region) -> None:
    """Draw a seat's City into a room; each slot takes a ninth of it."""
    width, height = room.width // COLUMNS, max(1, room.height // ROWS)
    for number in range(ROWS * COLUMNS):
        row, column = divmod(number, COLUMNS)
        place = Region(room.x + column * width, room.y + row * height, width - 1, height)
        _slot(sketch, seat, number, place)


def _slot(sketch: Sketch, seat: Seat, number: int, room: Region) -> None:
    slot = sketch.world.realms[seat].city[number]
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
    name = sketch.named(card, width - len(signs) - 1)
    lower = height > 1 and cell_width(name) + len(signs) >= width  # the name needs all of its line
    said = f" {name}" if cell_width(name) < width else name
    for row, text in zip(range(height), _lines(sketch, slot, said, width, height), strict=False):
        mark = signs if row == lower else ""
        sketch.drawing.at(x, y + row).put(text, style, width - len(mark)).put(mark, style)


def _lines(sketch: Sketch, slot: Slot, name: str, width: int, height: int) -> list[str]:
    """A card, what it brings, what lies under it; each on its own where there are the lines."""
    brings = f" {sketch.yields(slot.cards())}"
    under = [sketch.cards.card[its] for its in slot.knowledge]
    if len(under) <= height - 2:
        names = [f"+{sketch.named(its, width - 1)}" for its in under]
        lines = [name, brings, *(f" {its}" if cell_width(its) < width else its for its in names)]
        return [*lines, *[""] * (height - len(lines))]
    if not under:
        return [name, brings][:height]
    room = width - 1 - (cell_width(brings) if height < 3 else 0)
    told = _close(sketch, slot.knowledge, room)
    return [name, f"{brings} {told}"] if height < 3 else [name, brings, f" {told}"]


def _close(sketch: Sketch, knowledge: Sequence[CardId], room: int) -> str:
    """Several Knowledges in one line: how each begins, or how many they are, where that fits."""
    cells = (room + 1) // len(knowledge) - 2
    names = [sketch.named(sketch.cards.card[its], cells) for its in knowledge]
    if cells < LEAST:
        return f"+{len(names) if len(names) > 1 else names[0]}"
    cut = (its if cell_width(its) <= cells else set_cell_size(its, cells).rstrip() for its in names)
    return " ".join(f"+{its}" for its in cut)
