"""The map, the decks and the cities are set up (setup.1 to setup.16)."""

from __future__ import annotations

from tests.models.monumental.city import City
from tests.models.monumental.table import (
    AUTOMA_CARDS,
    CARDS,
    CIVILIZATIONS,
    ERAS,
    HEROES,
    MAPS,
    MONSTERS,
    STEPS,
    TOKENS,
    Part,
    Realm,
    Tile,
    copies,
)


class SetUp(City):
    """A game that is set up."""

    def set_up(self) -> Part:
        if self.options["civilizations"] == "chosen":
            for seat in range(self.players):
                yield from self.pick(seat)
            if self.solo:
                self.realms.append(Realm(self.draw_one()))
        else:
            drawn = self.tape.shuffled(CIVILIZATIONS)
            self.realms = [Realm(name) for name in drawn[: max(2, self.players)]]
        self.lay_map()
        self.stack_deck()
        for seat in range(self.players):
            one = self.realms[seat]
            own = CIVILIZATIONS[one.civilization]
            cards = ["work_camp"] * 5 + ["library"] * 3 + ["fort"] * 3 + ["forum", "mine"]
            cards += [own["special_building"], own["starting_knowledge"]]  # setup.1
            one.knowledge = [own["starting_knowledge"]]
            one.deck = list(self.tape.shuffled(cards))
            self.refill(seat)
        if self.options["heroes"] == "on":
            self.heroes = list(self.tape.shuffled(HEROES)[: self.players + 2])  # hero.1
        if self.solo:
            self.automa_deck = list(self.tape.shuffled(copies(AUTOMA_CARDS)))
        self.start = self.tape.one_of(range(self.players))
        if self.classic and not self.solo:  # setup.15
            for seat, gold in zip(self.clockwise(self.start), (0, 2, 3, 5, 6), strict=False):
                self.realms[seat].supply["gold"] += gold

    def pick(self, seat: int) -> Part:
        """A civilization is chosen, or drawn from those that are left (setup.4)."""
        free = [("PickCivilization", name) for name in self.untaken()]
        answer = yield from self.ask(seat, [*free, ("DrawCivilization",)])
        self.realms.append(Realm(answer[1] if len(answer) > 1 else self.draw_one()))

    def untaken(self) -> list[str]:
        taken = {one.civilization for one in self.realms}
        return [name for name in CIVILIZATIONS if name not in taken]

    def draw_one(self) -> str:
        return self.tape.one_of(self.untaken())

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
        barbarians, free_towns = self.mix_tokens()
        for spot in chart["tiles"]:
            tile = self.tiles[names[spot["q"], spot["r"]]]
            if tile.site is not None:
                tile.face = (barbarians if tile.site == "barbarian" else free_towns).pop(0)

    def mix_tokens(self) -> tuple[list[str], list[str]]:
        """The tokens for the sites, those of Barbarians and those of Free Towns (setup.7)."""
        shuffled = {}
        for kind in ("barbarian", "free_town"):
            tokens = {name: token for name, token in TOKENS.items() if token["kind"] == kind}
            shuffled[kind] = list(self.tape.shuffled(copies(tokens)))
        barbarians, free_towns = shuffled.values()
        if self.options["monsters"] == "on":  # monster.1
            sites = sum(tile.site == "barbarian" for tile in self.tiles.values())
            monsters = self.tape.shuffled(MONSTERS)[: (4, 4, 6, 8, 10)[self.players - 1]]
            kept = barbarians[: sites - len(monsters)]
            barbarians = list(self.tape.shuffled([*kept, *monsters]))
        return barbarians, free_towns

    def stack_deck(self) -> None:
        """The Development deck and the display (setup.9, setup.11, opt.1 to opt.3)."""
        for era, row in ERAS.items():
            if era == "renaissance" and self.options["renaissance"] == "off":
                continue
            layer: list[str] = []
            for kind, number in row["cards_for_five" if self.players == 5 else "cards"].items():
                pool = [
                    name
                    for name, card in CARDS.items()
                    if (card.get("era"), card["kind"]) == (era, kind)
                    and (card["set"] != "lost_kingdoms" or self.with_lost_kingdoms())
                ]
                layer += self.tape.shuffled(pool)[:number]
            self.deck += self.tape.shuffled(layer)
        rows = [self.players + 4]
        if self.classic:
            rows = [3, 3] if self.players == 2 else [6]
        self.display = [[] for _ in rows]
        self.rows = rows
        self.taken = [0 for _ in rows]
        for row in range(len(rows)):
            self.fill_row(row)

    def with_lost_kingdoms(self) -> bool:
        """The cards of Lost Kingdoms belong to the decks (opt.1, opt.3)."""
        return self.players == 5 or self.options["mix_lost_kingdoms"] == "on"
