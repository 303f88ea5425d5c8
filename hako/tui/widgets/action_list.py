"""The list of actions: those that may be chosen with their gains, and others with the reason."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from hako.tui.widgets.action_choices import ActionChoices, ActionRow
from hako.tui.widgets.action_layout import ActionLayout
from hako.tui.widgets.action_list_ends import put_foot, put_title
from hako.tui.widgets.action_list_row import ListRow, action_count
from hako.tui.widgets.action_row_drawing import EntrySigns, put_entry, put_more, put_unfolded
from hako.tui.widgets.action_texts import INDENT
from hako.tui.widgets.action_thumbnails import Thumbnail
from hako.tui.widgets.enter_guard import EnterGuard
from hako.tui.widgets.line_panel import LinePanel
from hako.tui.widgets.upcoming import UpcomingPart


class ActionList(LinePanel, can_focus=True):
    """The list of actions, numbered; the one at the cursor is previewed before it is played.

    The cursor moves over refused actions, too. An entry that stands for several actions is unfolded where
    all rows are in sight; else it can be opened, and then only they are shown.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "move", show=False),
        Binding("down", "move(1)", "move", show=False),
        Binding("left", "beside(-1)", "move", show=False),
        Binding("right", "beside(1)", "move", show=False),
        Binding("pageup", "move(-5)", "far", show=False),
        Binding("pagedown", "move(5)", "far", show=False),
        Binding("home", "move(-999)", "edge", show=False),
        Binding("end", "end", "edge", show=False),
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
    """The entry that keys or the mouse point at; no message, so that one frame shows all of it."""

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
        self._opened: tuple[ActionRow, ...] = ()
        """The entry whose parts are shown, after the one that it was opened from."""
        self._within: int | None = None
        """The outer entry, unfolded, that digits choose from, after its own was typed."""
        self._meant: Any = None
        """The action highlighted in another panel."""
        self._layout = ActionLayout(self, None, ())
        self._clicked: int | None = None
        """The entry that the mouse has pointed at, until the cursor moves otherwise."""
        self.enter_guard = EnterGuard(lambda: type(self).clock())
        self._is_marked: Callable[[Any], bool] = lambda _: False
        self.title = ""
        """The title while there is nothing to choose."""
        self.thumbnail: Callable[[Any], Thumbnail] = lambda _: ()
        """The function that draws what an action chooses, as the board does."""
        self.upcoming: Callable[[int], Iterable[UpcomingPart]] = lambda _: ()
        """The function that returns what comes next, for rows that are left free."""
        self.free_rows = 0
        """The rows below all entries of the last choices, which the text below may take."""
        self.about: Callable[[], str] = str
        """The title of all entries; where it is empty, it is their number."""

    # ------------------------------------------------------------------ showing

    def show(self, choices: ActionChoices | None) -> None:
        """Show the choices, or nothing while another seat chooses."""
        self._choices, self._meant = choices, None
        self._show_entries(())

    def _show_entries(self, opened: tuple[ActionRow, ...]) -> None:
        """Show all entries, or the parts of the last one opened."""
        self._opened, self._within = opened, None
        outer = opened[-1].parts if opened else self._choices.entries if self._choices else ()
        self._layout = ActionLayout(self, self._choices, outer, self.thumbnail, self.upcoming)
        self._clicked = None
        self.top = 0
        self.set_reactive(ActionList.cursor, 0)
        self.repaint()
        self.reveal_cursor()
        self.show_cursor()

    def mark(self, is_marked: Callable[[Any], bool]) -> None:
        """Highlight the actions of a lesson, from the next time that choices are shown."""
        self._is_marked = is_marked

    def point_at(self, action: Any) -> None:
        """Move the cursor to an action, or to the entry that it is folded in."""
        self._meant = action
        if self._opened and not self._opened[-1].holds(action):
            self._show_entries(())
        if (index := self._index(action)) is not None:
            before = self.cursor
            self.set_reactive(ActionList.cursor, index)
            self._leave_group()
            self._moved(before)

    def open(self, entry: ActionRow) -> None:
        """Show the parts of an entry, the cursor on the highlighted action if it is one of them.

        Where they are in the list already, digits choose from them alone.
        """
        self._within = self._layout.listed.unfolded_number(entry)
        if self._within is None:
            self._show_entries((*self._opened, entry))
        meant = self._meant if entry.holds(self._meant) else entry.parts[0].action
        self.set_reactive(ActionList.cursor, self._index(meant) or 0)
        self.repaint()
        self._moved(0)
        self.pointed = self.entry

    def action_close(self) -> None:
        """Show the entries again that were shown before, or the keys of all."""
        if self._within is not None:
            self._within = None
            self.repaint()
        elif self._opened:
            *before, opened = self._opened
            self._show_entries((*before,))
            self.cursor = self._layout.listed.number_of(opened) or 0
        self.pointed = self.entry

    @property
    def is_open(self) -> bool:
        """True if only the parts of an entry are shown, or chosen from by digits."""
        return bool(self._opened) or self._within is not None

    def tells_whole(self) -> bool:
        """True if the row at the cursor has the whole text of its entry."""
        return self._layout.tells_whole(self.cursor)

    def nth(self, digit: int) -> ActionRow | None:
        """The entry with a digit, as shown; 0 is the last one, where digits do not reach it."""
        return self._layout.listed.nth(digit, self._within)

    @property
    def entry(self) -> ActionRow | None:
        """The entry at the cursor."""
        return self._entries[self.cursor] if self._entries else None

    @property
    def action(self) -> Any:
        """The action at the cursor, the first of several folded; None if it may not be chosen."""
        return None if self.entry is None or self.entry.refused else self.entry.action

    def redraw(self) -> None:
        entry = self.entry
        self._layout.arrange()
        if entry is not None and self.entry is not entry:  # unfolded or folded
            number = self._layout.listed.number_of(entry)
            self.set_reactive(ActionList.cursor, number or 0)
        if self._within not in self._layout.listed.unfolded:
            self._within = None
        free = max(0, self.body - self.count()) if self.has_head else 0
        if self._choices is not None and free != self.free_rows:
            self.free_rows = free
            self.refresh(layout=True)

    def lay_out(self, size: Size) -> None:
        super().lay_out(size)
        self.reveal_cursor()  # a lesson points before there are rows

    def count(self) -> int:
        return len(self._layout.rows)

    def scroll_lines(self, top: int) -> None:
        super().scroll_lines(top)
        numbers = {self._layout.rows[index].number for index in self.shown}
        if self._layout.reveal_payoffs(numbers):
            self.repaint()

    def paint(self, index: int) -> Strip:
        row, line = self._layout.rows[index], self.line()
        if row.role == "upcoming":
            return self._layout.upcoming[row.line]
        if row.role == "heading":
            return line.rule(row.text, row.aside, self.ink).strip()
        if row.role == "unfolded":
            key = self._layout.listed.outer_key(row.line, self._within)
            return put_unfolded(line, key, row.text, self._layout.margin, self.ink).strip()
        if row.role == "pictures":
            keyed, style_of = self._around, self._cursor_style
            return self._layout.put_pictures(line, row, keyed, style_of, self.ink.accent).strip()
        if row.role == "fields":
            assert self._layout.table is not None, "there are fields to paint"
            keyed, style_of = self._around, self._cursor_style
            return self._layout.table.put_row(line, row.line, keyed, style_of, self.ink).strip()
        over = self._cursor_style(row.number)
        if row.role == "first":
            return self._paint_entry(row, over)
        if row.role == "more":
            return put_more(line, row, self._layout, over, self.ink).strip()
        line.put(" " * INDENT, over or self.ink.text)
        return line.put(row.text, over or self.ink.text, self.columns - INDENT).strip()

    def paint_head(self) -> Strip:
        """The title: how much can be done, and what is not in sight."""
        if self._choices is None:
            return self.line().rule(self.title, "", self.ink).strip()
        say = self._choices.scene.texts.text
        title = self.about() or say("table.things", count=action_count(self._entries))
        title = self.symbols.spell(whole.text) if (whole := self._opened_entry) else title
        return put_title(self.line(), title, self._layout, self._entries_shown, self.ink).strip()

    def paint_foot(self) -> Strip:
        """The counts of entries above and below, and the last that may be chosen, by its key."""
        assert self._choices is not None, "there is something that is not shown"
        key = self._key(self._layout.listed.last_offered)
        say, shown = self._choices.scene.texts.text, self._entries_shown or (0, 0)
        return put_foot(self.line().at(1), key, self._layout, shown, say, self.ink).strip()

    @property
    def _entries_shown(self) -> tuple[int, int] | None:
        """The numbers of the first and the last entry in sight."""
        if not (rows := self._layout.rows[self.shown.start : self.shown.stop]):
            return None
        last = rows[-1]
        beside = (number for row in rows for number in row.beside)
        return rows[0].number, max(last.number - last.is_heading, *beside, 0)

    # ------------------------------------------------------------------ events

    def watch_cursor(self, before: int, _: int) -> None:
        self._clicked = None
        self._leave_group()
        self._moved(before)
        self.pointed = self.entry

    def validate_cursor(self, cursor: int) -> int:
        return max(0, min(cursor, len(self._entries) - 1))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what Enter does here."""
        if action == "enter":
            return parameters == (self.enter_does,)
        if action == "beside":
            return self._layout.table is not None
        return self.is_open if action == "close" else super().check_action(action, parameters)

    @property
    def enter_does(self) -> str:
        """The name of what Enter does: "play", "choose" or "why" not; empty without a decision."""
        if self.entry is None:
            return ""
        return "choose" if self.entry.parts else "why" if self.entry.refused else "play"

    def action_move(self, by: int) -> None:
        """Point further down or up."""
        self.cursor = self._layout.below(self.cursor, by)

    def action_beside(self, by: int) -> None:
        """Point at the entry beside this one in a table."""
        self.cursor = self._layout.beside(self.cursor, by)

    def action_end(self) -> None:
        """Point at the last entry, or open that of all that cannot be done now."""
        if self._entries and self._entries[-1].is_rest:
            self.open(self._entries[-1])
        else:
            self.action_move(len(self._entries))

    def action_enter(self, _: str) -> None:
        """Choose the action at the cursor; for a refused one, the table shows the reason."""
        if self._choices is None or self.entry is None or not self.enter_guard.takes():
            return
        if self.entry.parts:
            self.open(self.entry)
        else:
            self.post_message(self.ActionChosen(self.entry.action, self._choices.scene.moment))

    def on_click(self, event: events.Click) -> None:
        """Point at an action; a second click there plays it. On title or foot, scroll down."""
        index = self.line_at(event)
        if index is None:
            self.scroll_lines(self.shown.stop if self.shown.stop < self.count() else 0)
            return
        offset = event.get_content_offset(self)
        number = self._layout.entry_at(index, offset.x if offset else 0)
        if number == len(self._entries):
            return  # what comes next
        if self._layout.rows[index].role == "unfolded":
            self.open(self._layout.listed.outer[self._layout.rows[index].line])
            return
        if number == self._clicked:
            self.enter_guard.release()
            self.action_enter(self.enter_does)
            return
        self.cursor = number
        self._clicked, self.pointed = number, self.entry

    def watch_has_focus(self, has_focus: bool) -> None:
        """Draw the cursor as the focus of the keys, or as a mark only."""
        super().watch_has_focus(has_focus)
        self.repaint(self._layout.rows_of(self.cursor))
        if has_focus and self._entries:
            self.show_cursor()
            self.pointed = self.entry

    def show_cursor(self) -> None:
        """Put the terminal's cursor on the action pointed at."""
        if self.has_focus and (rows := self._layout.rows_of(self.cursor)):
            self.place_cursor(self._layout.start(self.cursor), rows[0] - self.top)

    # ------------------------------------------------------------------ within

    @property
    def _entries(self) -> tuple[ActionRow, ...]:
        return self._layout.entries

    @property
    def _opened_entry(self) -> ActionRow | None:
        """The entry whose parts alone are shown, or chosen from by digits."""
        if self._within is not None:
            return self._layout.listed.outer[self._within]
        return self._opened[-1] if self._opened else None

    def _index(self, action: Any) -> int | None:
        """The index of the entry of an action, alone or among others."""
        return next((at for at, entry in enumerate(self._entries) if entry.holds(action)), None)

    def reveal_cursor(self) -> None:
        """Scroll to the entry at the cursor, if it and the rows beside it are not in sight."""
        if rows := self._layout.rows_of(self.cursor):
            spare = self.body >= len(rows) + 2
            self.reveal(min(rows[-1] + spare, self.count() - 1))
            is_headed = self._layout.rows[max(0, rows[0] - 1)].is_heading
            self.reveal(max(0, rows[0] - (is_headed or spare)))

    def _leave_group(self) -> None:
        """Let digits choose from all entries, once the cursor is on none of those they chose from."""
        if self._within not in {None, self._layout.listed.outer_of(self.cursor)}:
            self._within = None
            self.repaint()

    def _moved(self, before: int) -> None:
        self.reveal_cursor()
        self.repaint([*self._layout.rows_of(before), *self._layout.rows_of(self.cursor)])
        self.show_cursor()

    def _paint_entry(self, row: ListRow, over: Style | None) -> Strip:
        """The first row of an entry."""
        assert self._choices is not None, "there is something to paint"
        entry = self._entries[row.number]
        parts = () if entry.refused else entry.parts or (entry,)
        is_marked = any(self._is_marked(part.action) for part in parts)
        signs = EntrySigns(
            self._key(row.number),
            over,
            row.number == self.cursor,
            is_marked,
            not (entry.refused or entry.parts) and bool(self._choices.finality(entry.action)),
        )
        ink, symbols = self.ink, self.symbols
        return put_entry(self.line(), row, self._layout, signs, symbols, ink).strip()

    def _around(self, number: int) -> tuple[str, str]:
        """The pointer and the key before an entry, and the mark behind it of what is final."""
        is_final = self._choices and self._choices.finality(self._entries[number].action)
        pointer = self.symbols.pointer if number == self.cursor else " "
        return f"{pointer}{self._key(number)}", self.symbols.warning if is_final else ""

    def _cursor_style(self, number: int) -> Style | None:
        """The style of an entry if it is the one at the cursor."""
        if number != self.cursor:
            return None
        return self.ink.focus if self.has_focus else self.ink.mark

    def _key(self, number: int) -> str:
        """The digits that play the entry at once."""
        return self._layout.listed.key(number, self._within)
