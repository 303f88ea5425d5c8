"""Turn actions that are not offered, with the reasons shown to the player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from hako.content.monumental.actions import (
    EXPLORERS,
    AcquireBasic,
    AcquireCard,
    BuildOutpost,
    CompleteSection,
    Conquer,
    DevelopPolicy,
    HireHero,
    MakeProgress,
    MoveArmy,
    MoveExplorer,
    ReturnHero,
    TurnAction,
    UseEffect,
)
from hako.content.monumental.cards.effects import CardId, Resource
from hako.content.monumental.conquest_options import NEVER, Front, fronts, troops
from hako.content.monumental.map_queries import provinces_of, region, strength, tiles_of
from hako.content.monumental.payment import affordable, for_military
from hako.content.monumental.state import World
from hako.content.monumental.steps.acquire import price
from hako.content.monumental.steps.conquest import USUAL, most_units
from hako.content.monumental.steps.draw_and_activate import can_draw
from hako.content.monumental.steps.effects.effect_kinds import can_do
from hako.content.monumental.steps.explorers import explorers
from hako.content.monumental.steps.idle_reasons import why_idle, why_none_moves
from hako.content.monumental.steps.policies import policy_cost
from hako.content.monumental.steps.turn_actions import action_of, progress_price
from hako.content.monumental.steps.wonders import section_price, sections_done
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat

Refusal: TypeAlias = tuple[TurnAction, LazyText]


def refusals(world: World, seat: Seat) -> list[Refusal]:
    """Turn actions that are not offered to a seat, each with the reason."""
    return [
        *_effects(world, seat),
        *_cards(world, seat),
        *_wonders(world, seat),
        *_policies(world, seat),
        *_provinces(world, seat),
        *_outposts(world, seat),
        *_moves(world, seat),
        *_heroes(world, seat),
        *_progress(world, seat),
    ]


def _too_dear(world: World, seat: Seat, resource: Resource, cost: int) -> LazyText:
    supply = world.realms[seat].supply
    values = {"cost": {resource: cost}, "means": affordable(supply, resource)}
    is_kept = resource == "military" and supply.military_neutral
    return LazyText("too_dear_neutral" if is_kept else "too_dear", values)


def _effects(world: World, seat: Seat) -> Iterable[Refusal]:
    """Cards activated, the active Policy and the Hero, whose text does nothing now."""
    realm = world.realms[seat]
    sources = [*realm.activated(), *([realm.active_policy] if realm.active_policy else [])]
    if realm.hero is not None and not realm.hero_returned:
        sources.append(realm.hero)
    unmarked = realm.unmarked(sources)
    for source in dict.fromkeys(sources):
        if not action_of(world, source):
            continue
        if source not in unmarked:
            yield (
                UseEffect(source),
                LazyText("used" if world.mode == "sequential" else "used_classic"),
            )
        elif not can_do(world, seat, action := action_of(world, source), source):
            yield UseEffect(source), why_idle(world, seat, action, source)


def _cards(world: World, seat: Seat) -> Iterable[Refusal]:
    """Buildings and Knowledge that cannot be paid, and piles that are used up."""
    for card in world.displayed():
        printed = world.content.card[card]
        if not printed.is_wonder and price(world, seat, card) is None:
            yield AcquireCard(card), _too_dear(world, seat, printed.paid_in, printed.cost)
    for pile in world.basics:
        printed = world.content.card[pile.id]
        if not pile.left:
            yield AcquireBasic(pile.id), LazyText("pile_empty")
        elif price(world, seat, pile.id) is None:
            yield AcquireBasic(pile.id), _too_dear(world, seat, printed.paid_in, printed.cost)


def _wonders(world: World, seat: Seat) -> Iterable[Refusal]:
    """Wonders whose next section cannot be paid, or that have to wait for another one."""
    construction = world.realms[seat].construction
    shown = [card for card in world.displayed() if world.content.card[card].is_wonder]
    if construction is None:
        yield from (_section(world, seat, card) for card in shown if _is_dear(world, seat, card))
        return
    if _is_dear(world, seat, construction.card):
        yield _section(world, seat, construction.card)
    for card in shown:
        yield CompleteSection(card), LazyText("building", {"card": construction.card})


def _is_dear(world: World, seat: Seat, card: CardId) -> bool:
    return section_price(world, seat, card) is None


def _section(world: World, seat: Seat, card: CardId) -> Refusal:
    cost = world.content.card[card].sections[sections_done(world, seat, card)]
    return CompleteSection(card), _too_dear(world, seat, "production", cost)


def _policies(world: World, seat: Seat) -> Iterable[Refusal]:
    """Policies for which there is not enough Culture."""
    cost, culture = policy_cost(world, seat), world.realms[seat].supply.culture
    if cost is not None and cost > culture:
        note = LazyText("culture_lacks", {"cost": cost, "culture": culture})
        yield from ((DevelopPolicy(policy), note) for policy in world.policies_left(seat))


def _provinces(world: World, seat: Seat) -> Iterable[Refusal]:
    """Provinces out of reach, too strong for the units there, or too dear."""
    near, land = {front.place: front for front in fronts(world, seat)}, world.land.terrain
    for place, terrain in land.items():
        front = near.get(place)
        if front is None:
            if world.content.terrain[terrain].is_conquerable and world.tile(place).owner != seat:
                yield Conquer(place), LazyText("not_near")
            continue
        units = most_units(world, seat, place, USUAL)
        if front.fewest == NEVER:
            yield Conquer(place), _too_weak(world, seat, front)
        elif front.fewest > units:
            is_kept = front.owner is not None and world.realms[seat].supply.military_neutral
            key = "neutral_lacks" if is_kept else "military_lacks"
            yield Conquer(place), LazyText(key, {"defence": front.defence, "units": units})


def _too_weak(world: World, seat: Seat, front: Front) -> LazyText:
    """The reason why units cannot conquer a Province: too weak, bound to stay, or out of reach."""
    needed, own, constants = front.defence, tiles_of(world, seat), world.content.constants
    total = sum(strength(constants, tile) for tile in own.values())
    if total < needed:
        return LazyText("units_lack", {"defence": needed, "strength": total})
    near = region(world, seat, world.land.neighbours[front.place])
    has_way = sum(strength(constants, own[tile]) for tile in near) >= needed
    most = front.beside.strength(constants)
    key = "units_stay_back" if has_way else "units_cut_off"
    return LazyText(key, {"defence": needed, "strength": most})


def _outposts(world: World, seat: Seat) -> Iterable[Refusal]:
    """Own Provinces with too few Soldiers or an Outpost, or no Outpost to build."""
    needed = world.content.constants.outpost_soldiers
    for place, tile in provinces_of(world, seat).items():
        if tile.outpost:
            yield BuildOutpost(place), LazyText("outpost_there")
        elif not world.realms[seat].outposts:
            yield BuildOutpost(place), LazyText("outposts_lack")
        elif tile.soldiers < needed:
            values = {"soldiers": tile.soldiers, "needed": needed}
            yield BuildOutpost(place), LazyText("soldiers_lack", values)


def _moves(world: World, seat: Seat) -> Iterable[Refusal]:
    """The army and Explorers that cannot be paid, or cannot go anywhere."""
    constants, military = world.content.constants, for_military(world.realms[seat].supply)
    offered = explorers(world, seat, military)
    dear = _too_dear(world, seat, "military", constants.military_per_explorer_tile)
    yield from ((move, dear) for move in map(MoveExplorer, EXPLORERS) if move not in offered)
    if not troops(world, seat).can_move:
        yield MoveArmy(), why_none_moves(world, seat)
    elif constants.military_per_unit > military:
        yield MoveArmy(), _too_dear(world, seat, "military", constants.military_per_unit)


def _heroes(world: World, seat: Seat) -> Iterable[Refusal]:
    """Heroes that cannot be hired, or not be returned."""
    realm, heroes = world.realms[seat], world.content.hero
    if realm.hero is not None:
        why = LazyText("hero_aside" if realm.hero_returned else "one_hero", {"hero": realm.hero})
        yield from ((HireHero(hero), why) for hero in world.heroes)
        if realm.hero in realm.heroes_returned:
            yield ReturnHero(realm.hero), LazyText("returned_before")
        elif not realm.hero_returned:
            leave = heroes[realm.hero].leave
            if not can_do(world, seat, leave, realm.hero):
                yield ReturnHero(realm.hero), why_idle(world, seat, leave, realm.hero)
        return
    gold = realm.supply.gold
    for hero in world.heroes:
        if heroes[hero].cost > gold:
            yield HireHero(hero), LazyText("gold_lacks", {"cost": heroes[hero].cost, "gold": gold})


def _progress(world: World, seat: Seat) -> Iterable[Refusal]:
    """Scientific Progress without Science, or without a card to draw."""
    if progress_price(world, seat) is None:
        cost = world.content.constants.scientific_progress_cost
        yield MakeProgress(), _too_dear(world, seat, "science", cost)
    elif not can_draw(world, seat):
        yield MakeProgress(), LazyText("no_card")
