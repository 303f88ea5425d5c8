"""The actions of Monumental."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from hako.content.monumental.cards.card_types import CivilizationId, HeroId, PolicyId
from hako.content.monumental.cards.effects import BasicResource, CardId, MarketId, Resource
from hako.content.monumental.cards.land import Place
from hako.content.monumental.realm import SourceId
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Action

Unit: TypeAlias = Literal["soldier", "warlord"]

Which: TypeAlias = Literal["a", "b"]
"""The name of one of a seat's two Explorers."""

EXPLORERS: tuple[Which, ...] = ("a", "b")

# ------------------------------------------------------------ before the game


class PickCivilization(Action, frozen=True):
    """Play this civilization."""

    civilization: CivilizationId


class DrawCivilization(Action, frozen=True):
    """Play a civilization drawn from those that are left."""


# ------------------------------------------------------------ a round or turn


class ActivateCity(Action, frozen=True):
    """Activate a row and a column."""

    can_premove = True

    row: int
    """1 is the top one."""
    column: int
    """1 is the left one."""


class _Acquire(Action, frozen=True):
    """Acquire a card: this, and then which one."""

    kind = "acquire"
    apart = True

    def first_decision(self, /) -> LazyText:
        return LazyText("first.acquire")


class AcquireCard(_Acquire, frozen=True):
    """Acquire a Building or Knowledge of the display."""

    card: CardId


class AcquireBasic(_Acquire, frozen=True):
    """Acquire a Basic building."""

    card: CardId


class CompleteSection(Action, frozen=True):
    """Complete a section of a Wonder."""

    kind = "wonder"

    apart = True

    card: CardId

    def first_decision(self, /) -> LazyText:
        return LazyText("first.section")


class DevelopPolicy(Action, frozen=True):
    """Develop a Policy."""

    kind = "policy"

    apart = True

    policy: PolicyId

    def first_decision(self, /) -> LazyText:
        return LazyText("first.develop")


class Conquer(Action, frozen=True):
    """Conquer a Province; the units are chosen next."""

    kind = "conquer"

    quiet = True
    apart = True

    place: Place

    def first_decision(self, /) -> LazyText:
        return LazyText("first.conquer")


class MoveArmy(Action, frozen=True):
    """Move a Soldier or the Warlord; which and where to is chosen next."""

    kind = "move"

    quiet = True


class BuildOutpost(Action, frozen=True):
    """Build an Outpost in a Province."""

    kind = "outpost"

    apart = True

    place: Place

    def first_decision(self, /) -> LazyText:
        return LazyText("first.outpost")


class MoveExplorer(Action, frozen=True):
    """Move an Explorer; tile by tile is chosen next."""

    kind = "explorer"

    quiet = True
    apart = True

    explorer: Which

    def first_decision(self, /) -> LazyText:
        return LazyText("first.explorer")


class UseEffect(Action, frozen=True):
    """Use the text effect of a card."""

    kind = "effect"

    source: SourceId


class MakeProgress(Action, frozen=True):
    """Make Scientific Progress: pay Science and draw a card."""

    kind = "progress"


class UseMarketToken(Action, frozen=True):
    """Discard a Market token for what it gives."""

    kind = "market"

    market: MarketId


class HireHero(Action, frozen=True):
    """Hire a Hero of the row."""

    kind = "hero"

    apart = True

    hero: HeroId

    def first_decision(self, /) -> LazyText:
        return LazyText("first.hire")


class ReturnHero(Action, frozen=True):
    """Use the return effect of the Hero controlled, and return it."""

    kind = "hero"

    hero: HeroId


class EndTurn(Action, frozen=True):
    """Do no more on this turn."""

    kind = "end"


class Pass(Action, frozen=True):
    """Take no more turns this round."""

    kind = "end"


# ------------------------------------------------------------ inside an action


class SendSoldiers(Action, frozen=True):
    """Conquer with Soldiers."""

    soldiers: Mapping[Place, int]
    """The number of Soldiers that leave each tile."""


class SendWarlord(Action, frozen=True):
    """Conquer with the Warlord alone."""

    warlord: Place
    """The tile that it leaves."""


class SendArmy(Action, frozen=True):
    """Conquer with the Warlord and Soldiers."""

    warlord: Place
    soldiers: Mapping[Place, int]


class TakeOption(Action, frozen=True):
    """Take one of the two benefits of an Exploration token."""

    option: str
    """The token's id, a dot, and 1 or 2."""


class PlaceToken(Action, frozen=True):
    """Place the token of a completed Wonder on a Province."""

    place: Place


class PickUnit(Action, frozen=True):
    """The Soldier or the Warlord on this tile moves."""

    quiet = True

    unit: Unit
    place: Place


class MoveTo(Action, frozen=True):
    """The unit or the Explorer goes to this tile."""

    place: Place


class TakeToken(Action, frozen=True):
    """The Explorer takes the token that lies on its tile."""


class Stop(Action, frozen=True):
    """Do no more of this."""


# ------------------------------------------------------------ inside an effect


class TakeResources(Action, frozen=True):
    """Gain these basic resources."""

    resources: Mapping[Resource, int]
    """Basic ones only."""


class TakeMarketToken(Action, frozen=True):
    """Gain a Market token of this kind."""

    market: MarketId


class Exchange(Action, frozen=True):
    """Pay this, and gain what the card says."""

    paid: Mapping[Resource, int]


class ConvertCounter(Action, frozen=True):
    """Turn one counter into another."""

    given: BasicResource
    taken: BasicResource


class ActivateSlot(Action, frozen=True):
    """Activate one more slot of the City."""

    slot: int
    """0 to 8, in reading order."""
    card: CardId
    """The top card there."""


class ArchiveCard(Action, frozen=True):
    """Archive the top card of a slot."""

    slot: int
    """0 to 8, in reading order."""
    card: CardId


class CopyCard(Action, frozen=True):
    """Copy a card of the City, or a Policy."""

    card: SourceId


class UseCopy(Action, frozen=True):
    """Use the text effect of the copied card, too."""

    card: SourceId


class DestroySoldiers(Action, frozen=True):
    """Send Soldiers of an enemy Province home."""

    place: Place


EffectAction: TypeAlias = (
    TakeResources
    | TakeMarketToken
    | Exchange
    | ConvertCounter
    | ActivateSlot
    | ArchiveCard
    | CopyCard
    | UseCopy
    | DestroySoldiers
)
ExplorerAction: TypeAlias = MoveTo | TakeToken | Stop
ForceAction: TypeAlias = SendSoldiers | SendWarlord | SendArmy
TurnAction: TypeAlias = (
    AcquireCard
    | AcquireBasic
    | CompleteSection
    | DevelopPolicy
    | Conquer
    | MoveArmy
    | BuildOutpost
    | MoveExplorer
    | UseEffect
    | MakeProgress
    | HireHero
    | ReturnHero
    | UseMarketToken
    | EndTurn
    | Pass
)
MonumentalAction: TypeAlias = (
    PickCivilization
    | DrawCivilization
    | ActivateCity
    | TurnAction
    | ForceAction
    | TakeOption
    | PlaceToken
    | PickUnit
    | ExplorerAction
    | EffectAction
)
