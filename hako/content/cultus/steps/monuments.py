"""Building monuments and moving them."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.cultus.actions import DiscardCard, PickCell, PushOnAction, Stay
from hako.content.cultus.cards import MonumentId
from hako.content.cultus.events.monuments import (
    BonusScored,
    CubeReplaced,
    EnemyMonumentMoved,
    LastCubePlaced,
    MonumentBuilt,
    MonumentCardTaken,
    MonumentCardTurnedUp,
    MonumentMoved,
    MoveScored,
    SiteScored,
)
from hako.content.cultus.events.turn import CardDiscarded
from hako.content.cultus.geometry import Cell
from hako.content.cultus.map_moves import monument_steps, shift_cards
from hako.content.cultus.scoring import monument_bonus, site_bonus
from hako.content.cultus.state import Owner, Town
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step, known


def build(town: Town, seat: Seat, card: MonumentId) -> Resolution[Town]:
    """Build a monument on the cell of the player's pawn (cultus.build.2-8).

    The next monument card is turned up after the scoring, which does not depend on it: so a
    preview shows the points before it stops at the unknown card.
    """
    cell = town.rulers[seat].pawn
    assert cell is not None, "a monument is built where a pawn stands"
    site, (count, vp) = site_bonus(town, seat, cell), monument_bonus(town, cell, card)
    yield MonumentBuilt(seat, cell)
    town = yield MonumentCardTaken(seat, card)
    if count:
        yield BonusScored(seat, town.content.monument[card].bonus_icon, count, vp)
    if site:
        yield SiteScored(seat, known(town.icons[cell]), site)
    yield CubeReplaced(seat) if town.rulers[seat].stock else LastCubePlaced(seat)
    if town.monument_deck:
        yield MonumentCardTurnedUp(known(town.monument_deck[0]))


# ------------------------------------------------------------ moving them


def shift(town: Town, seat: Seat, owner: Owner, cell: Cell, to: Cell) -> Resolution[Town]:
    """Move a monument to an adjacent cell; with Military it may go on."""
    if town.has(seat, "military") and further(town, seat, cell, to):
        yield PushOn(seat, owner, cell, to)
    else:
        yield PayForMove(seat, owner, cell, to)


def further(town: Town, seat: Seat, cell: Cell, via: Cell) -> list[Cell]:
    """The cells to which a monument may go on, without the one it came from (cultus.monument.6)."""
    return [to for to in monument_steps(town, seat, via) if to != cell]


class PushOn(Choice[Town, PushOnAction], frozen=True):
    """With Military a player may move the monument one cell further."""

    clause = "cultus.monument.6"

    owner: Owner
    cell: Cell
    via: Cell
    """The cell from which the monument goes on."""

    def actions(self, town: Town, /) -> Sequence[PushOnAction]:
        return [*map(PickCell, further(town, self.seat, self.cell, self.via)), Stay()]

    def resolve(self, town: Town, action: PushOnAction, chance: Chance, /) -> Resolution[Town]:
        to = action.cell if isinstance(action, PickCell) else self.via
        yield PayForMove(self.seat, self.owner, self.cell, to)


class PayForMove(Step[Town, None], frozen=True):
    """Cards are discarded for the move of a monument, and it moves (cultus.shift.1)."""

    clause = "cultus.shift.1"

    seat: Seat
    owner: Owner
    cell: Cell
    to: Cell
    discarded: int = 0
    """Cards discarded already."""

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        left = shift_cards(town, self.seat) - self.discarded
        hand = town.rulers[self.seat].hand
        if left and len(hand) > left:
            yield DiscardForMove(self.seat, self.owner, self.cell, self.to, self.discarded)
            return
        for card in hand[:left]:
            yield CardDiscarded(self.seat, known(card))
        if self.owner is None:
            yield EnemyMonumentMoved(self.cell, self.to)
        else:
            yield MonumentMoved(self.owner, self.cell, self.to)
        yield MoveScored(self.seat, town.content.constants.shift_vp)


class DiscardForMove(Choice[Town, DiscardCard], frozen=True):
    """A player chooses a card to discard for the move of a monument."""

    clause = "cultus.shift.1"

    owner: Owner
    cell: Cell
    to: Cell
    discarded: int

    def actions(self, town: Town, /) -> Sequence[DiscardCard]:
        return [DiscardCard(known(card)) for card in town.rulers[self.seat].hand]

    def resolve(self, town: Town, action: DiscardCard, chance: Chance, /) -> Resolution[Town]:
        yield CardDiscarded(self.seat, action.card)
        yield PayForMove(self.seat, self.owner, self.cell, self.to, self.discarded + 1)
