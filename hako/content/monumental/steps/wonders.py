"""Wonders, section by section (monumental.wonder.1-7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hako.content.monumental.actions import CompleteSection, PlaceToken
from hako.content.monumental.cards import Cards
from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.events.acquisitions import (
    SectionCompleted,
    WonderCompleted,
    WonderLaidOnDeck,
    WonderTokenLeftAtCapital,
    WonderTokenPlaced,
)
from hako.content.monumental.map_queries import token_sites
from hako.content.monumental.payment import means, payable, payment, reduced
from hako.content.monumental.realm import Amounts
from hako.content.monumental.state import World
from hako.content.monumental.steps.draw_and_activate import Moves
from hako.content.monumental.steps.effect_queue import CarryOut
from hako.engine.content.cache_decorators import at_hand, remembered
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step


class ChooseSection(Choice[World, CompleteSection], frozen=True):
    """An effect lets a seat complete a section for less (monumental.effect.4)."""

    clause = "monumental.wonder.1"

    discount: int = 0
    half: bool = False

    def actions(self, world: World, /) -> Sequence[CompleteSection]:
        production, _science, _military = means(world.realms[self.seat].supply)
        return sections(world, self.seat, payable(production, self.discount, half=self.half))

    def resolve(
        self, world: World, action: CompleteSection, chance: Chance, /
    ) -> Resolution[World]:
        yield from complete_section(world, self.seat, action.card, self.discount, half=self.half)


class FinishWonder(Step[World, None], frozen=True):
    """A completed Wonder goes on top of the City deck; its token is placed (monumental.wonder.4)."""

    clause = "monumental.wonder.4"

    seat: Seat
    card: CardId

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        world = yield WonderLaidOnDeck(self.seat, self.card)
        if token_sites(world, self.seat):
            yield PlaceWonderToken(self.seat, self.card)
        else:
            yield WonderTokenLeftAtCapital(self.seat, self.card)


class PlaceWonderToken(Choice[World, PlaceToken], frozen=True):
    """The builder places a Wonder token on a Province without one (monumental.wonder.5)."""

    clause = "monumental.wonder.5"

    card: CardId

    def actions(self, world: World, /) -> Sequence[PlaceToken]:
        return [PlaceToken(place) for place in token_sites(world, self.seat)]

    def resolve(self, world: World, action: PlaceToken, chance: Chance, /) -> Resolution[World]:
        yield WonderTokenPlaced(self.seat, self.card, action.place)


def sections(world: World, seat: Seat, most: int) -> Sequence[CompleteSection]:
    """The Wonders whose next section costs a seat no more than that (monumental.wonder.2)."""
    realm = world.realms[seat]
    if realm.construction is None:
        shown = _displayed(world.content, world.display)
        return [action for action, cost in shown if cost <= most]
    card = realm.construction.card
    left = world.content.card[card].sections[realm.construction.done :]
    return [CompleteSection(card)] if left and left[0] <= most else []


@at_hand  # called on every turn, and the display seldom changes
def _displayed(
    content: Cards, display: tuple[tuple[CardId, ...], ...]
) -> Sequence[tuple[CompleteSection, int]]:
    """The Wonders of the display, from right to left, and what their first sections cost."""
    begun = _begun(content)
    return [begun[card] for row in display for card in reversed(row) if card in begun]


@remembered
def _begun(content: Cards) -> Mapping[CardId, tuple[CompleteSection, int]]:
    """The action that begins each Wonder, and the cost of its first section."""
    return {
        wonder.id: (CompleteSection(wonder.id), wonder.sections[0])
        for wonder in content.cards
        if wonder.is_wonder
    }


def sections_done(world: World, seat: Seat, card: CardId) -> int:
    """The number of sections of a Wonder that a seat has completed."""
    construction = world.realms[seat].construction
    return construction.done if construction is not None and construction.card == card else 0


def section_price(
    world: World, seat: Seat, card: CardId, discount: int = 0, *, half: bool = False
) -> Amounts | None:
    """The payment of a seat for the next section; None if it cannot pay or none is left."""
    left = world.content.card[card].sections[sections_done(world, seat, card) :]
    if not left:
        return None  # its completion is being carried out (monumental.wonder.4)
    return payment(world.realms[seat].supply, "production", reduced(left[0], discount, half=half))


def complete_section(
    world: World, seat: Seat, card: CardId, discount: int = 0, *, half: bool = False
) -> Moves[World]:
    """Build the next section; the last one completes the Wonder (monumental.wonder.4)."""
    paid = section_price(world, seat, card, discount, half=half)
    assert paid is not None, "only what can be paid is offered"
    wonder = world.content.card[card]
    section = sections_done(world, seat, card) + 1
    world = yield SectionCompleted(seat, card, section, dict(paid))
    if section == len(wonder.sections):
        world = yield WonderCompleted(seat, card)
        if wonder.completion:
            yield CarryOut(seat, wonder.completion, card)
        yield FinishWonder(seat, card)
    return world
