"""Setting up: the civilizations, and the deal."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.world_monger.actions import PickCivilization
from hako.content.world_monger.deck_knowledge import all_known
from hako.content.world_monger.events.setup import (
    CivilizationPlaced,
    DeckShuffled,
    StartPlayerChosen,
    SupplyLaidOut,
)
from hako.content.world_monger.state import World
from hako.content.world_monger.steps.rounds import Round
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
