"""Events of rounds and phases."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.world_monger.state import Phase, World
from hako.engine.rules.model import Event, Seat


class RoundBegan(Event[World], frozen=True):
    """A round begins."""

    opens = True

    number: int

    def apply(self, world: World, /) -> World:
        return replace(world, round=self.number)


class PhaseBegan(Event[World], frozen=True):
    """A phase begins (world_monger.round.1)."""

    quiet = True

    phase: Phase

    def apply(self, world: World, /) -> World:
        return replace(world, phase=self.phase)


class PricesSet(Event[World], frozen=True):
    """The prices of the investment phase, from top to bottom (world_monger.price.3)."""

    quiet = True

    prices: tuple[int, ...]

    def apply(self, world: World, /) -> World:
        return replace(world, prices=(*world.prices, self.prices))


class FinalRoundAnnounced(Event[World], frozen=True):
    """Enough kinds of cards have run out: the next round is the last (world_monger.end.1)."""

    matters = True

    number: int

    def apply(self, world: World, /) -> World:
        return replace(world, final_round=self.number)


class AreasCleared(Event[World], frozen=True):
    """All play areas went to their discard piles (world_monger.cleanup.1)."""

    quiet = True

    def apply(self, world: World, /) -> World:
        return replace(
            world,
            civilizations=tuple(
                [
                    replace(
                        civilization,
                        area=(),
                        discard=(*civilization.discard, *civilization.area_cards()),
                    )
                    for civilization in world.civilizations
                ]
            ),
        )


class StartPlayerPassed(Event[World], frozen=True):
    """The start player marker went to the left neighbour (world_monger.cleanup.2)."""

    seat: Seat

    def apply(self, world: World, /) -> World:
        return replace(world, start_player=self.seat)
