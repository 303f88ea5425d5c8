"""Carrying out a card's effect: operation by operation, asking where there is a choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from hako.content.world_monger.actions import (
    ChooseCivilization,
    DiscardLooked,
    DiscardThere,
    Enough,
    GainCard,
    PickAction,
    PutCard,
    PutCards,
    PutLooked,
    ReturnLooked,
    SupplyAction,
)
from hako.content.world_monger.cards import (
    Asking,
    CardId,
    Discard,
    DiscardElsewhere,
    DiscardRest,
    DiscardSome,
    Draw,
    FromSupply,
    Gain,
    GainElsewhere,
    Look,
    Op,
    PayHolders,
    Pick,
    PutIntoPlay,
    PutLookedIntoPlay,
    PutNumberIntoPlay,
    PutOnDeck,
    Refresh,
    ReturnRest,
    Trash,
    TrashThis,
    is_of,
)
from hako.content.world_monger.events.civilization_phase import (
    CardDiscardedElsewhere,
    CardTrashed,
    HolderPaid,
)
from hako.content.world_monger.events.decks import (
    CardsDrawn,
    CardsLookedAt,
    LookedCardDiscarded,
    LookedCardPutIntoPlay,
    LookedCardReturned,
)
from hako.content.world_monger.events.supply import CardsGained, CardsPutIntoPlay
from hako.content.world_monger.state import World
from hako.content.world_monger.steps.card_moves import reached, taken
from hako.content.world_monger.steps.effect_progress import Use, pick, picked
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Event, Resolution, Seat, Step

_ENOUGH = Enough()

ActionT = TypeVar("ActionT")


class CarryOut(Step[World, None], frozen=True):
    """Carry out the next operation of an effect, as far as possible."""

    clause = "world_monger.detail.2"

    seat: Seat
    use: Use

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        ops = world.content.culture[self.use.card].use
        if self.use.number == len(ops):
            return
        op = ops[self.use.number]
        if op.applies(self.use.before):
            yield from self._do(world, op, chance)
        else:
            yield _next(self.seat, self.use)

    def _do(self, world: World, op: Op, chance: Chance) -> Resolution[World]:
        seat, use = self.seat, self.use
        match op:
            case Draw(count=count):
                wanted = len(use.before) if count == "as_many" else count
                yield from self._draw(world, wanted, chance)
            case TrashThis():
                yield CardTrashed(use.civilization, use.card, used=True)
                yield _next(seat, use.with_moved(use.card))
            case Look(deck="own", count=count):
                yield from _look(world, seat, use, count, chance)
            case DiscardSome():
                yield DiscardAny(seat, use) if use.looked else _next(seat, use)
            case ReturnRest():
                yield from _return(world, seat, use, 0)
            case PayHolders(coins=coins):
                yield from self._pay(world, coins)
            case (
                Trash()
                | Discard()
                | PutOnDeck()
                | Refresh()
                | Gain()
                | PutIntoPlay()
                | PutNumberIntoPlay()
                | GainElsewhere()
                | DiscardElsewhere()
                | Look()
                | PutLookedIntoPlay()
                | DiscardRest()
            ):
                yield from _ask(world, _question(seat, use, op), chance)

    def _draw(self, world: World, count: int, chance: Chance) -> Resolution[World]:
        """Draw cards into the play area (world_monger.term.2, detail.1)."""
        name = self.use.civilization
        cards = yield from reached(world, name, count, chance)
        if cards:
            yield CardsDrawn(name, cards)
        yield _next(self.seat, self.use.with_moved(*cards))

    def _pay(self, world: World, coins: int) -> Resolution[World]:
        """Pay coins for each Share held (world_monger.card.altar)."""
        name = self.use.civilization
        for seat, count in enumerate(world.civilization(name).shares):
            if count:
                yield HolderPaid(seat, name, count * coins)
        yield _next(self.seat, self.use)


class _EffectChoice(Choice[World, ActionT], Generic[ActionT], frozen=True):
    """A choice that an effect asks for."""

    clause = "world_monger.detail.2"

    use: Use

    def cites(self, world: World, /) -> str:
        return f"world_monger.card.{self.use.card}"


class PickFromArea(_EffectChoice[PickAction], frozen=True):
    """Cards of the own play area are picked, one at a time."""

    op: Pick

    def actions(self, world: World, /) -> Sequence[PickAction]:
        op, area = self.op, world.civilization(self.use.civilization).area
        used, besides = (True, op.besides) if isinstance(op, Refresh) else (False, None)
        cards = dict.fromkeys(
            laid.card
            for laid in area
            if laid.used == used and laid.card != besides and is_of(laid.card, op.only)
        )
        picks = [pick(op, card) for card in cards]
        return [*picks, _ENOUGH] if len(self.use.moved) >= op.min else picks

    def resolve(self, world: World, action: PickAction, chance: Chance, /) -> Resolution[World]:
        if isinstance(action, Enough):
            yield _next(self.seat, self.use)
            return
        world = yield picked(self.use.civilization, action)
        use = self.use.with_moved(action.card)
        if len(use.moved) < self.op.max:
            yield from _ask(world, PickFromArea(self.seat, use, self.op), chance)
        else:
            yield _next(self.seat, use)


class PickFromSupply(_EffectChoice[SupplyAction], frozen=True):
    """A card of any supply pile is picked."""

    op: FromSupply

    def actions(self, world: World, /) -> Sequence[SupplyAction]:
        cards = world.offered(self.op.besides)
        if isinstance(self.op, Gain):
            return [GainCard(card) for card in cards]
        return [PutCard(card) for card in cards]

    def resolve(self, world: World, action: SupplyAction, chance: Chance, /) -> Resolution[World]:
        event = CardsGained if isinstance(action, GainCard) else CardsPutIntoPlay
        yield from taken(world, event(self.use.civilization, action.card))
        yield _next(self.seat, self.use.with_moved(action.card))


class PickNumber(_EffectChoice[PutCards], frozen=True):
    """The player chooses the number of cards of a supply pile for the play area."""

    op: PutNumberIntoPlay

    def actions(self, world: World, /) -> Sequence[PutCards]:
        most = min(self.op.max, world.left(self.op.card))
        return [PutCards(self.op.card, count) for count in range(most, -1, -1)]

    def resolve(self, world: World, action: PutCards, chance: Chance, /) -> Resolution[World]:
        card, count = action.card, action.count
        if count:
            yield from taken(world, CardsPutIntoPlay(self.use.civilization, card, count))
        yield _next(self.seat, self.use.with_moved(*[card] * count))


class PickCivilization(_EffectChoice[ChooseCivilization], frozen=True):
    """Another civilization is chosen, controlled or not."""

    op: GainElsewhere | Look

    def actions(self, world: World, /) -> Sequence[ChooseCivilization]:
        if isinstance(self.op, GainElsewhere) and not world.left(self.op.card):
            return ()
        return [
            ChooseCivilization(civilization.id)
            for civilization in world.others(self.use.civilization)
        ]

    def resolve(
        self, world: World, action: ChooseCivilization, chance: Chance, /
    ) -> Resolution[World]:
        match self.op:
            case GainElsewhere(card=card, count=count):
                count = min(count, world.left(card))
                yield from taken(world, CardsGained(action.civilization, card, count))
                yield _next(self.seat, self.use.with_moved(*[card] * count))
            case Look(count=count):
                use = replace(self.use, target=action.civilization)
                yield from _look(world, self.seat, use, count, chance)


class PickElsewhere(_EffectChoice[DiscardThere], frozen=True):
    """A card in another civilization's play area is picked, used or not."""

    op: DiscardElsewhere

    def actions(self, world: World, /) -> Sequence[DiscardThere]:
        return [
            DiscardThere(civilization.id, card)
            for civilization in world.others(self.use.civilization)
            for card in dict.fromkeys(civilization.area_cards())
            if is_of(card, self.op.only)
        ]

    def resolve(self, world: World, action: DiscardThere, chance: Chance, /) -> Resolution[World]:
        yield CardDiscardedElsewhere(action.civilization, action.card)
        yield _next(self.seat, self.use.with_moved(action.card))


class PickLooked(_EffectChoice[PutLooked], frozen=True):
    """The player picks one of the cards looked at for the play area."""

    def actions(self, world: World, /) -> Sequence[PutLooked]:
        return [PutLooked(card) for card in dict.fromkeys(self.use.hand(world))]

    def resolve(self, world: World, action: PutLooked, chance: Chance, /) -> Resolution[World]:
        yield LookedCardPutIntoPlay(self.use.deck, action.card)
        yield _next(self.seat, self.use.with_taken(action.card))


class DiscardInOrder(_EffectChoice[DiscardLooked], frozen=True):
    """The cards looked at are discarded one after another; the last one is on top then."""

    def actions(self, world: World, /) -> Sequence[DiscardLooked]:
        return [DiscardLooked(card) for card in dict.fromkeys(self.use.hand(world))]

    def resolve(self, world: World, action: DiscardLooked, chance: Chance, /) -> Resolution[World]:
        world = yield LookedCardDiscarded(self.use.deck, action.card)
        rest = DiscardInOrder(self.seat, self.use.with_taken(action.card))
        yield from _ask(world, rest, chance)


class DiscardAny(_EffectChoice[DiscardLooked | Enough], frozen=True):
    """The player discards any of the cards looked at, one at a time.

    The choice is always offered, so that skipping it cannot reveal the cards.
    """

    def actions(self, world: World, /) -> Sequence[DiscardLooked | Enough]:
        cards = dict.fromkeys(self.use.hand(world))
        return [*(DiscardLooked(card) for card in cards), _ENOUGH]

    def resolve(
        self, world: World, action: DiscardLooked | Enough, chance: Chance, /
    ) -> Resolution[World]:
        if isinstance(action, Enough):
            yield _next(self.seat, self.use)
            return
        yield LookedCardDiscarded(self.use.deck, action.card)
        use = self.use.with_taken(action.card)
        yield DiscardAny(self.seat, use) if use.looked else _next(self.seat, use)


class ReturnInOrder(_EffectChoice[ReturnLooked], frozen=True):
    """The player puts the cards looked at back on top of their deck, the upper ones first.

    The choice is always offered while there are two or more cards, even if they are alike.
    """

    place: int
    """The place for the next card; 0 is the top."""

    def actions(self, world: World, /) -> Sequence[ReturnLooked]:
        hand = self.use.hand(world)[self.place :]
        return [ReturnLooked(card) for card in dict.fromkeys(hand)]

    def resolve(self, world: World, action: ReturnLooked, chance: Chance, /) -> Resolution[World]:
        world = yield _returned(self.seat, self.use, self.place, action.card)
        yield from _return(world, self.seat, self.use, self.place + 1)


def _next(seat: Seat, use: Use) -> CarryOut:
    """The step for the next operation of the effect."""
    return CarryOut(seat, replace(use, number=use.number + 1, before=use.moved, moved=()))


def _question(seat: Seat, use: Use, op: Asking) -> _EffectChoice[Any]:
    """The choice that an operation needs."""
    match op:
        case Trash() | Discard() | PutOnDeck() | Refresh():
            return PickFromArea(seat, use, op)
        case Gain() | PutIntoPlay():
            return PickFromSupply(seat, use, op)
        case PutNumberIntoPlay():
            return PickNumber(seat, use, op)
        case GainElsewhere() | Look():
            return PickCivilization(seat, use, op)
        case DiscardElsewhere():
            return PickElsewhere(seat, use, op)
        case PutLookedIntoPlay():
            return PickLooked(seat, use)
        case DiscardRest():
            return DiscardInOrder(seat, use)


def _ask(world: World, choice: _EffectChoice[Any], chance: Chance) -> Resolution[World]:
    """Offer the choice; with one action carry it out, with none go on to the next operation."""
    actions = choice.actions(world)
    if not actions:
        yield _next(choice.seat, choice.use)
    elif len(actions) == 1:
        yield from choice.resolve(world, actions[0], chance)
    else:
        yield choice


def _look(world: World, seat: Seat, use: Use, count: int, chance: Chance) -> Resolution[World]:
    """Let the seat alone look at the top of a deck (world_monger.secret.5, detail.1)."""
    cards = yield from reached(world, use.deck, count, chance)
    if cards:
        yield CardsLookedAt(seat, use.deck, len(cards), cards)
    yield _next(seat, replace(use, looked=len(cards)))


def _return(world: World, seat: Seat, use: Use, place: int) -> Resolution[World]:
    """Let the seat order the cards; the last one goes to its place without a choice."""
    left = use.looked - place
    if left > 1:
        yield ReturnInOrder(seat, use, place)
        return
    if left:
        yield _returned(seat, use, place, use.hand(world)[place])
    yield _next(seat, replace(use, looked=0))


def _returned(seat: Seat, use: Use, place: int, card: CardId | None) -> Event[World]:
    return LookedCardReturned(seat, use.deck, use.looked, place, card)
