"""Effects on the City: activate and archive."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from hako.content.monumental.actions import ActivateSlot, ArchiveCard, Stop
from hako.content.monumental.cards.effects import Gain
from hako.content.monumental.events.city import CardArchived
from hako.content.monumental.state import World
from hako.content.monumental.steps.ask_or_skip import STOP, ask
from hako.content.monumental.steps.draw_and_activate import activate
from hako.content.monumental.steps.gains import gain_all
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution


class ActivateMore(Choice[World, ActivateSlot | Stop], frozen=True):
    """A player activates slots that are not activated yet, one by one (monumental.city.4)."""

    clause = "monumental.op.activate"

    left: int
    """The largest number of slots, this one included."""

    def actions(self, world: World, /) -> Sequence[ActivateSlot | Stop]:
        city = world.realms[self.seat].city
        slots = [
            ActivateSlot(number, slot.cards()[0])
            for number, slot in enumerate(city)
            if slot.cards() and not slot.activated
        ]
        return [*slots, STOP]

    def resolve(
        self, world: World, action: ActivateSlot | Stop, chance: Chance, /
    ) -> Resolution[World]:
        if isinstance(action, Stop):
            return
        world = yield from activate(world, self.seat, (action.slot,))
        if self.left > 1:
            yield from ask(world, replace(self, left=self.left - 1), chance)


class ArchiveCards(Choice[World, ArchiveCard | Stop], frozen=True):
    """A player archives cards that are not activated, one by one (monumental.city.8)."""

    clause = "monumental.op.archive"

    source: str
    left: int
    """The largest number of cards, this one included."""
    gain: Gain
    """For each card archived."""

    def actions(self, world: World, /) -> Sequence[ArchiveCard | Stop]:
        city = world.realms[self.seat].city
        slots = [
            ArchiveCard(number, slot.card)
            for number, slot in enumerate(city)
            if slot.card is not None and not slot.activated
        ]
        return [*slots, STOP]

    def resolve(
        self, world: World, action: ArchiveCard | Stop, chance: Chance, /
    ) -> Resolution[World]:
        if isinstance(action, Stop):
            return
        world = yield CardArchived(self.seat, action.slot, action.card)
        world = yield from gain_all(world, self.seat, self.source, self.gain, chance)
        if self.left > 1:
            yield from ask(world, replace(self, left=self.left - 1), chance)
