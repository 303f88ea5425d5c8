"""The action phase of Cultus."""

from __future__ import annotations

from typing import Any

from hako.content.cultus import actions
from tests.models.cultus.table import (
    ADJACENT,
    ANCHORS,
    AROUND,
    ICON_OF,
    INCOME,
    MONUMENT_CARDS,
    PLAZA,
    Deck,
    Ruler,
    Table,
    covered_by,
)
from tests.models.model import Ask, Play


class Actions(Table):
    """Actions and powers."""

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
                choices[actions.EndActions()] = "action.3"
            action = yield Ask(ruler.seat, choices)
            if action == actions.EndActions():
                return
            if not isinstance(action, actions.UsePower):
                self.points -= 1
            yield from self.act(ruler, action)

    def act(self, ruler: Ruler, action: Any) -> Play:
        match action:
            case actions.MovePawn(to):
                yield from self.walk(ruler, to)
            case actions.PlaceCard(card):
                yield from self.lay_from_hand(ruler, str(card), self.anchors(ruler))
            case actions.BuildMonument(card):
                self.build(ruler, card)
            case actions.MoveMonument(owner, cell, to):
                yield from self.shift(ruler, self.rulers[owner].monuments, cell, to)
            case actions.MoveEnemyMonument(cell, to):
                yield from self.shift(ruler, self.enemy_monuments, cell, to)
            case actions.DrawCard(income):
                ruler.hand.append(self.take(self.deck(income)))
            case actions.UsePower(power):
                yield from self.use_power(ruler, power)
            case _:
                raise AssertionError(action)

    def paid_actions(self, ruler: Ruler) -> dict[Any, str]:
        """The actions that cost a point and can be carried out, each with its clause."""
        assert ruler.pawn is not None
        choices: dict[Any, str] = {
            actions.MovePawn(cell): "move.1" for cell in self.steps(ruler.pawn, ruler)
        }
        if self.anchors(ruler):
            choices |= {actions.PlaceCard(card): "place.1" for card in ruler.hand}
        if self.may_build(ruler):
            choices |= {actions.BuildMonument(card): "build.3" for card in self.open_cards}
        choices |= self.shifts(ruler)
        choices |= {actions.DrawCard(deck.income): "draw.1" for deck in self.full_decks()}
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
            choices: dict[Any, str] = {actions.MovePawn(cell): "monument.7" for cell in onward}
            action = yield Ask(ruler.seat, choices | {actions.Stay(): "monument.7"})
            if action != actions.Stay():
                steps.append((to, action.to))
                ruler.pawn = action.to
        paying = {
            frozenset(step): (deck, step[1]) for step in steps if (deck := self.pay_of(*step))
        }
        if len(paying) == 2 and not self.may_pay_both([deck for deck, _ in paying.values()]):
            offers = {
                actions.TakePay(deck.income, end): pair for pair, (deck, end) in paying.items()
            }
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
        cards = "one card" if decks[0] is decks[1] else "two cards"
        self.seen[f"{self.seating.options['roads']}: two steps match {cards}"] += 1
        match self.seating.options["roads"]:
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
            if not beside.isdisjoint(covered_by(anchor)) and taken.isdisjoint(covered_by(anchor))
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
                        choices[actions.MoveMonument(owner.seat, cell, to)] = clause
                if cell in self.enemy_monuments:
                    choices[actions.MoveEnemyMonument(cell, to)] = clause
        return choices

    def shift_price(self, ruler: Ruler) -> int:
        return 1 if ruler.has("transport") else 2

    def shift(self, ruler: Ruler, monuments: list[int], cell: int, to: int) -> Play:
        end = to
        if ruler.has("military"):  # the way is chosen first
            onward = [onto for onto in self.free_steps(to, ruler) if onto != cell]
            if onward:
                choices: dict[Any, str] = {actions.PickCell(onto): "monument.6" for onto in onward}
                action = yield Ask(ruler.seat, choices | {actions.Stay(): "monument.6"})
                end = to if action == actions.Stay() else action.cell
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
            choices[actions.UsePower("move_pawn")] = "power.2"
        if ruler.gold >= 5 and any(self.targets(ruler, cell) for cell in ruler.monuments):
            choices[actions.UsePower("move_monument")] = "power.3"
        if ruler.gold >= 10 and ruler.monuments:
            choices[actions.UsePower("score")] = "power.4"
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
                action = yield Ask(
                    ruler.seat, {actions.PickCell(cell): "power.2" for cell in cells}
                )
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
            moved = (
                yield Ask(ruler.seat, {actions.PickCell(cell): "power.3" for cell in able})
            ).cell
        place = ruler.monuments.index(moved)
        cells = self.targets(ruler, moved)
        action = yield Ask(ruler.seat, {actions.PickCell(cell): "power.3" for cell in cells})
        ruler.monuments[place] = action.cell
