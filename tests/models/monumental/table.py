"""The table of Monumental as the model has it: the box, the pieces, payment, the display."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import hako
from tests.models.model import Ask, AskAll, Facts, Model, Spoken

BOX = tomllib.loads(
    (Path(hako.__file__).parent / "content/monumental/monumental.toml").read_text("utf-8")
)
CARDS = {card["id"]: card for card in BOX["card"]}
CIVILIZATIONS = {one["id"]: one for one in BOX["civilization"]}
POLICIES = {one["id"]: one for one in BOX["policy"]}
WARLORDS = {one["id"]: one for one in BOX["warlord"]}
HEROES = {one["id"]: one for one in BOX["hero"]}
MONSTERS = {one["id"]: one for one in BOX["monster"]}
MARKETS = {one["id"]: one for one in BOX["market"]}
TOKENS = {one["id"]: one for one in BOX["exploration_token"]}
MAPS = {one["id"]: one for one in BOX["map"]}
AUTOMA_CARDS = {one["id"]: one for one in BOX["automa"]}
ERAS = {one["id"]: one for one in BOX["era"]}

BASIC = ("production", "science", "military")  # pay.1
PERISHES = (*BASIC, "military_neutral")
DEFENCE = {"meadow": 1, "forest": 2, "mountain": 3, "volcano": 4}  # map.4
WORTH = {"meadow": 1, "forest": 1, "mountain": 2, "volcano": 3}  # score.1
POLICY_WORTH = (0, 1, 3, 6, 10, 15)  # score.4
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
STOP: Spoken = ("Stop",)
AUTOMA = 1

Part: TypeAlias = Generator[Ask | AskAll, Any, Any]
"""A part of the game: it yields questions, and its value is what it comes to."""
Effect: TypeAlias = Mapping[str, Any]


def copies(entries: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Cards or tokens, each as often as there are copies of it."""
    return [name for name, entry in entries.items() for _ in range(entry["copies"])]


def spell(amounts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Amounts as plain data, nothing left out but zeros."""
    return tuple(sorted((key, amount) for key, amount in amounts.items() if amount))


@dataclass
class Tile:
    """A tile of the map."""

    terrain: str
    owner: int | None = None
    soldiers: int = 0
    warlord: bool = False
    outpost: bool = False
    wonder: str | None = None
    site: str | None = None
    resource: str | None = None
    face: str | None = None


@dataclass
class Realm:
    """A player: cards, pieces, resources."""

    civilization: str
    supply: Counter[str] = field(default_factory=Counter)
    market: list[str] = field(default_factory=list)
    city: list[list[Any]] = field(default_factory=lambda: [[None, [], False] for _ in range(9)])
    deck: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    fresh: list[str] = field(default_factory=list)
    archived: list[str] = field(default_factory=list)
    construction: list[Any] | None = None
    wonders: list[str] = field(default_factory=list)
    knowledge: list[str] = field(default_factory=list)
    policies: list[str] = field(default_factory=list)
    marked: list[str] = field(default_factory=list)
    explorers: list[list[Any]] = field(default_factory=list)
    outposts: int = 2
    passed: bool = False
    conquered: bool = False
    acquired_knowledge: bool = False
    hero: str | None = None
    hero_returned: bool = False
    heroes_returned: list[str] = field(default_factory=list)
    monsters: list[str] = field(default_factory=list)


@dataclass
class Table(Model):
    """The table, and questions about it."""

    def __post_init__(self) -> None:
        self.options = self.seating.options
        self.players = self.seating.seats
        self.solo = self.players == 1
        self.classic = self.options["mode"] == "classic" or self.solo  # solo.1
        self.realms: list[Realm] = []
        self.tiles: dict[str, Tile] = {}
        self.capitals: list[str] = []
        self.around: dict[str, list[str]] = {}
        self.where: dict[str, tuple[int, int]] = {}
        self.deck: list[str] = []
        self.display: list[list[str]] = []
        self.rows: list[int] = []
        self.taken: list[int] = []
        self.removed: list[str] = []
        self.basics = {"workshop": 10, "laboratory": 10, "archery_range": 10}
        self.market = dict.fromkeys(MARKETS, 5)
        self.round = 0
        self.start = 0
        self.last: int | None = None
        self.heroes: list[str] = []
        self.lairs: list[tuple[str, str, int]] = []
        self.automa_deck: list[str] = []
        self.automa_discard: list[str] = []

    def facts(self) -> Facts:
        if not self.tiles:
            return {"civilizations": [one.civilization for one in self.realms]}
        return {
            "deck": self.deck,
            "display": self.display,
            "taken": self.taken,
            "removed": sorted(self.removed),
            "basics": self.basics,
            "market": self.market,
            "round": self.round,
            "start": self.start,
            "last": self.last,
            "heroes": sorted(self.heroes),
            "lairs": self.lairs,
            "automa": self.automa_deck,
            "tiles": {place: vars(tile) for place, tile in self.tiles.items()},
            "realms": [
                {
                    **vars(one),
                    "supply": dict(spell(one.supply)),
                    "fresh": None,
                    "heroes_returned": None,
                    "discard": sorted(one.discard),
                    "archived": sorted(one.archived),
                    "knowledge": sorted(one.knowledge),
                    "marked": sorted(one.marked),
                }
                for one in self.realms
            ],
        }

    def clockwise(self, first: int, count: int | None = None) -> list[int]:
        count = count or len(self.realms)
        return [(first + step) % count for step in range(count)]

    def ask(self, seat: int, choices: Iterable[Spoken]) -> Part:
        return (yield Ask(seat, dict.fromkeys(choices, "")))

    def choose(self, seat: int, choices: Sequence[Spoken]) -> Part:
        """A choice that is not asked for where there is only one."""
        if len(choices) == 1:
            return choices[0]
        return (yield from self.ask(seat, choices))

    def mine(self, seat: int) -> list[str]:
        """The Capital and the Provinces that a seat controls (gen.4)."""
        return [place for place, tile in self.tiles.items() if tile.owner == seat]

    def provinces(self, seat: int) -> list[str]:
        """The Provinces that a seat controls (map.2)."""
        return [place for place in self.mine(seat) if place not in self.capitals]

    def coastal(self, place: str) -> bool:
        """A Province next to Water (map.3)."""
        return any(self.tiles[to].terrain == "water" for to in self.around[place])

    def joined(self, seat: int, *places: str) -> set[str]:
        """The tiles that a unit can reach from any of some tiles, through those of its owner only."""
        own, reached, fringe = set(self.mine(seat)), {*places}, [*places]
        while fringe:
            for to in self.around[fringe.pop()]:
                if to in own and to not in reached:
                    reached.add(to)
                    fringe.append(to)
        return reached

    def passive(self, seat: int, kind: str) -> int:
        """The part that the active Policy and a Hero not returned add always (policy.3, hero.4)."""
        one = self.realms[seat]
        if self.solo and seat == AUTOMA:
            return 0  # solo.6
        added = 0
        if one.policies:
            added += POLICIES[one.policies[-1]].get("passive", {}).get(kind, 0)
        if one.hero and not one.hero_returned:
            added += HEROES[one.hero].get("passive", {}).get(kind, 0)
        return int(added)

    def garrison(self, place: str) -> int:
        """1 for a Soldier, 2 for the Warlord, 3 for an Outpost (map.4)."""
        tile = self.tiles[place]
        return tile.soldiers + 2 * tile.warlord + 3 * tile.outpost

    def defence(self, place: str) -> int:
        """The Defence of a Province (map.4, monster.9)."""
        tile = self.tiles[place]
        worth = DEFENCE[tile.terrain] + 2 * (tile.wonder is not None)
        worth += tile.site == "free_town"
        worth += self.garrison(place)
        if tile.owner is not None:
            return worth + self.passive(tile.owner, "defence")
        return worth + sum(
            int(MONSTERS[monster]["strength"]) for monster, lair, _ in self.lairs if lair == place
        )

    def price(
        self, seat: int, resource: str, amount: int, *, neutral: bool = False
    ) -> dict[str, int] | None:
        """The payment, in the order of pay.5; None if there is not enough."""
        one = self.realms[seat]
        order = [resource]
        if resource in BASIC:
            order.append("gold")  # pay.3
        if resource == "production":
            order.insert(1, "production_token")  # pay.4
        if neutral:
            order.insert(0, "military_neutral")
        paid: dict[str, int] = {}
        left = max(0, amount)  # pay.6
        for kind in order:
            if give := min(left, one.supply[kind]):
                paid[kind] = give
                left -= give
        return None if left else paid

    def pay(self, seat: int, paid: Mapping[str, int] | None) -> None:
        assert paid is not None
        self.realms[seat].supply.subtract(paid)
        for kind in ("production_token", "military_neutral"):
            self.seen[f"paid with {kind}"] += kind in paid
        self.seen["gold stood in"] += "gold" in paid and len(paid) > 1

    def fill_row(self, row: int) -> None:
        """Filled from right to left, so that the oldest is furthest to the right (setup.11)."""
        while len(self.display[row]) < self.rows[row] and self.deck:
            self.display[row].insert(0, self.deck.pop(0))

    def discard_right(self, row: int) -> None:
        self.removed.append(self.display[row].pop())

    def take(self, card: str) -> None:
        """A card leaves the display (seq.12)."""
        for row, cards in enumerate(self.display):
            if card in cards:
                cards.remove(card)
                self.taken[row] += 1

    def shown(self) -> list[str]:
        return [card for row in self.display for card in row]

    def useful(self, seat: int, effects: Sequence[Effect], source: str) -> bool:
        """An effect changes something (gen.3)."""
        raise NotImplementedError

    def carry_out(self, seat: int, effects: Sequence[Effect], source: str) -> Part:
        """Effects are carried out, those that change something."""
        raise NotImplementedError

    def slay(self, seat: int, monster: str) -> Part:
        """A Monster is slain (monster.7)."""
        raise NotImplementedError
