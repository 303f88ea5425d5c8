"""Events of the enemy of a solo game."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.cultus.cards import CardId, CharacterId, IncomeId
from hako.content.cultus.events.monuments import with_vp
from hako.content.cultus.geometry import Cell
from hako.content.cultus.state import Town
from hako.engine.content.files import Amount
from hako.engine.rules.model import Event, Seat


class TopCardDiscarded(Event[Town], frozen=True):
    """The top card of a deck was discarded (cultus.solo.11)."""

    reveals = True

    income: IncomeId
    card: CardId

    def apply(self, town: Town, /) -> Town:
        space = town.space(self.income)
        left = town.with_space(replace(space, deck=space.deck[1:]))
        return replace(left, discard=(*town.discard, self.card))


class EnemyAdvanced(Event[Town], frozen=True):
    """The cube on the enemy card is on another space (cultus.solo.12)."""

    enemy: CharacterId
    track: int

    def apply(self, town: Town, /) -> Town:
        return replace(town, enemy=replace(town.foe, track=self.track))


class EnemyReturned(Event[Town], frozen=True):
    """After the enemy's effect its cube is back on 0 (cultus.solo.12)."""

    quiet = True

    enemy: CharacterId

    def apply(self, town: Town, /) -> Town:
        return replace(town, enemy=replace(town.foe, track=0))


class EnemyScored(Event[Town], frozen=True):
    """The effect of an enemy brought points (cultus.enemy.1-7)."""

    enemy: CharacterId
    count: Amount
    """Things that the effect counts."""
    vp: int

    def apply(self, town: Town, /) -> Town:
        return with_enemy_vp(town, self.vp)


class CostBoardEmptied(Event[Town], frozen=True):
    """The player's gold on the cost board is gone (cultus.enemy.4)."""

    seat: Seat
    gold: int
    """Gold lost."""

    def apply(self, town: Town, /) -> Town:
        return town.with_ruler(self.seat, replace(town.rulers[self.seat], cost=0))


class CharacterEmptied(Event[Town], frozen=True):
    """The player's gold on the character card is gone (cultus.enemy.6)."""

    seat: Seat
    gold: int
    """Gold lost."""

    def apply(self, town: Town, /) -> Town:
        return town.with_ruler(self.seat, replace(town.rulers[self.seat], character_gold=0))


class VpLost(Event[Town], frozen=True):
    """The player lost points to an enemy (cultus.enemy.2, cultus.enemy.6)."""

    seat: Seat
    vp: int
    """Points lost; at most all that the player has (cultus.hand.3)."""

    def apply(self, town: Town, /) -> Town:
        return with_vp(town, self.seat, -self.vp)


class MonumentStayed(Event[Town], frozen=True):
    """A monument of the enemy had no way to the centre (cultus.enemy.7)."""

    cell: Cell

    def apply(self, town: Town, /) -> Town:
        return town


def with_enemy_vp(town: Town, more: int) -> Town:
    """The table with points added to the enemy's score."""
    enemy = town.foe
    return replace(town, enemy=replace(enemy, vp=enemy.vp + more))
