"""Conquering Provinces, and the benefits of it (monumental.conquer.1-10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from hako.content.monumental.actions import (
    Conquer,
    ForceAction,
    SendArmy,
    SendSoldiers,
    SendWarlord,
    TakeOption,
)
from hako.content.monumental.cards.card_types import Option
from hako.content.monumental.cards.land import Place
from hako.content.monumental.conquest_options import Force, Target, forces, fronts
from hako.content.monumental.events.city import EffectUsed
from hako.content.monumental.events.map_pieces import (
    GarrisonDestroyed,
    ProvinceConquered,
    TokenTurnedUp,
    WarlordConquered,
)
from hako.content.monumental.payment import for_military, payment, reduced
from hako.content.monumental.realm import Amounts
from hako.content.monumental.state import World
from hako.content.monumental.steps.draw_and_activate import Moves
from hako.content.monumental.steps.effect_queue import CarryOut
from hako.content.monumental.steps.monsters import MeetMonster, SlayMonsters
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step, known


class Terms(Struct, frozen=True, gc=False):
    """The terms of a conquest (monumental.conquer.10)."""

    target: Target = "any"
    discount: int = 0
    """Military less than usual."""
    free: bool = False
    """True if no Military is paid at all."""


USUAL = Terms()


class ChooseTarget(Choice[World, Conquer], frozen=True):
    """An effect lets a seat conquer on better terms (monumental.effect.4)."""

    clause = "monumental.conquer.1"

    terms: Terms

    def actions(self, world: World, /) -> Sequence[Conquer]:
        return targets(world, self.seat, self.terms)

    def resolve(self, world: World, action: Conquer, chance: Chance, /) -> Resolution[World]:
        yield from attack(world, self.seat, action.place, self.terms)


class ChooseUnits(Choice[World, ForceAction], frozen=True):
    """The conqueror chooses which units go (monumental.conquer.3)."""

    clause = "monumental.conquer.3"

    place: Place
    terms: Terms

    def actions(self, world: World, /) -> Sequence[ForceAction]:
        most = most_units(world, self.seat, self.place, self.terms)
        return [as_action(force) for force in forces(world, self.seat, self.place, most)]

    def resolve(self, world: World, action: ForceAction, chance: Chance, /) -> Resolution[World]:
        yield from conquer(world, self.seat, self.place, as_force(action), self.terms)


class TurnUpToken(Step[World, None], frozen=True):
    """The Exploration token of a conquered Province is turned up (monumental.conquer.8)."""

    clause = "monumental.conquer.8"

    seat: Seat
    place: Place

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        token = known(world.tokens.faces[world.land.index[self.place]])
        world = yield TokenTurnedUp(self.seat, self.place, token)
        if token in world.content.monster:
            yield MeetMonster(self.seat, self.place, token)
        else:
            yield ChooseOption(self.seat, token)


class ChooseOption(Choice[World, TakeOption], frozen=True):
    """The conqueror takes one of two benefits of an Exploration token (monumental.conquer.8)."""

    clause = "monumental.conquer.8"

    token: str

    def actions(self, world: World, /) -> Sequence[TakeOption]:
        return [*_benefits(self.token, len(world.content.exploration[self.token].options))]

    def resolve(self, world: World, action: TakeOption, chance: Chance, /) -> Resolution[World]:
        yield CarryOut(self.seat, self.option(world, action).effects, self.token)

    def option(self, world: World, action: TakeOption) -> Option:
        """The benefit that an action takes."""
        number = int(action.option.rpartition(".")[2])
        return world.content.exploration[self.token].options[number - 1]


class WarlordTrigger(Step[World, None], frozen=True):
    """The Warlord that took part gives its benefit, once a round (monumental.conquer.9)."""

    clause = "monumental.conquer.9"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        realm = world.realms[self.seat]
        warlord = world.content.civilization[realm.civilization].warlord
        if warlord not in realm.marked:
            world = yield EffectUsed(self.seat, warlord)
            yield CarryOut(self.seat, world.content.warlord[warlord].trigger, warlord)


@cache  # there are about twenty tokens
def _benefits(token: str, options: int) -> tuple[TakeOption, ...]:
    """The actions that choose a benefit of a token."""
    return tuple([TakeOption(f"{token}.{number}") for number in range(1, options + 1)])


def targets(world: World, seat: Seat, terms: Terms = USUAL) -> Sequence[Conquer]:
    """The conquests of Provinces that a seat can win and pay."""
    elsewhere, neutral = payable_units(world, seat, terms)
    if not neutral:
        return ()  # no Province costs less than a neutral one
    reachable = fronts(world, seat, terms.target)
    if elsewhere == neutral:
        return [front.conquest for front in reachable if front.fewest <= neutral]
    return [
        front.conquest
        for front in reachable
        if front.fewest <= (neutral if front.owner is None else elsewhere)
    ]


def most_units(world: World, seat: Seat, place: Place, terms: Terms) -> int:
    """The number of units that a seat can pay to send to a Province (monumental.conquer.2)."""
    elsewhere, neutral = payable_units(world, seat, terms)
    return neutral if world.tile(place).owner is None else elsewhere


def payable_units(world: World, seat: Seat, terms: Terms) -> tuple[int, int]:
    """The numbers of units that a seat can pay: for an owned Province, and for a neutral one."""
    constants, supply = world.content.constants, world.realms[seat].supply
    unit_cost = constants.military_per_unit
    if terms.free or not unit_cost:
        all_units = constants.soldiers + 1
        return all_units, all_units
    most = for_military(supply) + terms.discount
    return most // unit_cost, (most + supply.military_neutral) // unit_cost


def conquest_price(
    world: World, seat: Seat, place: Place, units: int, terms: Terms = USUAL
) -> Amounts | None:
    """The payment of a seat for sending some units to a Province; None if it cannot pay."""
    cost = 0 if terms.free else units * world.content.constants.military_per_unit
    neutral = world.tile(place).owner is None
    supply = world.realms[seat].supply
    return payment(supply, "military", reduced(cost, terms.discount), neutral=neutral)


def attack(world: World, seat: Seat, place: Place, terms: Terms = USUAL) -> Moves[World]:
    """Conquer with the only set of units there is, or ask which (monumental.conquer.3)."""
    sets = forces(world, seat, place, most_units(world, seat, place, terms))
    if len(sets) == 1:
        world = yield from conquer(world, seat, place, sets[0], terms)
    else:
        yield ChooseUnits(seat, place, terms)
    return world


def conquer(
    world: World, seat: Seat, place: Place, force: Force, terms: Terms = USUAL
) -> Moves[World]:
    """Take a Province, then the Warlord's benefit and the token (monumental.conquer.5)."""
    paid = conquest_price(world, seat, place, force.units(), terms)
    assert paid is not None, "only sets that can be paid are offered"
    loser = world.tile(place).owner
    if loser is not None:
        world = yield GarrisonDestroyed(loser, place)
    soldiers = dict(force.soldiers)
    if force.warlord is None:
        world = yield ProvinceConquered(seat, place, soldiers, dict(paid))
    else:
        world = yield WarlordConquered(seat, place, soldiers, dict(paid), force.warlord)
        yield WarlordTrigger(seat)
    if loser is None and any(lair.place == place for lair in world.lairs):
        yield SlayMonsters(seat, place)
    if world.tile(place).site is not None:
        yield TurnUpToken(seat, place)
    return world


def as_action(force: Force) -> ForceAction:
    """The action that sends those units."""
    soldiers = dict(force.soldiers)
    if force.warlord is None:
        return SendSoldiers(soldiers)
    return SendArmy(force.warlord, soldiers) if soldiers else SendWarlord(force.warlord)


def as_force(action: ForceAction) -> Force:
    """The units that an action sends."""
    match action:
        case SendSoldiers(soldiers):
            return Force(tuple(soldiers.items()))
        case SendWarlord(warlord):
            return Force((), warlord)
        case SendArmy(warlord, soldiers):
            return Force(tuple(soldiers.items()), warlord)
