"""Setting up: the map, races, the skill draft, the first cards and cubes."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from hako.content.quo_vadis.cards import AreaId, Position, RaceId, SkillId
from hako.content.quo_vadis.geometry import Map, Tile
from hako.content.quo_vadis.skill_effects import EpicId
from hako.content.quo_vadis.state import Player, RowSkill, World, sorted_row, without
from hako.engine.content.files import Amount
from hako.engine.rules.model import Event, Seat, Viewer

Packs = tuple[tuple[SkillId | None, ...], ...]
"""A pack of skills for each seat, sorted; None for those who may not know them."""


def of_viewer(packs: Packs, viewer: Viewer) -> Packs:
    """The packs as a viewer knows them: only the own one."""
    return tuple(pack if seat == viewer else (None,) * len(pack) for seat, pack in enumerate(packs))


class TilePlaced(Event[World], frozen=True):
    """A tile lies on the map (quo_vadis.setup.1-5)."""

    quiet = True

    area: AreaId
    position: Position
    rotation: int

    def apply(self, world: World, /) -> World:
        tile = Tile(self.area, self.position, self.rotation)
        return replace(world, map=Map((*world.map.tiles, tile)))


class RaceTaken(Event[World], frozen=True):
    """A seat took a race (quo_vadis.setup.7)."""

    seat: Seat
    race: RaceId

    def apply(self, world: World, /) -> World:
        return world.with_player(self.seat, race=self.race)


class SkillsDealt(Event[World], frozen=True):
    """Every seat got a pack of skills (quo_vadis.setup.11)."""

    packs: Packs

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, packs=of_viewer(self.packs, viewer))

    def apply(self, world: World, /) -> World:
        return _with_packs(world, self.packs)


class SkillsPicked(Event[World], frozen=True):
    """Every seat laid a skill of its pack face down (quo_vadis.setup.12)."""

    skills: tuple[SkillId | None, ...]
    """The skill of each seat; None where the viewer may not know it."""

    def masked(self, viewer: Viewer, /) -> Self:
        own = (it if seat == viewer else None for seat, it in enumerate(self.skills))
        return replace(self, skills=tuple(own))

    def apply(self, world: World, /) -> World:
        return replace(
            world,
            players=tuple(
                replace(
                    player,
                    pack=without(player.pack, (skill,)),
                    face_down=sorted_row((*player.face_down, skill)),
                )
                for player, skill in zip(world.players, self.skills, strict=True)
            ),
        )


class PacksPassed(Event[World], frozen=True):
    """Every pack went to the left neighbour (quo_vadis.setup.12)."""

    reveals = True
    quiet = True

    packs: Packs
    """As the seats hold them now."""

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, packs=of_viewer(self.packs, viewer))

    def apply(self, world: World, /) -> World:
        return _with_packs(world, self.packs)


class EpicsShuffled(Event[World], frozen=True):
    """All epic cards lie in the draw pile (quo_vadis.setup.15), or the discards do again."""

    reveals = True
    quiet = True

    order: tuple[EpicId | None, ...]
    """The cards now under the pile, the upper card first; None in every view."""

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, order=(None,) * len(self.order))

    def apply(self, world: World, /) -> World:
        return replace(world, pile=(*world.pile, *self.order), discards=())


class CardsDrawn(Event[World], frozen=True):
    """A seat drew epic cards (quo_vadis.setup.15, end.2)."""

    reveals = True

    seat: Seat
    count: Amount
    cards: tuple[EpicId, ...] | None
    """Sorted, as a hand is. None for all others."""

    def masked(self, viewer: Viewer, /) -> Self:
        return self if viewer == self.seat else replace(self, cards=None)

    def apply(self, world: World, /) -> World:
        drawn = (None,) * self.count if self.cards is None else self.cards
        hand = sorted_row((*world.players[self.seat].hand, *drawn))
        world = replace(world, pile=world.pile[self.count :])
        return world.with_player(self.seat, hand=hand)


class CubesSpread(Event[World], frozen=True):
    """A seat's first resources came to light (quo_vadis.setup.16)."""

    reveals = True

    seat: Seat
    spirit: int
    food: int
    faith: int

    def apply(self, world: World, /) -> World:
        return world.with_player(self.seat, spirit=self.spirit, food=self.food, faith=self.faith)


class BasicSkillTaken(Event[World], frozen=True):
    """A seat's basic skill came to light (quo_vadis.setup.17)."""

    reveals = True

    seat: Seat
    skill: SkillId

    def apply(self, world: World, /) -> World:
        return world.with_player(self.seat, skills=(RowSkill(self.skill),))


class StartPlayerDrawn(Event[World], frozen=True):
    """The start player was drawn (quo_vadis.setup.18)."""

    seat: Seat

    def apply(self, world: World, /) -> World:
        return replace(world, start_player=self.seat)


def _with_packs(world: World, packs: Packs) -> World:
    players: tuple[Player, ...] = tuple(
        replace(player, pack=pack) for player, pack in zip(world.players, packs, strict=True)
    )
    return replace(world, players=players)
