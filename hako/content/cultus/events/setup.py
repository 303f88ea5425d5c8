"""Events of the set-up."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from hako.content.cultus.cards import CardId, CharacterId, IncomeId, MonumentId, PlanId
from hako.content.cultus.geometry import Cell
from hako.content.cultus.state import Enemy, Laid, Space, Town, laid_over
from hako.engine.content.files import Amount
from hako.engine.rules.model import Event, Seat, Viewer


class IncomeRowLaid(Event[Town], frozen=True):
    """The income cards lie in a row, from left to right (cultus.setup.3, cultus.solo.4)."""

    cards: tuple[IncomeId, ...]

    def apply(self, town: Town, /) -> Town:
        return replace(town, row=tuple(Space(card) for card in self.cards))


class HandDealt(Event[Town], frozen=True):
    """A player got the starting hand (cultus.setup.4, cultus.solo.5)."""

    seat: Seat
    count: Amount
    cards: tuple[CardId | None, ...]
    """None for all others."""

    def masked(self, viewer: Viewer, /) -> Self:
        return self if viewer == self.seat else replace(self, cards=(None,) * self.count)

    def apply(self, town: Town, /) -> Town:
        return town.with_ruler(self.seat, replace(town.rulers[self.seat], hand=self.cards))


class TownLaidOut(Event[Town], frozen=True):
    """The town of a solo game lies on the map (cultus.solo.5)."""

    cards: tuple[Laid, ...]

    def apply(self, town: Town, /) -> Town:
        for card in self.cards:
            town = laid_over(town, card)
        return town


class DecksMade(Event[Town], frozen=True):
    """The rest lies in decks on the income cards, from left to right (cultus.setup.5)."""

    quiet = True

    decks: tuple[tuple[CardId | None, ...], ...]
    """The top card first. None for all who look."""
    left_over: tuple[CardId | None, ...]
    """Discarded face down. None for all who look."""

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(
            self,
            decks=tuple((None,) * len(deck) for deck in self.decks),
            left_over=(None,) * len(self.left_over),
        )

    def apply(self, town: Town, /) -> Town:
        row = tuple(
            replace(space, deck=deck) for space, deck in zip(town.row, self.decks, strict=True)
        )
        return replace(town, row=row, left_over=self.left_over)


class CharacterTaken(Event[Town], frozen=True):
    """A player has a character, face up (cultus.setup.6, cultus.solo.6)."""

    seat: Seat
    character: CharacterId

    def apply(self, town: Town, /) -> Town:
        ruler = replace(town.rulers[self.seat], character=self.character)
        return town.with_ruler(self.seat, ruler)


class PlanDealt(Event[Town], frozen=True):
    """A player got a plan, which nobody else sees (cultus.setup.6)."""

    seat: Seat
    plan: PlanId | None
    """None for all others."""

    def masked(self, viewer: Viewer, /) -> Self:
        return self if viewer == self.seat else replace(self, plan=None)

    def apply(self, town: Town, /) -> Town:
        return town.with_ruler(self.seat, replace(town.rulers[self.seat], plan=self.plan))


class PlanKept(Event[Town], frozen=True):
    """The solo player keeps a plan, face up (cultus.solo.6)."""

    seat: Seat
    plan: PlanId

    def apply(self, town: Town, /) -> Town:
        ruler = replace(town.rulers[self.seat], plan=self.plan)
        return replace(town.with_ruler(self.seat, ruler), plans_open=True)


class CubesPlaced(Event[Town], frozen=True):
    """A player has cubes in stock, on the cost board and on the character (cultus.setup.7)."""

    seat: Seat
    stock: int
    cost: int
    """Gold on the cost board."""

    def apply(self, town: Town, /) -> Town:
        ruler = replace(town.rulers[self.seat], stock=self.stock, cost=self.cost)
        return town.with_ruler(self.seat, ruler)


class MonumentCardsLaid(Event[Town], frozen=True):
    """Some monument cards lie face up, the rest is a deck (cultus.setup.8)."""

    cards: tuple[MonumentId, ...]
    deck: tuple[MonumentId | None, ...]
    """The top card first. None for all who look."""

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, deck=(None,) * len(self.deck))

    def apply(self, town: Town, /) -> Town:
        return replace(town, open_monuments=self.cards, monument_deck=self.deck)


class StartPlayerChosen(Event[Town], frozen=True):
    """The start player was drawn (cultus.setup.9)."""

    seat: Seat

    def apply(self, town: Town, /) -> Town:
        return replace(town, start_player=self.seat)


class MedalPlaced(Event[Town], frozen=True):
    """A player put the bonus medal on an income card (cultus.setup.10, cultus.solo.9)."""

    seat: Seat
    income: IncomeId

    def apply(self, town: Town, /) -> Town:
        return town.with_space(replace(town.space(self.income), medal=self.seat))


class PawnPlaced(Event[Town], frozen=True):
    """A pawn stands on the map (cultus.setup.12, cultus.solo.9)."""

    seat: Seat
    cell: Cell

    def apply(self, town: Town, /) -> Town:
        return town.with_ruler(self.seat, replace(town.rulers[self.seat], pawn=self.cell))


class EnemyEntered(Event[Town], frozen=True):
    """An enemy has monuments in the town (cultus.solo.2, cultus.solo.3, cultus.solo.7)."""

    enemy: CharacterId
    vp: int
    cells: tuple[Cell, ...]
    """The cells of its monuments."""

    def apply(self, town: Town, /) -> Town:
        return replace(town, enemy=Enemy(self.enemy, self.vp, self.cells))
