"""Events of monuments and powers."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.cultus.cards import IconId, MonumentId, PowerId
from hako.content.cultus.geometry import Cell
from hako.content.cultus.state import Town
from hako.engine.content.files import Amount
from hako.engine.rules.model import Event, Seat


class MonumentBuilt(Event[Town], frozen=True):
    """A cube went from the cost board to the map (cultus.build.2)."""

    matters = True
    counts = "for"

    seat: Seat
    cell: Cell

    def apply(self, town: Town, /) -> Town:
        ruler = town.rulers[self.seat]
        built = replace(ruler, cost=None, monuments=(*ruler.monuments, self.cell))
        return town.with_ruler(self.seat, built)


class MonumentCardTaken(Event[Town], frozen=True):
    """A player took one of the open monument cards (cultus.build.3)."""

    seat: Seat
    card: MonumentId

    def apply(self, town: Town, /) -> Town:
        ruler = town.rulers[self.seat]
        taken = town.with_ruler(self.seat, replace(ruler, cards=(*ruler.cards, self.card)))
        left = tuple(card for card in town.open_monuments if card != self.card)
        return replace(taken, open_monuments=left)


class BonusScored(Event[Town], frozen=True):
    """The card's bonus icon was seen around the new monument (cultus.build.4)."""

    seat: Seat
    icon: IconId
    count: Amount
    vp: int

    def apply(self, town: Town, /) -> Town:
        return with_vp(town, self.seat, self.vp)


class SiteScored(Event[Town], frozen=True):
    """A monument was built on an icon of Reconstruction (cultus.build.5)."""

    seat: Seat
    icon: IconId
    vp: int

    def apply(self, town: Town, /) -> Town:
        return with_vp(town, self.seat, self.vp)


class CubeReplaced(Event[Town], frozen=True):
    """A cube went from the stock to 0 of the cost board (cultus.build.7)."""

    quiet = True

    seat: Seat

    def apply(self, town: Town, /) -> Town:
        ruler = town.rulers[self.seat]
        return town.with_ruler(self.seat, replace(ruler, stock=ruler.stock - 1, cost=0))


class LastCubePlaced(Event[Town], frozen=True):
    """A player built with the last cube (cultus.build.8, cultus.end.3)."""

    matters = True

    seat: Seat

    def apply(self, town: Town, /) -> Town:
        first = self.seat if town.last_cube is None else town.last_cube
        return replace(town, last_cube=first)


class MonumentCardTurnedUp(Event[Town], frozen=True):
    """The top monument card lies face up (cultus.build.3)."""

    reveals = True

    card: MonumentId

    def apply(self, town: Town, /) -> Town:
        return replace(
            town,
            open_monuments=(*town.open_monuments, self.card),
            monument_deck=town.monument_deck[1:],
        )


class MonumentMoved(Event[Town], frozen=True):
    """A player's monument stands on another cell (cultus.shift.1, cultus.power.3)."""

    owner: Seat
    cell: Cell
    to: Cell

    def apply(self, town: Town, /) -> Town:
        return town.with_monument_moved(self.owner, self.cell, self.to)


class EnemyMonumentMoved(Event[Town], frozen=True):
    """A monument of the enemy stands on another cell (cultus.shift.1, cultus.enemy.7)."""

    cell: Cell
    to: Cell

    def apply(self, town: Town, /) -> Town:
        return town.with_monument_moved(None, self.cell, self.to)


class MoveScored(Event[Town], frozen=True):
    """The move of a monument scored (cultus.shift.1)."""

    seat: Seat
    vp: int

    def apply(self, town: Town, /) -> Town:
        return with_vp(town, self.seat, self.vp)


class PowerUsed(Event[Town], frozen=True):
    """A player paid character gold for a power (cultus.power.1)."""

    seat: Seat
    power: PowerId
    gold: int

    def apply(self, town: Town, /) -> Town:
        ruler = town.rulers[self.seat]
        left = ruler.character_gold - self.gold
        return town.with_ruler(self.seat, replace(ruler, character_gold=left))


class PowerScored(Event[Town], frozen=True):
    """A power counted icons around a player's monuments (cultus.power.4)."""

    seat: Seat
    icon: IconId
    count: Amount
    vp: int

    def apply(self, town: Town, /) -> Town:
        return with_vp(town, self.seat, self.vp)


def with_vp(town: Town, seat: Seat, more: int) -> Town:
    """The table with points added to a player's score, or taken from it."""
    ruler = town.rulers[seat]
    return town.with_ruler(seat, replace(ruler, vp=ruler.vp + more))
