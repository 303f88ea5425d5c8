"""Events of building and acquiring: cards, Wonders, Policies."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from hako.content.monumental.cards.card_types import PolicyId
from hako.content.monumental.cards.effects import CardId, Resource
from hako.content.monumental.cards.land import Place
from hako.content.monumental.realm import Construction
from hako.content.monumental.state import World, changed
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Event, Seat


class CardAcquired(Event[World], frozen=True):
    """A card of the display went on top of a City deck (monumental.acquire.1, 3)."""

    seat: Seat
    card: CardId
    paid: dict[Resource, int]

    def apply(self, world: World, /) -> World:
        realm = world.realms[self.seat]
        realm = replace(
            realm, deck=realm.deck.with_top(self.card), supply=realm.supply.minus(self.paid)
        )
        if world.content.card[self.card].is_knowledge:
            knowledge = (*realm.knowledge, self.card)
            realm = replace(realm, knowledge=knowledge, acquired_knowledge=True)
        return _taken(world, self.card).with_realm(self.seat, realm)


class BasicAcquired(Event[World], frozen=True):
    """A Basic building went on top of a City deck (monumental.acquire.2, 3)."""

    seat: Seat
    card: CardId
    paid: dict[Resource, int]

    def apply(self, world: World, /) -> World:
        realm = world.realms[self.seat]
        realm = replace(
            realm, deck=realm.deck.with_top(self.card), supply=realm.supply.minus(self.paid)
        )
        world = replace(world, basics=changed(world.basics, self.card, -1))
        return world.with_realm(self.seat, realm)


class SectionCompleted(Event[World], frozen=True):
    """A section of a Wonder was built; the first takes it from the display (monumental.wonder.1-2)."""

    seat: Seat
    card: CardId
    section: int
    """1 is the first."""
    paid: dict[Resource, int]

    def apply(self, world: World, /) -> World:
        realm = world.realms[self.seat]
        realm = replace(
            realm,
            construction=Construction(self.card, self.section),
            supply=realm.supply.minus(self.paid),
        )
        if self.section == 1:
            world = _taken(world, self.card)
        return world.with_realm(self.seat, realm)


class WonderCompleted(Event[World], frozen=True):
    """The last section of a Wonder was built (monumental.wonder.4)."""

    matters = True
    counts = "for"

    seat: Seat
    card: CardId

    def highlight(self, before: World, /) -> Sequence[LazyText]:
        """The points of the Wonder, and the seat's number of Wonders with it."""
        wonder = before.content.card[self.card]
        count = len(before.realms[self.seat].wonders) + 1
        return [LazyText("wonder", {"seat": self.seat, "points": wonder.vp, "count": count})]

    def apply(self, world: World, /) -> World:
        realm = world.realms[self.seat]
        wonders = (*realm.wonders, self.card)
        return world.with_realm(self.seat, replace(realm, wonders=wonders))


class WonderLaidOnDeck(Event[World], frozen=True):
    """A completed Wonder went on top of its builder's City deck (monumental.wonder.4)."""

    seat: Seat
    card: CardId

    def apply(self, world: World, /) -> World:
        realm = world.realms[self.seat]
        realm = replace(realm, deck=realm.deck.with_top(self.card), construction=None)
        return world.with_realm(self.seat, realm)


class WonderTokenPlaced(Event[World], frozen=True):
    """The token of a Wonder lies on a Province, for ever (monumental.wonder.5-6)."""

    seat: Seat
    card: CardId
    place: Place

    def apply(self, world: World, /) -> World:
        tile = world.tile(self.place)
        return world.with_tile(self.place, replace(tile, wonder=self.card))


class WonderTokenLeftAtCapital(Event[World], frozen=True):
    """A Wonder's token lies on the Capital, where it does nothing (monumental.wonder.5)."""

    seat: Seat
    card: CardId

    def apply(self, world: World, /) -> World:
        return world


class PolicyDeveloped(Event[World], frozen=True):
    """A Policy lies on top of those developed (monumental.policy.1)."""

    seat: Seat
    policy: PolicyId
    paid: dict[Resource, int]

    def apply(self, world: World, /) -> World:
        realm = world.realms[self.seat]
        policies = (*realm.policies, self.policy)
        supply = realm.supply.minus(self.paid)
        return world.with_realm(self.seat, replace(realm, policies=policies, supply=supply))


def _taken(world: World, card: CardId) -> World:
    """The table with a card gone from the display, and counted (monumental.seq.12)."""
    number = next(number for number, row in enumerate(world.display) if card in row)
    display = tuple(tuple(other for other in row if other != card) for row in world.display)
    taken = tuple(count + (row == number) for row, count in enumerate(world.taken))
    return replace(world, display=display, taken=taken)
