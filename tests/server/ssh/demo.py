"""A table without a game: a board to walk on, and a count that everybody sees.

Arrows walk, space counts, `q` leaves. `x`, `w`, `T` break it in a handler, a worker
and a timer; `p` prints. The first line says how many keys came, what was pasted or
typed last, and the table's count.
"""

from __future__ import annotations

from typing import ClassVar
from weakref import WeakSet

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from hako.server.ssh.connected_client import ConnectedClient
from hako.server.ssh.session_app_base import SessionAppBase

SIDE = 10
CELL_WIDTH = 4
_PIECES = "城町・票  "


class Counted(Message):
    """Somebody counted: every table has to show it."""


class Table:
    """The state that all sessions share."""

    def __init__(self) -> None:
        self.count = 0
        self.apps: WeakSet[DemoApp] = WeakSet()

    def add(self) -> None:
        self.count += 1
        for app in self.apps:
            app.post_message(Counted())


class Board(Widget):
    """100 squares drawn by one widget."""

    DEFAULT_CSS = f"Board {{ width: {SIDE * CELL_WIDTH}; height: {SIDE * 2}; }}"

    def __init__(self) -> None:
        super().__init__()
        self.cursor = (0, 0)

    def walk(self, right: int, down: int) -> None:
        column, row = self.cursor
        self.refresh(self._square(column, row))
        self.cursor = ((column + right) % SIDE, (row + down) % SIDE)
        self.refresh(self._square(*self.cursor))

    def render_line(self, y: int) -> Strip:
        row = y // 2
        squares = [self._segment(column, row, y % 2) for column in range(SIDE)]
        return Strip(squares, SIDE * CELL_WIDTH)

    def _segment(self, column: int, row: int, half: int) -> Segment:
        if (column, row) == self.cursor:
            background = "#d0a040"
        else:
            background = "#252c3a" if (column + row) % 2 else "#1e2430"
        piece = _PIECES[(column * 3 + row * 5) % 5] if half == 0 else " "
        text = f" {piece} " if piece not in " ・" else "    "
        return Segment(text, Style(color="#e0e0e0", bgcolor=background))

    def _square(self, column: int, row: int) -> Region:
        return Region(column * CELL_WIDTH, row * 2, CELL_WIDTH, 2)


class Line(Widget):
    """A line of text."""

    DEFAULT_CSS = "Line { height: 1; width: 1fr; }"

    def __init__(self, text: str, color: str = "#a0c0ff") -> None:
        super().__init__()
        self.text = text
        self._style = Style(color=color, bgcolor="#2b2b40")

    def show(self, text: str) -> None:
        self.text = text
        self.refresh()

    def render_line(self, y: int) -> Strip:
        line = Strip([Segment(self.text, self._style)])
        return line.adjust_cell_length(self.size.width, self._style)


def _described(event: events.Event) -> str:
    if isinstance(event, events.Key):
        return f"key {event.key}"
    if isinstance(event, events.Paste):
        return f"paste {len(event.text)} {event.text[:20]}"
    if isinstance(event, events.MouseDown):
        return f"mouse {event.x:.0f},{event.y:.0f}"
    return ""


class DemoApp(App[None]):
    """The table, on whatever terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit_table"),
        Binding("space", "count"),
        Binding("left", "walk(-1, 0)"),
        Binding("right", "walk(1, 0)"),
        Binding("up", "walk(0, -1)"),
        Binding("down", "walk(0, 1)"),
        Binding("p", "print_something"),
        Binding("x", "break_now"),
        Binding("w", "break_worker"),
        Binding("T", "break_timer"),
    ]

    def __init__(
        self, table: Table, visitor: str, driver_class: type[Driver] | None = None
    ) -> None:
        super().__init__(driver_class)
        self.table = table
        self.visitor_name = visitor
        self.keys = 0
        self.last = ""
        table.apps.add(self)

    def compose(self) -> ComposeResult:
        yield Line("")
        yield Board()
        yield Line(f"{self.visitor_name} is here", "#80e0a0")
        yield Line("── 城町 ready ──", "#ff8080")

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        width, height = self.size
        line = f"keys {self.keys:05d} count {self.table.count} size {width}x{height} {self.last}"
        self.query(Line).first().show(line)

    async def on_event(self, event: events.Event) -> None:
        if not event.is_forwarded and (words := _described(event)):
            self.keys += 1
            self.last = words
            self.show()
        await super().on_event(event)

    def on_resize(self) -> None:
        self.call_later(self.show)  # the app takes the new size on after this

    def on_counted(self) -> None:
        self.show()

    def action_walk(self, right: int, down: int) -> None:
        self.query_one(Board).walk(right, down)

    def action_count(self) -> None:
        self.table.add()

    def action_quit_table(self) -> None:
        self.exit(message="Goodbye.")

    def action_print_something(self) -> None:
        print("printed by a session")

    def action_break_now(self) -> None:
        secret_hand = "the queen"
        raise RuntimeError(f"broken in a handler, holding {len(secret_hand)}")

    def action_break_worker(self) -> None:
        self.run_worker(self._break_later())

    def action_break_timer(self) -> None:
        self.set_timer(0.01, self._break)

    async def _break_later(self) -> None:
        self._break()

    def _break(self) -> None:
        raise RuntimeError("broken later")


class Demo(SessionAppBase, DemoApp):
    """The table, as one session sees it."""

    def __init__(self, visit: ConnectedClient, table: Table) -> None:
        user = visit.user
        super().__init__(
            visit, table=table, visitor=f"{user.name} (guest)" if user.is_guest else user.name
        )

    def on_mount(self) -> None:
        self.client.objection_to_act(takes=True)  # whoever comes sits down at once
