"""The display and the Basic buildings on the board, and the Heroes above them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from rich.style import Style
from textual.geometry import Region

from hako.content.monumental.cards.effects import CardId
from hako.engine.i18n.width import cell_width
from hako.tui.boards.monumental.draw_context import MonumentalContext, Named
from hako.tui.boards.place_canvas import BoardPlace

ENTRY = 20
"""Columns of a card in a line."""
WHOLE = 26
"""Columns for the longest name with its price."""


class Entry(Struct, frozen=True):
    """An entry of the display."""

    place: BoardPlace
    item: Named
    style: Style
    price: str
    price_style: Style
    sign: str = ""
    """A mark for cards that leave with the next refill; for a pile, the number of cards left."""
    detail: str = ""
    """The text of a second line, where there is one."""


def display_rows(context: MonumentalContext, width: int) -> int:
    """The number of rows in which no name is cut."""
    return -(-sum(1 for _ in _entries(context)) // max(1, width // WHOLE))


def draw_display(context: MonumentalContext, room: Region, *, lines: int = 1) -> None:
    """Draw all that can be acquired into a room, column by column; `lines` for each card.

    In a narrow room it takes more lines than there are, rather than cut a name.
    """
    entries = list(_entries(context))
    rows = max(1, room.height // lines)
    columns = max(-(-len(entries) // rows), 1)
    columns = min(columns, max(2, room.width // WHOLE))
    width = min(room.width // columns, 32)
    for number, entry in enumerate(entries):
        row, column = number // columns, number % columns
        spot = Region(room.x + column * width, room.y + row * lines, width - 1, lines)
        _draw(context, entry, spot)


def _draw(context: MonumentalContext, entry: Entry, spot: Region) -> None:
    x, y, width, height = spot
    tail = f" {entry.price}{entry.sign}"
    name_width = width - cell_width(tail)
    name = context.named(entry.item, name_width - 1)
    line = context.drawing.at(x, y).put(f" {name}", entry.style, name_width)
    line.put(tail, entry.price_style)
    if height > 1:
        context.drawing.at(x + 1, y + 1).put(entry.detail, context.ink.dim, width - 1)
    context.drawing.place(entry.place, x, y, width, height)


def _entries(context: MonumentalContext) -> Iterator[Entry]:
    for row in context.world.display:
        for card in row:
            yield _card(context, card)
    for pile in context.world.basics:
        yield _basic(context, pile.id, pile.left)


def _card(context: MonumentalContext, name: CardId) -> Entry:
    card, place = context.cards.card[name], ("card", name)
    points = context.say("points", points=card.vp) if card.vp else ""
    era = "" if card.era is None else context.cards.era[card.era].numeral
    return Entry(
        place,
        card,
        context.style(card, place),
        context.price(card),
        context.price_style(card, place),
        context.symbol("leaves") if name in context.leaving else "",
        "  ".join(part for part in (era, context.yields([name]), points) if part),
    )


def _basic(context: MonumentalContext, name: CardId, left: int) -> Entry:
    card, place = context.cards.card[name], ("card", name)
    return Entry(
        place,
        card,
        context.style(card, place),
        context.price(card),
        context.price_style(card, place),
        f" {context.symbols.times}{left}",
        context.yields([name]),
    )


def draw_heroes(context: MonumentalContext, room: Region) -> None:
    """Draw the row of Heroes and the Monsters that live, as far as there is room."""
    entries = [*_heroes(context), *_monsters(context)]
    columns = max(1, room.width // ENTRY)
    for number, entry in enumerate(entries[: columns * room.height]):
        row, column = divmod(number, columns)
        _draw(context, entry, Region(room.x + column * ENTRY, room.y + row, ENTRY - 1, 1))


def _heroes(context: MonumentalContext) -> Sequence[Entry]:
    world, gold = context.world, context.world.realms[context.home].supply.gold
    entries = []
    own = context.world.realms[context.home].hero
    for name in (*([own] if own else []), *world.heroes):
        hero, place = context.cards.hero[name], ("hero", name)
        style = (
            context.ink.backs["violet"]
            if place in context.offered
            else context.ink.fronts["violet"]
        )
        pays = context.ink.text if gold >= hero.cost else context.ink.dim
        price = context.symbols.yes if name == own else f"{hero.cost}{context.sign('gold')}"
        entries.append(Entry(place, hero, style, price, pays))
    return entries


def _monsters(context: MonumentalContext) -> Sequence[Entry]:
    entries = []
    for lair in context.world.lairs:
        monster, place = context.cards.monster[lair.monster], ("monster", lair.monster)
        strength = f"{monster.strength}@{lair.place}"
        style = context.ink.fronts["rose"]
        entries.append(Entry(place, monster, style, strength, context.ink.danger))
    return entries
