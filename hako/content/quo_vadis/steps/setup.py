"""Setting up: the world, races, the skill draft, first cards, cubes and skills."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.quo_vadis.actions import (
    PickSkill,
    PlaceTile,
    SpreadCubes,
    TakeBasicSkill,
    TakeRace,
)
from hako.content.quo_vadis.cards import AreaId, Position
from hako.content.quo_vadis.events.setup import (
    BasicSkillTaken,
    CubesSpread,
    EpicsShuffled,
    PacksPassed,
    RaceTaken,
    SkillsDealt,
    SkillsPicked,
    StartPlayerDrawn,
    TilePlaced,
)
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.rounds import Round
from hako.content.quo_vadis.steps.shared_effects import refill
from hako.content.quo_vadis.working_skills import maximum
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, SecretChoice, Step, known

ROTATIONS = 3


class SetUp(Step[World, None], frozen=True):
    """The base is laid out, and the tiles at its rim as the table wants it."""

    clause = "quo_vadis.setup.2"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        layout, tiles = world.content.layout, world.content.tiles
        singles = chance.cards.shuffle(tile.id for tile in tiles if not tile.is_double)
        doubles = chance.cards.shuffle(tile.id for tile in tiles if tile.is_double)
        size = len(layout.base)
        extra = (*singles[size:], *doubles[: world.content.doubles_for(len(world.players))])
        for area, position in zip(singles[:size], layout.base, strict=True):
            yield TilePlaced(area, position, chance.cards.below(ROTATIONS))
        if world.variants.layout == "players":
            for turn, area in enumerate(extra):
                yield LayTile(turn % len(world.players), area)
        else:
            rim = _rim(world, chance)
            for area, position in zip(extra, rim, strict=False):
                yield TilePlaced(area, position, chance.cards.below(ROTATIONS))
        yield TakeRaces()


def _rim(world: World, chance: Chance) -> tuple[Position, ...]:
    """The positions at the rim in the order in which they are filled (quo_vadis.setup.5)."""
    layout = world.content.layout
    if world.variants.layout == "random":
        return chance.cards.shuffle(layout.rim)
    return (*layout.edge, *(position for position in layout.rim if position not in layout.edge))


class LayTile(Choice[World, PlaceTile], frozen=True):
    """Layout by players: a seat lays an extra tile at the rim of the base."""

    clause = "quo_vadis.setup.5"

    area: AreaId

    def actions(self, world: World, /) -> Sequence[PlaceTile]:
        taken = {tile.position for tile in world.map.tiles}
        return [
            PlaceTile(self.area, position, rotation)
            for position in world.content.layout.rim
            if position not in taken
            for rotation in range(ROTATIONS)
        ]

    def resolve(self, world: World, action: PlaceTile, chance: Chance, /) -> Resolution[World]:
        yield TilePlaced(action.area, action.position, action.rotation)


class TakeRaces(Step[World, None], frozen=True):
    """Each player takes a different race, in seat order or at random."""

    clause = "quo_vadis.setup.7"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if world.variants.race_pick == "random":
            races = chance.cards.shuffle(world.content.race)
            for seat in world.seats:
                yield RaceTaken(seat, races[seat])
        else:
            for seat in world.seats:
                yield PickRace(seat)
        yield DealSkills()


class PickRace(Choice[World, TakeRace], frozen=True):
    """A player takes a race that nobody has."""

    clause = "quo_vadis.setup.7"

    def actions(self, world: World, /) -> Sequence[TakeRace]:
        taken = {player.race for player in world.players}
        return [TakeRace(race) for race in world.content.race if race not in taken]

    def resolve(self, world: World, action: TakeRace, chance: Chance, /) -> Resolution[World]:
        yield RaceTaken(self.seat, action.race)


class DealSkills(Step[World, None], frozen=True):
    """Everybody gets six skills to draft from."""

    clause = "quo_vadis.setup.11"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        size = world.content.constants.draft_hand
        skills = chance.cards.shuffle(world.content.draft_skills)
        yield SkillsDealt(
            tuple(tuple(sorted(skills[seat * size : (seat + 1) * size])) for seat in world.seats)
        )
        yield DraftSkill(tuple(world.seats))


class DraftSkill(SecretChoice[World, tuple[PickSkill, ...]], frozen=True):
    """Everybody keeps a card of the pack; the rest goes on to the left."""

    clause = "quo_vadis.setup.12"

    def choices(self, world: World, seat: int, /) -> Sequence[PickSkill]:
        return [PickSkill(known(skill)) for skill in world.players[seat].pack]

    def resolve(
        self, world: World, action: tuple[PickSkill, ...], chance: Chance, /
    ) -> Resolution[World]:
        world = yield SkillsPicked(tuple(pick.skill for pick in action))
        packs = [player.pack for player in world.players]
        world = yield PacksPassed((packs[-1], *packs[:-1]))
        if len(packs[0]) > 1:
            yield DraftSkill(self.seats)
            return
        yield SkillsPicked(tuple(player.pack[0] for player in world.players))
        yield DealEpics()


class DealEpics(Step[World, None], frozen=True):
    """The epic cards are shuffled, and everybody draws a hand."""

    clause = "quo_vadis.setup.15"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        world = yield EpicsShuffled(chance.cards.shuffle(world.content.epic_pile()))
        for seat in world.seats:
            world = yield from refill(world, seat, chance)
        yield SpreadResources(tuple(world.seats))


class SpreadResources(SecretChoice[World, tuple[SpreadCubes, ...]], frozen=True):
    """Everybody spreads the first cubes over spirit, food and faith."""

    clause = "quo_vadis.setup.16"

    def choices(self, world: World, seat: int, /) -> Sequence[SpreadCubes]:
        cubes = world.content.constants.start_cubes
        spirit, food, faith = (maximum(world, seat, it) for it in ("spirit", "food", "faith"))
        return [
            SpreadCubes(one, two, cubes - one - two)
            for one in range(min(spirit, cubes) + 1)
            for two in range(min(food, cubes - one) + 1)
            if cubes - one - two <= faith
        ]

    def resolve(
        self, world: World, action: tuple[SpreadCubes, ...], chance: Chance, /
    ) -> Resolution[World]:
        for seat, cubes in zip(self.seats, action, strict=True):
            yield CubesSpread(seat, cubes.spirit, cubes.food, cubes.faith)
        yield PickBasicSkill(self.seats)


class PickBasicSkill(SecretChoice[World, tuple[TakeBasicSkill, ...]], frozen=True):
    """Everybody begins with one of the two skills of the race."""

    clause = "quo_vadis.setup.17"

    def choices(self, world: World, seat: int, /) -> Sequence[TakeBasicSkill]:
        race = world.content.race[known(world.players[seat].race)]
        return [TakeBasicSkill(skill) for skill in race.basic_skills]

    def resolve(
        self, world: World, action: tuple[TakeBasicSkill, ...], chance: Chance, /
    ) -> Resolution[World]:
        for seat, basic in zip(self.seats, action, strict=True):
            yield BasicSkillTaken(seat, basic.skill)
        yield DrawStartPlayer()


class DrawStartPlayer(Step[World, None], frozen=True):
    """The start player is drawn, and the first round begins."""

    clause = "quo_vadis.setup.18"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield StartPlayerDrawn(chance.dice.choice(world.seats))
        yield Round(1)
