"""The content file, decoded: tiles, cards and boards as printed, and their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import field

from hako.content.quo_vadis.skill_effects import (
    Add,
    BuildingId,
    Can,
    Effect,
    EpicId,
    Maximum,
    Number,
    Power,
    Track,
)
from hako.engine.content.files import Amount, BadEntry, ContentEntry, Count, Whole, Wording
from hako.engine.i18n.suggestions import suggestion

TerrainId: TypeAlias = Literal["plains", "mountain", "desert", "tundra", "sea"]
AreaId: TypeAlias = str
"""The number pair of a tile, lower number first, such as "2-4" (quo_vadis.comp.1)."""
RaceId: TypeAlias = str
SkillId: TypeAlias = str
Position: TypeAlias = tuple[Whole, Whole]
"""The coordinates of a tile; see geography."""

FREE = 0
"""The genesis card FREE among the numbers 1-5 (quo_vadis.comp.4)."""


class BadCards(BadEntry):
    """A content file of this game that the rules cannot work with."""

    words = Path(__file__).parent


class Tracks(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A number for each track of a race board."""

    spirit: Amount
    food: Amount
    faith: Amount
    wrath: Amount


class Constants(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """The numbers of the rules."""

    start_cubes: Amount
    start_wrath: Amount
    hand_max: Count
    max_generations: Count
    draft_hand: Count
    free_cost: Amount
    """Faith for each FREE."""
    terrain_cost: Amount
    """Food for a worker on unsuited terrain."""
    extra_worker_cost: Amount
    """Food for each worker after the first."""
    beseech_cost: Amount
    """Cost in faith."""
    conversion_cost: Count
    """Faith for 1 wrath."""
    conversions: Amount
    """Number of conversions that a Miracle allows."""
    prosperity_cap: Amount
    """Limit in VP."""
    war_win_spirit: Amount
    war_lose_wrath: Amount
    die: Count
    suited_die: Count
    city_dominion: Amount
    """Cubes for each intact city in the end phase."""
    majority_cells: Count
    """Cells with an own worker that give a majority."""
    workers: Count
    standard: Tracks
    """Maxima of the standard mode."""


class WrathLevel(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """The price and the reach of a level of wrath (quo_vadis.wrath.2-5)."""

    pay: Count
    cells: Count
    buildings: bool = False


class BuildingKind(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A kind of building token."""

    id: BuildingId
    name: Wording
    copies: Count
    """Number of tokens of each race."""
    text: Wording


class Terrain(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A terrain and its rings."""

    id: TerrainId
    name: Wording
    number: Count
    letter: str
    rings: Count
    free: bool = False
    """True if nobody pays for this terrain."""


class Layout(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """The positions of tiles on the map (quo_vadis.setup.2-5)."""

    base: tuple[Position, ...]
    rim: tuple[Position, ...]
    edge: tuple[Position, ...]
    """Positions of the rim that touch two base tiles."""


class PlayerCount(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """Numbers that depend on the number of players (quo_vadis.setup.4)."""

    players: Count
    doubles: Amount


class TileKind(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """An area tile."""

    id: AreaId
    terrain: tuple[TerrainId, TerrainId, TerrainId]
    """The terrain of the cells a, b and c before the tile is turned."""

    @property
    def is_double(self) -> bool:
        """True if both numbers are the same."""
        low, high = self.id.split("-")
        return low == high


class GenesisCard(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A card that the markers move between."""

    number: Amount
    """0 is FREE."""
    name: Wording


class Epic(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """An epic card."""

    id: EpicId
    name: Wording
    copies: Count
    text: Wording


class Race(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A people and its board."""

    id: RaceId
    name: Wording
    terrain: TerrainId
    custom: Tracks
    """Maxima of the custom mode."""
    basic_skills: tuple[SkillId, SkillId]
    """The recommended one first."""
    text: Wording


class Skill(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A skill card."""

    id: SkillId
    name: Wording
    text: Wording
    effects: tuple[Effect, ...]
    once: bool = False
    """True if it works only once."""


class Cards(ContentEntry, frozen=True, forbid_unknown_fields=True, dict=True):
    """The whole content file. `dict` keeps the look-up tables made from it."""

    constants: Constants
    wrath: tuple[WrathLevel, ...]
    buildings: tuple[BuildingKind, ...] = field(name="building")
    terrains: tuple[Terrain, ...] = field(name="terrain")
    layout: Layout
    tables: tuple[PlayerCount, ...] = field(name="table")
    tiles: tuple[TileKind, ...] = field(name="tile")
    genesis: tuple[GenesisCard, ...]
    epics: tuple[Epic, ...] = field(name="epic")
    races: tuple[Race, ...] = field(name="race")
    skills: tuple[Skill, ...] = field(name="skill")

    def __post_init__(self) -> None:
        for race in self.races:
            for skill in race.basic_skills:
                if skill not in self.skill:
                    near, where = suggestion(skill, self.skill), f'race "{race.id}"'
                    raise BadEntry("no_such_name", near=near, where=where, name=skill)
        most = max(table.players for table in self.tables)
        wanted = most * self.constants.draft_hand
        if len(self.draft_skills) < wanted:
            available = len(self.draft_skills)
            raise BadCards("too_few_skills", players=most, needed=wanted, there=available)

    @cached_property
    def building(self) -> Mapping[BuildingId, BuildingKind]:
        """The kinds of buildings by id."""
        return {building.id: building for building in self.buildings}

    @cached_property
    def terrain(self) -> Mapping[TerrainId, Terrain]:
        """The terrains by id, in the order of their numbers."""
        return {terrain.id: terrain for terrain in self.terrains}

    @cached_property
    def tile(self) -> Mapping[AreaId, TileKind]:
        """The area tiles by number pair."""
        return {tile.id: tile for tile in self.tiles}

    @cached_property
    def epic(self) -> Mapping[EpicId, Epic]:
        """The epic cards by id."""
        return {epic.id: epic for epic in self.epics}

    @cached_property
    def race(self) -> Mapping[RaceId, Race]:
        """The races by id."""
        return {race.id: race for race in self.races}

    @cached_property
    def skill(self) -> Mapping[SkillId, Skill]:
        """All skills by id."""
        return {skill.id: skill for skill in self.skills}

    @cached_property
    def draft_skills(self) -> tuple[SkillId, ...]:
        """The skills that no race is born with (quo_vadis.comp.10)."""
        basic = {skill for race in self.races for skill in race.basic_skills}
        return tuple(skill.id for skill in self.skills if skill.id not in basic)

    @cached_property
    def free_terrain(self) -> frozenset[TerrainId]:
        """The terrains that nobody pays for."""
        return frozenset(terrain.id for terrain in self.terrains if terrain.free)

    @cached_property
    def powers(self) -> Mapping[SkillId, Mapping[Power, int]]:
        """For each skill its powers, with their amounts."""
        return {
            skill.id: {it.power: it.amount for it in skill.effects if isinstance(it, Can)}
            for skill in self.skills
        }

    @cached_property
    def added(self) -> Mapping[SkillId, Mapping[Number, Add]]:
        """For each skill the numbers that it adds to."""
        return {
            skill.id: {it.number: it for it in skill.effects if isinstance(it, Add)}
            for skill in self.skills
        }

    @cached_property
    def raised(self) -> Mapping[SkillId, Mapping[Track, int]]:
        """For each skill the tracks whose maximum it raises, and by how much."""
        raised = {skill.id: Counter[Track]() for skill in self.skills}
        for skill in self.skills:
            for it in skill.effects:
                if isinstance(it, Maximum):
                    raised[skill.id][it.resource] += it.amount
        return raised

    def doubles_for(self, players: int) -> int:
        """The number of double tiles for a number of players (quo_vadis.setup.4)."""
        return next(table.doubles for table in self.tables if table.players == players)

    def epic_pile(self) -> Iterable[EpicId]:
        """All epic cards, unshuffled (quo_vadis.comp.5)."""
        return (epic.id for epic in self.epics for _ in range(epic.copies))

    def maximum(self, race: RaceId, track: Track, *, custom: bool) -> int:
        """The maximum of a track as printed on the board (quo_vadis.setup.8-9)."""
        board = self.race[race].custom if custom else self.constants.standard
        return int(getattr(board, track))
