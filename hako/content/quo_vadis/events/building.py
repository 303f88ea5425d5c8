"""Build and end: tokens, dominion, skills set, settlements."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.quo_vadis.cards import SkillId, TerrainId
from hako.content.quo_vadis.effects import BuildingId
from hako.content.quo_vadis.events.rounds import with_city
from hako.content.quo_vadis.geometry import CellId
from hako.content.quo_vadis.state import City, RowSkill, World, without
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


class DominionGained(Event[World], frozen=True):
    """Cities of a seat gained a cube each (quo_vadis.end.3)."""

    seat: Seat
    cells: tuple[CellId, ...]
    cubes: int = 1
    """For each."""

    def apply(self, world: World, /) -> World:
        cities = tuple(
            replace(city, dominion=city.dominion + self.cubes) if city.cell in self.cells else city
            for city in world.players[self.seat].cities
        )
        return world.with_player(self.seat, cities=cities)


class SkillSet(Event[World], frozen=True):
    """A seat set a face-down skill (quo_vadis.settle.2)."""

    reveals = True

    seat: Seat
    skill: SkillId

    def apply(self, world: World, /) -> World:
        player = world.players[self.seat]
        return world.with_player(
            self.seat,
            face_down=without(player.face_down, (self.skill,)),
            skills=(*player.skills, RowSkill(self.skill, fresh=True)),
        )


class TerrainNamed(Event[World], frozen=True):
    """Pioneers: a terrain will be suited as well."""

    seat: Seat
    skill: SkillId
    terrain: TerrainId

    def apply(self, world: World, /) -> World:
        skills = tuple(
            replace(skill, terrain=self.terrain) if skill.id == self.skill else skill
            for skill in world.players[self.seat].skills
        )
        return world.with_player(self.seat, skills=skills)


class TerritoryScored(Event[World], frozen=True):
    """The territory bonus of a settlement (quo_vadis.settle.6)."""

    counts = "for"

    seat: Seat
    majorities: int
    cards: int
    vp: int

    def apply(self, world: World, /) -> World:
        return world.with_vp(self.seat, "territory", self.vp)


class SkillScored(Event[World], frozen=True):
    """A skill scored at the final settlement (quo_vadis.final.2)."""

    seat: Seat
    skill: SkillId
    vp: int

    def apply(self, world: World, /) -> World:
        return world.with_vp(self.seat, "skills", self.vp)
