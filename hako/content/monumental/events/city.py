"""Events in a City: activation, draws, refills, markers."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.monumental.cards.effects import CardId, MarketId, Resource
from hako.content.monumental.realm import EMPTY, SourceId
from hako.content.monumental.state import World, changed
from hako.engine.rules.model import Event, Seat


class SlotsActivated(Event[World], frozen=True):
    """Slots of a City were activated (monumental.city.2)."""

    seat: Seat
    slots: tuple[int, ...]
    """0 to 8, in reading order."""
    gain: dict[Resource, int]
    """The resources that their cards bring at once, all in all."""

    def apply(self, world: World, /) -> World:
        realm = world.realms[self.seat]
        city = [*realm.city]
        for number in self.slots:
            city[number] = replace(city[number], activated=True)
        supply = realm.supply.plus(self.gain)
        return world.with_realm(self.seat, replace(realm, city=tuple(city), supply=supply))


class CityActivated(SlotsActivated, frozen=True):
    """A seat activated a row and a column (monumental.city.3)."""

    row: int
    """1 is the top one."""
    column: int
    """1 is the left one."""


class CardDrawn(Event[World], frozen=True):
    """A hidden card was drawn from a City deck (monumental.city.5)."""

    reveals = True

    seat: Seat
    card: CardId
    gain: dict[Resource, int]
    """The resources that it brings at once."""
    left: int
    """Cards that the deck still has."""

    def apply(self, world: World, /) -> World:
        realm = world.realms[self.seat]
        return world.with_realm(
            self.seat,
            replace(
                realm,
                deck=realm.deck.without_top(),
                drawn=(*realm.drawn, self.card),
                fresh=(*realm.fresh, self.card),
                supply=realm.supply.plus(self.gain),
            ),
        )


class KnownCardDrawn(CardDrawn, frozen=True):
    """A card that everybody knew to be on top was drawn from a City deck."""

    reveals = False


class ResourcesGained(Event[World], frozen=True):
    """A card or token brought resources."""

    seat: Seat
    source: str
    """The card or token: any name of the game's content."""
    gain: dict[Resource, int]

    def apply(self, world: World, /) -> World:
        return world.with_more(self.seat, self.gain)


class MarketTokenGained(Event[World], frozen=True):
    """A Market token came from the general supply."""

    seat: Seat
    source: str
    market: MarketId

    def apply(self, world: World, /) -> World:
        realm = world.realms[self.seat]
        supply = replace(realm.supply, market=(*realm.supply.market, self.market))
        world = replace(world, market=changed(world.market, self.market, -1))
        return world.with_realm(self.seat, replace(realm, supply=supply))


class MarketTokenUsed(Event[World], frozen=True):
    """A Market token was discarded for what it gives (monumental.free.2)."""

    seat: Seat
    market: MarketId

    def apply(self, world: World, /) -> World:
        realm = world.realms[self.seat]
        tokens = list(realm.supply.market)
        tokens.remove(self.market)
        supply = replace(realm.supply, market=tuple(tokens))
        world = replace(world, market=changed(world.market, self.market, +1))
        return world.with_realm(self.seat, replace(realm, supply=supply))


class EffectUsed(Event[World], frozen=True):
    """A text effect was used: an action marker lies on the card (monumental.seq.6)."""

    seat: Seat
    source: SourceId

    def apply(self, world: World, /) -> World:
        realm = world.realms[self.seat]
        fresh = list(realm.fresh)
        if self.source in fresh:
            fresh.remove(self.source)
        marked = (*realm.marked, self.source)
        return world.with_realm(self.seat, replace(realm, marked=marked, fresh=tuple(fresh)))


class ProgressPaid(Event[World], frozen=True):
    """A seat paid for Scientific Progress (monumental.science.1)."""

    seat: Seat
    paid: dict[Resource, int]

    def apply(self, world: World, /) -> World:
        return world.with_less(self.seat, self.paid)


class CardArchived(Event[World], frozen=True):
    """A card that was not activated went under the Warlord card (monumental.city.8)."""

    seat: Seat
    slot: int
    card: CardId

    def apply(self, world: World, /) -> World:
        realm = world.realms[self.seat]
        realm = replace(
            realm,
            city=realm.city_with(self.slot, EMPTY),
            discard=(*realm.discard, *realm.city[self.slot].knowledge),
            archived=(*realm.archived, self.card),
        )
        return world.with_realm(self.seat, realm)


class CityCleared(Event[World], frozen=True):
    """Activated and drawn cards were discarded, markers taken off (monumental.city.11)."""

    quiet = True

    seat: Seat

    def apply(self, world: World, /) -> World:
        realm = world.realms[self.seat]
        used = [card for slot in realm.city if slot.activated for card in slot.cards()]
        return world.with_realm(
            self.seat,
            replace(
                realm,
                city=tuple([EMPTY if slot.activated else slot for slot in realm.city]),
                discard=(*realm.discard, *used, *realm.drawn),
                drawn=(),
                fresh=(),
                marked=(),
                explorers=tuple([replace(explorer, marked=False) for explorer in realm.explorers]),
                conquered=False,
                acquired_knowledge=False,
                heroes_returned=(),
                passed=False,
            ),
        )


class CardLaid(Event[World], frozen=True):
    """The top card of a City deck was laid into a slot (monumental.city.10)."""

    reveals = True
    quiet = True

    seat: Seat
    slot: int
    """0 to 8, in reading order."""
    card: CardId
    left: int
    """Cards that the deck still has."""

    def apply(self, world: World, /) -> World:
        realm = world.realms[self.seat]
        slot = realm.city[self.slot]
        if self.card in world.content.knowledge:
            slot = replace(slot, knowledge=(*slot.knowledge, self.card))
        else:
            slot = replace(slot, card=self.card)
        city = realm.city_with(self.slot, slot)
        realm = replace(realm, deck=realm.deck.without_top(), city=city)
        return world.with_realm(self.seat, realm)
