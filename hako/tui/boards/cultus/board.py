"""The board of Cultus: the town, its paying pairs, the gold of all seats, the cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from hako.content.cultus import actions
from hako.content.cultus.state import Town
from hako.engine.rules.model import Seat
from hako.engine.transcript.seen_events import SeenEvent
from hako.tui.boards.board import Board
from hako.tui.boards.cultus.draw_context import CultusContext
from hako.tui.boards.cultus.flat_town import FlatTown
from hako.tui.boards.cultus.large_board import TownDrawing
from hako.tui.boards.cultus.motion import motions
from hako.tui.boards.cultus.pages import CardsPage, OwnPage, ScoresPage
from hako.tui.boards.cultus.place_text import place_text
from hako.tui.boards.cultus.seat_rows import seat_facts
from hako.tui.boards.cultus.shared_parts import card_thumbnail
from hako.tui.boards.cultus.sizes import LADDER, CultusStep
from hako.tui.boards.cultus.small_board import SmallBoard
from hako.tui.boards.cultus.upcoming import upcoming
from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas
from hako.tui.boards.size_ladder import step_for
from hako.tui.motion.motions import Motion
from hako.tui.widgets.action_thumbnails import Thumbnail
from hako.tui.widgets.table_model import TableModel
from hako.tui.widgets.upcoming import UpcomingPart

TOWN, TABLE, CARDS, OWN, SCORES = "town", "table", "cards", "own", "scores"
"""The pages of a board; the second one only where nothing stands below the town."""

_PARTS: Mapping[str, type[SmallBoard | CardsPage | OwnPage | ScoresPage]] = {
    TOWN: SmallBoard,
    CARDS: CardsPage,
    OWN: OwnPage,
    SCORES: ScoresPage,
}


class GameBoard(Board):
    """A table of Cultus, in the largest step of its ladder that fits."""

    shows_meant: ClassVar[bool] = True
    shape = "narrow"
    folds_beside = frozenset({"lay"})

    _is_led = False
    """True while the list points at a place."""
    ladder = LADDER

    def draw(self, drawing: PlaceCanvas, scene: TableModel) -> None:
        context, step = CultusContext(self, scene, drawing), self._step
        town = FlatTown(context, step) if step is LADDER[0] else TownDrawing(context, step)
        if self.page == TABLE:
            town.draw_table(0)
        elif self.page == TOWN and self._has_town(scene):
            town.draw()
        else:
            _PARTS[self.page](context).draw()

    @property
    def _step(self) -> CultusStep:
        return step_for(LADDER, self.columns, self.rows)

    def pages(self, scene: TableModel) -> Sequence[str]:
        is_flat = self._step is LADDER[0] and self._has_town(scene)
        return (TOWN, TABLE, CARDS, OWN, SCORES) if is_flat else (TOWN, CARDS, OWN, SCORES)

    def _has_town(self, scene: TableModel) -> bool:
        """True if there is room for the town in words."""
        step, geometry = self._step, scene.content.geometry
        fits = step.fits(self.columns, self.rows)
        columns = step.left + step.cell[0] * geometry.columns
        return (
            fits and columns <= step.columns + 1 and 1 + step.cell[1] * geometry.rows <= step.rows
        )

    def thumbnail(self, action: actions.CultusAction) -> Thumbnail:
        """The buildings of a hand card that would be laid or discarded, row by row."""
        match action:
            case actions.PlaceCard(str(card)) | actions.DiscardCard(card) if self.scene:
                return card_thumbnail(CultusContext(self, self.scene), card)
        return ()

    def list_title(self, scene: TableModel) -> str:
        town: Town = scene.view  # type: ignore[assignment] # the state of this game
        if self._step.picture or not town.turn.number:
            return ""
        turn = town.turn
        return scene.texts.text("board.turn_title", number=turn.number, points=turn.points)

    def possessions(self, seat: Seat) -> Sequence[str]:
        scene = self.scene
        return () if scene is None else seat_facts(CultusContext(self, scene), seat)

    def upcoming(self, width: int) -> Iterable[UpcomingPart]:
        return () if self.scene is None else upcoming(CultusContext(self, self.scene), width)

    def page_of(self, place: BoardPlace) -> str | None:
        """The town, where actions lie; where it is alone, the page of what has no cell there.

        That page is turned to by who points there on the board, but not by the list.
        """
        if not self.actions_at(place):
            return None
        is_cell = isinstance(place, tuple) and place[0] == "cell"
        if is_cell or TABLE not in self._pages:
            return TOWN
        return None if self._is_led else TABLE

    def point_at(self, action: actions.CultusAction) -> None:
        self._is_led = True
        super().point_at(action)
        self._is_led = False

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

    def motions(self, event: Any, views: SeenEvent) -> Iterable[Motion]:
        if self.scene is None:
            return ()
        return motions(CultusContext(self, self.scene), event, views)

    def describe(self, place: BoardPlace) -> str:
        if self.scene is None:
            return ""
        context = CultusContext(self, self.scene)
        return self.symbols.spell(place_text(context, place))
