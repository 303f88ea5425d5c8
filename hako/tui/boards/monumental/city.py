"""A City on the board: nine slots, each a card with its yield and the Knowledge under it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import set_cell_size
from textual.geometry import Region

from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.realm import COLUMNS, ROWS, Slot
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.monumental.draw_context import HUES, MonumentalContext

LEAST = 4
"""Cells by which a name can be told from others."""


def draw_city(context: MonumentalContext, seat: Seat, room: Region) -> None:
    """Draw a seat's City into a room; each slot takes a ninth of it."""
    width, height = room.width // COLUMNS, max(1, room.height // ROWS)
    for number in range(ROWS * COLUMNS):
        row, column = divmod(number, COLUMNS)
        place = Region(room.x + column * width, room.y + row * height, width - 1, height)
        _slot(context, seat, number, place)


def _slot(context: MonumentalContext, seat: Seat, number: int, room: Region) -> None:
    slot = context.world.realms[seat].city[number]
    x, y, width, height = room
    place = ("slot", seat, number)
    context.drawing.place(place, x, y, width, height)
    if slot.card is None:
        for row in range(height):
            context.drawing.at(x, y + row).put(context.symbols.dot, context.ink.rule, width)
        return
    card = context.cards.card[slot.card]
    is_lit = seat == context.home and number in context.lit
    colours = context.ink.backs if is_lit else context.ink.fronts
    style = colours[HUES[card.kind]]
    signs = context.signs(seat, number)
    name = context.named(card, width - len(signs) - 1)
    lower = height > 1 and cell_width(name) + len(signs) >= width  # the name needs all of its line
    title = f" {name}" if cell_width(name) < width else name
    for row, text in zip(range(height), _lines(context, slot, title, width, height), strict=False):
        mark = signs if row == lower else ""
        context.drawing.at(x, y + row).put(text, style, width - len(mark)).put(mark, style)


def _lines(context: MonumentalContext, slot: Slot, name: str, width: int, height: int) -> list[str]:
    """The lines of a slot: the card, its yield, the Knowledge under it; apart if there is room."""
    brings = f" {context.yields(slot.cards())}"
    under = [context.cards.card[card] for card in slot.knowledge]
    if len(under) <= height - 2:
        names = [f"+{context.named(card, width - 1)}" for card in under]
        lines = [
            name,
            brings,
            *(f" {text}" if cell_width(text) < width else text for text in names),
        ]
        return [*lines, *[""] * (height - len(lines))]
    if not under:
        return [name, brings][:height]
    room = width - 1 - (cell_width(brings) if height < 3 else 0)
    summary = _close(context, slot.knowledge, room)
    return [name, f"{brings} {summary}"] if height < 3 else [name, brings, f" {summary}"]


def _close(context: MonumentalContext, knowledge: Sequence[CardId], room: int) -> str:
    """Several Knowledges in one line: the beginnings of their names, or their number."""
    cells = (room + 1) // len(knowledge) - 2
    names = [context.named(context.cards.card[card], cells) for card in knowledge]
    if cells < LEAST:
        return f"+{len(names) if len(names) > 1 else names[0]}"
    cut = (
        name if cell_width(name) <= cells else set_cell_size(name, cells).rstrip() for name in names
    )
    return " ".join(f"+{name}" for name in cut)
