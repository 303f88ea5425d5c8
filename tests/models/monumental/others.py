"""Monsters and the Automa (monster.1 to solo.6)."""

from __future__ import annotations

from typing import Any

from tests.models.monumental.actions import Actions
from tests.models.monumental.table import AUTOMA, CARDS, CIVILIZATIONS, MONSTERS, Part


class Others(Actions):
    """Monsters and the Automa."""

    def monsters_attack(self, start: int, only: int | None = None) -> Part:
        """The Monsters attack (monster.3 to monster.8)."""
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
        """The Province that a Monster attacks (monster.5)."""
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
        """A Monster is slain (monster.7)."""
        self.realms[seat].monsters.append(monster)
        if not (self.solo and seat == AUTOMA):
            yield from self.gain(seat, MONSTERS[monster]["reward"])

    def automa_turn(self) -> None:
        """Cards turned up one after the other (solo.2, solo.3)."""
        for _ in range({"easy": 1, "normal": 2, "hard": 3}[self.options["automa"]]):
            if not self.automa_deck:
                self.automa_deck = list(self.tape.shuffled(self.automa_discard))
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
        """It takes a Wonder (solo.4)."""
        if not self.automa_takes("wonder"):
            return
        places = [place for place in self.provinces(AUTOMA) if self.tiles[place].wonder is None]

        def rank(place: str) -> Any:
            q, r = self.where[place]
            return -self.defence(place), r, q

        if places:
            self.tiles[min(places, key=rank)].wonder = self.realms[AUTOMA].wonders[-1]

    def steps_from_home(self) -> dict[str, int]:
        """The distance of each tile from the Automa's Capital, over any terrain."""
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
        """It removes a token and a card (solo.4)."""
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
        """It gains Culture and develops Policies (solo.6)."""
        one = self.realms[AUTOMA]
        one.supply["culture"] += 6
        own = CIVILIZATIONS[one.civilization]["policies"]
        for _ in range(2):
            if len(one.policies) < 5 and one.supply["culture"] > len(one.policies):
                one.supply["culture"] -= len(one.policies) + 1
                one.policies.append(next(name for name in own if name not in one.policies))

    def automa_conquers(self, card: str) -> None:
        """A Province is taken with one Soldier (solo.5)."""
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
