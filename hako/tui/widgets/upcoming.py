"""Upcoming rows: what comes next at the table, in the rows that a list of actions leaves free."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct
from rich.style import Style
from textual.strip import Strip

from hako.tui.theme.styles import Styles
from hako.tui.widgets.canvas import StyledLine

UpcomingLine: TypeAlias = Sequence[tuple[str, Style]]
"""A line in pieces, each with its style."""


class UpcomingPart(Struct, frozen=True):
    """Rows about one thing that comes, with their heading; the lines that matter most come first."""

    title: str
    lines: Sequence[UpcomingLine]
    aside: str = ""
    """The text at the end of the heading."""
    is_whole: bool = False
    """True if it is left out where not all of its lines have room."""


def upcoming_strips(
    parts: Iterable[UpcomingPart],
    rows: int,
    line: Callable[[], StyledLine],
    ink: Styles,
    *,
    is_alone: bool,
) -> list[Strip]:
    """The parts in so many rows, as far as each has a line there.

    There is a free row before each part where all its lines have room, but for the first one of a panel
    that has nothing else.
    """
    strips: list[Strip] = []
    for part in parts:
        room = rows - len(strips) - 1
        if room < (len(part.lines) if part.is_whole else 1) or not part.lines:
            continue
        if room > len(part.lines) and (strips or not is_alone):
            strips.append(line().strip())
        strips.append(line().rule(part.title, part.aside, ink).strip())
        for pieces in part.lines[:room]:
            written = line()
            for text, style in pieces:
                written.put(text, style)
            strips.append(written.strip())
    return strips
