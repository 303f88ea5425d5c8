"""The display and the Basic buildings on the board, and the Heroes above them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from rich.style import Style
from textual.geometry import Region

from hako.content.monumental.cards.effects import CardId
from hako.engine.i18n.width import cell_width
from hako.tui.boards.monumental.draw_context import Named, Sketch
from hako.tui.boards.place_canvas import BoardPlace

ENTRY = 20
"""Columns of a card in a line."""
WHOLE = 26
"""So many do for the longest name with its price."""


class Entry(Struct, frozen=True):
    """Something for sale."""

    place: BoardPlace
    its: Named
    style: Style
    price: str
    price_style: Style
    sign: str = ""
    """A sign at what leaves with the next refill; of a pile, what is left."""
    detail: str = ""
    """Said on a second line, where there is one."""


def display_rows(sketch: Sketch, width: int) -> int:
    """Cards below each other where no name is cut."""
    return -(-sum(1 for _ in _entries(sketch)) // max(1, width // WHOLE))


def draw_display(sketch: Sketch, room: Region, *, lines: int = 1) -> None:
    """Draw all that can be acquired into a room, column by column; `lines` for each card.

    In a narrow room it takes more lines than there are, rather than cut a name.
    """
    entries = list(_entries(sketch))
    rows = max(1, room.height // lines)
    columns = max(-(-len(entries) // rows), 1)
    columns = min(columns, max(2, room.width // WHOLE))
    width = min(room.width // columns, 32)
    for number, entry in enumerate(entries):
        row, column = number // columns, number % columns
        spot = Region(room.x + column * width, room.y + row * lines, width - 1, lines)
        _draw(sketch, entry, spot)


def _draw(sketch: Sketch, entry: Entry, spot: Region) -> None:
    x, y, width, height = spot
    tail = f" {entry.price}{entry.sign}"
    name_width = width - cell_width(tail)
    name = sketch.named(entry.its, name_width - 1)
    line = sketch.drawing.at(x, y).put(f" {name}", entry.style, name_width)
    line.put(tail, entry.price_style)
    if height > 1:
        sketch.drawing.at(x + 1, y + 1).put(entry.detail, sketch.ink.dim, width - 1)
    sketch.drawing.place(entry.place, x, y, width, height)


def _entries(sketch: Sketch) -> Iterator[Entry]:
    for row in sketch.world.display:
        for card in row:
            yield _card(sketch, card)
    for pile in sketch.world.basics:
        yield _basic(sketch, pile.id, pile.left)


def _card(sketch: Sketch, name: CardId) -> Entry:
    card, place = sketch.cards.card[name], ("card", name)
    points = sketch.say("points", points=card.vp) if card.vp else ""
    era = "" if card.era is None else sketch.cards.era[card.era].numeral
    return Entry(
        place,
        card,
        sketch.style(card, place),
        sketch.price(card),
        sketch.price_style(card, place),
        sketch.symbol("leaves") if name in sketch.leaving else "",
        "  ".join(part for part in (era, sketch.yields([name]), points) if part),
    )


def _basic(sketch: Sketch, name: CardId, left: int) -> Entry:
    card, place = sketch.cards.card[name], ("card", name)
    return Entry(
        place,
        card,
        sketch.style(card, place),
        sketch.price(card),
        sketch.price_style(card, place),
        f" {sketch.symbols.times}{left}",
        sketch.yields([name]),
    )


def draw_heroes(sketch: Sketch, room: Region) -> None:
    """Draw the row of Heroes and the Monsters that live, as far as there is room."""
    entries = [*_heroes(sketch), *_monsters(sketch)]
    columns = max(1, room.width // ENTRY)
    for number, entry in enumerate(entries[: columns * room.height]):
        row, column = divmod(number, columns)
        _draw(sketch, entry, Region(room.x + column * ENTRY, room.y + row, ENTRY - 1, 1))


def _heroes(sketch: Sketch) -> Sequence[Entry]:
    world, gold = sketch.world, sketch.world.realms[sketch.home].supply.gold
    entries = []
    own = sketch.world.realms[sketch.home].hero
    for name in (*([own] if own else []), *world.heroes):
        hero, place = sketch.cards.hero[name], ("hero", name)
        style = (
            sketch.ink.backs["violet"] if place in sketch.offered else sketch.ink.fronts["violet"]
        )
        pays = sketch.ink.text if gold >= hero.cost else sketch.ink.dim
        price = sketch.symbols.yes if name == own else f"{hero.cost}{sketch.sign('gold')}"
        entries.append(Entry(place, hero, style, price, pays))
    return entries


def _monsters(sketch: Sketch) -> Sequence[Entry]:
    entries = []
    for lair in sketch.world.lairs:
        monster, place = sketch.cards.monster[lair.monster], ("monster", lair.monster)
        strength = f"{monster.strength}@{lair.place}"
        style = sketch.ink.fronts["rose"]
        entries.append(Entry(place, monster, style, strength, sketch.ink.danger))
    return entries
