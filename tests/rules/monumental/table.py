"""A table of Monumental written as text, and the players' verbs.

    table = acting(egyptian(supply="P3 G1", city="mine* fort / writing+forum"))

Supplies are written P S M N G C PT with a number (N is neutral Military) and the names of
Market tokens. Cities are nine slots in reading order, rows parted by "/": `-` is an empty
slot, `*` an activated one, `irrigation+fort` a Knowledge attached under a Fort. Decks are
written top card first, discard piles with the top card last. Tiles are written by their
coordinates: {(2, 0): "0 S2 W O"} is seat 0's, with two Soldiers, Warlord and Outpost.
What is left out is empty, or as the game has it at the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from hako.content.monumental import GAME, actions
from hako.content.monumental.cards import Cards
from hako.content.monumental.cards.effects import RESOURCES, CardId, Resource
from hako.content.monumental.cards.land import Hex, Place
from hako.content.monumental.face_down_stacks import Layer, Stack, Tokens
from hako.content.monumental.realm import (
    SLOTS,
    Construction,
    Explorer,
    Realm,
    Slot,
    Supply,
)
from hako.content.monumental.scoring import Score, scores
from hako.content.monumental.state import Mode, Pile, Tile, World
from hako.content.monumental.steps.rounds import EndOneTurn, EndRound, EndWholeTurn, Refill
from hako.content.monumental.steps.turn import GoOn, TakeTurn
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Seat, Step
from tests.rules.tables import GameTable, Verb, begun, in_box, stacking

SHORT: dict[str, Resource] = {
    "P": "production",
    "S": "science",
    "M": "military",
    "N": "military_neutral",
    "G": "gold",
    "C": "culture",
    "PT": "production_token",
}

SHORT_OF = {name: letter for letter, name in SHORT.items()}

PIECES = {"W": "warlord", "O": "outpost"}

CITY = "work_camp work_camp work_camp / library library library / fort fort fort"
"""A City in which nothing happens."""

DISPLAY = "aqueduct temple barracks school harbour pyramids_of_giza"
"""A display for two players, from left to right."""


def cards() -> Cards:
    """The cards as they come in the box."""
    content: Cards = in_box(GAME)
    return content


# ------------------------------------------------------------ laying a table


def new(seats: int = 2, **how: Any) -> World:
    """A game that was set up to its first choice."""
    return begun(GAME, seats, **how)


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


chinese = partial(realm, "chinese")
danish = partial(realm, "danish")
egyptian = partial(realm, "egyptian")
greek = partial(realm, "greek")
japanese = partial(realm, "japanese")


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
    """The table; the last Step is done first. `deck` is the Development deck.

    Who is not said is Egyptian on seat 0 and Danish on seat 1.
    """
    realms = (*realms, *(egyptian(), danish())[len(realms) :])
    seats = len(realms)
    item = cards()
    rows = (display,) if isinstance(display, str) else tuple(display)
    usual = item.table_for[seats].map
    map_id = usual if land == "pastures" else f"{land}_{seats}"
    world = World(
        agenda=agenda,
        content=item,
        mode=mode,
        map_id=map_id,
        players=seats,
        realms=realms,
        layers=(Layer("modern", names(deck)),) if names(deck) else (),
        display=tuple(names(row) for row in rows),
        taken=tuple(taken) or (0,) * len(rows),
        basics=tuple(Pile(card, item.card[card].copies) for card in item.basic_buildings),
        market=tuple(Pile(market.id, 5) for market in item.markets),
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
        realm = world.realms[seat]
        if not realm.explorers:
            placed = tuple(Explorer(land.at(q, r)) for q, r in hexes)
            world = world.with_realm(seat, replace(realm, explorers=placed))
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


def counted(text: str) -> dict[Resource, int]:
    """The resources of "P3+PT2"."""
    split = ((word.rstrip("0123456789"), word) for word in text.split("+"))
    return {SHORT[letters]: int(word.removeprefix(letters)) for letters, word in split}


def amounts(text: str) -> Supply:
    """The supply "P3 PT2 silk"."""
    words = text.split()
    market = tuple(word for word in words if word.isalpha())
    held = [word for word in words if not word.isalpha()]
    return replace(Supply().plus(counted("+".join(held)) if held else {}), market=market)


def supply_text(supply: Supply) -> str:
    """A supply as text; "-" if it is empty."""
    held = [f"{SHORT_OF[name]}{supply.of(name)}" for name in RESOURCES if supply.of(name)]
    return " ".join([*held, *supply.market]) or "-"


def slots(text: str) -> tuple[Slot, ...]:
    """The slots of "mine* - irrigation+fort"."""
    result = []
    for word in text.replace("/", " ").split():
        *knowledge, top = word.rstrip("*").split("+")
        card = None if top == "-" else top
        if card is not None and cards().card[card].is_knowledge:
            knowledge, card = [*knowledge, card], None
        result.append(Slot(card, tuple(knowledge), activated=word.endswith("*")))
    return (*result, *(Slot(),) * (SLOTS - len(result)))


def city_text(city: Iterable[Slot]) -> str:
    """A City as text, without the bars between its rows."""
    return " ".join(
        "+".join([*slot.knowledge, slot.card or "-"]) + ("*" if slot.activated else "")
        for slot in city
    )


# ------------------------------------------------------------ the table


class Table(GameTable[World]):
    """A table at which the test plays; an `order` names the cards that a shuffle puts first."""

    game = GAME

    def chance(self, order: str | None) -> Chance:
        return stacking(names(order or ""), rest=True)

    @property
    def world(self) -> World:
        """The whole table."""
        return self.state

    def at(self, q: int, r: int) -> Place:
        """The name of a tile."""
        return self.state.land.at(q, r)

    def place(self, text: str) -> Place:
        """The name of the tile "2:0"."""
        return self.at(*map(int, text.split(":")))

    def force(self, text: str) -> dict[Place, int]:
        """Numbers of Soldiers that leave each tile in "3:0*2+2:0*1"."""
        pairs = (part.split("*") for part in text.split("+"))
        return {self.place(place): int(count) for place, count in pairs}

    def word(self, value: Any) -> str:
        if isinstance(value, Mapping):
            return "+".join(
                f"{SHORT_OF[key]}{count}" if key in SHORT_OF else f"{self.word(key)}*{count}"
                for key, count in value.items()
            )
        q_and_r = self.state.land.hex.get(value)
        return ":".join(map(str, q_and_r)) if q_and_r else str(value)

    def tile(self, q: int, r: int) -> Tile:
        """Contents of a tile."""
        return self.state.tile(self.at(q, r))

    def supply(self, seat: Seat = 0) -> str:
        """A supply as text."""
        return supply_text(self.state.realms[seat].supply)

    def city(self, seat: Seat = 0) -> str:
        """A City as text."""
        return city_text(self.state.realms[seat].city)

    def deck(self, seat: Seat = 0) -> str:
        """A City deck, top card first."""
        return words(self.state.realms[seat].deck.cards)

    def discard(self, seat: Seat = 0) -> str:
        """A discard pile, top card last."""
        return words(self.state.realms[seat].discard)

    def realm(self, seat: Seat = 0) -> Realm:
        """Belongings of a seat."""
        return self.state.realms[seat]

    @property
    def display(self) -> str:
        """The display from left to right, rows parted by "/"."""
        return " / ".join(words(row) for row in self.state.display)

    @property
    def scores(self) -> Sequence[Score]:
        """The scores as they stand."""
        return scores(self.state)

    # ------------------------------------------------------------ playing

    lead = Verb(actions.PickCivilization)
    activate = Verb(actions.ActivateCity, int, int)
    acquire = Verb(actions.AcquireCard)
    acquire_basic = Verb(actions.AcquireBasic)
    complete = Verb(actions.CompleteSection)
    develop = Verb(actions.DevelopPolicy)
    conquer = Verb(actions.Conquer, "place")
    move_army = Verb(actions.MoveArmy)
    build_outpost = Verb(actions.BuildOutpost, "place")
    move_explorer = Verb(actions.MoveExplorer)
    use = Verb(actions.UseEffect)
    progress = Verb(actions.MakeProgress)
    spend = Verb(actions.UseMarketToken)
    hire = Verb(actions.HireHero)
    send_back = Verb(actions.ReturnHero)
    end = Verb(actions.EndTurn)
    pass_ = Verb(actions.Pass)

    send = Verb(actions.SendSoldiers, "force")
    send_warlord = Verb(actions.SendWarlord, "place")
    send_army = Verb(actions.SendArmy, "place", "force")
    option = Verb(actions.TakeOption)
    place_token = Verb(actions.PlaceToken, "place")
    pick = Verb(actions.PickUnit, str, "place")
    to = Verb(actions.MoveTo, "place")
    take_token = Verb(actions.TakeToken)
    stop = Verb(actions.Stop)

    take = Verb(actions.TakeResources, counted)
    take_market = Verb(actions.TakeMarketToken)
    exchange = Verb(actions.Exchange, counted)
    convert = Verb(actions.ConvertCounter)
    wake = Verb(actions.ActivateSlot, int)
    archive = Verb(actions.ArchiveCard, int)
    copy = Verb(actions.CopyCard)
    use_copy = Verb(actions.UseCopy)
    destroy = Verb(actions.DestroySoldiers, "place")
