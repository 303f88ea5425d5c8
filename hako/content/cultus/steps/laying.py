"""Laying construction cards: the first one over the start cell, later ones beside the pawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from msgspec.structs import replace

from hako.content.cultus.actions import LayCard
from hako.content.cultus.cards import CardId
from hako.content.cultus.events.setup import PawnPlaced
from hako.content.cultus.events.turn import CardLaid
from hako.content.cultus.geometry import Cell
from hako.content.cultus.map_moves import first_anchors, placements, turned
from hako.content.cultus.state import Town
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Viewer, known


class LayFirstCard(Choice[Town, LayCard], frozen=True):
    """A player lays the first card over the start cell, and the pawn enters there."""

    clause = "cultus.setup.12"

    card: CardId | None
    """None for all others."""
    start: Cell

    def masked(self, viewer: Viewer, /) -> Self:
        return self if viewer == self.seat else replace(self, card=None)

    def actions(self, town: Town, /) -> Sequence[LayCard]:
        return [LayCard(*placement) for placement in turned(town, first_anchors(town, self.start))]

    def resolve(self, town: Town, action: LayCard, chance: Chance, /) -> Resolution[Town]:
        yield CardLaid(self.seat, known(self.card), action.anchor, action.rotation)
        yield PawnPlaced(self.seat, self.start)


class Lay(Choice[Town, LayCard], frozen=True):
    """A player lays a card beside the own pawn."""

    clause = "cultus.place.1"

    card: CardId | None
    """None for all others."""

    def masked(self, viewer: Viewer, /) -> Self:
        return self if viewer == self.seat else replace(self, card=None)

    def actions(self, town: Town, /) -> Sequence[LayCard]:
        return [LayCard(*placement) for placement in placements(town, self.seat)]

    def resolve(self, town: Town, action: LayCard, chance: Chance, /) -> Resolution[Town]:
        yield CardLaid(self.seat, known(self.card), action.anchor, action.rotation)
