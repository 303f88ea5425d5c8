"""A table in a small terminal: its panels are pages, and one of them is shown.

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
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.widget import Widget

from hako.tui.screens.base import AppScreen, Direction
from hako.tui.widgets.prompt import Prompt
from hako.tui.widgets.tabs import Tabs

PANEL_KEYS: list[BindingType] = [
    Binding("tab", "panel(1)", "next_panel", show=False),
    Binding("shift+tab", "panel(-1)", "previous_panel", show=False),
]
"""Keys that lead from panel to panel."""


class PagedScreen(AppScreen[None]):
    """A screen that shows its panels side by side where there is room, else one at a time."""

    ROOM: ClassVar[tuple[int, int]] = (80, 24)
    """Columns and lines from which on there is room."""

    prompt: Prompt

    SCOPED_CSS = False  # of a list of selectors, Textual would scope the last
    DEFAULT_CSS = """
    PagedScreen.-paged {
        layout: vertical;

        Board, SeatPanel, ActionList, Timeline, LogPanel { display: none; }
        &.-lesson LessonPanel { display: none; }
        &.-on-board Board { display: block; }
        &.-on-actions ActionList, &.-on-timeline Timeline { display: block; }
        &.-on-actions Description { height: 6; }
        &.-on-actions.-lesson LessonPanel { display: block; height: 6; }
        &.-on-actions.-lesson Description { height: 5; }
        &.-on-log LogPanel { display: block; }
        &.-on-log SeatPanel { display: block; height: auto; }
    }
    """

    shown_panel = "board"
    """The panel that is shown where only one is."""

    @property
    def panels(self) -> Mapping[str, Widget]:
        """The panels in their order, each by the key of `panels` in the texts that names it."""
        raise NotImplementedError

    @property
    def is_paged(self) -> bool:
        """True if only one panel is shown."""
        return self.has_class("-paged")

    def turn_to(self, name: str) -> None:
        """Show a panel and focus it."""
        self._show(name)
        self.set_focus(self.panels[name])

    @on(Tabs.TabPicked)
    def turn_to_picked(self, event: Tabs.TabPicked) -> None:
        """Turn to the panel whose name was clicked."""
        self.turn_to(event.name)

    def action_panel(self, by: int) -> None:
        """Go to the next panel, or to the one before."""
        if self.is_paged:
            names = [*self.panels]
            self.turn_to(names[(names.index(self.shown_panel) + by) % len(names)])
        elif by > 0:
            self.focus_next()
        else:
            self.focus_previous()

    def action_toward(self, direction: Direction) -> None:
        if self.is_paged and direction in {"left", "right"}:
            self.action_panel(1 if direction == "right" else -1)
        else:
            super().action_toward(direction)

    def set_focus(
        self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False
    ) -> None:
        if widget is not None and self.is_paged:
            self._show(self._name_of(widget))
        super().set_focus(widget, scroll_visible, from_app_focus)

    def _take_size(self, size: Size) -> None:
        columns, lines = self.ROOM
        is_paged = size.width < columns or size.height < lines
        if is_paged != self.is_paged:
            self.set_class(is_paged, "-paged", update=self.is_mounted)
            self._turn_into_pages()
        super()._take_size(Size(0, 0) if is_paged else size)  # pages are neither wide nor tall

    def _turn_into_pages(self) -> None:
        """Begin to show one panel at a time, or cease to."""
        self._show(self._name_of(self.focused) if self.focused else self.shown_panel)
        if self.is_mounted and self.is_paged:
            self.mount(*self.compose_tabs(), after=self.prompt)
        else:
            self.query(Tabs).remove()

    def _name_of(self, widget: Widget) -> str:
        """The name of the panel that a widget is; of the shown one, if it is none."""
        panels = self.panels.items()
        return next((name for name, panel in panels if panel is widget), self.shown_panel)

    def compose_tabs(self) -> Iterable[Widget]:
        """The tabs of the panels, where only one is shown."""
        if self.is_paged:
            yield Tabs(self.panels, self.shown_panel)

    def _show(self, name: str) -> None:
        self.shown_panel = name
        if self.is_paged:
            shown = {f"-on-{panel}": panel == name for panel in self.panels}
            self.update_classes(shown, animate=False)
        is_full = name == "board" or self.has_class("-lesson")
        self.prompt.stand_above(is_page=self.is_paged, is_full=is_full)
        for tabs in self.query(Tabs):
            tabs.current = name
