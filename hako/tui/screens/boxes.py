"""A game's box as it lies or stands on the shelf."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import getters
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from hako.content import Box
from hako.engine.text import Texts
from hako.tui.app import TableApp
from hako.tui.styles import styles_of
from hako.tui.symbols import SYMBOLS
from hako.tui.typesetting import wrap
from hako.tui.widgets.lines import Line, cut

SPINE = 4
"""Cells of the coloured end of a box that lies."""

LOWEST_COVER = 8
"""Lines from which on a box stands."""

EDGE = 2
"""Cells of the side of a box that stands."""


GAP = 2
"""Cells between two boxes that stand."""

LIFT = 1
"""Lines by which a box is lifted when keys lead to it."""


class Banner(Widget):
    """The name of the house, and what it is."""

    app = getters.app(TableApp)

    def on_mount(self) -> None:
        self.watch(self.app, "look", self._repaint, init=False)

    def _repaint(self) -> None:
        self.refresh()

    def render_line(self, y: int) -> Strip:  # noqa: ARG002 - there is but one line
        styles, symbols = styles_of(self.app.look.theme), SYMBOLS[self.app.look.symbols]
        title = self.app.texts.say("shelf.title")
        line = Line(self.size.width, symbols).put(title, styles.warn)
        line.ending(self.app.texts.say("shelf.motto"), styles.dim)
        return line.strip().apply_style(self.rich_style)


class Ink(NamedTuple):
    """The styles that a box is drawn with."""

    edge: Style
    name: Style
    more: Style


class GameBox(Widget, can_focus=True):
    """A game's box: two lines of a stack, or standing with its cover to the front.

    ▐ 1 ▌ Flip City                        1-4 players
    ▐   ▌ Play on or stop in time ...        30-50 min
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "open", "open_box")]
    DEFAULT_CSS = """
    GameBox { height: 2; }
    """

    app = getters.app(TableApp)

    class Opened(Message):
        """Posted when a box is opened, to play what is in it."""

        def __init__(self, box: Box) -> None:
            super().__init__()
            self.box = box

    def __init__(self, box: Box, number: int, *, coming: bool = False) -> None:
        super().__init__()
        self.box = box
        self.number = number
        self.coming = coming

    def on_mount(self) -> None:
        self.watch(self.app, "look", self._repaint, init=False)

    def on_click(self, event: Click) -> None:
        event.stop()
        self.action_open()

    def action_open(self) -> None:
        """Open the box."""
        self.post_message(self.Opened(self.box))

    def _repaint(self) -> None:
        self.refresh()

    def render_line(self, y: int) -> Strip:
        strip = self._standing(y) if self.is_standing else self._lying(y)
        return strip.apply_style(self.rich_style)

    @property
    def is_standing(self) -> bool:
        """Whether there is room for the cover."""
        return self.size.height >= LOWEST_COVER

    def _lying(self, y: int) -> Strip:
        texts, language = self.app.texts, self.app.look.language
        ink = self._ink()
        left = (self.box.name, self.box.tagline)[y][language]
        right = (self._players(texts), self._minutes(texts))[y]
        number = str(self.number) if y == 0 else ""
        room = self.size.width - SPINE - cell_len(right) - 4
        left = cut(left, room - 2, SYMBOLS[self.app.look.symbols])
        return Strip(
            [
                Segment(f" {number:<{SPINE - 1}}", ink.edge),
                Segment(self._pointer(y == 0), ink.more),
                Segment(set_cell_size(left, room), ink.name if y == 0 else ink.more),
                Segment(f"{right}  ", ink.more),
            ]
        )

    def _standing(self, y: int) -> Strip:
        """A line of the cover; the box that has the focus is lifted from the shelf."""
        ink = self._ink()
        width = self.size.width - EDGE - GAP
        lines = self._cover_lines(width - 4)
        row = y - LIFT + self.has_focus * LIFT
        if not 0 <= row < len(lines):
            return Strip.blank(self.size.width)
        text, is_name = lines[row]
        return Strip(
            [
                Segment(self._pointer(row == 1), ink.more),
                Segment(set_cell_size(text, width - 2), ink.name if is_name else ink.more),
                Segment(" " * EDGE, ink.edge),
                Segment(" " * GAP),
            ]
        )

    def _cover_lines(self, width: int) -> list[tuple[str, bool]]:
        """The lines of the cover, and whether each belongs to the name."""
        texts, language = self.app.texts, self.app.look.language
        above = ["", *wrap(self.box.name[language], width)]
        below = [self._players(texts), self._minutes(texts), *wrap(self.box.designer, width)]
        middle = ["", *wrap(self.box.tagline[language], width)]
        gap = self.size.height - LIFT - len(above) - len(middle) - len(below) - 1
        return [(line, True) for line in above] + [
            (line, False) for line in (*middle, *[""] * gap, *below, "")
        ]

    def _ink(self) -> Ink:
        """In its own colours, or as paper with a coloured edge."""
        styles = styles_of(self.app.look.theme)
        own = styles.covers[(self.number - 1) % len(styles.covers)]
        edge, more = own + Style(bold=True), styles.paper + styles.dim
        if self.has_focus:
            return Ink(edge, own + Style(bold=True, underline=True), own)
        if not self.coming and self.is_standing:
            return Ink(edge, edge, own)
        return Ink(edge, more if self.coming else styles.paper + styles.strong, more)

    def _pointer(self, is_first: bool) -> str:
        """What shows without colour, too, where the keys go."""
        sign = SYMBOLS[self.app.look.symbols].pointer
        return f"{sign} " if is_first and self.has_focus else "  "

    def _players(self, texts: Texts) -> str:
        players = self.box.players
        if players.min == players.max:
            return texts.say("shelf.players_exactly", count=players.min)
        return texts.say("shelf.players", least=players.min, most=players.max)

    def _minutes(self, texts: Texts) -> str:
        if self.coming:
            return texts.say("shelf.coming")
        if self.box.minutes is None:
            return ""
        least, most = self.box.minutes
        if least == most:
            return texts.say("shelf.minutes_about", count=least)
        return texts.say("shelf.minutes", least=least, most=most)
