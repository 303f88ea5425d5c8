"""The first and the last row of the list of actions: its title, and what is not in sight."""

from __future__ import annotations

from collections.abc import Callable

from hako.engine.i18n.width import cell_width
from hako.tui.theme.styles import Styles
from hako.tui.widgets.action_layout import ActionLayout
from hako.tui.widgets.canvas import StyledLine

TITLE = 8
"""Cells of the rules and blanks in a title line, at least."""


def put_title(
    line: StyledLine, title: str, layout: ActionLayout, shown: tuple[int, int] | None, ink: Styles
) -> StyledLine:
    """Rule a line with the title, and what is above and below the first and last entry shown."""
    entries = layout.entries
    first, last = shown or (0, len(entries) - 1)
    if layout.table is not None:
        below = layout.hidden((), entries[last + 1 :], 0)
        return layout.table.put_heads(line, below, layout.symbols, ink)
    room = line.width - TITLE - cell_width(title)
    return line.rule(title, layout.hidden(entries[:first], entries[last + 1 :], room), ink)


def put_foot(
    line: StyledLine,
    key: str,
    layout: ActionLayout,
    shown: tuple[int, int],
    say: Callable[..., str],
    ink: Styles,
) -> StyledLine:
    """Write how many entries are above and below, and the last that may be chosen with its key."""
    first, last = shown
    hidden = {"above": first, "below": len(layout.entries) - 1 - last}
    for where, count in hidden.items():
        sign = layout.symbols.above if where == "above" else layout.symbols.below
        line.put(f"{sign} " if count else "", ink.accent)
        line.put(f"{say(f'table.{where}', count=count)}  " if count else "", ink.dim)
    offered = layout.listed.last_offered
    if offered >= 0 and not first <= offered <= last:
        text = layout.foot_text(layout.entries[offered], line.width - line.x - len(key) - 1)
        line.put(f"{key} ", ink.strong).put(text, ink.text)
    return line
