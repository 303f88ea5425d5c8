"""What may be chosen now, and what would come of it, next to the map.

Each decision has rows of its own: what an area costs and offers, what a worker costs and
which war would follow, how many actions a card has and why, who would win with how much
spirit, what a change pays.
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
from hako.content.quo_vadis.geography import CellId, area_of, cells_of
from hako.content.quo_vadis.land import (
    majorities,
    payable,
    place_price,
    reserve,
    with_worker,
    within_reach,
)
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.selection import faith_for
from hako.content.quo_vadis.warfare import contested, forecast
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.quo_vadis.cards import card_rows
from hako.tui.boards.quo_vadis.choices import choice_rows, draft_rows
from hako.tui.boards.quo_vadis.draw_context import Row, Sketch
from hako.tui.boards.quo_vadis.fights import declarations, war_rows
from hako.tui.boards.quo_vadis.strikes import strike_rows


def outlook(sketch: Sketch, width: int) -> list[Row]:
    """The rows for what is to be decided now, and for the turn of somebody else."""
    if sketch.offers(PickSkill):
        return draft_rows(sketch, width)
    asked = choice_rows(sketch, width)
    if sketch.world.turn is None:
        return asked
    if sketch.offers(LaySkill | NameTerrain):
        return [*asked, *_change(sketch, width)]
    return [*asked, *_situation(sketch, width)]


def _situation(sketch: Sketch, width: int) -> list[Row]:
    world = sketch.world
    rows: list[Row] = []
    if world.war is not None:
        rows = war_rows(sketch, world, world.war)
        return rows + declarations(sketch, world.war, width)
    if sketch.offers(SelectArea):
        rows = _selection(sketch, width)
    elif sketch.offers(Strike):
        rows = [*_cells(sketch, world.creation_area), *strike_rows(sketch)]
    elif sketch.offers(PlaceWorker):
        rows = _placing(sketch)
    elif sketch.offers(ContinueGeneration):
        war = forecast(world, world.creation_area)
        to_come = [] if war is None else war_rows(sketch, world, war)
        return [*card_rows(sketch, width), *_change(sketch, width), *to_come]
    elif sketch.offers(MoveWorker):
        rows = _moving(sketch)
    elif (area := _area_built_in(sketch)) is not None:
        rows = _area(sketch, area)
    return [*rows, *_change(sketch, width)]


# ------------------------------------------------------------ areas


def _selection(sketch: Sketch, width: int) -> list[Row]:
    """What the area at the cursor costs and offers."""
    area = _pointed_area(sketch)
    if area is None:
        return []
    rows = _area(sketch, area)
    selections = [its for its in sketch.offers(SelectArea) if its.area == area]
    if not selections:
        return [*rows, sketch.text(sketch.say("out_of_reach"), sketch.ink.dim)]
    meant = sketch.meant if sketch.meant in selections else selections[0]
    cost = faith_for(sketch.world, sketch.home, meant.cards)
    cards = [sketch.say("free") if card == 0 else str(card) for card in meant.cards]
    faith: HexMark = (sketch.say("faith", count=cost), sketch.ink.warn if cost else sketch.ink.good)
    head = Row(
        ((f"{area}  ", sketch.ink.strong), (f"{' + '.join(cards)}  ", sketch.ink.text), faith)
    )
    return [head, *rows[1:], *_one_worker(sketch, area, width)]


def _pointed_area(sketch: Sketch) -> AreaId | None:
    match sketch.cursor:
        case ("area", str(area)):
            return area
        case ("cell", str(cell)):
            return area_of(cell)
        case _:
            return sketch.meant.area if isinstance(sketch.meant, SelectArea) else None


def _area(sketch: Sketch, area: AreaId) -> list[Row]:
    """An area: its cells, who holds its majority, and the war to come there."""
    world, ink = sketch.world, sketch.ink
    marks: list[HexMark] = [(f"{sketch.say('majority')} ", ink.dim)]
    holders = [seat for seat in world.seats if area in majorities(world, seat)]
    for seat in holders:
        marks += [sketch.owner(seat), (" ", ink.text)]
    if not holders:
        marks.append((sketch.say("nobody"), ink.dim))
    rows = [*_cells(sketch, area), Row(tuple(marks))]
    war = forecast(world, area) if world.phase in ("selection", "genesis") else None
    return rows if war is None else [*rows, *war_rows(sketch, world, war)]


def _cells(sketch: Sketch, area: AreaId) -> list[Row]:
    """The cells of an area under its name: what stands there, and what one's next worker costs."""
    world, ink = sketch.world, sketch.ink
    rows = [sketch.text(area, ink.strong)]
    may_place = bool(sketch.offers(SelectArea | PlaceWorker))
    if has_prices := may_place and reserve(world, sketch.home) > 0:
        rows.append(sketch.text(sketch.say("prices"), ink.dim))
    for cell in cells_of(area):
        terrain = world.terrain(cell)
        marks: list[HexMark] = [
            (f"{cell[-1]} ", ink.dim),
            (f" {sketch.terrain_sign(terrain)} ", sketch.ground(terrain)),
            (" ", ink.text),
        ]
        if has_prices:
            marks.append(_price(sketch, cell))
        for mark in sketch.pieces(cell):
            marks += [mark, (" ", ink.text)]
        if _rivals(sketch, cell):
            marks.append((sketch.symbol("contested"), ink.danger))
        rows.append(Row(tuple(marks)))
    return rows


def _price(sketch: Sketch, cell: CellId) -> HexMark:
    """What the next worker of the seat at home costs in a cell, where it may place one."""
    food = place_price(sketch.world, sketch.home, cell).food
    price = sketch.say("food", count=food) if food else sketch.say("no_food")
    return f"{price} ", sketch.ink.warn if food > sketch.player.food else sketch.ink.text


def _rivals(sketch: Sketch, cell: CellId) -> bool:
    """Whether a cell is contested, or would be by the worker that the seat at home may place."""
    world, area = sketch.world, area_of(cell)
    if sketch.offers(SelectArea | PlaceWorker) and cell in payable(world, sketch.home, area):
        world = with_worker(world, sketch.home, cell)
    return cell in contested(world, area)


def _one_worker(sketch: Sketch, area: AreaId, width: int) -> list[Row]:
    """What one worker more would do for the majority, or that there is none to place."""
    if not reserve(sketch.world, sketch.home):
        return sketch.words(sketch.say("no_worker"), width, sketch.ink.warn)
    if within_reach(sketch.world, sketch.home, area) == "one":
        return sketch.words(sketch.say("majority_one"), width, sketch.ink.good)
    return []


# ------------------------------------------------------------ workers, and war


def _placing(sketch: Sketch) -> list[Row]:
    """What each cell costs, and the war that would follow from the one that is meant."""
    area = sketch.world.creation_area
    rows = _cells(sketch, area)
    if not isinstance(sketch.meant, PlaceWorker):
        return rows + _forecast(sketch, sketch.world, area)
    cell = sketch.meant.cell
    rows.append(sketch.text(sketch.say("after_placing", cell=cell), sketch.ink.dim))
    return rows + _forecast(sketch, with_worker(sketch.world, sketch.home, cell), area)


def _moving(sketch: Sketch) -> list[Row]:
    """The creation area, and the war there after the move that is meant."""
    area = sketch.world.creation_area
    rows = _cells(sketch, area)
    if not isinstance(sketch.meant, MoveWorker):
        return rows + _forecast(sketch, sketch.world, area)
    moved = WorkerMoved(sketch.home, sketch.meant.origin, sketch.meant.target)
    rows.append(sketch.text(sketch.say("after_move"), sketch.ink.dim))
    return rows + _forecast(sketch, moved.apply(sketch.world), area)


def _area_built_in(sketch: Sketch) -> AreaId | None:
    """The area of what would be built, or the creation area."""
    if isinstance(sketch.meant, Build | Rebuild | RebuildForFood | Demolish):
        return area_of(sketch.meant.cell)
    return sketch.area


def _forecast(sketch: Sketch, world: World, area: AreaId) -> list[Row]:
    war = forecast(world, area)
    if war is None:
        return [sketch.text(sketch.say("no_war"), sketch.ink.dim)]
    return war_rows(sketch, world, war)


# ------------------------------------------------------------ settlement


def _change(sketch: Sketch, width: int) -> list[Row]:
    """What a settlement would pay in one's turn, or pays, and what is meant changes of it."""
    world, seat, turn, after = sketch.world, sketch.home, sketch.world.turn, sketch.after
    if turn is None or turn.seat != seat or not world.players[seat].generations:
        return []
    if not turn.changed and not may_change(world, seat):
        return sketch.words(sketch.say("no_change"), width, sketch.ink.dim)
    held, cards, vp = change_pays(world, seat)
    key = "settlement_pays" if turn.changed else "change_pays"
    style = sketch.ink.money if vp else sketch.ink.dim
    rows = sketch.words(sketch.say(key, held=held, cards=cards, vp=vp), width, style)
    if after is not None and not isinstance(sketch.meant, ContinueGeneration | ChangeGeneration):
        then = len(majorities(after, seat)) - len(majorities(world, seat))
        if then:
            rows.append(sketch.text(sketch.say("majorities_change", change=f"{then:+d}"), style))
    return rows
