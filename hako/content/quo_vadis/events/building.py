"""Events of buildings, and of the points of a skill."""

from __future__ import annotations

from hako.content.quo_vadis.cards import SkillId
from hako.content.quo_vadis.events.pieces import with_city
from hako.content.quo_vadis.geometry import CellId
from hako.content.quo_vadis.skill_effects import BuildingId
from hako.content.quo_vadis.state import City, World, without
from hako.engine.rules.model import Event, Seat


class Built(Event[World], frozen=True):
    """A token took the place of a worker, which returned (quo_vadis.build.2)."""

    seat: Seat
    building: BuildingId
    cell: CellId
    dominion: int = 0
    """Cubes on a new city."""

    def apply(self, world: World, /) -> World:
        player = world.players[self.seat]
        workers = without(player.workers, (self.cell,))
        match self.building:
            case "city":
                city = City(self.cell, self.dominion)
                cities = tuple(sorted((*player.cities, city), key=lambda city: city.cell))
                world = world.with_turn(city_due=False)
                return world.with_player(self.seat, workers=workers, cities=cities)
            case "fort":
                forts = tuple(sorted((*player.forts, self.cell)))
                return world.with_player(self.seat, workers=workers, forts=forts)
            case "temple":
                temples = tuple(sorted((*player.temples, self.cell)))
                return world.with_player(self.seat, workers=workers, temples=temples)


class Rebuilt(Event[World], frozen=True):
    """A destroyed city lies face up again (quo_vadis.build.7)."""

    seat: Seat
    cell: CellId
    worker: bool
    """True if a worker returned for it, False if food was paid."""

    def apply(self, world: World, /) -> World:
        world = with_city(world, self.seat, self.cell, destroyed=False)
        if not self.worker:
            return world.with_turn(rebuilt_for_food=True)
        workers = without(world.players[self.seat].workers, (self.cell,))
        return world.with_player(self.seat, workers=workers)


class Demolished(Event[World], frozen=True):
    """Masonry: the turn's demolition is done."""

    quiet = True

    seat: Seat

    def apply(self, world: World, /) -> World:
        return world.with_turn(demolished=True)


class SkillScored(Event[World], frozen=True):
    """A skill scored at the final settlement (quo_vadis.final.2)."""

    seat: Seat
    skill: SkillId
    vp: int

    def apply(self, world: World, /) -> World:
        return world.with_vp(self.seat, "skills", self.vp)
