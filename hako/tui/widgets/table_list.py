"""The tables of a lobby, one a line: game, people, standing, code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.tui.widgets.line_panel import LinePanel

GAP = 2
"""Cells between two columns."""

LEAST_PEOPLE = 8
"""Cells for people, at least."""

_POINTER = 2


ENTER_DOES = ("sit_down", "watch", "own_seat")
"""The possible effects of Enter at a table, as keys of the key bar's texts."""


class TableRow(Struct, frozen=True):
    """A table as it is listed, or a heading over several where there is no code."""

    game: str
    """The game, or the text of a heading."""
    people: str = ""
    standing: str = ""
    """The awaited player, or what else is awaited."""
    code: str = ""
    calls: bool = False
    """True if it waits for this visitor."""
    enter_does: str = ""
    """The name of what Enter does there, one of ENTER_DOES; empty where it does nothing."""


class TableList(LinePanel, can_focus=True):
    """A list of tables under headings; one of them is highlighted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "up", show=False),
        Binding("down,j", "move(1)", "down", show=False),
        Binding("home", "move(-999)", show=False),
        Binding("end", "move(999)", show=False),
        *(Binding("enter", f"choose('{does}')", does) for does in ENTER_DOES),
    ]
    DEFAULT_CSS = """
    TableList { height: 1fr; }
    """

    class TableHighlighted(Message):
        """Posted when another table is highlighted."""

        def __init__(self, code: str) -> None:
            super().__init__()
            self.code = code

    class TableChosen(Message):
        """Posted when the highlighted table is chosen."""

        def __init__(self, code: str) -> None:
            super().__init__()
            self.code = code

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._rows: Sequence[TableRow] = ()
        self._widths = (0, 0, 0)
        self.pointed = ""
        """The code of the highlighted table; empty if there is none."""

    # ------------------------------------------------------------------ showing

    def show(self, rows: Sequence[TableRow]) -> None:
        """List these rows; the highlighted table stays so while it is listed."""
        self._rows = rows
        tables = [row for row in rows if row.code]
        self._widths = (
            max((cell_width(row.game) for row in tables), default=0),
            max((cell_width(row.standing) for row in tables), default=0),
            max((len(row.code) for row in tables), default=0),
        )
        if self.pointed not in (codes := self._codes):
            self._point(codes[0] if codes else "")
        self.repaint()

    def count(self) -> int:
        return len(self._rows)

    def paint(self, index: int) -> Strip:
        row, ink = self._rows[index], self.ink
        line = self.line()
        if not row.code:
            return line.put(row.game, ink.accent).strip()
        games, people, standings = self._columns_of_text()
        over = None
        if row.code == self.pointed:
            over = ink.focus if self.has_focus else ink.mark
        line.put(f"{self.symbols.pointer if row.calls else ' '} ", over or ink.accent)
        gap = " " * GAP
        line.put(row.game, over or ink.text, games).put(gap, over or ink.text)
        line.put(row.people, over or ink.text, people).put(gap, over or ink.text)
        standing = over or (ink.strong if row.calls else ink.dim)
        line.put(row.standing, standing, standings).put(gap, standing)
        return line.put(f"{row.code} ", over or ink.dim).strip()

    def _columns_of_text(self) -> tuple[int, int, int]:
        """The widths of game, people and standing; what is left at the end is for the code.

        People give way first, then the wider of the other two.
        """
        games, standings, codes = self._widths
        room = max(0, self.columns - _POINTER - codes - 3 * GAP - 1)
        both = max(0, room - LEAST_PEOPLE)
        if games + standings > both:
            narrower = min(games, standings, both // 2)
            wider = both - narrower
            games, standings = (wider, narrower) if games > standings else (narrower, wider)
        return games, room - games - standings, standings

    # ------------------------------------------------------------------ events

    def action_move(self, by: int) -> None:
        """Highlight a table further down or up."""
        if codes := self._codes:
            current = codes.index(self.pointed) + by
            self._point(codes[max(0, min(current, len(codes) - 1))])

    @property
    def enter_does(self) -> str:
        """The name of what Enter does at the highlighted table."""
        rows = (row.enter_does for row in self._rows if row.code == self.pointed)
        return next(rows, "") if self.pointed else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what Enter does here."""
        if action == "choose":
            return parameters == (self.enter_does,)
        return super().check_action(action, parameters)

    def action_choose(self, _: str = "") -> None:
        """Choose the highlighted table."""
        if self.pointed:
            self.post_message(self.TableChosen(self.pointed))

    def on_click(self, event: events.Click) -> None:
        """Highlight a table; a click on the highlighted one chooses it."""
        index = self.line_at(event)
        code = "" if index is None else self._rows[index].code
        if code and code == self.pointed:
            self.action_choose()
        elif code:
            self._point(code)

    def on_focus(self) -> None:
        """Draw the cursor as the focus of the keys."""
        self._point(self.pointed)

    def on_blur(self) -> None:
        """Draw the cursor as a mark only."""
        self.repaint()

    # ------------------------------------------------------------------ within

    @property
    def _codes(self) -> list[str]:
        return [row.code for row in self._rows if row.code]

    def _point(self, code: str) -> None:
        self.pointed = code
        self.post_message(self.TableHighlighted(code))
        for index, row in enumerate(self._rows):
            if code and row.code == code:
                # the heading above the first table is shown with it
                self.reveal(max(0, index - 1) if index == 1 else index)
                if self.has_focus:
                    self.place_cursor(0, index - self.top)
        self.repaint()
