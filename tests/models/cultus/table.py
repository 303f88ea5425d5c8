"""The table of Cultus as the model has it: the map, the decks, the players."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import hako.content.cultus
from hako.content.cultus.actions import AllotGold, DiscardCard, LayCard
from tests.models.model import Ask, Facts, Model, Play

FOLDER = Path(hako.content.cultus.__file__).parent
CONTENT = tomllib.loads((FOLDER / "cultus.toml").read_text(encoding="utf-8"))


def table(name: str) -> dict[str, dict[str, Any]]:
    """A table of the content file by id."""
    return {row["id"]: row for row in CONTENT[name]}


CARDS = {name: row["cells"] for name, row in table("construction_card").items()}
INCOME = {name: frozenset(row["icons"]) for name, row in table("income_card").items()}
ICON_OF = {name: row["icon"] for name, row in table("character").items()}
PLANS = table("plan")
MONUMENT_CARDS = table("monument_card")
TRACKS = {name: row["track"] for name, row in table("enemy").items()}

PLAZA = "plaza"
SIZE = 8
CENTRE = (27, 28, 35, 36)  # map.4
CORNERS = (0, 7, 56, 63)
START_CELLS = {2: (0, 63), 3: (0, 63, 7), 4: (0, 7, 63, 56)}  # setup.11
CUBES = {1: 6, 2: 6, 3: 5, 4: 4}  # setup.7
DIFFICULTIES = {"normal": 0, "hard": 10, "extreme": 20}  # solo.3


def neighbours(cell: int, *, diagonally: bool) -> list[int]:
    """map.5: adjacent cells, or all around."""
    row, column = divmod(cell, SIZE)
    cells = []
    for other_row in range(max(0, row - 1), min(SIZE, row + 2)):
        for other_column in range(max(0, column - 1), min(SIZE, column + 2)):
            steps = abs(other_row - row) + abs(other_column - column)
            if steps == 1 or (steps == 2 and diagonally):
                cells.append(other_row * SIZE + other_column)
    return cells


ADJACENT = [neighbours(cell, diagonally=False) for cell in range(SIZE * SIZE)]
AROUND = [neighbours(cell, diagonally=True) for cell in range(SIZE * SIZE)]


def covered_by(anchor: int) -> tuple[int, ...]:
    """The cells of a card whose north-western one this is."""
    return (anchor, anchor + 1, anchor + SIZE, anchor + SIZE + 1)


ANCHORS = [row * SIZE + column for row in range(SIZE - 1) for column in range(SIZE - 1)]  # place.2


def from_middle(cell: int) -> int:
    """enemy.8: how far row and column lie from the middle, in half cells and together."""
    row, column = divmod(cell, SIZE)
    return abs(2 * row - SIZE + 1) + abs(2 * column - SIZE + 1)


@dataclass
class Deck:
    """An income card, with what lies on it."""

    income: str
    cards: list[str]
    medal: int | None = None

    @property
    def is_gold(self) -> bool:
        """start.3: whether the last card has left it."""
        return not self.cards


@dataclass
class Ruler:
    """A player."""

    seat: int
    hand: list[str]
    stock: int
    cost: int | None = 0
    """Gold on the cost board; None without a cube there."""
    gold: int = 0
    """Gold on the character card."""
    vp: int = 0
    character: str | None = None
    plan: str | None = None
    pawn: int | None = None
    monuments: list[int] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    has_medal: bool = False

    def has(self, kind: str) -> bool:
        return any(MONUMENT_CARDS[card]["kind"] == kind for card in self.cards)

    def lose(self, vp: int) -> int:
        """hand.3: lose VP, as many as there are; what is lacking."""
        lost = min(vp, self.vp)
        self.vp -= lost
        return vp - lost


@dataclass
class Table(Model):
    """The table, and what happens to it in several phases."""

    def __post_init__(self) -> None:
        self.seats = range(self.seating.seats)
        self.is_alone = len(self.seats) == 1
        self.icons: list[str | None] = [None for _ in range(SIZE * SIZE)]
        self.rulers: list[Ruler] = []
        self.decks: list[Deck] = []
        self.discard: list[str] = []
        self.left_over: list[str] = []
        self.open_cards: list[str] = []
        self.monument_deck: list[str] = []
        self.start_player = 0
        self.active = 0
        self.turns = 0
        self.points = 0
        self.paid: set[frozenset[int]] = set()
        self.last_cube: int | None = None
        self.last_turns: int | None = None
        """Turns left of the last round, once it is going on."""
        self.enemy = ""
        self.enemy_vp = 0
        self.enemy_monuments: list[int] = []
        self.enemy_track = 0

    def in_turn_order(self) -> list[int]:
        return [(self.start_player + step) % len(self.seats) for step in self.seats]

    def lay(self, card: str, anchor: int, rotation: int) -> None:
        """place.3, place.5: a card covers what lies below it."""
        icons = CARDS[card] if rotation == 0 else reversed(CARDS[card])
        for cell, icon in zip(covered_by(anchor), icons, strict=True):
            self.icons[cell] = icon

    def lay_from_hand(self, ruler: Ruler, card: str, anchors: list[int]) -> Play:
        turns = (0, 180)
        choices = {LayCard(anchor, turn): "place.5" for anchor in anchors for turn in turns}
        action = yield Ask(ruler.seat, choices)
        ruler.hand.remove(card)
        self.lay(card, action.anchor, action.rotation)

    def pawns(self) -> list[int]:
        return [ruler.pawn for ruler in self.rulers if ruler.pawn is not None]

    def monuments(self) -> list[int]:
        return [cell for ruler in self.rulers for cell in ruler.monuments] + self.enemy_monuments

    def cells_with(self, *icons: str) -> list[int]:
        return [cell for cell, icon in enumerate(self.icons) if icon in icons]

    def deck(self, income: str) -> Deck:
        return next(deck for deck in self.decks if deck.income == income)

    def full_decks(self) -> list[Deck]:
        return [deck for deck in self.decks if deck.cards]

    def take(self, deck: Deck) -> str:
        """start.3: the top card leaves a deck; with the last one the medal goes home."""
        card = deck.cards.pop(0)
        if not deck.cards and deck.medal is not None:
            self.by("start.3")
            self.rulers[deck.medal].has_medal = True
            deck.medal = None
        return card

    def gain_gold(self, ruler: Ruler, gold: int) -> Play:
        """income.2-3: as much as finds room is split between the two tracks."""
        cost_room = 0 if ruler.cost is None else 10 - ruler.cost
        gold = min(gold, cost_room + 10 - ruler.gold)
        splits = [
            AllotGold(cost, gold - cost)
            for cost in range(min(gold, cost_room) + 1)
            if ruler.gold + gold - cost <= 10
        ]
        if len(splits) == 1:
            self.by("income.3")
            allot = splits[0]
        else:
            allot = yield Ask(ruler.seat, dict.fromkeys(splits, "income.2"))
        if ruler.cost is not None:
            ruler.cost += allot.cost
        ruler.gold += allot.character

    def discard_one(self, ruler: Ruler, clause: str) -> Play:
        action = yield Ask(ruler.seat, {DiscardCard(card): clause for card in ruler.hand})
        ruler.hand.remove(action.card)
        self.discard.append(action.card)

    # ------------------------------------------------------------ what is compared

    def facts(self) -> Facts:
        facts: dict[str, object] = {
            "start player": self.start_player,
            "active seat": self.active,
            "turn": self.turns,
            "action points": self.points,
            "pairs that paid": self.paid,
            "first last cube": self.last_cube,
            "icons": self.icons,
            "discard pile": self.discard,
            "left over": self.left_over,
            "open monument cards": sorted(self.open_cards),
            "monument deck": self.monument_deck,
        }
        for deck in self.decks:
            facts[f"deck of {deck.income}"] = (deck.cards, deck.medal, deck.is_gold)
        for ruler in self.rulers:
            facts |= {f"{name} of seat {ruler.seat}": value for name, value in vars(ruler).items()}
        if self.is_alone:
            facts["enemy"] = (self.enemy, self.enemy_vp, self.enemy_track)
            facts["monuments of the enemy"] = sorted(self.enemy_monuments)
        return facts
