"""The turn actions (monumental.seq.3-5) and free actions (monumental.free.2) on offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from hako.content.monumental.actions import (
    MakeProgress,
    MoveArmy,
    TurnAction,
    UseEffect,
    UseMarketToken,
)
from hako.content.monumental.cards import Cards
from hako.content.monumental.cards.card_types import HeroId, PolicyId
from hako.content.monumental.cards.effects import CardId, Effects
from hako.content.monumental.conquest_options import troops
from hako.content.monumental.payment import means, payment
from hako.content.monumental.realm import Amounts, Slot, SourceId, activated
from hako.content.monumental.state import World
from hako.content.monumental.steps.acquire import acquirable
from hako.content.monumental.steps.army import outposts
from hako.content.monumental.steps.conquest import targets
from hako.content.monumental.steps.draw_and_activate import can_draw
from hako.content.monumental.steps.effects.effect_kinds import Test, test_of
from hako.content.monumental.steps.explorers import explorers
from hako.content.monumental.steps.heroes import hero_actions
from hako.content.monumental.steps.policies import developable
from hako.content.monumental.steps.wonders import sections
from hako.engine.content.cache_decorators import remembered, seat_by_seat
from hako.engine.rules.model import Seat

Use: TypeAlias = tuple[UseEffect, Test]
"""The use of a text effect, and the test whether it would change anything."""

_ARMY, _PROGRESS = MoveArmy(), MakeProgress()


def free_actions(world: World, seat: Seat) -> Sequence[TurnAction]:
    """Market tokens, and in sequential mode the effects of cards just drawn."""
    realm = world.realms[seat]
    market = realm.supply.market
    if not market and not realm.fresh:
        return ()
    tokens = [UseMarketToken(token) for token in dict.fromkeys(market)]
    if world.mode == "classic" or not realm.fresh:
        return tokens
    return [*usable(world, seat, fresh=True), *tokens]


def turn_actions(world: World, seat: Seat) -> Sequence[TurnAction]:
    """The turn actions that a seat can carry out now (monumental.seq.3)."""
    fresh = False if world.mode == "sequential" else None
    constants, realm, own = world.content.constants, world.realms[seat], troops(world, seat)
    production, science, military = means(realm.supply)
    can_move = own.can_move and constants.military_per_unit <= military
    can_progress = constants.scientific_progress_cost <= science and can_draw(world, seat)
    return [
        *usable(world, seat, fresh=fresh),
        *acquirable(world, production, science),
        *sections(world, seat, production),
        *developable(world, seat),
        *targets(world, seat),
        *outposts(own, realm, constants.outpost_soldiers),
        *((_ARMY,) if can_move else ()),
        *explorers(world, seat, military),
        *((_PROGRESS,) if can_progress else ()),
        *(hero_actions(world, seat) if realm.hero is not None or world.heroes else ()),
    ]


def usable(world: World, seat: Seat, *, fresh: bool | None = None) -> Sequence[UseEffect]:
    """The text effects that can be used now (monumental.effect.1).

    Only the cards just drawn if `fresh`, only the others if not, or all (None).
    """
    content, realm = world.content, world.realms[seat]
    hero = None if realm.hero_returned else realm.hero
    marked = realm.marked
    return [
        use
        for (use, would_do), copies in _acting(
            content, realm.city, realm.drawn, realm.policies, hero, seat
        )
        if copies > marked.count(use.source)
        and (fresh is None or (use.source in realm.fresh) == fresh)
        and would_do(world)
    ]


@seat_by_seat  # called on every turn, and they change once or twice a round
def _acting(
    content: Cards,
    city: tuple[Slot, ...],
    drawn: tuple[CardId, ...],
    policies: tuple[PolicyId, ...],
    hero: HeroId | None,
    seat: Seat,
) -> Sequence[tuple[Use, int]]:
    """The text effects of a realm, each kind once, and on how many cards it stands."""
    sources = [*activated(city, drawn), *policies[-1:], *([hero] if hero else [])]
    uses = _uses(content, seat)
    acting = [source for source in sources if source in uses]
    return [(uses[source], acting.count(source)) for source in dict.fromkeys(acting)]


@remembered
def _uses(content: Cards, seat: Seat) -> Mapping[SourceId, Use]:
    """The use of each text effect by a seat."""
    return {
        source: (UseEffect(source), test_of(seat, effects, source))
        for source, effects in content.action.items()
        if effects
    }


def action_of(world: World, source: SourceId) -> Effects:
    """The text effect of a City card, Policy or Hero; empty where it has none."""
    return world.content.action.get(source, ())


def progress_price(world: World, seat: Seat) -> Amounts | None:
    """The payment of a seat for Scientific Progress; None if it cannot pay."""
    cost = world.content.constants.scientific_progress_cost
    return payment(world.realms[seat].supply, "science", cost)
