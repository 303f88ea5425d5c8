"""The actions of the game."""

from __future__ import annotations

from typing import Self, TypeAlias

from msgspec.structs import replace

from hako.content.cultus.cards import CardId, CharacterId, IncomeId, MonumentId, PlanId, PowerId
from hako.content.cultus.geometry import Cell, Rotation
from hako.engine.rules.model import Action, Seat, Viewer

# ------------------------------------------------------------ setting up


class KeepCharacter(Action, frozen=True):
    """Keep one of two characters."""

    character: CharacterId


class KeepPlan(Action, frozen=True):
    """Keep one of two plans."""

    plan: PlanId


class PlaceMedal(Action, frozen=True):
    """Put the bonus medal on an income card."""

    income: IncomeId


class PlacePawn(Action, frozen=True):
    """Put the pawn on a corner of the town."""

    cell: Cell


# ------------------------------------------------------------ cards and gold


class DrawCard(Action, frozen=True):
    """Draw the top card of the deck on an income card."""

    kind = "draw"

    income: IncomeId


class DrawNoMore(Action, frozen=True):
    """Draw no card, or no second one."""

    kind = "end"


class AllotGold(Action, frozen=True):
    """Advance the cubes on the cost board and on the character card by these numbers of spaces."""

    cost: int
    character: int


class DiscardCard(Action, frozen=True):
    """Discard a card of the hand, face up."""

    card: CardId


# ------------------------------------------------------------ what action points buy


class MovePawn(Action, frozen=True):
    """Walk to an adjacent cell."""

    kind = "walk"

    to: Cell


class Stay(Action, frozen=True):
    """Go no further, with the pawn or with a monument."""

    kind = "end"


class TakePay(Action, frozen=True):
    """Take the pay of the step into this cell, where two steps would pay."""

    income: IncomeId
    to: Cell


class PlaceCard(Action, frozen=True):
    """Choose a card of the hand to lay; its place is chosen next."""

    kind = "lay"

    quiet = True

    card: CardId | None
    """The card; None for other seats, as the card is not shown until it lies."""

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, card=None)


class LayCard(Action, frozen=True):
    """Lay the card so that its north-western cell is this one."""

    anchor: Cell
    rotation: Rotation


class BuildMonument(Action, frozen=True):
    """Build a monument where the pawn stands, and take this monument card."""

    kind = "build"
    pays_first = True

    card: MonumentId


class MoveMonument(Action, frozen=True):
    """Discard cards and move a player's monument to an adjacent cell."""

    kind = "push"

    quiet = True

    owner: Seat
    cell: Cell
    to: Cell


class MoveEnemyMonument(Action, frozen=True):
    """Discard cards and move the enemy's monument to an adjacent cell."""

    kind = "push"

    quiet = True

    cell: Cell
    to: Cell


class UsePower(Action, frozen=True):
    """Pay character gold for one of the character's powers."""

    kind = "power"

    power: PowerId


class PickCell(Action, frozen=True):
    """Choose this cell."""

    quiet = True

    cell: Cell


class EndActions(Action, frozen=True):
    """End the action phase."""

    kind = "end"


# ------------------------------------------------------------ inside an enemy's effect


class PushMonument(Action, frozen=True):
    """Move a monument to an adjacent cell."""

    cell: Cell
    to: Cell


class LeaveMonument(Action, frozen=True):
    """Leave a monument where it is, as it cannot move."""

    cell: Cell


DrawAction: TypeAlias = DrawCard | DrawNoMore
WalkOnAction: TypeAlias = MovePawn | Stay
PushOnAction: TypeAlias = PickCell | Stay
GatherAction: TypeAlias = PushMonument | LeaveMonument
TurnAction: TypeAlias = (
    MovePawn
    | PlaceCard
    | BuildMonument
    | MoveMonument
    | MoveEnemyMonument
    | DrawCard
    | UsePower
    | EndActions
)
"""An action of the action phase."""
CultusAction: TypeAlias = (
    KeepCharacter
    | KeepPlan
    | PlaceMedal
    | PlacePawn
    | AllotGold
    | DiscardCard
    | DrawNoMore
    | Stay
    | TakePay
    | LayCard
    | PickCell
    | GatherAction
    | TurnAction
)
