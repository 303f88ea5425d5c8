"""Drawing cards, and turning an income card when its deck runs out."""

from __future__ import annotations

from hako.content.cultus.cards import IncomeId
from hako.content.cultus.events.turn import CardDrawn, IncomeCardTurned, MedalReturned
from hako.content.cultus.state import Town
from hako.engine.rules.model import Resolution, Seat, known


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
