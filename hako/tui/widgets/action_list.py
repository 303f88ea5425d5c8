"""The list of actions: those that may be chosen with their gains, and others with the reason."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, ClassVar

from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from hako.engine.rules.action_groups import SHORT
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.action_layout import FINAL, INDENT, ActionLayout, ListRow
from hako.tui.widgets.canvas import LinePanel
from hako.tui.widgets.table_model import ActionChoices, ActionRow

NUMBERED = SHORT
"""Entries that have a digit; if there are more, the last one has 0."""

UNMEANT = 0.3
"""Seconds within which a key was meant for the list of before."""


class ActionList(LinePanel, can_focus=True):
    """The list of actions, numbered; the one at the cursor is previewed before it is played.

    The cursor moves over refused actions, too. An entry that stands for several actions can be
    opened; then only they are shown.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "move", show=False),
        Binding("down", "move(1)", "move", show=False),
        Binding("pageup", "move(-5)", "far", show=False),
        Binding("pagedown", "move(5)", "far", show=False),
        Binding("home", "move(-999)", "edge", show=False),
        Binding("end", "move(999)", "edge", show=False),
        *(Binding("enter", f"enter('{does}')", does) for does in ("play", "choose", "why")),
        Binding("escape", "close", "now"),
    ]

    has_foot = True

    clock: ClassVar[Callable[[], float]] = time.monotonic

    cursor: reactive[int] = reactive(0, repaint=False, init=False)
    """The number of the entry at the cursor."""

    pointed: reactive[ActionRow | None] = reactive(
        None, repaint=False, init=False, always_update=True
    )
    """Set each time that keys or the mouse point at an entry, for watchers. It is no message, so
    that all that follows is painted in the same frame."""

    class ActionChosen(Message):
        """Posted when an action is to be played, or a refused one explained."""

        def __init__(self, action: Any, moment: int) -> None:
            super().__init__()
            self.action = action
            self.moment = moment
            """Number of the position at which it was offered."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._choices: ActionChoices | None = None
        self._opened: ActionRow | None = None
        """The entry whose parts are shown."""
        self._meant: Any = None
        """The action highlighted in another panel."""
        self._offered = 0
        self._layout = ActionLayout(self, None, ())
        self._clicked: int | None = None
        """The entry that the mouse has pointed at, until the cursor moves otherwise."""
        self._heeds_from = 0.0
        """The time, by the clock, until which an Enter belongs to the digit typed before it."""
        self._is_marked: Callable[[Any], bool] = lambda _: False
        self.has_texts = True
        """False where another panel has the printed texts of what an action names."""

    # ------------------------------------------------------------------ showing

    def show(self, choices: ActionChoices | None, cursor: int = 0) -> None:
        """Show the choices, or nothing while another seat chooses."""
        self._choices, self._meant = choices, None
        self._show_entries(None, cursor)

    def _show_entries(self, opened: ActionRow | None, cursor: int) -> None:
        """Show all entries, or the parts of one."""
        self._opened = opened
        self._offered = sum(not entry.refused for entry in self._entries)
        self._layout = ActionLayout(self, self._choices, self._entries)
        self._clicked = None
        self.top = 0
        self.set_reactive(ActionList.cursor, self.validate_cursor(cursor))
        self.repaint()
        self._reveal_cursor()
        self.show_cursor()

    def mark(self, is_marked: Callable[[Any], bool]) -> None:
        """Highlight the actions of a lesson, from the next time that choices are shown."""
        self._is_marked = is_marked

    def point_at(self, action: Any) -> None:
        """Move the cursor to an action, or to the entry that it is folded in."""
        self._meant = action
        if self._opened is not None and not self._opened.holds(action):
            self._show_entries(None, 0)
        index = self._index(action)
        if index is not None:
            before = self.cursor
            self.set_reactive(ActionList.cursor, index)
            self._moved(before)

    def open(self, entry: ActionRow) -> None:
        """Show the parts of an entry, the cursor on the highlighted action if it is one of them."""
        self._show_entries(entry, 0)
        self.set_reactive(ActionList.cursor, self._index(self._meant) or 0)
        self._moved(0)
        self.pointed = self.entry

    def action_close(self) -> None:
        """Show all entries again."""
        if self._opened is not None:
            opened = self._opened
            self._show_entries(None, 0)
            self.cursor = self._index(opened.action) or 0
            self.pointed = self.entry

    @property
    def is_open(self) -> bool:
        """True if only the parts of an entry are shown."""
        return self._opened is not None

    def nth(self, number: int) -> ActionRow | None:
        """The entry with that digit; 0 is the last one, where digits do not reach it."""
        index = number - 1 if number else self._offered - 1
        is_reached = index < self._offered and (number or index >= NUMBERED)
        return self._entries[index] if is_reached else None

    def settle(self) -> None:
        """Ignore Enter for a moment: many type it after a digit, which has already chosen."""
        self._heeds_from = type(self).clock() + UNMEANT

    @property
    def entry(self) -> ActionRow | None:
        """The entry at the cursor."""
        return self._entries[self.cursor] if self._entries else None

    @property
    def action(self) -> Any:
        """The action at the cursor, the first of several folded; None if it may not be chosen."""
        return None if self.entry is None or self.entry.refused else self.entry.action

    def redraw(self) -> None:
        self._layout.arrange(has_texts=self.has_texts)

    def lay_out(self, size: Size) -> None:
        super().lay_out(size)
        self._reveal_cursor()  # a lesson points before there are rows

    def count(self) -> int:
        return len(self._layout.rows)

    def paint(self, index: int) -> Strip:
        row = self._layout.rows[index]
        pointed = row.number == self.cursor
        over = (self.ink.focus if self.has_focus else self.ink.mark) if pointed else None
        if row.note is None:
            return self._paint_entry(row, over)
        line = self.line().put(" " * INDENT, over or self.ink.text)
        return line.put(row.note, over or self.ink.dim, self.columns - INDENT).strip()

    def paint_foot(self) -> Strip:
        """The counts of entries above and below, and the last that may be chosen, by its key."""
        assert self._choices is not None, "there is something that is not shown"
        say, styles, symbols = self._choices.scene.texts.text, self.ink, self.symbols
        first, last = (
            self._layout.rows[self.shown[0]].number,
            self._layout.rows[self.shown[-1]].number,
        )
        above, below = first, len(self._entries) - 1 - last
        line = self.line().at(1)
        if above:
            line.put(f"{symbols.above} ", styles.accent)
            line.put(f"{say('table.above', count=above)}  ", styles.dim)
        if below:
            refused = min(below, len(self._entries) - self._offered)
            key = "table.below_refused" if refused else "table.below"
            line.put(f"{symbols.below} ", styles.accent)
            line.put(f"{say(key, count=below, refused=refused)}  ", styles.dim)
        ends = self._offered - 1
        if ends >= 0 and not first <= ends <= last:
            line.put(f"{self._digit(ends)} ", styles.strong)
            text = self._layout.text_of(self._entries[ends], line.width - line.x)
            line.put(text, styles.text)
        return line.strip()

    # ------------------------------------------------------------------ events

    def watch_cursor(self, before: int, _: int) -> None:
        self._clicked = None
        self._moved(before)
        self.pointed = self.entry

    def validate_cursor(self, cursor: int) -> int:
        return max(0, min(cursor, len(self._entries) - 1))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what Enter does here."""
        if action == "enter":
            return parameters == (self.enter_does,)
        if action == "close":
            return self._opened is not None
        return super().check_action(action, parameters)

    @property
    def enter_does(self) -> str:
        """The name of what Enter does: "play", "choose" or "why" not; empty without a decision."""
        if self.entry is None:
            return ""
        return "choose" if self.entry.parts else "why" if self.entry.refused else "play"

    def action_move(self, by: int) -> None:
        """Point further down or up."""
        self._clicked = None
        self.cursor += by

    def action_enter(self, _: str) -> None:
        """Choose the action at the cursor; for a refused one, the table shows the reason."""
        if self._choices is None or self.entry is None or type(self).clock() < self._heeds_from:
            return
        if self.entry.parts:
            self.open(self.entry)
        else:
            self.post_message(self.ActionChosen(self.entry.action, self._choices.scene.moment))

    def on_click(self, event: events.Click) -> None:
        """Point at an action; a second click there plays it. On the foot, scroll down."""
        index = self.line_at(event)
        if index is None:
            self.scroll_lines(self.shown.stop if self.shown.stop < self.count() else 0)
            return
        number = self._layout.rows[index].number
        if number == self._clicked:
            self._heeds_from = 0.0
            self.action_enter(self.enter_does)
            return
        self.cursor = number
        self._clicked, self.pointed = number, self.entry

    def watch_has_focus(self, has_focus: bool) -> None:
        """Draw the cursor as the focus of the keys, or as a mark only."""
        super().watch_has_focus(has_focus)
        self.repaint(self._layout.rows_of(self.cursor))
        if has_focus:
            self.show_cursor()
            if self._entries:
                self.pointed = self.entry

    def show_cursor(self) -> None:
        """Put the terminal's cursor on the action pointed at."""
        if self.has_focus and (rows := self._layout.rows_of(self.cursor)):
            self.place_cursor(0, rows[0] - self.top)

    # ------------------------------------------------------------------ within

    @property
    def _entries(self) -> tuple[ActionRow, ...]:
        if self._opened is not None:
            return self._opened.parts
        return self._choices.entries if self._choices else ()

    def _index(self, action: Any) -> int | None:
        """The index of the entry of an action, alone or among others."""
        return next((at for at, entry in enumerate(self._entries) if entry.holds(action)), None)

    def _reveal_cursor(self) -> None:
        if rows := self._layout.rows_of(self.cursor):
            self.reveal(rows[-1])
            self.reveal(rows[0])

    def _moved(self, before: int) -> None:
        self._reveal_cursor()
        self.repaint([*self._layout.rows_of(before), *self._layout.rows_of(self.cursor)])
        self.show_cursor()

    def _paint_entry(self, row: ListRow, over: Style | None) -> Strip:
        assert self._choices is not None, "there is something to paint"
        styles, symbols, entry = self.ink, self.symbols, self._entries[row.number]
        style = over or (styles.dim if entry.refused else styles.text)
        line = self.line()
        is_marked = not entry.refused and any(
            self._is_marked(part.action) for part in entry.parts or (entry,)
        )
        style = styles.point if is_marked and not over else style
        sign = symbols.arrow if is_marked else " "
        line.put(symbols.pointer if row.number == self.cursor else sign, over or styles.accent)
        sign = symbols.no if entry.refused else self._digit(row.number)
        line.put(sign, style if entry.refused else over or styles.strong, 2, right=True)
        line.put(" ", style)
        note = self._layout.note(entry) if row.is_alone else ""
        cells = self._layout.text_cells(entry, note)
        line.put(self._layout.text_of(entry, cells), style, cells)
        line.put("  ", style, max(0, min(2, self.columns - FINAL - line.x)))
        room = max(0, self.columns - FINAL - line.x)
        line.put(shortened(note, room, symbols), over or styles.dim, room)
        is_final = not (entry.refused or entry.parts) and self._choices.finality(entry.action)
        final = symbols.warning if is_final else ""
        return line.put(final, over or styles.warn, FINAL, right=True).strip()

    def _digit(self, number: int) -> str:
        """The key that plays the entry at once."""
        if number < NUMBERED:
            return str(number + 1)
        return "0" if number == self._offered - 1 else ""
