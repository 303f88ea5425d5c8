"""The pages of a table in a small terminal: of its panels one is shown.

    prompt and goal
     Board  [Actions]  Log
    the panel
    description
    keys

The panel with the focus is shown. So whatever focuses a panel turns to it, a new decision to the
list as well as a key; in another size the focus stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

from hako.tui.widgets.prompt import Prompt
from hako.tui.widgets.tabs import Tabs

PANEL_KEYS: list[BindingType] = [
    Binding("tab", "panel(1)", "next_panel", show=False),
    Binding("shift+tab", "panel(-1)", "previous_panel", show=False),
]
"""Keys that lead from panel to panel."""

ROOM = (80, 24)
"""Columns and lines from which on there is room for all panels."""

PAGES = """
TableScreen.-paged {
    layout: vertical;

    Board, SeatPanel, ActionList, ReplayTimeline, LogPanel { display: none; }
    Board { max-height: 37; }
    &.-lesson LessonPanel { display: none; }
    &.-on-board Board { display: block; }
    &.-on-actions ActionList, &.-on-timeline ReplayTimeline { display: block; }
    &.-on-actions Description { height: 6; }
    &.-on-actions.-lesson LessonPanel { display: block; height: 6; }
    &.-on-actions.-lesson Description { height: 5; }
    &.-on-log LogPanel { display: block; }
    &.-on-log SeatPanel { display: block; height: auto; }
}
"""
"""The style sheet of the pages. A board is no larger there than in the small frame of a wider window."""


class Pages:
    """The panels of a screen, side by side where there is room, else one at a time."""

    def __init__(self, screen: Screen[Any], prompt: Prompt, panels: Mapping[str, Widget]) -> None:
        """Make the pages of a screen; `panels` are in order, by the keys of their names."""
        self._screen, self._prompt, self.panels = screen, prompt, panels
        self.shown = "board"
        """The panel that is shown where only one is."""

    @property
    def is_one_shown(self) -> bool:
        """True if only one panel is shown."""
        return self._screen.has_class("-paged")

    def turn_to(self, name: str) -> None:
        """Show a panel and focus it."""
        self._show(name)
        self._screen.set_focus(self.panels[name])

    def go(self, by: int) -> None:
        """Turn to the next page or the one before; side by side, focus the next panel."""
        if self.is_one_shown:
            names = [*self.panels]
            self.turn_to(names[(names.index(self.shown) + by) % len(names)])
        elif by > 0:
            self._screen.focus_next()
        else:
            self._screen.focus_previous()

    def follow(self, focus: Widget) -> None:
        """Show the panel that gets the focus."""
        if self.is_one_shown:
            self._show(self._name_of(focus))

    def fit(self, size: Size) -> Size:
        """Begin to show one panel at a time, or cease to; the size for which panels are laid out."""
        columns, lines = ROOM
        is_small = size.width < columns or size.height < lines
        if is_small != self.is_one_shown:
            self._screen.set_class(is_small, "-paged", update=self._screen.is_mounted)
            focused = self._screen.focused
            self._show(self._name_of(focused) if focused else self.shown)
            if self._screen.is_mounted and is_small:
                self._screen.mount(*self.tabs(), after=self._prompt)
            else:
                self._screen.query(Tabs).remove()
        return Size(0, 0) if is_small else size  # pages are neither wide nor tall

    def tabs(self) -> Iterable[Widget]:
        """The tabs of the panels, where only one is shown."""
        if self.is_one_shown:
            yield Tabs(self.panels, self.shown)

    def _name_of(self, widget: Widget) -> str:
        """The name of the panel that a widget is; of the shown one, if it is none."""
        panels = self.panels.items()
        return next((name for name, panel in panels if panel is widget), self.shown)

    def _show(self, name: str) -> None:
        self.shown = name
        if self.is_one_shown:
            shown = {f"-on-{panel}": panel == name for panel in self.panels}
            self._screen.update_classes(shown, animate=False)
        is_full = name == "board" or self._screen.has_class("-lesson")
        self._prompt.stand_above(is_page=self.is_one_shown, is_full=is_full)
        for tabs in self._screen.query(Tabs):
            tabs.current = name
