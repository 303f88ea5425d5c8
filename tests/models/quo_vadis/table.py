"""The table of Quo Vadis as the model has it: the box, the pieces, what may be asked of them."""

from __future__ import annotations

import tomllib
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import hako
from tests.models.model import Ask, AskAll, Facts, Model, Spoken

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

Part: TypeAlias = Generator[Ask | AskAll, Any, Any]
"""A part of the game: it yields questions, and its value is what it comes to."""


@dataclass
class People:
    """A player: cards, pieces, resources."""

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
    """A turn, as far as later phases ask for it."""

    area: str = ""
    changed: bool = False
    city_due: bool = False
    demolished: bool = False
    rebuilt_for_food: bool = False


@dataclass
class Table(Model):
    """The table, and questions about it."""

    def __post_init__(self) -> None:
        self.options = self.seating.options
        self.people = [People() for _ in range(self.seating.seats)]
        self.tiles: dict[str, tuple[tuple[int, int], int]] = {}
        self.rings: dict[str, str] = {}
        self.markers = (FREE, FREE)
        self.pile: list[str] = []
        self.discards: list[str] = []
        self.start = 0
        self.round = 0
        self.turn = Turn()
        self.war: dict[str, Any] | None = None

    def facts(self) -> Facts:
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

    def clockwise(self, first: int) -> list[int]:
        count = len(self.people)
        return [(first + step) % count for step in range(count)]

    def on(self, option: str) -> bool:
        return self.options[option] == "true"

    def ask(self, seat: int, choices: Iterable[Spoken]) -> Part:
        return (yield Ask(seat, dict.fromkeys(choices, "")))

    def ask_all(self, choices: Sequence[Iterable[Spoken]]) -> Part:
        """Ask all seats at once, in secret."""
        return (yield AskAll({seat: dict.fromkeys(own, "") for seat, own in enumerate(choices)}))

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
        """Neighbours of cells and areas, once all tiles lie."""
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
            self.seen["no ring left"] += self.rings.get(area) != terrain

    def suited(self, seat: int) -> set[str]:
        """The race's terrain and what Pioneers have named."""
        suited = {RACES[self.people[seat].race or ""]["terrain"]}
        for one in self.people[seat].row:
            if one["terrain"] and not one["fresh"]:
                suited.add(one["terrain"])
        return suited

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
        self.seen[f"razed, {self.options['dominion_model']}"] += 1
        match self.options["dominion_model"]:
            case "fixed4":
                city[:] = [max(0, cubes - 1), True]
                return cubes
            case "siege4":
                self.seen["siege city with two cubes lost one"] += cubes == 2
                self.seen["siege city fell"] += cubes <= 1
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


def skill_set(skill: str, *, fresh: bool) -> dict[str, Any]:
    """A skill as it lies in a skill row."""
    return {"id": skill, "used": False, "fresh": fresh, "terrain": None}
