"""World Monger as its rulebook tells it: a second opinion on the engine's rules.

The clauses are those of rules.en.md, without the name of the game. Names and numbers of the cards
are read from the content file as they stand there; what a card does is written here.

A choice that has one answer and cannot be declined is not asked.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import hako.content.world_monger
from hako.content.world_monger.actions import (
    AddCard,
    BuyShare,
    ChooseCivilization,
    DiscardCard,
    DiscardLooked,
    DiscardThere,
    EndTurn,
    Enough,
    GainCard,
    Pass,
    PickCivilization,
    PutCard,
    PutCards,
    PutLooked,
    RefreshCard,
    ReturnLooked,
    SellShares,
    TopdeckCard,
    TrashCard,
    UseCard,
)
from tests.models.model import Ask, Facts, Model, Part, Play

FOLDER = Path(hako.content.world_monger.__file__).parent
CONTENT = tomllib.loads((FOLDER / "world_monger.toml").read_text(encoding="utf-8"))
CULTURES: dict[str, dict[str, Any]] = {row["id"]: row for row in CONTENT["culture"]}
CIVILIZATIONS: dict[str, dict[str, Any]] = {row["id"]: row for row in CONTENT["civilization"]}

SHARE, VILLAGER = "share", "villager"

CIVILIZATIONS_FOR = {2: 3, 3: 4, 4: 4, 5: 5, 6: 5}  # setup.1

SCENARIOS = {  # setup.4
    "first_game": ("egypt", "greece", "huns", "carthage"),
    "alexander": ("macedonia", "egypt", "persia", "india"),
    "ooparts": ("babylonia", "nazca", "maya", "celts"),
    "eastern_world": ("han", "india", "huns", "yamato"),
}


@dataclass
class Laid:
    """A card in a play area."""

    card: str
    is_used: bool = False


@dataclass
class Civilization:
    """A civilization and its cards."""

    name: str
    deck: list[str]
    """The top card first."""
    area: list[Laid] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    """The top card last."""
    trash: list[str] = field(default_factory=list)

    def laid(self, card: str, *, used: bool) -> Laid:
        """The first such card that came."""
        return next(laid for laid in self.area if laid.card == card and laid.is_used == used)

    def take(self, card: str) -> None:
        """Take the first such unused card out of the play area."""
        self._take(self.laid(card, used=False))

    def _take(self, laid: Laid) -> None:
        place = next(place for place, other in enumerate(self.area) if other is laid)
        del self.area[place]

    def take_any(self, card: str) -> None:
        """Take the first such card out of the play area, used or not."""
        self._take(next(laid for laid in self.area if laid.card == card))

    def lay(self, cards: Iterable[str]) -> None:
        """term.6: a card that comes into the play area is unused."""
        self.area += [Laid(card) for card in cards]

    def kinds(self, *, used: bool = False) -> list[str]:
        """The kinds of cards in the play area that are used, or unused."""
        return list(dict.fromkeys(laid.card for laid in self.area if laid.is_used == used))


def gathered(name: str) -> Civilization:
    """setup.5: a civilization with the cards of its starting deck, in no order yet."""
    return Civilization(name, sorted(Counter(CIVILIZATIONS[name]["start_deck"]).elements()))


def value_of(card: str, area: Sequence[str]) -> int:
    """price.3: what a card adds to the price while those cards lie in the play area."""
    if card == SHARE:
        return 0
    if card == "phalanx" and area.count("phalanx") >= 2:
        return 3
    if card == "war_elephant" and area.count("war_elephant") >= 2:
        return 2
    if card == VILLAGER and "law_code" in area:
        return 2
    value: int = CULTURES[card].get("value", 0)
    return value


def has_icon(card: str) -> bool:
    return card != SHARE and bool(CULTURES[card].get("dividend", False))


@dataclass
class WorldMongerModel(Model):
    """The whole table."""

    def __post_init__(self) -> None:
        self.seats = range(self.seating.seats)
        self.pays_at_phase_end = self.seating.options.get("dividends") == "phase_end"
        self.coins = [15 for _ in self.seats]  # setup.11
        self.shares = [Counter[str]() for _ in self.seats]
        self.civilizations: list[Civilization] = []
        self.supply: dict[str, int] = {}
        self.start_player = 0
        self.round = 0
        self.final_round: int | None = None
        self.prices: list[list[int]] = []
        self.end_values: list[int] | None = None
        self.effects: dict[str, Callable[[int, Civilization], Play]] = {
            "ironworks": self.ironworks,
            "druid": self.druid,
            "expedition": self.expedition,
            "city": self.city,
            "legion": self.legion,
            "merchant_ship": self.merchant_ship,
            "monk": self.monk,
            "official": self.official,
            "observatory": self.observatory,
            "altar": self.altar,
            "royal_road": self.royal_road,
            "cavalry": self.cavalry,
            "shrine_maiden": self.shrine_maiden,
            "rice_paddy": self.rice_paddy,
        }

    # ------------------------------------------------------------ the game

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

    def clockwise(self) -> list[int]:
        return [(self.start_player + step) % len(self.seats) for step in self.seats]

    def controller(self, civilization: Civilization) -> int | None:
        held = [self.shares[seat][civilization.name] for seat in self.seats]
        if not any(held):
            self.by("control.3")
            return None
        tied = [seat for seat in self.clockwise() if held[seat] == max(held)]
        if len(tied) > 1:
            self.by("control.2")
        self.by("control.1", "control.5")
        return tied[0]

    # ------------------------------------------------------------ civilization phase

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

    def pay_holders(self, civilization: Civilization) -> None:
        """1 coin for each Share."""
        for seat in self.seats:
            self.coins[seat] += self.shares[seat][civilization.name]

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

    # ------------------------------------------------------------ moving cards

    def fill(self, civilization: Civilization, count: int) -> None:
        """detail.1: the discard pile is shuffled under a deck that holds too few."""
        if len(civilization.deck) < count and civilization.discard:
            self.by("detail.1")
            civilization.deck += self.tape.shuffled(civilization.discard)
            civilization.discard.clear()

    def draw(self, civilization: Civilization, count: int) -> list[str]:
        """term.2, detail.2: cards from the deck to the play area, as many as there are."""
        self.fill(civilization, count)
        drawn = civilization.deck[:count]
        del civilization.deck[:count]
        civilization.lay(drawn)
        return drawn

    def take_from_supply(self, card: str) -> None:
        self.supply[card] -= 1
        assert self.supply[card] >= 0
        empty = [card for card, left in self.supply.items() if left == 0]
        if len(empty) >= 2 and self.final_round is None:
            self.by("end.1")
            self.final_round = self.round + 1

    def piles(self, besides: str = "") -> list[str]:
        """The kinds that are left in the supply."""
        return [card for card, left in self.supply.items() if left and card != besides]

    def choose(self, seat: int, choices: dict[Any, str]) -> Part[Any]:
        """The action that the seat chooses; a single one is taken without a question."""
        if len(choices) == 1:
            self.by(*choices.values())
            return next(iter(choices))
        return (yield Ask(seat, choices))

    def others(self, civilization: Civilization) -> list[Civilization]:
        return [other for other in self.civilizations if other is not civilization]

    def named(self, name: str) -> Civilization:
        return next(
            civilization for civilization in self.civilizations if civilization.name == name
        )

    # ------------------------------------------------------------ cards

    def ironworks(self, seat: int, civilization: Civilization) -> Play:
        if VILLAGER not in civilization.kinds():
            self.by("detail.3")
            return
        civilization.take(VILLAGER)
        civilization.trash.append(VILLAGER)
        choices: dict[Any, str] = {
            GainCard(card): "card.ironworks" for card in self.piles(besides=VILLAGER)
        }
        if choices:
            gain = yield from self.choose(seat, choices)
            self.take_from_supply(gain.card)
            civilization.discard.append(gain.card)

    def druid(self, seat: int, civilization: Civilization) -> Play:
        if not self.supply[VILLAGER]:
            return
        others = self.others(civilization)
        choices = {ChooseCivilization(other.name): "card.druid" for other in others}
        action = yield Ask(seat, choices)
        for _ in range(min(2, self.supply[VILLAGER])):
            self.take_from_supply(VILLAGER)
            self.named(action.civilization).discard.append(VILLAGER)

    def expedition(self, seat: int, civilization: Civilization) -> Play:
        civilization.area.remove(civilization.laid("expedition", used=True))
        civilization.trash.append("expedition")
        choices: dict[Any, str] = {
            PutCard(card): "card.expedition" for card in self.piles(besides="expedition")
        }
        if choices:
            put = yield from self.choose(seat, choices)
            self.take_from_supply(put.card)
            civilization.lay([put.card])

    def city(self, seat: int, civilization: Civilization) -> Play:
        self.by("card.city")
        self.draw(civilization, 2)
        yield from ()

    def legion(self, seat: int, civilization: Civilization) -> Play:
        choices: dict[Any, str] = {
            DiscardThere(other.name, laid.card): "card.legion"
            for other in self.others(civilization)
            for laid in other.area
            if laid.card != SHARE
        }
        if choices:
            hit = yield from self.choose(seat, choices)
            other = self.named(hit.civilization)
            other.take_any(hit.card)
            other.discard.append(hit.card)

    def merchant_ship(self, seat: int, civilization: Civilization) -> Play:
        discarded = 0
        while discarded < 3 and (kinds := civilization.kinds()):
            choices: dict[Any, str] = {DiscardCard(card): "card.merchant_ship" for card in kinds}
            action = yield Ask(seat, choices | {Enough(): "civ.8"})
            if action == Enough():
                break
            civilization.take(action.card)
            civilization.discard.append(action.card)
            discarded += 1
        self.draw(civilization, discarded)

    def monk(self, seat: int, civilization: Civilization) -> Play:
        used = civilization.kinds(used=True)
        choices: dict[Any, str] = {
            RefreshCard(card): "card.monk" for card in used if card != "monk"
        }
        if choices:
            action = yield from self.choose(seat, choices)
            civilization.laid(action.card, used=True).is_used = False

    def official(self, seat: int, civilization: Civilization) -> Play:
        self.draw(civilization, 1)
        choices: dict[Any, str] = {
            TopdeckCard(card): "card.official" for card in civilization.kinds()
        }
        if choices:
            action = yield Ask(seat, choices | {Enough(): "civ.8"})
            if action != Enough():
                civilization.take(action.card)
                civilization.deck.insert(0, action.card)

    def observatory(self, seat: int, civilization: Civilization) -> Play:
        self.fill(civilization, 3)
        looked = civilization.deck[:3]
        if not looked:
            return
        put = yield from self.choose(seat, {PutLooked(card): "card.observatory" for card in looked})
        civilization.deck.remove(put.card)
        looked.remove(put.card)
        civilization.lay([put.card])
        while looked:
            choices: dict[Any, str] = {DiscardLooked(card): "card.observatory" for card in looked}
            action = yield from self.choose(seat, choices)
            civilization.deck.remove(action.card)
            looked.remove(action.card)
            civilization.discard.append(action.card)

    def altar(self, seat: int, civilization: Civilization) -> Play:
        choices: dict[Any, str] = {
            TrashCard(card): "card.altar" for card in civilization.kinds() if card != SHARE
        }
        if choices:
            action = yield from self.choose(seat, choices)
            civilization.take(action.card)
            civilization.trash.append(action.card)
            self.pay_holders(civilization)

    def royal_road(self, seat: int, civilization: Civilization) -> Play:
        if self.draw(civilization, 1) == [SHARE]:
            self.by("card.royal_road")
            self.draw(civilization, 1)
        yield from ()

    def cavalry(self, seat: int, civilization: Civilization) -> Play:
        others = self.others(civilization)
        action = yield Ask(
            seat, {ChooseCivilization(other.name): "card.cavalry" for other in others}
        )
        other = self.named(action.civilization)
        self.fill(other, 2)
        looked = other.deck[:2]
        while looked:
            choices: dict[Any, str] = {DiscardLooked(card): "card.cavalry" for card in looked}
            action = yield Ask(seat, choices | {Enough(): "civ.8"})
            if action == Enough():
                break
            other.deck.remove(action.card)
            looked.remove(action.card)
            other.discard.append(action.card)
        if len(looked) == 2:  # asked for equal cards, too: nobody else may learn that they are
            first = yield Ask(seat, {ReturnLooked(card): "term.8" for card in looked})
            looked.remove(first.card)
            other.deck[:2] = [first.card, *looked]

    def shrine_maiden(self, seat: int, civilization: Civilization) -> Play:
        kinds = civilization.kinds()
        choices: dict[Any, str] = {TrashCard(card): "card.shrine_maiden" for card in kinds}
        if choices:
            action = yield Ask(seat, choices | {Enough(): "civ.8"})
            if action != Enough():
                civilization.take(action.card)
                civilization.trash.append(action.card)
                self.draw(civilization, 1)

    def rice_paddy(self, seat: int, civilization: Civilization) -> Play:
        most = min(2, self.supply[VILLAGER])
        if most:
            numbers = range(most + 1)
            choices = {PutCards(VILLAGER, number): "card.rice_paddy" for number in numbers}
            action = yield Ask(seat, choices)
            for _ in range(action.count):
                self.take_from_supply(VILLAGER)
                civilization.lay([VILLAGER])

    # ------------------------------------------------------------ investment phase

    def price(self, civilization: Civilization) -> int:
        """price.1-2."""
        area = [laid.card for laid in civilization.area]
        return 2 + sum(value_of(card, area) for card in area)

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

    # ------------------------------------------------------------ what is compared

    def facts(self) -> Facts:
        facts: dict[str, object] = {
            "coins": self.coins,
            "supply": self.supply,
            "round": self.round,
            "final round": self.final_round,
            "prices": self.prices,
            "end values": self.end_values,
        }
        if self.end_values is not None:
            return facts
        facts["start player"] = self.start_player
        facts["civilizations"] = [civilization.name for civilization in self.civilizations]
        for civilization in self.civilizations:
            facts[f"Shares of {civilization.name}"] = [
                held[civilization.name] for held in self.shares
            ]
            facts[f"deck of {civilization.name}"] = civilization.deck
            facts[f"play area of {civilization.name}"] = [
                (laid.card, laid.is_used) for laid in civilization.area
            ]
            facts[f"discard pile of {civilization.name}"] = civilization.discard
            facts[f"trash of {civilization.name}"] = Counter(civilization.trash)
        return facts

    def result(self) -> Facts:
        most = max(self.coins)
        winners = tuple(seat for seat in self.seats if self.coins[seat] == most)
        return {"winners": winners, "scores": tuple(self.coins)}
