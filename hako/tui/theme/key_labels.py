"""The names of keys on screen."""

from __future__ import annotations

from textual.binding import Binding
from textual.keys import format_key

from hako.tui.terminal.capabilities import Symbols

_NAMES = {
    "escape": "Esc",
    "enter": "Enter",
    "tab": "Tab",
    "space": "Space",
    "backspace": "Backspace",
    "delete": "Del",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}
_ARROWS = {"up": "Up", "down": "Down", "left": "Left", "right": "Right"}


def key_to_press(binding: Binding) -> str:
    """The key that a click on its name presses; none where the name is that of several keys.

    Each of those has another effect, and a click cannot choose one.
    """
    return "" if binding.key_display else binding.key


def key_name(binding: Binding, symbols: Symbols) -> str:
    """The name printed on the key, with `^` for Ctrl; arrows are drawn as signs where possible."""
    if binding.key_display:
        return binding.key_display
    modifiers, key = binding.parse_key()
    if key in _ARROWS and symbols != "full":
        name = _ARROWS[key]
    elif len(key) > 1 and key[0] == "f" and key[1:].isdigit():
        name = key.upper()
    else:
        name = _NAMES.get(key) or format_key(key)
    if "ctrl" in modifiers:
        return f"^{name.upper()}"
    return f"{'Shift+' if 'shift' in modifiers else ''}{name}"
