"""Kinds of terminals, by TERM: those that place the cursor by sequences of ECMA-48."""

from __future__ import annotations

import sys

_NAMES_OF_NONE = ("", "dumb", "unknown", "vt52")
# they can, and new ones are often unknown to the machine that one plays on
_FAMILIES = (
    "alacritty", "ansi", "contour", "cygwin", "eterm", "foot", "ghostty", "gnome", "iterm",
    "kitty", "konsole", "linux", "mintty", "mlterm", "putty", "rxvt", "screen", "st-", "tmux",
    "vt1", "vt2", "vt3", "vt4", "vt510", "vt520", "vt525", "wezterm", "xterm",
)  # fmt: skip


def places_cursor(term: str) -> bool | None:
    """True if a terminal of this kind can be drawn on; None where nothing is known of it."""
    if sys.platform == "win32":
        return True  # there TERM says nothing
    if term in _NAMES_OF_NONE:
        return False
    if term.lower().startswith(_FAMILIES):
        return True
    try:
        import curses  # where Python was built with it

        curses.setupterm(term, 1)
        sequence = curses.tigetstr("cup")
    except (ImportError, curses.error):
        return None
    return sequence is not None and sequence.startswith((b"\x1b[", b"\x9b"))
