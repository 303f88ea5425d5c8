"""Parts of a board of Flip City that look the same in small and in large."""

from __future__ import annotations

from rich.style import Style

from hako.content.flip_city.actions import Buy, Develop, RemoveFromSupply
from hako.content.flip_city.cards import FaceId
from hako.engine.i18n.width import cell_width
from hako.tui.boards.flip_city.cards import Sketch
from hako.tui.boards.flip_city.odds_panel import Count
from hako.tui.widgets.canvas import wrapped


def card(sketch: Sketch, x: int, y: int, width: int, height: int, face: FaceId) -> None:
    """A face with its name, its icons and as much of its text as there is room for."""
    name, icons, style = f" {sketch.name(face)}", sketch.icons(face), sketch.style(face)
    said = wrapped(sketch.face(face).text.text(sketch.texts.language), width - 2)
    beside = width - cell_width(icons) - 2
    if cell_width(name) <= beside or height < 6:
        sketch.drawing.at(x, y).put(name, style, beside).put(f" {icons} ", style)
    else:
        sketch.drawing.at(x, y).put(name, style, width)
        said.insert(0, icons)
    if len(said) > height - 1:
        said = [*said[: height - 2], f"{said[height - 2]}{sketch.symbols.ellipsis}"]
    for row in range(height - 1):
        text = said[row] if row < len(said) else ""
        sketch.drawing.at(x, y + 1 + row).put(f" {text}", sketch.tint(face), width)


def open_card(sketch: Sketch, x: int, y: int, width: int, height: int) -> None:
    """The open card of the active seat's deck, below whose it is."""
    line = sketch.drawing.at(x, y).put(f"{sketch.say('on_top')} ", sketch.ink.dim)
    sketch.owner(line, sketch.active, x + width - line.x)
    deck = sketch.city.boards[sketch.active].deck
    sketch.drawing.place(("top",), x, y + 1, width)
    if not deck or deck[0] is None:
        sketch.drawing.at(x, y + 1).put(f" {no_top(sketch)}", sketch.ink.mark, width)
    else:
        card(sketch, x, y + 1, width, height - 1, deck[0])


def no_top(sketch: Sketch) -> str:
    """Why no card of the active seat's deck is open."""
    return sketch.say("top_hidden" if sketch.city.boards[sketch.active].deck else "no_deck")


def count(sketch: Sketch, x: int, y: int, least: int, what: Count) -> int:
    """A count of the turn below its name; tells how wide it is, `least` or as its name needs."""
    width = max(least, cell_width(what.label) + 1)
    sketch.drawing.at(x, y).put(what.label, sketch.ink.dim, width)
    sketch.drawing.at(x, y + 1).put(what.value, what.style, width)
    sketch.drawing.place(("count", what.key), x, y, width - 1, 2)
    return width


def price(sketch: Sketch, *actions: Buy | Develop | RemoveFromSupply) -> Style:
    """How a price is written: it stands out where it can be paid now."""
    return sketch.ink.money if sketch.legal.intersection(actions) else sketch.ink.dim


def flip(sketch: Sketch, face: FaceId) -> tuple[str, Style]:
    """What flipping a discarded face brings or costs; it stands out where it can be done now."""
    mark = sketch.recycles(face) or sketch.upgrades(face)
    return mark, sketch.ink.good if sketch.can_flip(face) else sketch.ink.dim
