"""The effects of a card, one after another."""

from __future__ import annotations

from typing import ClassVar, Protocol

from hako.content.monumental.cards.effects import Effect, Effects
from hako.content.monumental.state import World
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Resolution, Seat, Step


class EffectExecutor(Protocol):
    """Carries one effect out, as far as possible."""

    def __call__(
        self, world: World, seat: Seat, effect: Effect, source: str, chance: Chance, /
    ) -> Resolution[World]: ...


class CarryOut(Step[World, None], frozen=True):
    """The first of some effects is carried out, as far as possible, and then the others."""

    clause = "monumental.gen.3"
    executor: ClassVar[EffectExecutor]
    """Set by effects/effect_kinds.py: effects lead to conquests, and conquests to effects again."""

    seat: Seat
    effects: Effects
    source: str
    """The card or token with the effects: any name of the game's content."""

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        if not self.effects:
            return  # a card may be corrected to have none
        yield from CarryOut.executor(world, self.seat, self.effects[0], self.source, chance)
        if rest := self.effects[1:]:
            yield CarryOut(self.seat, rest, self.source)
