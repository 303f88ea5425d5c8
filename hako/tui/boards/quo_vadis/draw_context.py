"""The draw context of Quo Vadis: the state and styles that all parts of its board read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import UnionType
from typing import Any

from msgspec import Struct
from rich.style import Style
from textual.geometry import Region

from hako.content.quo_vadis.cards import AreaId, Cards, SkillId, TerrainId
from hako.content.quo_vadis.geometry import CellId, area_of, cells_of
from hako.content.quo_vadis.map_queries import Standing, standing
from hako.content.quo_vadis.scoring import parts
from hako.content.quo_vadis.skill_effects import EpicId
from hako.content.quo_vadis.state import Player, World
from hako.content.quo_vadis.war_forecast import contested
from hako.engine.content.cache_decorators import at_hand
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat, letter
from hako.engine.rules.preview import preview
from hako.tui.boards.draw_context import DrawContext
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.theme.styles import Hue
from hako.tui.widgets.canvas import wrapped

HUES: Mapping[TerrainId, Hue] = {
    "plains": "green",
    "mountain": "grey",
    "desert": "yellow",
    "tundra": "white",
    "sea": "blue",
}
"""As the tiles are printed (quo_vadis.comp.2)."""

KINDS: Mapping[EpicId, Hue] = {
    "blessing": "rose",
    "labour": "brown",
    "miracle": "teal",
    "revelation": "violet",
    "prosperity": "yellow",
}
"""Colours of the epic cards; the rulebook gives none."""


BESIDE = "beside"
"""Places beside the map, among which arrows lead."""


class Row(Struct, frozen=True):
    """A line of a panel, and its place, if it has one."""

    marks: tuple[HexMark, ...] = ()
    place: BoardPlace | None = None
    places: tuple[BoardPlace | None, ...] = ()
    """The places of the marks, in order, where each mark is a place of its own."""


class QuoVadisContext(DrawContext[World, Cards]):
    """The draw context of a table of Quo Vadis."""

    @property
    def world(self) -> World:
        """The table, as the viewer may see it."""
        return self.view

    # ------------------------------------------------------------------ whose table it is

    @cached_property
    def home(self) -> Seat:
        """The seat whose cards and tracks are shown first: the viewer's, or whose turn it is."""
        if self.scene.viewer is not None:
            return self.scene.viewer
        turn = self.world.turn
        return self.world.start_player if turn is None else turn.seat

    @property
    def player(self) -> Player:
        """The player at the home seat."""
        return self.world.players[self.home]

    @cached_property
    def scores(self) -> Sequence[int]:
        """The points of all seats if the game ended now."""
        return _scores(self.world)

    @cached_property
    def area(self) -> AreaId | None:
        """The creation area, or None before it is selected."""
        return None if self.world.turn is None else self.world.turn.area

    @cached_property
    def contested(self) -> frozenset[CellId]:
        """The contested cells of the creation area, or of the war that is fought."""
        if self.world.war is not None:
            return frozenset(self.world.war.cells)
        return frozenset() if self.area is None else frozenset(contested(self.world, self.area))

    def offers(self, kinds: type[Any] | UnionType) -> list[Any]:
        """The actions of these kinds that may be chosen now."""
        return [action for action in self._actions if isinstance(action, kinds)]

    @cached_property
    def _actions(self) -> tuple[Any, ...]:
        return self.scene.actions

    @cached_property
    def after(self) -> World | None:
        """The table after the selected action as far as it can be foreseen; None without one."""
        seat = self.scene.seat
        if seat is None or self.meant is None:
            return None
        return preview(self.world, seat, self.meant).state

    # ------------------------------------------------------------------ signs and colours

    def owner(self, seat: Seat) -> HexMark:
        """A seat's sign and letter."""
        return f"{self.symbols.owner(seat)}{letter(seat)}", self.ink.owner(seat)

    def ground(self, terrain: TerrainId) -> Style:
        """The colour of a terrain."""
        return self.ink.fronts[HUES[terrain]]

    def terrain(self, terrain: TerrainId) -> str:
        """The name of a terrain."""
        return self.texts.term("terrain", terrain)

    def texture(self, terrain: TerrainId) -> str:
        """The texture of a terrain, as a single sign."""
        return self.symbol(terrain)[0]

    def epic(self, kind: EpicId | None) -> str:
        """The name of a kind of epic card; "?" for a card that is not seen."""
        return self.texts.term("epic", kind)

    def epic_style(self, kind: EpicId | None, *, solid: bool = False) -> Style:
        """The colour of a kind; solid where something may be chosen."""
        if kind is None:
            return self.ink.dim
        return (self.ink.backs if solid else self.ink.fronts)[KINDS[kind]]

    def skill(self, skill: SkillId | None) -> str:
        """The name of a skill; "?" for one that is not seen."""
        return self.texts.term("skill", skill)

    # ------------------------------------------------------------------ cells in words

    def cell_name(self, cell: CellId) -> str:
        """A cell by its ground; with its pieces where its area has another cell of that ground."""
        terrain = self.world.terrain(cell)
        name = self.texts.term("ground", terrain)
        alike = [other for other in cells_of(area_of(cell)) if self.world.terrain(other) == terrain]
        if len(alike) == 1:
            return name
        pieces = " ".join(text for text, _ in self.buildings(cell) or self.workers(cell))
        return self.say("ground_with", ground=name, pieces=pieces or self.say("empty"))

    def cell_names(self, cells: Iterable[CellId]) -> str:
        """Cells by their ground, in a list."""
        return self.say("and").join(map(self.cell_name, dict.fromkeys(cells)))

    # ------------------------------------------------------------------ pieces

    def pieces(self, cell: CellId) -> list[HexMark]:
        """The pieces in a cell: buildings first, then the workers of each seat."""
        return [*self.buildings(cell), *self.workers(cell)]

    def buildings(self, cell: CellId) -> list[HexMark]:
        """The buildings in a cell: a seat's sign, that of the kind, and the dominion of a city."""
        return [self._building(pieces) for pieces in standing(self.world, cell) if pieces.building]

    def named_buildings(self, cell: CellId, width: int) -> list[HexMark]:
        """The buildings in a cell by their words; in signs where they do not fit."""
        marks = [self._named(pieces) for pieces in standing(self.world, cell) if pieces.building]
        return marks if width_of(marks) + len(marks) - 1 <= width else self.buildings(cell)

    def workers(self, cell: CellId) -> list[HexMark]:
        """The workers in a cell: a seat's sign, and how many if there are several."""
        ground = self.ground(self.world.terrain(cell))
        marks: list[HexMark] = []
        for pieces in standing(self.world, cell):
            style, sign = ground + self.ink.owner(pieces.seat), self.symbols.owner(pieces.seat)
            for count, text in (
                (pieces.workers, sign),
                (pieces.doomed, f"{sign}{self.symbol('doomed')}"),
            ):
                if count:
                    marks.append((text if count == 1 else f"{text}{count}", style))
        return marks

    def _building(self, pieces: Standing) -> HexMark:
        dominion = str(pieces.dominion) if pieces.building == "city" else ""
        sign = f"{self.symbols.owner(pieces.seat)}{self.symbol(str(pieces.building))}{dominion}"
        if pieces.destroyed:
            return f"({sign})", self.ink.owner(pieces.seat)
        return sign, self.ink.token(pieces.seat)

    def _named(self, pieces: Standing) -> HexMark:
        key = "ruin" if pieces.destroyed else str(pieces.building)
        word = self.say(f"piece.{key}", dominion=pieces.dominion)
        style = self.ink.owner(pieces.seat) if pieces.destroyed else self.ink.token(pieces.seat)
        return f"{self.symbols.owner(pieces.seat)} {word}", style

    # ------------------------------------------------------------------ rows

    def text(self, text: str, style: Style | None = None, place: BoardPlace | None = None) -> Row:
        """A row of text."""
        return Row(((text, style or self.ink.text),), place)

    def words(self, text: str, width: int, style: Style | None = None) -> list[Row]:
        """A text in as many rows as it needs."""
        return [self.text(line, style) for line in wrapped(text, width)] if text else []

    def lay(self, region: Region, rows: Sequence[Row]) -> None:
        """Write rows into a region; those for which there is no room are left out."""
        for y, row in enumerate(rows[: region.height], region.y):
            line = self.drawing.at(region.x, y)
            for number, (text, style) in enumerate(row.marks):
                start = line.x
                line.put(text, style, min(cell_width(text), max(0, region.right - line.x)))
                if number < len(row.places) and row.places[number] is not None:
                    self.drawing.place(row.places[number], start, y, line.x - start, group=BESIDE)
            if row.place is not None:
                self.drawing.place(row.place, region.x, y, region.width, group=BESIDE)


@at_hand  # a key changes no score
def _scores(world: World) -> Sequence[int]:
    """The points of all seats: they take longer than all the rest of a board."""
    return [sum(parts(world, seat).values()) for seat in world.seats]


def width_of(marks: Sequence[HexMark]) -> int:
    """Cells that marks take beside each other."""
    return sum(cell_width(text) for text, _ in marks)
