"""The actions: what may be chosen now, what each pays, and why others are not offered."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from hako.tui.widgets.lines import LinePanel, shortened
from hako.tui.widgets.scene import Choices, Entry

NUMBERED = 9
"""So many actions have a digit."""

NOTE = 16
"""So many cells a note has at least."""


class Actions(LinePanel, can_focus=True):
    """The list of actions, numbered; the chosen one is previewed before it is played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "move", show=False),
        Binding("down,j", "move(1)", "move", show=False),
        Binding("pageup", "move(-5)", "far", show=False),
        Binding("pagedown", "move(5)", "far", show=False),
        Binding("home", "move(-999)", "edge", show=False),
        Binding("end", "move(999)", "edge", show=False),
        Binding("enter", "choose", "play"),
    ]

    cursor: reactive[int] = reactive(0, repaint=False, init=False)
    """Number of the action that is pointed at."""

    pointed: reactive[Any] = reactive(None, repaint=False, init=False, always_update=True)
    """Set each time that keys or the mouse point at an action, for who watches it.

    No message, so that all that follows is painted in the same frame.
    """

    class Chosen(Message):
        """Posted when an action is to be played."""

        def __init__(self, action: Any, moment: int) -> None:
            super().__init__()
            self.action = action
            self.moment = moment
            """Number of the moment at which it was offered."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._choices: Choices | None = None
        self._offered = 0
        self._texts_end = 0

    # ------------------------------------------------------------------ showing

    def show(self, choices: Choices | None, cursor: int = 0) -> None:
        """Show what may be chosen, or nothing while somebody else chooses."""
        self._choices = choices
        self._offered = len(choices.actions) if choices else 0
        self._texts_end = max((cell_len(entry.text) for entry in self._entries), default=0)
        self.top = 0
        self.set_reactive(Actions.cursor, max(0, min(cursor, self._offered - 1)))
        self.repaint()
        self.reveal(self.cursor)

    def point_at(self, action: Any) -> None:
        """Point at an action that was pointed at elsewhere."""
        index = self._choices.index(action) if self._choices else None
        if index is not None and index < self._offered:
            before = self.cursor
            self.set_reactive(Actions.cursor, index)
            self._moved(before)

    @property
    def action(self) -> Any:
        """The action that is pointed at; None when nothing may be chosen."""
        return self._entries[self.cursor].action if self._offered else None

    def count(self) -> int:
        return len(self._entries)

    def paint(self, index: int) -> Strip:
        entry = self._entries[index]
        return self._paint_refused(entry) if entry.refused else self._paint_offered(index, entry)

    # ------------------------------------------------------------------ events

    def watch_cursor(self, before: int, _: int) -> None:
        self._moved(before)
        if self._offered:
            self.pointed = self.action

    def validate_cursor(self, cursor: int) -> int:
        return max(0, min(cursor, self._offered - 1))

    def action_move(self, by: int) -> None:
        """Point further down or up."""
        if by > 0 and self.cursor + by >= self._offered:
            self.scroll_lines(self.top + by)  # the refused ones can be read, too
        self.cursor += by

    def action_choose(self) -> None:
        """Play the action that is pointed at."""
        if self._choices is not None and self._offered:
            self.post_message(self.Chosen(self.action, self._choices.scene.moment))

    def on_click(self, event: events.Click) -> None:
        """Point at an action; a click on the one pointed at plays it."""
        index = self.line_at(event)
        if index is None or index >= self._offered:
            return
        if index == self.cursor:
            self.action_choose()
        else:
            self.cursor = index

    def watch_has_focus(self, has_focus: bool) -> None:
        """Draw the cursor as the place where keys go, or as a mark only."""
        super().watch_has_focus(has_focus)
        self.repaint([self.cursor])
        if has_focus:
            self.show_cursor()
            if self._offered:
                self.pointed = self.action

    def show_cursor(self) -> None:
        """Put the terminal's cursor on the action pointed at."""
        if self.has_focus:
            self.place_cursor(0, self.cursor - self.top)

    # ------------------------------------------------------------------ within

    @property
    def _entries(self) -> tuple[Entry, ...]:
        return self._choices.entries if self._choices else ()

    def _moved(self, before: int) -> None:
        self.reveal(self.cursor)
        self.repaint([before, self.cursor])
        self.show_cursor()

    def _paint_offered(self, index: int, entry: Entry) -> Strip:
        assert self._choices is not None, "there is something to paint"
        styles, symbols = self.ink, self.symbols
        pointed = index == self.cursor
        over = (styles.focus if self.has_focus else styles.mark) if pointed else None
        line = self.line()
        line.put(symbols.pointer if pointed else " ", over or styles.accent)
        number = str(index + 1) if index < NUMBERED else ""
        line.put(number, over or styles.strong, 2, right=True)
        line.put(" ", over or styles.text)
        end = self.columns - 2
        note = self._choices.note(entry.action)
        room = end - line.x
        texts = min(self._texts_end, room - (NOTE if note else 0))
        # a long text may use what a short note leaves
        texts = max(texts, min(cell_len(entry.text), room - cell_len(note) - 2))
        line.put(entry.text, over or styles.text, texts)
        line.put("  ", over or styles.text)
        room = max(0, end - line.x)
        line.put(shortened(symbols.spell(note), room, symbols), over or styles.dim, room)
        final = symbols.final if self._choices.finality(entry.action) else ""
        return line.put(final, over or styles.warn, 2, right=True).strip()

    def _paint_refused(self, entry: Entry) -> Strip:
        styles, symbols = self.ink, self.symbols
        line = self.line().at(2).put(f"{symbols.no} ", styles.dim)
        texts = min(self._texts_end, self.columns - 2 - line.x - NOTE)
        line.put(entry.text, styles.dim, texts).put("  ", styles.dim)
        refused = shortened(symbols.spell(entry.refused), self.columns - line.x, symbols)
        return line.put(refused, styles.dim).strip()
