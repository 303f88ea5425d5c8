"""The state of one player: supply, City, cards, pieces beside the map, actions of this round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.content.monumental.cards.card_types import CivilizationId, HeroId, MonsterId, PolicyId
from hako.content.monumental.cards.effects import RESOURCES, CardId, MarketId, Resource
from hako.content.monumental.cards.land import Place
from hako.content.monumental.face_down_stacks import Stack
from hako.engine.rules.chance import Stream

Amounts: TypeAlias = Mapping[Resource, int]
"""Amounts of some resources; a resource that is absent counts as 0."""

COUNTERS: tuple[Resource, ...] = RESOURCES[:4]
"""The resources held as counters, lost at the end of a turn (monumental.pay.1, pay.7)."""

ROWS, COLUMNS = 3, 3
SLOTS = ROWS * COLUMNS

SourceId: TypeAlias = str
"""A card that has a text effect: of the City, a Policy, the Warlord, or a Hero."""


class Supply(Struct, frozen=True, gc=False):
    """A personal supply."""

    production: int = 0
    science: int = 0
    military: int = 0
    military_neutral: int = 0
    gold: int = 0
    culture: int = 0
    production_token: int = 0
    market: tuple[MarketId, ...] = ()
    """Market tokens, in the order in which they came."""

    def of(self, resource: Resource) -> int:
        """The amount of one resource in the supply."""
        amount: int = getattr(self, resource)
        return amount

    def plus(self, amounts: Amounts) -> Supply:
        """The supply with more."""
        more: dict[str, int] = {}
        for name, count in amounts.items():
            more[name] = getattr(self, name) + count
        return replace(self, **more)

    def minus(self, amounts: Amounts) -> Supply:
        """The supply with less."""
        less: dict[str, int] = {}
        for name, count in amounts.items():
            less[name] = getattr(self, name) - count
        return replace(self, **less)

    def counters(self) -> Amounts:
        """The counters that passing, or the end of a turn, would lose (monumental.pay.1)."""
        return {name: self.of(name) for name in COUNTERS if self.of(name)}


class Slot(Struct, frozen=True, gc=False, cache_hash=True):
    """A slot of a City (monumental.city.1)."""

    card: CardId | None = None
    """The top card."""
    knowledge: tuple[CardId, ...] = ()
    """Attached, in the order of their coming."""
    activated: bool = False

    def cards(self) -> tuple[CardId, ...]:
        """The cards in it, the top card first."""
        card, knowledge = self.card, self.knowledge
        if card is None:
            return knowledge
        return (card, *knowledge) if knowledge else (card,)


EMPTY = Slot()


class Construction(Struct, frozen=True, gc=False):
    """A Wonder under construction."""

    card: CardId
    done: int
    """Sections completed, at least 1."""


class Explorer(Struct, frozen=True, gc=False):
    """An Explorer on the map."""

    place: Place
    marked: bool = False
    """True if it took a token this round (monumental.seq.6)."""


class Realm(Struct, frozen=True, gc=False):
    """A player's civilization and all that belongs to it, the map apart."""

    civilization: CivilizationId
    supply: Supply = Supply()
    city: tuple[Slot, ...] = (EMPTY,) * SLOTS
    """In reading order."""
    deck: Stack = Stack()
    discard: tuple[CardId, ...] = ()
    """The top card last; public."""
    drawn: tuple[CardId, ...] = ()
    """Drawn this round (monumental.city.5)."""
    fresh: tuple[CardId, ...] = ()
    """Cards drawn on this turn whose effect is still a free action (monumental.city.6)."""
    archived: tuple[CardId, ...] = ()
    construction: Construction | None = None
    wonders: tuple[CardId, ...] = ()
    """Completed, wherever the cards are."""
    knowledge: tuple[CardId, ...] = ()
    """Owned, wherever the cards are."""
    policies: tuple[PolicyId, ...] = ()
    """Developed, the oldest first; the last one is active."""
    marked: tuple[SourceId, ...] = ()
    """The cards with an action marker; one entry a marker (monumental.seq.6)."""
    explorers: tuple[Explorer, ...] = ()
    outposts: int = 0
    """In the supply."""
    passed: bool = False
    conquered: bool = False
    """True if the player conquered a Province this round (monumental.effect.2)."""
    acquired_knowledge: bool = False
    """True if the player acquired a Knowledge this round (monumental.effect.2)."""
    hero: HeroId | None = None
    """The Hero controlled, also while it lies returned beside the deck (monumental.hero.6)."""
    hero_returned: bool = False
    heroes_returned: tuple[HeroId, ...] = ()
    """Heroes whose return effect was used this turn, in classic mode (monumental.hero.8)."""
    monsters: tuple[MonsterId, ...] = ()
    """Slain."""

    @property
    def active_policy(self) -> PolicyId | None:
        """The topmost Policy (monumental.policy.3)."""
        return self.policies[-1] if self.policies else None

    def activated(self) -> Sequence[CardId]:
        """The cards activated this round, drawn ones included (monumental.effect.1)."""
        return activated(self.city, self.drawn)

    def unmarked(self, cards: Sequence[SourceId]) -> Sequence[SourceId]:
        """Distinct cards of which at least one copy has no action marker."""
        marked = self.marked
        return [card for card in dict.fromkeys(cards) if cards.count(card) > marked.count(card)]

    def city_cards(self) -> Sequence[CardId]:
        """Every card in City, deck, drawn area and discard pile, in no order."""
        return cards_of(self.city, self.deck, self.drawn, self.discard)

    def city_with(self, number: int, slot: Slot) -> tuple[Slot, ...]:
        """Its City with a slot replaced."""
        city = [*self.city]
        city[number] = slot
        return tuple(city)

    def explorers_with(self, number: int, explorer: Explorer) -> tuple[Explorer, ...]:
        """Its Explorers with one of them replaced."""
        explorers = [*self.explorers]
        explorers[number] = explorer
        return tuple(explorers)

    def masked(self) -> Realm:
        """The realm as everybody may see it: with its City deck masked."""
        return replace(self, deck=self.deck.masked())

    def dealt(self, stream: Stream) -> Realm:
        """The masked realm with the unseen cards of its City deck in random order."""
        return replace(self, deck=self.deck.dealt(stream))


def activated(city: Iterable[Slot], drawn: Iterable[CardId]) -> Sequence[CardId]:
    """The cards of a City activated this round, and those drawn (monumental.effect.1)."""
    in_city = [card for slot in city if slot.activated for card in slot.cards()]
    return [*in_city, *drawn]


def cards_of(
    city: Iterable[Slot], deck: Stack, drawn: Iterable[CardId], discard: Iterable[CardId]
) -> Sequence[CardId]:
    """Every card of a City, its deck, drawn area and discard pile, in no order."""
    laid = [card for slot in city for card in (slot.card, *slot.knowledge) if card is not None]
    return [*laid, *deck.all(), *drawn, *discard]
