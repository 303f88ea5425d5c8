"""The board of Quo Vadis: the world, the cards that choose in it, and the peoples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

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
from hako.content.quo_vadis.cards import SkillId
from hako.engine.transcript.highlights import Highlight
from hako.tui.boards.board import Board
from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext
from hako.tui.boards.quo_vadis.large import COLUMNS, ROWS, LargeBoard
from hako.tui.boards.quo_vadis.motion import moment, motions
from hako.tui.boards.quo_vadis.place_text import place_text
from hako.tui.boards.quo_vadis.small import MAP, SmallBoard, pages
from hako.tui.boards.quo_vadis.steps import LADDER
from hako.tui.motion.moments import Moment
from hako.tui.motion.motions import Motion
from hako.tui.motion.panel import EventViews
from hako.tui.widgets.table_model import TableModel

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

NOW = {"skill", "kept", "race", "cubes", "terrain", "declare", "enough", "decline", "roll_on"}
"""Kinds of places in the choice panel."""


class GameBoard(Board):
    """A table of Quo Vadis, in small or in large as there is room."""

    shows_meant = True
    whole = COLUMNS, ROWS
    ladder = LADDER
    shape = "map"

    def draw(self, drawing: PlaceCanvas, scene: TableModel) -> None:
        context = QuoVadisContext(self, scene, drawing)
        if self.is_large:
            LargeBoard(context).draw()
        else:
            SmallBoard(context, self.page).draw()

    def pages(self, scene: TableModel) -> Sequence[str]:  # noqa: ARG002 - the size alone decides
        return ("",) if self.is_large else pages(self.columns, self.rows)

    def page_of(self, place: BoardPlace) -> str | None:
        match place:
            case ("page", str(page)):
                return page
            case ("seat", _):
                return "players"
            case ("skill", str(skill)) if skill not in self._skills_asked:
                return "skills"
            case (str(kind), *_) if kind in NOW:
                return "now"
            case ("cell" | "area" | "spot", _):
                return MAP
            case _:
                return None

    @property
    def _skills_asked(self) -> set[SkillId | None]:
        """The skills that one may choose among now."""
        actions = () if self.scene is None else self.scene.actions
        return {action.skill for action in actions if isinstance(action, WithSkill)}

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

    def motions(self, event: Any, views: EventViews) -> Iterable[Motion]:
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
