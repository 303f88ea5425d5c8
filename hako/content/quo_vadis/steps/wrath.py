"""Wrath of God: cells of the creation area are struck, and its terrain becomes the god's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from hako.content.quo_vadis.actions import Decline, Strike, StrikeAction, StrikeAndDestroy
from hako.content.quo_vadis.cards import TerrainId, WrathLevel
from hako.content.quo_vadis.events.area_and_genesis import WrathStruck
from hako.content.quo_vadis.events.pieces import BuildingReturned, RingPlaced, WorkersReturned
from hako.content.quo_vadis.geometry import CellId, cells_of
from hako.content.quo_vadis.map_queries import is_protected, wrath_levels
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.shared_effects import struck
from hako.content.quo_vadis.working_skills import home
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step


class OfferWrath(Step[World, None], frozen=True):
    """The active player may strike if its wrath reaches a level."""

    clause = "quo_vadis.wrath.1"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if level(world, self.seat) is not None:
            yield StrikeArea(self.seat)


class StrikeArea(Choice[World, StrikeAction], frozen=True):
    """All wrath may be paid to strike cells of the creation area."""

    clause = "quo_vadis.wrath.1"

    def actions(self, world: World, /) -> Sequence[StrikeAction]:
        reached = level(world, self.seat)
        assert reached is not None, "only asked of those who have wrath enough"
        return [*strikes(world, self.seat, reached), Decline()]

    def resolve(self, world: World, action: StrikeAction, chance: Chance, /) -> Resolution[World]:
        if isinstance(action, Decline):
            return
        seat, area = self.seat, world.creation_area
        destroy = action.destroy if isinstance(action, StrikeAndDestroy) else ()
        world = yield WrathStruck(seat, world.players[seat].wrath, action.cells)
        for owner in world.clockwise(seat):
            if is_protected(world, owner, seat, area):
                continue
            player = world.players[owner]
            hit = tuple(cell for cell in player.all_workers() if cell in action.cells)
            if hit:
                world = yield WorkersReturned(owner, tuple(sorted(hit)))
            for cell in destroy:
                yield from _destroy(world, owner, cell)
        if (ring := ring_laid(world, seat)) is not None:
            yield RingPlaced(area, ring)


def _destroy(world: World, owner: Seat, cell: CellId) -> Resolution[World]:
    """Destroy or return a seat's building in a cell (quo_vadis.wrath.5-6)."""
    player = world.players[owner]
    city, building = player.city_at(cell), player.building_at(cell)
    if city is not None:
        if (event := struck(world, owner, city)) is not None:
            yield event
    elif building is not None:
        yield BuildingReturned(owner, building, cell)


def ring_laid(world: World, seat: Seat) -> TerrainId | None:
    """The terrain of the ring that a strike would lay, or None (quo_vadis.wrath.8-9)."""
    ring = home(world, seat)
    is_new = world.ring(world.creation_area) != ring and world.rings_left(ring) > 0
    return ring if is_new else None


def level(world: World, seat: Seat) -> WrathLevel | None:
    """The highest level that a seat's wrath reaches, or None (quo_vadis.wrath.1-2)."""
    wrath = world.players[seat].wrath
    reached = None
    for tier, needed in zip(world.content.wrath, wrath_levels(world, seat), strict=True):
        if wrath >= needed:
            reached = tier
    return reached


def strikes(world: World, seat: Seat, reached: WrathLevel) -> Iterator[StrikeAction]:
    """All ways to strike at that level (quo_vadis.wrath.2, wrath.5)."""
    area = world.creation_area
    cells = cells_of(area)
    fragile = [cell for cell in cells if _is_fragile(world, seat, cell, reached)]
    for count in range(1, reached.cells + 1):
        for chosen in combinations(cells, count):
            yield Strike(chosen)
            falling = [cell for cell in chosen if cell in fragile]
            for size in range(1, len(falling) + 1):
                for destroyed in combinations(falling, size):
                    yield StrikeAndDestroy(chosen, destroyed)


def _is_fragile(world: World, seat: Seat, cell: CellId, reached: WrathLevel) -> bool:
    """True if a strike may destroy the building in a cell (quo_vadis.wrath.4-7; V6)."""
    area = world.creation_area
    for owner, player in enumerate(world.players):
        building, city = player.building_at(cell), player.city_at(cell)
        if building is None or is_protected(world, owner, seat, area):
            continue
        if city is None:
            return reached.buildings or world.variants.wrath_razes_small
        return reached.buildings and not city.destroyed and struck(world, owner, city) is not None
    return False
