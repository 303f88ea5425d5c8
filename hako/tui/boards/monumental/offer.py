"""Cards that can be acquired: the display and the Basic buildings, as a table or as cards.

‹3›Guild Hall          6 Production      ╭Engineering─────────╮
                                         │1 Production        │
                                         │★4                  │
                                         │‹1›        6 Science│
                                         ╰────────────────────╯
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rich.style import Style
from textual.geometry import Region, Size

from hako.content.monumental.cards.card_types import Card, Hero, Monster
from hako.content.monumental.cards.effects import CardId
from hako.engine.i18n.width import cell_width
from hako.tui.boards.cards import SIDES, longest_fitting
from hako.tui.boards.monumental.draw_context import HUES, MonumentalContext
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.widgets.canvas import wrapped

KEY = 4
"""Columns for a key of two digits, in a table with room for it."""
KEYED = 33
"""Columns of an entry from which on there is room for its key."""
DETAILED = 50
"""Columns of an entry from which on it has the yield of the card."""
NAME = 20
"""Columns of a name before the yield."""


def draw_table(context: MonumentalContext, region: Region, *, columns: int = 1) -> int:
    """Draw the display as a table of names and prices; the next free row.

    What has no room in the region is counted in its last row.
    """
    names = context.world.displayed()
    width, most = region.width // columns, max(1, region.height) * columns
    shown = len(names) if len(names) <= most else most - columns
    for number, name in enumerate(names[:shown]):
        row, column = divmod(number, columns)
        spot = Region(region.x + column * width, region.y + row, width - (columns > 1), 1)
        _entry(context, name, spot)
    y = region.y + -(-shown // columns)
    if left := len(names) - shown:
        text = f"{context.symbols.below} {context.say('more_offers', count=left)}"
        context.drawing.at(region.x + 1, y).put(text, context.ink.dim, region.width - 1)
        y += 1
    return y


def _entry(context: MonumentalContext, name: CardId, spot: Region) -> None:
    """Draw a card on offer in a row: key, name, yield and price, as there is room."""
    card, place = context.cards.card[name], ("card", name)
    x, y, width, _ = spot
    price = context.price_words(card, plus="+" if width >= KEYED else ", ")
    if name in context.leaving:
        before = cell_width(context.words(card.brief)) + (KEY if width >= KEYED else 1) + 1
        price = context.leaving_price(card, width - before)
    line = context.drawing.at(x, y)
    key = context.key(place)
    if width >= KEYED:
        line.put(f"‹{key}›" if key else "", context.ink.accent, KEY)
    else:
        line.put(" ", context.ink.text)
    room = x + width - line.x - cell_width(price) - 1
    style = _style(context, card, place)
    line.put(context.short(card, room if width < DETAILED else NAME), style)
    if width >= DETAILED:
        gains = context.listed((*context.yield_words([name]), *_points(context, card)))
        start = x + KEY + NAME + 1
        fits = start + cell_width(gains) + cell_width(price) < x + width
        text = gains if fits else " ".join((context.yields([name]), *_points(context, card)))
        line.at(start).put(text, context.ink.dim)
    line.ending_at(x + width, price, context.price_style(card, place))
    context.drawing.place(place, x, y, width)


def draw_basic_row(context: MonumentalContext, region: Region) -> int:
    """Draw the Basic buildings in a row with the price that they all have; the next free row.

    What they yield stands behind their names, in words or in signs; where the names do not fit, it is
    their number.
    """
    piles = context.world.basics
    costs = sorted({context.cards.card[pile.id].cost for pile in piles})
    price = context.say("basic_cost", cost=", ".join(map(str, costs)))
    x, room = region.x, region.width - cell_width(price) - 1
    names = {
        pile.id: f"{f'‹{key}›' if key else ' '}{context.words(context.cards.card[pile.id].name)}"
        for pile in piles
        for key in [context.key(("card", pile.id))]
    }
    rows = [
        {name: f"{text} {yielded([name])}".rstrip() for name, text in names.items()}
        for yielded in (
            lambda cards: " ".join(context.yield_words(cards)),
            context.yields,
            lambda _: "",
        )
    ]
    fitting = [row for row in rows if sum(cell_width(text) + 1 for text in row.values()) <= room]
    if fitting:
        for name, text in fitting[0].items():
            card, place = context.cards.card[name], ("card", name)
            context.drawing.at(x, region.y).put(text, _style(context, card, place))
            context.drawing.place(place, x, region.y, cell_width(text))
            x += cell_width(text) + 1
    elif piles:
        count = context.say("basics", count=len(piles))
        context.drawing.at(x + 1, region.y).put(count, context.ink.text, room)
    context.drawing.at(x, region.y).ending_at(region.right, price, context.ink.dim)
    return region.y + 1


def draw_cards(
    context: MonumentalContext,
    region: Region,
    height: int,
    *,
    per_row: int,
    width: int,
    gap: int = 0,
) -> int:
    """Draw the display as cards of so many columns and rows; the next free row."""
    names = context.world.displayed()
    for number, name in enumerate(names):
        row, column = divmod(number, per_row)
        x, y = region.x + column * (width + gap), region.y + row * height
        draw_card(context, name, Region(x, y, width, height))
    return region.y + -(-len(names) // per_row) * height


def draw_basics(
    context: MonumentalContext, region: Region, height: int, *, width: int, gap: int = 0
) -> int:
    """Draw the Basic buildings as cards; the next free row."""
    for number, pile in enumerate(context.world.basics):
        x = region.x + number * (width + gap)
        draw_card(context, pile.id, Region(x, region.y, width, height))
    return region.y + height


def draw_card(context: MonumentalContext, name: CardId, region: Region) -> None:
    """Draw a card on offer: yield, what else it does, and its price with its key."""
    card, place = context.cards.card[name], ("card", name)
    x, y, width, height = region
    frame, inside, rows = context.drawing.symbols.frame, width - SIDES, height - SIDES
    edge, text = _style(context, card, place), context.ink.text
    title = context.short(card, inside)
    room = inside - cell_width(title) - 1
    lines, end = _card_lines(context, card, Size(inside, max(1, rows - 1)), room)
    bar = frame.horizontal * max(0, inside - cell_width(f"{title}{end}"))
    context.drawing.at(x, y).put(f"{frame.top_left}{title}{bar}{end}{frame.top_right}", edge)
    key = f"‹{context.key(place)}›" if context.key(place) else ""
    for number in range(rows):
        put = context.drawing.at(x, y + 1 + number).put(frame.vertical, edge)
        if rows == 1:
            put.put(key, context.ink.accent).put(lines[0], text, x + 1 + inside - put.x)
        elif number < rows - 1:
            put.put(lines[number] if number < len(lines) else "", text, inside)
        else:
            prices = [context.price_words(card, plus=plus) for plus in (" + ", "+")]
            prices.append(context.price(card))
            fits = (text for text in prices if cell_width(f"{key}{text}") <= inside)
            price = next(fits, prices[-1])
            is_told = any(context.say("leaving_brief") in part for part in (*lines, end))
            if name in context.leaving and not is_told:
                price = context.leaving_price(card, inside - cell_width(key))
            put.put(key, context.ink.accent)
            put.put(price, context.price_style(card, place), x + 1 + inside - put.x, right=True)
        put.put(frame.vertical, edge)
    low = f"{frame.bottom_left}{frame.horizontal * inside}{frame.bottom_right}"
    context.drawing.at(x, y + height - 1).put(low, edge)
    context.drawing.place(place, *region)


def _card_lines(
    context: MonumentalContext, card: Card, room: Size, edge: int
) -> tuple[Sequence[str], str]:
    """The lines of a card on offer: what it brings, its points, and what it does.

    Also a text for its edge, of so many cells, about what had no line. That it leaves the display is
    told by its price where neither has room for it.
    """
    for is_short in (False, True):
        head, at_edge = _yield_lines(context, card, room, is_short=is_short)
        if cell_width("".join(at_edge)) <= edge:
            break
    effects = longest_fitting(context.effect_texts(card.id), room.width, room.height - len(head))
    lines = [*head, *effects]
    if card.id in context.leaving:
        leaves = context.say("leaving_brief")
        if len(lines) < room.height:
            lines.append(leaves)
        elif cell_width(" ".join((*at_edge, leaves))) <= edge:
            at_edge.append(leaves)
    return lines or [""], " ".join(at_edge)


def _yield_lines(
    context: MonumentalContext, card: Card, room: Size, *, is_short: bool
) -> tuple[list[str], list[str]]:
    """The lines of what a card brings and its points, in words or in signs; and texts of its edge."""
    brings, points = context.yield_words([card.id]), [*_points(context, card)]
    joined = " ".join(brings)
    together = "  ".join(filter(None, (joined, *points)))
    signs = [
        text for text in [" ".join(filter(None, (context.yields([card.id]), *points)))] if text
    ]
    if cell_width(together) <= room.width:
        return [together] if together else [], []
    if is_short:
        return signs, []
    if len(brings) + len(points) <= room.height:
        return [*brings, *points], []
    return ([joined], points) if cell_width(joined) <= room.width else (signs, [])


def _points(context: MonumentalContext, card: Card) -> Sequence[str]:
    """The points of a card, if it has some."""
    return (f"{context.symbols.star}{card.vp}",) if card.vp else ()


def _style(context: MonumentalContext, card: Card, place: BoardPlace) -> Style:
    """A card's colours: solid where it can be acquired now."""
    hue = HUES[card.kind]
    return context.ink.backs[hue] if place in context.offered else context.ink.fronts[hue]


def draw_heroes(context: MonumentalContext, region: Region) -> int:
    """Draw the Heroes and the Monsters that live, with their texts; the next free row."""
    x, y, width, _ = region
    for place, item, price, styles in (*_heroes(context), *_monsters(context)):
        key = context.key(place)
        mark, name = f"‹{key}›" if key else "   ", context.words(item.name)
        head = f"{mark}{name} {price} "
        lines = wrapped(f"{head} {context.words(item.text)}", width - 3)
        line = context.drawing.at(x, y).put(mark, context.ink.accent)
        line.put(name, styles[0]).put(f" {price} ", styles[1])
        line.put(lines[0].removeprefix(head.rstrip()).lstrip(), context.ink.dim)
        for row, part in enumerate(lines[1:], y + 1):
            context.drawing.at(x + 3, row).put(part, context.ink.dim)
        context.drawing.place(place, x, y, width, len(lines))
        y += len(lines)
    return y


_HeroEntry: TypeAlias = tuple[BoardPlace, Hero | Monster, str, tuple[Style, Style]]
"""A Hero or Monster: its place, itself, its price or strength, and the styles of name and price."""


def _heroes(context: MonumentalContext) -> Iterator[_HeroEntry]:
    world, gold = context.world, context.world.realms[context.home].supply.gold
    own = world.realms[context.home].hero
    for name in (*([own] if own else []), *world.heroes):
        hero, place = context.cards.hero[name], ("hero", name)
        backs, fronts = context.ink.backs["violet"], context.ink.fronts["violet"]
        style = backs if place in context.offered else fronts
        pays = context.ink.text if gold >= hero.cost else context.ink.dim
        price = context.symbols.yes if name == own else f"{hero.cost}{context.sign('gold')}"
        yield place, hero, price, (style, pays)


def _monsters(context: MonumentalContext) -> Iterator[_HeroEntry]:
    for lair in context.world.lairs:
        monster, place = context.cards.monster[lair.monster], ("monster", lair.monster)
        strength = f"{monster.strength}@{lair.place}"
        yield place, monster, strength, (context.ink.fronts["rose"], context.ink.danger)
