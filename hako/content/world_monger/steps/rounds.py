"""The rounds one after another, cleaning up, and the end of the game."""

from __future__ import annotations

from hako.content.world_monger.deck_knowledge import Cardset, all_known
from hako.content.world_monger.events.rounds import (
    AreasCleared,
    PhaseBegan,
    RoundBegan,
    StartPlayerPassed,
)
from hako.content.world_monger.events.shares import EndValuesFound, SharesCashed
from hako.content.world_monger.state import Civilization, World, end_value
from hako.content.world_monger.steps.civilization_phase import CivilizationPhase
from hako.content.world_monger.steps.development import DevelopmentPhase
from hako.content.world_monger.steps.investment import InvestmentPhase
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Resolution, Step


class Round(Step[World, None], frozen=True):
    """A round of four phases."""

    clause = "world_monger.round.1"

    number: int

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield RoundBegan(self.number)
        yield CivilizationPhase()
        yield InvestmentPhase()
        yield DevelopmentPhase()
        yield Cleanup()


class Cleanup(Step[World, None], frozen=True):
    """The play areas are cleared and the marker passes; another round, or the end."""

    clause = "world_monger.cleanup.1"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield PhaseBegan("cleanup")
        yield AreasCleared()
        world = yield StartPlayerPassed((world.start_player + 1) % len(world.coins))
        yield FinalSale() if world.round == world.final_round else Round(world.round + 1)


class FinalSale(Step[World, None], frozen=True):
    """All Shares are cashed at the end values, and the game is over."""

    clause = "world_monger.end.3"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield PhaseBegan("end")
        values = tuple(
            end_value(world, _final_deck(world, civilization))
            for civilization in world.civilizations
        )
        world = yield EndValuesFound(values)
        for civilization, value in zip(world.civilizations, values, strict=True):
            for seat, count in enumerate(civilization.shares):
                if count:
                    yield SharesCashed(seat, civilization.id, count, value, count * value)


def _final_deck(world: World, civilization: Civilization) -> Cardset:
    """All cards of a civilization; without a ledger, hidden ones raise Hidden (secret.1-2)."""
    if world.has_ledger:
        return civilization.owned()
    return all_known((*civilization.deck, *civilization.area_cards(), *civilization.discard))
