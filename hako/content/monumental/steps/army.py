"""Moving units (monumental.move.1-3) and building Outposts (monumental.outpost.1-2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from hako.content.monumental.actions import BuildOutpost, MoveTo, PickUnit, Stop, Unit
from hako.content.monumental.cards.land import Place
from hako.content.monumental.conquest_options import Troops, armies, troops
from hako.content.monumental.events.map_pieces import ArmyPaid, OutpostBuilt, UnitMoved
from hako.content.monumental.map_queries import may_leave, tiles_of
from hako.content.monumental.payment import payment
from hako.content.monumental.realm import Amounts, Realm
from hako.content.monumental.state import World
from hako.content.monumental.steps.draw_and_activate import Moves
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat

PickAction: TypeAlias = PickUnit | Stop

_STOP = Stop()


class MoveUnits(Choice[World, PickAction], frozen=True):
    """A seat picks the next unit to move (monumental.move.1, move.3)."""

    clause = "monumental.move.1"

    left: int
    """The number of units that may still move."""
    moved: tuple[Place, ...] = ()
    """The tiles of Soldiers that have moved already."""
    warlord_moved: bool = False
    may_stop: bool = True

    def actions(self, world: World, /) -> Sequence[PickAction]:
        picks = movable(world, self.seat, self.moved, warlord_moved=self.warlord_moved)
        return [*picks, _STOP] if self.may_stop else picks

    def resolve(self, world: World, action: PickAction, chance: Chance, /) -> Resolution[World]:
        if isinstance(action, PickUnit):
            yield ChooseDestination(self.seat, action.unit, action.place, self)


class ChooseDestination(Choice[World, MoveTo], frozen=True):
    """A seat chooses where a unit goes, through its own tiles only (monumental.move.1)."""

    clause = "monumental.move.1"

    unit: Unit
    source: Place
    moves: MoveUnits
    """The choice in which the unit was picked."""

    def actions(self, world: World, /) -> Sequence[MoveTo]:
        army = next(army for army in armies(world, self.seat) if self.source in army.tiles)
        return [MoveTo(place) for place in army.tiles if place != self.source]

    def resolve(self, world: World, action: MoveTo, chance: Chance, /) -> Resolution[World]:
        world = yield UnitMoved(self.seat, self.unit, self.source, action.place)
        before = self.moves
        after = replace(
            before,
            left=before.left - 1,
            moved=before.moved if self.unit == "warlord" else (*before.moved, action.place),
            warlord_moved=before.warlord_moved or self.unit == "warlord",
        )
        if after.left and movable(world, self.seat, after.moved, warlord_moved=after.warlord_moved):
            yield after


class ChooseOutpost(Choice[World, BuildOutpost], frozen=True):
    """An effect lets a seat build an Outpost with fewer Soldiers (monumental.effect.4)."""

    clause = "monumental.outpost.1"

    soldiers: int

    def actions(self, world: World, /) -> Sequence[BuildOutpost]:
        return outposts(troops(world, self.seat), world.realms[self.seat], self.soldiers)

    def resolve(self, world: World, action: BuildOutpost, chance: Chance, /) -> Resolution[World]:
        yield OutpostBuilt(self.seat, action.place, self.soldiers)


def outposts(own: Troops, realm: Realm, soldiers: int) -> Sequence[BuildOutpost]:
    """The Outposts that troops can build with a number of Soldiers (monumental.outpost.1)."""
    if not realm.outposts or not own.sites:
        return ()
    return [BuildOutpost(place) for place, present in own.sites if present >= soldiers]


def movable(
    world: World, seat: Seat, moved: Sequence[Place] = (), *, warlord_moved: bool = False
) -> Sequence[PickUnit]:
    """The units that can move and have not moved yet (monumental.move.1-3)."""
    picks: list[PickUnit] = []
    own, land = tiles_of(world, seat), world.land
    for place, tile in own.items():
        if not may_leave(land, place, tile) or own.keys().isdisjoint(land.neighbours[place]):
            continue
        if tile.soldiers > moved.count(place):
            picks.append(PickUnit("soldier", place))
        if tile.warlord and not warlord_moved:
            picks.append(PickUnit("warlord", place))
    return picks


def move_price(world: World, seat: Seat) -> Amounts | None:
    """The payment of a seat for moving a unit; None if it cannot pay."""
    cost = world.content.constants.military_per_unit
    return payment(world.realms[seat].supply, "military", cost)


def move_army(world: World, seat: Seat) -> Moves[World]:
    """Pay, and move one unit (monumental.move.1)."""
    paid = move_price(world, seat)
    assert paid is not None, "only what can be paid is offered"
    world = yield ArmyPaid(seat, dict(paid))
    yield MoveUnits(seat, 1, may_stop=False)
    return world
