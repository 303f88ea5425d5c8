"""Tabs: the names of the panels of which one is shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.message import Message
from textual.reactive import reactive

from hako.tui.widgets.link_bar import Link, LinkBar


class Tabs(LinkBar):
    """A line of names, each of which can be clicked.

    Board   [Actions]   Log    Tab
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"tabs--tab", "tabs--here"}
    DEFAULT_CSS = """
    Tabs { height: 1; background: $surface; }
    Tabs > .tabs--tab { color: $muted; }
    Tabs > .tabs--here { color: $accent; text-style: bold; }
    """

    class TabPicked(Message):
        """Posted when a name is clicked."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    current: reactive[str] = reactive("", repaint=False, init=False)
    """The name of the panel that is shown."""

    def __init__(self, names: Iterable[str], current: str) -> None:
        """Show the panels of these names, keys of `panels` in the texts."""
        super().__init__()
        self._names = (*names,)
        self.set_reactive(Tabs.current, current)

    def watch_current(self) -> None:
        self.repaint()

    def words(self) -> Iterable[Link]:
        for name in self._names:
            called, is_here = self.app.texts.text(f"panels.{name}"), name == self.current
            text = f"[{called}]" if is_here else f" {called} "
            yield Link(name, ((text, "tabs--here" if is_here else "tabs--tab"),))
            yield Link("", (("  ", "tabs--tab"),))
        yield Link("", (("Tab", "tabs--tab"),))

    def clicked(self, name: str) -> None:
        if name:
            self.post_message(self.TabPicked(name))
