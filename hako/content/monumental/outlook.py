"""What a realm can expect: rounds, cards, Policies, Wonders, and what counters still buy."""

from __future__ import annotations

from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.cards.worth import ACTIVATION, effects_worth
from hako.content.monumental.land import garrison, provinces_of, tiles_of
from hako.content.monumental.payment import affordable
from hako.content.monumental.realm import Realm
from hako.content.monumental.state import World
from hako.engine.rules import Seat

COUNTER = 0.3
"""VP that a basic resource is worth in the end."""

GOLD = 0.45
TOKEN = 0.36
"""Of a Production token."""
MARKET = 0.7
CULTURE = 0.75

USES = 0.5
"""How often a card is activated in a round, about."""

AVERAGE = 1.25
"""What a slot brings anyway, in basic resources."""

BENEFIT = 0.5
"""VP that the Exploration token of a Province brings."""

FINISHED = 0.85
"""How likely it is that a Wonder begun is completed while rounds are left."""


def rounds_left(world: World) -> int:
    """Rounds after this one, about: the deck is used up by a card a player, or more."""
    if world.last_round is not None:
        return max(0, world.last_round - world.round)
    content = world.content
    if world.mode == "classic":
        turns = 1.5 if world.automa is None else 3.5
        return 1 + round(world.deck_left() / (turns * len(world.realms)))
    rest = world.deck_left() - content.constants.sequential_deck_threshold
    return 1 + round(rest / (1.2 * len(world.realms)))


def engine_worth(world: World, realm: Realm, rounds: int) -> float:
    """VP that the cards of a City bring in the rounds that are left."""
    content = world.content
    brings, slots = 0.0, 0
    for card in realm.city_cards():
        brings += content.worth[card]
        slots += not content.card[card].is_knowledge
    return COUNTER * USES * rounds * (brings - AVERAGE * slots)


def policies_worth(world: World, realm: Realm, rounds: int) -> float:
    """VP that Policies bring from now on: bonuses when others follow, and the active one."""
    if not realm.policies:
        return 0.0
    content = world.content.policy
    following = min(len(world.content.constants.policy_costs) - len(realm.policies), rounds / 2)
    bonuses = sum(effects_worth(content[policy].bonus) for policy in realm.policies)
    active = content[realm.policies[-1]]
    passive = active.passive.defence + active.passive.garrison
    fresh = active.id not in realm.marked
    uses = rounds + (0 if realm.passed else fresh)
    return COUNTER * (bonuses * following + effects_worth(active.action) * uses + passive)


def wonder_worth(world: World, realm: Realm, rounds: int) -> float:
    """VP of a Wonder under construction, by how much of it is built."""
    building = realm.construction
    if building is None:
        return 0.0
    card = world.content.card[building.card]
    if building.done >= len(card.sections):
        return 0.0
    rest = sum(card.sections[building.done :])
    if not rounds:
        at_hand = 0 if realm.passed else affordable(realm.supply, "production")
        return card_value(world, building.card, 0) * (0.9 if at_hand >= rest else 0.0)
    built = sum(card.sections[: building.done]) / sum(card.sections)
    likely = FINISHED if rounds > 1 else 0.6
    return likely * built * card_value(world, building.card, rounds)


def card_value(world: World, card: CardId, rounds: int) -> float:
    """VP of owning a card: its own, what it brings, and a Wonder's token and completion."""
    content = world.content
    its = content.card[card]
    brings = content.worth[card] - (0.0 if its.is_knowledge else AVERAGE)
    value = its.vp + COUNTER * USES * rounds * brings
    if its.is_wonder:
        value += content.constants.wonder_token_vp + COUNTER * effects_worth(its.completion)
    return value


def kept_worth(world: World, realm: Realm, rounds: int) -> float:
    """VP of what is kept from round to round."""
    supply = realm.supply
    constants = world.content.constants
    wanted = sum(constants.policy_costs[len(realm.policies) :])
    culture = min(supply.culture, wanted)
    if not rounds and realm.passed:
        return 0.01 * supply.gold + 0.001 * supply.culture
    return (
        GOLD * supply.gold
        + TOKEN * supply.production_token
        + MARKET * len(supply.market)
        + CULTURE * culture
        + 0.05 * (supply.culture - culture)
    )


def land_worth(world: World, seat: Seat, rounds: int) -> float:
    """VP that pieces on the map will be good for: free Soldiers, Explorers near tokens."""
    if not rounds:
        return 0.0
    home = world.tile(world.capital(seat))
    realm = world.realm(seat)
    held = sum(world.tile(place).soldiers > 0 for place in provinces_of(world, seat))
    land, near = world.land, 0.0
    lying = [
        place
        for place, tile in zip(land.places, world.tiles, strict=True)
        if tile.resource is not None
    ]
    for explorer in realm.explorers:
        if lying:
            away = land.distances[explorer.place]
            near -= 0.06 * min(away[place] for place in lying)
    return near + 0.03 * min(home.soldiers, 5) + 0.04 * held


def counters_worth(world: World, seat: Seat, rounds: int) -> float:
    """VP that the counters in hand still buy this round, at the best price for each."""
    supply = world.realm(seat).supply
    value = 0.0
    if supply.production:
        value += _share(
            supply.production, affordable(supply, "production"), _built(world, seat, rounds)
        )
    if supply.science:
        value += _share(supply.science, affordable(supply, "science"), _known(world, rounds))
    if supply.military or supply.military_neutral:
        value += _taken(affordable(supply, "military", neutral=True), _conquests(world, seat))
    return value


Offer = tuple[int, float]
"""A cost and a value."""


def _share(counters: int, means: int, offers: list[Offer]) -> float:
    """What so many counters buy, as part of all means, at the best price for what it brings."""
    best = max((value / cost for cost, value in offers if 0 < cost <= means), default=0.0)
    return 0.9 * max(0.0, best) * counters


def _built(world: World, seat: Seat, rounds: int) -> list[Offer]:
    """What Production buys: Buildings, Basic buildings, the next section of a Wonder."""
    content = world.content
    realm = world.realm(seat)
    offers = []
    for card in world.displayed():
        its = content.card[card]
        if its.is_wonder and realm.construction is None:
            value = FINISHED * card_value(world, card, rounds) if rounds else 0.0
            offers.append((its.sections[0], value * its.sections[0] / sum(its.sections)))
        elif its.paid_in == "production" and not its.is_wonder:
            offers.append((its.cost, card_value(world, card, rounds)))
    offers += (
        (content.card[pile.id].cost, card_value(world, pile.id, rounds))
        for pile in world.basics
        if pile.left
    )
    building = realm.construction
    if building is not None:
        sections = content.card[building.card].sections
        if building.done < len(sections):
            rest = sections[building.done :]
            value = card_value(world, building.card, rounds)
            offers.append((rest[0], value * rest[0] / sum(sections)))
    return offers


def _known(world: World, rounds: int) -> list[Offer]:
    """What Science buys: Knowledge, and Scientific Progress."""
    content = world.content.card
    offers = [
        (content[card].cost, card_value(world, card, rounds))
        for card in world.displayed()
        if content[card].is_knowledge
    ]
    cost = world.content.constants.scientific_progress_cost
    return [*offers, (cost, COUNTER * ACTIVATION)]


def _conquests(world: World, seat: Seat) -> list[Offer]:
    """What Military buys: the Provinces next to a seat's tiles that its units can take."""
    land, content = world.land, world.content
    constants = content.constants
    home = world.tile(world.capital(seat))
    strength = home.soldiers + constants.warlord_strength
    offers = []
    beside = {place for own in tiles_of(world, seat) for place in land.neighbours[own]}
    for place in beside:
        ground = content.terrain[land.terrain[place]] if place in land.terrain else None
        tile = world.tile(place)
        if ground is None or not ground.is_conquerable or tile.owner == seat:
            continue
        needed = (
            ground.defence
            + garrison(world, tile)
            + (constants.wonder_token_defence if tile.wonder else 0)
            + (constants.free_town_defence if tile.site == "free_town" else 0)
        )
        if needed <= strength:
            value = ground.vp + (BENEFIT if tile.site else 0.0) + (0.3 if tile.owner else 0.0)
            offers.append((needed, value))
    return offers


def _taken(means: int, offers: list[Offer]) -> float:
    """VP of what can be paid one after another, the best for its price first."""
    value = 0.0
    for cost, brings in sorted(offers, key=lambda offer: offer[0] / offer[1]):
        if cost <= means:
            value += 0.8 * brings
            means -= cost
    return value
