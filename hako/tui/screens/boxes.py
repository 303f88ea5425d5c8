"""The games' boxes on the shelf, lying in a stack or standing side by side."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import ClassVar, NamedTuple

from rich.cells import set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import getters
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from hako.content import Box, DamagedBox, Players, Shelf, Translated
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import Failure
from hako.engine.i18n.width import cell_width
from hako.tui.apps.base import BaseApp
from hako.tui.screens.base import Direction, focus_toward
from hako.tui.theme.appearance import Appearance
from hako.tui.theme.line_breaking import wrap
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.canvas import StyledLine

THICKNESS = 2
"""Lines that a lying box takes."""

SPINE = 4
"""Cells of the coloured end of a lying box."""

EDGE = 2
"""Cells of the side of a standing box."""

GAP = 2
"""Cells between two standing boxes."""

LIFT = 1
"""Lines by which the current box is lifted, if it stands."""


class BoxColours(NamedTuple):
    """The styles that a box is drawn with."""

    edge: Style
    name: Style
    more: Style


class GameBox:
    """A game's box on the shelf, with its number and printed texts.

    ▐ 1 ▌ Flip City                        1-4 players
    ▐   ▌ Play on or stop in time ...        30-50 min
    """

    def __init__(
        self, box: Box, number: int, *, coming: bool = False, damage: Failure | None = None
    ) -> None:
        self.box = box
        self.number = number
        self.coming = coming
        self.damage = damage
        """The reason why it cannot be opened."""

    @classmethod
    def damaged(cls, box: DamagedBox, number: int) -> GameBox:
        """The box of a game that cannot be read: its id and the reason."""
        reason = Translated(en=box.reason.text("en"), ja=box.reason.text("ja"))
        name = Translated(en=box.id, ja=box.id)
        nobody = Translated(en="", ja="")
        blank = Box(box.id, number, name, reason, Players(1, 1), "", nobody)
        return cls(blank, number, damage=box.reason)

    @property
    def is_open(self) -> bool:
        """True if the game can be played."""
        return not self.coming and self.damage is None

    def lying(
        self, y: int, width: int, look: Appearance, texts: Catalogue, is_here: bool
    ) -> list[Segment]:
        """A line of the box seen from its long side."""
        ink, symbols = self._ink(look, is_here, in_colour=False), SYMBOLS[look.symbols]
        left = (self.box.name, self.box.tagline)[y][look.language]
        right = (self._players(texts), self._minutes(texts))[y]
        number = str(self.number) if y == 0 else ""
        room = width - SPINE - cell_width(right) - 4
        pointer = symbols.pointer if is_here and y == 0 else " "
        return [
            Segment(f" {number:<{SPINE - 1}}", ink.edge),
            Segment(f"{pointer} ", ink.more),
            Segment(
                set_cell_size(shortened(left, room - 2, symbols), room),
                (ink.more, ink.name)[y == 0],
            ),
            Segment(f"{right}  ", ink.more),
        ]

    def standing(
        self, y: int, size: Size, look: Appearance, texts: Catalogue, is_here: bool
    ) -> list[Segment]:
        """A line of the cover, and of the side; the box with the focus is lifted."""
        row = y - LIFT + is_here * LIFT
        width = size.width - EDGE - GAP
        lines = self._cover(width - 4, size.height - LIFT, look, texts)
        if not 0 <= row < len(lines):
            return [Segment(" " * size.width)]
        ink = self._ink(look, is_here, in_colour=self.is_open)
        text, is_name = lines[row]
        pointer = SYMBOLS[look.symbols].pointer if is_here and row == 1 else " "
        return [
            Segment(f"{pointer} ", ink.more),
            Segment(set_cell_size(text, width - 2), ink.name if is_name else ink.more),
            Segment(" " * EDGE, ink.edge),
            Segment(" " * GAP),
        ]

    def _cover(
        self, width: int, height: int, look: Appearance, texts: Catalogue
    ) -> list[tuple[str, bool]]:
        """The lines of the cover, and whether each belongs to the name."""
        above = ["", *wrap(self.box.name[look.language], width)]
        middle = ["", *wrap(self.box.tagline[look.language], width)]
        below = [self._players(texts), self._minutes(texts), *wrap(self.box.designer, width), ""]
        gap = height - len(above) - len(middle) - len(below)
        return [(line, True) for line in above] + [
            (line, False) for line in (*middle, *[""] * gap, *below)
        ]

    def _ink(self, look: Appearance, is_here: bool, in_colour: bool) -> BoxColours:
        """The styles of a box: in its own colours, or as paper with a coloured edge."""
        styles = styles_of(look.theme)
        own = styles.covers[(self.number - 1) % len(styles.covers)]
        edge, more = own + Style(bold=True), styles.paper + styles.dim
        if is_here:
            return BoxColours(edge, own + Style(bold=True, underline=True), own)
        if in_colour:
            return BoxColours(edge, edge, own)
        return BoxColours(edge, styles.paper + styles.strong if self.is_open else more, more)

    def _players(self, texts: Catalogue) -> str:
        players = self.box.players
        if self.damage is not None:
            return ""
        if players.min == players.max:
            return texts.text("shelf.players_exactly", count=players.min)
        return texts.text("shelf.players", least=players.min, most=players.max)

    def _minutes(self, texts: Catalogue) -> str:
        if self.damage is not None:
            return texts.text("shelf.damaged")
        if self.coming:
            return texts.text("shelf.coming")
        if self.box.minutes is None:
            return ""
        least, most = self.box.minutes
        if least == most:
            return texts.text("shelf.minutes_about", count=least)
        return texts.text("shelf.minutes", least=least, most=most)


def boxes_on(shelf: Shelf) -> list[GameBox]:
    """Every box of a shelf, in its order, those that are damaged last."""
    boxes = [
        GameBox(box, number, coming=not shelf.is_playable(box))
        for number, box in enumerate(shelf.boxes, start=1)
    ]
    damaged = enumerate(shelf.damaged, start=len(boxes) + 1)
    return boxes + [GameBox.damaged(box, number) for number, box in damaged]


class Boxes(Widget, can_focus=True):
    """All boxes of the shelf: a stack, or side by side where there is room for their covers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "open", "open_box"),
        Binding("left,h", "toward('left')", "move", show=False),
        Binding("down,j", "toward('down')", "move", show=False),
        Binding("up,k", "toward('up')", "move", show=False),
        Binding("right,l", "toward('right')", "move", show=False),
        *(Binding(str(n), f"open_number({n})", "nth_box", show=False) for n in range(1, 10)),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"boxes--plank"}
    DEFAULT_CSS = """
    Boxes { height: auto; }
    Boxes > .boxes--plank { background: $wood; }
    """

    app = getters.app(BaseApp)

    current: reactive[int] = reactive(0)
    """The index of the current box."""

    class Opened(Message):
        """Posted when a box is opened."""

        def __init__(self, box: GameBox) -> None:
            super().__init__()
            self.box = box

    def __init__(self, boxes: Iterable[GameBox]) -> None:
        super().__init__()
        self.boxes = tuple(boxes)

    def on_mount(self) -> None:
        self.watch(self.app, "appearance", self._repaint, init=False)

    def _repaint(self) -> None:
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        return THICKNESS * len(self.boxes) + 1

    @property
    def is_standing(self) -> bool:
        """True if there is room for the covers."""
        return self.size.height > THICKNESS * len(self.boxes) + 1

    @property
    def _first(self) -> int:
        """The box at the top of a stack that is higher than there is room for."""
        return max(0, self.current + 1 - (self.size.height - 1) // THICKNESS)

    @property
    def box(self) -> GameBox:
        """The current box."""
        return self.boxes[self.current]

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        if y == height - 1:
            return Strip.blank(width, self.get_component_rich_style("boxes--plank"))
        look, texts = self.app.appearance, self.app.texts
        if self.is_standing:
            sizes = [Size(end - start, height - 1) for start, end in self._columns()]
            segments = [
                segment
                for number, (box, size) in enumerate(zip(self.boxes, sizes, strict=True))
                for segment in box.standing(y, size, look, texts, self._is_here(number))
            ]
        else:
            number, row = divmod(y, THICKNESS)
            number += self._first
            if number >= len(self.boxes):
                return Strip.blank(width, self.rich_style)
            segments = self.boxes[number].lying(row, width, look, texts, self._is_here(number))
        return Strip(segments).apply_style(self.rich_style)

    def on_click(self, event: Click) -> None:
        if self.is_standing:
            ends = [end for _, end in self._columns()]
            self.current = next(number for number, end in enumerate(ends) if event.x < end)
        else:
            self.current = min(self._first + event.y // THICKNESS, len(self.boxes) - 1)
        self.action_open()

    def action_open(self) -> None:
        """Open the box."""
        self.post_message(self.Opened(self.box))

    def action_open_number(self, number: int) -> None:
        """Open the box with that number on it."""
        for index, box in enumerate(self.boxes):
            if box.number == number:
                self.current = index
                self.action_open()

    def action_toward(self, direction: Direction) -> None:
        """Go to the next box, or on to the widget beyond the last one."""
        back, on = ("left", "right") if self.is_standing else ("up", "down")
        step = {back: -1, on: 1}.get(direction, 0)
        if step and 0 <= self.current + step < len(self.boxes):
            self.current += step
        else:
            focus_toward(self.screen, direction)

    def _is_here(self, number: int) -> bool:
        return self.has_focus and number == self.current

    def _columns(self) -> list[tuple[int, int]]:
        """The first and last column of each standing box."""
        count, width = len(self.boxes), self.size.width
        starts = [number * width // count for number in range(count + 1)]
        return list(pairwise(starts))


class ShelfBanner(Widget):
    """The name of the app, and a line about it."""

    app = getters.app(BaseApp)

    def on_mount(self) -> None:
        self.watch(self.app, "appearance", self._repaint, init=False)

    def _repaint(self) -> None:
        self.refresh()

    def render_line(self, y: int) -> Strip:  # noqa: ARG002 - there is but one line
        styles, symbols = styles_of(self.app.appearance.theme), SYMBOLS[self.app.appearance.symbols]
        title = self.app.texts.text("shelf.title")
        line = StyledLine(self.size.width, symbols).put(title, styles.warn)
        line.ending(self.app.texts.text("shelf.motto"), styles.dim)
        return line.strip().apply_style(self.rich_style)
