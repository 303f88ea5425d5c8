"""Hex maps: the places of cells on a canvas, and the map drawn into a room.

Cells are hexes with a point on top, by axial coordinates (q, r): r counts rows
downwards, q goes to the right in a row, and each row begins half a cell further to
the right than the one above it. Neighbouring cells may belong to one area; lines are
drawn between areas.

    ╭─────────┬─────────╮
    │ (0, 0)  ┊ (1, 0)  │                    │ 0,0  1,0 │
    │         ┊         │                       │ 0,1 │
    ╰────┬┈┈┈┈·┈┈┈┈┬────╯
         │ (0, 1)  │
         │         │
         ╰─────────╯
    ruled, of three lines a cell             unruled, of one line

A map that is larger than its room is drawn around the cell at the cursor.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TypeAlias

from msgspec import Struct
from rich.style import Style
from textual.geometry import Offset, Region, Size

from hako.engine.i18n.width import cell_width
from hako.tui.boards.borders import Borders, GridPoint, LineWeight, write
from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas
from hako.tui.theme.styles import Styles
from hako.tui.theme.symbols import SymbolSet

Cell: TypeAlias = tuple[int, int]
"""Axial coordinates (q, r)."""

Area: TypeAlias = Hashable
"""The area of a cell, by a name that the board chooses."""

HexMark: TypeAlias = tuple[str, Style]
"""A piece of text in a cell."""


class HexSize(Struct, frozen=True):
    """The size in which a cell is drawn."""

    width: int
    """Columns from one cell to the next, its border included; even."""
    lines: int
    """Lines of text in a cell."""
    ruled: bool
    """True if lines are drawn between rows as well; they take a line a row."""

    @property
    def pitch(self) -> int:
        """Lines from one row to the next."""
        return self.lines + self.ruled


SIZES = (
    HexSize(16, 4, ruled=True),
    HexSize(14, 3, ruled=True),
    HexSize(12, 3, ruled=True),
    HexSize(10, 3, ruled=True),
    HexSize(10, 2, ruled=True),
    HexSize(8, 2, ruled=True),
    HexSize(8, 2, ruled=False),
    HexSize(8, 1, ruled=False),
    HexSize(6, 1, ruled=False),
)
"""From roomy to compact."""


class HexMap:
    """The cells of a map in one size, in columns and rows from the top left."""

    def __init__(self, areas: Mapping[Cell, Area], size: HexSize) -> None:
        """Lay out a map, given as the area of each cell."""
        self.areas = areas
        self.size = size
        self._left = min(2 * q + r for q, r in areas)
        self._top = min(r for _, r in areas)
        right = max(2 * q + r for q, r in areas) - self._left
        rows = max(r for _, r in areas) - self._top + 1
        self.extent = Size(
            right * size.width // 2 + size.width + 1, rows * size.pitch + (1 if size.ruled else 0)
        )
        """Columns and rows of the whole map."""

    def corner(self, cell: Cell) -> GridPoint:
        """The top left point of a cell's border."""
        q, r = cell
        half_cells = 2 * q + r - self._left
        return half_cells * self.size.width // 2, (r - self._top) * self.size.pitch

    def inside(self, cell: Cell) -> Region:
        """The cell within its border."""
        x, y = self.corner(cell)
        return Region(x + 1, y + self.size.ruled, self.size.width - 1, self.size.lines)

    @cached_property
    def seams(self) -> Mapping[Area, GridPoint]:
        """A point within each area of several cells, on which no border lies.

        Ruled, it is the one in which three cells meet; else between two in a row, on their last
        line.
        """
        points: dict[Area, GridPoint] = {}
        for (q, r), area in self.areas.items():
            beside = (q + 1, r), (q, r + 1)
            wanted = beside if self.size.ruled else beside[:1]
            if area not in points and all(self.areas.get(cell) == area for cell in wanted):
                x, y = self.corner((q, r))
                points[area] = (
                    x + self.size.width,
                    y + self.size.pitch - (not self.size.ruled),
                )
        return points

    @cached_property
    def borders(self) -> Borders:
        """All lines of the map: thin ones between areas, faint ones within."""
        borders = Borders()
        for cell in self.areas:
            for neighbor, start, end in self._sides(cell):
                within = self.areas[cell] == self.areas.get(neighbor) and neighbor in self.areas
                self._draw(borders, start, end, self._inner if within else LineWeight.THIN)
        return borders

    def around(self, area: Area, borders: Borders) -> Sequence[GridPoint]:
        """Draw a thick line around an area; the points of it."""
        outline = Borders()
        for cell, its_area in self.areas.items():
            if its_area == area:
                for neighbor, start, end in self._sides(cell):
                    if neighbor not in self.areas or self.areas[neighbor] != area:
                        self._draw(borders, start, end, LineWeight.THICK)
                        self._draw(outline, start, end, LineWeight.THICK)
        return list(outline.points())

    @property
    def _inner(self) -> LineWeight:
        return LineWeight.FAINT if self.size.ruled else LineWeight.NONE

    def _draw(self, borders: Borders, start: GridPoint, end: GridPoint, weight: LineWeight) -> None:
        if start[0] != end[0] or self.size.ruled:
            borders.line(start, end, weight)
        else:
            borders.post(start[0], start[1], end[1] - 1, weight)

    def _sides(self, cell: Cell) -> Iterable[tuple[Cell, GridPoint, GridPoint]]:
        """The neighbours of a cell, with where the line towards each begins and ends."""
        q, r = cell
        x, y = self.corner(cell)
        middle, right, bottom = x + self.size.width // 2, x + self.size.width, y + self.size.pitch
        yield (q - 1, r), (x, y), (x, bottom)
        yield (q + 1, r), (right, y), (right, bottom)
        if self.size.ruled:
            yield (q, r - 1), (x, y), (middle, y)
            yield (q + 1, r - 1), (middle, y), (right, y)
            yield (q - 1, r + 1), (x, bottom), (middle, bottom)
            yield (q, r + 1), (middle, bottom), (right, bottom)


def fitting(areas: Mapping[Cell, Area], room: Size, sizes: Sequence[HexSize] = SIZES) -> HexMap:
    """The map in the first size in which all of it fits, or else in the last one."""
    maps = (laid_out(areas, size) for size in sizes)
    fit = (m for m in maps if m.extent.width <= room.width and m.extent.height <= room.height)
    return next(fit, laid_out(areas, sizes[-1]))


def laid_out(areas: Mapping[Cell, Area], size: HexSize) -> HexMap:
    """The map in a size; the same map each time."""
    return _laid_out(tuple(areas.items()), size)


@lru_cache(maxsize=64)
def _laid_out(cells: tuple[tuple[Cell, Area], ...], size: HexSize) -> HexMap:
    # a map stays the same all game long, and its lines with it
    return HexMap(dict(cells), size)


class HexView:
    """A map drawn into a room of a board."""

    def __init__(
        self,
        drawing: PlaceCanvas,
        room: Region,
        hexes: HexMap,
        styles: Styles,
        around: Cell | None = None,
    ) -> None:
        """Take the room; `around` is in sight if the map is larger."""
        self.drawing = drawing
        self.hexes = hexes
        self._room = room
        self._styles = styles
        self._offset = _offset(hexes, room, around)
        self._taken: set[GridPoint] = set()

    def label(self, area: Area, text: str, style: Style) -> Region | None:
        """Write on an area of several cells, where they meet; before its cells are written.

        Returns its region on the canvas; None if that is out of the room.
        """
        seam = self.hexes.seams.get(area)
        if seam is None:
            return None
        width = cell_width(text)
        x, y = seam[0] - width // 2, seam[1]
        self._taken |= {(column, y) for column in range(x, x + width)}
        region = Region(x, y, width, 1) + self._offset
        if not self._room.contains_region(region):
            return None
        self.drawing.at(*region.offset).put(text, style)
        return region

    def name(self, cell: Cell, text: str, style: Style) -> None:
        """Write in the line above a cell, at its left; before the lines are drawn."""
        if self.region(cell) is not None:
            x, y = self.hexes.corner(cell)
            self._taken |= {(x + column, y) for column in range(1, 1 + cell_width(text))}
            along, down = self._offset
            self.drawing.at(along + x + 1, down + y).put(text, style)

    def region(self, cell: Cell) -> Region | None:
        """The region of a cell on the canvas; None if it is not wholly in the room."""
        region = self.hexes.inside(cell) + self._offset
        return region if self._room.contains_region(region) else None

    def left(self, cell: Cell) -> int:
        """The first column of a cell on the canvas."""
        return self.hexes.inside(cell).x + self._offset.x

    def span(self, cell: Cell, line: int = 0) -> tuple[int, int]:
        """The first column of a cell's line that labels leave free, and how many there are."""
        inside = self.hexes.inside(cell)
        free = [x for x in range(inside.x, inside.right) if (x, inside.y + line) not in self._taken]
        return free[0] + self._offset.x, len(free)

    def write(self, cell: Cell, lines: Sequence[Sequence[HexMark]], ground: Style) -> None:
        """Write the lines of a cell and fill it up; longer lines are cut off."""
        region = self.region(cell)
        if region is None:
            return
        for number in range(region.height):
            x, width = self.span(cell, number)
            line = self.drawing.at(x, region.y + number)
            for text, style in lines[number] if number < len(lines) else ():
                room = x + width - line.x
                line.put(text, style, min(cell_width(text), room))
            line.put("", ground, x + width - line.x)

    def place(self, cell: Cell, place: BoardPlace) -> None:
        """Make a cell a place; if it is out of the room, pointing at it brings it into sight."""
        region = self.region(cell)
        if region is None:
            self.drawing.beyond.add(place)
            return
        x, width = self.span(cell)
        whole = region if region.height > 1 else Region(x, region.y, width, 1)
        self.drawing.place(place, *whole, group=HexView)

    def rule(self, lit: Mapping[Area, Style] | None = None) -> None:
        """Draw the lines between areas; those around lit areas are thick and in their styles."""
        symbols, thick, styles = self.drawing.symbols.name, Borders(), dict[GridPoint, Style]()
        for area, style in (lit or {}).items():
            for point in self.hexes.around(area, thick):
                styles.setdefault(point, style)
        write(self.drawing, self._signs(thick, styles, symbols))

    def _signs(
        self, thick: Borders, styles: Mapping[GridPoint, Style], symbols: SymbolSet
    ) -> Iterator[tuple[GridPoint, str, Style]]:
        """The signs of all lines in the room with their points on the canvas, line by line."""
        lines, rule, taken = self.hexes.borders, self._styles.rule, self._taken
        (left, top), (right, bottom) = self._room.offset, self._room.bottom_right
        along, down = self._offset
        for point, sign in lines.signs(symbols).items():
            x, y = point[0] + along, point[1] + down
            if point not in taken and left <= x < right and top <= y < bottom:
                if style := styles.get(point):
                    yield (x, y), lines.sign_under(thick, point, symbols), style
                else:
                    yield (x, y), sign, rule


def _offset(hexes: HexMap, room: Region, around: Cell | None) -> Offset:
    """The offset of the map: centred in its room, or so that a cell is in sight."""
    x, y = (0.0, 0.0) if around is None else hexes.inside(around).center
    return room.offset + Offset(
        _moved(room.width, hexes.extent.width, int(x)),
        _moved(room.height, hexes.extent.height, int(y)),
    )


def _moved(room: int, extent: int, wanted: int) -> int:
    if extent <= room:
        return (room - extent) // 2
    return max(room - extent, min(0, room // 2 - wanted))
