"""Area selection and genesis: markers, wrath, workers, epic cards."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.quo_vadis.cards import AreaId
from hako.content.quo_vadis.geometry import CellId
from hako.content.quo_vadis.skill_effects import EpicId, Resource
from hako.content.quo_vadis.state import World, with_card, without
from hako.engine.rules.model import Event, Seat


class AreaSelected(Event[World], frozen=True):
    """A seat moved both markers and selected the creation area (quo_vadis.select.1-6)."""

    seat: Seat
    cards: tuple[int, int]
    """The genesis cards; 0 is FREE."""
    area: AreaId
    faith: int
    """Paid for FREE."""

    def apply(self, world: World, /) -> World:
        world = replace(world, markers=self.cards).with_turn(area=self.area)
        return world.with_player(self.seat, faith=world.players[self.seat].faith - self.faith)


class WrathStruck(Event[World], frozen=True):
    """A seat paid all its wrath to strike cells of the creation area (quo_vadis.wrath.1-2)."""

    matters = True

    fleeting = True  # a cell that was empty looks as before

    seat: Seat
    wrath: int
    cells: tuple[CellId, ...]

    def apply(self, world: World, /) -> World:
        return world.with_player(self.seat, wrath=0)


class WorkerPlaced(Event[World], frozen=True):
    """A seat placed a worker of its reserve (quo_vadis.place.1-5)."""

    seat: Seat
    cell: CellId
    food: int
    """Paid."""
    spawned: bool = False
    """True if Spawning waived the price of an extra worker."""

    def apply(self, world: World, /) -> World:
        player = world.players[self.seat]
        world = world.with_turn(placed=world.of_turn().placed + 1)
        return world.with_player(
            self.seat,
            workers=tuple(sorted((*player.workers, self.cell))),
            food=player.food - self.food,
            extra_used=player.extra_used or self.spawned,
        )


class _CardPlayed(Event[World], frozen=True):
    """A seat played an epic card (quo_vadis.card.1-6)."""

    reveals = True

    seat: Seat
    card: EpicId
    as_kind: EpicId | None = None
    """The kind that the card counts as in this turn, if beseeched."""
    faith: int = 0
    """Paid for beseeching."""

    def _played(self, world: World, *, change: bool) -> World:
        player = world.players[self.seat]
        world = world.with_turn(
            card=self.card, kind=self.as_kind or self.card, changed=change, city_due=change
        )
        return world.with_player(
            self.seat,
            hand=without(player.hand, (self.card,)),
            faith=player.faith - self.faith,
            generations=with_card(player.generations, self.card, change=change),
            extra_used=player.extra_used and not change,
        )


class GenerationContinued(_CardPlayed, frozen=True):
    """The card went on the rightmost generation (quo_vadis.card.2-3)."""

    def apply(self, world: World, /) -> World:
        return self._played(world, change=False)


class GenerationChanged(_CardPlayed, frozen=True):
    """The card began a new generation (quo_vadis.card.3-5)."""

    def apply(self, world: World, /) -> World:
        return self._played(world, change=True)


class ActionsCounted(Event[World], frozen=True):
    """The number of the card's actions was counted (quo_vadis.card.7-9, card.12)."""

    seat: Seat
    pile: int
    """Cards of the generation."""
    inheritance: int
    """0 where no old generation matches."""
    skills: int
    """Actions that skills add."""
    actions: int
    """In all."""
    uncapped: bool = False
    """True if Renaissance removes the limit on the VP of Prosperity."""

    def apply(self, world: World, /) -> World:
        return world.with_turn(actions=self.actions, uncapped=self.uncapped)


class FaithConverted(Event[World], frozen=True):
    """A Miracle turned faith into wrath (quo_vadis.act.4)."""

    seat: Seat
    faith: int

    def apply(self, world: World, /) -> World:
        player = world.players[self.seat]
        return world.with_player(self.seat, faith=player.faith - self.faith, wrath=player.wrath + 1)


class CardDiscarded(Event[World], frozen=True):
    """A seat discarded a card of its hand."""

    reveals = True
    fleeting = True  # the discards may be shuffled into the pile at once

    seat: Seat
    card: EpicId

    def apply(self, world: World, /) -> World:
        hand = without(world.players[self.seat].hand, (self.card,))
        discards = tuple(sorted((*world.discards, self.card)))
        return replace(world.with_player(self.seat, hand=hand), discards=discards)


class ResourceTurned(Event[World], frozen=True):
    """A seat turned a resource into another one (quo_vadis.act.6)."""

    seat: Seat
    give: Resource
    take: Resource

    def apply(self, world: World, /) -> World:
        player = world.players[self.seat]
        changes = {
            self.give: player.has(self.give) - 1,
            self.take: player.has(self.take) + 1,
        }
        return world.with_player(self.seat, **changes)
