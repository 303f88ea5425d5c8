"""The genesis cards, as a row of marks and as boxes."""

from __future__ import annotations

from collections.abc import Iterator

from textual.geometry import Region

from hako.content.quo_vadis.actions import SelectArea
from hako.content.quo_vadis.cards import FREE
from hako.engine.i18n.width import cell_width
from hako.tui.boards.quo_vadis.draw_context import BESIDE, QuoVadisContext
from hako.tui.widgets.canvas import StyledLine

GENESIS = (1, 2, 3, 4, 5, FREE)


def genesis_marks(context: QuoVadisContext) -> Iterator[tuple[int, str, bool]]:
    """Each genesis card with its text, in brackets below a marker; True if it is selected."""
    meant = context.meant
    chosen = meant.cards if isinstance(meant, SelectArea) else ()
    for number in GENESIS:
        name = context.say("free") if number == FREE else str(number)
        is_marked = number in context.world.markers
        yield number, f"({name})" if is_marked else name, number in chosen


def _is_closed(context: QuoVadisContext, number: int) -> bool:
    """True if a marker closes the card; FREE stays open."""
    return number != FREE and number in context.world.markers


def genesis_row(context: QuoVadisContext, line: StyledLine, y: int) -> None:
    """Write the genesis cards into a row."""
    for number, text, is_chosen in genesis_marks(context):
        start = line.x
        style = context.ink.dim if _is_closed(context, number) else context.ink.strong
        line.put(text, context.ink.mark if is_chosen else style)
        context.drawing.place(("genesis", number), start, y, line.x - start, group=BESIDE)
        line.put(" ", context.ink.text)


def genesis_width(context: QuoVadisContext) -> int:
    """The columns of the genesis cards as cards, after a blank one."""
    return 1 + 5 * 5 + cell_width(context.say("free")) + 4


GENESIS_ROWS = 4
"""Rows of the genesis cards with their name."""


def genesis_cards(context: QuoVadisContext, region: Region) -> None:
    """Draw the genesis cards as cards; those that a selection takes have thick edges."""
    drawing, ink = context.drawing, context.ink
    x, top = region.x + 1, region.y + 1
    drawing.at(x, region.y).put(context.say("genesis_cards"), ink.dim)
    for number, text, is_chosen in genesis_marks(context):
        width = cell_width(context.say("free")) + 4 if number == FREE else 5
        start = x + (1 if text.startswith("(") else 2)
        if _is_closed(context, number):
            drawing.at(start, top + 1).put(text, ink.dim)
        else:
            _box(context, Region(x, top, width, 3), is_thick=is_chosen)
            drawing.at(start, top + 1).put(text, ink.strong)
        drawing.place(("genesis", number), x, top, width, 3, group=BESIDE)
        x += width


def _box(context: QuoVadisContext, region: Region, *, is_thick: bool) -> None:
    """Draw a box, of thick lines where the terminal has them."""
    if not is_thick or context.symbols.name != "full":
        context.drawing.box(region, context.ink.accent if is_thick else context.ink.rule)
        return
    x, y, width, height = region
    bar, style = "━" * (width - 2), context.ink.accent
    context.drawing.at(x, y).put(f"┏{bar}┓", style)
    context.drawing.at(x, y + height - 1).put(f"┗{bar}┛", style)
    for row in range(y + 1, y + height - 1):
        context.drawing.at(x, row).put("┃", style)
        context.drawing.at(x + width - 1, row).put("┃", style)
