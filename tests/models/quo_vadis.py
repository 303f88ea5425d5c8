"""Quo Vadis, played by a model written from the rulebook alone.

Each function quotes the clause it follows, such as war.5 for quo_vadis.war.5. Everything is plain
data, changed in place: a player is a `People`, a city a list of its cubes and of whether it is
destroyed, a cell a string such as "2-4b".
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, TypeAlias

import hako

from .harness_b import Difference, Luck, Play, Spoken

BOX = tomllib.loads(
    (Path(hako.__file__).parent / "content/quo_vadis/quo_vadis.toml").read_text("utf-8")
)
TERRAIN_OF_TILE = {tile["id"]: tile["terrain"] for tile in BOX["tile"]}
RACES = {race["id"]: race for race in BOX["race"]}
EPICS = ("blessing", "labour", "miracle", "prosperity", "revelation")
RESOURCES = ("spirit", "food", "faith")
TERRAINS = ("plains", "mountain", "desert", "tundra", "sea")
RINGS = {"plains": 3, "mountain": 3, "desert": 3, "tundra": 3, "sea": 8}  # comp.8
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # geo.3
FREE = 0
ENOUGH: Spoken = ("Enough",)
DECLINE: Spoken = ("Decline",)

Part: TypeAlias = Generator[Any, Any, Any]
"""A part of the game: it yields questions, and its value is what it comes to."""


@dataclass
class People:
    """What a player has."""

    race: str | None = None
    spirit: int = 0
    food: int = 0
    faith: int = 0
    wrath: int = 0
    vp: int = 0
    hand: list[str] = field(default_factory=list)
    generations: list[list[str]] = field(default_factory=list)
    row: list[dict[str, Any]] = field(default_factory=list)
    """Skills set: id, used, fresh, terrain."""
    face_down: list[str] = field(default_factory=list)
    pack: list[str] = field(default_factory=list)
    workers: list[str] = field(default_factory=list)
    doomed: list[str] = field(default_factory=list)
    cities: dict[str, list[Any]] = field(default_factory=dict)
    forts: list[str] = field(default_factory=list)
    temples: list[str] = field(default_factory=list)
    removed: int = 0
    spawned: bool = False


@dataclass
class Turn:
    """What is remembered of a turn."""

    area: str = ""
    changed: bool = False
    city_due: bool = False
    demolished: bool = False
    rebuilt_for_food: bool = False


class QuoVadis:
    """A game."""

    def __init__(self, players: int, options: Mapping[str, str], luck: Luck) -> None:
        self.options = options
        self.luck = luck
        self.people = [People() for _ in range(players)]
        self.tiles: dict[str, tuple[tuple[int, int], int]] = {}
        self.rings: dict[str, str] = {}
        self.markers = (FREE, FREE)
        self.pile: list[str] = []
        self.discards: list[str] = []
        self.start = 0
        self.round = 0
        self.turn = Turn()
        self.war: dict[str, Any] | None = None
        self.seen: Counter[str] = Counter()

    # ------------------------------------------------------------ plain data

    def table(self) -> Any:
        return {
            "tiles": self.tiles,
            "rings": self.rings,
            "markers": self.markers,
            "pile": self.pile,
            "discards": sorted(self.discards),
            "start": self.start,
            "round": self.round,
            "war": self.war,
            "people": [
                {
                    **vars(one),
                    "hand": sorted(one.hand),
                    "face_down": sorted(one.face_down),
                    "pack": sorted(one.pack),
                    "workers": sorted(one.workers),
                    "doomed": sorted(one.doomed),
                    "forts": sorted(one.forts),
                    "temples": sorted(one.temples),
                }
                for one in self.people
            ],
        }

    def result(self) -> Any:
        return [one.vp for one in self.people], [self.winner()]

    def winner(self) -> int:
        """Most VP; of those tied the first clockwise from the start player (final.4)."""
        best = max(one.vp for one in self.people)
        tied = [seat for seat in self.clockwise(self.start) if self.people[seat].vp == best]
        self.seen["tie for the win"] += len(tied) > 1
        return tied[0]

    # ------------------------------------------------------------ small helpers

    def clockwise(self, first: int) -> list[int]:
        count = len(self.people)
        return [(first + step) % count for step in range(count)]

    def on(self, option: str) -> bool:
        return self.options[option] == "true"

    def ask(self, seat: int, choices: Iterable[Spoken]) -> Part:
        answers = yield {seat: list(choices)}
        return answers[seat]

    def may(self, seat: int, choices: Iterable[Spoken], otherwise: Spoken) -> Part:
        """Ask what need not be done, if there is anything to do."""
        possible = list(choices)
        if not possible:
            return otherwise
        return (yield from self.ask(seat, [*possible, otherwise]))

    def works(self, seat: int, skill: str) -> bool:
        """A skill works from the end of the turn in which it was set (settle.3)."""
        return any(one["id"] == skill and not one["fresh"] for one in self.people[seat].row)

    def unused(self, seat: int, skill: str) -> dict[str, Any] | None:
        """A skill that works only once and has not been used."""
        for one in self.people[seat].row:
            if one["id"] == skill and not one["fresh"] and not one["used"]:
                return one
        return None

    def maximum(self, seat: int, track: str) -> int:
        race = RACES[self.people[seat].race or ""]
        most = 5 if self.options["resource_mode"] == "standard" else race["custom"][track]
        return int(most) + (2 if track == "food" and self.works(seat, "granary") else 0)

    def gain(self, seat: int, track: str, amount: int) -> None:
        """Gains stop at the maximum (act.1)."""
        one = self.people[seat]
        room = self.maximum(seat, track) - getattr(one, track)
        self.seen["gain beyond the maximum"] += amount > room
        setattr(one, track, getattr(one, track) + max(0, min(amount, room)))

    def not_full(self, seat: int) -> list[str]:
        one = self.people[seat]
        return [track for track in RESOURCES if getattr(one, track) < self.maximum(seat, track)]

    # ------------------------------------------------------------ the map

    def place_of(self, cell: str) -> tuple[int, int]:
        """The place of a cell on the grid (geo.2)."""
        (x, y), _ = self.tiles[cell[:-1]]
        right, down = {"a": (0, 0), "b": (1, 0), "c": (0, 1)}[cell[-1]]
        return 2 * x + y + right, y - x + down

    def cells(self, area: str) -> list[str]:
        return [area + letter for letter in "abc"]

    def neighbours(self, cell: str) -> list[str]:
        """The cells that touch a cell (geo.3)."""
        return self._around[cell]

    def lay_out(self) -> None:
        """What touches what, once all tiles lie."""
        at = {self.place_of(cell): cell for area in self.tiles for cell in self.cells(area)}
        self._around = {
            cell: [at[q + dq, r + dr] for dq, dr in STEPS if (q + dq, r + dr) in at]
            for (q, r), cell in at.items()
        }
        tile_at = {place: area for area, (place, _) in self.tiles.items()}
        self.areas_around = {
            area: {tile_at[x + dx, y + dy] for dx, dy in STEPS if (x + dx, y + dy) in tile_at}
            for area, ((x, y), _) in self.tiles.items()
        }

    def terrain(self, cell: str) -> str:
        """The terrain of a cell, by ring or print (wrath.8, geo.5)."""
        area = cell[:-1]
        if area in self.rings:
            return self.rings[area]
        turned = "abc".index(cell[-1]) + self.tiles[area][1]
        return str(TERRAIN_OF_TILE[area][turned % 3])

    def put_ring(self, area: str, terrain: str) -> None:
        """A ring of the stock replaces the one that lies there (wrath.9)."""
        if list(self.rings.values()).count(terrain) < RINGS[terrain]:
            self.seen["ring replaced"] += area in self.rings
            self.rings[area] = terrain
        else:
            self.seen["no ring left"] += 1

    def suited(self, seat: int) -> set[str]:
        """The race's terrain and what Pioneers have named."""
        suited = {RACES[self.people[seat].race or ""]["terrain"]}
        for one in self.people[seat].row:
            if one["terrain"] and not one["fresh"]:
                suited.add(one["terrain"])
        return suited

    # ------------------------------------------------------------ pieces

    def reserve(self, seat: int) -> int:
        one = self.people[seat]
        return 10 - len(one.workers) - len(one.doomed) - one.removed

    def building(self, seat: int, cell: str) -> str | None:
        one = self.people[seat]
        if cell in one.cities:
            return "city"
        return "fort" if cell in one.forts else "temple" if cell in one.temples else None

    def any_building(self, cell: str) -> bool:
        """A destroyed city counts (build.3)."""
        return any(self.building(seat, cell) for seat in range(len(self.people)))

    def intact(self, seat: int) -> list[str]:
        """The cells of intact buildings."""
        one = self.people[seat]
        return [c for c, (_, fallen) in one.cities.items() if not fallen] + one.forts + one.temples

    def ascend(self, seat: int) -> None:
        """The first removed worker brings 1 VP, the second 2 and so on (end.5)."""
        one = self.people[seat]
        one.removed += 1
        one.vp += one.removed
        self.seen["ascension"] += 1

    def raze_by_war(self, seat: int, cell: str) -> int:
        """A city that is lost in a war; what it brings the winner (war.13, variant.2)."""
        city = self.people[seat].cities[cell]
        cubes = int(city[0])
        match self.options["dominion_model"]:
            case "fixed4":
                city[:] = [max(0, cubes - 1), True]
                return cubes
            case "siege4":
                city[:] = [max(0, cubes - 1), cubes <= 1]
                return 1 if cubes else 0
            case _:
                city[:] = [cubes // 2, True]
                return cubes - cubes // 2

    def raze_by_wrath(self, seat: int, cell: str) -> None:
        """A city that is struck; nobody scores (wrath.6, variant.2, variant.5)."""
        city = self.people[seat].cities[cell]
        cubes = city[0]
        if self.options["wrath_on_city"] == "minus_one":
            city[0] = cubes - 1
        elif self.options["dominion_model"] == "fixed4":
            city[:] = [max(0, cubes - 1), True]
        elif self.options["dominion_model"] == "siege4":
            city[:] = [max(0, cubes - 1), cubes <= 1]
        else:
            city[:] = [cubes // 2, True]

    # ------------------------------------------------------------ setting up

    def play(self) -> Play:
        yield from self.set_up()
        rounds = int(self.options["rounds"])  # turn.2, variant.16
        for self.round in range(1, rounds + 1):
            for seat in self.clockwise(self.start):
                yield from self.take_turn(seat)
        self.final()

    def set_up(self) -> Part:
        yield from self.make_world()
        seats = range(len(self.people))
        for seat in seats:  # setup.7
            if self.options["race_pick"] == "random":
                race = self.luck.next("RaceTaken", seat=seat).race
            else:
                taken = {one.race for one in self.people}
                free = [("TakeRace", race) for race in RACES if race not in taken]
                _, race = yield from self.ask(seat, free)
                self.luck.next("RaceTaken", seat=seat, race=race)
            self.people[seat].race = race
        dealt = self.luck.next("SkillsDealt").packs  # setup.11
        for seat in seats:
            self.people[seat].pack = list(dealt[seat])
        everything = sorted(card for pack in dealt for card in pack)
        draftable = {skill["id"] for skill in BOX["skill"]} - {
            basic for race in RACES.values() for basic in race["basic_skills"]
        }
        assert len(draftable) == 30
        assert len(set(everything)) == 6 * len(seats)
        assert set(everything) <= draftable
        while any(one.pack for one in self.people):  # setup.12
            if len(self.people[0].pack) == 1:
                picks = {seat: ("PickSkill", self.people[seat].pack[0]) for seat in seats}
            else:
                picks = yield {
                    seat: [("PickSkill", card) for card in self.people[seat].pack] for seat in seats
                }
            for seat in seats:
                self.people[seat].pack.remove(picks[seat][1])
                self.people[seat].face_down.append(picks[seat][1])
            packs = [one.pack for one in self.people]
            for seat in seats:
                self.people[(seat + 1) % len(seats)].pack = packs[seat]
        self.pile = list(self.luck.next("EpicsShuffled").order)  # setup.15
        assert Counter(self.pile) == dict.fromkeys(EPICS, 20)
        for seat in seats:
            self.people[seat].hand, self.pile = self.pile[:4], self.pile[4:]
        spread = yield {
            seat: [
                ("SpreadCubes", spirit, food, 7 - spirit - food)
                for spirit in range(self.maximum(seat, "spirit") + 1)
                for food in range(self.maximum(seat, "food") + 1)
                if 0 <= 7 - spirit - food <= self.maximum(seat, "faith")
            ]
            for seat in seats
        }  # setup.16
        for seat in seats:
            one = self.people[seat]
            _, one.spirit, one.food, one.faith = spread[seat]
        basics = yield {
            seat: [
                ("TakeBasicSkill", skill)
                for skill in RACES[self.people[seat].race or ""]["basic_skills"]
            ]
            for seat in seats
        }  # setup.17
        for seat in seats:
            self.people[seat].row.append(_set(basics[seat][1], fresh=False))
        self.start = self.luck.next("StartPlayerDrawn").seat  # setup.18

    def make_world(self) -> Part:
        """The tiles, drawn or laid by the players (setup.1 to setup.5)."""
        base = {(0, 0), *STEPS}
        rim = {(x + dx, y + dy) for x, y in base for dx, dy in STEPS} - base
        touches_two = {
            (x, y) for x, y in rim if sum((x + dx, y + dy) in base for dx, dy in STEPS) > 1
        }
        doubles = {3: 0, 4: 2, 5: 4}[len(self.people)]
        places = [(0, 0)]
        while len(self.tiles) < 10 + doubles:
            laid = len(self.tiles)
            if laid < 7:
                event = self.luck.next("TilePlaced")
                allowed = {(0, 0)} if not laid else base - set(places)
            elif self.options["layout"] == "players":
                free = rim - set(places)
                turner = (laid - 7) % len(self.people)
                yield {
                    turner: [("PlaceTile", place, turned) for place in free for turned in range(3)]
                }
                event = self.luck.next("TilePlaced")
                allowed = free
            else:
                event = self.luck.next("TilePlaced")
                allowed = rim - set(places)
                if self.options["layout"] == "compact" and touches_two - set(places):
                    allowed &= touches_two
            place = (event.position[0], event.position[1])
            if place not in allowed or event.area in self.tiles or event.rotation not in range(3):
                raise Difference(f"a tile cannot be laid like this: {event!r}")
            double = event.area[0] == event.area[2]
            assert double == (laid >= 10), "ten tiles without doubles, then doubles"
            self.tiles[event.area] = (place, event.rotation)
            places.append(place)
        self.lay_out()

    # ------------------------------------------------------------ a turn

    def take_turn(self, seat: int) -> Part:
        one = self.people[seat]
        self.turn = Turn()
        for _ in range(len(one.doomed)):  # variant.12
            self.seen["fought to the death"] += 1
            self.ascend(seat)
        one.doomed.clear()
        yield from self.great_harvest(seat)
        yield from self.select(seat)
        yield from self.strike(seat)
        yield from self.place(seat)
        yield from self.play_card(seat)
        yield from self.march(seat)
        yield from self.fight(seat)
        yield from self.build(seat)
        yield from self.end(seat)
        for skill in one.row:
            skill["fresh"] = False

    def great_harvest(self, seat: int) -> Part:
        if (skill := self.unused(seat, "great_harvest")) is None:
            return
        fill = [("GainResource", track) for track in self.not_full(seat)]
        answer = yield from self.may(seat, fill, DECLINE)
        if answer != DECLINE:
            skill["used"] = True
            setattr(self.people[seat], answer[1], self.maximum(seat, answer[1]))
            self.seen["great harvest"] += 1

    # ------------------------------------------------------------ phase 1

    def select(self, seat: int) -> Part:
        one = self.people[seat]
        open_numbers = [number for number in range(1, 6) if number not in self.markers]

        def price(frees: int) -> int:
            return max(0, frees - (1 if self.works(seat, "pilgrim_road") else 0))

        choices = set()
        for first, second in combinations(open_numbers, 2):  # select.1, select.5
            choices.add(((first, second), f"{first}-{second}", 0))
        for number in open_numbers:  # select.4
            for free in range(1, 6):
                low, high = sorted((number, free))
                choices.add(((number, FREE), f"{low}-{high}", price(1)))
        for low in range(1, 6):  # select.3
            for high in range(low, 6):
                choices.add(((FREE, FREE), f"{low}-{high}", price(2)))
        payable = {
            ("SelectArea", cards, area): faith
            for cards, area, faith in choices
            if area in self.tiles and faith <= one.faith  # select.7
        }
        answer = yield from self.ask(seat, payable)
        one.faith -= payable[answer]
        _, self.markers, self.turn.area = answer
        self.seen["double selected"] += self.turn.area[0] == self.turn.area[2]
        self.seen["both free"] += self.markers == (FREE, FREE)
        if self.works(seat, "deft_cultivators") and one.food <= 2:  # select.8
            self.gain(seat, "food", 1)
        sea_left = list(self.rings.values()).count("sea") < RINGS["sea"]
        new_sea = sea_left and self.rings.get(self.turn.area) != "sea"
        if self.works(seat, "rising_tide") and one.faith >= 1 and new_sea:
            answer = yield from self.ask(seat, [("UseSkill", "rising_tide"), DECLINE])
            if answer != DECLINE:
                one.faith -= 1
                self.put_ring(self.turn.area, "sea")
                self.seen["rising tide"] += 1

    # ------------------------------------------------------------ phase 2: wrath

    def safe_from(self, striker: int, owner: int) -> bool:
        """Wrath spares all pieces of an owner (wrath.7, Sanctuary)."""
        temple = any(cell[:-1] == self.turn.area for cell in self.people[owner].temples)
        return temple or (owner != striker and self.works(owner, "sanctuary"))

    def strike(self, seat: int) -> Part:
        one = self.people[seat]
        least = 2 if self.works(seat, "wrathful_god") else 3
        if one.wrath < least:  # wrath.1
            return
        most = min(3, one.wrath - least + 1)  # wrath.2
        choices: list[Spoken] = []
        for count in range(1, most + 1):
            for cells in combinations(self.cells(self.turn.area), count):
                choices.append(("Strike", cells))
                weak = [cell for cell in cells if self.fragile(seat, cell, most)]
                for fall in range(1, len(weak) + 1):
                    ways = combinations(weak, fall)
                    choices += [("StrikeAndDestroy", cells, destroy) for destroy in ways]
        answer = yield from self.ask(seat, [*choices, DECLINE])
        if answer == DECLINE:
            return
        self.seen["wrath"] += 1
        self.seen[f"wrath on {len(answer[1])}"] += 1
        one.wrath = 0
        spared = [owner for owner in range(len(self.people)) if self.safe_from(seat, owner)]
        for owner in range(len(self.people)):
            if owner not in spared:
                self.suffer(owner, answer[1], answer[2] if len(answer) > 2 else ())
            else:
                self.seen["spared by wrath"] += bool({*self.people[owner].workers} & {*answer[1]})
        self.put_ring(self.turn.area, RACES[one.race or ""]["terrain"])  # wrath.8

    def fragile(self, striker: int, cell: str, level: int) -> bool:
        """A cell whose building may be destroyed (wrath.5, variant.5, variant.6)."""
        for owner, one in enumerate(self.people):
            if self.safe_from(striker, owner):
                continue
            if cell in one.forts + one.temples:
                return level == 3 or self.on("wrath_razes_small")
            cubes, fallen = one.cities.get(cell, (0, True))
            if not fallen:
                milder = self.options["wrath_on_city"] == "minus_one"
                return level == 3 and (cubes > 0 or not milder)
        return False

    def suffer(self, owner: int, cells: tuple[str, ...], destroy: tuple[str, ...]) -> None:
        """The pieces of one player in the cells that are struck (wrath.3 to wrath.6)."""
        one = self.people[owner]
        self.seen["worker struck"] += sum(cell in cells for cell in one.workers)
        one.workers = [cell for cell in one.workers if cell not in cells]
        one.doomed = [cell for cell in one.doomed if cell not in cells]
        for cell in destroy:
            self.seen["building struck"] += self.building(owner, cell) is not None
            if cell in one.cities:
                self.raze_by_wrath(owner, cell)
        one.forts = [fort for fort in one.forts if fort not in destroy]
        one.temples = [temple for temple in one.temples if temple not in destroy]

    # ------------------------------------------------------------ phase 2: workers

    def place(self, seat: int) -> Part:
        """Workers are placed (place.1 to place.6)."""
        one = self.people[seat]
        placed = 0
        while True:
            extra = 1 if placed else 0
            spawns = placed > 0 and self.works(seat, "spawning") and not one.spawned
            if spawns:
                extra = 0
            prices = {}
            for cell in self.cells(self.turn.area):
                free = {"plains", *self.suited(seat)}
                foreign = self.terrain(cell) not in free and not self.works(seat, "open_roads")
                if (price := extra + foreign) <= one.food and self.reserve(seat):
                    prices["PlaceWorker", cell] = price
            if not prices:
                self.seen["no worker placed"] += not placed
                return
            answer = yield from self.ask(seat, [*prices, *([ENOUGH] if placed else [])])
            if answer == ENOUGH:
                return
            one.food -= prices[answer]
            one.workers.append(answer[1])
            one.spawned |= spawns
            placed += 1
            self.seen["placed on unsuited terrain"] += prices[answer] > extra
            self.seen["extra worker"] += placed > 1

    # ------------------------------------------------------------ phase 2: a card

    def could_found(self, seat: int) -> bool:
        """A city could be built now (card.4, variant.17)."""
        one = self.people[seat]
        needed = int(self.options["build_workers_needed"])
        places = [cell for cell in one.workers if one.workers.count(cell) >= needed]
        return len(one.cities) < 5 and any(not self.any_building(cell) for cell in places)

    def play_card(self, seat: int) -> Part:
        one = self.people[seat]
        beseeching = 1 if self.works(seat, "divine_wisdom") else 2
        ways = ["ContinueGeneration"]
        if one.generations and len(one.generations) < 6 and self.could_found(seat):
            ways.append("ChangeGeneration")
        choices: list[Spoken] = []
        for way in ways:
            for card in set(one.hand):
                choices.append((way, card, None))
                if one.faith >= beseeching:  # card.6
                    choices += [(way, card, kind) for kind in EPICS if kind != card]
        yield from self.carry_out_card(seat, (yield from self.ask(seat, choices)), beseeching)
        while self.turn.changed:  # card.11
            discard = [("DiscardCard", card) for card in set(one.hand)]
            answer = yield from self.may(seat, discard, ENOUGH)
            if answer == ENOUGH:
                break
            self.discard(seat, answer[1])

    def carry_out_card(self, seat: int, answer: Spoken, beseeching: int) -> Part:
        """A card is laid, and its actions are done (card.1 to card.12, act.1 to act.6)."""
        one = self.people[seat]
        way, card, as_kind = answer
        one.hand.remove(card)
        if as_kind is not None:
            one.faith -= beseeching
            self.seen["beseeching"] += 1
        kind = as_kind or card
        self.turn.changed = self.turn.city_due = way == "ChangeGeneration"
        if self.turn.changed or not one.generations:
            one.generations.append([])
        if self.turn.changed:
            # In round 1 workers are placed before there is a generation; that the first one is
            # meant is not written, and taken over from the engine (skill.spawning).
            one.spawned = False
        one.generations[-1].append(card)
        actions, without_limit = yield from self.count_actions(seat, kind)
        self.seen[f"played {kind}"] += 1
        if kind == "blessing":
            self.gain(seat, "spirit", actions)
        elif kind == "labour":
            self.gain(seat, "food", actions)
        elif kind == "miracle":
            yield from self.miracle(seat, actions)
        elif kind == "revelation":
            yield from self.revelation(seat, actions)
        else:
            yield from self.prosperity(seat, actions, without_limit)

    def discard(self, seat: int, card: str) -> None:
        self.people[seat].hand.remove(card)
        self.discards.append(card)

    def count_actions(self, seat: int, kind: str) -> Part:
        """The number of actions, in the order of card.12, and whether VP have no limit."""
        one = self.people[seat]
        own = len(one.generations[-1])
        heirlooms = [len(old) for old in one.generations[:-1] if old[-1] == kind]  # card.8
        inherited = max(heirlooms, default=0)
        if inherited and self.works(seat, "tradition"):
            inherited += 1
        actions = max(own, inherited)
        self.seen["inheritance counts"] += inherited > own
        self.seen["several may be inherited"] += len(heirlooms) > 1
        more = {
            "blessing": "festival_calendar",
            "labour": "festival_calendar",
            "miracle": "saint",
            "revelation": "great_migration",
            "prosperity": "golden_age",
        }
        if self.works(seat, more[kind]):
            actions += 1
            self.seen["more actions by skill"] += 1
        if (skill := self.unused(seat, "renaissance")) is not None:
            answer = yield from self.ask(seat, [("UseSkill", "renaissance"), DECLINE])
            if answer != DECLINE:
                skill["used"] = True
                self.seen["renaissance"] += 1
                return actions + 3, True
        return actions, False

    def miracle(self, seat: int, actions: int) -> Part:
        """Faith, turned into wrath as soon as there is enough (act.4)."""
        one = self.people[seat]
        limit = 2 if self.works(seat, "saint") else 1

        def carried_out(times: int) -> tuple[int, int]:
            faith, turned = one.faith, 0
            for gained in range(actions + 1):
                if gained:
                    faith = min(faith + 1, self.maximum(seat, "faith"))
                while turned < times and faith >= 3:
                    faith, turned = faith - 3, turned + 1
            return faith, turned

        room = self.maximum(seat, "wrath") - one.wrath
        ways = [times for times in range(min(limit, room) + 1) if carried_out(times)[1] == times]
        times = 0
        if len(ways) > 1:
            _, times = yield from self.ask(seat, [("ConvertFaith", times) for times in ways])
        self.seen["faith turned"] += times > 0
        self.seen["faith turned twice"] += times > 1
        one.faith = carried_out(times)[0]
        one.wrath += times

    def revelation(self, seat: int, actions: int) -> Part:
        """Workers move (act.5)."""
        one = self.people[seat]
        far = self.works(seat, "great_migration")
        movable = [cell for cell in one.workers if far or cell[:-1] == self.turn.area]
        for _ in range(actions):
            moves = {("MoveWorker", cell, to) for cell in movable for to in self.neighbours(cell)}
            answer = yield from self.may(seat, moves, ENOUGH)
            if answer == ENOUGH:
                return
            _, origin, target = answer
            for pieces in (movable, one.workers):
                pieces.remove(origin)
                pieces.append(target)
            self.seen["moved out of the area"] += target[:-1] != self.turn.area

    def prosperity(self, seat: int, actions: int, without_limit: bool) -> Part:
        """VP and side effects (act.6)."""
        one = self.people[seat]
        limit = 4 if self.works(seat, "golden_age") else 3
        self.seen["prosperity beyond its limit"] += actions > limit
        one.vp += actions if without_limit else min(actions, limit)
        for _ in range(actions):
            choices: list[Spoken] = [("DiscardCard", card) for card in set(one.hand)]
            choices += [
                ("TurnResource", give, take)
                for give in RESOURCES
                for take in self.not_full(seat)
                if give != take and getattr(one, give)
            ]
            answer = yield from self.may(seat, choices, ENOUGH)
            if answer == ENOUGH:
                return
            if answer[0] == "DiscardCard":
                self.discard(seat, answer[1])
            else:
                _, give, take = answer
                setattr(one, give, getattr(one, give) - 1)
                self.gain(seat, take, 1)
                self.seen["resource turned"] += 1

    def march(self, seat: int) -> Part:
        """A march of the Nomads."""
        one = self.people[seat]
        if not self.works(seat, "nomads"):
            return
        here = {cell for cell in one.workers if cell[:-1] == self.turn.area}
        moves = [("MoveWorker", cell, to) for cell in here for to in self.neighbours(cell)]
        answer = yield from self.may(seat, moves, ENOUGH)
        if answer != ENOUGH:
            one.workers.remove(answer[1])
            one.workers.append(answer[2])
            self.seen["nomads marched"] += 1

    # ------------------------------------------------------------ phase 3: war

    def contesting(self, seat: int, cell: str) -> bool:
        """A seat is in a cell, for war (war.1, variant.12, variant.18)."""
        if cell in self.people[seat].workers:
            return True
        if self.options["contested_by"] == "workers_and_cities":
            return cell in self.people[seat].cities and cell in self.intact(seat)
        return cell in self.intact(seat)

    def strength(self, seat: int, contested: list[str]) -> int:
        """Strength before spirit and dice (war.5, variant.14, Titan Blood)."""
        one = self.people[seat]
        pieces = one.workers + self.intact(seat)
        near = set(contested) | {to for cell in contested for to in self.neighbours(cell)}
        bonus = 0
        if self.on("simple_strength"):
            near = {cell for cell in near if cell[:-1] == self.turn.area}
            mine = {cell[:-1] for cell in pieces}
            bonus = len(mine & self.areas_around[self.turn.area])
        if self.works(seat, "titan_blood") and set(one.workers) & set(contested):
            bonus += 1
            self.seen["titan blood"] += 1
        return sum(cell in near for cell in pieces) + bonus

    def fight(self, turn_seat: int) -> Part:
        """A war, if a cell is contested (war.1 to war.9, in the order of war.16)."""
        order = self.clockwise(turn_seat)
        cells = self.cells(self.turn.area)
        contested = [c for c in cells if sum(self.contesting(s, c) for s in order) > 1]
        if not contested:
            return
        fighters = [s for s in order if any(self.contesting(s, c) for c in contested)]
        self.seen["war"] += 1
        self.seen[f"war of {len(fighters)}"] += 1
        self.seen[f"war over {len(contested)}"] += 1
        self.seen["war of others"] += turn_seat not in fighters
        strengths = [self.strength(seat, contested) for seat in fighters]
        self.war = {
            "cells": tuple(contested),
            "seats": tuple(fighters),
            "strengths": tuple(strengths),
            "declared": (),
            "dice": (),
        }
        for seat in fighters:
            if (skill := self.unused(seat, "truce")) is not None:
                answer = yield from self.ask(seat, [("UseSkill", "truce"), DECLINE])
                if answer != DECLINE:
                    skill["used"] = True
                    self.seen["truce"] += 1
                    self.war = None
                    return
        totals = dict(zip(fighters, strengths, strict=True))
        for seat in fighters:  # war.6
            spent = yield from self.declare(seat)
            totals[seat] += spent
            self.war["declared"] += (spent,)
        added = dict.fromkeys(fighters, 0)
        yield from self.roll(fighters, contested, totals, added)
        best = max(totals.values())
        first = [seat for seat in fighters if totals[seat] == best]
        losers = [seat for seat in fighters if totals[seat] < best]
        winner = first[0] if len(first) == 1 else None
        if winner is None:
            self.seen["draw"] += 1
            self.seen["draw with a loser"] += bool(losers)
        yield from self.settle_war(turn_seat, contested, winner, losers)
        self.war = None

    def declare(self, seat: int) -> Part:
        one = self.people[seat]
        mercenaries = self.works(seat, "mercenaries")
        foods = range(one.food + 1) if mercenaries else [None]
        choices = [("Declare", spirit, food) for spirit in range(one.spirit + 1) for food in foods]
        if len(choices) == 1:
            return 0
        _, spirit, food = yield from self.ask(seat, choices)
        one.spirit -= spirit
        one.food -= food or 0
        self.seen["spirit spent"] += spirit > 0
        self.seen["mercenaries paid"] += bool(food)
        return spirit + (food or 0)

    def roll(
        self,
        fighters: list[int],
        contested: list[str],
        totals: dict[int, int],
        added: dict[int, int],
    ) -> Part:
        """The dice (war.7, war.8, Siegecraft, Veterans, variant.11)."""
        besiegers = {seat for seat in fighters if self.works(seat, "siegecraft")}

        def roll_all() -> None:
            for seat in fighters:
                suited = any(self.terrain(cell) in self.suited(seat) for cell in contested)
                fort = bool(set(self.people[seat].forts) & set(contested))
                self.seen["fort in a siege"] += fort and bool(besiegers - {seat})
                two = fort and not besiegers - {seat}
                faces = self.luck.next("DiceRolled", seat=seat, sides=8 if suited else 6).faces
                if len(faces) != (2 if two else 1):
                    raise Difference(f"seat {seat} rolled {faces}, the model has two dice: {two}")
                self.seen["eight-sided die"] += suited
                self.seen["two dice"] += two
                face = max(faces)
                if self.works(seat, "veterans"):
                    self.seen["veterans"] += face < 3
                    face = max(3, face)
                totals[seat] += face
                added[seat] += face

        roll_all()
        assert self.war is not None
        self.war["dice"] = tuple(added.values())
        if not self.on("war_reroll"):
            return
        best = max(totals.values())
        for seat in fighters:
            one = self.people[seat]
            if totals[seat] < best and one.spirit:
                answer = yield from self.ask(seat, [("RollOn",), DECLINE])
                if answer != DECLINE:
                    one.spirit -= 1
                    self.seen["rolled on"] += 1
                    roll_all()
                    self.war["dice"] = tuple(added.values())
                    return

    def settle_war(
        self, turn_seat: int, contested: list[str], winner: int | None, losers: list[int]
    ) -> Part:
        """Gains and losses (war.10 to war.16)."""
        if winner is not None:
            self.seen["war won"] += 1
            if self.on("war_win_spirit"):
                self.gain(winner, "spirit", 1)
            if self.works(winner, "triumph"):
                self.people[winner].vp += len(losers)
                self.seen["triumph"] += 1
            if self.on("war_attrition"):
                yield from self.return_some(winner, contested, 1)
        captured = fallen = 0
        for seat in losers:
            self.gain(seat, "wrath", 1)
            yield from self.retreat(seat, contested)
            cubes, razed = self.lose_buildings(seat, contested)
            captured += cubes
            fallen += razed
            if seat != turn_seat and self.works(seat, "desert_guile"):
                for _ in range(2):
                    if choices := [("GainResource", track) for track in self.not_full(seat)]:
                        _, track = yield from self.ask(seat, choices)
                        self.gain(seat, track, 1)
                        self.seen["desert guile"] += 1
        if winner is not None:
            self.seen["cubes captured"] += captured > 0
            self.people[winner].vp += captured
            if fallen and self.works(winner, "siegecraft"):
                self.people[winner].vp += 2
                self.seen["siegecraft paid"] += 1

    def lose_buildings(self, seat: int, contested: list[str]) -> tuple[int, int]:
        """Cubes that a loser's cities bring the winner, and how many fell (war.12, war.13)."""
        one = self.people[seat]
        captured = fallen = 0
        for cell in contested:
            self.seen["small building lost"] += cell in one.forts + one.temples
            if cell in one.cities and not one.cities[cell][1]:
                captured += self.raze_by_war(seat, cell)
                fallen += one.cities[cell][1]
                self.seen["city lost"] += 1
        one.forts = [fort for fort in one.forts if fort not in contested]
        one.temples = [temple for temple in one.temples if temple not in contested]
        return captured, fallen

    def return_some(self, seat: int, contested: list[str], count: int) -> Part:
        """So many workers return, as their owner chooses (variant.13)."""
        one = self.people[seat]
        here = [cell for cell in one.workers if cell in contested]
        for number in range(count):
            if not here:
                return
            kinds = {("ReturnWorker", cell) for cell in here}
            gone = here[0]
            if len(kinds) > 1 and len(here) > count - number:
                _, gone = yield from self.ask(seat, kinds)
            here.remove(gone)
            one.workers.remove(gone)
            self.seen["attrition"] += 1

    def retreat(self, seat: int, contested: list[str]) -> Part:
        """A loser's workers return, but for those that are spared.

        war.12, Rear Guard, Last Stand, variants 8, 10, 12 and 13.
        """
        one = self.people[seat]
        returning = [cell for cell in one.workers if cell in contested]
        quota = 2 if self.on("war_attrition") else len(returning)
        last_stand = self.works(seat, "last_stand")
        rear_guard = self.works(seat, "rear_guard")
        while quota and returning:
            spare: set[Spoken] = set()
            for cell in returning:
                if rear_guard and one.food:
                    ways = self.refuges(seat, cell, contested)
                    spare |= {("MoveWorker", cell, to) for to in ways}
                if last_stand or self.on("ascend_on_defeat"):
                    spare.add(("AscendWorker", cell))
                if self.on("partial_retreat") and one.food:
                    spare.add(("LeaveWorker", cell))
                if self.on("fight_to_the_death"):
                    spare.add(("FightOn", cell))
            answer = yield from self.may(seat, spare, ENOUGH)
            if answer == ENOUGH:
                break
            quota -= 1
            returning.remove(answer[1])
            self.spare(seat, answer)
            rear_guard &= answer[0] != "MoveWorker"
            last_stand &= answer[0] != "AscendWorker"
        if self.on("war_attrition"):
            yield from self.return_some(seat, returning, quota)
        else:
            for cell in returning:
                one.workers.remove(cell)

    def refuges(self, seat: int, cell: str, contested: list[str]) -> list[str]:
        """Adjacent cells into which Rear Guard may move."""
        foreign: list[str] = []
        for other, people in enumerate(self.people):
            if other != seat:
                foreign += people.workers + people.doomed + self.intact(other)
        return [to for to in self.neighbours(cell) if to not in contested and to not in foreign]

    def spare(self, seat: int, answer: Spoken) -> None:
        """A worker does not return."""
        one = self.people[seat]
        self.seen[f"spared by {answer[0]}"] += 1
        match answer:
            case ("MoveWorker", origin, target):
                one.food -= 1
                one.workers.remove(origin)
                one.workers.append(target)
            case ("AscendWorker", cell):
                one.workers.remove(cell)
                self.ascend(seat)
            case ("LeaveWorker", _):
                one.food -= 1
            case _:
                one.workers.remove(answer[1])
                one.doomed.append(answer[1])

    # ------------------------------------------------------------ phase 4

    def build(self, seat: int) -> Part:
        """The build phase (build.1 to build.9)."""
        one = self.people[seat]
        self.turn.city_due = self.turn.changed
        needed = int(self.options["build_workers_needed"])
        small = self.options["small_buildings"]
        while True:
            sites = {
                cell
                for cell in one.workers
                if one.workers.count(cell) >= needed and not self.any_building(cell)
            }
            choices: list[Spoken] = []
            if self.turn.city_due:
                choices += [("Build", "city", cell) for cell in sites]
            must = bool(choices)
            if one.food >= int(self.options["build_food_cost"]):
                if len(one.forts) < 2 and small not in ("no_forts", "none"):
                    choices += [("Build", "fort", cell) for cell in sites]
                if len(one.temples) < 1 and small not in ("no_temples", "none"):
                    choices += [("Build", "temple", cell) for cell in sites]
            ruins = [cell for cell, (_, fallen) in one.cities.items() if fallen]
            choices += [("Rebuild", cell) for cell in ruins if cell in one.workers]
            if self.works(seat, "reconstruction") and not self.turn.rebuilt_for_food and one.food:
                choices += [("RebuildForFood", cell) for cell in ruins]
            if self.works(seat, "masonry") and not self.turn.demolished:
                choices += [("Demolish", "fort", cell) for cell in one.forts]
                choices += [("Demolish", "temple", cell) for cell in one.temples]
            if must:
                answer = yield from self.ask(seat, choices)
            else:
                answer = yield from self.may(seat, choices, ENOUGH)
            if answer == ENOUGH:
                self.seen["no site for a city"] += self.turn.city_due
                return
            self.carry_out(seat, answer)

    def carry_out(self, seat: int, answer: Spoken) -> None:
        one = self.people[seat]
        self.seen[f"{answer[0]} {answer[1] if len(answer) > 2 else ''}".strip()] += 1
        match answer:
            case ("Build", "city", cell):
                one.workers.remove(cell)
                start = {"growing": 0, "fixed4": 4, "siege4": 4, "triple": 1}
                one.cities[cell] = [start[self.options["dominion_model"]], False]
                self.turn.city_due = False
            case ("Build", building, cell):
                one.workers.remove(cell)
                one.food -= int(self.options["build_food_cost"])
                (one.forts if building == "fort" else one.temples).append(cell)
                if self.works(seat, "masonry"):
                    self.gain(seat, "spirit", 1)
                    self.gain(seat, "food", 1)
            case ("Demolish", building, cell):
                (one.forts if building == "fort" else one.temples).remove(cell)
                self.turn.demolished = True
            case _:
                one.cities[answer[1]][1] = False
                if answer[0] == "Rebuild":
                    one.workers.remove(answer[1])
                else:
                    one.food -= 1
                    self.turn.rebuilt_for_food = True
                if self.works(seat, "reconstruction"):
                    one.vp += 1

    # ------------------------------------------------------------ phase 5

    def end(self, seat: int) -> Part:
        one = self.people[seat]
        self.refill(seat)
        model = self.options["dominion_model"]
        for cell, city in one.cities.items():  # end.3
            grows = model == "growing" or (model == "triple" and cell[:-1] == self.turn.area)
            if grows and (not city[1] or self.on("ruins_gain_dominion")):
                city[0] += 1
                self.seen["dominion"] += 1
        standing = [cell for cell, (_, fallen) in one.cities.items() if not fallen]
        if self.works(seat, "capital") and len(standing) > 1:
            _, cell = yield from self.ask(seat, [("AddDominion", cell) for cell in standing])
            one.cities[cell][0] += 1
            self.seen["capital"] += 1
        if self.works(seat, "granary") and one.food <= 2:
            self.gain(seat, "food", 1)
        yield from self.tidy(seat)
        if self.turn.changed:
            yield from self.settle(seat)

    def refill(self, seat: int) -> None:
        """The hand is filled up (end.2)."""
        one = self.people[seat]
        most = 4 + 2 * self.works(seat, "far_sight") + 2 * self.works(seat, "great_library")
        while len(one.hand) < most:
            if not self.pile:
                if not self.discards:
                    return
                self.pile = list(self.luck.next("EpicsShuffled").order)
                assert sorted(self.pile) == sorted(self.discards)
                self.discards = []
                self.seen["reshuffled"] += 1
            one.hand.append(self.pile.pop(0))

    def tidy(self, seat: int) -> Part:
        """Tidying up (end.4, end.5, Stairway to Heaven, variants 4, 9 and 20)."""
        one = self.people[seat]
        returning: list[str] = []
        for cell in sorted(set(one.workers)):
            stay = 0 if self.building(seat, cell) else 1
            if self.options["tidied_beside"] == "any" and self.any_building(cell):
                stay = 0
            returning += [cell] * (one.workers.count(cell) - stay)
        anywhere = self.on("ascend_anywhere") and bool(one.temples)
        if self.on("stacking"):
            # Nobody returns: variant.9 finds none, but the temple's cell has its ascension.
            able = {cell for cell in one.workers if cell in one.temples}
        else:
            able = {cell for cell in returning if anywhere or cell in one.temples}
        gone = yield from self.may(seat, [("AscendWorker", cell) for cell in able], DECLINE)
        if gone != DECLINE:
            one.workers.remove(gone[1])
            if not self.on("stacking"):
                returning.remove(gone[1])
            self.ascend(seat)
        if self.on("stacking"):
            return
        if self.works(seat, "stairway"):
            able = {cell for cell in returning if cell not in one.temples}
            gone = yield from self.may(seat, [("AscendWorker", cell) for cell in able], DECLINE)
            if gone != DECLINE:
                one.workers.remove(gone[1])
                returning.remove(gone[1])
                self.ascend(seat)
                self.seen["stairway"] += 1
        self.seen["tidied up"] += bool(returning)
        for cell in returning:
            one.workers.remove(cell)

    def majorities(self, seat: int) -> int:
        """Areas held by a majority (settle.4, settle.5, Effective Control)."""
        one = self.people[seat]
        counted = one.workers + one.doomed
        if self.works(seat, "effective_control"):
            counted = counted + one.forts + one.temples
        held = 0
        for area in self.tiles:
            cells = self.cells(area)
            city = any(cell in one.cities and not one.cities[cell][1] for cell in cells)
            held += city or len(set(counted) & set(cells)) >= 2
        return held

    def settle(self, seat: int) -> Part:
        """The settlement after a change (settle.1 to settle.6)."""
        one = self.people[seat]
        skills = [("LaySkill", skill) for skill in one.face_down]
        _, skill = yield from self.ask(seat, skills)
        one.face_down.remove(skill)
        one.row.append(_set(skill, fresh=True))
        if skill == "pioneers":
            suited = {RACES[one.race or ""]["terrain"]}
            named = [("NameTerrain", terrain) for terrain in TERRAINS if terrain not in suited]
            _, terrain = yield from self.ask(seat, named)
            one.row[-1]["terrain"] = terrain
        held = self.majorities(seat)
        if self.works(seat, "dynasty"):
            held += 1
            self.seen["dynasty"] += 1
        one.vp += held * len(one.generations[-2])
        self.seen["territory scored"] += held > 0
        self.seen["territory of three cards or more"] += held > 0 and len(one.generations[-2]) > 2

    # ------------------------------------------------------------ the end

    def final(self) -> None:
        """The final settlement (final.1, final.2)."""
        model = self.options["dominion_model"]
        for seat, one in enumerate(self.people):
            for cubes, fallen in one.cities.values():
                ruin_counts = self.on("destroyed_city_scores") and model in ("growing", "triple")
                if not fallen or ruin_counts:
                    one.vp += cubes * (3 if model == "triple" else 1)
                self.seen["ruin with cubes at the end"] += fallen and cubes > 0
            gain = 0
            if self.works(seat, "wise_emperor"):
                tops = {old[-1] for old in one.generations}
                gain += (0, 1, 2, 4, 6, 9)[len(tops)]
            if self.works(seat, "metropolis"):
                gain += 2 * sum(not fallen for _, fallen in one.cities.values())
            if self.works(seat, "world_walkers"):
                pieces = one.workers + one.doomed + self.intact(seat)
                gain += len({cell[:-1] for cell in pieces})
            if self.works(seat, "martyrs"):
                gain += 2 * one.removed
            if self.works(seat, "fortress_realm"):
                gain += 3 * (len(one.forts) + len(one.temples))
            self.seen["final skill"] += gain > 0
            one.vp += gain
        self.seen["end"] += 1


def _set(skill: str, *, fresh: bool) -> dict[str, Any]:
    return {"id": skill, "used": False, "fresh": fresh, "terrain": None}
