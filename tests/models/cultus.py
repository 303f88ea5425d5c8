"""Cultus as its rulebook tells it: a second opinion on the engine's rules.

The clauses are those of rules.en.md, without the name of the game. What the printed cards show is
read from the content file as it stands there. Cells are numbered row by row from the north-west.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import hako.content.cultus
from hako.content.cultus.actions import (
    AllotGold,
    BuildMonument,
    DiscardCard,
    DrawCard,
    DrawNoMore,
    EndActions,
    KeepCharacter,
    KeepPlan,
    LayCard,
    LeaveMonument,
    MoveEnemyMonument,
    MoveMonument,
    MovePawn,
    PickCell,
    PlaceCard,
    PlaceMedal,
    PlacePawn,
    PushMonument,
    Stay,
    TakePay,
    UsePower,
)
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
class CultusModel(Model):
    """The whole table."""

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

    # ------------------------------------------------------------ the game

    def play(self) -> Play:
        yield from self.set_up()
        while True:
            yield from self.turn(self.rulers[self.active])
            if self.is_over():
                break
            self.by("end.5")
            self.active = (self.active + 1) % len(self.seats)
        self.score()

    def is_over(self) -> bool:
        """The turn that ends was the last one."""
        if not self.full_decks():
            self.by("end.1")
            return True
        if self.last_cube is None:
            return False
        if self.is_alone:
            self.by("solo.14")
            return True
        if self.last_turns is None:
            self.by("end.3")
            self.last_turns = len(self.seats) - 1
        else:
            self.last_turns -= 1
        return self.last_turns == 0

    def in_turn_order(self) -> list[int]:
        return [(self.start_player + step) % len(self.seats) for step in self.seats]

    def set_up(self) -> Play:
        row = self.tape.shuffled(INCOME)  # setup.3
        cards = list(self.tape.shuffled(CARDS))  # setup.4-5
        size, hand = (5, 2) if self.is_alone else (6, 3)
        for seat in self.seats:
            dealt = [cards.pop(0) for _ in range(hand)]
            self.rulers.append(Ruler(seat, dealt, CUBES[len(self.seats)] - 2))
        if self.is_alone:
            self.by("solo.5")
            for number in range(16):
                anchor = number // 4 * 2 * SIZE + number % 4 * 2
                self.lay(cards.pop(0), anchor, self.tape.one_of((0, 180)))
        for income in row:
            self.decks.append(Deck(income, [cards.pop(0) for _ in range(size)]))
        self.left_over = cards
        monuments = list(self.tape.shuffled(MONUMENT_CARDS))  # setup.8
        self.open_cards, self.monument_deck = monuments[:3], monuments[3:]
        if self.is_alone:
            yield from self.set_up_alone()
        else:
            yield from self.set_up_together()
        self.active = self.start_player

    def set_up_together(self) -> Play:
        self.by("setup.6", "setup.9")
        characters, plans = self.tape.shuffled(ICON_OF), self.tape.shuffled(PLANS)
        for ruler in self.rulers:
            ruler.character, ruler.plan = characters[ruler.seat], plans[ruler.seat]
        self.start_player = self.tape.one_of(self.seats)
        order = self.in_turn_order()
        if len(order) == 3:
            self.by("setup.13")
            self.rulers[order[2]].cost = 2
        for seat in reversed(order):
            yield from self.place_medal(seat)
        for seat, cell in zip(order, START_CELLS[len(order)], strict=True):
            ruler = self.rulers[seat]
            card = (yield Ask(seat, {PlaceCard(card): "setup.12" for card in ruler.hand})).card
            anchors = [anchor for anchor in ANCHORS if cell in covered_by(anchor)]
            yield from self.lay_from_hand(ruler, card, anchors)
            ruler.pawn = cell

    def set_up_alone(self) -> Play:
        enemy = self.seating.options["enemy"]
        self.by("solo.2", "solo.3", "solo.7")
        self.enemy = self.tape.one_of(TRACKS) if enemy == "random" else enemy
        self.enemy_vp = DIFFICULTIES[self.seating.options["difficulty"]]
        self.enemy_monuments = list(CENTRE)
        characters, plans = self.tape.shuffled(ICON_OF)[:2], self.tape.shuffled(PLANS)[:2]
        (ruler,) = self.rulers
        ruler.character = (
            yield Ask(0, {KeepCharacter(name): "solo.6" for name in characters})
        ).character
        ruler.plan = (yield Ask(0, {KeepPlan(name): "solo.6" for name in plans})).plan
        yield from self.place_medal(0)
        ruler.pawn = (yield Ask(0, {PlacePawn(cell): "solo.9" for cell in CORNERS})).cell

    def place_medal(self, seat: int) -> Play:
        free = [deck for deck in self.decks if deck.medal is None]
        action = yield Ask(seat, {PlaceMedal(deck.income): "setup.10" for deck in free})
        self.deck(action.income).medal = seat

    # ------------------------------------------------------------ the map

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

    # ------------------------------------------------------------ a turn

    def turn(self, ruler: Ruler) -> Play:
        self.turns += 1
        self.paid.clear()
        yield from self.start_phase(ruler)
        self.by("income.1")
        base = self.constant("base_income", 1)
        yield from self.gain_gold(ruler, base + len(ruler.monuments))
        yield from self.action_phase(ruler)
        yield from self.hand_phase(ruler)
        if self.is_alone:
            yield from self.enemy_phase(ruler)

    def start_phase(self, ruler: Ruler) -> Play:
        has_choice = ruler.has("industry")
        for number in range(2 if has_choice else 1):
            choices: dict[Any, str] = {
                DrawCard(deck.income): "start.1" for deck in self.full_decks()
            }
            if has_choice:
                choices[DrawNoMore()] = "monument.3"
            if number and not self.full_decks():
                break
            action = yield Ask(ruler.seat, choices)
            if action == DrawNoMore():
                break
            ruler.hand.append(self.take(self.deck(action.income)))

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

    def hand_phase(self, ruler: Ruler) -> Play:
        self.points = 0
        excess = max(0, len(ruler.hand) - 5)
        for _ in range(excess):
            yield from self.discard_one(ruler, "hand.1")
        lacking = ruler.lose(2 * excess)
        if lacking and ruler.cost is not None:
            self.by("hand.2")
            ruler.cost = max(0, ruler.cost - lacking)

    def discard_one(self, ruler: Ruler, clause: str) -> Play:
        action = yield Ask(ruler.seat, {DiscardCard(card): clause for card in ruler.hand})
        ruler.hand.remove(action.card)
        self.discard.append(action.card)

    # ------------------------------------------------------------ action phase

    def action_phase(self, ruler: Ruler) -> Play:
        self.by("start.4")
        self.points = 4 if ruler.has_medal else 3
        while True:
            paid = self.paid_actions(ruler) if self.points else {}
            powers = self.powers(ruler)
            if not paid and not powers:
                self.by("action.3")
                return
            choices = paid | powers
            if not paid:
                choices[EndActions()] = "action.3"
            action = yield Ask(ruler.seat, choices)
            if action == EndActions():
                return
            if not isinstance(action, UsePower):
                self.points -= 1
            yield from self.act(ruler, action)

    def act(self, ruler: Ruler, action: Any) -> Play:
        match action:
            case MovePawn(to):
                yield from self.walk(ruler, to)
            case PlaceCard(card):
                yield from self.lay_from_hand(ruler, str(card), self.anchors(ruler))
            case BuildMonument(card):
                self.build(ruler, card)
            case MoveMonument(owner, cell, to):
                yield from self.shift(ruler, self.rulers[owner].monuments, cell, to)
            case MoveEnemyMonument(cell, to):
                yield from self.shift(ruler, self.enemy_monuments, cell, to)
            case DrawCard(income):
                ruler.hand.append(self.take(self.deck(income)))
            case UsePower(power):
                yield from self.use_power(ruler, power)
            case _:
                raise AssertionError(action)

    def paid_actions(self, ruler: Ruler) -> dict[Any, str]:
        """The actions that cost a point and can be carried out, each with its clause."""
        assert ruler.pawn is not None
        choices: dict[Any, str] = {
            MovePawn(cell): "move.1" for cell in self.steps(ruler.pawn, ruler)
        }
        if self.anchors(ruler):
            choices |= {PlaceCard(card): "place.1" for card in ruler.hand}
        if self.may_build(ruler):
            choices |= {BuildMonument(card): "build.3" for card in self.open_cards}
        choices |= self.shifts(ruler)
        choices |= {DrawCard(deck.income): "draw.1" for deck in self.full_decks()}
        return choices

    # ------------------------------------------------------------ walking

    def steps(self, cell: int, ruler: Ruler) -> list[int]:
        """move.1: where a pawn may go from a cell."""
        others = [other.pawn for other in self.rulers if other is not ruler]
        return [to for to in ADJACENT[cell] if self.icons[to] and to not in others]

    def pay_of(self, cell: int, to: int) -> Deck | None:
        """move.2, move.5: the income card that pays a step, if one does."""
        if frozenset((cell, to)) in self.paid:
            self.by("move.5")
            return None
        icons = {self.icons[cell], self.icons[to]}
        for deck in self.decks:
            if INCOME[deck.income] == icons:
                if not deck.is_gold:
                    return deck
                self.by("move.4")
        return None

    def walk(self, ruler: Ruler, to: int) -> Play:
        assert ruler.pawn is not None
        start, ruler.pawn = ruler.pawn, to
        steps = [(start, to)]
        if ruler.has("roads") and (onward := self.steps(to, ruler)):
            choices: dict[Any, str] = {MovePawn(cell): "monument.7" for cell in onward}
            action = yield Ask(ruler.seat, choices | {Stay(): "monument.7"})
            if action != Stay():
                steps.append((to, action.to))
                ruler.pawn = action.to
        paying = {
            frozenset(step): (deck, step[1]) for step in steps if (deck := self.pay_of(*step))
        }
        if len(paying) == 2 and not self.may_pay_both([deck for deck, _ in paying.values()]):
            offers = {TakePay(deck.income, end): pair for pair, (deck, end) in paying.items()}
            action = yield Ask(ruler.seat, dict.fromkeys(offers, "monument.8"))
            chosen = offers[action]
            paying = {chosen: paying[chosen]}
        gold = 0
        for pair, (deck, _) in paying.items():
            self.by("move.2")
            self.paid.add(pair)
            gold += 1 + sum(deck.is_gold for deck in self.decks)
            if deck.medal == ruler.seat:
                self.pay_medal(ruler)
        if paying:
            yield from self.gain_gold(ruler, gold)

    def may_pay_both(self, decks: list[Deck]) -> bool:
        """monument.8, monument.10, monument.11: whether two steps in one action both pay."""
        match self.seating.options.get("roads", "once"):
            case "one_card":
                self.by("monument.10")
                return decks[0] is decks[1]
            case "each_card":
                self.by("monument.11")
                return decks[0] is not decks[1]
            case _:
                return False

    def pay_medal(self, ruler: Ruler) -> None:
        if self.enemy == "wilhelm":
            self.by("enemy.2")
            ruler.lose(2)
        else:
            self.by("move.3")
            ruler.vp += 2

    # ------------------------------------------------------------ cards and monuments

    def anchors(self, ruler: Ruler) -> list[int]:
        """place.1-4: where a card may be laid."""
        assert ruler.pawn is not None
        beside = set(ADJACENT[ruler.pawn])
        taken = {*self.pawns(), *self.monuments()}
        return [
            anchor
            for anchor in ANCHORS
            if beside & set(covered_by(anchor)) and not taken & set(covered_by(anchor))
        ]

    def sites(self, ruler: Ruler) -> dict[str, int]:
        """monument.1: the icons besides the plaza on which a player may build, with their VP."""
        kept = [MONUMENT_CARDS[card] for card in ruler.cards]
        return {card["site_icon"]: 2 for card in kept if card["kind"] == "reconstruction"}

    def may_build(self, ruler: Ruler) -> bool:
        """build.1."""
        assert ruler.pawn is not None
        icon = self.icons[ruler.pawn]
        if ruler.cost != 10 or (icon != PLAZA and icon not in self.sites(ruler)):
            return False
        if ruler.pawn in self.monuments():
            self.by("monument.5")
            return ruler.has("friendship")
        return True

    def build(self, ruler: Ruler, card: str) -> None:
        assert ruler.pawn is not None
        ruler.monuments.append(ruler.pawn)
        icon = self.icons[ruler.pawn]
        if icon != PLAZA:
            self.by("build.5")
            ruler.vp += self.sites(ruler)[str(icon)]
        self.open_cards.remove(card)
        ruler.cards.append(card)
        if self.monument_deck:
            self.open_cards.append(self.monument_deck.pop(0))
        bonus = MONUMENT_CARDS[card]["bonus_icon"]
        self.by("build.4")
        ruler.vp += 3 * [self.icons[cell] for cell in AROUND[ruler.pawn]].count(bonus)
        if ruler.stock:
            self.by("build.7")
            ruler.stock -= 1
            ruler.cost = 0
        else:
            self.by("build.8")
            ruler.cost = None
            if self.last_cube is None:
                self.last_cube = ruler.seat

    def free_steps(self, cell: int, ruler: Ruler) -> list[int]:
        """shift.2, monument.5: where a player may move a monument, one step."""
        blocked = [] if ruler.has("friendship") else self.monuments()
        return [to for to in ADJACENT[cell] if self.icons[to] and to not in blocked]

    def shifts(self, ruler: Ruler) -> dict[Any, str]:
        """shift.1, monument.2, monument.4: the monuments that may be moved, and where."""
        assert ruler.pawn is not None
        if len(ruler.hand) < self.shift_price(ruler):
            return {}
        reach = [ruler.pawn]
        if ruler.has("solidarity"):
            reach += ADJACENT[ruler.pawn]
        choices: dict[Any, str] = {}
        for cell in reach:
            clause = "shift.1" if cell == ruler.pawn else "monument.2"
            for to in self.free_steps(cell, ruler):
                for owner in self.rulers:
                    if cell in owner.monuments:
                        choices[MoveMonument(owner.seat, cell, to)] = clause
                if cell in self.enemy_monuments:
                    choices[MoveEnemyMonument(cell, to)] = clause
        return choices

    def shift_price(self, ruler: Ruler) -> int:
        return 1 if ruler.has("transport") else 2

    def shift(self, ruler: Ruler, monuments: list[int], cell: int, to: int) -> Play:
        end = to
        if ruler.has("military"):  # the way is chosen first
            onward = [onto for onto in self.free_steps(to, ruler) if onto != cell]
            if onward:
                choices: dict[Any, str] = {PickCell(onto): "monument.6" for onto in onward}
                action = yield Ask(ruler.seat, choices | {Stay(): "monument.6"})
                end = to if action == Stay() else action.cell
        price = self.shift_price(ruler)
        if len(ruler.hand) == price:  # nothing to choose
            self.discard += ruler.hand
            ruler.hand.clear()
        else:
            for _ in range(price):
                yield from self.discard_one(ruler, "shift.1")
        monuments[monuments.index(cell)] = end
        self.by("shift.4")
        ruler.vp += 2

    # ------------------------------------------------------------ powers

    def powers(self, ruler: Ruler) -> dict[Any, str]:
        """action.2, power.1: powers that can be paid and carried out."""
        choices: dict[Any, str] = {}
        if ruler.gold >= 3 and self.pawn_targets(ruler):
            choices[UsePower("move_pawn")] = "power.2"
        if ruler.gold >= 5 and any(self.targets(ruler, cell) for cell in ruler.monuments):
            choices[UsePower("move_monument")] = "power.3"
        if ruler.gold >= 10 and ruler.monuments:
            choices[UsePower("score")] = "power.4"
        return choices

    def icon_cells(self, ruler: Ruler) -> list[int]:
        """The cells with the icon of a player's character."""
        return self.cells_with(ICON_OF[str(ruler.character)])

    def pawn_targets(self, ruler: Ruler) -> list[int]:
        return [cell for cell in self.icon_cells(ruler) if cell not in self.pawns()]

    def targets(self, ruler: Ruler, monument: int) -> list[int]:
        """The cells to which the power for 5 gold may move a monument."""
        blocked = [monument] if ruler.has("friendship") else self.monuments()
        return [cell for cell in self.icon_cells(ruler) if cell not in blocked]

    def use_power(self, ruler: Ruler, power: str) -> Play:
        match power:
            case "move_pawn":
                ruler.gold -= 3
                cells = self.pawn_targets(ruler)
                action = yield Ask(ruler.seat, {PickCell(cell): "power.2" for cell in cells})
                ruler.pawn = action.cell
            case "move_monument":
                ruler.gold -= 5
                yield from self.move_far(ruler)
            case _:
                ruler.gold -= 10
                near = {cell for monument in ruler.monuments for cell in AROUND[monument]}
                ruler.vp += 2 * len(near & set(self.icon_cells(ruler)))

    def move_far(self, ruler: Ruler) -> Play:
        able = [cell for cell in ruler.monuments if self.targets(ruler, cell)]
        moved = able[0]
        if len(set(able)) > 1:
            moved = (yield Ask(ruler.seat, {PickCell(cell): "power.3" for cell in able})).cell
        place = ruler.monuments.index(moved)
        cells = self.targets(ruler, moved)
        action = yield Ask(ruler.seat, {PickCell(cell): "power.3" for cell in cells})
        ruler.monuments[place] = action.cell

    # ------------------------------------------------------------ the enemy

    def enemy_phase(self, ruler: Ruler) -> Play:
        self.by("solo.11", "solo.12")
        for deck in self.full_decks()[:1]:
            self.discard.append(self.take(deck))
        self.enemy_track += 1
        if self.enemy_track == TRACKS[self.enemy]:
            match self.enemy:
                case "balthasar":
                    yield from self.balthasar(ruler)
                case "wilhelm":
                    self.wilhelm()
                case "eleonora":
                    self.eleonora(ruler)
                case "ruben":
                    yield from self.ruben(ruler)
                case "claudia":
                    self.claudia(ruler)
                case _:
                    yield from self.annet()
            self.enemy_track = 0

    def balthasar(self, ruler: Ruler) -> Play:
        for _ in range(ruler.stock):
            decks = self.full_decks()
            if decks:
                action = yield Ask(0, {DrawCard(deck.income): "enemy.1" for deck in decks})
                ruler.hand.append(self.take(self.deck(action.income)))
        self.enemy_vp += 3 * len(self.discard)

    def wilhelm(self) -> None:
        self.by("enemy.3")
        monuments = self.monuments()
        beside = [cell for cell in monuments if set(ADJACENT[cell]) & set(monuments)]
        self.enemy_vp += 2 * len(beside)

    def eleonora(self, ruler: Ruler) -> None:
        self.by("enemy.4")
        if ruler.cost is not None:
            ruler.cost = 0
        self.enemy_vp += 16 * ruler.stock

    def pushes(self, cell: int, sign: int) -> list[int]:
        """enemy.8: steps away from the middle (1) or towards it (-1)."""
        return [
            to
            for to in ADJACENT[cell]
            if (from_middle(to) - from_middle(cell)) * sign > 0
            and self.icons[to]
            and to not in self.monuments()
        ]

    def ruben(self, ruler: Ruler) -> Play:
        choices: dict[Any, str] = {
            PushMonument(cell, to): "enemy.5"
            for cell in ruler.monuments
            for to in self.pushes(cell, 1)
        }
        if choices:
            action = yield Ask(0, choices)
            ruler.monuments[ruler.monuments.index(action.cell)] = action.to
        self.by("enemy.5")
        for cell in self.enemy_monuments:
            icons = {self.icons[beside] for beside in ADJACENT[cell]} - {None}
            self.enemy_vp += 4 * len(icons)

    def claudia(self, ruler: Ruler) -> None:
        self.by("enemy.6")
        if ruler.gold:
            ruler.gold = 0
        else:
            ruler.lose(5)
        for deck in self.full_decks()[:1]:
            self.enemy_vp += 4 * len(self.cells_with(*INCOME[deck.income]))

    def annet(self) -> Play:
        cells = self.enemy_monuments
        waiting = [place for place in range(len(cells)) if cells[place] not in CENTRE]  # enemy.8
        while waiting:
            choices: dict[Any, str] = {}
            for place in waiting:
                cell = self.enemy_monuments[place]
                ways = self.pushes(cell, -1)
                choices |= {PushMonument(cell, to): "enemy.7" for to in ways}
                if not ways:
                    choices[LeaveMonument(cell)] = "enemy.7"
            if not any(isinstance(action, PushMonument) for action in choices):
                break  # none of the others can step, whatever the order
            action = yield Ask(0, choices)
            place = next(place for place in waiting if self.enemy_monuments[place] == action.cell)
            waiting.remove(place)
            if isinstance(action, PushMonument):
                self.enemy_monuments[place] = action.to
        self.by("enemy.7")
        self.enemy_vp += 6 * len([cell for cell in self.enemy_monuments if cell in CENTRE])

    # ------------------------------------------------------------ the end

    def score(self) -> None:
        self.by("score.1", "score.2", "score.3", "score.4")
        self.points = 0
        for ruler in self.rulers:
            ruler.vp += 10 * len([cell for cell in ruler.monuments if cell in CENTRE])
            plan = PLANS[str(ruler.plan)]
            ruler.vp += 2 * len(self.cells_with(plan["icon"]))
            ruler.vp += 2 * len(list(self.pairs_of(set(plan["pair"]))))
        if self.is_alone:
            self.by("solo.17", "solo.18", "solo.19", "solo.20")
            icon_cells = set(self.cells_with(ICON_OF[self.enemy]))
            for cell in self.enemy_monuments:
                self.enemy_vp += 10 * (cell in CENTRE)
                self.enemy_vp += 10 * bool(icon_cells & set(ADJACENT[cell]))
            self.enemy_vp += 2 * len(icon_cells)

    def pairs_of(self, icons: set[str]) -> Iterator[tuple[int, int]]:
        """Adjacent cells that show both icons."""
        for cell in range(SIZE * SIZE):
            for other in ADJACENT[cell]:
                if cell < other and {self.icons[cell], self.icons[other]} == icons:
                    yield cell, other

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
            "open monument cards": Counter(self.open_cards),
            "monument deck": self.monument_deck,
        }
        for deck in self.decks:
            facts[f"deck of {deck.income}"] = (deck.cards, deck.medal, deck.is_gold)
        for ruler in self.rulers:
            facts |= {f"{name} of seat {ruler.seat}": value for name, value in vars(ruler).items()}
        if self.is_alone:
            facts["enemy"] = (self.enemy, self.enemy_vp, self.enemy_track)
            facts["monuments of the enemy"] = Counter(self.enemy_monuments)
        return facts

    def result(self) -> Facts:
        scores = tuple(ruler.vp for ruler in self.rulers)
        if not self.is_alone:
            winners = tuple(seat for seat in self.seats if scores[seat] == max(scores))
            return {"winners": winners, "scores": scores}
        lead = scores[0] - self.enemy_vp
        ending = (
            "defeat"
            if lead < 1
            else "narrow"
            if lead < 20
            else "clear"
            if lead < 50
            else "glorious"
        )
        return {
            "winners": (0,) if lead > 0 else (),
            "scores": scores,
            "enemy": (self.enemy, self.enemy_vp),
            "ending": ending,
        }
