"""Setting up, for two to four players and for one."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.cultus.actions import KeepCharacter, KeepPlan, PlaceCard, PlaceMedal, PlacePawn
from hako.content.cultus.cards import CardId, CharacterId, PlanId
from hako.content.cultus.events.setup import (
    CharacterTaken,
    CubesPlaced,
    DecksMade,
    EnemyEntered,
    HandDealt,
    IncomeRowLaid,
    MedalPlaced,
    MonumentCardsLaid,
    PawnPlaced,
    PlanDealt,
    PlanKept,
    StartPlayerChosen,
    TownLaidOut,
)
from hako.content.cultus.geometry import Cell
from hako.content.cultus.state import Laid, Town
from hako.content.cultus.steps.laying import LayFirstCard
from hako.content.cultus.steps.turns import TakeTurn
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step

RANDOM = "random"
"""The option value that draws the enemy of a solo game; any other value is an enemy."""

SOLO: Seat = 0

_TRACKS = 2
"""Cubes that go from the stock to a track: cost board and character (cultus.setup.7)."""

_DRAWN = 2
"""Characters and plans of which a solo player keeps one (cultus.solo.6)."""


class SetUp(Step[Town, None], frozen=True):
    """The income and construction cards are laid out, then the players are set up."""

    clause = "cultus.setup.3"

    enemy: str
    """RANDOM, or an enemy of the solo game."""
    difficulty: str
    """The id of the difficulty of a solo game."""

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        table = town.content.table_for(len(town.rulers))
        town = yield IncomeRowLaid(chance.cards.shuffle(town.content.income))
        cards = list(chance.cards.shuffle(town.content.card))
        for seat in town.seats:
            yield HandDealt(seat, table.hand, _taken(cards, table.hand))
        if table.built:
            spaces, turns = town.geometry.spaces, town.geometry.rotations
            yield TownLaidOut(
                tuple(
                    Laid(card, anchor, chance.dice.choice(turns))
                    for card, anchor in zip(_taken(cards, len(spaces)), spaces, strict=True)
                )
            )
        decks = tuple(_taken(cards, table.deck_size) for _ in town.row)
        yield DecksMade(decks, tuple(cards))
        if len(town.rulers) == 1:
            yield SetUpSolo(self.enemy, self.difficulty)
        else:
            yield SetUpPlayers()


def _taken(cards: list[CardId], count: int) -> tuple[CardId, ...]:
    """The top cards, which leave the list."""
    top = tuple(cards[:count])
    del cards[:count]
    return top


class SetUpPlayers(Step[Town, None], frozen=True):
    """Two to four players get characters, plans and cubes; medals and first cards follow."""

    clause = "cultus.setup.6"

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        characters = chance.cards.shuffle(town.content.character)
        plans = chance.cards.shuffle(town.content.plan)
        for seat in town.seats:
            yield CharacterTaken(seat, characters[seat])
            yield PlanDealt(seat, plans[seat])
        yield _monument_cards(town, chance)
        town = yield StartPlayerChosen(chance.dice.choice(town.seats))
        table = town.content.table_for(len(town.rulers))
        for seat, gold in zip(town.in_turn_order(), table.start_gold, strict=True):
            yield CubesPlaced(seat, table.cubes - _TRACKS, gold)
        for seat in reversed(town.in_turn_order()):
            yield PickMedalSpace(seat)
        for seat, spot in zip(town.in_turn_order(), table.start_cells, strict=True):
            yield FirstCard(seat, town.geometry.cell(*spot))
        yield TakeTurn(town.start_player, 1)


def _monument_cards(town: Town, chance: Chance) -> MonumentCardsLaid:
    """The event that lays out the monument cards (cultus.setup.8, cultus.solo.8)."""
    cards = chance.cards.shuffle(town.content.monument)
    shown = town.content.constants.open_monument_cards
    return MonumentCardsLaid(cards[:shown], cards[shown:])


class PickMedalSpace(Choice[Town, PlaceMedal], frozen=True):
    """A player puts the bonus medal on an income card that has none."""

    clause = "cultus.setup.10"

    def actions(self, town: Town, /) -> Sequence[PlaceMedal]:
        return [PlaceMedal(space.income) for space in town.row if space.medal is None]

    def resolve(self, town: Town, action: PlaceMedal, chance: Chance, /) -> Resolution[Town]:
        yield MedalPlaced(self.seat, action.income)


class FirstCard(Choice[Town, PlaceCard], frozen=True):
    """A player chooses the card to lay over the start cell."""

    clause = "cultus.setup.12"

    start: Cell

    def actions(self, town: Town, /) -> Sequence[PlaceCard]:
        return [PlaceCard(card) for card in town.rulers[self.seat].hand]

    def resolve(self, town: Town, action: PlaceCard, chance: Chance, /) -> Resolution[Town]:
        yield LayFirstCard(self.seat, action.card, self.start)


# ------------------------------------------------------------ one player


class SetUpSolo(Step[Town, None], frozen=True):
    """A solo game: an enemy enters, and the player chooses one of two characters and plans."""

    clause = "cultus.solo.2"

    enemy: str
    difficulty: str

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        enemies, table = town.content.enemy, town.content.table_for(1)
        name = self.enemy
        if name == RANDOM:
            name = chance.dice.choice(tuple(enemies))
        difficulty = next(
            level for level in town.content.difficulties if level.id == self.difficulty
        )
        centre = tuple(sorted(town.geometry.centre_cells))
        yield EnemyEntered(name, difficulty.enemy_vp, centre)
        yield CubesPlaced(SOLO, table.cubes - _TRACKS, table.start_gold[0])
        yield _monument_cards(town, chance)
        characters = chance.cards.shuffle(town.content.character)[:_DRAWN]
        plans = chance.cards.shuffle(town.content.plan)[:_DRAWN]
        yield PickCharacter(SOLO, characters, plans)
        yield PickPlan(SOLO, plans)
        yield PickMedalSpace(SOLO)
        yield PickCorner(SOLO)
        yield TakeTurn(SOLO, 1)


class PickCharacter(Choice[Town, KeepCharacter], frozen=True):
    """The solo player keeps one of the characters drawn."""

    clause = "cultus.solo.6"

    drawn: tuple[CharacterId, ...]
    plans: tuple[PlanId, ...]
    """The plans drawn, one of which is kept next."""

    def actions(self, town: Town, /) -> Sequence[KeepCharacter]:
        return [KeepCharacter(character) for character in self.drawn]

    def resolve(self, town: Town, action: KeepCharacter, chance: Chance, /) -> Resolution[Town]:
        yield CharacterTaken(self.seat, action.character)


class PickPlan(Choice[Town, KeepPlan], frozen=True):
    """The solo player keeps one of the plans drawn."""

    clause = "cultus.solo.6"

    drawn: tuple[PlanId, ...]

    def actions(self, town: Town, /) -> Sequence[KeepPlan]:
        return [KeepPlan(plan) for plan in self.drawn]

    def resolve(self, town: Town, action: KeepPlan, chance: Chance, /) -> Resolution[Town]:
        yield PlanKept(self.seat, action.plan)


class PickCorner(Choice[Town, PlacePawn], frozen=True):
    """The solo player starts in a corner of the town."""

    clause = "cultus.solo.9"

    def actions(self, town: Town, /) -> Sequence[PlacePawn]:
        return [PlacePawn(cell) for cell in town.geometry.corner_cells]

    def resolve(self, town: Town, action: PlacePawn, chance: Chance, /) -> Resolution[Town]:
        yield PawnPlaced(self.seat, action.cell)
