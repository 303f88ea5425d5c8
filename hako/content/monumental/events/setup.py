"""Events before the first round."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from hako.content.monumental.cards.card_types import CivilizationId
from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.cards.land import MapId, Site
from hako.content.monumental.face_down_stacks import Layer, Stack, Tokens
from hako.content.monumental.realm import Explorer, Realm
from hako.content.monumental.state import Pile, Tile, World
from hako.engine.rules.model import Event, Seat, Viewer


class CivilizationTaken(Event[World], frozen=True):
    """A seat plays a civilization (monumental.setup.4)."""

    seat: Seat
    civilization: CivilizationId

    def apply(self, world: World, /) -> World:
        return replace(world, realms=(*world.realms, Realm(self.civilization)))


class MapLaid(Event[World], frozen=True):
    """The map was laid, with all pieces and face-up tokens (monumental.setup.5-6, 8)."""

    map: MapId

    def apply(self, world: World, /) -> World:
        land, constants = world.land, world.content.constants
        capitals = (
            Tile(owner=seat, soldiers=constants.soldiers, warlord=True) for seat in world.seats
        )
        others = (Tile(resource=tile.resource) for tile in land.tiles)
        lying = [tile.resource for tile in land.tiles]
        market = tuple(
            Pile(market.id, market.copies - lying.count(market.id))
            for market in world.content.markets
        )
        realms = tuple(
            replace(
                realm,
                explorers=(Explorer(land.places[seat]),) * constants.explorers,
                outposts=constants.outposts,
            )
            for seat, realm in enumerate(world.realms)
        )
        return replace(world, tiles=(*capitals, *others), market=market, realms=realms)


class TokensDealt(Event[World], frozen=True):
    """Exploration tokens lie face down on their sites (monumental.setup.7)."""

    tokens: Tokens
    """None in a mask."""

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, tokens=self.tokens.masked())

    def apply(self, world: World, /) -> World:
        sites: tuple[Site | None, ...] = (
            *(None for _ in world.land.capitals),
            *(tile.site for tile in world.land.tiles),
        )
        tiles = tuple(
            replace(tile, site=site) for tile, site in zip(world.tiles, sites, strict=True)
        )
        return replace(world, tiles=tiles, tokens=self.tokens)


class DeckStacked(Event[World], frozen=True):
    """The Development deck is stacked, Era upon Era (monumental.setup.9)."""

    layers: tuple[Layer, ...]
    """The top Era first; the cards are hidden from all."""

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(
            self,
            layers=tuple(Layer(layer.era, (None,) * len(layer.cards)) for layer in self.layers),
        )

    def apply(self, world: World, /) -> World:
        basics = tuple(
            Pile(card, world.content.card[card].copies) for card in world.content.basic_buildings
        )
        return replace(world, layers=self.layers, basics=basics)


class DisplayLaidOut(Event[World], frozen=True):
    """The rows of the display were laid out, still without cards (monumental.setup.11)."""

    quiet = True

    rows: int

    def apply(self, world: World, /) -> World:
        return replace(world, display=((),) * self.rows, taken=(0,) * self.rows)


class StartPlayerChosen(Event[World], frozen=True):
    """The start player was drawn (monumental.setup.14)."""

    seat: Seat

    def apply(self, world: World, /) -> World:
        return replace(world, start_player=self.seat)


class StartingGoldPaid(Event[World], frozen=True):
    """A seat received starting Gold for its place in the order of play (monumental.setup.15)."""

    seat: Seat
    gold: int

    def apply(self, world: World, /) -> World:
        return world.with_more(self.seat, {"gold": self.gold})


class CityDeckShuffled(Event[World], frozen=True):
    """A discard pile, or the starting cards, became a new City deck (monumental.city.7)."""

    reveals = True

    seat: Seat
    order: tuple[CardId | None, ...]
    """The top card first; hidden from all."""

    def masked(self, viewer: Viewer, /) -> Self:
        return replace(self, order=(None,) * len(self.order))

    def apply(self, world: World, /) -> World:
        realm = world.realms[self.seat]
        return world.with_realm(self.seat, replace(realm, deck=Stack(self.order), discard=()))


class StartingCardsTaken(Event[World], frozen=True):
    """A seat takes the cards that its civilization starts with (monumental.setup.13)."""

    quiet = True

    seat: Seat

    def apply(self, world: World, /) -> World:
        realm = world.realms[self.seat]
        cards = world.content.starting_deck(realm.civilization)
        knowledge = tuple(card for card in cards if world.content.card[card].is_knowledge)
        return world.with_realm(self.seat, replace(realm, discard=cards, knowledge=knowledge))
