"""Output of commands for people: on a terminal, lines break between words.

A terminal itself breaks lines at its edge, wherever that is. Output to a pipe or a file keeps its
lines.
"""

from __future__ import annotations

import re
import sys

import click

from hako.tui.terminal.size import terminal_size

_GAPS = re.compile(r"^ *\d+\. |^ +| {2,}")
"""The number or indentation of a line, and what parts its columns."""


def put(text: str, *, err: bool = False) -> None:
    """Print lines on stdout, or on stderr."""
    stream = sys.stderr if err else sys.stdout
    if stream.isatty():
        columns, _ = terminal_size(stream)
        text = fitted(text, columns)
    click.echo(text, err=err)


def fitted(text: str, width: int) -> str:
    """The text with no line wider than `width` cells, if words allow it."""
    return "\n".join(part for line in text.split("\n") for part in _broken(line, width))


def _broken(line: str, width: int) -> list[str]:
    """A line as several, those after the first under where its text begins."""
    if 2 * len(line) <= width:
        return [line]  # no sign takes more than two cells
    from hako.engine.i18n.width import cell_width
    from hako.tui.theme.line_breaking import wrap

    if cell_width(line) <= width:
        return [line]
    begins = max(
        (match.end() for match in _GAPS.finditer(line) if match.end() <= 2 * width // 3), default=0
    )
    before, indent = line[:begins], cell_width(line[:begins])
    first, *others = wrap(line[begins:], width - indent)
    return [before + first, *(" " * indent + rest for rest in others)]
