"""A City on the board: nine slots, each a card with its yield and the Knowledge under it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import set_cell_size
from rich.style import Style
from textual.geometry import Region

from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.realm import COLUMNS, ROWS, Slot
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.cards import SIDES
from hako.tui.boards.monumental.draw_context import HUES, MonumentalContext

CARD = (14, 4)
"""Columns and rows of a slot from which on it is drawn as a card."""
AWAKE, ASLEEP = ("╔", "═", "╗", "║", "╚", "╝"), ("┌", "─", "┐", "│", "└", "┘")
"""The edges of a slot that was activated, and of another."""

HIGHEST = 6
"""Rows of a slot, at most."""

LEAST = 4
"""Cells by which a name can be told from others."""


def draw_city(context: MonumentalContext, seat: Seat, room: Region) -> None:
    """Draw a seat's City into a room; each slot takes a ninth of it."""
    width, height = room.width // COLUMNS, max(1, min(HIGHEST, room.height // ROWS))
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
    if width >= CARD[0] and height >= CARD[1]:
        _card(context, seat, number, room, style)
        return
    name = context.named(card, width - len(signs) - 1)
    lower = height > 1 and cell_width(name) + len(signs) >= width  # the name needs all of its line
    title = f" {name}" if cell_width(name) < width else name
    for row, text in zip(range(height), _lines(context, slot, title, width, height), strict=False):
        mark = signs if row == lower else ""
        context.drawing.at(x, y + row).put(text, style, width - len(mark)).put(mark, style)


def _card(context: MonumentalContext, seat: Seat, number: int, room: Region, style: Style) -> None:
    """Draw a slot as a card: double edges where it was activated, the Knowledge below its yield."""
    slot, (x, y, width, height) = context.world.realms[seat].city[number], room
    assert slot.card is not None, "an empty slot is no card"
    inside, key = width - SIDES, context.key(("slot", seat, number))
    signs = f"{context.signs(seat, number)}{f'‹{key}›' if key else ''}"
    left, bar, right, side, lower, end = AWAKE if slot.activated else ASLEEP
    name = context.named(context.cards.card[slot.card], inside - cell_width(signs))
    filling = bar * max(0, inside - cell_width(f"{name}{signs}"))
    context.drawing.at(x, y).put(f"{left}{name}{filling}{signs}{right}", style)
    for row, text in enumerate(_card_lines(context, slot, inside, height - SIDES), y + 1):
        put = context.drawing.at(x, row).put(side, style)
        put.put(text, context.ink.text, inside).put(side, style)
    context.drawing.at(x, y + height - 1).put(f"{lower}{bar * inside}{end}", style)


def _card_lines(context: MonumentalContext, slot: Slot, width: int, rows: int) -> list[str]:
    """The yield of a slot in words, and the Knowledge under it, in so many lines."""
    words = context.yield_words(slot.cards())
    under = [f"+{context.named(context.cards.card[card], width - 1)}" for card in slot.knowledge]
    if len(under) > rows - 1:
        under = [_close(context, slot.knowledge, width)]
    brings = [", ".join(words)]
    if cell_width(brings[0]) > width:
        fits = len(words) + len(under) <= rows and all(cell_width(word) <= width for word in words)
        brings = words if fits else [context.yields(slot.cards())]
    lines = [*brings, *under][:rows]
    return [*lines, *[""] * (rows - len(lines))]


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
