"""The state of the table: the map, the players and their pieces, the turn, a war."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from hako.content.quo_vadis.cards import FREE, AreaId, Cards, RaceId, SkillId, TerrainId
from hako.content.quo_vadis.geometry import CellId, Geography, Map, area_of
from hako.content.quo_vadis.skill_effects import BuildingId, EpicId, Track
from hako.content.quo_vadis.variants import Variants
from hako.engine.rules.model import Seat, State
from hako.engine.rules.score_breakdown import ScoreBreakdown

Phase: TypeAlias = Literal["setup", "selection", "genesis", "war", "build", "end", "final"]
Part: TypeAlias = Literal["territory", "dominion", "prosperity", "razing", "ascension", "skills"]
"""A source of VP, in the order of the score breakdown."""

Generation: TypeAlias = tuple[EpicId, ...]
"""A pile of epic cards, the top card last."""

Item = TypeVar("Item")


class City(Struct, frozen=True, gc=False):
    """A city token on the map."""

    cell: CellId
    dominion: int = 0
    """Cubes on its cell."""
    destroyed: bool = False
    """True if it lies face down."""


class RowSkill(Struct, frozen=True, gc=False):
    """A skill face up in a skill row."""

    id: SkillId
    used: bool = False
    """True if a skill that works once lies sideways."""
    fresh: bool = False
    """True if it was set in this turn and does not work yet (quo_vadis.settle.3)."""
    terrain: TerrainId | None = None
    """The terrain that Pioneers have named."""


class Player(Struct, frozen=True, gc=False, cache_hash=True):
    """The pieces, cards and tracks of a seat. Pieces neither on the map nor removed are in reserve."""

    race: RaceId | None = None
    spirit: int = 0
    food: int = 0
    faith: int = 0
    wrath: int = 0
    vp: int = 0
    hand: tuple[EpicId | None, ...] = ()
    """In no order, sorted. None where masked."""
    generations: tuple[Generation, ...] = ()
    """From left to right; only the last one grows."""
    skills: tuple[RowSkill, ...] = ()
    """The skill row, the basic skill first."""
    face_down: tuple[SkillId | None, ...] = ()
    """Skills drafted but not set, sorted. None where masked."""
    pack: tuple[SkillId | None, ...] = ()
    """During the draft: the cards to pick from, sorted. None where masked."""
    workers: tuple[CellId, ...] = ()
    """A cell for each worker on the map, sorted."""
    doomed: tuple[CellId, ...] = ()
    """Variant V12: workers that fight on, sorted; not among `workers`."""
    cities: tuple[City, ...] = ()
    """Sorted by cell."""
    forts: tuple[CellId, ...] = ()
    temples: tuple[CellId, ...] = ()
    removed: int = 0
    """Workers removed from the game."""
    extra_used: bool = False
    """True if Spawning was used in this generation."""

    def has(self, track: Track) -> int:
        """Cubes on a track."""
        return int(getattr(self, track))

    def city_at(self, cell: CellId) -> City | None:
        """The city on a cell, face up or down."""
        return next((city for city in self.cities if city.cell == cell), None)

    def intact_cities(self) -> list[City]:
        """The cities that lie face up."""
        return [city for city in self.cities if not city.destroyed]

    def building_at(self, cell: CellId) -> BuildingId | None:
        """The building on a cell, a destroyed city included (quo_vadis.build.3)."""
        if cell in self.forts:
            return "fort"
        if cell in self.temples:
            return "temple"
        return None if self.city_at(cell) is None else "city"

    def intact_buildings(self) -> list[CellId]:
        """The cells of forts, temples and face-up cities."""
        cities = [city.cell for city in self.cities if not city.destroyed]
        return [*cities, *self.forts, *self.temples]

    def buildings(self) -> list[CellId]:
        """The cells of forts, temples and cities, destroyed ones included."""
        return [*[city.cell for city in self.cities], *self.forts, *self.temples]

    def all_workers(self) -> tuple[CellId, ...]:
        """A cell for each worker on the map, those that fight on included."""
        return (*self.workers, *self.doomed) if self.doomed else self.workers

    def on_map(self, building: BuildingId) -> int:
        """The number of such tokens on the map."""
        match building:
            case "city":
                return len(self.cities)
            case "fort":
                return len(self.forts)
            case "temple":
                return len(self.temples)


class Turn(Struct, frozen=True, gc=False):
    """The progress of the current turn."""

    seat: Seat
    area: AreaId | None = None
    """The creation area, once it is selected."""
    placed: int = 0
    """Workers placed."""
    card: EpicId | None = None
    """The epic card as printed."""
    kind: EpicId | None = None
    """The kind that the card counts as (quo_vadis.card.6)."""
    actions: int = 0
    """The number of the card's actions."""
    uncapped: bool = False
    """True if Renaissance removes the limit on the card's VP."""
    changed: bool = False
    """True if the generation was changed in this turn."""
    city_due: bool = False
    """True if a city is still to be built (quo_vadis.build.5)."""
    demolished: bool = False
    rebuilt_for_food: bool = False


class War(Struct, frozen=True, gc=False):
    """A war over all contested cells of the creation area."""

    cells: tuple[CellId, ...]
    """The contested cells."""
    seats: tuple[Seat, ...]
    """The participants, in the order of declaring (quo_vadis.war.6)."""
    strengths: tuple[int, ...]
    """Before spirit and dice, in the order of `seats`."""
    declared: tuple[int, ...] = ()
    """The spirit and food spent by each participant who has declared, one strength each."""
    faces: tuple[tuple[int, ...], ...] = ()
    """All faces that each has rolled."""
    dice: tuple[int, ...] = ()
    """The strength that the dice have added for each participant."""
    rolled_on: bool = False
    """True if a loser paid for a second roll (variant V11)."""
    winner: Seat | None = None
    losers: tuple[Seat, ...] = ()
    """Once the war is decided, in the order of declaring."""
    cubes: int = 0
    """VP for the winner: cubes returned from cities destroyed."""
    razed: int = 0
    """Cities destroyed."""

    def total(self, seat: Seat) -> int:
        """The strength, spending and dice of a seat so far, added up."""
        place = self.seats.index(seat)
        parts = (self.strengths, self.declared, self.dice)
        return sum(part[place] for part in parts if place < len(part))


class World(State, frozen=True):
    """The table."""

    content: Cards
    variants: Variants
    players: tuple[Player, ...]
    map: Map = Map()
    rings: tuple[tuple[AreaId, TerrainId], ...] = ()
    """The ring of each area that has one, by area."""
    markers: tuple[int, int] = (FREE, FREE)
    """The genesis cards that carry a marker; 0 is FREE."""
    pile: tuple[EpicId | None, ...] = ()
    """The draw pile, top card first. None where masked."""
    discards: tuple[EpicId, ...] = ()
    """Sorted: anyone may look through them."""
    start_player: Seat = 0
    round: int = 0
    """1-based; 0 while the table is set up."""
    phase: Phase = "setup"
    turn: Turn | None = None
    war: War | None = None
    """From its beginning to its end."""
    earned: ScoreBreakdown = ScoreBreakdown()
    """The sources of the players' VP."""

    @property
    def seats(self) -> range:
        """All seats, in clockwise order."""
        return range(len(self.players))

    @property
    def geography(self) -> Geography:
        """The positions of the cells, and their adjacency."""
        return self.map.geography

    def clockwise(self, first: Seat) -> Sequence[Seat]:
        """All seats from one on, clockwise."""
        return (*self.seats[first:], *self.seats[:first])

    def of_turn(self) -> Turn:
        """The turn that is going on."""
        assert self.turn is not None, "only asked for within a turn"
        return self.turn

    @property
    def creation_area(self) -> AreaId:
        """The area selected this turn."""
        area = self.of_turn().area
        assert area is not None, "only asked for after the selection"
        return area

    def of_war(self) -> War:
        """The war that is going on."""
        assert self.war is not None, "only asked for within a war"
        return self.war

    def ring(self, area: AreaId) -> TerrainId | None:
        """The terrain ring on an area."""
        for where, terrain in self.rings:
            if where == area:
                return terrain
        return None

    def rings_left(self, terrain: TerrainId) -> int:
        """Rings of a terrain in the stock."""
        on_map = sum(ring == terrain for _, ring in self.rings)
        return self.content.terrain[terrain].rings - on_map

    def terrain(self, cell: CellId) -> TerrainId:
        """The terrain of a cell: its area's ring, or what is printed (quo_vadis.wrath.8)."""
        area = area_of(cell)
        if (ring := self.ring(area)) is not None:
            return ring
        number = "abc".index(cell[-1]) + self.map.tile[area].rotation
        return self.content.tile[area].terrain[number % 3]

    def with_player(self, seat: Seat, **changes: Any) -> World:
        """The table with fields of a player replaced."""
        players = self.players
        changed = replace(players[seat], **changes)
        return replace(self, players=(*players[:seat], changed, *players[seat + 1 :]))

    def with_vp(self, seat: Seat, part: Part, vp: int) -> World:
        """The table with more VP of a seat."""
        earned = self.earned.plus(seat, part, vp)
        return replace(self.with_player(seat, vp=self.players[seat].vp + vp), earned=earned)

    def with_turn(self, **changes: Any) -> World:
        """The table with fields of the turn replaced."""
        return replace(self, turn=replace(self.of_turn(), **changes))

    def with_war(self, **changes: Any) -> World:
        """The table with fields of the war replaced."""
        return replace(self, war=replace(self.of_war(), **changes))


def with_card(
    generations: tuple[Generation, ...], card: EpicId, *, change: bool
) -> tuple[Generation, ...]:
    """The generations with one more card, on the last one or as the first of a new one."""
    if change or not generations:
        return (*generations, (card,))
    return (*generations[:-1], (*generations[-1], card))


def without(items: tuple[Item, ...], gone: Iterable[Item]) -> tuple[Item, ...]:
    """The items less others, each removed once; for an unseen one a masked item is removed."""
    left = list(items)
    for item in gone:
        if item in left:
            left.remove(item)
        else:
            left.remove(None)  # type: ignore[arg-type] # rows that may be masked hold None
    return tuple(left)


def sorted_row(items: Iterable[Item | None]) -> tuple[Item | None, ...]:
    """The items in order, masked ones last, so that equal rows are equal."""
    known = [item for item in items if item is not None]
    hidden = [item for item in items if item is None]
    return (*sorted(known), *hidden)  # type: ignore[type-var] # ids and cells are strings
