"""The driver for the terminal of this machine, whichever system it runs."""

from __future__ import annotations

import sys

from textual.driver import Driver

from hako.tui.terminal.startup_queries import LocalLine


def local_driver(line: LocalLine | None = None) -> type[Driver] | None:
    """The driver for an app on this terminal, asked before; None leaves it to Textual (Windows)."""
    if sys.platform == "win32":
        return None
    from hako.tui.terminal.posix_driver import LocalDriver

    return type("LocalDriver", (LocalDriver,), {"line": line})
