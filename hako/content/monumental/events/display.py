"""Events of the display: cards leave it, and cards are laid out."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.face_down_stacks import Layer
from hako.content.monumental.state import World
from hako.engine.rules.model import Event


class DisplayDiscarded(Event[World], frozen=True):
    """Cards left the display unbought, the rightmost first (monumental.seq.11, classic.4)."""

    cards: tuple[CardId, ...]
    """In the order in which they left."""

    def apply(self, world: World, /) -> World:
        display = tuple(
            tuple(card for card in row if card not in self.cards) for row in world.display
        )
        return replace(world, display=display, removed=(*world.removed, *self.cards))


class DisplayFilled(Event[World], frozen=True):
    """Cards of the deck came into a row of the display, from right to left (monumental.seq.13)."""

    reveals = True

    row: int
    """0 is the upper one."""
    cards: tuple[CardId, ...]
    """In the order in which they came: the first lies to the right of the others."""
    left: int
    """Cards that the deck still has."""

    def apply(self, world: World, /) -> World:
        row = (*reversed(self.cards), *world.display[self.row])
        display = (*world.display[: self.row], row, *world.display[self.row + 1 :])
        return replace(world, display=display, layers=_drawn(world.layers, len(self.cards)))


class TakenForgotten(Event[World], frozen=True):
    """The counts of cards taken from the display were reset."""

    quiet = True

    def apply(self, world: World, /) -> World:
        return replace(world, taken=(0,) * len(world.taken))


def _drawn(layers: tuple[Layer, ...], count: int) -> tuple[Layer, ...]:
    """The deck without so many cards from its top; an Era used up is gone."""
    while count:
        top, *rest = layers
        cards = top.cards[count:]
        count -= len(top.cards) - len(cards)
        layers = (replace(top, cards=cards), *rest) if cards else tuple(rest)
    return layers
