"""The row of an entry of the list of actions, and the counts of entries that are not shown."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from rich.style import Style

from hako.engine.i18n.width import cell_width
from hako.tui.theme.styles import Styles
from hako.tui.theme.symbols import Symbols
from hako.tui.widgets.action_choices import ActionRow
from hako.tui.widgets.action_layout import FINAL, ActionLayout
from hako.tui.widgets.canvas import StyledLine


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
    text: str,
    entry: ActionRow,
    layout: ActionLayout,
    signs: EntrySigns,
    symbols: Symbols,
    ink: Styles,
) -> StyledLine:
    """Write the row of an entry: digit, payoff and text, or digit, text and payoff."""
    over = signs.over
    style = over or (ink.dim if entry.refused else ink.point if signs.is_marked else ink.text)
    sign = symbols.arrow if signs.is_marked else " "
    line.put(symbols.pointer if signs.is_pointed else sign, over or ink.accent)
    digit = symbols.no if entry.refused and not entry.is_rest else signs.digit
    digit_style = style if entry.refused else over or ink.strong
    line.put(digit, digit_style, layout.margin - 2, right=True).put(" ", style)
    payoff = layout.payoff(entry)
    if not layout.is_narrow and layout.payoff_cells and not entry.refused:
        line.put(payoff, over or ink.money, layout.payoff_cells).put(" ", style)
    line.put(text, style)
    end = line.width - FINAL * (not layout.is_narrow)
    payoff, cost = layout.ends(entry, end - line.x - 1)
    start = end - cell_width(f"{payoff}{cost}")
    if note := layout.note(entry, line.width - FINAL - 2 - line.x - (end - start)):
        line.put(f"  {note}", over or ink.dim)
    if payoff or cost:
        line.put(" " * (start - line.x), style).put(payoff, over or ink.money)
        line.put(cost, over or ink.text)
    room = line.width - line.x
    final = symbols.warning if signs.is_final and room > 1 else ""
    return line.put(final, over or ink.warn, room, right=True)


def put_hidden(
    line: StyledLine,
    layout: ActionLayout,
    shown: tuple[int, int],
    say: Callable[..., str],
    symbols: Symbols,
    ink: Styles,
) -> None:
    """Write how many entries are above and below the first and last one shown."""
    first, last = shown
    hidden = {"above": first, "below": len(layout.entries) - 1 - last}
    for key, count in hidden.items():
        sign = symbols.above if key == "above" else symbols.below
        line.put(f"{sign} " if count else "", ink.accent)
        line.put(f"{say(f'table.{key}', count=count)}  " if count else "", ink.dim)
