"""A table of Monumental written as text, and the players' verbs.

    table = acting(egyptian(supply="P3 G1", city="mine* fort / writing+forum"), danish())

Supplies are written P S M N G C PT with a number (N is neutral Military) and the names of
Market tokens. Cities are nine slots in reading order, rows parted by "/": `-` is an empty
slot, `*` an activated one, `irrigation+fort` a Knowledge attached under a Fort. Decks are
written top card first, discard piles with the top card last. Tiles are written by their
coordinates: {(2, 0): "0 S2 W O"} is seat 0's, with two Soldiers, Warlord and Outpost.
What is left out is empty, or as the game has it at the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from msgspec.structs import replace

from hako.content.monumental import GAME
from hako.content.monumental.actions import MonumentalAction
from hako.content.monumental.cards import Cards
from hako.content.monumental.cards.effects import CardId, Resource
from hako.content.monumental.cards.land import Hex, Place
from hako.content.monumental.realm import (
    RESOURCES,
    SLOTS,
    Construction,
    Explorer,
    Realm,
    Slot,
    Supply,
)
from hako.content.monumental.scoring import Score, scores
from hako.content.monumental.stacks import Layer, Stack, Tokens
from hako.content.monumental.state import Mode, Pile, Tile, World
from hako.content.monumental.steps.rounds import EndOneTurn, EndRound, EndWholeTurn, Refill
from hako.content.monumental.steps.turn import GoOn, TakeTurn
from hako.engine.content.files import load
from hako.engine.rules.chance import Chance, Item, Stream
from hako.engine.rules.game import Outcome, Setup, view
from hako.engine.rules.play import begin, check, events, legal_actions, play, preview
from hako.engine.rules.vocabulary import Event, Seat, Step, Viewer

Kind = TypeVar("Kind")
"""A kind of action or event."""

SHORT: dict[str, Resource] = {
    "P": "production",
    "S": "science",
    "M": "military",
    "N": "military_neutral",
    "G": "gold",
    "C": "culture",
    "PT": "production_token",
}

PIECES = {"W": "warlord", "O": "outpost"}

CITY = "work_camp work_camp work_camp / library library library / fort fort fort"
"""A City in which nothing happens."""

DISPLAY = "aqueduct temple barracks school harbour pyramids_of_giza"
"""A display for two players, from left to right."""


@cache
def cards() -> Cards:
    """The cards as they come in the box."""
    content: Cards = load(GAME.content, GAME.folder / f"{GAME.id}.toml")
    return content


# ------------------------------------------------------------ laying a table


def new(seats: int = 2, /, *, seed: int = 1, **options: str) -> World:
    """A game that was set up to its first choice."""
    chosen = {option.key: option.default for option in GAME.options} | options
    world, _ = begin(GAME.new(Setup(seats, chosen, cards())), Chance(seed, 0))
    return world


def realm(
    civilization: str,
    supply: str = "",
    city: str = CITY,
    deck: str = "",
    *,
    discard: str = "",
    drawn: str = "",
    fresh: str = "",
    marked: str = "",
    policies: str = "",
    wonders: str = "",
    knowledge: str = "",
    building: str = "",
    **more: Any,
) -> Realm:
    """A player's realm; `building` is a Wonder and its sections done, such as "petra 1"."""
    wonder, _, done = building.partition(" ")
    return Realm(
        civilization,
        supply=amounts(supply),
        city=slots(city),
        deck=Stack(names(deck), shown=more.pop("shown", 0)),
        discard=names(discard),
        drawn=names(drawn) + names(fresh),
        fresh=names(fresh),
        marked=names(marked),
        policies=names(policies),
        wonders=names(wonders),
        knowledge=names(knowledge),
        construction=Construction(wonder, int(done)) if wonder else None,
        outposts=more.pop("outposts", 2),
        **more,
    )


def chinese(supply: str = "", city: str = CITY, deck: str = "", **more: Any) -> Realm:
    """The Chinese."""
    return realm("chinese", supply, city, deck, **more)


def danish(supply: str = "", city: str = CITY, deck: str = "", **more: Any) -> Realm:
    """The Danes."""
    return realm("danish", supply, city, deck, **more)


def egyptian(supply: str = "", city: str = CITY, deck: str = "", **more: Any) -> Realm:
    """The Egyptians."""
    return realm("egyptian", supply, city, deck, **more)


def greek(supply: str = "", city: str = CITY, deck: str = "", **more: Any) -> Realm:
    """The Greeks."""
    return realm("greek", supply, city, deck, **more)


def japanese(supply: str = "", city: str = CITY, deck: str = "", **more: Any) -> Realm:
    """The Japanese."""
    return realm("japanese", supply, city, deck, **more)


def at(
    *agenda: Step[World, Any],
    realms: Sequence[Realm] = (),
    mode: Mode = "sequential",
    land: str = "pastures",
    tiles: Mapping[Hex, str] | None = None,
    explorers: Mapping[Seat, Sequence[Hex]] | None = None,
    tokens: Mapping[Hex, str] | None = None,
    display: str | Sequence[str] = DISPLAY,
    deck: str = "steam_power electricity aviation computers eiffel_tower",
    taken: Sequence[int] = (),
    number: int = 1,
    **more: Any,
) -> Table:
    """The table; the last Step is done first. `deck` is the Development deck."""
    realms = tuple(realms) or (egyptian(), danish())
    seats = len(realms)
    its = cards()
    rows = (display,) if isinstance(display, str) else tuple(display)
    usual = its.table_for[seats].map
    map_id = usual if land == "pastures" else f"{land}_{seats}"
    world = World(
        agenda=agenda,
        content=its,
        mode=mode,
        map_id=map_id,
        players=seats,
        realms=realms,
        layers=(Layer("modern", names(deck)),) if names(deck) else (),
        display=tuple(names(row) for row in rows),
        taken=tuple(taken) or (0,) * len(rows),
        basics=tuple(Pile(card, its.card[card].copies) for card in its.basic_buildings),
        market=tuple(Pile(market.id, 5) for market in its.markets),
        round=number,
        phase="actions",
        **more,
    )
    return Table(_peopled(world, tiles or {}, explorers or {}, tokens or {}))


def acting(*realms: Realm, seat: Seat = 0, **table: Any) -> Table:
    """A table at which a seat has its turn, in sequential mode unless said otherwise.

    When the turn is over, the next seat's comes; after the last one the round ends.
    """
    if table.get("mode") == "classic":
        steps: list[Step[World, Any]] = [EndRound(), EndWholeTurn(seat)]
    else:
        steps = [EndRound(), Refill(), EndOneTurn(seat)]
    return at(*steps, TakeTurn(seat, acted=False), realms=realms, turn=seat, **table)


def resolving(*steps: Step[World, Any], realms: Sequence[Realm] = (), **table: Any) -> Table:
    """A table at which steps are done on seat 0's turn: the last one first, then it goes on."""
    agenda = (EndRound(), Refill(), EndOneTurn(0), GoOn(0, acted=True), *steps)
    return at(*agenda, realms=realms, turn=0, **table).go()


def _peopled(
    world: World,
    tiles: Mapping[Hex, str],
    explorers: Mapping[Seat, Sequence[Hex]],
    tokens: Mapping[Hex, str],
) -> World:
    """The table with the map laid: pieces not placed elsewhere are in their Capitals."""
    land = world.land
    capitals = [Tile(owner=seat) for seat in world.seats]
    others = [Tile(site=tile.site, resource=tile.resource) for tile in land.tiles]
    world = replace(world, tiles=(*capitals, *others))
    for (q, r), text in tiles.items():
        world = world.with_tile(land.at(q, r), _tile(world.tile(land.at(q, r)), text))
    for seat in world.seats:
        own = [tile for tile in world.tiles if tile.owner == seat]
        home = world.tile(world.capital(seat))
        away = sum(tile.soldiers for tile in own)
        out = any(tile.warlord for tile in own)
        capital = replace(
            home, soldiers=home.soldiers + world.content.constants.soldiers - away, warlord=not out
        )
        world = world.with_tile(
            world.capital(seat), replace(capital, warlord=capital.warlord or home.warlord)
        )
        hexes = explorers.get(seat, (land.capitals[seat],) * 2)
        its = world.realm(seat)
        if not its.explorers:
            placed = tuple(Explorer(land.at(q, r)) for q, r in hexes)
            world = world.with_realm(seat, replace(its, explorers=placed))
    usual = {"barbarian": "barbarian_workers", "free_town": "free_town_builders"}
    named = {land.at(q, r): token for (q, r), token in tokens.items()}
    faces = tuple(
        None if tile.site is None else named.get(place, usual[tile.site])
        for place, tile in zip(land.places, world.tiles, strict=True)
    )
    return replace(world, tokens=Tokens(faces))


def _tile(tile: Tile, text: str) -> Tile:
    """A tile as "0 S2 W O": whose, with what; a Province taken has no Exploration token."""
    words = text.split()
    if words and words[0].isdigit():
        tile = replace(tile, owner=int(words.pop(0)), site=None)
    for word in words:
        if word.startswith("S") and word[1:].isdigit():
            tile = replace(tile, soldiers=int(word[1:]))
        elif word in PIECES:
            tile = replace(tile, **{PIECES[word]: True})
        elif word == "bare":
            tile = replace(tile, site=None, resource=None)
        elif word in ("barbarian", "free_town"):
            tile = replace(tile, site=word)
        elif word in cards().card:
            tile = replace(tile, wonder=word)
        else:
            tile = replace(tile, resource=word)
    return tile


# ------------------------------------------------------------ text


def names(text: str) -> tuple[CardId, ...]:
    """The cards of "fort library"; nothing for "-" or nothing."""
    return tuple(word for word in text.split() if word != "-")


def words(cards: Iterable[CardId | None]) -> str:
    """The text of cards, "?" for one that is masked, "-" for none."""
    return " ".join("?" if card is None else card for card in cards) or "-"


def amounts(text: str) -> Supply:
    """The supply "P3 PT2 silk"."""
    held: dict[Resource, int] = {}
    market = []
    for word in text.split():
        letters = word.rstrip("0123456789")
        if letters in SHORT:
            held[SHORT[letters]] = int(word[len(letters) :])
        else:
            market.append(word)
    return replace(Supply().plus(dict.fromkeys(held, 0)).plus(held), market=tuple(market))


def supply_text(supply: Supply) -> str:
    """A supply as text; "-" if it is empty."""
    letters = {name: letter for letter, name in SHORT.items()}
    held = [f"{letters[name]}{supply.of(name)}" for name in RESOURCES if supply.of(name)]
    return " ".join([*held, *supply.market]) or "-"


def slots(text: str) -> tuple[Slot, ...]:
    """The slots of "mine* - irrigation+fort"."""
    found = []
    for word in text.replace("/", " ").split():
        *knowledge, top = word.rstrip("*").split("+")
        card = None if top == "-" else top
        if card is not None and cards().card[card].is_knowledge:
            knowledge, card = [*knowledge, card], None
        found.append(Slot(card, tuple(knowledge), activated=word.endswith("*")))
    return (*found, *(Slot(),) * (SLOTS - len(found)))


def city_text(city: Iterable[Slot]) -> str:
    """A City as text, without the bars between its rows."""
    return " ".join(
        "+".join([*slot.knowledge, slot.card or "-"]) + ("*" if slot.activated else "")
        for slot in city
    )


# ------------------------------------------------------------ chance


class Stacked(Chance):
    """Chance whose shuffles of cards come out as the test says."""

    def __init__(self, order: str) -> None:
        super().__init__(0, 0)
        self._order = names(order)

    @property
    def cards(self) -> Stream:
        return _Stacked(self._order)


class _Stacked(Stream):
    def __init__(self, order: tuple[CardId, ...]) -> None:
        super().__init__(0)
        self._order = order

    def shuffle(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """The cards that the test names come first, the others in the order they had."""
        pool = list(items)
        first = tuple(pool.pop(pool.index(card)) for card in self._order if card in pool)
        return (*first, *pool)


# ------------------------------------------------------------ the table


class Table:
    """A table at which the test plays; each verb returns the table again."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.told: tuple[Event[World], ...] = ()
        """What the last action brought about."""

    @property
    def seat(self) -> Seat:
        """Who has to choose."""
        return self.world.agenda[-1].waiting()[0]

    @property
    def step(self) -> Step[World, Any]:
        """What the table waits for."""
        return self.world.agenda[-1]

    @property
    def options(self) -> list[MonumentalAction]:
        """What may be chosen now."""
        return list(legal_actions(self.world, self.seat))

    def offers(self, kind: type[Kind]) -> list[Kind]:
        """What may be chosen now, of one kind."""
        return [action for action in self.options if isinstance(action, kind)]

    def happened(self, kind: type[Kind]) -> list[Kind]:
        """What the last action brought about, of that very kind."""
        return [event for event in self.told if type(event) is kind]

    def at(self, q: int, r: int) -> Place:
        """The name of a tile."""
        return self.world.land.at(q, r)

    def tile(self, q: int, r: int) -> Tile:
        """What is on a tile."""
        return self.world.tile(self.at(q, r))

    def supply(self, seat: Seat = 0) -> str:
        """A supply as text."""
        return supply_text(self.world.realm(seat).supply)

    def city(self, seat: Seat = 0) -> str:
        """A City as text."""
        return city_text(self.world.realm(seat).city)

    def deck(self, seat: Seat = 0) -> str:
        """A City deck, top card first."""
        return words(self.world.realm(seat).deck.cards)

    def discard(self, seat: Seat = 0) -> str:
        """A discard pile, top card last."""
        return words(self.world.realm(seat).discard)

    def realm(self, seat: Seat = 0) -> Realm:
        """What a seat has."""
        return self.world.realm(seat)

    @property
    def display(self) -> str:
        """The display from left to right, rows parted by "/"."""
        return " / ".join(words(row) for row in self.world.display)

    @property
    def scores(self) -> Sequence[Score]:
        """The scores as they stand."""
        return scores(self.world)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        return GAME.outcome(self.world)

    def seen(self, viewer: Viewer = None) -> World:
        """The table as a viewer sees it."""
        return view(GAME, self.world, viewer)

    def foreseen(self, action: MonumentalAction) -> tuple[Event[World], ...]:
        """The events that the deciding seat foresees."""
        return preview(self.seen(self.seat), self.seat, action).events

    # ------------------------------------------------------------ playing

    def go(self, order: str = "") -> Table:
        """Let the table do what it does by itself; a shuffle comes out in this order."""
        self.world, then = begin(self.world, Stacked(order))
        self.told = tuple(events(then))
        return self

    def do(self, *actions: MonumentalAction, order: str = "") -> Table:
        """Take legal actions, one after the other; a shuffle comes out in this order."""
        for action in actions:
            seat = self.seat
            check(self.world, seat, action)
            self.world, then = play(self.world, seat, action, Stacked(order))
            self.told = tuple(events(then))
        return self
