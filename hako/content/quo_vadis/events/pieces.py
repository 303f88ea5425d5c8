"""Events of pieces in more than one phase: placed, moved, taken off the map."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.quo_vadis.cards import AreaId, TerrainId
from hako.content.quo_vadis.geometry import CellId
from hako.content.quo_vadis.skill_effects import BuildingId
from hako.content.quo_vadis.state import World, sorted_row, without
from hako.engine.rules.model import Event, Seat


class RingPlaced(Event[World], frozen=True):
    """A terrain ring lies on an area; one that lay there is back in the stock (wrath.8-9)."""

    area: AreaId
    terrain: TerrainId

    def apply(self, world: World, /) -> World:
        others = (ring for ring in world.rings if ring[0] != self.area)
        return replace(world, rings=tuple(sorted((*others, (self.area, self.terrain)))))


class WorkerMoved(Event[World], frozen=True):
    """A worker moved to an adjacent cell."""

    fleeting = True  # tidying up may return the worker from wherever it went

    seat: Seat
    origin: CellId
    target: CellId

    def apply(self, world: World, /) -> World:
        workers = without(world.players[self.seat].workers, (self.origin,))
        return world.with_player(self.seat, workers=tuple(sorted((*workers, self.target))))


class WorkersReturned(Event[World], frozen=True):
    """Workers returned to their owner's reserve."""

    seat: Seat
    cells: tuple[CellId, ...]
    """A cell for each."""

    def apply(self, world: World, /) -> World:
        return _less_workers(world, self.seat, self.cells)


class WorkerAscended(Event[World], frozen=True):
    """A worker was removed from the game, and VP gained for all removed (quo_vadis.end.5)."""

    fleeting = True  # from which cell is not to be seen where the others return

    seat: Seat
    cell: CellId
    vp: int
    fought_on: bool = False
    """True if the worker is one that fights on (variant V12)."""

    def apply(self, world: World, /) -> World:
        player = world.players[self.seat]
        if self.fought_on:
            world = world.with_player(self.seat, doomed=without(player.doomed, (self.cell,)))
        else:
            world = _less_workers(world, self.seat, (self.cell,))
        world = world.with_player(self.seat, removed=player.removed + 1)
        return world.with_vp(self.seat, "ascension", self.vp)


class BuildingReturned(Event[World], frozen=True):
    """A fort or temple returned to its owner's reserve."""

    seat: Seat
    building: BuildingId
    cell: CellId

    def apply(self, world: World, /) -> World:
        player = world.players[self.seat]
        return world.with_player(
            self.seat,
            forts=tuple(cell for cell in player.forts if cell != self.cell),
            temples=tuple(cell for cell in player.temples if cell != self.cell),
        )


class CityDestroyed(Event[World], frozen=True):
    """A city was turned face down (quo_vadis.war.12-13, wrath.5-6)."""

    matters = True
    counts = "against"

    seat: Seat
    """Its owner."""
    cell: CellId
    kept: int
    """Cubes that stay on it."""
    returned: int
    """Cubes that went back to the stock."""

    def apply(self, world: World, /) -> World:
        return with_city(world, self.seat, self.cell, dominion=self.kept, destroyed=True)


class DominionLost(Event[World], frozen=True):
    """A city lost cubes but stands (variants V2b, V5)."""

    seat: Seat
    cell: CellId
    cubes: int

    def apply(self, world: World, /) -> World:
        city = world.players[self.seat].city_at(self.cell)
        assert city is not None, "dominion is lost where a city stands"
        return with_city(world, self.seat, self.cell, dominion=city.dominion - self.cubes)


def with_city(world: World, seat: Seat, cell: CellId, **changes: object) -> World:
    """The table with fields of a city replaced."""
    cities = tuple(
        replace(city, **changes) if city.cell == cell else city
        for city in world.players[seat].cities
    )
    return world.with_player(seat, cities=cities)


def _less_workers(world: World, seat: Seat, cells: tuple[CellId, ...]) -> World:
    """Workers leave the map: those that fight on in a cell where there are no others."""
    player = world.players[seat]
    workers, doomed = list(player.workers), list(player.doomed)
    for cell in cells:
        (workers if cell in workers else doomed).remove(cell)
    return world.with_player(seat, workers=tuple(workers), doomed=sorted_row(doomed))
