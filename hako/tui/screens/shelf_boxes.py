"""The boxes of the games: listed with their spines, or standing with their covers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal, TypeAlias, get_args

from textual import getters
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from hako.content.cover import SIDE
from hako.tui.apps.game_app import GameApp
from hako.tui.box_uses import BoxUse
from hako.tui.screens.base import Direction, focus_toward
from hako.tui.screens.box_artwork import BoxArtwork
from hako.tui.screens.box_drawing import (
    BoxDrawing,
    BoxList,
    BoxPlaces,
    BoxScene,
    draw_cover,
)
from hako.tui.theme.line_breaking import wrap
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.canvas import Canvas, StyledLine
from hako.tui.widgets.cover_pixels import CoverPen, cover_pen
from hako.tui.widgets.line_panel import LinePanel

BoxStep: TypeAlias = Literal["lines", "list", "cover", "places", "abreast", "doubled"]
"""A size of the shelf: a line a box; two lines a box; one cover; rows of covers; all covers abreast;
the same twice as large."""

BOX_STEPS: tuple[BoxStep, ...] = get_args(BoxStep)

COVER = (78, 22)
"""Columns and lines from which on one cover stands beside a list."""


def pen_of(app: GameApp) -> CoverPen | None:
    """The way in which an app's terminal draws covers."""
    return cover_pen(app.appearance.symbols, app.terminal.colors)


class BoxPanel(LinePanel):
    """A panel that draws boxes."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"boxes--plank"}
    DEFAULT_CSS = """
    BoxPanel { height: auto; }
    BoxPanel > .boxes--plank { color: $wood; }
    """

    app = getters.app(GameApp)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._strips: list[Strip] = []

    def on_mount(self) -> None:
        self.watch(self.app, "appearance", self._change_look, init=False)
        self.watch(self.app, "terminal", self._change_look, init=False)

    def _change_look(self) -> None:
        self._take_look()
        self.refresh(layout=True)
        self.repaint()

    def _take_look(self) -> None:
        look = self.app.appearance
        self.apply_theme(styles_of(look.theme), SYMBOLS[look.symbols])

    def count(self) -> int:
        return len(self._strips)

    def paint(self, index: int) -> Strip:
        return self._strips[index]

    def redraw(self) -> None:
        self._take_look()
        self._strips = self.drawn() if self.columns else []

    def drawn(self) -> list[Strip]:
        """All lines."""
        raise NotImplementedError

    def scene(self, boxes: tuple[BoxArtwork, ...], current: int, *, is_focused: bool) -> BoxScene:
        """The boxes, and the means to draw them here."""
        look = self.app.appearance
        wood = self.get_component_rich_style("boxes--plank", partial=True)
        return BoxScene(
            boxes,
            current,
            is_focused,
            pen_of(self.app),
            self.app.texts,
            styles_of(look.theme),
            wood,
        )


class Boxes(BoxPanel, can_focus=True):
    """All boxes of the shelf."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "open", "open_box"),
        Binding("left,h", "toward('left')", "move", show=False),
        Binding("down,j", "toward('down')", "move", show=False),
        Binding("up,k", "toward('up')", "move", show=False),
        Binding("right,l", "toward('right')", "move", show=False),
        *(Binding(str(n), f"open_number({n})", "nth_box", show=False) for n in range(1, 10)),
    ]

    has_foot = True

    current: reactive[int] = reactive(0, repaint=False)
    """The index of the current box."""

    class Opened(Message):
        """Posted when a box is opened."""

        def __init__(self, box: BoxArtwork) -> None:
            super().__init__()
            self.box = box

    class Chosen(Message):
        """Posted when another box became the current one."""

    def __init__(self, boxes: Iterable[BoxArtwork], step: BoxStep = "list") -> None:
        super().__init__()
        self.boxes = tuple(boxes)
        self.step: BoxStep = step
        self._shape: BoxDrawing = BoxList(len(self.boxes), 2)

    @property
    def box(self) -> BoxArtwork:
        """The current box."""
        return self.boxes[self.current]

    def take_step(self, step: BoxStep) -> None:
        """Show the boxes in another size."""
        if step != self.step:
            self.step = step
            self.refresh(layout=True)
            self.repaint()

    def show_use(self, uses: Mapping[str, BoxUse]) -> None:
        """Show what was done with each game, by its id."""
        for box in self.boxes:
            box.use = uses.get(box.box.id)
        self.refresh(layout=True)
        self.repaint()

    # ------------------------------------------------------------------ drawing

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        return self._shape_of(width).height

    def _shape_of(self, width: int) -> BoxDrawing:
        count, scene = len(self.boxes), self._scene
        match self.step:
            case "lines":
                return BoxList(count, 1)
            case "list":
                return BoxList(count, 2)
            case "cover":
                return BoxPlaces(scene, width, per_row=1, words="many")
            case "places":
                return BoxPlaces(scene, width, per_row=3)
            case "abreast":
                return BoxPlaces(scene, width, per_row=count, words="many")
            case "doubled":
                return BoxPlaces(scene, width, per_row=count, scale=2, words="many")

    @property
    def _scene(self) -> BoxScene:
        return self.scene(self.boxes, self.current, is_focused=self.has_focus)

    def drawn(self) -> list[Strip]:
        shape = self._shape = self._shape_of(self.columns)
        canvas = Canvas(self.columns, shape.height, self.symbols)
        shape.draw(canvas, self._scene)
        return canvas.strips()

    def paint_foot(self) -> Strip:
        hidden = len(self.boxes) - sum(
            self._shape.lines_of(index).stop <= self.shown.stop for index in range(len(self.boxes))
        )
        line = self.line()
        if hidden:
            words = self.app.texts.text("shelf.more_below", count=hidden)
            line.at(1).put(f"{self.symbols.below} {words}", self.ink.dim)
        return line.strip()

    def watch_current(self) -> None:
        lines = self._shape.lines_of(self.current)
        self.repaint()
        self.reveal(lines[-1])
        self.reveal(lines[0])
        self.post_message(self.Chosen())

    def on_focus(self) -> None:
        self.repaint()

    def on_blur(self) -> None:
        self.repaint()

    # ------------------------------------------------------------------ keys

    def on_click(self, event: Click) -> None:
        line = self.line_at(event)
        offset = event.get_content_offset(self)
        index = None if line is None or offset is None else self._shape.index_at(offset.x, line)
        if index is not None:
            self.current = index
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
        to = self._shape.neighbour(self.current, direction)
        if to is None:
            focus_toward(self.screen, direction)
        else:
            self.current = to


class BoxCover(BoxPanel):
    """The cover of a box, with the words of the box below it."""

    DEFAULT_CSS = """
    BoxCover { width: 26; height: 1fr; }
    """

    def __init__(self, box: BoxArtwork) -> None:
        super().__init__()
        self._box = box

    def show(self, box: BoxArtwork) -> None:
        """Show another box."""
        if box is not self._box:
            self._box = box
            self.repaint()

    def drawn(self) -> list[Strip]:
        scene = self.scene((self._box,), 0, is_focused=False)
        canvas = Canvas(self.columns, max(self.rows, SIDE), self.symbols)
        if scene.pen is not None and self.columns > SIDE:
            draw_cover(canvas, scene, 0, (0, 0))
            box, texts = self._box, self.app.texts
            designer = box.designer(texts).replace(" (", "\n(")  # no name is broken
            words = [*wrap(box.tagline(texts), SIDE), "", *wrap(designer, SIDE)]
            for row, line in enumerate(words, start=SIDE // 2 + 2):
                canvas.at(0, row).put(line, self.ink.text)
        return canvas.strips()[: self.rows]


class ShelfBanner(Widget):
    """The name of the app, and a line about it."""

    app = getters.app(GameApp)

    def on_mount(self) -> None:
        self.watch(self.app, "appearance", self._repaint, init=False)

    def _repaint(self) -> None:
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if y:
            return Strip.blank(self.size.width, self.rich_style)
        styles, symbols = styles_of(self.app.appearance.theme), SYMBOLS[self.app.appearance.symbols]
        title = self.app.texts.text("shelf.title")
        line = StyledLine(self.size.width, symbols).put(title, styles.warn)
        line.ending(self.app.texts.text("shelf.motto"), styles.dim)
        return line.strip().apply_style(self.rich_style)
