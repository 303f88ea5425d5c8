"""An area next to the map: its cells with prices, pieces and the war to come, and its majority.

2-3 with cards 2 and 3, no faith
 desert    1 food   ● city 5, ▲ worker
                    a war: ●2 ▲2, you 1
 tundra    1 food   empty
each further worker: 1 food more
majority ●A; yours with workers in two cells
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hako.content.quo_vadis.actions import PlaceWorker, SelectArea
from hako.content.quo_vadis.cards import FREE, AreaId
from hako.content.quo_vadis.generation_change_terms import change_pays, could_change
from hako.content.quo_vadis.geometry import CellId, area_of, cells_of
from hako.content.quo_vadis.map_queries import (
    majorities,
    payable,
    place_price,
    reserve,
    standing,
    with_worker,
    within_reach,
)
from hako.content.quo_vadis.state import Turn, World
from hako.content.quo_vadis.steps.area_selection import NUMBERS, faith_for
from hako.content.quo_vadis.war_forecast import contested, forecast
from hako.engine.i18n.width import cell_width
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext, Row, width_of


def selection_rows(context: QuoVadisContext, width: int) -> list[Row]:
    """The benefits of the area at the cursor."""
    area, selection = _pointed_area(context), _selection(context)
    if area is None:
        return []
    rows = area_rows(context, area, width)
    if selection is None:
        return rows
    rows += _majority_pays(context, area, width)
    return [*rows, *_markers_then(context, selection, width)]


def _selection(context: QuoVadisContext) -> SelectArea | None:
    """The selected way to the area at the cursor, else the first one; None out of reach."""
    area = _pointed_area(context)
    selections = [action for action in context.offers(SelectArea) if action.area == area]
    first = selections[0] if selections else None
    return next((action for action in selections if action == context.meant), first)


def selection_title(context: QuoVadisContext) -> str:
    """The area at the cursor, with the cards and the faith that its selection takes."""
    area, selection = _pointed_area(context), _selection(context)
    if selection is None:
        return f"{area}  {context.say('out_of_reach')}" if area else ""
    cost = faith_for(context.world, context.home, selection.cards)
    names = [context.say("free") if card == FREE else str(card) for card in selection.cards]
    cards = context.say("both_cards", first=names[0], second=names[1])
    return context.say(
        "with_cards" if cost else "with_cards_free", area=selection.area, cards=cards, faith=cost
    )


def _pointed_area(context: QuoVadisContext) -> AreaId | None:
    match context.cursor:
        case ("area", str(area)):
            return area
        case ("cell", str(cell)):
            return area_of(cell)
        case _:
            return context.meant.area if isinstance(context.meant, SelectArea) else None


def area_rows(context: QuoVadisContext, area: AreaId, width: int) -> list[Row]:
    """The cells of an area and the holder of its majority."""
    rows = cell_rows(context, area, width)
    world = context.world
    holders = [seat for seat in world.seats if area in majorities(world, seat)]
    signs = " ".join(context.mark(seat) for seat in holders) or context.say("nobody")
    return [*rows, *context.words(f"{context.say('majority')} {signs}", width, context.ink.dim)]


def cell_rows(context: QuoVadisContext, area: AreaId, width: int) -> list[Row]:
    """The cells of an area: their pieces, and the price of the next worker with the war it brings."""
    world, ink = context.world, context.ink
    may_place = bool(context.offers(SelectArea | PlaceWorker))
    has_prices = may_place and reserve(world, context.home) > 0
    names = {cell: context.texts.term("ground", world.terrain(cell)) for cell in cells_of(area)}
    prices = {cell: _price(context, cell) if has_prices else ("", ink.text) for cell in names}
    column = max(map(cell_width, names.values())) + 1
    priced = max(cell_width(price) for price, _ in prices.values())
    start = column + priced + has_prices
    rows: list[Row] = []
    for cell, name in names.items():
        price, style = prices[cell]
        marks: list[HexMark] = [
            (name + " " * (column - cell_width(name)), context.ground(world.terrain(cell))),
        ]
        if has_prices:
            marks.append((price + " " * (priced - cell_width(price)), style))
        marks.append((" ", ink.text))
        more = context.words(_there(context, cell), width - start)
        war = _war_there(context, cell)
        behind = f"{context.say('besides')}{war}"
        if war and width_of(more[-1].marks) + cell_width(behind) <= width - start:
            more[-1] = Row((*more[-1].marks, (behind, ink.warn)))
        else:
            more += context.words(war, width - start, ink.warn)
        sign = () if war else _sign_of_war(context, cell)
        rows.append(Row((*marks, *more[0].marks, *sign)))
        rows += [Row(((" " * start, ink.text), *row.marks)) for row in more[1:]]
    if has_prices:
        rows += context.words(context.say("prices"), width, ink.dim)
    if has_prices and world.content.constants.extra_worker_cost and not _placed(world):
        rows += context.words(context.say("further_worker"), width, ink.dim)
    return rows


def _placed(world: World) -> int:
    return 0 if world.turn is None else world.turn.placed


def _sign_of_war(context: QuoVadisContext, cell: CellId) -> Iterator[HexMark]:
    if _is_contested(context, cell):
        yield f" {context.symbol('contested')}", context.ink.danger


def _there(context: QuoVadisContext, cell: CellId) -> str:
    """The pieces in a cell in words."""
    parts = []
    for pieces in standing(context.world, cell):
        sign = context.symbols.owner(pieces.seat)
        if pieces.building:
            key = "ruin" if pieces.destroyed else str(pieces.building)
            parts.append(f"{sign} {context.say(f'piece.{key}', dominion=pieces.dominion)}")
        if count := pieces.workers + pieces.doomed:
            parts.append(f"{sign} {context.say('piece.workers', count=count)}")
    return context.say("and").join(parts) or context.say("empty")


def _price(context: QuoVadisContext, cell: CellId) -> HexMark:
    """The price of the next worker of the home seat in a cell where it may place one."""
    food = _price_of(context, cell)
    price = context.say("worker_food", food=food) if food else context.say("worker_free")
    if food > context.player.food:
        return price, context.ink.warn
    return price, context.ink.money if food else context.ink.good


def _price_of(context: QuoVadisContext, cell: CellId) -> int:
    return place_price(_selected(context, area_of(cell)), context.home, cell).food


def _selected(context: QuoVadisContext, area: AreaId) -> World:
    """The table as if the home seat had selected an area, where it still may select one."""
    if not context.offers(SelectArea):
        return context.world
    return replace(context.world, turn=Turn(context.home, area))


def _is_contested(context: QuoVadisContext, cell: CellId) -> bool:
    """True if a cell is contested, or would be after the worker that the home seat may place."""
    return cell in contested(_with_worker(context, cell), area_of(cell))


def _with_worker(context: QuoVadisContext, cell: CellId) -> World:
    """The table with the worker that the home seat may place in a cell; as it is if it may not."""
    world, area = context.world, area_of(cell)
    may_place = context.offers(SelectArea | PlaceWorker)
    if may_place and cell in payable(_selected(context, area), context.home, area):
        return with_worker(world, context.home, cell)
    return world


def _war_there(context: QuoVadisContext, cell: CellId) -> str:
    """The strengths in the war that a worker in a cell would begin; nothing without one."""
    world = _with_worker(context, cell)
    if world is context.world:
        return ""
    war = forecast(world, area_of(cell))
    if war is None or cell not in war.cells or context.home not in war.seats:
        return ""
    rivals = " ".join(
        f"{context.symbols.owner(seat)}{strength}"
        for seat, strength in zip(war.seats, war.strengths, strict=True)
        if seat != context.home
    )
    own = war.strengths[war.seats.index(context.home)]
    return context.say("war_then", rivals=rivals, own=own)


# ------------------------------------------------------------ the majority


def _majority_pays(context: QuoVadisContext, area: AreaId, width: int) -> list[Row]:
    """The workers that the majority takes, and the pay of a change with it."""
    world, seat = context.world, context.home
    if not reserve(world, seat):
        return context.words(context.say("no_worker"), width, context.ink.warn)
    reach = within_reach(_selected(context, area), seat, area)
    rows = context.words(context.say(f"takes.{reach}"), width, context.ink.good)
    held, cards, vp = change_pays(world, seat)
    if not cards or not could_change(world, seat):
        return rows
    if reach == "held":
        text = context.say("change_pays", held=held, cards=cards, vp=vp)
    else:
        text = context.say("would_pay", held=held + 1, cards=cards, vp=(held + 1) * cards, now=vp)
    return [*rows, *context.words(text, width, context.ink.money)]


def _markers_then(context: QuoVadisContext, selection: SelectArea, width: int) -> list[Row]:
    """The numbers that the next seat may choose after a selection."""
    world = context.world
    after = (context.home + 1) % len(world.players)
    last = (
        world.turn is not None
        and world.round == world.variants.rounds
        and (after == world.start_player)
    )
    if last:
        return []
    numbers = [str(number) for number in NUMBERS if number not in selection.cards]
    text = context.say("next_has", seat=after, numbers=context.say("and").join(numbers))
    return context.words(text, width, context.ink.dim)
