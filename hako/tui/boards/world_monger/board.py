"""The board of World Monger: the civilizations, their holders, the supply, the coins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hako.content.world_monger import actions
from hako.content.world_monger.cards import SHARE
from hako.engine.rules.model import Seat
from hako.engine.transcript.highlights import Highlight
from hako.engine.transcript.seen_events import SeenEvent
from hako.tui.boards.board import Board
from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas
from hako.tui.boards.size_ladder import step_for
from hako.tui.boards.window_regions import has_side
from hako.tui.boards.world_monger.draw_context import WorldMongerContext
from hako.tui.boards.world_monger.heading import (
    draw_candidates,
    draw_phases,
    draw_seats,
    holdings,
)
from hako.tui.boards.world_monger.large_board import StripsDrawing
from hako.tui.boards.world_monger.motion import moment, motions
from hako.tui.boards.world_monger.place_text import place_text
from hako.tui.boards.world_monger.sizes import LADDER
from hako.tui.boards.world_monger.small_board import RowsDrawing
from hako.tui.boards.world_monger.upcoming import upcoming
from hako.tui.motion.moment_pictures import Moment
from hako.tui.motion.motions import Motion
from hako.tui.widgets.table_model import TableModel
from hako.tui.widgets.upcoming import UpcomingPart


class GameBoard(Board):
    """A table of World Monger, in the largest step of its ladder that fits."""

    ladder = LADDER
    has_own_seats = shows_scores = True

    def draw(self, drawing: PlaceCanvas, scene: TableModel) -> None:
        context = WorldMongerContext(self, scene, drawing)
        is_told_beside = self.window is not None and has_side(self.window)
        (draw_phases if is_told_beside else draw_seats)(context, 0)
        step = step_for(LADDER, drawing.width, drawing.height)
        if not context.world.supply:
            draw_candidates(context, 2)
        elif step.card:
            StripsDrawing(context, step).draw(1)
        else:
            RowsDrawing(context).draw(1)

    def possessions(self, seat: Seat) -> Sequence[str]:
        scene = self.scene
        return () if scene is None else holdings(WorldMongerContext(self, scene), seat)

    def place_of(self, action: actions.WorldMongerAction) -> BoardPlace | None:
        return None if self.scene is None else _place(WorldMongerContext(self, self.scene), action)

    def motions(self, event: Any, views: SeenEvent) -> Iterable[Motion]:
        if self.scene is None:
            return ()
        return motions(WorldMongerContext(self, self.scene), event, views)

    def moment(self, highlight: Highlight) -> Moment | None:
        return (
            None if self.scene is None else moment(WorldMongerContext(self, self.scene), highlight)
        )

    def upcoming(self, width: int) -> Iterable[UpcomingPart]:
        return () if self.scene is None else upcoming(WorldMongerContext(self, self.scene), width)

    def describe(self, place: BoardPlace) -> str:
        return "" if self.scene is None else place_text(WorldMongerContext(self, self.scene), place)


def _place(context: WorldMongerContext, action: actions.WorldMongerAction) -> BoardPlace | None:
    match action:
        case actions.PickCivilization(name):
            return ("pick", name)
        case (
            actions.UseCard(card)
            | actions.TrashCard(card)
            | actions.DiscardCard(card)
            | actions.TopdeckCard(card)
        ):
            return ("card", context.acting, card, False)
        case actions.RefreshCard(card):
            return ("card", context.acting, card, True)
        case actions.DiscardThere(name, card):
            return ("card", name, card, context.used_first(name, card))
        case actions.BuyShare(name):
            return ("card", name, SHARE, False)
        case actions.SellShares(name):
            return ("held", name, context.scene.seat)
        case (
            actions.GainCard(card)
            | actions.PutCard(card)
            | actions.PutCards(card)
            | actions.AddCard(card)
        ):
            return ("pile", card)
        case actions.ChooseCivilization(name):
            return ("civilization", name)
        case actions.PutLooked() | actions.DiscardLooked() | actions.ReturnLooked():
            return ("deck", context.looked_at)
        case actions.EndTurn() | actions.Enough():
            return ("civilization", context.acting)
        case actions.Pass():
            return ("seat", context.scene.seat)
