"""The board of Cultus: the town, its paying pairs, the gold of all seats, the cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from hako.content.cultus import actions
from hako.content.cultus.geometry import Geometry
from hako.tui.boards.board import Board
from hako.tui.boards.cultus.draw_context import CultusContext
from hako.tui.boards.cultus.motion import motions
from hako.tui.boards.cultus.pages import CardsPage, OwnPage, ScoresPage
from hako.tui.boards.cultus.place_text import place_text
from hako.tui.boards.cultus.small import SmallBoard
from hako.tui.boards.cultus.steps import LADDER, CultusStep
from hako.tui.boards.cultus.town import TownDrawing
from hako.tui.boards.ladder import step_for
from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas
from hako.tui.motion.motions import Motion
from hako.tui.motion.panel import EventViews
from hako.tui.widgets.table_model import TableModel

TOWN, CARDS, OWN, SCORES = "town", "cards", "own", "scores"
"""The parts of a small board; on the first of them everything can be chosen."""

_PARTS: Mapping[str, type[SmallBoard | CardsPage | OwnPage | ScoresPage]] = {
    TOWN: SmallBoard,
    CARDS: CardsPage,
    OWN: OwnPage,
    SCORES: ScoresPage,
}


class GameBoard(Board):
    """A table of Cultus, in the largest step of its ladder that fits."""

    shows_meant: ClassVar[bool] = True
    ladder = LADDER

    def draw(self, drawing: PlaceCanvas, scene: TableModel) -> None:
        context = CultusContext(self, scene, drawing)
        step = self._step
        if self.page == TOWN and step.cell[0] and _fits(step, scene):
            TownDrawing(context, step).draw()
        else:
            _PARTS[self.page](context).draw()

    @property
    def _step(self) -> CultusStep:
        return step_for(LADDER, self.columns, self.rows)

    def pages(self, scene: TableModel) -> Sequence[str]:  # noqa: ARG002 - all sizes have them
        return (TOWN, CARDS, OWN, SCORES)

    def page_of(self, place: BoardPlace) -> str | None:
        return TOWN if self.actions_at(place) else None

    def place_of(self, action: actions.CultusAction) -> BoardPlace | None:
        match action:
            case (
                actions.MovePawn(cell)
                | actions.PickCell(cell)
                | actions.PlacePawn(cell)
                | actions.TakePay(_, cell)
            ):
                return ("cell", cell)
            case (
                actions.MoveMonument(_, _, cell)
                | actions.MoveEnemyMonument(_, cell)
                | actions.PushMonument(_, cell)
            ):
                return ("cell", cell)
            case actions.LayCard(cell, _) | actions.LeaveMonument(cell):
                return ("cell", cell)
            case actions.PlaceCard(card) | actions.DiscardCard(card):
                return ("hand", card)
            case actions.DrawCard(income) | actions.PlaceMedal(income):
                return ("income", income)
            case actions.BuildMonument(card):
                return ("monument", card)
            case actions.UsePower(power):
                return ("power", power)
            case actions.AllotGold(cost, _):
                return ("do", cost)
            case actions.KeepCharacter(name) | actions.KeepPlan(name):
                return ("do", name)
            case actions.DrawNoMore() | actions.Stay() | actions.EndActions():
                return ("do", "end")

    def motions(self, event: Any, views: EventViews) -> Iterable[Motion]:
        if self.scene is None:
            return ()
        return motions(CultusContext(self, self.scene), event, views)

    def describe(self, place: BoardPlace) -> str:
        if self.scene is None:
            return ""
        context = CultusContext(self, self.scene)
        return self.symbols.spell(place_text(context, place))


def _fits(step: CultusStep, scene: TableModel) -> bool:
    """True if the town of a game has no more rows and columns than the steps reckon with."""
    geometry: Geometry = scene.content.geometry
    return step.left + step.cell[0] * geometry.columns <= step.columns + 1 and (
        1 + step.cell[1] * geometry.rows < step.rows
    )
