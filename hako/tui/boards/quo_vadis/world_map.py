"""The map: terrain, rings, pieces, the creation area, and where one may choose.

┏━━━━━━━━━━━━━━━━━━━┓──╮            ┃Mount  Tundra ┃Pl
┃ Mountain┊ Tundra  ┃Pl             ┃●⌂5  2-4      ┃■#
┃ ● city 5┊         ┃                   ┃Plains ┃Se
┗━━━━┓┈┈┈2-4┈┈┈┏━━━━┛                   ┃●■     ┃
     ┃ Plains ╳┃                    no lines between rows
     ┃ ● ■2    ┃
     ┗━━━━━━━━━┛
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from rich.style import Style
from textual.geometry import Region

from hako.content.quo_vadis.actions import (
    MoveWorker,
    PlaceTile,
    SelectArea,
    Strike,
    StrikeAndDestroy,
)
from hako.content.quo_vadis.cards import AreaId, Position
from hako.content.quo_vadis.geometry import CellId, area_of, cells_of, hexes
from hako.content.quo_vadis.map_queries import majorities
from hako.engine.content.cache_decorators import at_hand
from hako.engine.rules.model import Seat
from hako.tui.boards.hex_map import Area, Cell, HexMark, HexView, laid_out
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.boards.quo_vadis.cell_text import CellLines, CellText, is_cut
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext
from hako.tui.boards.quo_vadis.sizes import LADDER
from hako.tui.theme.styles import Styles
from hako.tui.theme.symbols import Symbols
from hako.tui.widgets.table_model import TableModel

KEYED = 10
"""Columns of a cell from which on the name of its area has room for a key."""

AREAS = "areas"
"""Places that stand for areas, among which arrows lead."""


def rows_of(cells: Iterable[Cell]) -> int:
    """The rows of a map with these cells."""
    rows = [row for _, row in cells]
    return max(rows) - min(rows) + 1


@at_hand  # a key changes the text of few cells
def _texts_of(scene: TableModel, ink: Styles, symbols: Symbols) -> dict[object, CellLines]:  # noqa: ARG001 - other ones have other texts
    """The texts of cells at a position, filled as they are drawn."""
    return {}


class FieldMap:
    """Draws the map into a room."""

    def __init__(self, context: QuoVadisContext, room: Region, window: int) -> None:
        """Lay out the map as a window of so many columns and the rows of the room allow."""
        self.context = context
        self._cells: dict[Cell, CellId] = {
            at: cell for cell, at in context.world.geography.hex.items()
        }
        self._spots = dict(self._free_spots())
        areas: dict[Cell, Area] = {at: area_of(cell) for at, cell in self._cells.items()}
        for position in self._spots:
            areas.update(dict.fromkeys(hexes(position), position))
        areas = areas or {(0, 0): None}
        self.hexes = laid_out(areas, LADDER.size(window, rows_of(areas), room.height))
        extent = self.hexes.extent
        self.region = Region(
            room.x, room.y, min(room.width, extent.width), min(room.height, extent.height)
        )
        """The part of the room that the map takes."""
        self.field = HexView(context.drawing, self.region, self.hexes, context.ink, self._around())

    def taken(self) -> Iterator[Region]:
        """The regions of the cells with their borders."""
        for at in self.hexes.areas:
            if (region := self.field.region(at)) is not None:
                yield region.grow((self.hexes.size.ruled, 1, self.hexes.size.ruled, 1))

    def draw(self) -> None:
        """Draw everything: names first, which the cells leave free."""
        for area in self.context.world.geography.areas:
            self._name(area)
        for position, tile in self._spots.items():
            self._spot(position, tile)
        for at, cell in self._cells.items():
            self._cell(at, cell)
        self.field.rule(self._lit())

    # ------------------------------------------------------------------ areas

    @cached_property
    def _selecting(self) -> bool:
        return bool(self.context.offers(SelectArea))

    def _name(self, area: AreaId) -> None:
        context, ring = self.context, self.context.world.ring(area)
        style = context.ink.strong if ring is None else context.ground(ring)
        if area == context.area:
            style = context.ink.mark
        elif self._selecting and ("area", area) in context.offered:
            style = context.ink.accent
        elif self._selecting:
            style = context.ink.dim
        name = area if ring is None else area.replace("-", context.symbol("ring"))
        region = self.field.label(area, f"{self._key(area)}{name}{self._holders(area)}", style)
        if self._selecting:
            hex_of = context.world.geography.hex
            self._stand_for(("area", area), region, [hex_of[cell] for cell in cells_of(area)])

    def _key(self, area: AreaId) -> str:
        """The key that selects an area, where cells are wide enough for it."""
        place, width = ("area", area), self.hexes.size.width
        key = self.context.key(place) if self._selecting and width >= KEYED else ""
        if key and self.context.cursor == place:
            return f"{self.context.symbols.pointer}{key} "
        return f"‹{key}›" if key else ""

    def _holders(self, area: AreaId) -> str:
        """The signs of the seats that hold the majority of an area, where its seam has room."""
        if not self.hexes.size.ruled:
            return ""
        signs = "".join(self.context.symbols.owner(seat) for seat in self._majorities.get(area, ()))
        return f" {signs}" if signs else ""

    @cached_property
    def _majorities(self) -> dict[AreaId, list[Seat]]:
        """The seats that hold the majority of each area."""
        world, held = self.context.world, dict[AreaId, list[Seat]]()
        for seat in world.seats:
            for area in majorities(world, seat):
                held.setdefault(area, []).append(seat)
        return held

    def _stand_for(self, place: BoardPlace, region: Region | None, cells: Iterable[Cell]) -> None:
        """Mark a place that stands for cells; a click on any of them points at it, too."""
        drawing = self.context.drawing
        if region is None:
            drawing.beyond.add(place)
            return
        drawing.place(place, *region, group=AREAS)
        inside = (self.field.region(cell) for cell in cells)
        drawing.around += [(part, place) for part in inside if part is not None]

    def _lit(self) -> dict[Area, Style]:
        """The area at the cursor, where areas are chosen from, and the creation area."""
        cursor = self.context.cursor
        lit: list[Area] = [self.context.area] if self.context.area else []
        match cursor:
            case ("area" | "spot", where) if self._selecting or self._spots:
                lit = [where]
        return dict.fromkeys(lit, self.context.ink.accent)

    # ------------------------------------------------------------------ cells

    def _around(self) -> Cell | None:
        """The cell that is in sight, should the map be larger than its room."""
        hex_of = self.context.world.geography.hex
        match self.context.cursor:
            case ("cell", str(cell)):
                return hex_of.get(cell)
            case ("area", str(area)):
                return hex_of[cells_of(area)[0]]
            case ("spot", (int(x), int(y))):
                return hexes((x, y))[0]
            case _:
                lit = self.context.area
                return None if lit is None else hex_of[cells_of(lit)[0]]

    def _cell(self, at: Cell, cell: CellId) -> None:
        context = self.context
        ground = context.ground(context.world.terrain(cell))
        if self._meant_at(cell):
            ground = ground + context.ink.hint
        self.field.write(at, self._text(at, cell, ground), ground)
        if not (self._selecting or self._spots):
            self.field.place(at, ("cell", cell))

    def _text(self, at: Cell, cell: CellId, ground: Style) -> CellLines:
        """The lines of a cell, apart from the name of its area where that leaves out no piece."""
        context, size = self.context, self.hexes.size
        spans = tuple(self.field.span(at, line) for line in range(size.lines))
        texts = _texts_of(context.scene, context.ink, context.symbols)
        key = cell, size, spans, ground
        if key not in texts:
            gaps = (1, 0) if any(width < size.width - 1 for _, width in spans) else (0,)
            tried = [self._lines(at, cell, ground, spans, gap) for gap in gaps]
            texts[key] = next((lines for lines in tried if not is_cut(lines)), tried[-1])
        return texts[key]

    def _lines(
        self, at: Cell, cell: CellId, ground: Style, spans: tuple[tuple[int, int], ...], gap: int
    ) -> CellLines:
        """The lines of a cell with so many blanks beside the name of its area."""
        size, left = self.hexes.size, self.field.left(at)
        rooms = [width - gap * (width < size.width - 1) for _, width in spans]
        lines = CellText(self.context, cell, size, rooms.__getitem__, ground).lines()
        for line, (x, _) in zip(lines, spans, strict=False):
            if gap and x > left:
                line.insert(0, (" ", ground))
        return lines

    def _meant_at(self, cell: CellId) -> bool:
        """True if the selected action concerns a cell besides the one at the cursor."""
        match self.context.meant:
            case Strike(cells) | StrikeAndDestroy(cells=cells):
                return cell in cells
            case MoveWorker(origin):
                return cell == origin
            case _:
                return False

    # ------------------------------------------------------------------ tiles that are laid

    def _free_spots(self) -> Iterator[tuple[Position, PlaceTile | None]]:
        """The positions where a tile may be laid, with the selected tile at its position."""
        meant = self.context.meant
        for action in self.context.offers(PlaceTile):
            chosen = isinstance(meant, PlaceTile) and meant.position == action.position
            yield action.position, meant if chosen else None

    def _spot(self, position: Position, tile: PlaceTile | None) -> None:
        context = self.context
        region = self.field.label(
            position, context.symbols.dot if tile is None else tile.area, context.ink.accent
        )
        for number, at in enumerate(hexes(position)):
            ground = context.ink.text
            marks: list[HexMark] = []
            if tile is not None:
                terrain = context.cards.tile[tile.area].terrain[(number + tile.rotation) % 3]
                ground = context.ground(terrain)
                marks = [(context.terrain(terrain), ground)]
            self.field.write(at, [marks], ground)
        self._stand_for(("spot", position), region, hexes(position))
