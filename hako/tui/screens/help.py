"""Help: the purpose of the open screen, and every key that works there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.screen import Screen
from textual.style import Style
from textual.widgets import Static

from hako.tui.screens.base import AppScreen
from hako.tui.screens.dialog import Dialog
from hako.tui.theme.key_labels import key_to_press
from hako.tui.widgets.line_panel import LinePanel
from hako.tui.widgets.link_bar import LinkBar
from hako.tui.widgets.paragraph import Paragraph

KEY_COLUMNS = 22
"""Room for the names of the keys."""

KEY = "key"
"""The name under which a text has the key that a click presses."""

ARROWS = ("left", "down", "up", "right")


class HelpScreen(Dialog[None]):
    """All keys of the screen below."""

    DEFAULT_CSS = """
    HelpScreen > Vertical {
        width: 72; max-width: 96%; height: auto; max-height: 90%;
        padding: 1 3; background: $surface;
    }
    HelpScreen VerticalScroll { height: auto; max-height: 1fr; }
    HelpScreen #title { dock: top; color: $accent; text-style: bold; margin-bottom: 1; }
    HelpScreen #about { margin-bottom: 1; }
    """

    def __init__(self, about: Screen[Any]) -> None:
        """Make the help for a screen, with its bindings at this moment."""
        super().__init__()
        self._topic = f"help.{getattr(about, 'TOPIC', '')}"
        self._bindings_there = list(bindings_of(about))
        self._key_groups = [f"help.{topic}_keys" for topic, _ in key_groups(about)]

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="title")
            with VerticalScroll(can_focus=True):
                yield Paragraph(id="about")
                yield Static(id="keys")

    def retranslate(self) -> None:
        texts = self.app.texts
        self.query_one("#title", Static).update(texts.text("help.title"))
        about = self.query_one("#about", Paragraph)
        about.words = texts.text(self._topic) if self._topic in texts else ""
        about.display = bool(about.words)
        self.query_one("#keys", Static).update(self._key_table())

    @property
    def keys(self) -> dict[str, tuple[str, str]]:
        """The effects of keys, each with the names of its keys and the one that a click presses."""
        by_description: dict[str, list[Binding]] = {}
        for binding in self._bindings_there:
            if f"keys.{binding.description}" in self.app.texts:
                by_description.setdefault(binding.description, []).append(binding)
        return {
            self._key_text(description): (self._names(same), key_to_press(same[0]))
            for description, same in by_description.items()
        }

    def _key_table(self) -> Content:
        """A text for each effect of keys, with all its keys before it; a click presses the first."""
        return Content("\n").join(
            Content.assemble((names.ljust(KEY_COLUMNS - 2), "bold $accent"), "  ", words).stylize(
                Style.from_meta({KEY: key})
            )
            for words, (names, key) in self.keys.items()
        )

    @on(Click, "#keys")
    def press(self, event: Click) -> None:
        """Press the key of the clicked text on the screen below."""
        if self.is_active and (key := event.style.meta.get(KEY)):
            self.dismiss()
            self.app.simulate_key(key)

    def _names(self, bindings: Iterable[Binding]) -> str:
        """All keys of a binding, each once."""
        name = self.app.get_key_display
        return " ".join(dict.fromkeys(map(name, sorted(bindings, key=_by_arrows))))

    def _key_text(self, description: str) -> str:
        """The text about what keys do: a longer one than in the key bar, where there is one."""
        texts = self.app.texts
        keys = [words for group in self._key_groups if (words := f"{group}.{description}") in texts]
        return texts.text(keys[0] if keys else f"keys.{description}")


def key_groups(screen: Screen[Any]) -> Sequence[tuple[str, Iterable[BindingType]]]:
    """The topics of a screen's keys, each with its bindings, the most special first."""
    return screen.key_groups() if isinstance(screen, AppScreen) else ()


def bindings_of(screen: Screen[Any]) -> Iterable[Binding]:
    """Every binding of a screen: of the focused widget, other panels, the screen, the app.

    Those without an effect just now are included; no key is listed twice for the same effect.
    """
    active = [(node, binding) for node, binding, _, _ in screen.active_bindings.values()]
    declared = [binding for _, bindings in key_groups(screen) for binding in bindings]
    panels = (  # link bars list their keys only while they have the focus
        panel
        for panel in screen.query(LinePanel)
        if panel.focusable and not isinstance(panel, LinkBar)
    )
    chain = (
        *(binding for node, binding in active if not isinstance(node, Screen | App)),
        *(binding for panel in panels for binding in Binding.make_bindings(type(panel).BINDINGS)),
        *Binding.make_bindings(declared),
        *(binding for _, binding in active),
    )
    taken: set[tuple[str, str]] = set()
    for binding in chain:
        if (binding.key, binding.description) not in taken:
            taken.add((binding.key, binding.description))
            yield binding


def _by_arrows(binding: Binding) -> int:
    """A sort key: arrows come first, all together."""
    return ARROWS.index(binding.key) if binding.key in ARROWS else len(ARROWS)
