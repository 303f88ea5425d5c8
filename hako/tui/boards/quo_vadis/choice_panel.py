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
from hako.content.quo_vadis.events.rounds import WorkerMoved
from hako.content.quo_vadis.generations import change_pays, may_change
from hako.content.quo_vadis.geometry import CellId, area_of, cells_of
from hako.content.quo_vadis.map_queries import (
    majorities,
    payable,
    place_price,
    reserve,
    with_worker,
    within_reach,
)
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.selection import faith_for
from hako.content.quo_vadis.war_preview import contested, forecast
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.quo_vadis.choices import choice_rows, draft_rows
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext, Row
from hako.tui.boards.quo_vadis.fights import declarations, war_rows
from hako.tui.boards.quo_vadis.hand_rows import card_rows
from hako.tui.boards.quo_vadis.strike_preview import strike_rows


def choice_panel(context: QuoVadisContext, width: int) -> list[Row]:
    """The rows for the decision to make now, or for the turn of another seat."""
    if context.offers(PickSkill):
        return draft_rows(context, width)
    asked = choice_rows(context, width)
    if context.world.turn is None:
        return asked
    if context.offers(LaySkill | NameTerrain):
        return [*asked, *_change(context, width)]
    return [*asked, *_situation(context, width)]


def _situation(context: QuoVadisContext, width: int) -> list[Row]:
    world = context.world
    rows: list[Row] = []
    if world.war is not None:
        rows = war_rows(context, world, world.war)
        return rows + declarations(context, world.war, width)
    if context.offers(SelectArea):
        rows = _selection(context, width)
    elif context.offers(Strike):
        rows = [*_cells(context, world.creation_area), *strike_rows(context)]
    elif context.offers(PlaceWorker):
        rows = _placing(context)
    elif context.offers(ContinueGeneration):
        war = forecast(world, world.creation_area)
        to_come = [] if war is None else war_rows(context, world, war)
        return [*card_rows(context, width), *_change(context, width), *to_come]
    elif context.offers(MoveWorker):
        rows = _moving(context)
    elif (area := _area_built_in(context)) is not None:
        rows = _area(context, area)
    return [*rows, *_change(context, width)]


# ------------------------------------------------------------ areas


def _selection(context: QuoVadisContext, width: int) -> list[Row]:
    """The cost and benefits of the area at the cursor."""
    area = _pointed_area(context)
    if area is None:
        return []
    rows = _area(context, area)
    selections = [action for action in context.offers(SelectArea) if action.area == area]
    if not selections:
        return [*rows, context.text(context.say("out_of_reach"), context.ink.dim)]
    meant = context.meant if context.meant in selections else selections[0]
    cost = faith_for(context.world, context.home, meant.cards)
    cards = [context.say("free") if card == 0 else str(card) for card in meant.cards]
    faith: HexMark = (
        context.say("faith", count=cost),
        context.ink.warn if cost else context.ink.good,
    )
    head = Row(
        ((f"{area}  ", context.ink.strong), (f"{' + '.join(cards)}  ", context.ink.text), faith)
    )
    return [head, *rows[1:], *_one_worker(context, area, width)]


def _pointed_area(context: QuoVadisContext) -> AreaId | None:
    match context.cursor:
        case ("area", str(area)):
            return area
        case ("cell", str(cell)):
            return area_of(cell)
        case _:
            return context.meant.area if isinstance(context.meant, SelectArea) else None


def _area(context: QuoVadisContext, area: AreaId) -> list[Row]:
    """The rows of an area: its cells, the holder of its majority, and the war to come there."""
    world, ink = context.world, context.ink
    marks: list[HexMark] = [(f"{context.say('majority')} ", ink.dim)]
    holders = [seat for seat in world.seats if area in majorities(world, seat)]
    for seat in holders:
        marks += [context.owner(seat), (" ", ink.text)]
    if not holders:
        marks.append((context.say("nobody"), ink.dim))
    rows = [*_cells(context, area), Row(tuple(marks))]
    war = forecast(world, area) if world.phase in ("selection", "genesis") else None
    return rows if war is None else [*rows, *war_rows(context, world, war)]


def _cells(context: QuoVadisContext, area: AreaId) -> list[Row]:
    """The cells of an area under its name: their pieces, and the price of the next worker."""
    world, ink = context.world, context.ink
    rows = [context.text(area, ink.strong)]
    may_place = bool(context.offers(SelectArea | PlaceWorker))
    if has_prices := may_place and reserve(world, context.home) > 0:
        rows.append(context.text(context.say("prices"), ink.dim))
    for cell in cells_of(area):
        terrain = world.terrain(cell)
        marks: list[HexMark] = [
            (f"{cell[-1]} ", ink.dim),
            (f" {context.terrain_sign(terrain)} ", context.ground(terrain)),
            (" ", ink.text),
        ]
        if has_prices:
            marks.append(_price(context, cell))
        for mark in context.pieces(cell):
            marks += [mark, (" ", ink.text)]
        if _rivals(context, cell):
            marks.append((context.symbol("contested"), ink.danger))
        rows.append(Row(tuple(marks)))
    return rows


def _price(context: QuoVadisContext, cell: CellId) -> HexMark:
    """The price of the next worker of the home seat in a cell where it may place one."""
    food = place_price(context.world, context.home, cell).food
    price = context.say("food", count=food) if food else context.say("no_food")
    return f"{price} ", context.ink.warn if food > context.player.food else context.ink.text


def _rivals(context: QuoVadisContext, cell: CellId) -> bool:
    """True if a cell is contested, or would be after the worker that the home seat may place."""
    world, area = context.world, area_of(cell)
    if context.offers(SelectArea | PlaceWorker) and cell in payable(world, context.home, area):
        world = with_worker(world, context.home, cell)
    return cell in contested(world, area)


def _one_worker(context: QuoVadisContext, area: AreaId, width: int) -> list[Row]:
    """The effect of one more worker on the majority, or a warning that none is left to place."""
    if not reserve(context.world, context.home):
        return context.words(context.say("no_worker"), width, context.ink.warn)
    if within_reach(context.world, context.home, area) == "one":
        return context.words(context.say("majority_one"), width, context.ink.good)
    return []


# ------------------------------------------------------------ workers, and war


def _placing(context: QuoVadisContext) -> list[Row]:
    """The price of each cell, and the war that would follow from the selected one."""
    area = context.world.creation_area
    rows = _cells(context, area)
    if not isinstance(context.meant, PlaceWorker):
        return rows + _forecast(context, context.world, area)
    cell = context.meant.cell
    rows.append(context.text(context.say("after_placing", cell=cell), context.ink.dim))
    return rows + _forecast(context, with_worker(context.world, context.home, cell), area)


def _moving(context: QuoVadisContext) -> list[Row]:
    """The creation area, and the war there after the selected move."""
    area = context.world.creation_area
    rows = _cells(context, area)
    if not isinstance(context.meant, MoveWorker):
        return rows + _forecast(context, context.world, area)
    moved = WorkerMoved(context.home, context.meant.origin, context.meant.target)
    rows.append(context.text(context.say("after_move"), context.ink.dim))
    return rows + _forecast(context, moved.apply(context.world), area)


def _area_built_in(context: QuoVadisContext) -> AreaId | None:
    """The area of the selected building, or the creation area."""
    if isinstance(context.meant, Build | Rebuild | RebuildForFood | Demolish):
        return area_of(context.meant.cell)
    return context.area


def _forecast(context: QuoVadisContext, world: World, area: AreaId) -> list[Row]:
    war = forecast(world, area)
    if war is None:
        return [context.text(context.say("no_war"), context.ink.dim)]
    return war_rows(context, world, war)


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
