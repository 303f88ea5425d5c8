"""The map, the decks and the cities are set up (setup.1 to setup.16)."""

from __future__ import annotations

from collections import Counter

from tests.models.harness_b import Difference
from tests.models.monumental.city import City
from tests.models.monumental.table import (
    CARDS,
    CIVILIZATIONS,
    ERAS,
    MAPS,
    MONSTERS,
    STEPS,
    TOKENS,
    Part,
    Realm,
    Tile,
)


class SetUp(City):
    """A game that is set up."""

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
        """The tiles, and what lies on them (setup.5 to setup.8, monster.1)."""
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
        """The Development deck and the display (setup.9, setup.11, opt.1 to opt.3)."""
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
        rows = [self.players + 4]
        if self.classic:
            rows = [3, 3] if self.players == 2 else [6]
        self.display = [[] for _ in rows]
        self.rows = rows
        self.taken = [0 for _ in rows]
        for row in range(len(rows)):
            self.fill_row(row)
