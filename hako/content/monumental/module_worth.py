"""Estimates of the modules, for bots: the value of a Hero, and of attacks by Monsters."""

from __future__ import annotations

from hako.content.monumental.cards.worth import amount_worth, effects_worth
from hako.content.monumental.payment import for_military
from hako.content.monumental.realm_worth import COUNTER
from hako.content.monumental.state import Lair, World
from hako.content.monumental.steps.monsters import attacked, ravaged, strength_against
from hako.content.monumental.time_left import is_acting
from hako.engine.rules.model import Seat

KEPT = 0.8
"""The worth of using a Hero later, as a share of using it now."""

HOME_AGAIN = 0.5
"""VP that it costs to conquer a lost Province again, beside those of the Province."""


def hero_worth(world: World, seat: Seat, rounds: float) -> float:
    """VP that the Hero a seat controls will still bring, its return included."""
    realm = world.realms[seat]
    if realm.hero is None or realm.hero_returned:
        return 0.0
    hero = world.content.hero[realm.hero]
    now = hero.id not in realm.marked and is_acting(world, seat)
    leave = 0.0 if hero.id in realm.heroes_returned else effects_worth(hero.leave)
    passive = 2 * hero.passive.defence + hero.passive.garrison * (1 + len(world.lairs))
    return COUNTER * KEPT * (world.content.action_worth[hero.id] * (rounds + now) + leave + passive)


def monsters_worth(world: World, seat: Seat) -> float:
    """VP that the next attacks of Monsters will bring a seat, or take."""
    return sum([_attack_worth(world, seat, lair) for lair in world.lairs])


def _attack_worth(world: World, seat: Seat, lair: Lair) -> float:
    place = attacked(world, lair)
    if place is None or world.tile(place).owner != seat:
        return 0.0
    content, realm = world.content, world.realms[seat]
    monster = content.monster[lair.monster]
    won = monster.vp + COUNTER * amount_worth(monster.reward)
    garrison = strength_against(world, place)
    if garrison >= monster.strength:
        return won
    lost = sum(ravaged(world, seat, monster.id).values()) * COUNTER
    if place == lair.place:
        lost += content.terrain[world.land.terrain[place]].vp + HOME_AGAIN
        lost += content.constants.wonder_token_vp * (world.tile(place).wonder is not None)
    means = 0 if realm.passed else for_military(realm.supply)
    if monster.strength - garrison > means:
        return -lost
    return (lost + won) * KEPT * garrison / monster.strength - lost
