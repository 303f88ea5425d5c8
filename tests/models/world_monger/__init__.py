"""World Monger as its rulebook tells it: a second opinion on the engine's rules.

The clauses are those of rules.en.md, without the name of the game. Names and numbers of the cards
are read from the content file as they stand there; what a card does is written here.

A choice that has one answer and cannot be declined is not asked.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from hako.content.world_monger.actions import (
    AddCard,
    BuyShare,
    EndTurn,
    Pass,
    PickCivilization,
    SellShares,
    UseCard,
)
from tests.models.model import Ask, Facts, Play
from tests.models.world_monger.cards import Cards
from tests.models.world_monger.table import (
    CIVILIZATIONS,
    CIVILIZATIONS_FOR,
    CULTURES,
    SCENARIOS,
    SHARE,
    VILLAGER,
    Civilization,
    gathered,
    has_icon,
)


class WorldMongerModel(Cards):
    """The whole game."""

    def play(self) -> Play:
        yield from self.set_up()
        while self.final_round is None or self.round < self.final_round:
            self.by("round.1", "end.2")
            self.round += 1
            for civilization in self.civilizations:
                yield from self.civilization_turn(civilization)
            if self.pays_at_phase_end:
                self.by("dividend.3")
                for civilization in self.civilizations:
                    self.pay_dividend(civilization)
            self.prices.append([self.price(civilization) for civilization in self.civilizations])
            for seat in self.clockwise():
                yield from self.invest(seat)
            for civilization in self.civilizations:
                yield from self.develop(civilization)
            self.clean_up()
        self.final_sale()

    def set_up(self) -> Play:
        wanted = CIVILIZATIONS_FOR[self.seating.seats]
        match self.seating.options["civilizations"]:
            case "random":
                self.by("setup.2", "setup.3")
                self.civilizations += map(gathered, self.tape.shuffled(CIVILIZATIONS)[:wanted])
            case "chosen":
                for _ in range(wanted):
                    picked = [civilization.name for civilization in self.civilizations]
                    left = [name for name in CIVILIZATIONS if name not in picked]
                    action = yield Ask(0, {PickCivilization(name): "setup.4" for name in left})
                    self.civilizations.append(gathered(action.civilization))
            case scenario:
                self.civilizations += map(gathered, SCENARIOS[scenario])
        self.by("setup.5", "setup.8", "setup.9")
        used: Counter[str] = Counter()
        for civilization in self.civilizations:
            used += Counter(civilization.deck)
            civilization.deck = list(self.tape.shuffled(civilization.deck))
        for card in CULTURES:
            if used[card]:  # setup.7
                copies = 40 if card == VILLAGER else 8  # comp.2
                self.supply[card] = copies - used[card]
        self.by("setup.12")
        place = self.seating.options["start_player"]
        self.start_player = self.tape.one_of(self.seats) if place == "random" else int(place) - 1

    def civilization_turn(self, civilization: Civilization) -> Play:
        self.by("civ.1", "civ.2")
        self.draw(civilization, 5)
        seat = self.controller(civilization)
        if seat is None:
            self.by("civ.7")
        else:
            yield from self.use_cards(seat, civilization)
        if not self.pays_at_phase_end:
            self.pay_dividend(civilization)

    def pay_dividend(self, civilization: Civilization) -> None:
        if any(has_icon(laid.card) for laid in civilization.area):
            self.by("dividend.1", "dividend.2")
            self.pay_holders(civilization)

    def use_cards(self, seat: int, civilization: Civilization) -> Play:
        while True:
            usable = [card for card in civilization.kinds() if card in self.effects]
            if not usable:
                return
            choices: dict[Any, str] = {UseCard(card): "civ.3" for card in usable}
            action = yield Ask(seat, choices | {EndTurn(): "civ.5"})
            if action == EndTurn():
                return
            self.by("civ.4")
            civilization.laid(action.card, used=False).is_used = True
            yield from self.effects[action.card](seat, civilization)

    def invest(self, seat: int) -> Play:
        self.by("invest.1")
        choices: dict[Any, str] = {Pass(): "invest.5"}
        for civilization in self.civilizations:
            is_showing = SHARE in civilization.kinds()
            if is_showing and self.coins[seat] >= self.price(civilization):
                choices[BuyShare(civilization.name)] = "invest.3"
            for count in range(1, self.shares[seat][civilization.name] + 1):
                choices[SellShares(civilization.name, count)] = "invest.4"
        match (yield Ask(seat, choices)):
            case BuyShare(name):
                civilization = self.named(name)
                self.coins[seat] -= self.price(civilization)
                civilization.take(SHARE)
                self.shares[seat][name] += 1
            case SellShares(name, count):
                civilization = self.named(name)
                self.coins[seat] += count * self.price(civilization)
                civilization.discard += [SHARE] * count
                self.shares[seat][name] -= count
            case _:
                pass

    # ------------------------------------------------------------ development and cleanup

    def develop(self, civilization: Civilization) -> Play:
        seat = self.controller(civilization)
        if seat is None:
            card = CIVILIZATIONS[civilization.name]["feature_culture"]
            self.by("develop.3")
            if not self.supply[card]:
                return
        elif not self.piles():
            return
        else:
            card = (yield Ask(seat, {AddCard(card): "develop.2" for card in self.piles()})).card
        self.take_from_supply(card)
        civilization.discard.append(card)

    def clean_up(self) -> None:
        self.by("cleanup.1", "cleanup.2")
        for civilization in self.civilizations:
            civilization.discard += [laid.card for laid in civilization.area]
            civilization.area.clear()
        self.start_player = (self.start_player + 1) % len(self.seats)

    # ------------------------------------------------------------ the end

    def final_sale(self) -> None:
        self.by("end.3", "end.4", "end.5")
        self.end_values = []
        for civilization in self.civilizations:
            deck = [*civilization.deck, *civilization.discard]
            self.end_values.append(sum(self.end_value(card, len(deck)) for card in deck))
        for civilization, worth in zip(self.civilizations, self.end_values, strict=True):
            for seat in self.seats:
                self.coins[seat] += worth * self.shares[seat].pop(civilization.name, 0)

    def end_value(self, card: str, cards_in_deck: int) -> int:
        if card == SHARE:
            return 0
        if card == "geoglyph":
            self.by("card.geoglyph")
            return cards_in_deck // 8
        value: int = CULTURES[card].get("end_value", 0)
        return value

    def result(self) -> Facts:
        most = max(self.coins)
        winners = tuple(seat for seat in self.seats if self.coins[seat] == most)
        return {"winners": winners, "scores": tuple(self.coins)}
