"""Placing workers in the creation area."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.quo_vadis.actions import Enough, PlaceAction, PlaceWorker
from hako.content.quo_vadis.events.area_and_genesis import WorkerPlaced
from hako.content.quo_vadis.geometry import CellId, cells_of
from hako.content.quo_vadis.map_queries import payable, place_price, reserve
from hako.content.quo_vadis.state import World
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step

_ENOUGH = Enough()


class PlacingBegins(Step[World, None], frozen=True):
    """The player places a worker; it is mandatory with one in reserve and food for a cell."""

    clause = "quo_vadis.place.4"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if payable(world, self.seat, world.creation_area):
            yield PlaceFirst(self.seat)

    def skip_reason(self, world: World, /) -> LazyText | None:
        seat, area = self.seat, world.creation_area
        if not reserve(world, seat):
            return LazyText("no_worker", {"seat": seat})
        price = min(place_price(world, seat, cell).food for cell in cells_of(area))
        values = {"area": area, "price": price, "food": world.players[seat].food}
        return LazyText("no_cell", {"seat": seat, **values})


class PlaceFirst(Choice[World, PlaceWorker], frozen=True):
    """The player places a worker in the creation area."""

    clause = "quo_vadis.place.1"

    def actions(self, world: World, /) -> Sequence[PlaceWorker]:
        return [PlaceWorker(cell) for cell in payable(world, self.seat, world.creation_area)]

    def refused(self, world: World, /) -> Sequence[tuple[PlaceWorker, LazyText]]:
        return _refused(world, self.seat)

    def resolve(self, world: World, action: PlaceWorker, chance: Chance, /) -> Resolution[World]:
        yield from _place(world, self.seat, action.cell)


class PlaceFurther(Choice[World, PlaceAction], frozen=True):
    """The player may place one more worker."""

    clause = "quo_vadis.place.5"

    def actions(self, world: World, /) -> Sequence[PlaceAction]:
        cells = payable(world, self.seat, world.creation_area)
        return [*map(PlaceWorker, cells), _ENOUGH]

    def refused(self, world: World, /) -> Sequence[tuple[PlaceWorker, LazyText]]:
        return _refused(world, self.seat)

    def resolve(self, world: World, action: PlaceAction, chance: Chance, /) -> Resolution[World]:
        if isinstance(action, PlaceWorker):
            yield from _place(world, self.seat, action.cell)


def _place(world: World, seat: Seat, cell: CellId) -> Resolution[World]:
    price = place_price(world, seat, cell)
    world = yield WorkerPlaced(seat, cell, price.food, price.spawned)
    if payable(world, seat, world.creation_area):
        yield PlaceFurther(seat)


def _refused(world: World, seat: Seat) -> Sequence[tuple[PlaceWorker, LazyText]]:
    """The cells that a seat cannot pay for."""
    food = world.players[seat].food
    prices = {cell: place_price(world, seat, cell).food for cell in cells_of(world.creation_area)}
    return [
        (PlaceWorker(cell), LazyText("too_dear", {"price": price, "food": food}))
        for cell, price in prices.items()
        if price > food and reserve(world, seat)
    ]
