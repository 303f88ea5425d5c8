"""Queries about the map: pieces in cells, the price of placing, building sites, majorities."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from hako.content.quo_vadis.cards import AreaId, Cards, TerrainId
from hako.content.quo_vadis.geometry import CellId, area_of, cells_of
from hako.content.quo_vadis.skill_effects import BuildingId
from hako.content.quo_vadis.state import Player, World
from hako.content.quo_vadis.working_skills import amount, can, can_of, suited, total
from hako.engine.content.cache_decorators import at_hand
from hako.engine.rules.model import Seat

UNUSED: Mapping[str, tuple[BuildingId, ...]] = {
    "both": (),
    "no_forts": ("fort",),
    "no_temples": ("temple",),
    "none": ("fort", "temple"),
}
"""The buildings that are not used (variant V15)."""


class Standing(Struct, frozen=True):
    """The pieces that one seat has in a cell."""

    seat: Seat
    workers: int
    doomed: int = 0
    """Workers that fight on (variant V12)."""
    building: BuildingId | None = None
    destroyed: bool = False
    """True if the building is a city that lies face down."""
    dominion: int = 0


class Price(Struct, frozen=True):
    """The price in food for placing a worker."""

    extra: int
    """Food because it is not the first worker of the turn."""
    terrain: int
    """Food for unsuited terrain."""
    spawned: bool = False
    """True if Spawning waives the price of an extra worker."""

    @property
    def food(self) -> int:
        """The total price in food."""
        return self.extra + self.terrain


def standing(world: World, cell: CellId) -> Sequence[Standing]:
    """The pieces in a cell, a row for each seat that has some there."""
    rows = []
    for seat, player in enumerate(world.players):
        building, city = player.building_at(cell), player.city_at(cell)
        workers, doomed = player.workers.count(cell), player.doomed.count(cell)
        if workers or doomed or building:
            lost, cubes = (city.destroyed, city.dominion) if city else (False, 0)
            rows.append(Standing(seat, workers, doomed, building, lost, cubes))
    return rows


def reserve(world: World, seat: Seat) -> int:
    """Workers that a seat still has off the map (quo_vadis.place.4)."""
    return reserve_of(world.content, world.players[seat])


def reserve_of(content: Cards, player: Player) -> int:
    """The workers that a player still has off the map (quo_vadis.place.4)."""
    return content.constants.workers - len(player.workers) - len(player.doomed) - player.removed


def tokens(world: World, seat: Seat, building: BuildingId) -> int:
    """Building tokens in a seat's reserve; none of those that are not used (variant V15)."""
    if building in UNUSED[world.variants.small_buildings]:
        return 0
    return world.content.building[building].copies - world.players[seat].on_map(building)


def place_price(world: World, seat: Seat, cell: CellId) -> Price:
    """The price of placing a worker in a cell now (quo_vadis.place.3, place.5)."""
    extra, spawned = _extra_price(world, seat)
    is_easy = world.terrain(cell) in _easy_terrain(world, seat)
    return Price(extra, 0 if is_easy else world.content.constants.terrain_cost, spawned)


def payable(world: World, seat: Seat, area: AreaId) -> Sequence[CellId]:
    """The cells of an area where a seat could place a worker now (quo_vadis.place.2-4)."""
    extra, _ = _extra_price(world, seat)
    for_terrain = world.players[seat].food - extra
    if for_terrain < 0 or not reserve(world, seat):
        return ()
    cells = cells_of(area)
    if for_terrain >= world.content.constants.terrain_cost:
        return cells
    easy = _easy_terrain(world, seat)
    return [cell for cell in cells if world.terrain(cell) in easy]


def _extra_price(world: World, seat: Seat) -> tuple[int, bool]:
    """Food for a worker that is not the turn's first; True beside it if Spawning waives it."""
    turn = world.turn
    if turn is None or not turn.placed:
        return 0, False
    if not world.players[seat].extra_used and can(world, seat, "free_extra_worker"):
        return 0, True
    return world.content.constants.extra_worker_cost, False


def _easy_terrain(world: World, seat: Seat) -> Collection[TerrainId]:
    """The terrains on which a seat places workers without paying for the ground."""
    if can(world, seat, "free_terrain"):
        return world.content.terrain
    return suited(world, seat) | world.content.free_terrain


def majorities(world: World, seat: Seat) -> Sequence[AreaId]:
    """The areas whose majority a seat holds (quo_vadis.settle.4-5).

    It takes workers in two cells, or an intact city; with Effective Control a fort or the temple
    counts like a worker.
    """
    return majorities_of(world.content, world.players[seat])


def majorities_of(content: Cards, player: Player) -> Sequence[AreaId]:
    """The areas whose majority a player holds (quo_vadis.settle.4-5)."""
    held = {area_of(city.cell) for city in player.cities if not city.destroyed}
    cells = {*player.workers, *player.doomed}
    if can_of(content, player, "count_buildings"):
        cells |= {*player.forts, *player.temples}
    areas = [area_of(cell) for cell in cells]
    wanted = content.constants.majority_cells
    return sorted(held | {area for area in areas if areas.count(area) >= wanted})


def within_reach(world: World, seat: Seat, area: AreaId) -> Literal["held", "one", "none"]:
    """Say if a seat holds the majority of an area: "held", "one" more worker needed, or "none"."""
    if area in majorities(world, seat):
        return "held"
    more = (with_worker(world, seat, cell) for cell in payable(world, seat, area))
    return "one" if any(area in majorities(table, seat) for table in more) else "none"


def majority_takes(world: World, seat: Seat, area: AreaId) -> int:
    """Cells of an area that still need a worker for its majority; 0 if a seat holds it."""
    if area in majorities(world, seat):
        return 0
    player = world.players[seat]
    cells = {*player.workers, *player.doomed}
    if can(world, seat, "count_buildings"):
        cells |= {*player.forts, *player.temples}
    held = sum(area_of(cell) == area for cell in cells)
    return world.content.constants.majority_cells - held


def with_worker(world: World, seat: Seat, cell: CellId) -> World:
    """The table with one more worker of a seat in a cell."""
    workers = world.players[seat].workers
    return world.with_player(seat, workers=tuple(sorted((*workers, cell))))


def territory_bonus(world: World, seat: Seat, cards: int) -> tuple[int, int]:
    """Majorities, and VP for closing a generation of so many cards now (quo_vadis.settle.6)."""
    held = len(majorities(world, seat)) + total(world, seat, "majorities")
    return held, held * cards


def free_sites(world: World, seat: Seat, workers: int = 1) -> Sequence[CellId]:
    """Cells without any building where a seat has so many workers (quo_vadis.build.2-4)."""
    built, stood = _built(world.players), world.players[seat].workers
    return [
        cell for cell in dict.fromkeys(stood) if cell not in built and stood.count(cell) >= workers
    ]


@at_hand  # asked for each building, before there is a question and when it is put
def _built(players: tuple[Player, ...]) -> Collection[CellId]:
    """The cells with any building."""
    return {cell for player in players for cell in player.buildings()}


def city_sites(world: World, seat: Seat) -> Sequence[CellId]:
    """The cells where a seat could build a city now (quo_vadis.card.4, build.2-4)."""
    if not tokens(world, seat, "city"):
        return ()
    return free_sites(world, seat, world.variants.build_workers_needed)


def ruins(world: World, seat: Seat) -> Sequence[CellId]:
    """The cells of a seat's destroyed cities."""
    return [city.cell for city in world.players[seat].cities if city.destroyed]


def wrath_levels(world: World, seat: Seat) -> tuple[int, ...]:
    """The wrath that each level asks a seat for (quo_vadis.wrath.1-2)."""
    less = total(world, seat, "wrath_threshold")
    return tuple(level.pay + less for level in world.content.wrath)


def is_protected(world: World, owner: Seat, striker: Seat, area: AreaId) -> bool:
    """True if a seat's pieces in an area are safe from wrath (quo_vadis.wrath.7)."""
    if any(area_of(cell) == area for cell in world.players[owner].temples):
        return True
    return owner != striker and can(world, owner, "sanctuary") is not None


def food_to_rebuild(world: World, seat: Seat) -> int | None:
    """The food for which Reconstruction can rebuild now without a worker; None if it cannot."""
    skill = can(world, seat, "rebuild_for_food")
    if skill is None or world.of_turn().rebuilt_for_food:
        return None
    return amount(world, skill, "rebuild_for_food")
