"""The effects of a card, one after another."""

from __future__ import annotations

from hako.content.monumental.cards.effects import Effects
from hako.content.monumental.state import World
from hako.engine.rules.chance import Chance
from hako.engine.rules.vocabulary import Resolution, Seat, Step


class CarryOut(Step[World, None], frozen=True):
    """The first of some effects is carried out, as far as possible, and then the others."""

    clause = "monumental.gen.3"

    seat: Seat
    effects: Effects
    source: str
    """What the effects stand on: any name of the game's content."""

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        # effects lead to conquests and conquests to effects: one of the two imports late
        from hako.content.monumental.effects.carry_out import carry_out

        if not self.effects:
            return  # a card may be corrected to have none
        yield from carry_out(world, self.seat, self.effects[0], self.source, chance)
        if rest := self.effects[1:]:
            yield CarryOut(self.seat, rest, self.source)
