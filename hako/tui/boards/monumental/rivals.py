"""The rivals: their Cities as nine edges with what they have, or a line each.

─ ●A Ann ★36 ───── 1 Gold 2 Culture ─
 9 Production 1 Military, Book Market
╔Harbour═══╗╔Fort══════╗╔Work Camp═╗
┌Library───┐┌Fort──────┐╔Work Camp═╗
┌P. Altar──┐┌Mine──────┐╔Work Camp═╗
"""

from __future__ import annotations

from collections.abc import Iterator

from textual.geometry import Region

from hako.content.monumental.scoring import scores
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.monumental.city import draw_edges
from hako.tui.boards.monumental.draw_context import MonumentalContext
from hako.tui.boards.monumental.resources import kept_parts, lost_parts
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.canvas import wrapped

TWO = 60
"""Columns from which on two rivals stand beside each other."""
LEAST_NAME = 4
"""Columns of a shortened name, at least."""
EDGES = 5
"""Rows of a rival with its City as edges."""


def draw_rivals(context: MonumentalContext, region: Region, height: int) -> int:
    """Draw all rivals, so many rows each, two beside each other; the next free row."""
    if height == 1:
        return draw_lines(context, region)
    columns = 2 if len(context.others) > 1 and region.width >= TWO else 1
    width = min((region.width - 2 * (columns - 1)) // columns, 50)
    for number, seat in enumerate(context.others):
        row, column = divmod(number, columns)
        x, y = region.x + column * (width + 2), region.y + row * height
        draw_rival(context, seat, Region(x, y, width, height))
    return region.y + -(-len(context.others) // columns) * height


def draw_rival(context: MonumentalContext, seat: Seat, region: Region) -> None:
    """Draw a rival: its points and what it has, its City, and further rows of what is its own."""
    x, y, width, height = region
    context.drawing.place(("seat", seat), x, y, width, 2)
    _heading(context, seat, region)
    texts = _possessions(context, seat)
    text = next((text for text in texts if cell_width(text) < width), texts[-1])
    context.drawing.at(x + 1, y + 1).put(text, context.ink.text, width - 1)
    y = draw_edges(context, seat, Region(x, y + 2, width - (width % 3), 3))
    for text, row in zip(_further(context, seat), range(height - EDGES), strict=False):
        context.drawing.at(x + 1, y + row).put(text, context.ink.dim, width - 1)


def draw_lines(context: MonumentalContext, region: Region) -> int:
    """Draw a line for each rival: its points and what it has; the next free row."""
    context.heading(region.y, context.say("rivals"), x=region.x, width=region.width)
    y = region.y + 1
    points, star = scores(context.world), context.symbols.star
    for seat in context.others:
        line = context.drawing.at(region.x, y)
        line.put(context.symbols.asked if context.world.turn == seat else " ", context.ink.accent)
        line.put(context.mark(seat), context.ink.owner(seat)).put(" ", context.ink.text)
        total = f" {star}{points[seat].total()}  "
        texts = [
            " ".join(filter(None, (kept_parts(context, supply), text)))
            for supply in [context.world.realms[seat].supply]
            for text in _possessions(context, seat)
        ]
        name = context.name(seat)
        room = region.right - line.x
        named = f"{name}{total}"
        text = next((text for text in texts if cell_width(f"{named}{text}") <= room), texts[-1])
        if cell_width(f"{named}{text}") > room:
            named = total.lstrip()
        line.put(named, context.ink.text).put(text, context.ink.dim, region.right - line.x)
        context.drawing.place(("seat", seat), region.x, y, region.width)
        y += 1
    return y


def _heading(context: MonumentalContext, seat: Seat, region: Region) -> None:
    star = f"{context.symbols.star}{scores(context.world)[seat].total()}"
    sign, name = context.mark(seat), context.name(seat)
    kept = kept_parts(context, context.world.realms[seat].supply)
    x, width = region.x, region.width
    if context.world.turn == seat:
        context.drawing.at(x, region.y).put(context.symbols.asked, context.ink.accent)
        x, width = x + 1, width - 1
    room = max(0, width - cell_width(f"{sign}{star}{kept}") - 9)
    civilization = context.texts.term("civilization", context.world.realms[seat].civilization)
    if cell_width(long := context.listed((name, civilization))) <= room:
        name = long
    name = shortened(name, room, context.symbols) if room >= LEAST_NAME else ""
    text = " ".join(filter(None, (sign, name, star)))
    context.heading(region.y, text, kept, x=x, width=width)


def _possessions(context: MonumentalContext, seat: Seat) -> list[str]:
    """The possessions of a seat besides what it keeps, from the longest text to the shortest."""
    supply = context.world.realms[seat].supply
    lost = lost_parts(context, supply)
    names = [
        f"{context.words(context.cards.market[name].name)}{f' {context.symbols.times}{count}' if count > 1 else ''}"
        for name in dict.fromkeys(supply.market)
        for count in [supply.market.count(name)]
    ]
    market = context.listed(names)
    brief = context.say("market_count", count=len(supply.market)) if names else ""
    signs = " ".join(f"{count}{context.sign(name)}" for name, count in supply.counters().items())
    return [
        context.listed((context.facts(seat), *parts))
        for parts in ((lost, market), (lost, brief), (signs, brief))
    ]


def _further(context: MonumentalContext, seat: Seat) -> Iterator[str]:
    """The Knowledge under a rival's cards, its Policies, and its deck."""
    realm = context.world.realms[seat]
    under = [
        context.words(context.cards.card[card].brief)
        for slot in realm.city
        for card in slot.knowledge
    ]
    yield (
        context.say("under_cards", cards=context.listed(under))
        if under
        else context.say("under_none")
    )
    count, active = len(realm.policies), realm.active_policy
    if active is None:
        yield context.say("policies_none")
    else:
        name = context.texts.term("policy", active)
        yield context.say("policies_top", count=count, policy=name)
    yield context.say("piles", deck=len(realm.deck.cards), discard=len(realm.discard))


def draw_other(context: MonumentalContext, seat: Seat, region: Region) -> int:
    """Draw what a rival has, above its City on a page of its own; the next free row."""
    x, y, width, _ = region
    _heading(context, seat, region)
    context.drawing.place(("seat", seat), x, y, width, 2)
    civilization = context.texts.term("civilization", context.world.realms[seat].civilization)
    text = "  ".join(filter(None, (civilization, *_possessions(context, seat)[:1])))
    context.drawing.at(x + 1, y + 1).put(text, context.ink.text, width - 1)
    return y + 2


def draw_further(context: MonumentalContext, seat: Seat, region: Region) -> int:
    """Draw the further possessions of a rival, as far as there is room; the next free row."""
    texts = [line for text in _further(context, seat) for line in wrapped(text, region.width - 1)]
    for row, text in enumerate(texts[: region.height]):
        context.drawing.at(region.x + 1, region.y + row).put(text, context.ink.dim)
    return region.y + min(len(texts), region.height)
