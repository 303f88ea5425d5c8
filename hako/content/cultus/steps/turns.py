"""A turn and its phases, the hand limit, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.cultus.actions import DiscardCard
from hako.content.cultus.events.turn import (
    CardDiscarded,
    IncomeCounted,
    OverhandPaid,
    PhaseBegan,
    TurnBegan,
)
from hako.content.cultus.map_moves import hand_loss
from hako.content.cultus.state import Town
from hako.content.cultus.steps.acting import ActionPhase
from hako.content.cultus.steps.drawing import DrawNext
from hako.content.cultus.steps.ending import FinalScoring
from hako.content.cultus.steps.enemy_phase import EnemyPhase
from hako.content.cultus.steps.gold import gain
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step, known


class TakeTurn(Step[Town, None], frozen=True):
    """A player's turn, phase by phase."""

    clause = "cultus.turn.1"

    seat: Seat
    number: int

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        yield TurnBegan(self.seat, self.number)
        yield StartPhase(self.seat)
        yield IncomePhase(self.seat)
        yield ActionPhase(self.seat)
        yield HandPhase(self.seat)
        if town.is_solo:
            yield EnemyPhase(self.seat)
        yield EndPhase(self.seat)


# ------------------------------------------------------------ drawing and income


class StartPhase(Step[Town, None], frozen=True):
    """A player draws a card; with Industry none, one or two."""

    clause = "cultus.start.1"

    seat: Seat

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        yield PhaseBegan("start")
        yield DrawNext(self.seat, 0)


class IncomePhase(Step[Town, None], frozen=True):
    """A player gains gold for itself and for the own monuments."""

    clause = "cultus.income.1"

    seat: Seat

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        constants, monuments = town.content.constants, town.rulers[self.seat].monuments
        gold = constants.base_income + constants.income_per_monument * len(monuments)
        yield PhaseBegan("income")
        town = yield IncomeCounted(self.seat, gold)
        yield from gain(town, self.seat, gold)


# ------------------------------------------------------------ the hand limit


class HandPhase(Step[Town, None], frozen=True):
    """A player with too many cards has to discard some."""

    clause = "cultus.hand.1"

    seat: Seat

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        yield PhaseBegan("hand")
        if is_overhand(town, self.seat):
            yield DiscardDown(self.seat, 0)


def is_overhand(town: Town, seat: Seat) -> bool:
    """True if a player holds more cards than the limit (cultus.hand.1)."""
    return len(town.rulers[seat].hand) > town.content.constants.hand_limit


class DiscardDown(Choice[Town, DiscardCard], frozen=True):
    """A player chooses a card to discard down to the hand limit."""

    clause = "cultus.hand.1"

    discarded: int
    """Cards discarded already in this phase."""

    def actions(self, town: Town, /) -> Sequence[DiscardCard]:
        return [DiscardCard(known(card)) for card in town.rulers[self.seat].hand]

    def resolve(self, town: Town, action: DiscardCard, chance: Chance, /) -> Resolution[Town]:
        town = yield CardDiscarded(self.seat, action.card)
        if is_overhand(town, self.seat):
            yield DiscardDown(self.seat, self.discarded + 1)
        else:
            yield OverhandPaid(self.seat, *hand_loss(town, self.seat, self.discarded + 1))


# ------------------------------------------------------------ the end


class EndPhase(Step[Town, None], frozen=True):
    """The next turn begins, or the game ends."""

    clause = "cultus.end.1"

    seat: Seat

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        following = (self.seat + 1) % len(town.rulers)
        if not town.decks() or following == town.last_cube:
            yield FinalScoring()
        else:
            yield TakeTurn(following, town.turn.number + 1)
