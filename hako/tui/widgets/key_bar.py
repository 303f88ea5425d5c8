"""The bar of keys: what the keys of the open screen do, each a link that can be clicked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import ClassVar

from textual.binding import Binding

from hako.tui.theme.key_labels import key_to_press
from hako.tui.widgets.link_bar import Link, LinkBar

ALWAYS_SHOWN = ("leave", "help")
"""Actions whose keys a newcomer looks for first."""


_MARGIN = Link("", ((" ", "key-bar--text"),))


class KeyBar(LinkBar):
    """The keys of the open screen: its visible bindings, as far as they fit the rows.

    The keys for going back and for help always have their place. A binding's description is a key
    of the texts' group `keys`.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"key-bar--key", "key-bar--text"}
    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: 1; background: $panel; }
    KeyBar > .key-bar--key { color: $accent; text-style: bold; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[list[Link]] = [[]]
        self._by_action: dict[str, Link] = {}
        """All links by action, also those that do not fit; help is the last one."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self.write)

    def words(self) -> Iterable[Link]:
        return chain(*self._lines)

    def lines(self) -> Sequence[Iterable[Link]]:
        return self._lines

    def write(self, _: object = None) -> None:
        """Write the line again, if the keys have changed."""
        if (offered := self._offered()) != self._by_action:
            self._by_action = offered
            self.repaint()

    def show(self, key: str, does: str) -> None:
        """Change the text of one key that is shown."""
        for action, word in self._by_action.items():
            if word.target == key and word != (link := self._link_to(word.pieces[0][0], does, key)):
                self._by_action[action] = link
                self.repaint()

    def redraw(self) -> None:
        self._by_action = self._by_action or self._offered()  # the first frame is before any event
        self._lines = self._fitting()

    def _fitting(self) -> list[list[Link]]:
        shown = dict(self._by_action)
        # from the end on, as the first ones are needed most
        spare = [action for action in shown if action not in ALWAYS_SHOWN]
        while len(lines := self._laid(shown.values())) > max(1, self.rows) and spare:
            del shown[spare.pop()]
        return lines

    def _laid(self, words: Iterable[Link]) -> list[list[Link]]:
        lines, cells = [[_MARGIN]], 1
        for word in words:
            cells += word.width
            if cells - 2 > self.columns and len(lines[-1]) > 1:  # the last blanks need no room
                lines.append([_MARGIN])
                cells = 1 + word.width
            lines[-1].append(word)
        return lines

    def clicked(self, name: str) -> None:
        if name:
            self.app.simulate_key(name)

    def _offered(self) -> dict[str, Link]:
        by_action: dict[str, Link] = {}
        if not self.screen.is_active:
            return by_action
        for _, binding, enabled, _ in self.screen.active_bindings.values():
            if binding.show and enabled and (word := self._word(binding)):
                by_action.setdefault(binding.action, word)
        if help_link := by_action.pop("help", None):
            by_action["help"] = help_link
        return by_action

    def _word(self, binding: Binding) -> Link | None:
        """The link of a key and its text; None for a binding without a text."""
        if f"keys.{binding.description}" not in self.app.texts:
            return None
        name = self.app.get_key_display(binding)
        return self._link_to(name, binding.description, key_to_press(binding))

    def _link_to(self, name: str, does: str, target: str) -> Link:
        text = self.app.texts.text(f"keys.{does}")
        return Link(target, ((name, "key-bar--key"), (f" {text}  ", "key-bar--text")))
