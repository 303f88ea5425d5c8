"""The content file, decoded: cards, tokens, maps and numbers, checked for what they name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from msgspec import field

from hako.content.monumental.cards.card_types import (
    AutomaCard,
    Card,
    Civilization,
    CivilizationId,
    Era,
    EraId,
    ExplorationId,
    ExplorationToken,
    Hero,
    HeroId,
    Level,
    Market,
    Monster,
    MonsterId,
    Policy,
    PolicyId,
    Warlord,
    WarlordId,
)
from hako.content.monumental.cards.effects import CardId, Effects, MarketId
from hako.content.monumental.cards.land import (
    LETTERS,
    Chart,
    Map,
    MapId,
    Terrain,
    TerrainId,
    charted,
)
from hako.content.monumental.cards.worth import card_worth, effects_worth
from hako.engine.content.files import Amount, BadEntry, ContentEntry, Count
from hako.engine.i18n.suggestions import suggestion

PRODUCTION = "production"
"""The `resource` of a tile on which a Production token lies."""


class BadCards(BadEntry):
    """Raised where the cards of this game contradict each other or its rules."""

    words = Path(__file__).parents[1]


class Constants(
    ContentEntry, frozen=True, forbid_unknown_fields=True, kw_only=True, cache_hash=True
):
    """The numbers of the rules."""

    soldiers: Count
    explorers: Count
    outposts: Count
    policy_costs: tuple[Amount, ...]
    """Culture for the first, second, ... Policy (monumental.policy.1)."""
    policy_vp: tuple[Amount, ...]
    """For 0, 1, ... Policies developed (monumental.score.4)."""
    military_per_unit: Amount
    military_per_explorer_tile: Amount
    soldier_strength: Count
    warlord_strength: Count
    outpost_strength: Count
    """Defends only."""
    outpost_soldiers: Count
    """Soldiers that return when an Outpost is built (monumental.outpost.1)."""
    wonder_token_defence: Amount
    wonder_token_vp: Amount
    free_town_defence: Amount
    scientific_progress_cost: Amount
    """Science (monumental.science.1)."""
    category_bonus_vp: Amount
    """VP for leading a scoring category (monumental.score.5)."""
    classic_starting_gold: tuple[Amount, ...]
    """By the order of play (monumental.setup.15)."""
    sequential_starting_gold: tuple[Amount, ...]
    sequential_deck_threshold: Amount
    """The next round is the last if no more cards are left than this (monumental.end.1)."""
    heroes_beyond_players: Amount
    """Heroes in the row, more than players (monumental.hero.1)."""


class Table(ContentEntry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The numbers that depend on the number of players."""

    players: Count
    sequential_display: Amount
    """Cards in the display's one row; 0 if sequential mode is not played (monumental.setup.11)."""
    classic_display: tuple[Count, ...]
    """Cards in each row of the display, the upper one first."""
    map: MapId
    """The map unless another is chosen (monumental.setup.5)."""
    monster_tokens: Count
    """monumental.monster.1."""


class Solo(ContentEntry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The numbers of the solo game; a default stands for a field that old content files lack."""

    cards_a_turn: Mapping[Level, Count]
    """Automa cards turned up after each turn (monumental.solo.2)."""
    reach_with_empty_display: Count
    """The Automa's reach while the display is empty (monumental.solo.5)."""
    conquests: Count = 1
    """Provinces that it conquers by a card, one after the other (monumental.solo.5)."""
    culture: Amount
    """Culture gained by its Culture card (monumental.solo.6)."""
    policies: Count = 1
    """Policies that it then develops, as far as it can pay (monumental.solo.6)."""


class Cards(ContentEntry, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """The whole content file. `dict` keeps the look-up tables made from it."""

    constants: Constants
    solo: Solo
    tables: tuple[Table, ...] = field(name="table")
    eras: tuple[Era, ...] = field(name="era")
    civilizations: tuple[Civilization, ...] = field(name="civilization")
    warlords: tuple[Warlord, ...] = field(name="warlord")
    policies: tuple[Policy, ...] = field(name="policy")
    cards: tuple[Card, ...] = field(name="card")
    exploration_tokens: tuple[ExplorationToken, ...] = field(name="exploration_token")
    markets: tuple[Market, ...] = field(name="market")
    heroes: tuple[Hero, ...] = field(name="hero")
    monsters: tuple[Monster, ...] = field(name="monster")
    automa: tuple[AutomaCard, ...]
    terrains: tuple[Terrain, ...] = field(name="terrain")
    maps: tuple[Chart, ...] = field(name="map")

    # Read on every turn, so they are kept in `__dict__` alone: behind a property of the class,
    # even a cached one, CPython takes three times as long to find them. Not fields: msgspec
    # would read them from the file. A shallow copy would lack them; none is made.
    if TYPE_CHECKING:
        card: ClassVar[Mapping[CardId, Card]]
        """The cards of Cities by id, in the order of the file."""
        knowledge: ClassVar[frozenset[CardId]]
        """The cards that are attached under others and take no slot (monumental.city.1)."""
        action: ClassVar[Mapping[str, Effects]]
        """The text effect of each City card, Policy and Hero by id."""
        terrain: ClassVar[Mapping[TerrainId, Terrain]]
        """The kinds of terrain by id."""
        map: ClassVar[Mapping[MapId, Map]]
        """The maps by id, in the order of the file."""

    def __post_init__(self) -> None:
        for where, named, known in self._named():
            if named not in known:
                near = suggestion(named, known)
                raise BadEntry("no_such_name", near=near, where=where, name=named)
        for name, times in Counter(self._sources()).items():
            if times > 1:
                raise BadCards("id_used_twice", cards=times, name=name)
        for card in self.cards:
            _check_card(card)
        for chart in self.maps:
            self._check_map(chart)
        with_action: tuple[Card | Policy | Hero, ...] = (*self.cards, *self.policies, *self.heroes)
        self.__dict__.update(
            card={card.id: card for card in self.cards},
            knowledge=frozenset(card.id for card in self.cards if card.is_knowledge),
            action={source.id: source.action for source in with_action},
            terrain={terrain.id: terrain for terrain in self.terrains},
            map={chart.id: charted(chart) for chart in self.maps},
        )

    def _named(self) -> Iterable[tuple[str, str, Iterable[str]]]:
        """Every reference of the file: its place, the name it uses, and the names that exist."""
        specials = [card.id for card in self.cards if card.set == "special"]
        for civilization in self.civilizations:
            place = f'civilization "{civilization.id}"'
            yield f"{place}.warlord", civilization.warlord, self.warlord
            yield f"{place}.special_building", civilization.special_building, specials
            yield f"{place}.starting_knowledge", civilization.starting_knowledge, specials
            for policy in civilization.policies:
                yield f"{place}.policies", policy, self.policy
        for table in self.tables:
            yield f"table {table.players}.map", table.map, [land.id for land in self.maps]
        for land in self.maps:
            for tile in land.tiles:
                if tile.resource is not None:
                    place = f'map "{land.id}", tile ({tile.q}, {tile.r}).resource'
                    yield place, tile.resource, (PRODUCTION, *self.market)

    def _sources(self) -> Iterable[str]:
        """The ids of all that has an effect; a marker or a log line names only the id."""
        for entries in (self.cards, self.policies, self.warlords, self.heroes, self.markets):
            yield from (entry.id for entry in entries)
        for faces in (self.exploration_tokens, self.monsters):
            yield from (face.id for face in faces)

    def _check_map(self, chart: Chart) -> None:
        """Check that tiles have distinct places and names, and that the box has enough tokens."""
        if len(chart.capitals) != chart.players:
            raise BadCards(
                "number_of_capitals", map=chart.id, players=chart.players, there=len(chart.capitals)
            )
        hexes = chart.hexes()
        for place, times in Counter(hexes).items():
            if times > 1:
                raise BadCards("same_place", map=chart.id, tiles=times, place=str(place))
        if (rows := len({r for _, r in hexes})) > len(LETTERS):
            raise BadCards("too_many_rows", map=chart.id, rows=rows, most=len(LETTERS))
        wanted = Counter(token for tile in chart.tiles for token in (tile.site, tile.resource))
        available = Counter({market.id: market.copies for market in self.markets})
        for token in self.exploration_tokens:
            available[token.kind] += token.copies
        for kind, copies in available.items():
            if wanted[kind] > copies:
                raise BadCards(
                    "too_few_tokens", map=chart.id, needed=wanted[kind], token=kind, there=copies
                )

    @cached_property
    def policy(self) -> Mapping[PolicyId, Policy]:
        """The Policies by id."""
        return {policy.id: policy for policy in self.policies}

    @cached_property
    def warlord(self) -> Mapping[WarlordId, Warlord]:
        """The Warlords by id."""
        return {warlord.id: warlord for warlord in self.warlords}

    @cached_property
    def civilization(self) -> Mapping[CivilizationId, Civilization]:
        """The civilizations by id, in the order of the file."""
        return {civilization.id: civilization for civilization in self.civilizations}

    @cached_property
    def exploration(self) -> Mapping[ExplorationId, ExplorationToken]:
        """The faces of Exploration tokens by id."""
        return {token.id: token for token in self.exploration_tokens}

    @cached_property
    def market(self) -> Mapping[MarketId, Market]:
        """The kinds of Market tokens by id, in the order of the file."""
        return {market.id: market for market in self.markets}

    @cached_property
    def hero(self) -> Mapping[HeroId, Hero]:
        """The Heroes by id."""
        return {hero.id: hero for hero in self.heroes}

    @cached_property
    def monster(self) -> Mapping[MonsterId, Monster]:
        """The Monsters by id."""
        return {monster.id: monster for monster in self.monsters}

    @cached_property
    def automa_card(self) -> Mapping[str, AutomaCard]:
        """The kinds of automa cards by id."""
        return {card.id: card for card in self.automa}

    @cached_property
    def era(self) -> Mapping[EraId, Era]:
        """The Eras by id, in their order."""
        return {era.id: era for era in self.eras}

    @cached_property
    def worth(self) -> Mapping[CardId, float]:
        """The worth of activating and using each City card once, in basic resources, for bots."""
        return {card.id: card_worth(card) for card in self.cards}

    @cached_property
    def completion_worth(self) -> Mapping[CardId, float]:
        """The worth of completing each card, as `worth`; 0 unless it is a Wonder."""
        return {card.id: effects_worth(card.completion) for card in self.cards}

    @cached_property
    def action_worth(self) -> Mapping[str, float]:
        """The worth of each text effect of a City card, Policy or Hero, as `worth`."""
        return {source: effects_worth(action) for source, action in self.action.items()}

    @cached_property
    def bonus_worth(self) -> Mapping[PolicyId, float]:
        """The worth of each Policy's bonus, as `worth`."""
        return {policy.id: effects_worth(policy.bonus) for policy in self.policies}

    @cached_property
    def table_for(self) -> Mapping[int, Table]:
        """The tables by the number of players."""
        return {table.players: table for table in self.tables}

    @cached_property
    def basic_buildings(self) -> tuple[CardId, ...]:
        """The Basic building piles (monumental.setup.12)."""
        return tuple(card.id for card in self.cards if card.set == "basic")

    def starting_deck(self, civilization: CivilizationId) -> tuple[CardId, ...]:
        """The City cards that a civilization starts with, not shuffled (monumental.setup.1)."""
        entry = self.civilization[civilization]
        common = (card for card in self.cards if card.set == "civilization")
        copies = [card.id for card in common for _ in range(card.copies)]
        return (*copies, entry.special_building, entry.starting_knowledge)


def _check_card(card: Card) -> None:
    """Check that a card has the fields that its kind and set need, and no others."""
    if card.is_development != (card.era is not None):
        raise BadCards("era", card=card.id)
    if card.is_wonder != bool(card.sections):
        raise BadCards("sections", card=card.id)
    if card.completion and not card.is_wonder:
        raise BadCards("completion", card=card.id)
