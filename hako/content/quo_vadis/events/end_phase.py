"""Events of the end phase: dominion, skills set, terrains and territories scored."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.quo_vadis.cards import SkillId, TerrainId
from hako.content.quo_vadis.geometry import CellId
from hako.content.quo_vadis.state import RowSkill, World, without
from hako.engine.rules.model import Event, Seat


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
