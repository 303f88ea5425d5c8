"""The board of Quo Vadis: the world, the cards that choose in it, and the peoples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from textual.geometry import Size

from hako.content.quo_vadis.actions import (
    AddDominion,
    AscendWorker,
    Build,
    ChangeGeneration,
    ContinueGeneration,
    ConvertFaith,
    Declare,
    Decline,
    Demolish,
    DiscardCard,
    Enough,
    FightOn,
    GainResource,
    LaySkill,
    LeaveWorker,
    MoveWorker,
    NameTerrain,
    PickSkill,
    PlaceTile,
    PlaceWorker,
    QuoVadisAction,
    Rebuild,
    RebuildForFood,
    ReturnWorker,
    RollOn,
    SelectArea,
    SpreadCubes,
    Strike,
    StrikeAndDestroy,
    TakeBasicSkill,
    TakeRace,
    TurnResource,
    UseSkill,
)
from hako.content.quo_vadis.state import World
from hako.engine.rules.action_groups import group_actions
from hako.engine.rules.model import Action
from hako.engine.transcript.highlights import Highlight
from hako.engine.transcript.seen_events import SeenEvent
from hako.tui.boards.board import Board
from hako.tui.boards.digit_keys import DIGITS
from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas
from hako.tui.boards.quo_vadis.choice_panel import reckoning, reckoning_title
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext
from hako.tui.boards.quo_vadis.motion import moment, motions
from hako.tui.boards.quo_vadis.pages import MAP, NOW, PAGES, PLAYERS, SKILLS, draw_page
from hako.tui.boards.quo_vadis.place_text import place_text
from hako.tui.boards.quo_vadis.points_by_source import source_rows, source_rows_height
from hako.tui.boards.quo_vadis.sizes import CELLS, LADDER, LEAST_PANE_ROWS, width_alone
from hako.tui.boards.quo_vadis.table_drawing import TableDrawing
from hako.tui.boards.quo_vadis.upcoming import upcoming
from hako.tui.boards.quo_vadis.world_map import rows_of
from hako.tui.boards.window_regions import has_side, map_room
from hako.tui.motion.moment_pictures import Moment
from hako.tui.motion.motions import Motion
from hako.tui.widgets.description import Marks, Reckoning
from hako.tui.widgets.table_model import TableModel
from hako.tui.widgets.upcoming import UpcomingPart

InCell: TypeAlias = (
    PlaceWorker
    | AscendWorker
    | LeaveWorker
    | FightOn
    | ReturnWorker
    | Build
    | Rebuild
    | RebuildForFood
    | Demolish
    | AddDominion
)
WithSkill: TypeAlias = PickSkill | TakeBasicSkill | LaySkill | UseSkill
InRow: TypeAlias = TakeRace | SpreadCubes | NameTerrain | Declare

CHOSEN_APART = {"skill", "race", "cubes", "terrain"}
"""Kinds of places that are chosen on a page of their own where they have no room beside the map."""


class GameBoard(Board):
    """A table of Quo Vadis: the map as large as the window allows, with everything around it."""

    shows_meant = True
    shape = "map"
    has_own_seats = shows_scores = True
    has_score_sources = True

    @classmethod
    def map_size(cls, state: World, window: Size) -> Size:
        """The columns and rows of the map with its first row; never fewer than a pane has."""
        rows = rows_of(state.geography.hex.values() or ((0, 0),))
        room = map_room(window.height) - 1
        size = LADDER.size(window.width, rows, room)
        columns, taken = LADDER.extent(size, CELLS, rows)
        return Size(columns, 1 + max(taken, LEAST_PANE_ROWS))

    def _digits(
        self, actions: Sequence[Action], places: Sequence[BoardPlace | None]
    ) -> dict[BoardPlace, str]:
        """The digit of each place; of an area also that of the row which lists the ways to it.

        The last row has 0 where there are more than nine, as in the list.
        """
        folds = self.scene.folds if self.scene else frozenset[str]()
        rows = group_actions(actions, folds)
        keyed = [*enumerate(rows[:DIGITS], 1), *((0, row) for row in rows[DIGITS:][-1:])]
        listed: dict[BoardPlace, str] = {
            ("area", row.actions[0].area): str(number)
            for number, row in keyed
            if isinstance(row.actions[0], SelectArea)
        }
        return {**listed, **super()._digits(actions, places)}

    def draw(self, drawing: PlaceCanvas, scene: TableModel) -> None:
        context = QuoVadisContext(self, scene, drawing)
        if self.page in ("", MAP):
            alone = width_alone(self.columns, self.rows)
            TableDrawing(context, alone if self.window is None else self.window.width).draw()
        else:
            draw_page(context, self.page)

    def list_title(self, scene: TableModel) -> str:
        areas = {action.area for action in scene.actions if isinstance(action, SelectArea)}
        return scene.texts.text("board.areas", count=len(areas)) if areas else ""

    def pages(self, scene: TableModel) -> Sequence[str]:
        """All pages; that of choices only where some have no place on the map."""
        is_apart = any(isinstance(action, WithSkill | InRow) for action in scene.actions)
        return PAGES if is_apart else tuple(page for page in PAGES if page != NOW)

    def page_of(self, place: BoardPlace) -> str | None:
        match place:
            case ("page", str(page)):
                return page
            case ("seat", _):
                return None if place in self.places else PLAYERS
            case ("kept", _):
                return NOW if self.page == NOW else SKILLS
            case ("pile" | "discards",):
                return PLAYERS
            case (str(kind), *_) if kind in CHOSEN_APART:
                return None if place in self.places or not self.places else NOW
            case (str(), *_):
                return MAP
            case _:
                return None

    def reckoning(self, columns: int, rows: int) -> Reckoning:
        if self.scene is None:
            return Reckoning()
        context = QuoVadisContext(self, self.scene)
        rows_told = reckoning(context, columns, rows, has_cards=not self._has_side)
        lines = [row.marks for row in rows_told]
        is_war = bool(context.offers(Declare))
        return Reckoning(reckoning_title(context, columns), lines, is_vital=is_war)

    def upcoming(self, width: int) -> Iterable[UpcomingPart]:
        if self.scene is None:
            return ()
        return upcoming(QuoVadisContext(self, self.scene), width, has_cards=self._has_side)

    @property
    def _has_side(self) -> bool:
        """True if the list stands beside the board, where it has rows for a table of cards."""
        return self.window is not None and has_side(self.window)

    @classmethod
    def source_rows(cls, state: World) -> int:
        return source_rows_height(len(state.players))

    def score_sources(self, columns: int) -> Sequence[Marks]:
        if self.scene is None:
            return ()
        return [row.marks for row in source_rows(QuoVadisContext(self, self.scene), columns)]

    def place_of(self, action: QuoVadisAction) -> BoardPlace | None:
        if isinstance(action, InCell):
            return ("cell", action.cell)
        if isinstance(action, WithSkill):
            return ("skill", action.skill)
        if isinstance(action, InRow):
            return _row_of(action)
        match action:
            case SelectArea(area=area):
                return ("area", area)
            case PlaceTile(position=position):
                return ("spot", position)
            case Strike(cells) | StrikeAndDestroy(cells=cells):
                return ("cell", cells[0])
            case MoveWorker(target=cell):
                return ("cell", cell)
            case ContinueGeneration(card) | ChangeGeneration(card) | DiscardCard(card):
                return ("hand", card)
            case GainResource(resource) | TurnResource(give=resource):
                return ("track", resource)
            case ConvertFaith():
                return ("track", "faith")
            case Enough() | Decline() | RollOn():
                return (action.__struct_config__.tag,)

    def motions(self, event: Any, views: SeenEvent) -> Iterable[Motion]:
        if self.scene is None:
            return ()
        return motions(QuoVadisContext(self, self.scene), event, views)

    def moment(self, highlight: Highlight) -> Moment | None:
        return None if self.scene is None else moment(QuoVadisContext(self, self.scene), highlight)

    def describe(self, place: BoardPlace) -> str:
        if self.scene is None:
            return ""
        return place_text(QuoVadisContext(self, self.scene), place)


def _row_of(action: InRow) -> BoardPlace:
    """The place of an action that has a row of its own in the choice panel."""
    match action:
        case TakeRace(race):
            return ("race", race)
        case SpreadCubes(spirit):
            return ("cubes", spirit)
        case NameTerrain(terrain):
            return ("terrain", terrain)
        case Declare(spirit):
            return ("declare", spirit)
