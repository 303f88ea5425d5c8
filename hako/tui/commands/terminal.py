"""Commands that draw on a terminal need one."""

from __future__ import annotations

import sys

from hako.tui.commands.usage import Misused, Unable

PLAIN = Unable("way_with_plain")


def needs_terminal(command: str, way_out: Unable = PLAIN) -> None:
    """Refuse where stdin or stdout is none, and say what would do."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Misused("no_terminal", command=command, way_out=way_out)
