"""Parts of a board of Flip City that look the same in small and in large."""

from __future__ import annotations

from rich.style import Style

from hako.content.flip_city.actions import Buy, Develop, RemoveFromSupply
from hako.content.flip_city.cards import FaceId
from hako.engine.i18n.width import cell_width
from hako.tui.boards.flip_city.cards import FlipCityContext
from hako.tui.boards.flip_city.odds_panel import Count
from hako.tui.widgets.canvas import wrapped


def card(context: FlipCityContext, x: int, y: int, width: int, height: int, face: FaceId) -> None:
    """A face with its name, its icons and as much of its text as there is room for."""
    name, icons, style = f" {context.name(face)}", context.icons(face), context.style(face)
    lines = wrapped(context.face(face).text.text(context.texts.language), width - 2)
    beside = width - cell_width(icons) - 2
    if cell_width(name) <= beside or height < 6:
        context.drawing.at(x, y).put(name, style, beside).put(f" {icons} ", style)
    else:
        context.drawing.at(x, y).put(name, style, width)
        lines.insert(0, icons)
    if len(lines) > height - 1:
        lines = [*lines[: height - 2], f"{lines[height - 2]}{context.symbols.ellipsis}"]
    for row in range(height - 1):
        text = lines[row] if row < len(lines) else ""
        context.drawing.at(x, y + 1 + row).put(f" {text}", context.tint(face), width)


def open_card(context: FlipCityContext, x: int, y: int, width: int, height: int) -> None:
    """Draw the open card of the active seat's deck, below the name of the seat."""
    line = context.drawing.at(x, y).put(f"{context.say('on_top')} ", context.ink.dim)
    context.owner(line, context.active, x + width - line.x)
    deck = context.city.boards[context.active].deck
    context.drawing.place(("top",), x, y + 1, width)
    if not deck or deck[0] is None:
        context.drawing.at(x, y + 1).put(f" {no_top(context)}", context.ink.mark, width)
    else:
        card(context, x, y + 1, width, height - 1, deck[0])


def no_top(context: FlipCityContext) -> str:
    """The reason why no card of the active seat's deck is open."""
    return context.say("top_hidden" if context.city.boards[context.active].deck else "no_deck")


def count(context: FlipCityContext, x: int, y: int, least: int, counter: Count) -> int:
    """Draw a count below its name; its width: `least`, or more if the name needs it."""
    width = max(least, cell_width(counter.label) + 1)
    context.drawing.at(x, y).put(counter.label, context.ink.dim, width)
    context.drawing.at(x, y + 1).put(counter.value, counter.style, width)
    context.drawing.place(("count", counter.key), x, y, width - 1, 2)
    return width


def price(context: FlipCityContext, *actions: Buy | Develop | RemoveFromSupply) -> Style:
    """The style of a price; it stands out if the price can be paid now."""
    return context.ink.money if context.legal.intersection(actions) else context.ink.dim


def flip(context: FlipCityContext, face: FaceId) -> tuple[str, Style]:
    """The gain or cost of flipping a discarded face; it stands out if that can be done now."""
    mark = context.recycles(face) or context.upgrades(face)
    return mark, context.ink.good if context.can_flip(face) else context.ink.dim
