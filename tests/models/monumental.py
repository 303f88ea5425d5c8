"""Monumental, played by a model written from the rulebook alone.

Each function quotes the clause it follows, such as conquer.3 for monumental.conquer.3. Everything
is plain data, changed in place: a player is a `Realm`, a slot a list of its top card, its
Knowledge and whether it is activated, a tile a `Tile` under a name such as "B3".
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, TypeAlias

import hako

from .harness_b import Difference, Luck, Play, Spoken

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
ERAS = {one["id"]: one for one in BOX["era"]}

BASIC = ("production", "science", "military")  # pay.1
PERISHES = (*BASIC, "military_neutral")
KEPT = ("gold", "culture", "production_token")
DEFENCE = {"meadow": 1, "forest": 2, "mountain": 3, "volcano": 4}  # map.4
WORTH = {"meadow": 1, "forest": 1, "mountain": 2, "volcano": 3}  # score.1
POLICY_WORTH = (0, 1, 3, 6, 10, 15)  # score.4
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
STOP: Spoken = ("Stop",)
AUTOMA = 1

Part: TypeAlias = Generator[Any, Any, Any]
"""A part of the game: it yields questions, and its value is what it comes to."""
Effect: TypeAlias = Mapping[str, Any]


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
    """What a player has."""

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


class Monumental:
    """A game."""

    def __init__(self, players: int, options: Mapping[str, str], luck: Luck) -> None:
        self.options = options
        self.luck = luck
        self.players = players
        self.solo = players == 1
        self.classic = options["mode"] == "classic" or self.solo  # solo.1
        self.realms: list[Realm] = []
        self.tiles: dict[str, Tile] = {}
        self.capitals: list[str] = []
        self.around: dict[str, list[str]] = {}
        self.where: dict[str, tuple[int, int]] = {}
        self.deck: list[str] = []
        self.display: list[list[str]] = []
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
        self.seen: Counter[str] = Counter()

    # ------------------------------------------------------------ plain data

    def table(self) -> Any:
        if not self.tiles:
            return [one.civilization for one in self.realms]
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
            "tiles": {
                place: {key: value for key, value in vars(tile).items() if key != "terrain"}
                for place, tile in self.tiles.items()
            },
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

    # ------------------------------------------------------------ small helpers

    def clockwise(self, first: int, count: int | None = None) -> list[int]:
        count = count or len(self.realms)
        return [(first + step) % count for step in range(count)]

    def ask(self, seat: int, choices: Iterable[Spoken]) -> Part:
        answers = yield {seat: list(choices)}
        return answers[seat]

    def mine(self, seat: int) -> list[str]:
        """The Capital and the Provinces that a seat controls (gen.4)."""
        return [place for place, tile in self.tiles.items() if tile.owner == seat]

    def provinces(self, seat: int) -> list[str]:
        """The Provinces that a seat controls (map.2)."""
        return [place for place in self.mine(seat) if place not in self.capitals]

    def coastal(self, place: str) -> bool:
        """A Province next to Water (map.3)."""
        return any(self.tiles[to].terrain == "water" for to in self.around[place])

    def joined(self, seat: int, place: str) -> set[str]:
        """Where a unit can go from a tile, through tiles of its owner only."""
        own, reached, fringe = set(self.mine(seat)), {place}, [place]
        while fringe:
            for to in self.around[fringe.pop()]:
                if to in own and to not in reached:
                    reached.add(to)
                    fringe.append(to)
        return reached

    def passive(self, seat: int, kind: str) -> int:
        """What the active Policy and a Hero that was not returned add always (policy.3, hero.4)."""
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
        """map.4 and monster.9"""
        tile = self.tiles[place]
        worth = DEFENCE[tile.terrain] + 2 * (tile.wonder is not None)
        worth += tile.site == "free_town"
        worth += self.garrison(place)
        if tile.owner is not None:
            return worth + self.passive(tile.owner, "defence")
        return worth + sum(
            int(MONSTERS[monster]["strength"]) for monster, lair, _ in self.lairs if lair == place
        )

    # ------------------------------------------------------------ payment

    def price(
        self, seat: int, resource: str, amount: int, *, neutral: bool = False
    ) -> dict[str, int] | None:
        """What is paid, in the order of pay.5; None if there is not enough."""
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

    # ------------------------------------------------------------ setting up

    def play(self) -> Play:
        yield from self.set_up()
        while self.last is None or self.round < self.last:
            self.round += 1
            if self.classic:
                for seat in self.clockwise(self.start, self.players):
                    yield from self.whole_turn(seat)
            else:
                yield from self.sequential_round()
        self.seen["end"] += 1

    def set_up(self) -> Part:
        for seat in range(self.players):
            taken = {one.civilization for one in self.realms}
            if self.options["civilizations"] == "chosen":
                free = [("PickCivilization", one) for one in CIVILIZATIONS if one not in taken]
                yield from self.ask(seat, [*free, ("DrawCivilization",)])
            name = self.luck.next("CivilizationTaken", seat=seat).civilization
            assert name not in taken
            self.realms.append(Realm(name))
        if self.solo:
            self.realms.append(Realm(self.luck.next("CivilizationTaken", seat=1).civilization))
        self.lay_map()
        self.stack_deck()
        for seat in range(self.players):
            one = self.realms[seat]
            own = CIVILIZATIONS[one.civilization]
            cards = ["work_camp"] * 5 + ["library"] * 3 + ["fort"] * 3 + ["forum", "mine"]
            cards += [own["special_building"], own["starting_knowledge"]]  # setup.1
            one.knowledge = [own["starting_knowledge"]]
            one.deck = list(self.luck.next("CityDeckShuffled", seat=seat).order)
            assert sorted(one.deck) == sorted(cards)
            self.refill(seat)
        if self.options["heroes"] == "on":
            self.heroes = list(self.luck.next("HeroesLaidOut").row)
            assert len(self.heroes) == self.players + 2  # hero.1
        if self.solo:
            self.automa_deck = list(self.luck.next("AutomaShuffled").order)
        self.start = self.luck.next("StartPlayerChosen").seat
        if self.classic and not self.solo:  # setup.15
            for seat, gold in zip(self.clockwise(self.start), (0, 2, 3, 5, 6), strict=False):
                self.realms[seat].supply["gold"] += gold

    def lay_map(self) -> None:
        """setup.5 to setup.8, monster.1"""
        seats = max(2, self.players)
        name = "five_kingdoms_5" if seats == 5 else f"{self.options['map']}_{seats}"
        chart = MAPS[name]
        spots = {(q, r): Tile("capital", seat) for seat, (q, r) in enumerate(chart["capitals"])}
        for spot in chart["tiles"]:
            tile = Tile(spot["terrain"], site=spot.get("site"), resource=spot.get("resource"))
            spots[spot["q"], spot["r"]] = tile
            if tile.resource not in (None, "production"):
                self.market[tile.resource or ""] -= 1
        names = {}
        for letter, r in zip("ABCDEFGHIJKLMN", sorted({r for _, r in spots}), strict=False):
            for number, q in enumerate(sorted(q for q, row in spots if row == r), start=1):
                names[q, r] = f"{letter}{number}"  # map.1
        self.where = {name: spot for spot, name in names.items()}
        self.tiles = {name: spots[spot] for spot, name in names.items()}
        self.around = {
            name: [names[q + dq, r + dr] for dq, dr in STEPS if (q + dq, r + dr) in names]
            for name, (q, r) in self.where.items()
        }
        self.capitals = [names[q, r] for q, r in chart["capitals"]]
        for seat, home in enumerate(self.capitals):  # setup.6
            self.tiles[home].soldiers, self.tiles[home].warlord = 9, True
            self.realms[seat].explorers = [[home, False], [home, False]]
        tokens = self.luck.next("TokensDealt").tokens
        order = [*self.capitals, *(names[spot["q"], spot["r"]] for spot in chart["tiles"])]
        for place, face in zip(order, tokens.faces, strict=True):
            self.tiles[place].face = face
            looks = None if face is None else "barbarian"
            if face in TOKENS:
                looks = TOKENS[face]["kind"]
            if looks != self.tiles[place].site:
                raise Difference(f"on {place} lies {face}, on a site for {self.tiles[place].site}")
        monsters = [face for face in tokens.faces if face in MONSTERS]
        expected = (4, 4, 6, 8, 10)[self.players - 1] if self.options["monsters"] == "on" else 0
        assert len(monsters) == len(set(monsters)) == expected

    def stack_deck(self) -> None:
        """setup.9, setup.11, opt.1 to opt.3"""
        layers = self.luck.next("DeckStacked").layers
        eras = [era for era in ERAS if era != "renaissance" or self.options["renaissance"] == "on"]
        assert [layer.era for layer in layers] == eras
        for layer in layers:
            kinds = Counter(CARDS[card]["kind"] for card in layer.cards)
            wanted = ERAS[layer.era]["cards_for_five" if self.players == 5 else "cards"]
            assert kinds == Counter(wanted)
            sets = {CARDS[card]["set"] for card in layer.cards}
            assert {CARDS[card]["era"] for card in layer.cards} == {layer.era}
            if self.players < 5 and self.options["mix_lost_kingdoms"] == "off":
                assert "lost_kingdoms" not in sets
            self.deck += layer.cards
        assert len(set(self.deck)) == len(self.deck)
        if self.classic:
            rows = [3, 3] if self.players == 2 else [6]
        else:
            rows = [self.players + 4]
        self.display = [[] for _ in rows]
        self.rows = rows
        self.taken = [0 for _ in rows]
        for row in range(len(rows)):
            self.fill_row(row)

    # ------------------------------------------------------------ display

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

    # ------------------------------------------------------------ sequential mode

    def sequential_round(self) -> Part:
        """seq.1 to seq.14"""
        order = self.clockwise(self.start)
        for seat in order:
            yield from self.activate_city(seat)
        place = 0
        while not all(one.passed for one in self.realms):
            seat = order[place % len(order)]
            place += 1
            if not self.realms[seat].passed:
                self.seen["alone"] += sum(not one.passed for one in self.realms) == 1
                yield from self.one_turn(seat)
        for seat in order:
            self.end_of_round(seat)
            self.refill(seat)
        final = self.last is not None and self.round >= self.last
        if not final:
            while sum(self.taken) < len(order) and self.display[0]:  # seq.11
                self.discard_right(0)
                self.taken[0] += 1
                self.seen["discarded from the display"] += 1
            self.fill_row(0)
            self.taken = [0]
        for one in self.realms:  # hero.7
            if one.hero_returned:
                self.heroes.append(one.hero or "")
                one.hero, one.hero_returned = None, False
        if not final and len(self.deck) <= 3 and self.last is None:
            self.last = self.round + 1  # end.1
        yield from self.monsters_attack(self.start)
        if not final:
            self.start = (self.start + 1) % len(order)

    def end_of_round(self, seat: int) -> None:
        """Activated and drawn cards are discarded, markers are taken off (seq.10, city.11)."""
        one = self.realms[seat]
        for slot in one.city:
            if slot[2]:
                one.discard += [card for card in (slot[0], *slot[1]) if card]
                slot[:] = [None, [], False]
        one.discard += one.drawn
        one.drawn, one.fresh, one.marked = [], [], []
        one.explorers = [[place, False] for place, _ in one.explorers]
        one.passed = one.conquered = one.acquired_knowledge = False
        one.heroes_returned = []

    def one_turn(self, seat: int) -> Part:
        """One turn action or passing, and free actions before and after it (seq.3, seq.4)."""
        one = self.realms[seat]
        one.fresh = []
        acted = False
        while True:
            free = self.free_actions(seat)
            if acted and not free:
                break
            if acted:
                choices = [*free, ("EndTurn",)]
            else:
                choices = [*free, *self.turn_actions(seat), ("Pass",)]
            answer = yield from self.ask(seat, list(dict.fromkeys(choices)))
            if answer == ("EndTurn",):
                break
            if answer == ("Pass",):
                one.passed = True
                self.lose_counters(seat)
                break
            acted |= answer not in free
            self.seen["free action"] += answer in free
            yield from self.act(seat, answer)
        one.fresh = []

    def lose_counters(self, seat: int) -> None:
        """pay.1, seq.7"""
        for kind in PERISHES:
            self.seen["counters lost"] += self.realms[seat].supply[kind] > 0
            self.realms[seat].supply[kind] = 0

    # ------------------------------------------------------------ classic mode

    def whole_turn(self, seat: int) -> Part:
        """classic.2 to classic.5"""
        one = self.realms[seat]
        one.fresh = []
        yield from self.activate_city(seat)
        while True:
            choices = [*self.free_actions(seat), *self.turn_actions(seat), ("EndTurn",)]
            answer = yield from self.ask(seat, list(dict.fromkeys(choices)))
            if answer == ("EndTurn",):
                break
            yield from self.act(seat, answer)
        self.lose_counters(seat)
        self.end_of_round(seat)
        self.refill(seat)
        final = self.last is not None and self.round >= self.last
        if not final:
            for row in range(len(self.rows)):
                if not self.taken[row] and self.deck and self.display[row]:
                    self.discard_right(row)
                    self.seen["discarded from the display"] += 1
                self.fill_row(row)
            self.taken = [0 for _ in self.rows]
            if self.last is None and not self.deck:
                self.last = self.round + 1  # end.2
        yield from self.monsters_attack(self.start, only=seat)
        if self.solo:
            self.automa_turn()

    # ------------------------------------------------------------ the city

    def activate_city(self, seat: int) -> Part:
        """city.3"""
        choices = [("ActivateCity", row, column) for row in (1, 2, 3) for column in (1, 2, 3)]
        _, row, column = yield from self.ask(seat, choices)
        for slot in range(9):
            if slot // 3 == row - 1 or slot % 3 == column - 1:
                self.activate(seat, slot)

    def activate(self, seat: int, slot: int) -> None:
        """city.2"""
        top, attached, _ = self.realms[seat].city[slot]
        self.realms[seat].city[slot][2] = True
        for card in (top, *attached):
            if card:
                self.realms[seat].supply.update(CARDS[card].get("activate", {}))

    def top_of_deck(self, seat: int) -> str | None:
        """The next card of a City deck, the discard pile shuffled if it must be (city.7)."""
        one = self.realms[seat]
        if not one.deck:
            if not one.discard:
                return None
            one.deck = list(self.luck.next("CityDeckShuffled", seat=seat).order)
            assert sorted(one.deck) == sorted(one.discard)
            one.discard = []
            self.seen["city deck shuffled"] += 1
        return one.deck.pop(0)

    def refill(self, seat: int) -> None:
        """city.10"""
        for slot in self.realms[seat].city:
            while slot[0] is None and (card := self.top_of_deck(seat)) is not None:
                if CARDS[card]["kind"] == "knowledge":
                    slot[1].append(card)
                else:
                    slot[0] = card
            self.seen["slot left empty"] += slot[0] is None

    def draw(self, seat: int, count: int) -> None:
        """city.5"""
        one = self.realms[seat]
        for _ in range(count):
            if (card := self.top_of_deck(seat)) is not None:
                one.drawn.append(card)
                one.fresh.append(card)
                one.supply.update(CARDS[card].get("activate", {}))
                self.seen["card drawn"] += 1

    def can_draw(self, seat: int) -> bool:
        return bool(self.realms[seat].deck or self.realms[seat].discard)

    def sleeping(self, seat: int) -> list[int]:
        """The slots with a top card that are not activated."""
        return [
            number
            for number, (top, _, awake) in enumerate(self.realms[seat].city)
            if top and not awake
        ]

    # ------------------------------------------------------------ what may be done

    def free_actions(self, seat: int) -> list[Spoken]:
        """Market tokens, and cards drawn on this turn (free.2, city.6)."""
        one = self.realms[seat]
        free: list[Spoken] = [("UseMarketToken", kind) for kind in dict.fromkeys(one.market)]
        free += [("UseEffect", card) for card in one.fresh if self.usable(seat, card)]
        return free

    def turn_actions(self, seat: int) -> list[Spoken]:
        """seq.3"""
        one = self.realms[seat]
        choices = self.acquisitions(seat, 0, ("building", "basic_building", "knowledge"))
        choices += self.sections(seat)
        if len(one.policies) < 5 and one.supply["culture"] > len(one.policies):  # policy.1
            own = CIVILIZATIONS[one.civilization]["policies"]
            choices += [("DevelopPolicy", policy) for policy in own if policy not in one.policies]
        choices += [("UseEffect", source) for source in self.sources(seat)]
        if self.price(seat, "science", 3) is not None and self.can_draw(seat):  # science.1
            choices.append(("MakeProgress",))
        choices += [("Conquer", place) for place in self.targets(seat)]
        if self.price(seat, "military", 1) is not None and self.movable(seat):
            choices.append(("MoveArmy",))
        choices += [("BuildOutpost", place) for place in self.outpost_sites(seat, 3)]
        choices += [("MoveExplorer", which) for which in self.ready_explorers(seat, None)]
        if one.hero is None:
            for hero in self.heroes:
                if one.supply["gold"] >= HEROES[hero]["cost"]:
                    choices.append(("HireHero", hero))
        elif not one.hero_returned and one.hero not in one.heroes_returned:
            # hero.5: only if the effect can be carried out (gen.3)
            if self.useful(seat, HEROES[one.hero]["return"], one.hero):
                choices.append(("ReturnHero", one.hero))
        return choices

    def acquisitions(self, seat: int, discount: int, kinds: Sequence[str]) -> list[Spoken]:
        """acquire.1, acquire.2, op.acquire"""
        choices: list[Spoken] = []
        for card in self.shown():
            kind = CARDS[card]["kind"]
            resource = "science" if kind == "knowledge" else "production"
            if kind in kinds and kind != "wonder":
                if self.price(seat, resource, CARDS[card]["cost"] - discount) is not None:
                    choices.append(("AcquireCard", card))
        for card, left in self.basics.items():
            if left and "basic_building" in kinds:
                if self.price(seat, "production", CARDS[card]["cost"] - discount) is not None:
                    choices.append(("AcquireBasic", card))
        return choices

    def section_cost(self, seat: int, card: str, effect: Effect) -> int:
        done = self.realms[seat].construction
        cost = CARDS[card]["sections"][done[1] if done else 0]
        if effect.get("half"):
            cost = (cost + 1) // 2  # pay.6
        return max(0, cost - effect.get("discount", 0))

    def sections(self, seat: int, effect: Effect | None = None) -> list[Spoken]:
        """wonder.1, wonder.2, op.complete_section"""
        under = self.realms[seat].construction
        cards = [under[0]] if under else [c for c in self.shown() if CARDS[c]["kind"] == "wonder"]
        return [
            ("CompleteSection", card)
            for card in cards
            if self.price(seat, "production", self.section_cost(seat, card, effect or {}))
            is not None
        ]

    def sources(self, seat: int) -> list[str]:
        """The cards whose text effect may be used now (effect.1)."""
        one = self.realms[seat]
        cards = [card for top, more, on in one.city if on for card in (top, *more) if card]
        cards += one.drawn
        cards += one.policies[-1:]
        if one.hero and not one.hero_returned:
            cards.append(one.hero)
        return [card for card in dict.fromkeys(cards) if self.usable(seat, card)]

    def usable(self, seat: int, card: str) -> bool:
        one = self.realms[seat]
        return card not in one.marked and self.useful(seat, self.action_of(card), card)

    def action_of(self, card: str) -> list[Effect]:
        everything = (CARDS, POLICIES, HEROES)
        found = next(table[card] for table in everything if card in table)
        return list(found.get("action", []))

    def useful(self, seat: int, effects: Sequence[Effect], source: str) -> bool:
        """An effect changes something (gen.3)."""
        return any(self.has_use(seat, effect, source) for effect in effects)

    def has_use(self, seat: int, effect: Effect, source: str) -> bool:
        one = self.realms[seat]
        match effect["op"]:
            case "gain":
                if effect.get("if") == "conquered" and not one.conquered:  # effect.2
                    return False
                if effect.get("if") == "acquired_knowledge" and not one.acquired_knowledge:
                    return False
                return self.gains_something(effect["gain"])
            case "gain_per":
                return self.counted(seat, effect) > 0
            case "exchange":
                return bool(self.payments(seat, effect))
            case "convert":
                return any(one.supply[kind] for kind in BASIC)
            case "draw":
                return self.can_draw(seat)
            case "activate" | "archive":
                return bool(self.sleeping(seat))
            case "acquire":
                return bool(self.acquisitions(seat, effect["discount"], effect["kinds"]))
            case "complete_section":
                return bool(self.sections(seat, effect))
            case "conquer":
                return bool(self.targets(seat, effect))
            case "move_units":
                return bool(self.movable(seat))
            case "move_explorer":
                return True
            case "copy":
                return bool(self.copies(seat, effect["what"], source))
            case "build_outpost":
                return bool(self.outpost_sites(seat, effect["soldiers"]))
            case "destroy":
                return bool(self.destroyable(seat))
            case "steal":
                return any(other.supply["gold"] for other in self.realms if other is not one)
        raise AssertionError(effect)

    def gains_something(self, gain: Mapping[str, int]) -> bool:
        return any(kind != "market" or any(self.market.values()) for kind in gain)

    def counted(self, seat: int, effect: Effect) -> int:
        """op.gain_per"""
        match effect["per"]:
            case "wonder":
                number = len(self.realms[seat].wonders)
            case "coastal_province":
                number = sum(self.coastal(place) for place in self.provinces(seat))
            case _:
                number = len(self.provinces(seat))
        extra = min(number // effect.get("step", 1), effect.get("max", number))
        return int(effect.get("plus", 0) + extra)

    def payments(self, seat: int, effect: Effect) -> list[dict[str, int]]:
        """The ways to pay for an exchange that changes something (pay.3, pay.8, gen.3)."""
        one = self.realms[seat]
        ways: list[dict[str, int]] = []
        if "basic" in effect["pay"]:
            ways = [{kind: 1} for kind in (*BASIC, "gold") if one.supply[kind]]
            if one.supply["production_token"] and not one.supply["production"]:
                ways.append({"production_token": 1})
        else:
            ((kind, amount),) = effect["pay"].items()
            paid = self.price(seat, kind, amount)
            ways = [] if paid is None else [paid]
        if not self.gains_something(effect["gain"]):
            return []
        return [way for way in ways if way != effect["gain"]]

    # ------------------------------------------------------------ carrying out

    def act(self, seat: int, answer: Spoken) -> Part:
        one = self.realms[seat]
        self.seen[answer[0]] += 1
        match answer:
            case ("UseMarketToken", kind):
                one.market.remove(kind)
                self.market[kind] += 1
                yield from self.carry_out(seat, MARKETS[kind]["use"], kind)
            case ("AcquireCard" | "AcquireBasic", card):
                self.acquire(seat, card, 0)
            case ("CompleteSection", card):
                yield from self.complete_section(seat, card, {})
            case ("DevelopPolicy", policy):
                one.supply["culture"] -= len(one.policies) + 1
                one.policies.append(policy)
                for bonus in list(one.policies):  # policy.2
                    yield from self.carry_out(seat, POLICIES[bonus]["bonus"], bonus)
            case ("UseEffect", source):
                one.marked.append(source)
                if source in one.fresh:
                    one.fresh.remove(source)
                self.seen[f"effect {self.action_of(source)[0]['op']}"] += 1
                yield from self.carry_out(seat, self.action_of(source), source)
            case ("MakeProgress",):
                self.pay(seat, self.price(seat, "science", 3))
                self.draw(seat, 1)
            case ("Conquer", place):
                yield from self.conquer(seat, place, None)
            case ("MoveArmy",):
                self.pay(seat, self.price(seat, "military", 1))
                yield from self.move_unit(seat, self.movable(seat), stop=False)
            case ("BuildOutpost", place):
                self.build_outpost(seat, place, 3)
            case ("MoveExplorer", which):
                yield from self.move_explorer(seat, which, None)
            case ("HireHero", hero):
                one.supply["gold"] -= HEROES[hero]["cost"]
                self.heroes.remove(hero)
                one.hero = hero
            case ("ReturnHero", hero):
                yield from self.carry_out(seat, HEROES[hero]["return"], hero)
                if self.classic:  # hero.8
                    self.heroes.append(hero)
                    one.hero = None
                    one.heroes_returned.append(hero)
                else:  # hero.6
                    one.hero_returned = True
            case _:
                raise AssertionError(answer)

    def acquire(self, seat: int, card: str, discount: int) -> None:
        """acquire.1 to acquire.3"""
        one = self.realms[seat]
        resource = "science" if CARDS[card]["kind"] == "knowledge" else "production"
        self.pay(seat, self.price(seat, resource, CARDS[card]["cost"] - discount))
        if card in self.basics:
            self.basics[card] -= 1
        else:
            self.take(card)
        one.deck.insert(0, card)
        if resource == "science":
            one.knowledge.append(card)
            one.acquired_knowledge = True

    def complete_section(self, seat: int, card: str, effect: Effect) -> Part:
        """wonder.1 to wonder.5"""
        one = self.realms[seat]
        cost = self.section_cost(seat, card, effect)
        self.pay(seat, self.price(seat, "production", cost))
        if one.construction is None:
            self.take(card)
            one.construction = [card, 0]
        one.construction[1] += 1
        if one.construction[1] < len(CARDS[card]["sections"]):
            return
        self.seen["wonder completed"] += 1
        one.wonders.append(card)
        yield from self.carry_out(seat, CARDS[card].get("completion", []), card)
        one.construction = None
        one.deck.insert(0, card)
        places = [place for place in self.provinces(seat) if self.tiles[place].wonder is None]
        if places:
            _, place = yield from self.ask(seat, [("PlaceToken", place) for place in places])
            self.tiles[place].wonder = card
        else:
            self.seen["wonder token on the capital"] += 1

    # ------------------------------------------------------------ effects

    def carry_out(self, seat: int, effects: Sequence[Effect], source: str) -> Part:
        for effect in effects:
            if self.has_use(seat, effect, source):
                yield from self.carry_out_one(seat, effect, source)

    def carry_out_one(self, seat: int, effect: Effect, source: str) -> Part:
        one = self.realms[seat]
        match effect["op"]:
            case "gain":
                yield from self.gain(seat, effect["gain"])
            case "gain_per":
                one.supply[effect["resource"]] += self.counted(seat, effect)
            case "exchange":
                yield from self.exchange(seat, effect)
            case "convert":
                yield from self.convert(seat, effect["n"])
            case "draw":
                self.draw(seat, effect["n"])
            case "activate":
                for _ in range(effect["n"]):
                    slots = [("ActivateSlot", s, one.city[s][0]) for s in self.sleeping(seat)]
                    if not slots or (answer := (yield from self.ask(seat, [*slots, STOP]))) == STOP:
                        return
                    self.activate(seat, answer[1])
                    self.seen["slot activated"] += 1
            case "archive":
                yield from self.archive(seat, effect)
            case "acquire":
                choices = self.acquisitions(seat, effect["discount"], effect["kinds"])
                _, card = yield from self.choose(seat, choices)
                self.acquire(seat, card, effect["discount"])
            case "complete_section":
                _, card = yield from self.choose(seat, self.sections(seat, effect))
                yield from self.complete_section(seat, card, effect)
            case "conquer":
                targets = [("Conquer", place) for place in self.targets(seat, effect)]
                _, place = yield from self.choose(seat, targets)
                yield from self.conquer(seat, place, effect)
            case "move_units":
                yield from self.move_units(seat, effect["n"])
            case "move_explorer":
                ready = self.ready_explorers(seat, effect["n"])
                choices = [("MoveExplorer", which) for which in ready]
                answer = yield from self.ask(seat, [*choices, STOP])
                if answer != STOP:
                    yield from self.move_explorer(seat, answer[1], effect["n"])
            case "copy":
                yield from self.copy(seat, effect["what"], source)
            case "build_outpost":
                sites = self.outpost_sites(seat, effect["soldiers"])
                _, place = yield from self.choose(seat, [("BuildOutpost", s) for s in sites])
                self.build_outpost(seat, place, effect["soldiers"])
            case "destroy":
                yield from self.destroy(seat, effect["n"])
            case "steal":
                for other in self.realms:
                    if other is not one:
                        gold = min(effect["n"], other.supply["gold"])
                        other.supply["gold"] -= gold
                        one.supply["gold"] += gold
            case _:
                raise AssertionError(effect)

    def choose(self, seat: int, choices: Sequence[Spoken]) -> Part:
        """A choice that is not asked for where there is only one."""
        if len(choices) == 1:
            return choices[0]
        return (yield from self.ask(seat, choices))

    def gain(self, seat: int, gain: Mapping[str, int]) -> Part:
        """op.gain"""
        one = self.realms[seat]
        for kind, amount in gain.items():
            if kind not in ("basic", "market"):
                one.supply[kind] += amount
        if basic := gain.get("basic"):
            ways = [
                ("TakeResources", spell(Counter(way)))
                for way in combinations_with_replacement(BASIC, basic)
            ]
            _, way = yield from self.ask(seat, ways)
            one.supply.update(dict(way))
        for _ in range(gain.get("market", 0)):
            kinds = [("TakeMarketToken", kind) for kind, left in self.market.items() if left]
            if kinds:
                _, kind = yield from self.choose(seat, kinds)
                self.market[kind] -= 1
                one.market.append(kind)

    def exchange(self, seat: int, effect: Effect) -> Part:
        """op.exchange, pay.8, effect.5"""
        times = effect.get("times", 1)
        for number in range(times):
            ways = self.payments(seat, effect)
            if not ways:
                return
            if len(ways) == 1 and not number:
                paid = ways[0]
            else:
                choices: list[Spoken] = [("Exchange", spell(way)) for way in ways]
                answer = yield from self.ask(seat, [*choices, *([STOP] if number else [])])
                if answer == STOP:
                    return
                paid = dict(answer[1])
            self.pay(seat, paid)
            yield from self.gain(seat, effect["gain"])
            self.seen["exchange"] += 1

    def convert(self, seat: int, count: int) -> Part:
        """op.convert"""
        one = self.realms[seat]
        for _ in range(count):
            choices: list[Spoken] = [
                ("ConvertCounter", give, take)
                for give in BASIC
                for take in BASIC
                if give != take and one.supply[give]
            ]
            if not choices or (answer := (yield from self.ask(seat, [*choices, STOP]))) == STOP:
                return
            one.supply[answer[1]] -= 1
            one.supply[answer[2]] += 1

    def archive(self, seat: int, effect: Effect) -> Part:
        """city.8, op.archive"""
        one = self.realms[seat]
        for _ in range(effect["n"]):
            slots = [("ArchiveCard", slot, one.city[slot][0]) for slot in self.sleeping(seat)]
            if not slots or (answer := (yield from self.ask(seat, [*slots, STOP]))) == STOP:
                return
            top, attached, _ = one.city[answer[1]]
            one.archived.append(top)
            one.discard += attached
            one.city[answer[1]] = [None, [], False]
            one.supply.update(effect.get("gain", {}))
            self.seen["archived"] += 1

    def copies(self, seat: int, what: str, source: str) -> list[str]:
        """The cards that a copy would get something from (city.9, op.copy)."""
        one = self.realms[seat]
        if what == "policy":
            cards = one.policies[:-1]
        elif what == "knowledge":
            cards = [card for _, attached, _ in one.city for card in attached]
        else:
            cards = [top for top, _, _ in one.city if top and top != source]
        return [
            card
            for card in dict.fromkeys(cards)
            if (card in CARDS and CARDS[card].get("activate")) or self.copyable(seat, card)
        ]

    def copyable(self, seat: int, card: str) -> bool:
        """A text effect that a copy would use; an effect that copies is not copied."""
        effects = self.action_of(card)
        return not any(e["op"] == "copy" for e in effects) and self.useful(seat, effects, card)

    def copy(self, seat: int, what: str, source: str) -> Part:
        one = self.realms[seat]
        choices = [("CopyCard", card) for card in self.copies(seat, what, source)]
        _, card = yield from self.choose(seat, choices)
        if card in CARDS:
            one.supply.update(CARDS[card].get("activate", {}))
        self.seen["copied"] += 1
        if self.copyable(seat, card):
            if card in CARDS and CARDS[card].get("activate"):
                answer = yield from self.ask(seat, [("UseCopy", card), STOP])
                if answer == STOP:
                    return
            yield from self.carry_out(seat, self.action_of(card), card)

    # ------------------------------------------------------------ the map

    def targets(self, seat: int, effect: Effect | None = None) -> list[str]:
        """The Provinces that can be conquered (conquer.1, op.conquer)."""
        return [place for place in self.tiles if self.forces(seat, place, effect)]

    def forces(self, seat: int, place: str, effect: Effect | None) -> dict[Spoken, Any]:
        """The sets of units that can conquer a Province, and what each pays (conquer.1 to 4)."""
        tile = self.tiles[place]
        effect = effect or {}
        if place in self.capitals or tile.terrain == "water" or tile.owner == seat:
            return {}
        beside = [to for to in self.around[place] if self.tiles[to].owner == seat]
        kind = effect.get("target", "any")
        fits = {
            "any": True,
            "neutral": tile.owner is None,
            "coastal": self.coastal(place),
            "opponent": tile.owner is not None,
        }[kind]
        if not beside or not fits:
            return {}
        near: set[str] = set()
        for to in beside:
            near |= self.joined(seat, to)
        needed = self.defence(place)
        forces: dict[Spoken, Any] = {}
        army = next((spot for spot in near if self.tiles[spot].warlord), None)
        for warlord in (None, army) if army else (None,):
            if warlord and needed <= 2:
                # the Warlord is enough: a Soldier would be superfluous
                parts: list[dict[str, int]] = [{}]
            elif warlord:
                parts = self.soldiers(near, needed - 2, warlord)
            else:
                parts = self.soldiers(near, needed, None)
            for soldiers in parts:
                if warlord and not self.stays(warlord, soldiers.get(warlord, 0), True):
                    continue
                units = sum(soldiers.values()) + (warlord is not None)
                cost = 0 if effect.get("free") else units - effect.get("discount", 0)
                paid = self.price(seat, "military", cost, neutral=tile.owner is None)
                if paid is None:
                    continue
                if warlord is None:
                    spoken: Spoken = ("SendSoldiers", spell(soldiers))
                elif soldiers:
                    spoken = ("SendArmy", warlord, spell(soldiers))
                else:
                    spoken = ("SendWarlord", warlord)
                forces[spoken] = (warlord, soldiers, paid)
        return forces

    def stays(self, place: str, soldiers: int, warlord: bool) -> bool:
        """A Soldier, the Warlord or an Outpost stays (conquer.4, move.2)."""
        tile = self.tiles[place]
        left = tile.soldiers - soldiers > 0 or (tile.warlord and not warlord) or tile.outpost
        return place in self.capitals or left

    def soldiers(self, near: set[str], count: int, warlord: str | None) -> list[dict[str, int]]:
        """The ways in which so many Soldiers can leave tiles."""
        ways: list[dict[str, int]] = [{}]
        for place in sorted(near):
            longer = []
            for way in ways:
                for number in range(self.tiles[place].soldiers + 1):
                    if number + sum(way.values()) > count:
                        break
                    if number == 0:
                        longer.append(way)
                    elif self.stays(place, number, place == warlord):
                        longer.append({**way, place: number})
            ways = longer
        return [way for way in ways if sum(way.values()) == count]

    def conquer(self, seat: int, place: str, effect: Effect | None) -> Part:
        """conquer.5 to conquer.9, monster.2, monster.9"""
        one = self.realms[seat]
        tile = self.tiles[place]
        forces = self.forces(seat, place, effect)
        answer = yield from self.choose(seat, list(forces))
        warlord, soldiers, paid = forces[answer]
        self.pay(seat, paid)
        slain = [lair for lair in self.lairs if lair[1] == place and tile.owner is None]
        self.seen["conquest of an enemy"] += tile.owner is not None
        self.destroy_garrison(place)
        for origin, number in soldiers.items():
            self.tiles[origin].soldiers -= number
            tile.soldiers += number
        if warlord:
            self.tiles[warlord].warlord = False
            tile.warlord = True
        tile.owner = seat
        one.conquered = True
        self.seen["conquest"] += 1
        card = CIVILIZATIONS[one.civilization]["warlord"]
        if warlord and card not in one.marked:  # conquer.9
            one.marked.append(card)
            self.seen["warlord's benefit"] += 1
            yield from self.carry_out(seat, WARLORDS[card]["trigger"], card)
        for lair in slain:
            self.lairs.remove(lair)
            yield from self.slay(seat, lair[0])
        if tile.site is not None:
            yield from self.turn_up(seat, place)

    def destroy_garrison(self, place: str) -> None:
        """conquer.6"""
        tile = self.tiles[place]
        if tile.owner is None:
            return
        home = self.tiles[self.capitals[tile.owner]]
        home.soldiers += tile.soldiers
        home.warlord |= tile.warlord
        self.realms[tile.owner].outposts += tile.outpost
        self.seen["outpost lost"] += tile.outpost
        tile.soldiers, tile.warlord, tile.outpost, tile.owner = 0, False, False, None

    def turn_up(self, seat: int, place: str) -> Part:
        """conquer.8, monster.2"""
        tile = self.tiles[place]
        face = tile.face or ""
        tile.site = tile.face = None
        if face in MONSTERS:
            self.lairs.append((face, place, seat))
            self.seen["monster revealed"] += 1
            return
        ways = TOKENS[face]["options"]
        choices = [
            ("TakeOption", f"{face}.{number}")
            for number, way in enumerate(ways, start=1)
            if self.useful(seat, way["effects"], face)
        ]
        _, option = yield from self.choose(seat, choices)
        self.seen["exploration token"] += 1
        yield from self.carry_out(seat, ways[int(option[-1]) - 1]["effects"], face)

    def movable(self, seat: int, moved: Sequence[Any] = ()) -> list[tuple[str, str]]:
        """The units that can move: kind and tile (move.1, move.2)."""
        units = []
        for place in self.mine(seat):
            if len(self.joined(seat, place)) < 2:
                continue
            tile = self.tiles[place]
            arrived = sum(unit == ("soldier", place) for unit in moved)
            if tile.soldiers > arrived and self.stays(place, 1, False):
                units.append(("soldier", place))
            if tile.warlord and ("warlord", place) not in moved and self.stays(place, 0, True):
                units.append(("warlord", place))
        return units

    def move_unit(self, seat: int, units: Sequence[tuple[str, str]], *, stop: bool) -> Part:
        """A unit moves; which and where it is now, or None."""
        choices: list[Spoken] = [("PickUnit", *unit) for unit in units]
        answer = yield from self.ask(seat, [*choices, *([STOP] if stop else [])])
        if answer == STOP:
            return None
        _, kind, origin = answer
        goals = sorted(self.joined(seat, origin) - {origin})
        _, goal = yield from self.ask(seat, [("MoveTo", place) for place in goals])
        if kind == "soldier":
            self.tiles[origin].soldiers -= 1
            self.tiles[goal].soldiers += 1
        else:
            self.tiles[origin].warlord = False
            self.tiles[goal].warlord = True
        self.seen["unit moved"] += 1
        return kind, goal

    def move_units(self, seat: int, count: int) -> Part:
        """move.3"""
        moved: list[Any] = []
        for _ in range(count):
            units = self.movable(seat, moved)
            if not units:
                return
            unit = yield from self.move_unit(seat, units, stop=True)
            if unit is None:
                return
            moved.append(unit)

    def outpost_sites(self, seat: int, soldiers: int) -> list[str]:
        """outpost.1"""
        if not self.realms[seat].outposts:
            return []
        return [
            place
            for place in self.provinces(seat)
            if self.tiles[place].soldiers >= soldiers and not self.tiles[place].outpost
        ]

    def build_outpost(self, seat: int, place: str, soldiers: int) -> None:
        """outpost.1"""
        self.tiles[place].soldiers -= soldiers
        self.tiles[self.capitals[seat]].soldiers += soldiers
        self.tiles[place].outpost = True
        self.realms[seat].outposts -= 1

    def destroyable(self, seat: int) -> list[str]:
        """Enemy Provinces beside own tiles in which a Soldier can be destroyed (op.destroy)."""
        found = []
        for place, tile in self.tiles.items():
            enemy = tile.owner not in (None, seat) and place not in self.capitals
            beside = any(self.tiles[to].owner == seat for to in self.around[place])
            spare = tile.soldiers - (0 if tile.warlord or tile.outpost else 1)
            if enemy and beside and spare > 0:
                found.append(place)
        return found

    def destroy(self, seat: int, count: int) -> Part:
        choices = [("DestroySoldiers", place) for place in self.destroyable(seat)]
        _, place = yield from self.choose(seat, choices)
        tile = self.tiles[place]
        number = min(count, tile.soldiers - (0 if tile.warlord or tile.outpost else 1))
        tile.soldiers -= number
        assert tile.owner is not None
        self.tiles[self.capitals[tile.owner]].soldiers += number
        self.seen["soldiers destroyed"] += number

    # ------------------------------------------------------------ explorers

    def ready_explorers(self, seat: int, free_steps: int | None) -> list[str]:
        """The Explorers that can move or take a token (explorer.1 to explorer.5)."""
        pays = free_steps is None and self.price(seat, "military", 1) is None
        return [
            name
            for name, (place, marked) in zip("ab", self.realms[seat].explorers, strict=True)
            if not pays or (self.tiles[place].resource and not marked)
        ]

    def move_explorer(self, seat: int, which: str, free_steps: int | None) -> Part:
        one = self.realms[seat]
        explorer = one.explorers["ab".index(which)]
        steps = 0
        done = False
        while True:
            choices: list[Spoken] = []
            if free_steps is None:
                goes = self.price(seat, "military", 1) is not None
            else:
                goes = steps < free_steps
            if goes:
                choices += [("MoveTo", place) for place in self.around[explorer[0]]]
            token = self.tiles[explorer[0]].resource
            if token and not explorer[1]:
                choices.append(("TakeToken",))
            if not choices:
                return
            answer = yield from self.ask(seat, [*choices, *([STOP] if done else [])])
            if answer == STOP:
                return
            done = True
            if answer == ("TakeToken",):
                self.tiles[explorer[0]].resource = None
                explorer[1] = True
                if token == "production":
                    one.supply["production_token"] += 1
                else:
                    one.market.append(token or "")
                self.seen["token taken"] += 1
            else:
                if free_steps is None:
                    self.pay(seat, self.price(seat, "military", 1))
                steps += 1
                explorer[0] = answer[1]

    # ------------------------------------------------------------ monsters

    def monsters_attack(self, start: int, only: int | None = None) -> Part:
        """monster.3 to monster.8"""
        for lair in list(self.lairs):
            if only is not None and lair[2] != only:
                continue
            monster, place, _ = lair
            victim = self.victim(place, start)
            if victim is None:
                self.seen["monster without a victim"] += 1
                continue
            seat = self.tiles[victim].owner
            assert seat is not None
            strength = int(MONSTERS[monster]["strength"])
            if self.garrison(victim) + self.passive(seat, "garrison") >= strength:
                self.lairs.remove(lair)
                self.seen["monster slain"] += 1
                yield from self.slay(seat, monster)
                continue
            self.seen["ravage"] += 1
            if not (self.solo and seat == AUTOMA):
                for kind, amount in MONSTERS[monster]["ravage"].items():
                    supply = self.realms[seat].supply
                    supply[kind] -= min(amount, supply[kind])
            if victim == place:
                self.destroy_garrison(place)
            else:
                self.seen["raid"] += 1

    def victim(self, lair: str, start: int) -> str | None:
        """monster.5"""
        if self.tiles[lair].owner is not None:
            return lair
        order = self.clockwise(start)
        beside = [
            place
            for place in self.around[lair]
            if self.tiles[place].owner is not None and place not in self.capitals
        ]

        def rank(place: str) -> Any:
            owner = self.tiles[place].owner
            assert owner is not None
            garrison = self.garrison(place) + self.passive(owner, "garrison")
            q, r = self.where[place]
            return garrison, self.defence(place), order.index(owner), r, q

        return min(beside, key=rank, default=None)

    def slay(self, seat: int, monster: str) -> Part:
        """monster.7"""
        self.realms[seat].monsters.append(monster)
        if not (self.solo and seat == AUTOMA):
            yield from self.gain(seat, MONSTERS[monster]["reward"])

    # ------------------------------------------------------------ the solo game

    def automa_turn(self) -> None:
        """Cards turned up one after the other (solo.2, solo.3)."""
        for _ in range({"easy": 1, "normal": 2, "hard": 3}[self.options["automa"]]):
            if not self.automa_deck:
                self.automa_deck = list(self.luck.next("AutomaShuffled").order)
                assert sorted(self.automa_deck) == sorted(self.automa_discard)
                self.automa_discard = []
            card = self.automa_deck.pop(0)
            self.automa_discard.append(card)
            self.seen[f"automa {card}"] += 1
            match card:
                case "build":
                    self.automa_builds()
                case "research":
                    self.automa_takes("knowledge")
                case "trade":
                    self.automa_trades()
                case "culture":
                    self.automa_develops()
                case _:
                    for _ in range(2):
                        self.automa_conquers(card)
            if self.last is None or self.round < self.last:
                self.fill_row(0)
                if self.last is None and not self.deck:
                    self.last = self.round + 1  # end.2

    def furthest_right(self, kind: str) -> str | None:
        return next((c for c in reversed(self.display[0]) if CARDS[c]["kind"] == kind), None)

    def automa_takes(self, kind: str) -> bool:
        """The card of a kind furthest to the right, or the last card is discarded (solo.4)."""
        card = self.furthest_right(kind)
        if card is not None:
            self.display[0].remove(card)
            one = self.realms[AUTOMA]
            (one.knowledge if kind == "knowledge" else one.wonders).append(card)
            return True
        if kind == "wonder" and (building := self.furthest_right("building")):
            self.display[0].remove(building)
            self.removed.append(building)
        elif self.display[0]:
            self.discard_right(0)
        return False

    def automa_builds(self) -> None:
        """solo.4"""
        if not self.automa_takes("wonder"):
            return
        places = [place for place in self.provinces(AUTOMA) if self.tiles[place].wonder is None]

        def rank(place: str) -> Any:
            q, r = self.where[place]
            return -self.defence(place), r, q

        if places:
            self.tiles[min(places, key=rank)].wonder = self.realms[AUTOMA].wonders[-1]

    def steps_from_home(self) -> dict[str, int]:
        """How far each tile is from the Automa's Capital, over any terrain."""
        far = {self.capitals[AUTOMA]: 0}
        fringe = [self.capitals[AUTOMA]]
        while fringe:
            place = fringe.pop(0)
            for to in self.around[place]:
                if to not in far:
                    far[to] = far[place] + 1
                    fringe.append(to)
        return far

    def automa_trades(self) -> None:
        """solo.4"""
        far = self.steps_from_home()
        places = [place for place, tile in self.tiles.items() if tile.resource]

        def rank(place: str) -> Any:
            q, r = self.where[place]
            return far[place], r, q

        if places:
            tile = self.tiles[min(places, key=rank)]
            tile.resource = None
        if self.display[0]:
            self.discard_right(0)

    def automa_develops(self) -> None:
        """solo.6"""
        one = self.realms[AUTOMA]
        one.supply["culture"] += 6
        own = CIVILIZATIONS[one.civilization]["policies"]
        for _ in range(2):
            if len(one.policies) < 5 and one.supply["culture"] > len(one.policies):
                one.supply["culture"] -= len(one.policies) + 1
                one.policies.append(next(name for name in own if name not in one.policies))

    def automa_conquers(self, card: str) -> None:
        """One Province is taken with one Soldier (solo.5)."""
        home = self.tiles[self.capitals[AUTOMA]]
        if not home.soldiers:
            return
        era = CARDS[self.display[0][-1]]["era"] if self.display[0] else None
        reach = {"classical": 3, "medieval": 4, "renaissance": 4, "modern": 5, None: 5}[era]
        far = self.steps_from_home()

        def rank(place: str) -> Any:
            q, r = self.where[place]
            return self.defence(place), far[place], r, q

        for owner in (None, 0) if card == "expand" else (0, None):
            places = [
                place
                for place, tile in self.tiles.items()
                if tile.owner == owner
                and tile.terrain != "water"
                and place not in self.capitals
                and any(self.tiles[to].owner == AUTOMA for to in self.around[place])
                and self.defence(place) <= reach
            ]
            if places:
                place = min(places, key=rank)
                break
        else:
            return
        tile = self.tiles[place]
        slain = [lair for lair in self.lairs if lair[1] == place and tile.owner is None]
        self.destroy_garrison(place)
        home.soldiers -= 1
        tile.soldiers, tile.owner = 1, AUTOMA
        tile.site = tile.face = None
        for lair in slain:
            self.lairs.remove(lair)
            self.realms[AUTOMA].monsters.append(lair[0])
        self.seen["automa conquest"] += 1

    # ------------------------------------------------------------ the end

    def points(self, seat: int) -> tuple[int, int, int, int]:
        """score.1 to score.4"""
        one = self.realms[seat]
        military = sum(
            WORTH[self.tiles[place].terrain] + (self.tiles[place].wonder is not None)
            for place in self.provinces(seat)
        ) + sum(int(MONSTERS[monster]["vp"]) for monster in one.monsters)
        science = sum(int(CARDS[card]["vp"]) for card in one.knowledge)
        architecture = sum(int(CARDS[card]["vp"]) for card in one.wonders)
        return military, science, architecture, POLICY_WORTH[len(one.policies)]

    def result(self) -> Any:
        """score.5, score.6"""
        sides = [self.points(seat) for seat in range(len(self.realms))]
        scores = [sum(side) for side in sides]
        for number in range(4):
            best = max(side[number] for side in sides)
            for seat, side in enumerate(sides):
                if side[number] == best and best > 0:
                    scores[seat] += 3
        ranks = [
            (scores[seat], one.supply["gold"], one.supply["culture"])
            for seat, one in enumerate(self.realms)
        ]
        winners = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
        if self.solo:  # solo.7
            return scores, [0] if scores[0] > scores[AUTOMA] else []
        self.seen["tie broken"] += sum(score == max(scores) for score in scores) > len(winners)
        return scores, winners
