"""A turn: turn actions and free actions (4.4, 4.5, 4.12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from hako.content.monumental.actions import (
    AcquireBasic,
    AcquireCard,
    BuildOutpost,
    CompleteSection,
    Conquer,
    DevelopPolicy,
    Doing,
    EndTurn,
    HireHero,
    MakeProgress,
    MoveArmy,
    MoveExplorer,
    Pass,
    ReturnHero,
    TurnAction,
    UseEffect,
    UseMarketToken,
)
from hako.content.monumental.cards.effects import Effects
from hako.content.monumental.effects.carry_out import can_do
from hako.content.monumental.events.army import OutpostBuilt
from hako.content.monumental.events.city import EffectUsed, MarketTokenUsed, ProgressPaid
from hako.content.monumental.events.rounds import CountersLost, Passed
from hako.content.monumental.land import outpost_sites
from hako.content.monumental.payment import payment
from hako.content.monumental.realm import Amounts, SourceId
from hako.content.monumental.state import World
from hako.content.monumental.steps.acquire import acquirable, acquire
from hako.content.monumental.steps.army import movable, move_army, move_price
from hako.content.monumental.steps.carry_out import CarryOut
from hako.content.monumental.steps.conquest import attack, targets
from hako.content.monumental.steps.draws import Moves, draw
from hako.content.monumental.steps.explorers import MoveOn, explorers
from hako.content.monumental.steps.heroes import hero_actions, hire_or_return
from hako.content.monumental.steps.policies import develop, developable
from hako.content.monumental.steps.wonders import complete_section, sections
from hako.engine.chance import Chance
from hako.engine.rules import Choice, Note, Resolution, Seat, Step

_END, _PASS, _ARMY, _PROGRESS = EndTurn(), Pass(), MoveArmy(), MakeProgress()


class TakeTurn(Choice[World, TurnAction], frozen=True):
    """A seat carries out an action, passes, or ends its turn (monumental.seq.3-4, classic.2)."""

    clause: ClassVar[str] = "monumental.seq.3"

    acted: bool
    """Whether the turn action of this turn was carried out; always False in classic mode."""

    @property
    def cites(self) -> str:
        return "monumental.free.4" if self.acted else self.clause

    def actions(self, world: World, /) -> Sequence[TurnAction]:
        seat = self.seat
        free = free_actions(world, seat)
        if self.acted:
            return [*free, _END]
        ends = _END if world.mode == "classic" else _PASS
        return [*turn_actions(world, seat), *free, ends]

    def refused(self, world: World, /) -> Sequence[tuple[TurnAction, Note]]:
        # why something is not offered is told from what is: one of the two imports late
        from hako.content.monumental.refusals import refusals

        return () if self.acted else refusals(world, self.seat)

    def resolve(self, world: World, action: TurnAction, chance: Chance, /) -> Resolution[World]:
        seat = self.seat
        if isinstance(action, EndTurn):
            return
        if isinstance(action, Pass):
            yield from give_up(world, seat)
            return
        is_free = self.acted or world.mode == "classic" or _is_free(world, seat, action)
        yield from carry_out_action(world, seat, action, chance)
        yield GoOn(seat, acted=self.acted or not is_free)


class GoOn(Step[World, None], frozen=True):
    """The turn goes on while there is something left to do on it (monumental.free.4)."""

    clause: ClassVar[str] = "monumental.free.4"

    seat: Seat
    acted: bool

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if not self.acted or free_actions(world, self.seat):
            yield TakeTurn(self.seat, self.acted)


def _is_free(world: World, seat: Seat, action: Doing) -> bool:
    """Whether an action is a free one (monumental.free.2, city.6)."""
    if isinstance(action, UseEffect):
        return action.source in world.realm(seat).fresh
    return isinstance(action, UseMarketToken)


# ------------------------------------------------------------ what may be done


def free_actions(world: World, seat: Seat) -> Sequence[TurnAction]:
    """Market tokens, and in sequential mode the effects of cards just drawn."""
    realm = world.realm(seat)
    tokens = [UseMarketToken(market) for market in dict.fromkeys(realm.supply.market)]
    if world.mode == "classic":
        return tokens
    fresh = usable(world, seat) if realm.fresh else ()
    return [*(UseEffect(card) for card in fresh if card in realm.fresh), *tokens]


def turn_actions(world: World, seat: Seat) -> Sequence[TurnAction]:
    """The turn actions that a seat can carry out now (monumental.seq.3)."""
    fresh = world.realm(seat).fresh if world.mode == "sequential" else ()
    soldiers = world.content.constants.outpost_soldiers
    can_move = move_price(world, seat) is not None and movable(world, seat)
    return [
        *(UseEffect(source) for source in usable(world, seat) if source not in fresh),
        *acquirable(world, seat),
        *sections(world, seat),
        *developable(world, seat),
        *targets(world, seat),
        *(BuildOutpost(place) for place in outpost_sites(world, seat, soldiers)),
        *((_ARMY,) if can_move else ()),
        *explorers(world, seat),
        *((_PROGRESS,) if can_progress(world, seat) else ()),
        *hero_actions(world, seat),
    ]


def usable(world: World, seat: Seat) -> Sequence[SourceId]:
    """What has a text effect that can be used now (monumental.effect.1)."""
    realm = world.realm(seat)
    sources = [source for source in realm.activated() if action_of(world, source)]
    if realm.active_policy is not None:
        sources.append(realm.active_policy)
    if realm.hero is not None and not realm.hero_returned:
        sources.append(realm.hero)
    return [
        source
        for source in realm.unmarked(sources)
        if (effects := action_of(world, source)) and can_do(world, seat, effects, source)
    ]


def action_of(world: World, source: SourceId) -> Effects:
    """The text effect of a City card, Policy or Hero; empty where it has none."""
    content = world.content
    for table in (content.card, content.policy, content.hero):
        if source in table:
            effects: Effects = table[source].action
            return effects
    return ()


def progress_price(world: World, seat: Seat) -> Amounts | None:
    """What a seat would pay for Scientific Progress, or None if it cannot."""
    cost = world.content.constants.scientific_progress_cost
    return payment(world.realm(seat).supply, "science", cost)


def can_progress(world: World, seat: Seat) -> bool:
    """Whether a seat can pay a draw, and has a card to draw (monumental.science.1)."""
    realm = world.realm(seat)
    return bool(realm.deck.cards or realm.discard) and progress_price(world, seat) is not None


# ------------------------------------------------------------ doing it


def give_up(world: World, seat: Seat) -> Moves[World]:
    """Pass, and lose all counters (monumental.seq.7)."""
    world = yield Passed(seat)
    if lost := world.realm(seat).supply.counters():
        world = yield CountersLost(seat, dict(lost))
    return world


def carry_out_action(world: World, seat: Seat, action: Doing, chance: Chance) -> Resolution[World]:
    """Whatever an action of a turn is, but passing and ending it."""
    match action:
        case AcquireCard() | AcquireBasic():
            yield from acquire(world, seat, action)
        case CompleteSection(card):
            yield from complete_section(world, seat, card)
        case DevelopPolicy(policy):
            yield from develop(world, seat, policy)
        case MakeProgress():
            yield from make_progress(world, seat, chance)
        case HireHero() | ReturnHero():
            yield from hire_or_return(world, seat, action)
        case UseEffect(source):
            yield EffectUsed(seat, source)
            yield CarryOut(seat, action_of(world, source), source)
        case UseMarketToken(market):
            yield MarketTokenUsed(seat, market)
            yield CarryOut(seat, world.content.market[market].use, market)
        case Conquer() | MoveArmy() | BuildOutpost() | MoveExplorer():
            yield from on_map(world, seat, action)


def on_map(
    world: World, seat: Seat, action: Conquer | MoveArmy | BuildOutpost | MoveExplorer
) -> Resolution[World]:
    """What an action does on the map."""
    match action:
        case Conquer(place):
            yield from attack(world, seat, place)
        case MoveArmy():
            yield from move_army(world, seat)
        case BuildOutpost(place):
            yield OutpostBuilt(seat, place, world.content.constants.outpost_soldiers)
        case MoveExplorer(explorer):
            yield MoveOn(seat, explorer, None, started=False)


def make_progress(world: World, seat: Seat, chance: Chance) -> Moves[World]:
    """Pay Science and draw a card (monumental.science.1)."""
    paid = progress_price(world, seat)
    assert paid is not None, "only what can be paid is offered"
    world = yield ProgressPaid(seat, dict(paid))
    return (yield from draw(world, seat, 1, chance))
