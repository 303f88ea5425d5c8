"""The state of the table, and questions about it; map_queries.py has those about the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.content.monumental.cards import Cards
from hako.content.monumental.cards.card_types import HeroId, Level, MonsterId
from hako.content.monumental.cards.effects import CardId, CardKind, MarketId
from hako.content.monumental.cards.land import Map, MapId, Place, Site
from hako.content.monumental.face_down_stacks import Layer, Stack, Tokens
from hako.content.monumental.realm import Amounts, Realm
from hako.engine.rules.chance import Stream
from hako.engine.rules.model import Seat, State, Viewer
from hako.engine.rules.secret_declarations import Secret, in_own_row

Mode: TypeAlias = Literal["sequential", "classic"]

Phase: TypeAlias = Literal["setup", "activation", "actions", "refill", "end"]

AUTOMA: Seat = 1
"""The Automa's place in the solo game; nobody sits there (monumental.solo.1)."""


class Tile(Struct, frozen=True, gc=False, cache_hash=True):
    """A tile of the map: its owner and the pieces on it. Explorers are in their realms."""

    owner: Seat | None = None
    """The seat that controls it; None is neutral. A Capital always belongs to its seat."""
    soldiers: int = 0
    warlord: bool = False
    outpost: bool = False
    wonder: CardId | None = None
    """The Wonder whose token lies there; for ever (monumental.wonder.6)."""
    site: Site | None = None
    """While an Exploration token lies there, what kind it looks like."""
    resource: MarketId | None = None
    """While a Production or Market token lies there: "production", or the market's kind."""

    def is_held(self) -> bool:
        """True if a Soldier, Warlord or Outpost is there (monumental.map.2)."""
        return self.soldiers > 0 or self.warlord or self.outpost


class Pile(Struct, frozen=True, gc=False):
    """A face-up pile of one kind of card or token."""

    id: str
    left: int


class Lair(Struct, frozen=True, gc=False):
    """A Monster that was revealed and lives (monumental.monster.2)."""

    monster: MonsterId
    place: Place
    revealer: Seat


class Automa(Struct, frozen=True, gc=False):
    """The solo opponent's cards (monumental.solo.2)."""

    level: Level
    deck: Stack = Stack()
    discard: tuple[str, ...] = ()

    def masked(self) -> Automa:
        """The Automa as the player may see it: with its deck masked."""
        return replace(self, deck=self.deck.masked())

    def dealt(self, stream: Stream) -> Automa:
        """The masked Automa with its deck in random order."""
        return replace(self, deck=self.deck.dealt(stream))


def _is_in_city_deck_known(world: World, viewer: Viewer, seat: Seat, place: int) -> bool:
    return place < world.realms[seat].deck.shown


def _is_in_automa_known(world: World, viewer: Viewer, place: int) -> bool:
    return world.automa is not None and place < world.automa.deck.shown


def _is_hero_known(world: World, viewer: Viewer, place: int) -> bool:
    return place < world.heroes_aside.shown


def _kind_group(world: World, card: CardId, layer: int, place: int) -> tuple[int, CardKind]:
    """The public group of a card: its Era and kind, whose numbers anyone can compute."""
    return layer, world.content.card[card].kind


def _look_group(world: World, token: str, tile: int) -> bool:
    """A Monster looks like a Barbarian (monumental.secret.3)."""
    face = world.content.exploration.get(token)
    return face is not None and face.kind == "free_town"


SECRETS = (
    Secret("realms.*.deck.cards.*", _is_in_city_deck_known, among=in_own_row),
    Secret("layers.*.cards.*", among=_kind_group),
    Secret("layers.*.aside.*", among=_kind_group),
    Secret("tokens.faces.*", among=_look_group),
    Secret("tokens.aside.*"),
    Secret("heroes_aside.cards.*", _is_hero_known),
    Secret("automa.deck.cards.*", _is_in_automa_known),
)


class World(State, frozen=True):
    """The table."""

    content: Cards
    mode: Mode
    map_id: MapId
    players: int
    """Seats at which somebody sits; the realms of the solo game are one more."""
    realms: tuple[Realm, ...] = ()
    """The realm of each seat, the Automa's last."""
    tiles: tuple[Tile, ...] = ()
    """In the order of the map's places."""
    tokens: Tokens = Tokens()
    layers: tuple[Layer, ...] = ()
    """The Development deck, the top Era first; Eras used up are gone."""
    display: tuple[tuple[CardId, ...], ...] = ()
    """The cards of each row, the upper row first, from left to right."""
    taken: tuple[int, ...] = ()
    """For each row: cards taken from it this round, or this turn in classic mode."""
    removed: tuple[CardId, ...] = ()
    """Discarded from the display."""
    basics: tuple[Pile, ...] = ()
    """The Basic buildings."""
    market: tuple[Pile, ...] = ()
    """The general supply of Market tokens."""
    round: int = 0
    """1-based; 0 while the table is set up."""
    phase: Phase = "setup"
    start_player: Seat = 0
    turn: Seat | None = None
    """Whose turn it is."""
    last_round: int | None = None
    """The number of the last round, once it is known."""
    heroes: tuple[HeroId, ...] = ()
    """The row of Heroes above the display."""
    heroes_aside: Stack = Stack()
    """Heroes that left the game unseen."""
    lairs: tuple[Lair, ...] = ()
    """Revealed Monsters, in the order in which they were revealed."""
    automa: Automa | None = None
    bonuses: tuple[int, ...] = ()
    """VP for led categories, one a seat, once the game was scored (monumental.score.5)."""

    @property
    def land(self) -> Map:
        """The map in play."""
        return self.content.map[self.map_id]  # code that runs on every turn avoids this call

    @property
    def seats(self) -> range:
        """All places at the table, the Automa's included."""
        return range(len(self.realms))

    def clockwise(self) -> Sequence[Seat]:
        """All places from the start player on, clockwise."""
        first, seats = self.start_player, self.seats
        return (*seats[first:], *seats[:first])

    def with_realm(self, seat: Seat, realm: Realm) -> World:
        """The state with a realm replaced."""
        realms = [*self.realms]
        realms[seat] = realm
        return replace(self, realms=tuple(realms))

    def with_more(self, seat: Seat, amounts: Amounts) -> World:
        """The table with resources gained by a seat."""
        realm = self.realms[seat]
        return self.with_realm(seat, replace(realm, supply=realm.supply.plus(amounts)))

    def with_less(self, seat: Seat, amounts: Amounts) -> World:
        """The table with resources given by a seat."""
        realm = self.realms[seat]
        return self.with_realm(seat, replace(realm, supply=realm.supply.minus(amounts)))

    def tile(self, place: Place) -> Tile:
        """The state of a tile."""
        return self.tiles[self.content.map[self.map_id].index[place]]

    def with_tile(self, place: Place, tile: Tile) -> World:
        """The table with a tile replaced."""
        return self.with_tiles({place: tile})

    def with_tiles(self, others: Mapping[Place, Tile]) -> World:
        """The table with some tiles replaced."""
        tiles, index = [*self.tiles], self.content.map[self.map_id].index
        for place, tile in others.items():
            tiles[index[place]] = tile
        return replace(self, tiles=tuple(tiles))

    def is_automa(self, seat: Seat) -> bool:
        """True if the seat is the Automa's (monumental.solo.1)."""
        return self.automa is not None and seat == AUTOMA

    def capital(self, seat: Seat) -> Place:
        """The tile of a seat's Capital (monumental.setup.5)."""
        return self.land.places[seat]

    def is_capital(self, place: Place) -> bool:
        """True if the tile is a Capital, and so not a Province."""
        return place in self.land.homes

    def deck_left(self) -> int:
        """Cards left in the Development deck (monumental.end.4)."""
        return sum([len(layer.cards) for layer in self.layers])

    def displayed(self) -> Sequence[CardId]:
        """The cards of the display, row by row, from left to right."""
        return [card for row in self.display for card in row]

    def is_last_round(self) -> bool:
        """True if the game ends with this round (monumental.end.3)."""
        return self.last_round is not None and self.round >= self.last_round

    def policies_left(self, seat: Seat) -> Sequence[str]:
        """The Policies of a seat that are not developed yet."""
        realm = self.realms[seat]
        policies = self.content.civilization[realm.civilization].policies
        return [policy for policy in policies if policy not in realm.policies]


def changed(piles: tuple[Pile, ...], name: str, more: int) -> tuple[Pile, ...]:
    """The piles with `more` pieces added to one of them; negative removes some."""
    return tuple(Pile(pile.id, pile.left + more) if pile.id == name else pile for pile in piles)


def chosen_map(content: Cards, seats: int, choice: str) -> MapId:
    """The map for so many seats: the usual one ("pastures") or the other (monumental.setup.5)."""
    usual = content.table_for[seats].map
    if choice == "pastures":
        return usual
    players = content.map[usual].players
    return next(
        chart.id for chart in content.maps if chart.players == players and chart.id != usual
    )
