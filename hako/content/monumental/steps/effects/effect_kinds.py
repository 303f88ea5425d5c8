"""Each kind of effect: its events, its choice, and the test whether it changes anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from hako.content.monumental.actions import CopyCard, Stop, UseCopy
from hako.content.monumental.cards import Cards
from hako.content.monumental.cards.effects import (
    AcquireEffect,
    ActivateEffect,
    ArchiveEffect,
    BuildOutpostEffect,
    CardEffect,
    CompleteSectionEffect,
    Condition,
    ConquerEffect,
    ConvertEffect,
    CopyEffect,
    DestroyEffect,
    DrawEffect,
    Effect,
    Effects,
    ExchangeEffect,
    GainEffect,
    GainPerEffect,
    MapEffect,
    MoveExplorerEffect,
    MoveUnitsEffect,
    StealEffect,
)
from hako.content.monumental.events.city import ResourcesGained
from hako.content.monumental.events.effect_outcomes import CardCopied
from hako.content.monumental.realm import SourceId
from hako.content.monumental.state import World
from hako.content.monumental.steps.acquire import ChooseCard
from hako.content.monumental.steps.army import ChooseOutpost, MoveUnits
from hako.content.monumental.steps.ask_or_skip import STOP, ask, offers
from hako.content.monumental.steps.conquest import ChooseTarget, Terms
from hako.content.monumental.steps.draw_and_activate import can_draw, draw, yields
from hako.content.monumental.steps.effect_queue import CarryOut
from hako.content.monumental.steps.effects.city import ActivateMore, ArchiveCards
from hako.content.monumental.steps.effects.exchange import ConvertCounters, ExchangeAgain
from hako.content.monumental.steps.effects.foes import ChooseDestroyed, steal, victims
from hako.content.monumental.steps.explorers import ChooseExplorer
from hako.content.monumental.steps.gains import brings, counted, gain_all
from hako.content.monumental.steps.wonders import ChooseSection
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat

Test: TypeAlias = Callable[[World], bool]
"""A test of a position: True if an effect would change anything for its seat."""

KEPT = 1 << 10
"""The size of the caches of tests and questions; a content has some two hundred effects."""


def carry_out(
    world: World, seat: Seat, effect: Effect, source: str, chance: Chance
) -> Resolution[World]:
    """Carry an effect out, as far as possible."""
    if not is_met(world, seat, effect.condition):
        return
    match effect:
        case GainEffect(gain=gain):
            yield from gain_all(world, seat, source, gain, chance)
        case GainPerEffect(resource=resource):
            if count := counted(world, seat, effect):
                yield ResourcesGained(seat, source, {resource: count})
        case DrawEffect(n=count):
            yield from draw(world, seat, count, chance)
        case StealEffect(n=gold):
            yield from steal(world, seat, gold)
        case _:
            yield from ask(world, _question(seat, effect, source), chance)


CarryOut.executor = carry_out


def can_do(world: World, seat: Seat, effects: Effects, source: str) -> bool:
    """True if the effects would change anything (monumental.gen.3)."""
    return test_of(seat, effects, source)(world)


@lru_cache(KEPT)  # called on every turn for every text effect
def test_of(seat: Seat, effects: Effects, source: str) -> Test:
    """The test whether the effects would change anything for a seat (monumental.gen.3)."""
    tests = [_test(seat, effect, source) for effect in effects]
    if len(tests) == 1:
        return tests[0]
    return lambda world: any(would_do(world) for would_do in tests)


def _test(seat: Seat, effect: Effect, source: str) -> Test:
    condition, would_do = effect.condition, _once_met(seat, effect, source)
    if condition is None:
        return would_do
    return lambda world: is_met(world, seat, condition) and would_do(world)


def _once_met(seat: Seat, effect: Effect, source: str) -> Test:
    match effect:
        case GainEffect(gain=gain):
            return lambda world: brings(world, gain)
        case GainPerEffect():
            return lambda world: counted(world, seat, effect) > 0
        case DrawEffect():
            return lambda world: can_draw(world, seat)
        case StealEffect():
            return lambda world: bool(victims(world, seat))
        case _:
            question = _question(seat, effect, source)
            return lambda world: offers(world, question)


def is_met(world: World, seat: Seat, condition: Condition | None) -> bool:
    """True if the condition of an effect was fulfilled this round (monumental.effect.2)."""
    match condition:
        case None:
            return True
        case "conquered":
            return world.realms[seat].conquered
        case "acquired_knowledge":
            return world.realms[seat].acquired_knowledge


@lru_cache(KEPT)
def _question(seat: Seat, effect: CardEffect | MapEffect, source: str) -> Choice[World, Any]:
    """The choice that an effect asks for."""
    match effect:
        case ExchangeEffect(times=times):
            return ExchangeAgain(seat, source, effect, times)
        case ConvertEffect(n=count):
            return ConvertCounters(seat, count)
        case ActivateEffect(n=count):
            return ActivateMore(seat, count)
        case ArchiveEffect(n=count, gain=gain):
            return ArchiveCards(seat, source, count, gain)
        case CopyEffect(what=kind):
            return ChooseCopy(seat, source, kind)
        case AcquireEffect(kinds=kinds, discount=discount):
            return ChooseCard(seat, kinds, discount)
        case CompleteSectionEffect(discount=discount, half=half):
            return ChooseSection(seat, discount, half)
        case _:
            return _on_map(seat, effect)


def _on_map(seat: Seat, effect: MapEffect) -> Choice[World, Any]:
    match effect:
        case ConquerEffect(target=target, discount=discount, free=free):
            return ChooseTarget(seat, Terms(target, discount, free))
        case MoveUnitsEffect(n=count):
            return MoveUnits(seat, count)
        case MoveExplorerEffect(n=tiles):
            return ChooseExplorer(seat, tiles)
        case BuildOutpostEffect(soldiers=soldiers):
            return ChooseOutpost(seat, soldiers)
        case DestroyEffect(n=count):
            return ChooseDestroyed(seat, count)


# ------------------------------------------------------------ copying


class ChooseCopy(Choice[World, CopyCard], frozen=True):
    """A player copies a card of the City, or a Policy that is not active (monumental.city.9)."""

    clause = "monumental.op.copy"

    source: str
    what: Literal["knowledge", "building", "policy"]

    def actions(self, world: World, /) -> Sequence[CopyCard]:
        return [
            CopyCard(card)
            for card in dict.fromkeys(_copied(world, self.seat, self.what))
            if card != self.source and _is_worth_copying(world, self.seat, card)
        ]

    def resolve(self, world: World, action: CopyCard, chance: Chance, /) -> Resolution[World]:
        seat, card = self.seat, action.card
        brought = yields(world.content, [card]) if card in world.content.card else {}
        world = yield CardCopied(seat, card, brought)
        choice = MayUseCopy(seat, card)
        if brought and offers(world, choice):
            yield choice
        elif offers(world, choice):
            yield CarryOut(seat, copied_action(world.content, card), card)


class MayUseCopy(Choice[World, UseCopy | Stop], frozen=True):
    """A player may use the text effect of a copied card that has also yielded something."""

    clause = "monumental.op.copy"

    card: SourceId

    def actions(self, world: World, /) -> Sequence[UseCopy | Stop]:
        effects = copied_action(world.content, self.card)
        return (
            [UseCopy(self.card), STOP] if can_do(world, self.seat, effects, self.card) else [STOP]
        )

    def resolve(self, world: World, action: UseCopy | Stop, chance: Chance, /) -> Resolution[World]:
        if isinstance(action, UseCopy):
            yield CarryOut(self.seat, copied_action(world.content, self.card), self.card)


def copied_action(content: Cards, card: SourceId) -> Effects:
    """The text effect that a copy may use; empty if that effect is itself a copy."""
    source = content.card[card] if card in content.card else content.policy[card]
    return () if any(isinstance(effect, CopyEffect) for effect in source.action) else source.action


def _copied(
    world: World, seat: Seat, kind: Literal["knowledge", "building", "policy"]
) -> Iterable[SourceId]:
    """The cards of a kind that can be copied, whether or not that would change anything."""
    realm = world.realms[seat]
    match kind:
        case "knowledge":
            return [card for slot in realm.city for card in slot.knowledge]
        case "building":
            return [slot.card for slot in realm.city if slot.card is not None]
        case "policy":
            return realm.policies[:-1]


def _is_worth_copying(world: World, seat: Seat, card: SourceId) -> bool:
    """True if copying the card would change anything (monumental.gen.3)."""
    content = world.content
    brings_some = card in content.card and bool(yields(content, [card]))
    return brings_some or can_do(world, seat, copied_action(content, card), card)
