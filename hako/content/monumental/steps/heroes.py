"""The Heroes module (monumental.hero.1-8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from hako.content.monumental.actions import HireHero, ReturnHero
from hako.content.monumental.cards.card_types import HeroId
from hako.content.monumental.events.heroes import (
    HeroesLaidOut,
    HeroHired,
    HeroLaidAside,
    HeroWentBack,
)
from hako.content.monumental.state import World
from hako.content.monumental.steps.draw_and_activate import Moves
from hako.content.monumental.steps.effect_queue import CarryOut
from hako.content.monumental.steps.effects.effect_kinds import can_do
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Resolution, Seat, Step

HeroAction: TypeAlias = HireHero | ReturnHero


class LeaveHero(Step[World, None], frozen=True):
    """A Hero leaves after its return effect: aside for now, or at once (monumental.hero.6, 8)."""

    clause = "monumental.hero.6"

    seat: Seat
    hero: HeroId

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if world.mode == "sequential":
            yield HeroLaidAside(self.seat, self.hero)
        else:
            yield HeroWentBack(self.seat, self.hero)


class HeroesGoBack(Step[World, None], frozen=True):
    """Returned Heroes go back to the row (monumental.hero.7)."""

    clause = "monumental.hero.7"

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        for seat in world.clockwise():
            realm = world.realms[seat]
            if realm.hero is not None and realm.hero_returned:
                world = yield HeroWentBack(seat, realm.hero)


def hero_actions(world: World, seat: Seat) -> Sequence[HeroAction]:
    """Heroes that can be hired, or the Hero that can be returned (monumental.hero.2-5)."""
    realm = world.realms[seat]
    hero = realm.hero
    if hero is None:
        return hireable(world, seat)
    if realm.hero_returned or hero in realm.heroes_returned:
        return ()
    return (ReturnHero(hero),) if can_do(world, seat, world.content.hero[hero].leave, hero) else ()


def hireable(world: World, seat: Seat) -> Sequence[HireHero]:
    """The Heroes of the row that a seat can pay (monumental.hero.2)."""
    gold, heroes = world.realms[seat].supply.gold, world.content.hero
    return [HireHero(name) for name in world.heroes if heroes[name].cost <= gold]


def hire_or_return(world: World, seat: Seat, action: HeroAction) -> Moves[World]:
    """Hire a Hero, or carry out its return effect and return it."""
    hero = world.content.hero[action.hero]
    if isinstance(action, HireHero):
        return (yield HeroHired(seat, hero.id, {"gold": hero.cost} if hero.cost else {}))
    yield CarryOut(seat, hero.leave, hero.id)
    yield LeaveHero(seat, hero.id)
    return world


def lay_out_heroes(world: World, chance: Chance) -> Moves[World]:
    """Shuffle the Heroes, and lay some open in a row (monumental.hero.1)."""
    shuffled = chance.cards.shuffle(world.content.hero)
    open_to_all = world.players + world.content.constants.heroes_beyond_players
    return (yield HeroesLaidOut(shuffled[:open_to_all], tuple(sorted(shuffled[open_to_all:]))))
