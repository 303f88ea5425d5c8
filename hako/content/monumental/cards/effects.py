"""The effects of cards as data: amounts of resources, and the operations of an effect.

The field of the card that holds an effect says when it happens (`action`, `bonus`, ...); the
steps know how to carry each one out, whatever card it is on.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from msgspec import field

from hako.engine.content.files import Amount, ContentEntry, Count

CardId: TypeAlias = str
"""A card of a City, such as "work_camp" or "colosseum"; every Wonder and Knowledge has one copy."""

MarketId: TypeAlias = str
"""A kind of Market token, such as "silk"."""

BasicResource: TypeAlias = Literal["production", "science", "military"]
"""A resource held in counters that effects can convert (monumental.pay.1)."""

BASIC_RESOURCES: tuple[BasicResource, ...] = ("production", "science", "military")

Resource: TypeAlias = Literal[
    "production", "science", "military", "military_neutral", "gold", "culture", "production_token"
]
"""A resource of a supply, Market tokens apart."""

RESOURCES: tuple[Resource, ...] = (
    "production",
    "science",
    "military",
    "military_neutral",
    "gold",
    "culture",
    "production_token",
)

CardKind: TypeAlias = Literal["building", "basic_building", "knowledge", "wonder"]

Condition: TypeAlias = Literal["conquered", "acquired_knowledge"]
"""An event of this round that an effect depends on (monumental.effect.2)."""


# ------------------------------------------------------------ amounts


class Resources(ContentEntry, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """Amounts of resources. `dict` keeps those above 0, which are read on every turn."""

    production: Amount = 0
    science: Amount = 0
    military: Amount = 0
    military_neutral: Amount = 0
    """Military that conquers only neutral Provinces (monumental.pay.7)."""
    gold: Amount = 0
    culture: Amount = 0
    production_token: Amount = 0

    if TYPE_CHECKING:  # in `__dict__` alone, for the same reason as in Cards
        amounts: ClassVar[Mapping[Resource, int]]
        """The amounts above 0; resources of the player's choice are not among them."""

    def __post_init__(self) -> None:
        pairs = [(name, getattr(self, name)) for name in RESOURCES]
        self.__dict__["amounts"] = {name: amount for name, amount in pairs if amount}


class Gain(Resources, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A gain: fixed resources, and some of the player's choice."""

    basic: Amount = 0
    """Basic resources, each of the player's choice (monumental.pay.8)."""
    market: Amount = 0
    """Market tokens, each of a kind of the player's choice."""


class Pay(ContentEntry, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """The price of an exchange. `dict` keeps its fixed part, which is read again and again."""

    production: Amount = 0
    science: Amount = 0
    military: Amount = 0
    gold: Amount = 0
    basic: Amount = 0
    """Basic resources, each of the player's choice (monumental.pay.8)."""

    @cached_property
    def fixed(self) -> Mapping[Resource, int]:
        """The amounts that leave no choice, in the order in which they are paid."""
        resources: tuple[Resource, ...] = ("gold", *BASIC_RESOURCES)
        pairs = ((name, getattr(self, name)) for name in resources)
        return {name: amount for name, amount in pairs if amount}


# ------------------------------------------------------------ what an effect is made of


class _Effect(
    ContentEntry,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    tag_field="op",
    cache_hash=True,
):
    """An operation; those of a card are carried out in the order listed, as far as possible."""

    condition: Condition | None = field(default=None, name="if")


class GainEffect(_Effect, frozen=True, forbid_unknown_fields=True, tag="gain"):
    """Gain resources."""

    gain: Gain


class GainPerEffect(_Effect, frozen=True, forbid_unknown_fields=True, tag="gain_per"):
    """Gain `plus`, and `each` for every `step` of what is counted, at most `max` of those."""

    per: Literal["province", "coastal_province", "wonder"]
    """Provinces that the player controls, or Wonders that the player has completed."""
    resource: Resource
    max: Count
    each: Count = 1
    step: Count = 1
    plus: Amount = 0


class ExchangeEffect(_Effect, frozen=True, forbid_unknown_fields=True, tag="exchange"):
    """Pay, then gain; up to so many times in the same use (monumental.effect.5)."""

    pay: Pay
    gain: Gain
    times: Count = 1


class ConvertEffect(_Effect, frozen=True, forbid_unknown_fields=True, tag="convert"):
    """Turn up to `n` basic resource counters into other kinds."""

    n: Count


class DrawEffect(_Effect, frozen=True, forbid_unknown_fields=True, tag="draw"):
    """Draw cards of the City deck (monumental.city.5)."""

    n: Count


class ActivateEffect(_Effect, frozen=True, forbid_unknown_fields=True, tag="activate"):
    """Activate up to `n` slots not yet activated (monumental.city.4)."""

    n: Count


class ArchiveEffect(_Effect, frozen=True, forbid_unknown_fields=True, tag="archive"):
    """Archive up to `n` cards not activated, and gain for each (monumental.city.8)."""

    n: Count
    gain: Gain = Gain()


class AcquireEffect(_Effect, frozen=True, forbid_unknown_fields=True, tag="acquire"):
    """Acquire a card of these kinds, from the display or a pile, for less."""

    kinds: tuple[Literal["building", "basic_building", "knowledge"], ...]
    discount: Amount


class CompleteSectionEffect(
    _Effect, frozen=True, forbid_unknown_fields=True, tag="complete_section"
):
    """Complete a Wonder section for less, or for half of its cost, rounded up."""

    discount: Amount = 0
    half: bool = False


class ConquerEffect(_Effect, frozen=True, forbid_unknown_fields=True, tag="conquer"):
    """Conquer a Province for less Military, or for none at all."""

    target: Literal["any", "neutral", "coastal", "opponent"]
    discount: Amount = 0
    free: bool = False


class MoveUnitsEffect(_Effect, frozen=True, forbid_unknown_fields=True, tag="move_units"):
    """Move up to `n` different units without Military (monumental.move.3)."""

    n: Count


class MoveExplorerEffect(_Effect, frozen=True, forbid_unknown_fields=True, tag="move_explorer"):
    """Move an Explorer up to `n` tiles without Military (monumental.explorer.5)."""

    n: Count


class CopyEffect(_Effect, frozen=True, forbid_unknown_fields=True, tag="copy"):
    """Use a card of the own City, or a Policy that is not active, once more (monumental.city.9)."""

    what: Literal["knowledge", "building", "policy"]
    """"building" is any other top card: Buildings, Basic buildings and Wonders."""


class BuildOutpostEffect(_Effect, frozen=True, forbid_unknown_fields=True, tag="build_outpost"):
    """Build an Outpost with so many Soldiers (monumental.outpost.1)."""

    soldiers: Count


class DestroyEffect(_Effect, frozen=True, forbid_unknown_fields=True, tag="destroy"):
    """Send up to `n` enemy Soldiers of one Province home; a piece of garrison must remain there."""

    n: Count


class StealEffect(_Effect, frozen=True, forbid_unknown_fields=True, tag="steal"):
    """Take up to `n` Gold from each opponent."""

    n: Count


CardEffect: TypeAlias = (
    ExchangeEffect
    | ConvertEffect
    | ActivateEffect
    | ArchiveEffect
    | CopyEffect
    | AcquireEffect
    | CompleteSectionEffect
)
"""An effect on the City or the supply that asks the player for a choice."""

MapEffect: TypeAlias = (
    ConquerEffect | MoveUnitsEffect | MoveExplorerEffect | BuildOutpostEffect | DestroyEffect
)
"""An effect on the map that asks the player for a choice."""

PlainEffect: TypeAlias = GainEffect | GainPerEffect | DrawEffect | StealEffect
"""An effect without a choice, except that of resources in a gain."""

Effect: TypeAlias = PlainEffect | CardEffect | MapEffect

Effects: TypeAlias = tuple[Effect, ...]
"""Done in the order listed; empty where a card has none."""


class Passive(ContentEntry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An effect that lasts while a Policy is active or a Hero controlled."""

    defence: Amount = 0
    """More Defence of each Province of the player."""
    garrison: Amount = 0
    """More garrison of each Province of the player, against Monsters only."""
