"""The map: conquest, moves, Outposts, Explorers (conquer.1 to explorer.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.models.model import Spoken
from tests.models.monumental.setup import SetUp
from tests.models.monumental.table import (
    CIVILIZATIONS,
    MONSTERS,
    STOP,
    TOKENS,
    WARLORDS,
    Effect,
    Part,
    spell,
)


def _send(warlord: str | None, soldiers: dict[str, int]) -> Spoken:
    """The action that sends these units."""
    if warlord is None:
        return "SendSoldiers", spell(soldiers)
    return ("SendArmy", warlord, spell(soldiers)) if soldiers else ("SendWarlord", warlord)


class Land(SetUp):
    """Pieces on the map."""

    def targets(self, seat: int, effect: Effect | None = None) -> list[str]:
        """The Provinces that can be conquered (conquer.1, op.conquer)."""
        near = {to for place in self.mine(seat) for to in self.around[place]}
        return [place for place in self.tiles if place in near and self.forces(seat, place, effect)]

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
        near = self.joined(seat, *beside)
        needed = self.defence(place)
        forces: dict[Spoken, Any] = {}
        army = next((spot for spot in near if self.tiles[spot].warlord), None)
        for warlord in (None, army) if army else (None,):
            # where the Warlord is enough, a Soldier would be superfluous
            count = max(0, needed - 2) if warlord else needed
            units = count + (warlord is not None)
            cost = 0 if effect.get("free") else units - effect.get("discount", 0)
            paid = self.price(seat, "military", cost, neutral=tile.owner is None)
            if paid is None:
                continue
            for soldiers in self.soldiers(near, count, warlord):
                if not warlord or self.stays(warlord, soldiers.get(warlord, 0), True):
                    forces[_send(warlord, soldiers)] = (warlord, soldiers, paid)
        return forces

    def stays(self, place: str, soldiers: int, warlord: bool) -> bool:
        """A Soldier, the Warlord or an Outpost stays (conquer.4, move.2)."""
        tile = self.tiles[place]
        left = tile.soldiers - soldiers > 0 or (tile.warlord and not warlord) or tile.outpost
        return place in self.capitals or left

    def soldiers(self, near: set[str], count: int, warlord: str | None) -> list[dict[str, int]]:
        """The ways in which so many Soldiers can leave tiles."""
        sources = sorted(place for place in near if self.tiles[place].soldiers)
        most = sum(self.tiles[place].soldiers for place in sources)
        sums: list[tuple[int, dict[str, int]]] = [(0, {})] if most >= count else []
        for place in sources:
            garrison = self.tiles[place].soldiers
            most -= garrison  # of those that come later
            leaving = [
                n for n in range(garrison + 1) if not n or self.stays(place, n, place == warlord)
            ]
            sums = [
                (total + n, {**numbers, place: n} if n else numbers)
                for total, numbers in sums
                for n in leaving
                if total + n <= count <= total + n + most
            ]
        return [numbers for total, numbers in sums if total == count]

    def conquer(self, seat: int, place: str, effect: Effect | None) -> Part:
        """A conquest (conquer.5 to conquer.9, monster.2, monster.9)."""
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
        """Units return to their Capital, an Outpost to the supply (conquer.6)."""
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
        """An Exploration token is turned up (conquer.8, monster.2)."""
        tile = self.tiles[place]
        face = tile.face or ""
        tile.site = tile.face = None
        if face in MONSTERS:
            self.lairs.append((face, place, seat))
            self.seen["monster revealed"] += 1
            return
        ways = TOKENS[face]["options"]
        choices = [("TakeOption", f"{face}.{number}") for number in range(1, len(ways) + 1)]
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
        """Units move without Military (move.3)."""
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
        """The Provinces in which an Outpost can be built (outpost.1)."""
        if not self.realms[seat].outposts:
            return []
        return [
            place
            for place in self.provinces(seat)
            if self.tiles[place].soldiers >= soldiers and not self.tiles[place].outpost
        ]

    def build_outpost(self, seat: int, place: str, soldiers: int) -> None:
        """Soldiers make place for an Outpost (outpost.1)."""
        self.tiles[place].soldiers -= soldiers
        self.tiles[self.capitals[seat]].soldiers += soldiers
        self.tiles[place].outpost = True
        self.realms[seat].outposts -= 1

    def destroyable(self, seat: int) -> list[str]:
        """Enemy Provinces beside own tiles in which a Soldier can be destroyed (op.destroy)."""
        texts = []
        for place, tile in self.tiles.items():
            enemy = tile.owner not in (None, seat) and place not in self.capitals
            beside = any(self.tiles[to].owner == seat for to in self.around[place])
            spare = tile.soldiers - (0 if tile.warlord or tile.outpost else 1)
            if enemy and beside and spare > 0:
                texts.append(place)
        return texts

    def destroy(self, seat: int, count: int) -> Part:
        choices = [("DestroySoldiers", place) for place in self.destroyable(seat)]
        _, place = yield from self.choose(seat, choices)
        tile = self.tiles[place]
        number = min(count, tile.soldiers - (0 if tile.warlord or tile.outpost else 1))
        tile.soldiers -= number
        assert tile.owner is not None
        self.tiles[self.capitals[tile.owner]].soldiers += number
        self.seen["soldiers destroyed"] += number

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
