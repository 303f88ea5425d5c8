"""The check that a command has a terminal, and one that can place its cursor."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hako.cli.exceptions import CommandError, UsageError
from hako.tui.terminal.drawable_terminals import places_cursor
from hako.tui.textual_version import needs_textual

if TYPE_CHECKING:
    from hako.tui.terminal.startup_queries import LocalLine

PLAIN = CommandError("way_with_plain")


def needs_terminal(command: str, way_out: CommandError = PLAIN) -> None:
    """Raise UsageError if stdin or stdout is no terminal, or none that can be drawn on."""
    needs_textual()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("no_terminal", command=command, way_out=way_out)
    if places_cursor(_term()) is False:
        raise UsageError("no_cursor", command=command, term=_term(), way_out=way_out)


@contextmanager
def drawing_line(way_out: CommandError = PLAIN) -> Iterator[LocalLine]:
    """The line to the terminal of this process, after its replies to queries.

    Refuses a terminal of an unknown kind that answers nothing: it may print what is to be drawn.
    """
    from hako.tui.terminal.startup_queries import local_line

    with local_line() as line:
        if not line.has_answered and places_cursor(_term()) is None:
            raise UsageError("no_cursor", command="hako", term=_term(), way_out=way_out)
        yield line


def _term() -> str:
    return os.environ.get("TERM", "")
