"""The row of an entry of the list of actions, and the heading of entries that are unfolded."""

from __future__ import annotations

from msgspec import Struct
from rich.style import Style

from hako.engine.i18n.width import cell_width
from hako.tui.theme.styles import Styles
from hako.tui.theme.symbols import Symbols
from hako.tui.widgets.action_layout import ActionLayout
from hako.tui.widgets.action_list_row import ListRow
from hako.tui.widgets.action_texts import FINAL
from hako.tui.widgets.canvas import StyledLine

DASH = "╌"
"""The rule behind such a heading, cell by cell."""


class EntrySigns(Struct, frozen=True):
    """The signs of an entry, and how it stands out."""

    digit: str
    over: Style | None
    """The style of the entry at the cursor; None for any other."""
    is_pointed: bool
    is_marked: bool
    """True if a lesson speaks of it."""
    is_final: bool


def put_entry(
    line: StyledLine,
    row: ListRow,
    layout: ActionLayout,
    signs: EntrySigns,
    symbols: Symbols,
    ink: Styles,
) -> StyledLine:
    """Write the row of an entry: digit, payoff and text, or digit, text and payoff."""
    over, entry = signs.over, layout.entries[row.number]
    style = over or (ink.dim if entry.refused else ink.point if signs.is_marked else ink.text)
    sign = symbols.arrow if signs.is_marked else " "
    line.put(symbols.pointer if signs.is_pointed else sign, over or ink.accent)
    digit = symbols.no if entry.refused and not entry.is_rest else signs.digit
    digit_style = style if entry.refused else over or ink.strong
    line.put(digit, digit_style, layout.margin - 2, right=True).put(" ", style)
    if layout.text_start(row.number) > layout.margin and not entry.refused:
        payoff = layout.payoff(entry)
        line.put(payoff, over or ink.money, layout.payoff_cells).put(" ", style)
    line.put(row.text, style)
    ends = layout.ends(entry) if row.has_ends else ("", "")
    room = line.width - FINAL - 2 - line.x - cell_width("".join(ends))
    if note := layout.note(entry, room):
        line.put(f"  {note}", over or ink.dim)
    _put_ends(line, ends, layout, over, ink)
    room = line.width - line.x
    final = symbols.warning if signs.is_final and room > 1 else ""
    return line.put(final, over or ink.warn, room, right=True)


def put_more(
    line: StyledLine, row: ListRow, layout: ActionLayout, over: Style | None, ink: Styles
) -> StyledLine:
    """Write a further row of the text of an entry, the last one with its cost."""
    style = over or ink.text
    line.put(" " * layout.text_start(row.number), style).put(row.text, style)
    if row.has_ends:
        _put_ends(line, layout.ends(layout.entries[row.number]), layout, over, ink)
    return line.put("", style, line.width - line.x)


def _put_ends(
    line: StyledLine, ends: tuple[str, str], layout: ActionLayout, over: Style | None, ink: Styles
) -> None:
    """Write the payoff and the cost at the end of a row."""
    payoff, cost = ends
    if payoff or cost:
        end = line.width - FINAL * (not layout.is_narrow)
        start = end - cell_width(f"{payoff}{cost}")
        line.put(" " * (start - line.x), over or ink.text).put(payoff, over or ink.money)
        line.put(cost, over or ink.text)


def put_unfolded(line: StyledLine, key: str, text: str, margin: int, ink: Styles) -> StyledLine:
    """Write the heading of an entry whose parts stand below."""
    line.at(1).put(key, ink.strong, margin - 2, right=True).put(f" {text} ", ink.text)
    return line.put(DASH * (line.width - line.x - 1), ink.rule)
