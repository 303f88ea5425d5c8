"""A turn: turn actions (monumental.seq.3-9, classic.2) and free actions (monumental.free.1-4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hako.content.monumental.actions import (
    AcquireBasic,
    AcquireCard,
    BuildOutpost,
    CompleteSection,
    Conquer,
    DevelopPolicy,
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
    Which,
)
from hako.content.monumental.cards.effects import MarketId
from hako.content.monumental.cards.land import Place
from hako.content.monumental.events.city import EffectUsed, MarketTokenUsed, ProgressPaid
from hako.content.monumental.events.map_pieces import OutpostBuilt
from hako.content.monumental.events.rounds import CountersLost, Passed
from hako.content.monumental.realm import SourceId
from hako.content.monumental.state import World
from hako.content.monumental.steps.acquire import acquire
from hako.content.monumental.steps.army import move_army
from hako.content.monumental.steps.conquest import attack
from hako.content.monumental.steps.draw_and_activate import Moves, draw
from hako.content.monumental.steps.effect_queue import CarryOut
from hako.content.monumental.steps.explorers import MoveOn
from hako.content.monumental.steps.heroes import hire_or_return
from hako.content.monumental.steps.policies import develop
from hako.content.monumental.steps.refusals import refusals
from hako.content.monumental.steps.turn_actions import (
    action_of,
    free_actions,
    progress_price,
    turn_actions,
)
from hako.content.monumental.steps.wonders import complete_section
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Group, Resolution, Seat, Step

_END, _PASS = EndTurn(), Pass()


class TakeTurn(Choice[World, TurnAction], frozen=True):
    """A seat carries out an action, passes, or ends its turn (monumental.seq.3-4, classic.2)."""

    clause = "monumental.seq.3"

    acted: bool
    """True once the turn action of this turn was carried out; always False in classic mode."""

    def cites(self, world: World, /) -> str:
        if world.mode == "classic":
            return "monumental.classic.2"
        return "monumental.free.4" if self.acted else self.clause

    def actions(self, world: World, /) -> Sequence[TurnAction]:
        seat = self.seat
        free = free_actions(world, seat)
        if self.acted:
            return [*free, _END]
        ends = _END if world.mode == "classic" else _PASS
        return [*turn_actions(world, seat), *free, ends]

    def refused(self, world: World, /) -> Sequence[tuple[TurnAction, LazyText]]:
        return () if self.acted else refusals(world, self.seat)

    def resolve(self, world: World, action: TurnAction, chance: Chance, /) -> Resolution[World]:
        seat, kind = self.seat, type(action)  # `isinstance` would take ten times as long
        if kind is EndTurn:
            return
        is_free = self.acted or world.mode == "classic" or _is_free(world, seat, action)
        yield from CARRIED_OUT[kind](world, seat, action, chance)
        if kind is not Pass:
            yield GoOn(seat, acted=self.acted or not is_free)


class GoOn(Step[World, None], frozen=True):
    """The turn goes on while there is something left to do on it (monumental.free.4)."""

    clause = "monumental.free.4"

    seat: Seat
    acted: bool

    def resolve(self, world: World, action: None, chance: Chance, /) -> Group[World]:
        if not self.acted or free_actions(world, self.seat):
            return (TakeTurn(self.seat, self.acted),)
        return ()


def _is_free(world: World, seat: Seat, action: TurnAction) -> bool:
    """True if an action is a free one (monumental.free.2, city.6)."""
    if type(action) is UseEffect:
        return action.source in world.realms[seat].fresh
    return type(action) is UseMarketToken


# ------------------------------------------------------------ doing it


def give_up(world: World, seat: Seat) -> Moves[World]:
    """Pass, and lose all counters (monumental.seq.7)."""
    world = yield Passed(seat)
    if lost := world.realms[seat].supply.counters():
        world = yield CountersLost(seat, dict(lost))
    return world


def use_effect(world: World, seat: Seat, source: SourceId) -> Resolution[World]:
    """Carry out the text effect of a City card, Policy or Hero (monumental.effect.1)."""
    yield EffectUsed(seat, source)
    yield CarryOut(seat, action_of(world, source), source)


def use_market_token(world: World, seat: Seat, market: MarketId) -> Resolution[World]:
    """Discard a Market token for its effect (monumental.free.2)."""
    yield MarketTokenUsed(seat, market)
    yield CarryOut(seat, world.content.market[market].use, market)


def make_progress(world: World, seat: Seat, chance: Chance) -> Moves[World]:
    """Pay Science and draw a card (monumental.science.1)."""
    paid = progress_price(world, seat)
    assert paid is not None, "only what can be paid is offered"
    world = yield ProgressPaid(seat, dict(paid))
    return (yield from draw(world, seat, 1, chance))


def _move_explorer(seat: Seat, explorer: Which) -> Resolution[World]:
    yield MoveOn(seat, explorer, None, started=False)


def _build_outpost(world: World, seat: Seat, place: Place) -> Resolution[World]:
    yield OutpostBuilt(seat, place, world.content.constants.outpost_soldiers)


CARRIED_OUT: Mapping[type[TurnAction], Callable[[World, Seat, Any, Chance], Moves[Any]]] = {
    UseEffect: lambda world, seat, action, _: use_effect(world, seat, action.source),
    UseMarketToken: lambda world, seat, action, _: use_market_token(world, seat, action.market),
    AcquireCard: lambda world, seat, action, _: acquire(world, seat, action),
    AcquireBasic: lambda world, seat, action, _: acquire(world, seat, action),
    CompleteSection: lambda world, seat, action, _: complete_section(world, seat, action.card),
    DevelopPolicy: lambda world, seat, action, _: develop(world, seat, action.policy),
    Conquer: lambda world, seat, action, _: attack(world, seat, action.place),
    BuildOutpost: lambda world, seat, action, _: _build_outpost(world, seat, action.place),
    MoveArmy: lambda world, seat, _action, _: move_army(world, seat),
    MoveExplorer: lambda _world, seat, action, _: _move_explorer(seat, action.explorer),
    MakeProgress: lambda world, seat, _action, chance: make_progress(world, seat, chance),
    HireHero: lambda world, seat, action, _: hire_or_return(world, seat, action),
    ReturnHero: lambda world, seat, action, _: hire_or_return(world, seat, action),
    Pass: lambda world, seat, _action, _: give_up(world, seat),
}
"""The rules of each action of a turn; ending it needs none, the agenda holds the rest."""
