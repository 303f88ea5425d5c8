"""The commands of the palette: every key's effect on the open screen."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from textual.app import App, SystemCommand
from textual.screen import Screen

from hako.engine.i18n.catalogue import Catalogue
from hako.tui.theme.key_labels import key_to_press


def key_commands(app: App[Any], screen: Screen[Any], texts: Catalogue) -> Iterable[SystemCommand]:
    """A command for each key that works there and has a text; and the settings."""
    done: set[str] = set()
    for node, binding, enabled, _ in screen.active_bindings.values():
        words = f"keys.{binding.description}"
        is_known = words in texts and bool(key_to_press(binding))
        if enabled and is_known and isinstance(node, Screen | App):
            if binding.description not in {*done, "move", "palette"}:
                run = partial(app.run_action, binding.action, node)
                keys = texts.text("palette.key", key=app.get_key_display(binding))
                yield SystemCommand(texts.text(words), keys, run)
            done.add(binding.description)
    if "settings" not in done:
        run = partial(app.run_action, "settings", app)
        yield SystemCommand(texts.text("keys.settings"), texts.text("palette.settings"), run)
