"""Estimates of a realm's future VP, for bots: its City, Policies, Wonders, and what it keeps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from hako.content.monumental.cards import Cards
from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.cards.land import Map, Place
from hako.content.monumental.face_down_stacks import Stack
from hako.content.monumental.realm import SLOTS, Construction, Explorer, Slot, cards_of
from hako.content.monumental.state import Tile, World
from hako.content.monumental.steps.effects.effect_kinds import can_do
from hako.content.monumental.time_left import is_acting
from hako.engine.content.cache_decorators import at_hand, remembered, seat_by_seat
from hako.engine.rules.model import Seat

COUNTER = 0.3
"""VP that a basic resource is worth in the end."""

GOLD = 0.45
TOKEN = 0.36
"""VP that a Production token is worth."""
MARKET = 0.7
CULTURE = 0.75

USED = 6.5
"""The number of cards of a City that are activated or drawn in a round, about."""

FINISHED = 0.85
"""The chance that a Wonder begun is completed while rounds are left."""
IN_TIME = 0.6
"""And in the next round, when it is the last."""
NOW = 0.01
"""The worth of a section in the last round, if the others can be paid as well."""

SURE = 0.9
"""The share of a purchase's value that counts before it is made."""


class Engine(NamedTuple):
    """The yield of a City; with fewer cards each is activated more often."""

    brings: float
    """The worth of activating all its cards once, in basic resources."""
    slots: int
    """The number of cards that take a slot."""

    def worth(self, rounds: float) -> float:
        """VP that it brings in so many rounds."""
        return COUNTER * USED * rounds * self.brings / max(self.slots, SLOTS)

    def average(self) -> float:
        """The average worth of a slot."""
        return self.brings / max(self.slots, 1)

    def plus(self, content: Cards, card: CardId) -> Engine:
        """The City with one more card."""
        return Engine(
            self.brings + content.worth[card],
            self.slots + (card not in content.knowledge),
        )


def engine_of(world: World, seat: Seat) -> Engine:
    """The yield of a seat's City."""
    realm = world.realms[seat]
    return _engine_of(world.content, realm.city, realm.deck, realm.drawn, realm.discard, seat)


@seat_by_seat
def _engine_of(
    content: Cards,
    city: tuple[Slot, ...],
    deck: Stack,
    drawn: tuple[CardId, ...],
    discard: tuple[CardId, ...],
    seat: Seat,
) -> Engine:
    cards, knowledge = cards_of(city, deck, drawn, discard), content.knowledge
    brings = sum(map(content.worth.__getitem__, cards), start=0.0)
    return Engine(brings, len([card for card in cards if card not in knowledge]))


def policies_worth(world: World, seat: Seat, rounds: float) -> float:
    """VP that Policies bring from now on: bonuses when others follow, and the active one."""
    realm = world.realms[seat]
    if not realm.policies:
        return 0.0
    content = world.content.policy
    following = min(len(world.content.constants.policy_costs) - len(realm.policies), rounds / 2)
    bonuses = sum([world.content.bonus_worth[policy] for policy in realm.policies])
    active = content[realm.policies[-1]]
    passive = active.passive.defence + active.passive.garrison
    fresh = active.id not in realm.marked and is_acting(world, seat)
    uses = rounds + (fresh and can_do(world, seat, active.action, active.id))
    return COUNTER * (bonuses * following + world.content.action_worth[active.id] * uses + passive)


def wonder_worth(world: World, seat: Seat, engine: Engine, rounds: float) -> float:
    """VP of a Wonder under construction, by how much of it is built."""
    building = world.realms[seat].construction
    if building is None or building.done >= len(world.content.card[building.card].sections):
        return 0.0
    if not rounds and not _payable(world, seat, building):
        return 0.0
    return begun_value(world, engine, building.card, building.done, rounds)


def _payable(world: World, seat: Seat, building: Construction) -> bool:
    """True if a seat can pay all sections that a Wonder lacks with what it has now."""
    supply = world.realms[seat].supply
    rest = sum(world.content.card[building.card].sections[building.done :])
    return rest <= supply.production + supply.production_token + supply.gold


def begun_value(world: World, engine: Engine, card: CardId, done: int, rounds: float) -> float:
    """VP of a Wonder with `done` sections, by the chance to complete it: unfinished it scores 0."""
    sections = world.content.card[card].sections
    return _part(sections, done, card_value(world, engine, card, rounds), rounds)


def section_values(
    world: World, engine: Engine, card: CardId, done: int, rounds: float, most: int
) -> list[tuple[int, float]]:
    """Total costs of the next sections of a Wonder, up to `most`, each with the VP it adds."""
    sections = world.content.card[card].sections
    costs = [cost for cost in accumulate(sections[done:]) if cost <= most]
    if not costs:
        return []
    value = card_value(world, engine, card, rounds)
    before = _part(sections, done, value, rounds)
    return [
        (cost, _part(sections, last, value, rounds) - before)
        for last, cost in enumerate(costs, done + 1)
    ]


def _part(sections: Sequence[int], done: int, value: float, rounds: float) -> float:
    if done == len(sections):
        return value
    likely = FINISHED if rounds > 1 else IN_TIME if rounds else NOW
    return likely * value * sum(sections[:done]) / sum(sections)


def card_value(world: World, engine: Engine, card: CardId, rounds: float) -> float:
    """VP of adding a card: its own, what it brings, and a Wonder's token and completion."""
    return _card_value(world.content, engine, card, rounds)


@remembered  # the display and a City seldom change while a seat pays
def _card_value(content: Cards, engine: Engine, card: CardId, rounds: float) -> float:
    printed = content.card[card]
    value = printed.vp + engine.plus(content, card).worth(rounds) - engine.worth(rounds)
    if printed.is_wonder:
        value += content.constants.wonder_token_vp + COUNTER * content.completion_worth[card]
    return value


def kept_worth(world: World, seat: Seat, rounds: float) -> float:
    """VP of what is kept from round to round; in the last one only Culture for a Policy counts."""
    realm = world.realms[seat]
    supply = realm.supply
    wanted = world.content.constants.policy_costs[len(realm.policies) :]
    if not rounds:
        return 0.01 * supply.gold + _last_policies(world, seat)
    culture = min(supply.culture, sum(wanted))
    return (
        GOLD * supply.gold
        + TOKEN * supply.production_token
        + MARKET * len(supply.market)
        + CULTURE * culture
        + 0.05 * (supply.culture - culture)
    )


def _last_policies(world: World, seat: Seat) -> float:
    """VP of the Policies for which a seat has the Culture, and of Culture that breaks a tie."""
    constants, realm = world.content.constants, world.realms[seat]
    culture, policies = realm.supply.culture, len(realm.policies)
    costs = constants.policy_costs if is_acting(world, seat) else ()
    while policies < len(costs) and costs[policies] <= culture:
        culture -= costs[policies]
        policies += 1
    more = constants.policy_vp[policies] - constants.policy_vp[len(realm.policies)]
    return SURE * more + 0.001 * culture


def land_worth(world: World, seat: Seat, rounds: float) -> float:
    """VP that pieces on the map are worth: free Soldiers, Explorers near tokens."""
    if not rounds:
        return 0.0
    return _land_worth(world.land, world.tiles, world.realms[seat].explorers, seat)


@seat_by_seat
def _land_worth(
    land: Map, tiles: tuple[Tile, ...], explorers: tuple[Explorer, ...], seat: Seat
) -> float:
    near = 0.0
    if lying := _token_tiles(tiles, land):
        ways = land.distances
        for explorer in explorers:
            for place, away in ways[explorer.place].items():
                if place in lying:
                    near -= 0.06 * away
                    break
    held = _guarded_owners(tiles, land).count(seat)
    return near + 0.03 * min(tiles[seat].soldiers, 5) + 0.04 * held


@at_hand
def _token_tiles(tiles: tuple[Tile, ...], land: Map) -> frozenset[Place]:
    """The tiles with Production and Market tokens."""
    placed = zip(land.places, tiles, strict=True)
    return frozenset([place for place, tile in placed if tile.resource is not None])


@at_hand
def _guarded_owners(tiles: tuple[Tile, ...], land: Map) -> Sequence[Seat | None]:
    """The owners of the Provinces with Soldiers, one entry for each Province."""
    return [tile.owner for tile in tiles[len(land.homes) :] if tile.soldiers]
