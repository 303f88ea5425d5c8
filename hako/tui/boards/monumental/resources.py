"""The supply of a seat: each number between two bars, with the word of its resource.

▐5▌ Production  ▐3▌ Science  ▐0▌ Military
▐4▌ Gold  ▐0▌ Culture                kept
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from textual.geometry import Region

from hako.content.monumental.cards.effects import Resource
from hako.content.monumental.realm import COUNTERS, Supply
from hako.engine.i18n.width import cell_width
from hako.tui.boards.monumental.draw_context import KEPT, OWN, MonumentalContext, Part
from hako.tui.theme.styles import Hue

HUES: Mapping[Resource, Hue] = {
    "production": "brown",
    "science": "blue",
    "military": "rose",
    "military_neutral": "rose",
    "gold": "yellow",
    "culture": "violet",
    "production_token": "grey",
}
GAP = 2
"""Columns between two resources."""
NARROW = 20
"""Columns up to which each resource has a row of its own, close to its word."""
TOKENS = 39
"""Columns from which on tokens are shown also where there are none: beside the word for what is kept."""


def draw_supply(context: MonumentalContext, region: Region) -> int:
    """Draw the home seat's supply, lost and kept resources apart; the next free row."""
    supply = context.world.realms[context.home].supply
    y = region.y
    if region.width <= NARROW:
        for part in _chips(context, supply, (*COUNTERS, *KEPT), region.width, apart=""):
            context.drawing.at(region.x, y).put(part[0].ljust(4), part[1])
            y += 1
    else:
        for names, word in ((COUNTERS, f"lost.{context.world.mode}"), (KEPT, "kept")):
            y = _flow(
                context, region, y, _chips(context, supply, names, region.width), context.say(word)
            )
    context.drawing.place(("supply",), region.x, region.y, region.width, y - region.y, group=OWN)
    return y


def supply_height(context: MonumentalContext, width: int) -> int:
    """The rows of the home seat's supply in so many columns."""
    supply = context.world.realms[context.home].supply
    groups = (COUNTERS, KEPT)
    return sum(len(_rows([*_chips(context, supply, names, width)], width)) for names in groups)


def draw_bars(context: MonumentalContext, region: Region) -> int:
    """Draw the home seat's supply, a row a resource, each as many marks; the next free row."""
    supply = context.world.realms[context.home].supply
    shown = _shown(supply, (*COUNTERS, *KEPT), region.width)
    words = max(cell_width(context.say(f"chip.{name}", count=2)) for name in shown)
    y = region.y
    for names, word in ((COUNTERS, f"lost.{context.world.mode}"), (KEPT, "kept_on")):
        for name, (text, style) in zip(
            _shown(supply, names, region.width),
            _chips(context, supply, names, region.width),
            strict=True,
        ):
            line = context.drawing.at(region.x, y).put(text, style)
            line.at(region.x + words + 6)
            room = max(0, region.right - line.x)
            line.put(
                context.symbol("one") * min(room, supply.of(name)), context.ink.fronts[HUES[name]]
            )
            y += 1
        context.drawing.at(region.x + 4, y).put(context.say(word), context.ink.dim)
        y += 2
    context.drawing.place(
        ("supply",), region.x, region.y, region.width, y - 1 - region.y, group=OWN
    )
    return y


def kept_parts(context: MonumentalContext, supply: Supply) -> str:
    """The resources that a rival keeps, in words; nothing for none."""
    return _listed(context, supply, KEPT)


def lost_parts(context: MonumentalContext, supply: Supply) -> str:
    """The counters that a rival has, in words; nothing for none."""
    return _listed(context, supply, COUNTERS)


def _listed(context: MonumentalContext, supply: Supply, names: Sequence[Resource]) -> str:
    return " ".join(context.amount(supply.of(name), name) for name in names if supply.of(name))


def _shown(supply: Supply, names: Sequence[Resource], width: int) -> Iterator[Resource]:
    """The resources to be shown: all that a seat has, and most of the others."""
    for name in names:
        has_room = name != "military_neutral" and (width >= TOKENS or name != "production_token")
        if has_room or supply.of(name):
            yield name


def _chips(
    context: MonumentalContext,
    supply: Supply,
    names: Sequence[Resource],
    width: int,
    apart: str = " ",
) -> Iterator[Part]:
    """The resources of a supply in words, for so many columns; zeros are dim."""
    bars = context.symbol("amount")
    for name in _shown(supply, names, width):
        count = supply.of(name)
        style = context.ink.strong if count else context.ink.dim
        if count and name in KEPT:
            style = context.ink.money
        yield f"{bars[0]}{count}{bars[-1]}{apart}{context.say(f'chip.{name}', count=count)}", style


def _rows(chips: Sequence[Part], width: int) -> list[list[Part]]:
    """The resources in rows of so many columns."""
    rows: list[list[Part]] = []
    end = width
    for chip in chips:
        taken = cell_width(chip[0])
        if not rows or end + taken > width:
            rows.append([])
            end = 0
        rows[-1].append(chip)
        end += taken + GAP
    return rows


def _flow(
    context: MonumentalContext, region: Region, y: int, chips: Iterator[Part], word: str
) -> int:
    """Draw resources row by row, a word at the end of the last one; the next free row."""
    for row in _rows([*chips], region.width):
        line = context.drawing.at(region.x, y)
        for text, style in row:
            line.put(text, style).put(" " * min(GAP, region.right - line.x), style)
        y += 1
    start = line.x - GAP
    if start + GAP + cell_width(word) <= region.right:
        context.drawing.at(region.right - cell_width(word), y - 1).put(word, context.ink.dim)
    return y


def draw_market(context: MonumentalContext, x: int, y: int, end: int) -> int:
    """Draw the Market tokens of the home seat, which may be used; the next free row."""
    tokens = context.world.realms[context.home].supply.market
    if not tokens:
        return y
    line = context.drawing.at(x, y)
    for market in dict.fromkeys(tokens):
        place, count = ("market", market), tokens.count(market)
        key = f"‹{context.key(place)}›" if context.key(place) else ""
        text = f"{key}{context.words(context.cards.market[market].name)}"
        text = f" {text}{f' {context.symbols.times}{count}' if count > 1 else ''} "
        style = (context.ink.backs if place in context.offered else context.ink.fronts)["teal"]
        if line.x > x and line.x + cell_width(text) > end:
            y += 1
            line = context.drawing.at(x, y)
        start = line.x
        line.put(text, style, min(cell_width(text), end - start))
        context.drawing.place(place, start, y, line.x - start)
        line.at(line.x + 1)
    return y + 1
