"""The civilization phase: cards are laid out, effects are used, dividends are paid."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.world_monger.actions import CivilizationAction, EndTurn, UseCard
from hako.content.world_monger.cards import CardId, CivilizationId
from hako.content.world_monger.events.civilization_phase import CardUsed, DividendPaid
from hako.content.world_monger.events.decks import CardsLaidOut
from hako.content.world_monger.events.rounds import PhaseBegan
from hako.content.world_monger.state import World, controller, pays_dividend
from hako.content.world_monger.steps.card_moves import reached
from hako.content.world_monger.steps.effect_progress import Use
from hako.content.world_monger.steps.effects import CarryOut
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step

_END = EndTurn()


class CivilizationPhase(Step[World, None], frozen=True):
    """Each civilization takes a turn, from the topmost to the bottommost.

    Its dividend belongs to its turn, or all are paid after the last turn (world_monger.dividend.3).
    """

    clause = "world_monger.civ.1"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield PhaseBegan("civilization")
        for civilization in world.civilizations:
            yield CivilizationTurn(civilization.id)
        if world.pays_at_phase_end:
            for civilization in world.civilizations:
                yield PayDividend(civilization.id)


class CivilizationTurn(Step[World, None], frozen=True):
    """Cards are laid out; then the current controller may use them."""

    clause = "world_monger.civ.2"

    civilization: CivilizationId

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        name, size = self.civilization, world.content.constants.layout_size
        cards = yield from reached(world, name, size, chance)
        if cards:
            world = yield CardsLaidOut(name, cards)
        seat = controller(world, name)
        if seat is not None:
            yield OfferCards(seat, name)
        if not world.pays_at_phase_end:
            yield PayDividend(name)


class OfferCards(Step[World, None], frozen=True):
    """The controller is asked as long as there is a card to use."""

    clause = "world_monger.civ.5"

    seat: Seat
    civilization: CivilizationId

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if usable(world, self.civilization):
            yield UseCards(self.seat, self.civilization)


class UseCards(Choice[World, CivilizationAction], frozen=True):
    """The controller uses a card of the play area or ends the turn."""

    clause = "world_monger.civ.3"

    civilization: CivilizationId

    def actions(self, world: World, /) -> Sequence[CivilizationAction]:
        return [*(UseCard(card) for card in usable(world, self.civilization)), _END]

    def resolve(
        self, world: World, action: CivilizationAction, chance: Chance, /
    ) -> Resolution[World]:
        match action:
            case UseCard():
                yield CardUsed(self.seat, self.civilization, action.card)
                yield CarryOut(self.seat, Use(self.civilization, action.card))
                yield OfferCards(self.seat, self.civilization)
            case EndTurn():
                return


class PayDividend(Step[World, None], frozen=True):
    """A dividend icon in the play area pays all who hold Shares."""

    clause = "world_monger.dividend.1"

    civilization: CivilizationId

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if not pays_dividend(world, self.civilization):
            return
        per_share = world.content.constants.dividend_per_share
        for seat, count in enumerate(world.civilization(self.civilization).shares):
            if count:
                yield DividendPaid(seat, self.civilization, count * per_share)


def usable(world: World, civilization: CivilizationId) -> Sequence[CardId]:
    """The cards that may be used now, each once, as they arrived (world_monger.civ.4)."""
    area, usable = world.civilization(civilization).area, world.content.usable
    return [*dict.fromkeys([laid.card for laid in area if not laid.used and laid.card in usable])]
