"""The choice panel next to the map: the actions that may be chosen now, with their effects.

Each decision has rows of its own: an area's cost and benefits, a worker's cost and the war that
would follow, the number of actions of a card and its reasons, the likely winner for each amount of
spirit, the pay of a change.
"""

from __future__ import annotations

from hako.content.quo_vadis.actions import (
    Build,
    ChangeGeneration,
    ContinueGeneration,
    Demolish,
    LaySkill,
    MoveWorker,
    NameTerrain,
    PickSkill,
    PlaceWorker,
    Rebuild,
    RebuildForFood,
    SelectArea,
    Strike,
)
from hako.content.quo_vadis.cards import AreaId
from hako.content.quo_vadis.events.pieces import WorkerMoved
from hako.content.quo_vadis.generation_change_terms import change_pays, may_change
from hako.content.quo_vadis.geometry import area_of
from hako.content.quo_vadis.map_queries import majorities, with_worker
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.war_forecast import forecast
from hako.tui.boards.quo_vadis.action_count_rows import card_rows, meant_card
from hako.tui.boards.quo_vadis.area_panel import (
    area_rows,
    cell_rows,
    selection_rows,
    selection_title,
)
from hako.tui.boards.quo_vadis.choice_lists import choice_rows, draft_rows
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext, Row
from hako.tui.boards.quo_vadis.war_panel import (
    declarations,
    reckoned_war,
    war_rows,
    war_title,
)
from hako.tui.boards.quo_vadis.wrath_preview import strike_rows

MOST = 99
"""Rows for what is reckoned up on a page: as many as it needs."""


def choice_panel(context: QuoVadisContext, width: int) -> list[Row]:
    """The rows for the decision to make now, or for the turn of another seat."""
    if context.offers(PickSkill):
        return draft_rows(context, width)
    rows = choice_rows(context, width)
    if context.world.war is not None:
        rows += declarations(context, context.world.war, width)
    title = context.words(reckoning_title(context, width), width, context.ink.strong)
    return [*rows, *title, *reckoning(context, width, MOST)]


def reckoning_title(context: QuoVadisContext, width: int) -> str:
    """The area or the war that is reckoned up; empty where it is neither."""
    world = context.world
    if world.turn is None or context.offers(LaySkill | NameTerrain):
        return ""
    if world.war is not None:
        return war_title(context, world.war, width)
    if context.offers(SelectArea):
        return selection_title(context)
    is_placing = bool(context.offers(PlaceWorker | MoveWorker) and not context.offers(Strike))
    return world.creation_area if is_placing else ""


def reckoning(
    context: QuoVadisContext, width: int, height: int, *, has_cards: bool = True
) -> list[Row]:
    """The costs and effects of the selected action, without the choices themselves.

    The more there is to tell, the briefer it is in so many rows. The table of all cards in hand
    comes last, if at all.
    """
    if context.world.turn is None:
        return []
    if context.offers(LaySkill | NameTerrain):
        return _change(context, width)
    table = card_rows(context) if has_cards and context.offers(ContinueGeneration) else []
    return [*_situation(context, width, height), *table]


def _situation(context: QuoVadisContext, width: int, height: int) -> list[Row]:
    world = context.world
    rows: list[Row] = []
    if world.war is not None:
        return reckoned_war(context, world.war, width, height)
    if context.offers(SelectArea):
        return selection_rows(context, width)
    if context.offers(Strike):
        rows = [*cell_rows(context, world.creation_area, width), *strike_rows(context)]
    elif context.offers(PlaceWorker):
        rows = _placing(context, width)
    elif context.offers(ContinueGeneration):
        war = forecast(world, world.creation_area)
        to_come = [] if war is None else war_rows(context, world, war, width)
        return [*meant_card(context, width), *_change(context, width), *to_come]
    elif context.offers(MoveWorker):
        rows = _moving(context, width)
    elif (area := _area_built_in(context)) is not None:
        rows = area_rows(context, area, width)
    return [*rows, *_change(context, width)]


# ------------------------------------------------------------ workers, and war


def _placing(context: QuoVadisContext, width: int) -> list[Row]:
    """The price of each cell, and the war that would follow from the selected one."""
    area = context.world.creation_area
    rows = cell_rows(context, area, width)
    if not isinstance(context.meant, PlaceWorker):
        return rows + _forecast(context, context.world, area, width)
    cell = context.meant.cell
    text = context.say("after_placing", cell=context.cell_name(cell))
    rows += context.words(text, width, context.ink.dim)
    world = with_worker(context.world, context.home, cell)
    return rows + _forecast(context, world, area, width)


def _moving(context: QuoVadisContext, width: int) -> list[Row]:
    """The creation area, and the war there after the selected move."""
    area = context.world.creation_area
    rows = cell_rows(context, area, width)
    if not isinstance(context.meant, MoveWorker):
        return rows + _forecast(context, context.world, area, width)
    moved = WorkerMoved(context.home, context.meant.origin, context.meant.target)
    rows.append(context.text(context.say("after_move"), context.ink.dim))
    return rows + _forecast(context, moved.apply(context.world), area, width)


def _area_built_in(context: QuoVadisContext) -> AreaId | None:
    """The area of the selected building, or the creation area."""
    if isinstance(context.meant, Build | Rebuild | RebuildForFood | Demolish):
        return area_of(context.meant.cell)
    return context.area


def _forecast(context: QuoVadisContext, world: World, area: AreaId, width: int) -> list[Row]:
    war = forecast(world, area)
    if war is None:
        return [context.text(context.say("no_war"), context.ink.dim)]
    return war_rows(context, world, war, width)


# ------------------------------------------------------------ settlement


def _change(context: QuoVadisContext, width: int) -> list[Row]:
    """The pay of a settlement in the home seat's turn, and its change by the selected action."""
    world, seat, turn, after = context.world, context.home, context.world.turn, context.after
    if turn is None or turn.seat != seat or not world.players[seat].generations:
        return []
    if not turn.changed and not may_change(world, seat):
        return context.words(context.say("no_change"), width, context.ink.dim)
    held, cards, vp = change_pays(world, seat)
    key = "settlement_pays" if turn.changed else "change_pays"
    style = context.ink.money if vp else context.ink.dim
    rows = context.words(context.say(key, held=held, cards=cards, vp=vp), width, style)
    if after is not None and not isinstance(context.meant, ContinueGeneration | ChangeGeneration):
        then = len(majorities(after, seat)) - len(majorities(world, seat))
        if then:
            rows.append(context.text(context.say("majorities_change", change=f"{then:+d}"), style))
    return rows
