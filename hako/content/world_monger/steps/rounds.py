"""Setting up, the rounds one after another, cleaning up, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.world_monger.actions import PickCivilization
from hako.content.world_monger.deck_knowledge import Cardset, all_known
from hako.content.world_monger.events.rounds import (
    AreasCleared,
    CivilizationPlaced,
    DeckShuffled,
    PhaseBegan,
    RoundBegan,
    StartPlayerChosen,
    StartPlayerPassed,
    SupplyLaidOut,
)
from hako.content.world_monger.events.shares import EndValuesFound, SharesCashed
from hako.content.world_monger.state import Civilization, World, end_value
from hako.content.world_monger.steps.civilization_phase import CivilizationPhase
from hako.content.world_monger.steps.development import DevelopmentPhase
from hako.content.world_monger.steps.investment import InvestmentPhase
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step

RANDOM, CHOSEN = "random", "chosen"
"""Ways to select the civilizations; any other value is a scenario."""

HOST: Seat = 0
"""The seat that picks the civilizations."""


class SetUp(Step[World, None], frozen=True):
    """The civilizations are drawn, or those of a scenario are taken."""

    clause = "world_monger.setup.2"

    civilizations: str
    """RANDOM, CHOSEN or the id of a scenario."""
    start_player: Seat | None
    """The start player; None if it is drawn."""

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        count = world.content.civilizations_for(len(world.coins))
        if self.civilizations == CHOSEN:
            yield PickCivilizations(HOST, count, self.start_player)
            return
        if self.civilizations == RANDOM:
            drawn = chance.cards.shuffle(world.content.civilization)[:count]
        else:
            drawn = next(
                scenario.civilizations
                for scenario in world.content.scenarios
                if scenario.id == self.civilizations
            )
        for civilization in drawn:
            yield CivilizationPlaced(civilization)
        yield Deal(self.start_player)


class PickCivilizations(Choice[World, PickCivilization], frozen=True):
    """The table picks its civilizations, from the topmost to the bottommost."""

    clause = "world_monger.setup.4"

    wanted: int
    """The number of civilizations still to pick."""
    start_player: Seat | None

    def actions(self, world: World, /) -> Sequence[PickCivilization]:
        placed = {civilization.id for civilization in world.civilizations}
        return [PickCivilization(name) for name in world.content.civilization if name not in placed]

    def resolve(
        self, world: World, action: PickCivilization, chance: Chance, /
    ) -> Resolution[World]:
        yield CivilizationPlaced(action.civilization)
        if self.wanted > 1:
            yield PickCivilizations(self.seat, self.wanted - 1, self.start_player)
        else:
            yield Deal(self.start_player)


class Deal(Step[World, None], frozen=True):
    """The supply is laid out, the decks are shuffled, and a start player is found."""

    clause = "world_monger.setup.5"

    start_player: Seat | None

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        world = yield SupplyLaidOut()
        for civilization in world.civilizations:
            yield DeckShuffled(civilization.id, chance.cards.shuffle(all_known(civilization.deck)))
        first = self.start_player
        yield StartPlayerChosen(chance.dice.choice(world.seats) if first is None else first)
        yield Round(1)


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
