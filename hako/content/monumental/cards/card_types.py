"""The cards of the game: City cards, Policies, Warlords, and the two modules' cards."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import field

from hako.content.monumental.cards.effects import (
    CardId,
    CardKind,
    Effects,
    Gain,
    MarketId,
    Passive,
    Resource,
    Resources,
)
from hako.engine.content.files import Amount, ContentEntry, Count, Wording

CivilizationId: TypeAlias = str
"""A civilization, such as "egyptian"."""

PolicyId: TypeAlias = str
WarlordId: TypeAlias = str
HeroId: TypeAlias = str
MonsterId: TypeAlias = str
ExplorationId: TypeAlias = str
"""The id of a face of an Exploration token, such as "barbarian_workers"."""

EraId: TypeAlias = Literal["classical", "medieval", "renaissance", "modern"]

AutomaId: TypeAlias = Literal["build", "research", "expand", "attack", "culture", "trade"]
"""The kind of an automa card, by the Automa's action (monumental.solo.4-6)."""

Level: TypeAlias = Literal["easy", "normal", "hard"]
"""The difficulty of the solo game."""

CardSet: TypeAlias = Literal[
    "civilization", "special", "basic", "base", "renaissance", "lost_kingdoms"
]
"""The place of a card's copies: every starting deck, that of one civilization, a Basic
pile, or among the Development cards of a box."""

DEVELOPMENT_SETS: frozenset[CardSet] = frozenset({"base", "renaissance", "lost_kingdoms"})


class _Named(ContentEntry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something printed with a name."""

    id: str
    name: Wording
    short: Wording | None = None
    """A shorter name for narrow places; the name itself if None."""

    @property
    def brief(self) -> Wording:
        """The name where there is little room: 13 cells at most."""
        return self.short or self.name


class _Printed(_Named, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card with a text."""

    text: Wording
    """The printed text."""


class Card(_Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card of a City: a Building, Basic building, Knowledge or Wonder."""

    id: CardId
    kind: CardKind
    set: CardSet
    era: EraId | None = None
    """The Era of a Development card; None for others."""
    copies: Count = 1
    """In each starting deck, or in the pile."""
    cost: Amount = 0
    """Production for a Building, Science for a Knowledge; starting cards have none."""
    sections: tuple[Count, ...] = ()
    """Production for each section of a Wonder, in the order of building."""
    vp: Amount = 0
    activate: Resources = Resources()
    """Gained at once when the card is activated, drawn or copied (monumental.city.2)."""
    action: Effects = ()
    """The text effect (monumental.effect.1)."""
    completion: Effects = ()
    """The effects of completing the last section of a Wonder (monumental.wonder.4)."""

    @property
    def is_knowledge(self) -> bool:
        """True if it is attached under another card (monumental.city.1)."""
        return self.kind == "knowledge"

    @property
    def is_wonder(self) -> bool:
        """True if it is built in sections."""
        return self.kind == "wonder"

    @property
    def is_development(self) -> bool:
        """True if it belongs to the Development deck and can come into the display."""
        return self.set in DEVELOPMENT_SETS

    @property
    def paid_in(self) -> Resource:
        """The resource its cost is in (monumental.acquire.1)."""
        return "science" if self.is_knowledge else "production"


class Policy(_Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Cultural Policy of a civilization."""

    id: PolicyId
    action: Effects = ()
    """While it is active (monumental.policy.3)."""
    bonus: Effects = ()
    """Carried out when this Policy or a later one is developed (monumental.policy.2)."""
    passive: Passive = Passive()
    """While it is active."""


class Warlord(_Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A civilization's Warlord card."""

    id: WarlordId
    trigger: Effects = ()
    """Carried out when it takes part in a conquest, once a round (monumental.conquer.9)."""


class Civilization(_Named, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A civilization and what only it has (monumental.setup.1)."""

    id: CivilizationId
    warlord: WarlordId
    special_building: CardId
    starting_knowledge: CardId
    policies: tuple[PolicyId, ...]


class Option(ContentEntry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A benefit of an Exploration token; the conqueror chooses between two."""

    text: Wording
    effects: Effects


class ExplorationToken(_Named, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of Exploration token, dealt face down to Provinces (monumental.conquer.8)."""

    id: ExplorationId
    kind: Literal["barbarian", "free_town"]
    copies: Count
    options: tuple[Option, Option]


class Market(_Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of Market token (monumental.free.2)."""

    id: MarketId
    copies: Count
    use: Effects


class Hero(_Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Hero for hire (monumental.hero.2)."""

    id: HeroId
    cost: Amount
    """Gold."""
    action: Effects = ()
    passive: Passive = Passive()
    leave: Effects = field(default=(), name="return")
    """The return effect of the Hero (monumental.hero.5)."""


class Monster(_Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Monster that may lie in wait under a Barbarian token."""

    id: MonsterId
    strength: Count
    vp: Amount
    reward: Gain
    """Gained by the seat that slays it (monumental.monster.7)."""
    ravage: Resources
    """Lost by a seat that it overcomes, at most what the seat has (monumental.monster.8)."""


class AutomaCard(_Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of automa card, the Automa's action in the solo game (monumental.solo.4-6)."""

    id: AutomaId
    copies: Count


class Numbers(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """Numbers of cards of each kind in an Era's part of the deck (monumental.setup.9)."""

    wonder: Amount
    building: Amount
    knowledge: Amount


class Era(_Named, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An Era; they follow each other as in the file."""

    id: EraId
    numeral: str
    cards: Numbers
    cards_for_five: Numbers
    reach: Count
    """The highest Defence that the Automa can overcome (monumental.solo.5)."""
