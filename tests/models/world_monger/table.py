"""The table of World Monger as the model has it: civilizations, the supply, Shares."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import hako.content.world_monger
from tests.models.model import Ask, Facts, Model, Part

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
class Table(Model):
    """The table, and what happens to it in several phases."""

    def __post_init__(self) -> None:
        self.seats = range(self.seating.seats)
        self.pays_at_phase_end = self.seating.options["dividends"] == "phase_end"
        self.coins = [15 for _ in self.seats]  # setup.11
        self.shares = [Counter[str]() for _ in self.seats]
        self.civilizations: list[Civilization] = []
        self.supply: dict[str, int] = {}
        self.start_player = 0
        self.round = 0
        self.final_round: int | None = None
        self.prices: list[list[int]] = []
        self.end_values: list[int] | None = None

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

    def pay_holders(self, civilization: Civilization) -> None:
        """1 coin for each Share."""
        for seat in self.seats:
            self.coins[seat] += self.shares[seat][civilization.name]

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

    def price(self, civilization: Civilization) -> int:
        """price.1-2."""
        area = [laid.card for laid in civilization.area]
        return 2 + sum(value_of(card, area) for card in area)

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
            facts[f"trash of {civilization.name}"] = sorted(civilization.trash)
        return facts
