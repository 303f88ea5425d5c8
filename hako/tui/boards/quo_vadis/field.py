"""The map: terrain, rings, pieces, the creation area, and where one may choose.

roomy                                compact

┏━━━━━━━━━━━━━━━━━━━┓──╮            ┃M A5 2-4T    ┃P
┃ Mountain┊ Tundra  ┃Pl                ┃P ●■  ┃S ..
┃ A5      ┊         ┃
┗━━━━┓┈┈┈2-4┈┈┈┏━━━━┛
     ┃ Plains ╳┃                  letter, pieces; number pair where the cells meet
     ┃ ● ■2    ┃
     ┗━━━━━━━━━┛
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
from hako.content.quo_vadis.map_queries import majorities, place_price
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.hex_map import Area, Cell, HexMark, HexSize, HexView, fitting
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext, width_of

SIZES = (
    HexSize(20, 5, ruled=True),
    HexSize(16, 5, ruled=True),
    HexSize(14, 5, ruled=True),
    HexSize(14, 4, ruled=True),
    HexSize(12, 4, ruled=True),
    HexSize(12, 3, ruled=True),
    HexSize(10, 3, ruled=True),
    HexSize(8, 3, ruled=True),
    HexSize(12, 2, ruled=True),
    HexSize(10, 2, ruled=True),
    HexSize(8, 2, ruled=True),
    HexSize(12, 1, ruled=True),
    HexSize(10, 1, ruled=True),
    HexSize(8, 1, ruled=True),
    HexSize(10, 1, ruled=False),
    HexSize(8, 1, ruled=False),
    HexSize(6, 1, ruled=False),
)
"""Sizes of the map; cells with room have whole names, others letters."""

NAMED = 10
"""Columns of a cell from which on whole names are tried."""

AREAS = "areas"
"""Places that stand for areas, among which arrows lead."""


class FieldMap:
    """Draws the map into a room."""

    def __init__(self, context: QuoVadisContext, room: Region) -> None:
        self.context = context
        self._cells: dict[Cell, CellId] = {
            at: cell for cell, at in context.world.geography.hex.items()
        }
        self._spots = dict(self._free_spots())
        areas: dict[Cell, Area] = {at: area_of(cell) for at, cell in self._cells.items()}
        for position in self._spots:
            areas.update(dict.fromkeys(hexes(position), position))
        self.hexes = fitting(areas or {(0, 0): None}, room.size, SIZES)
        self.field = HexView(context.drawing, room, self.hexes, context.ink, self._around())

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
        key = self.context.key(("area", area)) if self.hexes.size.width >= NAMED else ""
        return f"‹{key}›" if key and self._selecting else ""

    def _holders(self, area: AreaId) -> str:
        """The signs of the seats that hold the majority of an area, where cells have room."""
        if self.hexes.size.lines < 2:
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
        _, width = self.field.span(at)
        if self.hexes.size.lines > 1:
            self.field.write(at, self._roomy(cell, width, ground), ground)
        else:
            self.field.write(at, [self._apart(at, cell, ground)], ground)
        if not (self._selecting or self._spots):
            self.field.place(at, ("cell", cell))

    def _meant_at(self, cell: CellId) -> bool:
        """True if the selected action concerns a cell besides the one at the cursor."""
        match self.context.meant:
            case Strike(cells) | StrikeAndDestroy(cells=cells):
                return cell in cells
            case MoveWorker(origin):
                return cell == origin
            case _:
                return False

    def _roomy(self, cell: CellId, width: int, ground: Style) -> list[list[HexMark]]:
        context = self.context
        terrain = context.world.terrain(cell)
        name = context.terrain(terrain)
        if cell_width(name) > width - (cell in context.contested):
            name = context.say(f"short_terrain.{terrain}")
        heading: list[HexMark] = [(name, ground)]
        if cell in context.contested:
            blank = " " * max(0, width - 1 - cell_width(name))
            heading += [(blank, ground), (context.symbol("contested"), context.ink.focus)]
        if self.hexes.size.lines > 2:
            workers = _spread(context.workers(cell), width, ground)
            cost = self._cost(cell)
            blanks = width - width_of(workers) - cell_width(cost)
            if blanks > 0 and self.hexes.size.width >= NAMED:
                workers += [(" " * blanks, ground), (cost, ground + context.ink.dim)]
            return [heading, _spread(context.named_buildings(cell, width), width, ground), workers]
        rows = [context.pieces(cell)]
        return [heading, *(_spread(row, width, ground) for row in rows)]

    def _cost(self, cell: CellId) -> str:
        """The food that a next worker of the home seat costs in a cell; empty outside of a turn."""
        context = self.context
        if context.world.turn is None or context.player.race is None:
            return ""
        food = place_price(context.world, context.home, cell).food
        return context.say("worker_food", food=food) if food else context.say("worker_free")

    def _apart(self, at: Cell, cell: CellId, ground: Style) -> list[HexMark]:
        """The marks of a cell of one line, apart from the name of its area where there is room."""
        x, width = self.field.span(at)
        region = self.field.region(at)
        if region is None or width == region.width:
            return self._compact(cell, width, ground)
        if not (marks := self._compact(cell, width - 1, ground, leaves_out=False)):
            return self._compact(cell, width, ground)
        return [(" ", ground), *marks] if x > region.x else marks

    def _compact(
        self, cell: CellId, width: int, ground: Style, *, leaves_out: bool = True
    ) -> list[HexMark]:
        """Terrain and pieces by the longest names that fit; empty if not all of them fit."""
        context = self.context
        terrain, pieces = context.world.terrain(cell), context.lettered_pieces(cell)
        alarm: list[HexMark] = []
        if cell in context.contested:
            alarm = [(context.symbol("contested"), context.ink.focus)]
        names = [context.terrain_sign(terrain), context.cards.terrain[terrain].letter]
        if self.hexes.size.width >= NAMED:
            names.insert(0, f"{context.terrain(terrain)}{' ' if alarm or pieces else ''}")
        for name in names:
            marks = [(name, ground), *alarm, *pieces]
            if width_of(marks) <= width:
                return marks
        return fitted([*alarm, *pieces], width, ground) if leaves_out else []

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
                is_roomy = self.hexes.size.lines > 1
                name = context.terrain(terrain) if is_roomy else context.terrain_sign(terrain)
                marks = [(name, ground)]
            self.field.write(at, [marks], ground)
        self._stand_for(("spot", position), region, hexes(position))


def _spread(marks: Sequence[HexMark], width: int, ground: Style) -> list[HexMark]:
    """Marks with a blank between them, if there is room for that."""
    spread: list[HexMark] = []
    for mark in marks:
        spread += [mark, (" ", ground)]
    return spread[:-1] if width_of(spread[:-1]) <= width else fitted(marks, width, ground)


def fitted(marks: Sequence[HexMark], width: int, ground: Style) -> list[HexMark]:
    """As many marks as fit, with a sign where some were left out."""
    if width_of(marks) <= width:
        return list(marks)
    kept: list[HexMark] = []
    for mark in marks:
        if width_of([*kept, mark]) > width - 1:
            break
        kept.append(mark)
    return [*kept, ("+", ground)]
