"""Events of a turn: phases, cards drawn and laid, gold, steps."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from hako.content.cultus.cards import CardId, IncomeId
from hako.content.cultus.geometry import Cell, Rotation
from hako.content.cultus.state import Laid, Phase, Town, Turn, laid_over, pair
from hako.engine.rules.model import Event, Seat, Viewer

# ------------------------------------------------------------ turns and phases


class TurnBegan(Event[Town], frozen=True):
    """A player's turn begins (cultus.turn.1)."""

    opens = True

    seat: Seat
    number: int
    """1-based, counting everybody's."""

    def apply(self, town: Town, /) -> Town:
        return replace(town, turn=Turn(self.number, self.seat))


class PhaseBegan(Event[Town], frozen=True):
    """A phase begins (cultus.turn.1)."""

    quiet = True

    phase: Phase

    def apply(self, town: Town, /) -> Town:
        return replace(town, turn=replace(town.turn, phase=self.phase))


class PointsCounted(Event[Town], frozen=True):
    """The action points of a player's turn were counted (cultus.start.4)."""

    quiet = True

    seat: Seat
    points: int

    def apply(self, town: Town, /) -> Town:
        return replace(town, turn=replace(town.turn, points=self.points))


class PointSpent(Event[Town], frozen=True):
    """An action point was spent (cultus.action.1)."""

    quiet = True

    seat: Seat

    def apply(self, town: Town, /) -> Town:
        return replace(town, turn=replace(town.turn, points=town.turn.points - 1))


class PointsLost(Event[Town], frozen=True):
    """A player could do nothing with the action points left (cultus.action.3)."""

    seat: Seat
    points: int

    def apply(self, town: Town, /) -> Town:
        return replace(town, turn=replace(town.turn, points=0))


# ------------------------------------------------------------ cards


class CardDrawn(Event[Town], frozen=True):
    """A player drew the top card of a deck (cultus.start.1)."""

    reveals = True

    seat: Seat
    income: IncomeId
    card: CardId | None
    """None for all others."""

    def masked(self, viewer: Viewer, /) -> Self:
        return self if viewer == self.seat else replace(self, card=None)

    def apply(self, town: Town, /) -> Town:
        ruler, space = town.rulers[self.seat], town.space(self.income)
        drawn = town.with_space(replace(space, deck=space.deck[1:]))
        return drawn.with_ruler(self.seat, replace(ruler, hand=(*ruler.hand, self.card)))


class IncomeCardTurned(Event[Town], frozen=True):
    """A deck is empty and its income card shows its gold side (cultus.start.3)."""

    income: IncomeId

    def apply(self, town: Town, /) -> Town:
        return town.with_space(replace(town.space(self.income), is_gold=True))


class MedalReturned(Event[Town], frozen=True):
    """A bonus medal came home (cultus.start.3)."""

    seat: Seat
    income: IncomeId

    def apply(self, town: Town, /) -> Town:
        freed = town.with_space(replace(town.space(self.income), medal=None))
        return freed.with_ruler(self.seat, replace(freed.rulers[self.seat], has_medal=True))


class CardDiscarded(Event[Town], frozen=True):
    """A player discarded a card of the hand, face up (cultus.setup.5)."""

    reveals = True

    seat: Seat
    card: CardId

    def apply(self, town: Town, /) -> Town:
        left = without(town, self.seat, self.card)
        return replace(left, discard=(*left.discard, self.card))


class CardLaid(Event[Town], frozen=True):
    """A player laid a card of the hand on the map (cultus.place.1)."""

    reveals = True

    seat: Seat
    card: CardId
    anchor: Cell
    """The north-western cell of the card."""
    rotation: Rotation

    def apply(self, town: Town, /) -> Town:
        left = without(town, self.seat, self.card)
        return laid_over(left, Laid(self.card, self.anchor, self.rotation))


def without(town: Town, seat: Seat, card: CardId) -> Town:
    """The table with a card taken out of a hand; of a hidden hand a masked card is taken."""
    hand = town.rulers[seat].hand
    place = hand.index(card if card in hand else None)
    left = (*hand[:place], *hand[place + 1 :])
    return town.with_ruler(seat, replace(town.rulers[seat], hand=left))


# ------------------------------------------------------------ gold


class IncomeCounted(Event[Town], frozen=True):
    """A player's income in gold was counted (cultus.income.1)."""

    quiet = True

    seat: Seat
    gold: int

    def apply(self, town: Town, /) -> Town:
        return town


class GoldAllotted(Event[Town], frozen=True):
    """A player's cubes advanced on the cost board and on the character card (cultus.income.2)."""

    seat: Seat
    cost: int
    character: int

    def apply(self, town: Town, /) -> Town:
        ruler = town.rulers[self.seat]
        cost = None if ruler.cost is None else ruler.cost + self.cost
        gold = ruler.character_gold + self.character
        return town.with_ruler(self.seat, replace(ruler, cost=cost, character_gold=gold))


class GoldLost(Event[Town], frozen=True):
    """Gold fitted on neither track (cultus.income.3)."""

    seat: Seat
    gold: int

    def apply(self, town: Town, /) -> Town:
        return town


# ------------------------------------------------------------ walking


class PawnMoved(Event[Town], frozen=True):
    """A pawn walked to an adjacent cell, or a power moved it anywhere (cultus.move.1)."""

    seat: Seat
    cell: Cell
    to: Cell

    def apply(self, town: Town, /) -> Town:
        return town.with_ruler(self.seat, replace(town.rulers[self.seat], pawn=self.to))


class StepPaid(Event[Town], frozen=True):
    """A step between the icons of an income card paid (cultus.move.2)."""

    seat: Seat
    income: IncomeId
    cell: Cell
    to: Cell
    gold: int

    def apply(self, town: Town, /) -> Town:
        paid = (*town.turn.paid, pair(self.cell, self.to))
        return replace(town, turn=replace(town.turn, paid=paid))


class MedalPaid(Event[Town], frozen=True):
    """A player's own medal lay on the income card that paid (cultus.move.3)."""

    seat: Seat
    vp: int

    def apply(self, town: Town, /) -> Town:
        ruler = town.rulers[self.seat]
        return town.with_ruler(self.seat, replace(ruler, vp=ruler.vp + self.vp))


# ------------------------------------------------------------ the hand phase


class OverhandPaid(Event[Town], frozen=True):
    """A player held too many cards (cultus.hand.1, cultus.hand.2)."""

    seat: Seat
    vp: int
    """Points lost."""
    gold: int
    """Gold lost from the cost board for missing points."""

    def apply(self, town: Town, /) -> Town:
        ruler = town.rulers[self.seat]
        cost = None if ruler.cost is None else ruler.cost - self.gold
        return town.with_ruler(self.seat, replace(ruler, vp=ruler.vp - self.vp, cost=cost))
