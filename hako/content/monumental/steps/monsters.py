"""The Monsters module (monumental.monster.1-11)."""

from __future__ import annotations

from hako.content.monumental.cards.card_types import MonsterId
from hako.content.monumental.cards.effects import Resource
from hako.content.monumental.cards.land import Place
from hako.content.monumental.events.map_pieces import GarrisonDestroyed
from hako.content.monumental.events.monsters import (
    MonsterRavaged,
    MonsterRevealed,
    MonsterSlain,
    RavageSuffered,
)
from hako.content.monumental.map_queries import defence, garrison, passive_garrison
from hako.content.monumental.state import Lair, World
from hako.content.monumental.steps.draw_and_activate import Moves
from hako.content.monumental.steps.gains import gain_all
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Resolution, Seat, Step, known


class MeetMonster(Step[World, None], frozen=True):
    """A Monster was turned up: its card lies below the display (monumental.monster.2)."""

    clause = "monumental.monster.2"

    seat: Seat
    place: Place
    monster: MonsterId

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield MonsterRevealed(self.seat, self.monster, self.place)


class SlayMonsters(Step[World, None], frozen=True):
    """The conqueror of a neutral lair slays its Monsters (monumental.monster.9)."""

    clause = "monumental.monster.9"

    seat: Seat
    place: Place

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        for lair in world.lairs:
            if lair.place == self.place:
                world = yield from slay(world, self.seat, lair.monster, chance)


class MonstersAttack(Step[World, None], frozen=True):
    """The revealed Monsters attack, in the order of their coming (monumental.monster.3-4)."""

    clause = "monumental.monster.3"

    revealer: Seat | None
    """In classic mode: only the Monsters that this seat revealed; None is all."""

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        for lair in world.lairs:
            if self.revealer in (None, lair.revealer):
                yield MonsterAttacks(lair)


class MonsterAttacks(Step[World, None], frozen=True):
    """A Monster attacks its lair, or a Province beside it (monumental.monster.5)."""

    clause = "monumental.monster.5"

    lair: Lair

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        lair = self.lair
        place = attacked(world, lair)
        if place is None:
            return
        seat, monster = known(world.tile(place).owner), world.content.monster[lair.monster]
        if strength_against(world, place) >= monster.strength:
            yield from slay(world, seat, monster.id, chance)
            return
        world = yield MonsterRavaged(seat, monster.id, place)
        if lost := ravaged(world, seat, monster.id):
            yield RavageSuffered(seat, monster.id, lost)
        if place == lair.place:
            yield GarrisonDestroyed(seat, place)


def attacked(world: World, lair: Lair) -> Place | None:
    """The Province that a Monster attacks, or None if there is none (monumental.monster.5)."""
    if world.tile(lair.place).owner is not None:
        return lair.place
    beside = world.land.neighbours[lair.place]
    held = [
        place
        for place in beside
        if world.tile(place).owner is not None and not world.is_capital(place)
    ]
    order = world.clockwise()

    def weakness(place: Place) -> tuple[int, ...]:
        q, r = world.land.hex[place]
        owner = order.index(known(world.tile(place).owner))
        return strength_against(world, place), defence(world, place), owner, r, q

    return min(held, key=weakness, default=None)


def strength_against(world: World, place: Place) -> int:
    """The garrison of a controlled Province against Monsters (monumental.monster.6)."""
    tile = world.tile(place)
    return garrison(world.content.constants, tile) + passive_garrison(world, known(tile.owner))


def slay(world: World, seat: Seat, monster: MonsterId, chance: Chance) -> Moves[World]:
    """Take a Monster's card and gain its reward, which the Automa does not (monumental.solo.7)."""
    world = yield MonsterSlain(seat, monster)
    if not world.is_automa(seat):
        reward = world.content.monster[monster].reward
        world = yield from gain_all(world, seat, monster, reward, chance)
    return world


def ravaged(world: World, seat: Seat, monster: MonsterId) -> dict[Resource, int]:
    """The amounts a seat loses to a Monster, at most what it has (monumental.op.lose, solo.7)."""
    if world.is_automa(seat):
        return {}
    supply = world.realms[seat].supply
    ravage = world.content.monster[monster].ravage.amounts
    return {name: min(count, supply.of(name)) for name, count in ravage.items() if supply.of(name)}
