"""Arrangements of boxes on the shelf: where each stands, and how its lines are drawn.

BoxList      a line or two each with the spine, on a plank
BoxPlaces    a cover each with words below it, in rows of one or more places
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias

from rich.segment import Segment
from rich.style import Style

from hako.content.cover import SIDE
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.width import cell_width
from hako.tui.box_uses import short_name
from hako.tui.screens.base import Direction
from hako.tui.screens.box_artwork import BoxArtwork
from hako.tui.theme.line_breaking import wrap
from hako.tui.theme.styles import Styles
from hako.tui.theme.truncation import shortened
from hako.tui.widgets.canvas import Canvas
from hako.tui.widgets.cover_pixels import HALF, CoverPen

Words: TypeAlias = Literal["few", "many"]
"""The words below a cover: its name and its use; or all that is printed on a box."""


Thickness: TypeAlias = Literal["thin", "thick", "plank"]
"""The edge of a box: one cell or two at the right, or one above the plank that it stands on."""


class BoxScene(NamedTuple):
    """The boxes, and the means to draw them."""

    boxes: Sequence[BoxArtwork]
    current: int
    is_focused: bool
    pen: CoverPen | None
    """None if the terminal can draw no covers."""
    texts: Catalogue
    ink: Styles
    wood: Style

    def name_style(self, index: int) -> Style:
        """The style of a name: bold, and the chosen one in the colour of its spine."""
        box = self.boxes[index]
        if index == self.current and self.is_focused:
            return box.own_style
        return self.ink.strong if box.is_open else self.ink.dim

    def use_style(self, index: int) -> Style:
        """The style of the line of use: that of a new game stands out."""
        use = self.boxes[index].use
        return self.ink.warn if use is not None and not use.played else self.ink.dim


class BoxArrangement(Protocol):
    """An arrangement of boxes."""

    height: int
    """Lines that it takes."""

    def draw(self, canvas: Canvas, scene: BoxScene) -> None:
        """Draw all boxes."""

    def lines_of(self, index: int) -> range:
        """The lines of a box."""

    def index_at(self, x: int, y: int) -> int | None:
        """The box at a cell."""

    def neighbour(self, index: int, direction: Direction) -> int | None:
        """The next box in a direction; None at the edge."""


NAME_AT = 13
"""The column of a name in a list with spines."""


class BoxList:
    """Boxes that lie on each other: number, spine, name, players; below, use and minutes.

    1  ▒ ▒░░▒░  Flip City                   1-4 players
          ░░▒▒  5 played, you won 1           30-50 min
    """

    def __init__(self, count: int, lines: Literal[1, 2]) -> None:
        self._count, self._lines = count, lines
        self.height = count * lines + 1

    def draw(self, canvas: Canvas, scene: BoxScene) -> None:
        """Draw the list, and the plank below it."""
        for index in range(self._count):
            self._draw_box(canvas, scene, index)
        plank = HALF if scene.pen == "half_blocks" else "▀" if scene.pen else "="
        canvas.at(1, self.height - 1).put(plank * (canvas.width - 2), scene.wood)

    def _draw_box(self, canvas: Canvas, scene: BoxScene, index: int) -> None:
        box, texts, ink, y = scene.boxes[index], scene.texts, scene.ink, index * self._lines
        has_spine = scene.pen is not None and self._lines == 2
        left, right = NAME_AT if has_spine else 5, canvas.width - 1
        canvas.at(1, y).put(str(box.number), ink.text)
        if scene.pen is not None and self._lines == 2:
            for row, line in enumerate(box.spine(scene.pen)):
                put_segments(canvas, 3, y + row, line)
        if index == scene.current:
            canvas.at(left - 1, y).put(canvas.symbols.pointer, ink.warn)
        sides = (box.players(texts), box.minutes(texts))[: self._lines]
        if self._lines == 1 and not box.is_open:
            sides = (box.minutes(texts),)
        for row, side in enumerate(sides):
            room = right - left - 2 - len(side)
            text = _name_in(box, texts, room) if row == 0 else self._second(box, scene)
            style = scene.name_style(index) if row == 0 else self._second_style(scene, index)
            canvas.at(left, y + row).put(shortened(text, room, canvas.symbols), style)
            canvas.at(0, y + row).ending_at(right, side, ink.dim)

    def _second(self, box: BoxArtwork, scene: BoxScene) -> str:
        """The use of the game; its tagline where no cover stands beside the list."""
        if scene.pen is None or not box.is_open:
            return box.tagline(scene.texts)
        return box.use_text(scene.texts)

    def _second_style(self, scene: BoxScene, index: int) -> Style:
        return scene.ink.dim if scene.pen is None else scene.use_style(index)

    def lines_of(self, index: int) -> range:
        """The lines of a box; those of the last one with the plank."""
        start = index * self._lines
        return range(start, start + self._lines + (index == self._count - 1))

    def index_at(self, x: int, y: int) -> int | None:  # noqa: ARG002 - a line is a box
        """The box of a line."""
        return min(y // self._lines, self._count - 1)

    def neighbour(self, index: int, direction: Direction) -> int | None:
        """The box above or below."""
        step = {"up": -1, "down": 1}.get(direction, 0)
        return index + step if step and 0 <= index + step < self._count else None


class BoxPlaces:
    """Boxes that stand side by side, each a cover with words below it."""

    def __init__(
        self,
        scene: BoxScene,
        width: int,
        *,
        per_row: int,
        scale: Literal[1, 2] = 1,
        words: Words = "few",
    ) -> None:
        self._count, self._per_row, self._scale, self._words = (
            len(scene.boxes),
            per_row,
            scale,
            words,
        )
        self.cover = (2 * SIDE, SIDE) if scale == 2 else (SIDE, SIDE // 2)
        """Cells of a cover across and down."""
        self._pitch = min(width // per_row, self.cover[0] + 12)
        self._lift = int(words == "many" and per_row > 1)
        self._thickness: Thickness = "plank"
        if self._lift:
            self._thickness = "thick" if self._pitch > self.cover[0] + 2 else "thin"
        needed = self._pitch * (per_row - 1) + self.cover[0] + 1
        self._indent = max(0, min(2 + self._lift, width - needed))
        """The column of the first cover."""
        self._below = [self._lines_below(box, scene.texts) for box in scene.boxes]
        self._more = max(map(len, self._below))
        self._high = self._lift + self.cover[1] + 1 + self._lift + self._more + 1
        """Lines of a row of places: cover, edge, plank, words, and a blank one."""
        rows = -(-self._count // per_row)
        self.height = rows * self._high - 1

    @property
    def _is_wide(self) -> bool:
        return self._words == "many"

    def _lines_below(self, box: BoxArtwork, texts: Catalogue) -> list[str]:
        """The lines below a cover, each at most as wide as that."""
        room = min(self.cover[0], self._pitch - 3)
        name = _name_in(box, texts, self._pitch - 3)
        if not self._is_wide:
            return [name, box.use_text(texts)]
        about = "  ".join(filter(None, (box.players(texts), box.minutes(texts))))
        lines = wrap(box.tagline(texts), room)
        designer = wrap(box.box.designer, room)
        return [name, *lines, about, *designer, box.use_text(texts)]

    def _corner(self, index: int) -> tuple[int, int]:
        """The first cell of a place."""
        row, column = divmod(index, self._per_row)
        return column * self._pitch, row * self._high

    def draw(self, canvas: Canvas, scene: BoxScene) -> None:
        """Draw all places; the chosen box is lifted where there is room."""
        for index in range(self._count):
            self._draw_place(canvas, scene, index)
        if self._lift:
            for row in range(-(-self._count // self._per_row)):
                y = row * self._high + self._lift + self.cover[1] + 1
                canvas.at(1, y).put(HALF * (canvas.width - 2), scene.wood)

    def _draw_place(self, canvas: Canvas, scene: BoxScene, index: int) -> None:
        x, y = self._corner(index)
        x += self._indent
        is_current = index == scene.current
        top = y + (self._lift and not is_current)
        draw_cover(canvas, scene, index, (x, top), scale=self._scale, thickness=self._thickness)
        below = y + self._lift + self.cover[1] + 1 + self._lift
        self._draw_words(canvas, scene, index, (x, below))

    def _draw_words(
        self, canvas: Canvas, scene: BoxScene, index: int, place: tuple[int, int]
    ) -> None:
        (x, y), box, ink = place, scene.boxes[index], scene.ink
        x += 1 - self._lift
        if index == scene.current and self._count > 1:
            canvas.at(x - 1, y).put(canvas.symbols.pointer, ink.warn)
        canvas.at(x, y).put(str(box.number), ink.text)
        lines = self._below[index]
        lines = [*lines[:-1], *[""] * (self._more - len(lines)), lines[-1]]
        plain = ink.text if self._is_wide else ink.dim
        styles = [scene.name_style(index), *[plain] * (len(lines) - 2), scene.use_style(index)]
        for row, (text, style) in enumerate(zip(lines, styles, strict=True)):
            shown = shortened(text, self._pitch - 3, canvas.symbols)
            canvas.at(x + 2, y + row).put(shown, style)

    def lines_of(self, index: int) -> range:
        """The lines of a place."""
        _, y = self._corner(index)
        return range(y, min(y + self._high, self.height))

    def index_at(self, x: int, y: int) -> int | None:
        """The box of the place around a cell."""
        column, row = x // self._pitch, y // self._high
        index = row * self._per_row + column
        return index if column < self._per_row and index < self._count else None

    def neighbour(self, index: int, direction: Direction) -> int | None:
        """The box beside in its row, or in the row above or below."""
        column = index % self._per_row
        moves = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
        down, along = moves[direction]
        to = index + along + down * self._per_row
        is_in_row = 0 <= column + along < self._per_row
        return to if is_in_row and 0 <= to < self._count else None


def draw_cover(
    canvas: Canvas,
    scene: BoxScene,
    index: int,
    place: tuple[int, int],
    *,
    scale: Literal[1, 2] = 1,
    thickness: Thickness = "thin",
) -> None:
    """Draw a cover with the thickness of its box at the right and below."""
    (x, y), (width, height) = place, (SIDE * scale, SIDE * scale // 2)
    for row, line in enumerate(scene.boxes[index].picture(scene.pen, scale) if scene.pen else ()):
        put_segments(canvas, x, y + row, line)
    is_full = canvas.symbols.name == "full"
    is_thick = thickness == "thick"
    side = ("▐▌" if is_thick else "▌") if is_full else "|"
    bottom, corner = ("▀", "▘") if is_full else ("-", "")
    for row in range(1, height):
        canvas.at(x + width, y + row).put(side, scene.wood)
    start, end = x - 1 if thickness == "plank" else x + 1, x + width + 1
    canvas.at(start, y + height).put(bottom * (end - start) + corner * is_thick, scene.wood)


def put_segments(canvas: Canvas, x: int, y: int, line: Iterable[Segment]) -> None:
    """Write segments from a cell on."""
    for text, style, _ in line:
        canvas.at(x, y).put(text, style or Style.null())
        x += len(text)


def _name_in(box: BoxArtwork, texts: Catalogue, cells: int) -> str:
    """The name of a game, without its second title or its version where it has no such room."""
    name = box.name(texts)
    return name if cell_width(name) <= cells else short_name(name)
