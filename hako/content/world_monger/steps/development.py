"""The development phase: a card is added to each civilization."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.world_monger.actions import AddCard
from hako.content.world_monger.cards import CivilizationId
from hako.content.world_monger.events.rounds import PhaseBegan
from hako.content.world_monger.events.supply import CardAdded, FeatureAdded, NothingAdded
from hako.content.world_monger.state import World, controller
from hako.content.world_monger.steps.card_moves import taken
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Step


class DevelopmentPhase(Step[World, None], frozen=True):
    """A card is added to each civilization, from the topmost to the bottommost."""

    clause = "world_monger.develop.1"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield PhaseBegan("development")
        for civilization in world.civilizations:
            yield DevelopmentTurn(civilization.id)


class DevelopmentTurn(Step[World, None], frozen=True):
    """The controller adds a card; without a controller the feature culture is added."""

    clause = "world_monger.develop.3"

    civilization: CivilizationId

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        seat = controller(world, self.civilization)
        feature = world.content.civilization[self.civilization].feature_culture
        if seat is not None and world.offers():
            yield Develop(seat, self.civilization)
        elif seat is None and world.left(feature):
            yield from taken(world, FeatureAdded(self.civilization, feature))
        else:
            yield NothingAdded(self.civilization)


class Develop(Choice[World, AddCard], frozen=True):
    """The controller chooses a card of the supply to add; it cannot be declined."""

    clause = "world_monger.develop.2"

    civilization: CivilizationId

    def actions(self, world: World, /) -> Sequence[AddCard]:
        return [AddCard(card) for card in world.offered()]

    def depends_on(self, world: World, action: AddCard, /) -> int | None:
        """The number of the final round; an empty pile shows in the offered actions already."""
        return world.final_round

    def resolve(self, world: World, action: AddCard, chance: Chance, /) -> Resolution[World]:
        yield from taken(world, CardAdded(self.civilization, action.card))
