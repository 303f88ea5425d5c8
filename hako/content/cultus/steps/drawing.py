"""The drawing phase: drawing cards, and turning an income card when its deck runs out."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.cultus.actions import DrawAction, DrawCard, DrawNoMore
from hako.content.cultus.cards import IncomeId
from hako.content.cultus.events.turn import (
    CardDrawn,
    IncomeCardTurned,
    MedalReturned,
)
from hako.content.cultus.state import Town
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step, known


def draw(town: Town, seat: Seat, income: IncomeId) -> Resolution[Town]:
    """Draw the top card of a deck to a hand (cultus.start.1, cultus.draw.1)."""
    town = yield CardDrawn(seat, income, known(town.space(income).deck[0]))
    yield from turn_if_empty(town, income)


def turn_if_empty(town: Town, income: IncomeId) -> Resolution[Town]:
    """Without a deck the income card shows gold, and a medal on it comes home (cultus.start.3)."""
    space = town.space(income)
    if space.deck:
        return
    yield IncomeCardTurned(income)
    if space.medal is not None:
        yield MedalReturned(space.medal, income)


class DrawNext(Step[Town, None], frozen=True):
    """Another card may follow, after the one before was seen (cultus.start.2)."""

    clause = "cultus.start.2"

    seat: Seat
    drawn: int

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        if town.decks() and self.drawn < draws(town, self.seat)[1]:
            yield StartDraw(self.seat, self.drawn)


class StartDraw(Choice[Town, DrawAction], frozen=True):
    """A player chooses a deck to draw from."""

    clause = "cultus.start.1"

    drawn: int
    """Cards drawn already in this phase."""

    def actions(self, town: Town, /) -> Sequence[DrawAction]:
        stop = [DrawNoMore()] if self.drawn >= draws(town, self.seat)[0] else []
        return [*(DrawCard(income) for income in town.decks()), *stop]

    def resolve(self, town: Town, action: DrawAction, chance: Chance, /) -> Resolution[Town]:
        match action:
            case DrawCard(income):
                yield from draw(town, self.seat, income)
                yield DrawNext(self.seat, self.drawn + 1)
            case DrawNoMore():
                pass


def draws(town: Town, seat: Seat) -> tuple[int, int]:
    """The lowest and highest number of cards drawn in a start phase (cultus.monument.3)."""
    constants = town.content.constants
    if town.has(seat, "industry"):
        return 0, constants.industry_draw
    return constants.start_draw, constants.start_draw
