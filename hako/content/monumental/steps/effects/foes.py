"""Effects on opponents: destroy Soldiers, take Gold."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.monumental.actions import DestroySoldiers
from hako.content.monumental.cards.land import Place
from hako.content.monumental.events.effect_outcomes import GoldStolen, SoldiersDestroyed
from hako.content.monumental.map_queries import borders
from hako.content.monumental.state import World
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, known


class ChooseDestroyed(Choice[World, DestroySoldiers], frozen=True):
    """A player sends Soldiers of an enemy Province home (monumental.op.destroy)."""

    clause = "monumental.op.destroy"

    count: int
    """The largest number of Soldiers."""

    def actions(self, world: World, /) -> Sequence[DestroySoldiers]:
        return [
            DestroySoldiers(place)
            for place in world.land.terrain
            if world.tile(place).owner not in (None, self.seat)
            and destroyable(world, place, self.count)
            and borders(world, self.seat, place)
        ]

    def resolve(
        self, world: World, action: DestroySoldiers, chance: Chance, /
    ) -> Resolution[World]:
        owner = known(world.tile(action.place).owner)
        yield SoldiersDestroyed(owner, action.place, destroyable(world, action.place, self.count))


def destroyable(world: World, place: Place, most: int) -> int:
    """The number of Soldiers that can be destroyed there: a piece of garrison must stay."""
    tile = world.tile(place)
    others = tile.warlord + tile.outpost
    return max(0, min(most, tile.soldiers if others else tile.soldiers - 1))


def victims(world: World, seat: Seat) -> Sequence[Seat]:
    """The opponents who have Gold, clockwise from the seat."""
    after = (*world.seats[seat + 1 :], *world.seats[:seat])
    return [other for other in after if world.realms[other].supply.gold]


def steal(world: World, seat: Seat, gold: int) -> Resolution[World]:
    """Take so much Gold from each opponent, or what there is (monumental.op.steal)."""
    for victim in victims(world, seat):
        world = yield GoldStolen(seat, victim, min(gold, world.realms[victim].supply.gold))
