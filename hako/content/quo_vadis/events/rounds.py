"""Events of rounds and turns, and of tracks and pieces in more than one phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec.structs import replace

from hako.content.quo_vadis.cards import AreaId, SkillId, TerrainId
from hako.content.quo_vadis.effects import BuildingId, Track
from hako.content.quo_vadis.geometry import CellId
from hako.content.quo_vadis.state import Part, Phase, Turn, World, sorted_row, without
from hako.engine.rules.model import Event, Seat

Reason: TypeAlias = Literal["prosperity", "razed", "dominion", "losers", "siege", "rebuilt"]
"""The source of gained VP."""

_PARTS: Mapping[Reason, Part] = {
    "prosperity": "prosperity",
    "razed": "razing",
    "dominion": "dominion",
    "losers": "skills",
    "siege": "skills",
    "rebuilt": "skills",
}


class RoundBegan(Event[World], frozen=True):
    """A round begins (quo_vadis.turn.1)."""

    opens = True

    number: int

    def apply(self, world: World, /) -> World:
        return replace(world, round=self.number)


class TurnBegan(Event[World], frozen=True):
    """A seat's turn begins (quo_vadis.turn.3)."""

    opens = True

    seat: Seat

    def apply(self, world: World, /) -> World:
        return replace(world, turn=Turn(self.seat))


class PhaseBegan(Event[World], frozen=True):
    """A phase of the turn begins (quo_vadis.turn.3)."""

    quiet = True

    phase: Phase

    def apply(self, world: World, /) -> World:
        return replace(world, phase=self.phase)


class TurnEnded(Event[World], frozen=True):
    """A turn is over; a skill set in it works from now on (quo_vadis.settle.3)."""

    quiet = True

    seat: Seat

    def apply(self, world: World, /) -> World:
        skills = tuple(replace(skill, fresh=False) for skill in world.players[self.seat].skills)
        return replace(world.with_player(self.seat, skills=skills), turn=None)


# ------------------------------------------------------------ tracks and VP


class Gained(Event[World], frozen=True):
    """A seat gained cubes on a track; what is beyond the maximum was lost (quo_vadis.act.1)."""

    seat: Seat
    track: Track
    amount: int
    """The cubes gained, after the maximum of the track is applied."""

    def apply(self, world: World, /) -> World:
        held = world.players[self.seat].has(self.track)
        return world.with_player(self.seat, **{self.track: held + self.amount})


class Paid(Event[World], frozen=True):
    """A seat paid cubes of a track."""

    seat: Seat
    track: Track
    amount: int

    def apply(self, world: World, /) -> World:
        held = world.players[self.seat].has(self.track)
        return world.with_player(self.seat, **{self.track: held - self.amount})


class VpGained(Event[World], frozen=True):
    """A seat gained VP."""

    seat: Seat
    vp: int
    reason: Reason

    def apply(self, world: World, /) -> World:
        return world.with_vp(self.seat, _PARTS[self.reason], self.vp)


class SkillUsed(Event[World], frozen=True):
    """A seat used a skill; one that works once lies sideways now (quo_vadis.skill.2)."""

    seat: Seat
    skill: SkillId

    def apply(self, world: World, /) -> World:
        once = world.content.skill[self.skill].once
        skills = tuple(
            replace(skill, used=skill.used or once) if skill.id == self.skill else skill
            for skill in world.players[self.seat].skills
        )
        return world.with_player(self.seat, skills=skills)


# ------------------------------------------------------------ pieces


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
